"""What a team looks like: colours, crest, motto, story and picture."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import SignedInRequest
from acts.failures import Missing
from teams.commands.identity import change_identity
from teams.commands.pictures import put_up_picture, take_down_picture
from teams.crests import drawn_crest
from teams.forms.changing import IdentityForm, PictureForm
from teams.models import Picture, Team
from teams.permissions import TeamAccess, must_act, team_for
from teams.pictures import LARGEST_FILE, MEDIA_TYPE, SMALL, path_of
from web.posting import answer_form, given
from web.uploads import takes_large_files

WEEK = 7 * 24 * 60 * 60


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def identity(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        change_identity(actor=request.user, team=team, now=timezone.now(), **fields)
        messages.success(request, _("That is how they look from now on."))
        return redirect("teams:identity", team.uuid)

    form = IdentityForm.of(team, given(request))
    return answer_form(
        request,
        "teams/identity.html",
        form,
        carry_out,
        **_about(team, access),
        upload=PictureForm(),
    )


@takes_large_files(LARGEST_FILE)
@never_cache
@login_required
@require_POST
def picture(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    """Put up a picture."""
    team, access = team_for(request.user, uuid)
    must_act(request.user, team)

    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        sent = fields["picture"]
        put_up_picture(
            actor=request.user, team=team, upload=sent.file, size=sent.size, now=timezone.now()
        )
        messages.success(request, _("The picture hangs."))
        return redirect("teams:identity", team.uuid)

    upload = PictureForm(request.POST, request.FILES)
    return answer_form(
        request,
        "teams/identity.html",
        upload,
        carry_out,
        **_about(team, access),
        upload=upload,
        identity=IdentityForm.of(team, None),
    )


@never_cache
@login_required
@require_POST
def take_down(request: SignedInRequest, uuid: UUID) -> HttpResponse:
    team, _hand = team_for(request.user, uuid)
    take_down_picture(actor=request.user, team=team, now=timezone.now())
    messages.success(request, _("The picture is gone."))
    return redirect("teams:identity", team.uuid)


@require_safe
def show_picture(request: HttpRequest, uuid: UUID, digest: str) -> HttpResponseBase:
    """The file itself, for whoever may see the team; its name changes with what it holds."""
    team, _hand = team_for(request.user, uuid)
    path = path_of(team, digest)
    if digest.removesuffix(SMALL) != team.picture_digest or not path.is_file():
        raise Missing.because("no_picture", _("There is no such picture."))
    response = FileResponse(path.open("rb"), content_type=MEDIA_TYPE)
    shared = "public" if team.league.is_public else "private"
    response.headers["Cache-Control"] = f"{shared}, max-age={WEEK}"
    response.headers["Content-Disposition"] = "inline"
    return response


def _about(team: Team, access: TeamAccess) -> dict[str, Any]:
    return {
        "team": team,
        "access": access,
        "crest": drawn_crest(team),
        "picture": Picture.objects.filter(team=team).first(),
    }
