"""The steps of the edition's two sequences, and where each stands in a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from accounts.time_zones import zone_named
from league.models import RulesPin
from league.pins import book_of, edition_of
from matches.models import Match
from rules.book import Book
from rules.engine.sequence import SequenceStep

# No step of its own: a shoot-out is part of the report.
PENALTIES = "penalties"

# The house rule that says how the dice of a step reach the record.
DICE_RULES: Mapping[str, str] = {
    "conditions": "dice.pre-match",
    "inducement-gold": "dice.pre-match",
    "inducements": "dice.pre-match",
    "handicap": "dice.pre-match",
    "niggles": "dice.pre-match",
    "kick-off": "dice.pre-match",
    "match-events": "dice.pre-match",
    "report": "dice.casualties",
    "settlement": "dice.money",
    "improvements": "dice.improvements",
    "coach-trait": "dice.improvements",
    "winnings": "dice.money",
    "fans": "dice.money",
    "fortune": "dice.money",
    "hire-and-fire": "dice.money",
    "next-match": "dice.money",
    PENALTIES: "dice.penalties",
}

# The house rule that says how many days after a match a step's basket closes to coaches.
CLOSING_RULES: Mapping[str, str] = {"hire-and-fire": "post-match.days"}

Steps = dict[str, tuple[int, SequenceStep]]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Both sequences of a match, each step by its key with its place."""

    before: Steps
    after: Steps

    @property
    def steps(self) -> Steps:
        return {**self.before, **self.after}

    @property
    def kick_off(self) -> int:
        """The place of the first step after the match."""
        return len(self.before)

    def phase(self, match: Match) -> Steps:
        """The steps that the match is at."""
        if match.state == Match.State.PRE_MATCH:
            return self.before
        return self.after if match.confirmed_at else {}


def sequence_of(pin: RulesPin) -> Sequence:
    edition, book = edition_of(pin), book_of(pin)
    before = [step.under(book) for step in edition.pre_match]
    after = [step.under(book) for step in edition.post_match]
    return Sequence(
        {step.key: (place, step) for place, step in enumerate(before)},
        {step.key: (place, step) for place, step in enumerate(after, len(before))},
    )


def dice_rule(book: Book, step: str) -> str:
    """How the dice of a step reach the record: free, witnessed or server."""
    rule = DICE_RULES.get(step)
    return str(book.house.get(rule, "free")) if rule is not None else "free"


def only_server_rolls(book: Book, step: str) -> bool:
    return dice_rule(book, step) == "server"


def closed_since(match: Match, book: Book, step: str, *, now: datetime) -> date | None:
    """The last day on which a coach could fill the step's basket, once it is past."""
    days = book.house.get(CLOSING_RULES[step], 0) if step in CLOSING_RULES else 0
    if not days:
        return None
    zone = zone_named(match.league.time_zone)
    told_on = max(match.played_on, match.entered_at.astimezone(zone).date())
    last = told_on + timedelta(days=days)
    return last if now.astimezone(zone).date() > last else None
