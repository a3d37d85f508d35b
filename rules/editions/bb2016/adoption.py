"""Adopting a team that has played elsewhere: its opening entry, or everything wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.book import Book
from rules.bounds import within
from rules.editions.bb2016.belongings import belonging_effects, belonging_faults
from rules.editions.bb2016.draft import Draft, staff_faults
from rules.editions.bb2016.growth import improvement_lines, star_places
from rules.editions.bb2016.limits import open_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import STAFF, team_value
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
from rules.engine.growth import (
    rolls_due,
)
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Home, Player, Team
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
    sponsor: str = ""
    star: str = ""
    home: Home | None = None
    fund: int = within(0, MOST_GOLD)


@question("adoption", _("Whether a team that has played elsewhere may go on here as it stands."))
def adoption(book: Book, at: Adoption) -> Ruling:
    """The rules of the roster hold (577-625, 1100, 1149-1170), those of the draft's gold do not."""
    reasons = [
        *_team_faults(book, at),
        *_squad_faults(book, at),
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
    """The opening entry, whether the rules like it or not.

    Its amounts add up to Team Value for the next match.
    """
    effects = list(_effects(book, at))
    team = fold(Team(at.race), effects)
    lines = team_value(book, team)[1]
    return allowed(*effects, because=[*lines, *_notes(book, team)])


def player_of(book: Book, race: str, each: Adoptee, id_: str) -> Player:
    """The player under contract; what they have learnt is worth what the table says."""
    player = standing(each)
    cost = book.position(race, each.position).cost
    learnt = total(improvement_lines(book, race, player))
    return replace(player, id=id_, cost=cost, value_added=learnt)


def _effects(book: Book, at: Adoption) -> Iterator[e.Effect]:
    if at.treasury:
        yield e.Gold(at.treasury, "opening")
    for number, each in enumerate(at.players, start=1):
        yield e.Joined(player_of(book, at.race, each, f"{at.window}/{number}"))
    if at.rerolls:
        yield e.Rerolls(at.rerolls)
    if at.fan_factor:
        yield e.FanFactor(at.fan_factor)
    for what, count in at.staff.items():
        if count:
            yield e.Staff(what, count)
    yield from belonging_effects(
        book, Team(at.race), sponsor=at.sponsor, star=at.star, home=at.home, fund=at.fund
    )
    counts = {"played": decided(at.record), **at.record}
    if any(counts.values()):
        yield e.Recorded({what: count for what, count in counts.items() if count})


def _notes(book: Book, team: Team) -> Iterator[Line]:
    """What belongs to the opening and has no part in Team Value."""
    if team.treasury:
        yield Line("treasury", None, {"gold": team.treasury})
    for player in team.players.values():
        if player.misses_next:
            params = {"player": player.id, "value": player.value}
            yield Line("does-not-count-yet", None, params)
        if rolls := rolls_due(book, player):
            yield Line("rolls-open", None, {"player": player.id, "rolls": rolls})
    if team.record:
        yield Line("record", None, {"counts": team.record})


# --- what can be wrong


def _team_faults(book: Book, at: Adoption) -> Iterator[Reason]:
    counts = {
        "treasury": at.treasury,
        "rerolls": at.rerolls,
        "fan_factor": at.fan_factor,
        "fund": at.fund,
    }
    yield from negative_faults(**counts)
    yield from staff_strangers(at.staff, STAFF)
    for what, count in at.staff.items():
        yield from negative_faults(**{f"staff.{what}": count})
        yield from too_much(f"staff.{what}", count, MOST_OF_ANY)
    yield from too_much("treasury", at.treasury, MOST_GOLD)
    yield from too_much("rerolls", at.rerolls, MOST_OF_ANY)
    yield from too_much("fan_factor", at.fan_factor, MOST_FANS)
    race = book.catalogue.races.get(at.race)
    if race is None:
        yield Reason("no-such-race", "race", {"race": at.race}, integrity=True)
        return
    if (races := book.house["draft.races"]) and race.key not in races:
        yield Reason("race-not-allowed", "race", {"race": race.key})
    yield from staff_faults(book, race, Draft(race.key, rerolls=at.rerolls, staff=at.staff))
    yield from belonging_faults(
        book,
        Team(race.key),
        sponsor=at.sponsor,
        star=at.star,
        home=at.home,
        fund=at.fund,
    )


def _squad_faults(book: Book, at: Adoption) -> Iterator[Reason]:
    """Too many in all, or of a position; too few is what deaths may have left."""
    most = book.house["draft.players-at-most"]
    if (count := len(at.players) + star_places(book, Team(at.race, star=at.star))) > most:
        yield Reason("too-many-players", "players", {"count": count, "at_most": most})
    if race := book.catalogue.races.get(at.race):
        yield from place_faults(race, at.players)
