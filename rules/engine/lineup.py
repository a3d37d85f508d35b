"""Who takes the field, and what an edition has to say of the pitch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from rules.catalogue import CatalogueItem, Table
from rules.engine.asks import Step
from rules.engine.match import Hurt, Match, Report, Side
from rules.engine.rulings import Allowed, Ruling
from rules.engine.state import Team
from rules.knobs import _

Standing = Literal["roster", "journeyman", "rostered-star", "star", "mercenary", "joined"]
# How somebody comes to be a casualty; what an edition makes of each is its own affair.
CAUSES = ("block", "foul", "crowd", "weapon", "bomb", "fall", "team-mate", "unknown")


@dataclass(frozen=True, slots=True)
class LineupPlayer:
    """Somebody who is there for a match; one who is absent sits it out."""

    key: str
    standing: Standing
    position: str
    name: str = ""
    number: int = 0
    skills: tuple[str, ...] = ()
    profile: Mapping[str, int] = field(default_factory=dict)
    absent: bool = False

    @property
    def is_hired(self) -> bool:
        return self.standing in ("star", "mercenary", "joined")


@dataclass(frozen=True, slots=True)
class WithoutRoll:
    """An injury for which nobody rolls, the causes that it can have, and whom it can befall: who
    has one of these skills, or plays in one of these positions."""

    key: str
    label: str
    about: str = ""
    causes: tuple[str, ...] = CAUSES
    skills: frozenset[str] = frozenset()
    positions: frozenset[str] = frozenset()

    def befalls(self, who: LineupPlayer) -> bool:
        return who.position in self.positions or not self.skills.isdisjoint(who.skills)


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that is counted for both sides of a match, and how a table speaks of it."""

    key: str
    label: str
    short: str
    difference: str
    scored: str
    conceded: str


@dataclass(frozen=True, slots=True)
class SideCount:
    """Something that is tapped for a side and for nobody on it: what it adds to the score, the
    pitch says (`worth`). It may name an entry of a shelf, and a mark of the team's may be used on
    it."""

    key: str
    label: str
    shelf: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class UsableMark:
    """A mark that a team may use once in a match, and what it adds to the score when it is used by
    itself."""

    key: str
    name: str
    summary: str = ""
    worth: int = 0


# Under which taps, reports and the API keep what a crowd gave a side.
CROWD = "crowd"


class Crowd:
    """What a crowd gives to each side, for games in which it matters."""

    # What it is called, the word of the glossary, and a sentence on it for who tells a score.
    label: str
    word: str
    note: str
    # The ruling of the pre-match that counts the fans, and the step in which it is.
    ruling: str
    step: str
    # Under which rulings note what it gave a side.
    fact: str

    def given(self, book: Any) -> frozenset[tuple[int, int]]:
        """All that home and away may be given."""
        raise NotImplementedError

    def since(
        self,
        book: Any,
        facts: Mapping[str, Any],
        given: int,
        kick_offs: Sequence[str],
        scored: int,
    ) -> range:
        """What that may have become since, by the facts of the match, the results of its kick-offs
        and how often both scored."""
        return range(given, given + 1)


