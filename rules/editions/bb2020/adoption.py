"""Adopting a team that has played elsewhere: its opening entry, or everything wrong with it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.book import Book
from rules.bounds import counts_within, within
from rules.editions.bb2020.draft import support_faults
from rules.editions.bb2020.players import (
    company_faults,
    kind_of_skill,
    purse,
    raise_line,
    skill_line,
    skill_open_faults,
    span_faults,
)
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import MOST_GOLD, STAFF
from rules.editions.bb2020.value import current_value
from rules.engine import effects as e
from rules.engine.choosing import choice_faults, marks
from rules.engine.drafting import race_faults, size_faults
from rules.engine.faults import negative_faults
from rules.engine.fold import fold
from rules.engine.growth import figure_faults, point_faults, points, position_faults, tally_faults
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults as squad_faults
from rules.engine.state import MOST_EXTRA, Player, Team
from rules.knobs import _, named_twice

MOST_OF_ANY = 99
RESULTS = ("won", "drawn", "lost")
COUNTED = ("played", *RESULTS, "touchdowns", "casualties", "friendlies")


@dataclass(frozen=True, slots=True)
class Adoptee:
    """A player as they stand elsewhere.

    `skills` are those that they have gained, `by_chance` those of them that chance gave. Where
    deeds are told, what the advancements cost is taken from them unless `spent` says how much was;
    `extra` are points in hand that belong to no award.
    """

    position: str
    skills: tuple[str, ...] = ()
    by_chance: tuple[str, ...] = ()
    raised: Mapping[str, int] = counts_within(0, 99)
    lowered: Mapping[str, int] = counts_within(0, 99)
    niggles: int = within(0, 99)
    misses_next: bool = False
    retired: bool = False
    awards: Mapping[str, int] = counts_within(0, 9_999)
    extra: int = within(-MOST_EXTRA, MOST_EXTRA)
    spent: int = within(0, MOST_EXTRA)
    seasons: int = within(0, 99)


@dataclass(frozen=True, slots=True)
class Adoption:
    """A team as its old league leaves it. `window` names the occasion, so that players have ids.

    `record` is that of the season in which it joins; what was played is counted from won, drawn
    and lost if nobody says it. `rules` is what it has chosen, where its list has a choice.
    """

    race: str
    players: tuple[Adoptee, ...] = ()
    treasury: int = 0
    rerolls: int = 0
    fan_factor: int = 0
    staff: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    record: Mapping[str, int] = field(default_factory=dict)
    window: str = "adoption"


@question("adoption", _("Whether a team that has played elsewhere may go on here as it stands."))
def adoption(book: Book, at: Adoption) -> Ruling:
    """The rules of the roster hold, those of the draft's gold do not."""
    reasons = [
        *_team_faults(book, at),
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
    """The opening entry, whether the rules like it or not; its amounts add up to what the team is
    worth for its next match."""
    effects = list(_effects(book, at))
    team = fold(Team(at.race), effects)
    return allowed(*effects, because=[*current_value(book, team)[1], *_notes(team)])


def player_of(book: Book, race: str, each: Adoptee, id_: str) -> Player:
    """The player under contract; what they have learnt is worth what the table says."""
    player = _standing(each)
    learnt = total(
        [skill_line(book, race, player, s, by_chance=s in each.by_chance) for s in each.skills]
    )
    learnt += total([raise_line(book, name, times) for name, times in each.raised.items()])
    cost = book.position(race, each.position).cost
    spent = each.spent or _paid_for(book, race, each, player)
    return replace(player, id=id_, cost=cost, value_added=learnt, spent=spent)


def _paid_for(book: Book, race: str, each: Adoptee, player: Player) -> int:
    """What the advancements have cost at least, of points that deeds have earned."""
    if not any(each.awards.values()):
        return 0
    rows = book.catalogue.tables["advancement-cost"].rows
    kinds = [
        kind_of_skill(book, race, player, skill, by_chance=skill in each.by_chance)
        for skill in each.skills
    ]
    kinds += ["characteristic"] * sum(each.raised.values())
    price: int = sum(row[kind] for row, kind in zip(rows, kinds, strict=False))
    return max(0, min(price, points(book, player)))


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
        retired=each.retired,
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
    yield e.FanFactor(at.fan_factor or book.figure("draft", "fans-free"))
    for what, count in at.staff.items():
        if count:
            yield e.Staff(what, count)
    yield from marks(at.rules)
    counts = {"played": _decided(at.record), **at.record}
    if any(counts.values()):
        yield e.Recorded({what: count for what, count in counts.items() if count})


def _notes(team: Team) -> Iterator[Line]:
    """What belongs to the opening and has no part in what the team is worth."""
    if team.treasury:
        yield Line("treasury", None, {"gold": team.treasury})
    for player in team.players.values():
        if player.is_absent:
            params = {"player": player.id, "value": player.value}
            yield Line("retired-for-now" if player.retired else "does-not-count-yet", None, params)
    if team.record:
        yield Line("record", None, {"counts": team.record})


# --- what can be wrong


def _team_faults(book: Book, at: Adoption) -> Iterator[Reason]:
    most = {"treasury": MOST_GOLD, "rerolls": MOST_OF_ANY}
    most["fan_factor"] = book.figure("draft", "fans-max")
    for what, at_most in most.items():
        count = getattr(at, what)
        yield from negative_faults(**{what: count})
        if count > at_most:
            span = {"at_least": 0, "at_most": at_most}
            yield Reason("out-of-range", what, span, integrity=True)
    yield from staff_strangers(at.staff)
    race = book.catalogue.races.get(at.race)
    if race is None:
        yield Reason("no-such-race", "race", {"race": at.race}, integrity=True)
        return
    yield from race_faults(book, race)
    yield from support_faults(book, race, at.rerolls, at.staff)
    yield from choice_faults(race, at.rules)
    yield from size_faults(book, len(at.players), is_new=False)
    counts = Counter(each.position for each in at.players if each.position in race.positions)
    rows = [each.position for each in at.players]
    yield from squad_faults(race, counts, lambda key: f"players.{rows.index(key)}.position")


def staff_strangers(staff: Mapping[str, int]) -> Iterator[Reason]:
    for what, count in staff.items():
        if what not in STAFF:
            yield Reason("no-such-staff", f"staff.{what}", {"job": what}, integrity=True)
        elif not -MOST_OF_ANY <= count <= MOST_OF_ANY:
            span = {"at_least": 0, "at_most": MOST_OF_ANY}
            yield Reason("out-of-range", f"staff.{what}", span, integrity=True)


def _adoptee_faults(book: Book, race: str, each: Adoptee, subject: str) -> Iterator[Reason]:
    player = _standing(each)
    yield from figure_faults(book, player, subject)
    yield from negative_faults(**{f"{subject}.seasons": each.seasons})
    if twice := named_twice(each.skills):
        yield Reason("named-twice", f"{subject}.skills", {"names": twice}, integrity=True)
    most = len(book.catalogue.tables["advancement-cost"].rows)
    if player.improvements > most:
        params = {"count": player.improvements, "at_most": most}
        yield Reason("too-many-advancements", f"{subject}.skills", params)
    if not list(point_faults(book, each.awards, each.extra)):
        spent = replace(player, spent=each.spent)
        if purse(book, spent) < 0:
            sums = {"points": points(book, player), "spent": each.spent}
            yield Reason("spent-too-much", f"{subject}.spent", sums, integrity=True)
    if race not in book.catalogue.races:
        return
    strangers = list(position_faults(book, race, each.position, f"{subject}.position"))
    yield from strangers
    if not strangers:
        yield from _learnt_faults(book, race, player, f"{subject}.skills")
        yield from span_faults(book, race, player, f"{subject}.")


def _learnt_faults(book: Book, race: str, player: Player, subject: str) -> Iterator[Reason]:
    own = book.position(race, player.position).skills
    yield from company_faults(book, player.skills, (*own, *player.skills), subject)
    for skill in dict.fromkeys(player.skills):
        if skill in own:
            params = {"position": player.position, "skill": skill}
            yield Reason("has-skill-already", subject, params, integrity=True)
        elif skill in book.catalogue.skills:
            yield from skill_open_faults(book, race, player, skill, subject)


def _decided(record: Mapping[str, int]) -> int:
    return sum(record.get(result, 0) for result in RESULTS)


def _record_faults(record: Mapping[str, int]) -> Iterator[Reason]:
    yield from tally_faults(record, COUNTED, "record")
    played = record.get("played", _decided(record))
    if played != _decided(record):
        params = {"played": played, "decided": _decided(record)}
        yield Reason("record-does-not-add-up", "record.played", params)
