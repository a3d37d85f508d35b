"""Adopting a team that has played elsewhere: its opening entry, or everything wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.book import Book
from rules.editions.lrb4.draft import race_faults_of_league, size_faults, staff_faults
from rules.editions.lrb4.known import race_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.rating import rating_lines
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.arriving import (
    MOST_FANS,
    MOST_GOLD,
    MOST_OF_ANY,
    Adoptee,
    adoptee_faults,
    decided,
    place_faults,
    record_faults,
    staff_strangers,
    standing,
    too_much,
)
from rules.engine.faults import negative_faults
from rules.engine.fold import fold
from rules.engine.growth import rolls_due
from rules.engine.limits import open_faults
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Adoption:
    """A team as its old league leaves it. `window` names the occasion, so that players have ids.

    `record` is that of the season in which it joins; what was played is counted from won, drawn
    and lost if nobody says it.
    """

    race: str
    players: tuple[Adoptee, ...] = ()
    treasury: int = 0
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    record: Mapping[str, int] = field(default_factory=dict)
    window: str = "adoption"


@question("adoption", _("Whether a team that has played elsewhere may go on here as it stands."))
def adoption(book: Book, at: Adoption) -> Ruling:
    """The rules of the roster hold, those of the draft's gold do not; fans are never below one."""
    reasons = [
        *_team_faults(book, at),
        *size_faults(book, len(at.players), is_new=False),
        *(
            reason
            for index, each in enumerate(at.players)
            for reason in adoptee_faults(book, at.race, each, f"players.{index}", open_faults)
        ),
        *record_faults(at.record),
    ]
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    entry = opening(book, at)
    return refused(reasons, otherwise=entry) if reasons else entry


def opening(book: Book, at: Adoption) -> Allowed:
    """The opening entry, whether the rules like it or not; its amounts are the Team Rating."""
    effects = list(_effects(book, at))
    team = fold(Team(at.race), effects)
    return allowed(*effects, because=[*rating_lines(book, team), *_notes(book, team)])


def _effects(book: Book, at: Adoption) -> Iterator[e.Effect]:
    if at.treasury:
        yield e.Gold(at.treasury, "opening")
    for number, each in enumerate(at.players, start=1):
        cost = book.position(at.race, each.position).cost
        yield e.Joined(replace(standing(each), id=f"{at.window}/{number}", cost=cost))
    if at.rerolls:
        yield e.Rerolls(at.rerolls)
    if at.fan_factor:
        yield e.FanFactor(at.fan_factor)
    for job, count in at.staff.items():
        if count:
            yield e.Staff(job, count)
    counts = {"played": decided(at.record), **at.record}
    if any(counts.values()):
        yield e.Recorded({what: count for what, count in counts.items() if count})


def _notes(book: Book, team: Team) -> Iterator[Line]:
    """What belongs to the opening beside the rating."""
    for player in team.players.values():
        if rolls := rolls_due(book, player):
            yield Line("rolls-open", None, {"player": player.id, "rolls": rolls})
    if team.record:
        yield Line("record", None, {"counts": team.record})


def _team_faults(book: Book, at: Adoption) -> Iterator[Reason]:
    yield from negative_faults(treasury=at.treasury, rerolls=at.rerolls, fan_factor=at.fan_factor)
    yield from staff_strangers(at.staff, STAFF)
    for job, count in at.staff.items():
        yield from negative_faults(**{f"staff.{job}": count})
        yield from too_much(f"staff.{job}", count, MOST_OF_ANY)
    yield from too_much("treasury", at.treasury, MOST_GOLD)
    yield from too_much("rerolls", at.rerolls, MOST_OF_ANY)
    yield from too_much("fan_factor", at.fan_factor, MOST_FANS)
    if 0 <= at.fan_factor < (fewest := book.figure("draft", "fan-factor-min")):
        params = {"count": at.fan_factor, "at_least": fewest}
        yield Reason("too-little-fan-factor", "fan_factor", params)
    if strangers := list(race_faults(book, at.race)):
        yield from strangers
        return
    race = book.race(at.race)
    yield from race_faults_of_league(book, race)
    yield from staff_faults(book, race, at.staff)
    yield from place_faults(race, at.players)
