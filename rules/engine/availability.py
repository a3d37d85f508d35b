"""Who can play the next match: missed matches that are over, and journeymen who fill up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.book import Book
from rules.catalogue import Race
from rules.engine import effects as e
from rules.engine.asks import Offer, Step, shop
from rules.engine.faults import one_of_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team

Fixture = Literal["played", "walkover", "forfeit", "void", "bye"]


@dataclass(frozen=True, slots=True)
class MissedMatches:
    """A side after a match, or after a fixture that was not played; `sat_out` had to miss it."""

    team: Team
    sat_out: tuple[str, ...] = ()
    match: Fixture = "played"


@dataclass(frozen=True, slots=True)
class Journeymen:
    """A team before its next match. `window` names the moment, so that who joins has an id."""

    team: Team
    window: str


def matches_missed(book: Book, at: MissedMatches, faults: Sequence[Reason]) -> Ruling:
    """Who had to miss one may play again, if the league counts a fixture of this kind. `faults` are
    those of the team."""
    reasons = [*faults, *one_of_faults("match", at.match, get_args(Fixture))]
    reasons += [
        Reason("no-such-player", "sat_out", {"player": name}, integrity=True)
        for name in at.sat_out
        if name not in at.team.players
    ]
    if reasons:
        return refused(reasons)
    if at.match != "played" and not book.house[f"{at.match}.serves"]:
        return allowed(because=[Line("not-served", None, {"match": at.match})])
    back = [name for name in dict.fromkeys(at.sat_out) if at.team.players[name].misses_next]
    return allowed(
        *(e.MissesNext(name, misses=False) for name in back),
        because=[Line("match-missed", None, {"player": name}) for name in back],
    )


def missing_lines(book: Book, team: Team) -> list[Line]:
    """Eleven less whoever can play: the sum is how many journeymen may come."""
    return [
        Line("to-field", book.figure("journeymen", "field")),
        Line("able", -len(team.available)),
    ]


def filled_up(book: Book, at: Journeymen, lines: Sequence[Line]) -> Step:
    """Journeymen for nothing, as many as the lines add up to."""
    race = book.race(at.team.race)
    if (count := total(lines)) <= 0:
        return allowed(because=[Line("enough-to-field", 0)])
    offers = [Offer(key, 0, _room(race, at.team, key, count)) for key in race.journeymen]
    basket = yield from shop("journeymen", offers, purse=0, because=tuple(lines))
    wanted = [position for position in race.journeymen for _ in range(basket.get(position, 0))]
    if len(wanted) > count:
        params = {"count": len(wanted), "at_most": count}
        return refused([Reason("too-many-journeymen", "journeymen", params)])
    joined = (
        Player(f"{at.window}/journeyman/{n}", key, race.positions[key].cost, journeyman=True)
        for n, key in enumerate(wanted, start=1)
    )
    return allowed(*map(e.Joined, joined), because=lines)


def _room(race: Race, team: Team, position: str, count: int) -> int:
    """As many as are missing; what several positions may have together holds for them, too."""
    counts = Counter(player.position for player in team.available)
    left = (limit.max - limit.count(counts) for limit in race.limits_of(position))
    return max(0, min([count, *left]))
