"""What a team looks like and says of itself: name, colours, crest, motto, story."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from acts.recording import record_act
from league.queries import current_season
from teams import chapters, ledger
from teams.identity import identity_faults, paragraphs
from teams.models import Team
from teams.permissions import must_act
from teams.words import BECAME
from web.lines import tidied


def change_identity(*, actor: User, team: Team, now: datetime, **wanted: str) -> Team:
    """Change what is given: name, shirt, trim, crest_shape, crest_pattern, motto, story.

    A new name is an event of the team's life; the rest is only worn.
    """
    access = must_act(actor, team)
    wanted = {
        name: paragraphs(text) if name == "story" else tidied(text) for name, text in wanted.items()
    }
    if reasons := identity_faults(wanted):
        raise Refused(*reasons)
    with transaction.atomic():
        team = ledger.lock(team)
        changed = {name: text for name, text in wanted.items() if getattr(team, name) != text}
        if not changed:
            return team
        act = record_act(
            "teams.change_identity",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            team=str(team.uuid),
            changed=sorted(changed),
        )
        if "name" in changed:
            season = current_season(team.league)
            entry = ledger.LedgerEntry(
                "team-renamed", words=BECAME.format(team.name, changed["name"])
            )
            chapter = chapters.chapter_in_between(team, season=season, now=now)
            ledger.record(team, [entry], act=act, chapter=chapter, pin=season.pin, now=now)
        for name, text in changed.items():
            setattr(team, name, text)
        try:
            with transaction.atomic():
                team.save(update_fields=list(changed))
        except IntegrityError:
            taken = _("Another team of the league has this name.")
            raise Refused.because("name_taken", taken, "name") from None
    return team
