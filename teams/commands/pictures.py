"""A team's picture: put up, put another in its place, and taken down."""

from datetime import datetime
from functools import partial
from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict
from acts.recording import record_act
from teams import ledger, pictures
from teams.models import Picture, Team
from teams.permissions import must_act


def put_up_picture(
    *, actor: User, team: Team, upload: BinaryIO, size: int, now: datetime
) -> Picture:
    """Make the team's picture of a file. Raises Refused if it is none, too large, or moves."""
    access = must_act(actor, team)
    remade = pictures.remade(upload, size=size)
    with transaction.atomic():
        team = ledger.lock(team)
        before = Picture.objects.filter(team=team).first()
        picture = hang(team, remade, now=now)
        if before is not None and before.digest != remade.digest:
            transaction.on_commit(partial(pictures.throw_away, team, before.digest))
        record_act(
            "teams.put_up_picture",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            team=str(team.uuid),
            digest=remade.digest,
        )
    return picture


def take_down_picture(*, actor: User, team: Team, now: datetime) -> None:
    """Take the picture down for good; the crest stays. Raises Conflict if there is none."""
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        picture = Picture.objects.filter(team=team).first()
        if picture is None:
            raise Conflict.because("no_picture", _("There is no picture to take down."))
        picture.delete()
        _show(team, "")
        transaction.on_commit(partial(pictures.throw_away, team, picture.digest))
        record_act(
            "teams.take_down_picture",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            team=str(team.uuid),
            digest=picture.digest,
        )


def hang(team: Team, remade: pictures.Remade, *, now: datetime) -> Picture:
    """Keep a picture that was made anew and show it with the team; for commands, in their
    transaction."""
    pictures.keep(team, remade)
    picture, _made = Picture.objects.update_or_create(
        team=team,
        defaults={
            "digest": remade.digest,
            "width": remade.width,
            "height": remade.height,
            "size": len(remade.data),
            "uploaded_at": now,
        },
    )
    _show(team, remade.digest)
    return picture


def _show(team: Team, digest: str) -> None:
    team.picture_digest = digest
    team.save(update_fields=["picture_digest"])
