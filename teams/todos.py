"""What teams wait for, and those who have none."""

from uuid import UUID

from django.urls import reverse
from django.utils import dateformat
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.models import League
from teams.drafts import name_of
from teams.models import Draft, Tenure
from web.todos import Todo


def draft_team(league: League) -> Todo:
    return Todo(
        "draft",
        _("You have no team here yet. A draft can be left and taken up again."),
        _("Draft your team"),
        reverse("teams:begin-draft", args=[league.uuid]),
        reverse("api-drafts", args=[league.uuid]),
    )


def finish_draft(draft: Draft, race: str) -> Todo:
    left = dateformat.format(localtime(draft.changed_at), "D j M Y, H:i")
    params = {"team": name_of(draft), "race": race, "at": left}
    return Todo(
        "finish-draft",
        _("%(team)s: %(race)s, a draft left on %(at)s.") % params,
        _("Go on"),
        reverse("teams:draft", args=[draft.uuid]),
        reverse("api-draft", args=[draft.uuid]),
    )


def name_home(team: UUID, name: str) -> Todo:
    return Todo(
        "name-home",
        _("%(team)s has found a home. It wants a name.") % {"team": name},
        _("Name the stadium"),
        reverse("teams:home", args=[team]),
        reverse("api-home", args=[team]),
    )


def find_coach(team: UUID, name: str) -> Todo:
    """For whoever runs the league: nobody coaches a team that plays."""
    return Todo(
        "find-coach",
        _("%(team)s plays in the season and has lost its coach.") % {"team": name},
        _("Give it a coach"),
        reverse("teams:coaches", args=[team]),
        reverse("api-coaches", args=[team]),
    )


def answer_notice(planned: Tenure) -> Todo:
    """Somebody is to follow them as a team's coach."""
    why = _("%(by)s wants to give %(team)s to %(coach)s, who coaches it then if you say nothing.")
    params = {"by": planned.made_by, "team": planned.team, "coach": planned.coach}
    return Todo(
        "notice",
        why % params,
        _("Agree or turn it down"),
        reverse("teams:coaches", args=[planned.team.uuid]),
        reverse("api-coach", args=[planned.team.uuid, planned.uuid]),
        due=planned.since,
    )
