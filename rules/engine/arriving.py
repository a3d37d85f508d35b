"""A player or a team that has played elsewhere: how they stand, and what cannot be."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.book import Book
from rules.bounds import counts_within, within
from rules.catalogue import Race
from rules.engine.faults import negative_faults
from rules.engine.growth import (
    figure_faults,
    level,
    point_faults,
    points,
    position_faults,
    tally_faults,
)
from rules.engine.limits import cap_faults, clash_faults, need_faults
from rules.engine.rulings import Reason
from rules.engine.squads import exceeded, together_fault
from rules.engine.state import MOST_EXTRA, Player
from rules.knobs import named_twice

# More than this no roster shows, and no ledger needs to hold.
MOST_GOLD = 1_000_000_000
MOST_FANS = 999
MOST_OF_ANY = 99
RESULTS = ("won", "drawn", "lost")
COUNTED = ("played", *RESULTS, "touchdowns", "casualties", "friendlies")

# Skills that no roll could give to a player of a list; the subject comes last.
OpenFaults = Callable[[Book, str, Player, str, str], Iterator[Reason]]


@dataclass(frozen=True, slots=True)
class Adoptee:
    """A player as they stand elsewhere.

    `skills` are those that they have gained, `extra` star player points that belong to no award.
    """

    position: str
    skills: tuple[str, ...] = ()
    raised: Mapping[str, int] = counts_within(0, 99)
    lowered: Mapping[str, int] = counts_within(0, 99)
    niggles: int = within(0, 99)
    misses_next: bool = False
    awards: Mapping[str, int] = counts_within(0, 9_999)
    extra: int = within(-MOST_EXTRA, MOST_EXTRA)
    seasons: int = within(0, 99)


def standing(each: Adoptee) -> Player:
    """Whatever about the player does not depend on the race."""
    return Player(
        id="",
        position=each.position,
        cost=0,
        skills=each.skills,
        raised=dict(each.raised),
        lowered=dict(each.lowered),
        niggles=each.niggles,
        misses_next=each.misses_next,
        awards=dict(each.awards),
        extra=each.extra,
        improvements=len(each.skills) + sum(times for times in each.raised.values() if times > 0),
        seasons=each.seasons,
    )


def too_much(subject: str, count: int, most: int) -> Iterator[Reason]:
    if count > most:
        yield Reason("out-of-range", subject, {"at_least": 0, "at_most": most}, integrity=True)


def staff_strangers(staff: Mapping[str, int], known: Collection[str]) -> Iterator[Reason]:
    for what in staff:
        if what not in known:
            yield Reason("no-such-staff", f"staff.{what}", {"job": what}, integrity=True)


def place_faults(race: Race, players: Sequence[Adoptee]) -> Iterator[Reason]:
    """Too many of a position, or of several together, at the first row that is too many."""
    for key, position in race.positions.items():
        rows = [index for index, each in enumerate(players) if each.position == key]
        if len(rows) > position.max:
            params = {"position": key, "count": len(rows), "at_most": position.max}
            yield Reason("too-many-of-position", _row(rows[position.max]), params)
    counts = Counter(each.position for each in players)
    for limit, _last in exceeded(race, counts):
        rows = [n for n, each in enumerate(players) if each.position in limit.positions]
        yield together_fault(limit, counts, _row(rows[limit.max]))


def _row(number: int) -> str:
    return f"players.{number}.position"


def adoptee_faults(
    book: Book, race: str, each: Adoptee, subject: str, open_faults: OpenFaults
) -> Iterator[Reason]:
    player = standing(each)
    yield from figure_faults(book, player, subject)
    yield from negative_faults(**{f"{subject}.seasons": each.seasons})
    if twice := named_twice(each.skills):
        yield Reason("named-twice", f"{subject}.skills", {"names": twice}, integrity=True)
    yield from _earned_faults(book, player, f"{subject}.skills")
    if race not in book.catalogue.races:
        return
    strangers = list(position_faults(book, race, each.position, f"{subject}.position"))
    yield from strangers
    if not strangers:
        yield from _learnt_faults(book, race, player, f"{subject}.skills", open_faults)
        known = book.catalogue.characteristics
        yield from cap_faults(book, race, player, known, f"{subject}.")


def _earned_faults(book: Book, player: Player, subject: str) -> Iterator[Reason]:
    """More improvements than the points allow, where the points can be counted."""
    if list(point_faults(book, player.awards, player.extra)):
        return
    earned, made = points(book, player), player.improvements
    if made > (rolls := level(book, earned)["rolls"]):
        yield Reason("not-earned", subject, {"points": earned, "rolls": rolls, "made": made})


def _learnt_faults(
    book: Book, race: str, player: Player, subject: str, open_faults: OpenFaults
) -> Iterator[Reason]:
    own = book.position(race, player.position).skills
    yield from clash_faults(book, (*own, *player.skills), subject)
    yield from need_faults(book, player.skills, (*own, *player.skills), subject)
    for skill in dict.fromkeys(player.skills):
        if skill in own:
            params = {"position": player.position, "skill": skill}
            yield Reason("has-skill-already", subject, params, integrity=True)
        elif skill in book.catalogue.skills:
            yield from open_faults(book, race, player, skill, subject)


def decided(record: Mapping[str, int]) -> int:
    return sum(record.get(result, 0) for result in RESULTS)


def record_faults(record: Mapping[str, int]) -> Iterator[Reason]:
    yield from tally_faults(record, COUNTED, "record")
    played = record.get("played", decided(record))
    if played != decided(record):
        params = {"played": played, "decided": decided(record)}
        yield Reason("record-does-not-add-up", "record.played", params)
