"""What a team looks like and says of itself: name, colours, crest, motto, story."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Reason, Refused
from league.queries import current_season
from teams import ledger
from teams.commands.names import BECAME
from teams.models import LONGEST_NAME, Team
from teams.permissions import must_act
from web.crests import KITS, PATTERNS, SHAPES
from web.lines import TURNING, UNPRINTABLE, tidied, what_is_wrong_with

LONGEST_MOTTO = 120
LONGEST_STORY = 4000

# Which of a few things each of these is; an empty crest is drawn by the team's lot.
CHOICES: Mapping[str, tuple[Mapping[str, str], str]] = {
    "shirt": (KITS, "no_such_kit"),
    "trim": (KITS, "no_such_kit"),
    "crest_shape": ({"": "", **SHAPES}, "no_such_shape"),
    "crest_pattern": ({"": "", **PATTERNS}, "no_such_pattern"),
}


def change_identity(*, actor: User, team: Team, now: datetime, **wanted: str) -> Team:
    """Change what is given: name, shirt, trim, crest_shape, crest_pattern, motto, story.

    A new name is an event of the team's life; the rest is only worn.
    """
    hand = must_act(actor, team)
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
            on_behalf_of=hand.on_behalf_of(team),
            team=str(team.uuid),
            changed=sorted(changed),
        )
        if "name" in changed:
            season = current_season(team.league)
            entry = ledger.Entry("team-renamed", words=BECAME.format(team.name, changed["name"]))
            chapter = ledger.chapter_in_between(team, season=season, now=now)
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


def identity_faults(wanted: Mapping[str, str]) -> list[Reason]:
    reasons = []
    if "name" in wanted:
        reasons += what_is_wrong_with(wanted["name"], subject="name", at_most=LONGEST_NAME)
    if motto := wanted.get("motto"):
        reasons += what_is_wrong_with(motto, subject="motto", at_most=LONGEST_MOTTO)
    reasons += story_faults(wanted.get("story", ""))
    for name, (options, code) in CHOICES.items():
        if name in wanted and wanted[name] not in options:
            reasons.append(Reason(code, _("It is one of those on offer."), name))
    return reasons


def paragraphs(text: str) -> str:
    """Trimmed, composed, and with one kind of line break."""
    return tidied(text.replace("\r\n", "\n").replace("\r", "\n"))


def story_faults(story: str) -> list[Reason]:
    reasons = []
    if len(story) > LONGEST_STORY:
        sentence = _("%(n)d characters at most.") % {"n": LONGEST_STORY}
        reasons.append(Reason("too_long", sentence, "story"))
    plain = story.replace("\n", "").replace("\t", "")
    if any(unicodedata.category(char) in UNPRINTABLE or char in TURNING for char in plain):
        sentence = _("Plain text, please: there are control characters in it.")
        reasons.append(Reason("not_plain_text", sentence, "story"))
    return reasons
