"""What the product asks an edition: each question by name, with the circumstances that it is asked
about. An edition states all of them; None says that its game has no such thing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rules.book import Book, Question
from rules.engine.asks import Step
from rules.engine.circumstances import (
    Experience,
    HireAndFire,
    LateEntry,
    OfPlayer,
    OfRace,
    OfTeam,
    Overtime,
    Penalties,
    SeasonEnd,
    Trade,
    Unplayed,
)
from rules.engine.rulings import Ruling
from rules.engine.state import Team

Ruled = Step | Ruling


@dataclass(frozen=True, kw_only=True)
class Redrafting:
    """The three questions of a re-draft, of which nobody has only some, and what it is about.

    `begins_with` is the wish of a team that wants all again that it has, apart from what it won
    for the next season; `wish` names what a coach may say in one, `carried` the figures of the
    sheet that stay as they are and are not for sale.
    """

    budget: Question[SeasonEnd, Ruled]
    healing: Question[SeasonEnd, Ruled]
    # The wish of a coach, as the edition reads it.
    redraft: Question[Any, Ruled]
    begins_with: Callable[[Book, Team, Mapping[str, int]], dict[str, Any]]
    wish: tuple[str, ...]
    carried: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EditionAnswers:
    """What is typed `Any` is asked about a wish, which each edition reads in its own way."""

    # A new team: what it may buy, what that comes to, and whether it may begin so.
    draft_offers: Question[OfRace, Ruled]
    draft_bill: Question[Any, Ruled]
    draft: Question[Any, Ruled]
    # Whether a team as it stands may take part in a season.
    entrance: Question[OfTeam, Ruled]

    # What is written of a team and of its players as they stand.
    strength: Question[OfTeam, Ruled] | None
    player_value: Question[OfPlayer, Ruled] | None
    profile: Question[OfPlayer, Ruled] | None
    experience: Question[Experience, Ruled] | None

    # What happens to a team between its matches.
    hire: Question[HireAndFire, Ruled] | None
    adopt: Question[Any, Ruled] | None
    adjust: Question[Any, Ruled] | None
    redrafting: Redrafting | None
    trade: Question[Trade, Ruled] | None
    give_up_home: Question[OfTeam, Ruled] | None

    # A match: what each side may spend before it, and who wins one that was drawn.
    inducement_budget: Question[Any, Ruled] | None
    overtime: Question[Overtime, Ruled] | None
    penalties: Question[Penalties, Ruled] | None

    # Fixtures that nobody played.
    walkover: Question[Unplayed, Ruled] | None
    forfeit: Question[Unplayed, Ruled] | None
    void: Question[Unplayed, Ruled] | None
    bye: Question[OfTeam, Ruled] | None
    late_entry: Question[LateEntry, Ruled] | None

    # What a team loses with the end of its season, whatever comes after it.
    season_over: Question[OfTeam, Ruled] | None = None


# An edition that lacks one of these is not played here.
REQUIRED = ("draft_offers", "draft_bill", "draft", "entrance")


def faults_of(answers: EditionAnswers) -> list[str]:
    """What keeps an edition from being whole, in sentences."""
    faults = []
    for field in fields(answers):
        answer = getattr(answers, field.name)
        if answer is None and field.name in REQUIRED:
            faults.append(f"nothing answers “{field.name}”, which every game must")
        elif answer is not None and not isinstance(answer, Question | Redrafting):
            faults.append(f"“{field.name}” is answered by {answer!r}, which is no question")
    return faults
