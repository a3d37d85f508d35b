"""Adopting a team that has played elsewhere: its opening entry, or everything wrong with it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.book import Book
from rules.bounds import counts_within, within
from rules.catalogue import PositionLimit, Race
from rules.editions.bb2016.belongings import belonging_effects, belonging_faults
from rules.editions.bb2016.draft import Draft, staff_faults
from rules.editions.bb2016.growth import improvement_lines, star_places
from rules.editions.bb2016.limits import cap_faults, clash_faults, need_faults, open_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import STAFF, team_value
from rules.engine import effects as e
from rules.engine.faults import negative_faults
from rules.engine.fold import fold
from rules.engine.growth import (
    figure_faults,
    level,
    point_faults,
    points,
    position_faults,
    rolls_due,
    tally_faults,
)
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import exceeded, together_fault
from rules.engine.state import MOST_EXTRA, Home, Player, Team
from rules.knobs import _, named_twice

# More than this no roster shows, and no ledger needs to hold.
MOST_GOLD = 1_000_000_000
MOST_FANS = 999
MOST_OF_ANY = 99
RESULTS = ("won", "drawn", "lost")
COUNTED = ("played", *RESULTS, "touchdowns", "casualties", "friendlies")


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
            for reason in _adoptee_faults(book, at.race, each, f"players.{index}")
        ),
        *_record_faults(at.record),
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
    player = _standing(each)
    cost = book.position(race, each.position).cost
    learnt = total(improvement_lines(book, race, player))
    return replace(player, id=id_, cost=cost, value_added=learnt)


def _standing(each: Adoptee) -> Player:
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
    counts = {"played": _decided(at.record), **at.record}
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
    yield from staff_strangers(at.staff)
    for what, count in at.staff.items():
        yield from negative_faults(**{f"staff.{what}": count})
        yield from _too_much(f"staff.{what}", count, MOST_OF_ANY)
    yield from _too_much("treasury", at.treasury, MOST_GOLD)
    yield from _too_much("rerolls", at.rerolls, MOST_OF_ANY)
    yield from _too_much("fan_factor", at.fan_factor, MOST_FANS)
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


def _too_much(subject: str, count: int, most: int) -> Iterator[Reason]:
    if count > most:
        yield Reason("out-of-range", subject, {"at_least": 0, "at_most": most}, integrity=True)


def staff_strangers(staff: Mapping[str, int]) -> Iterator[Reason]:
    for what in staff:
        if what not in STAFF:
            yield Reason("no-such-staff", f"staff.{what}", {"job": what}, integrity=True)


def _squad_faults(book: Book, at: Adoption) -> Iterator[Reason]:
    """Too many in all, or of a position; too few is what deaths may have left."""
    most = book.house["draft.players-at-most"]
    if (count := len(at.players) + star_places(book, Team(at.race, star=at.star))) > most:
        yield Reason("too-many-players", "players", {"count": count, "at_most": most})
    if at.race not in book.catalogue.races:
        return
    for key, position in book.race(at.race).positions.items():
        rows = [index for index, each in enumerate(at.players) if each.position == key]
        if len(rows) > position.max:
            params = {"position": key, "count": len(rows), "at_most": position.max}
            first_too_many = f"players.{rows[position.max]}.position"
            yield Reason("too-many-of-position", first_too_many, params)
    for limit, counts, rows in _rows_together(book.race(at.race), at):
        yield together_fault(limit, counts, f"players.{rows[limit.max]}.position")


def _rows_together(
    race: Race, at: Adoption
) -> Iterator[tuple[PositionLimit, Mapping[str, int], list[int]]]:
    """Limits over several positions that are broken, with the rows of those who share them."""
    counts = Counter(each.position for each in at.players)
    for limit, _last in exceeded(race, counts):
        shares = [n for n, each in enumerate(at.players) if each.position in limit.positions]
        yield limit, counts, shares


def _adoptee_faults(book: Book, race: str, each: Adoptee, subject: str) -> Iterator[Reason]:
    player = _standing(each)
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
        yield from _learnt_faults(book, race, player, f"{subject}.skills")
        known = book.catalogue.characteristics
        yield from cap_faults(book, race, player, known, f"{subject}.")


def _earned_faults(book: Book, player: Player, subject: str) -> Iterator[Reason]:
    """More improvements than the points allow, where the points can be counted."""
    if list(point_faults(book, player.awards, player.extra)):
        return
    earned, made = points(book, player), player.improvements
    if made > (rolls := level(book, earned)["rolls"]):
        yield Reason("not-earned", subject, {"points": earned, "rolls": rolls, "made": made})


def _learnt_faults(book: Book, race: str, player: Player, subject: str) -> Iterator[Reason]:
    own = book.position(race, player.position).skills
    yield from clash_faults(book, (*own, *player.skills), subject)
    yield from need_faults(book, player.skills, (*own, *player.skills), subject)
    for skill in dict.fromkeys(player.skills):
        if skill in own:
            params = {"position": player.position, "skill": skill}
            yield Reason("has-skill-already", subject, params, integrity=True)
        elif skill in book.catalogue.skills:
            yield from open_faults(book, race, player, skill, subject)


def _decided(record: Mapping[str, int]) -> int:
    return sum(record.get(result, 0) for result in RESULTS)


def _record_faults(record: Mapping[str, int]) -> Iterator[Reason]:
    yield from tally_faults(record, COUNTED, "record")
    played = record.get("played", _decided(record))
    if played != _decided(record):
        params = {"played": played, "decided": _decided(record)}
        yield Reason("record-does-not-add-up", "record.played", params)
