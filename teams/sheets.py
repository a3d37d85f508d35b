"""What the rulebook says of a player or a team as they stand, as a roster writes it down.

An edition answers what it knows of: one without levels or values has none on its sheets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from league.rulebook import answers_of, rule
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import circumstances, state
from rules.engine.circumstances import OfPlayer, OfTeam
from rules.engine.effects import Fact
from rules.engine.rulings import Allowed, Line
from rules.words import People
from teams.words import TALLIES, Because, because

At = TypeVar("At")
Way = Literal["better", "worse", ""]


@dataclass(frozen=True, slots=True)
class Characteristic:
    """`now` and `born` are the figures, `said` and `born_said` how the edition writes them."""

    key: str
    now: int
    born: int
    said: str
    born_said: str
    way: Way
    because: Because

    @property
    def label(self) -> str:
        return self.key.upper()


@dataclass(frozen=True, slots=True)
class Experience:
    """Star player points, and how many make the next level; nobody rises above the last."""

    points: int
    level: str
    next_at: int | None
    rolls_due: int
    because: Because


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A player on paper. Skills are keys of the catalogue's."""

    characteristics: tuple[Characteristic, ...]
    given: tuple[str, ...]
    gained: tuple[str, ...]
    lent: tuple[str, ...]
    experience: Experience | None
    value: int
    value_because: Because


def answered(book: Book, question: Question[At, Ruled] | None, at: At) -> Allowed | None:
    """The edition's answer; none if it knows no such question, or nothing of whom it is about."""
    ruling = rule(book, question, at) if question else None
    return ruling if isinstance(ruling, Allowed) else None


def sheet_of(book: Book, race: str, player: state.Player) -> RosterSheet:
    """Everything that a roster says of a player, each figure with its reasons."""
    answers = answers_of(book)
    value = answered(book, answers.player_value, OfPlayer(race, player))
    profile = answered(book, answers.profile, OfPlayer(race, player))
    facts = facts_of(profile)
    skills = facts.get("skills") or _as_printed(book, race, player)
    return RosterSheet(
        characteristics=tuple(_characteristics(book, race, player, profile)),
        given=tuple(skills["given"]),
        gained=tuple(skills["gained"]),
        lent=tuple(skills["lent"]),
        experience=experience_of(book, player),
        value=player.value,
        value_because=because(book.catalogue, value.because if value else ()),
    )


def experience_of(book: Book, player: state.Player) -> Experience | None:
    so_far = circumstances.Experience(
        player.awards, player.improvements, player.extra, player.spent
    )
    ruling = answered(book, answers_of(book).experience, so_far)
    if ruling is None:
        return None
    facts = facts_of(ruling)
    missing = facts["to-next-level"]
    return Experience(
        points=facts["points"],
        level=facts["level"],
        next_at=None if missing is None else facts["points"] + missing,
        rolls_due=facts["rolls-due"],
        because=because(book.catalogue, ruling.because),
    )


def worth_of(book: Book, team: state.Team, people: People) -> Because | None:
    """The edition's measure of a team, line by line; none in an edition that has none."""
    ruling = answered(book, answers_of(book).strength, OfTeam(team))
    return because(book.catalogue, ruling.because, people) if ruling else None


def tallies_of(book: Book) -> dict[str, str]:
    """The deeds that an edition counts, with the glossary's word or the edition's own."""
    table = book.catalogue.tables.get("spp-awards")
    named = table.named if table else {}
    known = {key: label for key, label in TALLIES.items() if key in named}
    return known | {key: row.name for key, row in named.items() if key not in known}


def facts_of(ruling: Allowed | None) -> dict[str, Any]:
    effects = ruling.effects if ruling else ()
    return {effect.what: effect.value for effect in effects if isinstance(effect, Fact)}


def _as_printed(book: Book, race: str, player: state.Player) -> Mapping[str, tuple[str, ...]]:
    printed = book.race(race).positions.get(player.position)
    given = printed.skills if printed else ()
    return {"given": given, "gained": player.skills, "lent": player.lent}


def _characteristics(
    book: Book, race: str, player: state.Player, profile: Allowed | None
) -> Iterator[Characteristic]:
    printed = book.race(race).positions.get(player.position)
    if printed is None:
        return
    now = facts_of(profile).get("characteristics", printed.profile)
    lines: dict[str, list[Line]] = {}
    for line in profile.because if profile else ():
        lines.setdefault(line.params["characteristic"], []).append(line)
    for name in book.catalogue.characteristics:
        born, net = printed.profile[name], player.net(name)
        way: Way = "better" if net > 0 else "worse" if net < 0 else ""
        yield Characteristic(
            key=name,
            now=now[name],
            born=born,
            said=book.catalogue.said(name, now[name]),
            born_said=book.catalogue.said(name, born),
            way=way if now[name] != born else "",
            because=because(book.catalogue, lines.get(name, ())),
        )