class Pitch:
    """What an edition knows of the pitch; this one fields the roster and knows no more."""

    # What decides a match, and what a result tells of besides; tables, tie-breakers, forms and the
    # API have these and no others.
    score: Tally = Tally(
        "score", _("Score"), _("Score"), _("score difference"), _("scored"), _("conceded")
    )
    tallies: tuple[Tally, ...] = ()
    # What players do that is counted for them, beside casualties.
    deeds: tuple[str, ...] = ("touchdown",)
    # Whether players are told apart, and turns counted; else nobody taps either.
    knows_players: bool = True
    counts_turns: bool = True
    # What is counted for a side as such.
    side_counts: tuple[SideCount, ...] = ()
    # The most that one of them may add, where nobody says what it is worth.
    most_worth: int = 0
    # The causes of casualties that earn their author something.
    credited: frozenset[str] = frozenset()
    # None where no crowd matters.
    crowd: Crowd | None = None
    # Injuries for which nobody rolls.
    injuries_without_roll: tuple[WithoutRoll, ...] = ()
    # Whoever treats casualties and may be used up on a knock-out instead.
    treats_knock_outs: frozenset[str] = frozenset()
    # What a side may have that brings back somebody who was out of the match.
    brings_back: frozenset[str] = frozenset()
    # What a result of the kick-off table gives to both sides.
    gifts: Mapping[str, str] = MappingProxyType({})
    # The most team re-rolls that an inducement, and a card, may add in one half; and what a match
    # may add that nobody writes down.
    rerolls_from: Mapping[str, int] = MappingProxyType({})
    rerolls_from_a_card: int = 0
    rerolls_unwritten: int = 0
    # What is ticked for each player on the printed sheet, and how many boxes there are for it.
    ticks: tuple[tuple[str, int], ...] = ()

    @property
    def counted(self) -> tuple[Tally, ...]:
        """The score first."""
        return self.score, *self.tallies

    def tallied(self, book: Any, report: Report, tally: str) -> tuple[int, int]:
        """What home and away have of a tally by the report of their match."""
        return 0, 0

    def worth(self, book: Any, count: str, named: str, mark: str) -> int | None:
        """What a count adds to the score, with what it names and the mark that is used on it; None
        where only whoever saw it knows."""
        return 0

    def usable_marks(self, book: Any, team: Team) -> tuple[UsableMark, ...]:
        """What a team may use once in a match."""
        return ()

    def lead_that_wins(self, book: Any, used: Mapping[str, Sequence[str]], side: Side) -> int:
        """The lead with which a side has won at once, by the marks that are used; 0 is none."""
        return 0

    def kick_offs(self, book: Any) -> tuple[CatalogueItem, ...]:
        """What may come up at a kick-off."""
        return ()

    def weathers(self, book: Any, table: str = "") -> tuple[CatalogueItem, ...]:
        """The weather that may come up, on one table or on all that there are."""
        return ()

    def tables_in_play(self, book: Any) -> Iterator[CatalogueItem | Table]:
        """What is looked up at the table, for the back of the printed sheet."""
        return iter(())

    def boxes(self, book: Any) -> tuple[Sequence[str], Sequence[str]]:
        """Room on the printed sheet for what is thrown before a match, and for what follows it."""
        return (), ()

    def lineup(self, book: Any, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """Everybody who is there for a side, in the order of the roster sheet."""
        team = match.teams[side]
        return tuple(
            LineupPlayer(
                player.id,
                "journeyman" if player.journeyman else "roster",
                player.position,
                name=player.name,
                number=player.number,
                skills=player.skills,
                absent=player.is_absent,
            )
            for player in team.players.values()
        )

    def under_contract(self, book: Any, star: str) -> tuple[LineupPlayer, ...]:
        """A rostered star as they take the field, each of a pair; nobody where there are none."""
        return ()

    def casualties(self, book: Any, report: Report, side: Side) -> int:
        """How many of a side's casualties the tables count."""
        hired = report.hired.get(side, ())
        return sum(
            deeds.get("casualty", 0)
            for player, deeds in report.deeds.get(side, {}).items()
            if player not in hired
        )

    def is_ordinary(self, book: Any, report: Report) -> bool:
        """Whether a concession counts as any other result."""
        return not report.conceded_by

    def treatments(self, book: Any, match: Match, side: Side) -> Mapping[str, int]:
        """How often a side may have its casualties treated, by the name of the treatment."""
        return {}

    def inducements(self, book: Any, match: Match, side: Side) -> Mapping[str, int]:
        """What a side has to use in a match, and how many of each."""
        return {}

    def balls(self, book: Any, race: str, used: tuple[str, ...]) -> tuple[str, ...]:
        """The special balls that a side may still kick off with, where a league has such."""
        return ()

    def joining(self, book: Any, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """Whoever may join a side while the match is on."""
        return ()

    def casualty(self, book: Any, team: Team, hurt: Hurt) -> Step | Ruling | None:
        """What becomes of a casualty, asked by itself; None where there is nothing to ask."""
        return None

    def is_dead(self, ruling: Allowed) -> bool:
        """Whether the casualty is dead."""
        return False

    def plays_on(self, ruling: Allowed) -> bool:
        """Whether the casualty may be back in this match."""
        return False
