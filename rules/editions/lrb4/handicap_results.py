"""What each result of the handicap table does, as far as a league manager can."""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from rules.book import Book
from rules.editions.lrb4.improvement import (
    Ageing,
    Improvement,
    ImprovementChoice,
    ageing,
    improvement,
    improvement_choice,
)
from rules.editions.lrb4.lineup import FIELD, thruds_following
from rules.engine import effects as e
from rules.engine.asks import choose, pick, roll
from rules.engine.growth import own_skills, points, rolls_due
from rules.engine.learning import learnable
from rules.engine.lineup import LineupPlayer
from rules.engine.match import Side, other
from rules.engine.rulings import Line, allowed
from rules.engine.sequence import Doing
from rules.engine.sides import COACH_OF

Composing = Generator[Any, Any, None]
Result = Callable[[Doing, Side], Composing]
EXTRA_TRAINING = "extra-training"


def apply_result(doing: Doing, side: Side, result: str) -> Composing:
    """What comes of a result at once; what only matters on the pitch is noted already."""
    if result in RESULTS:
        yield from RESULTS[result](doing, side)


def _key(side: Side, result: str, *more: str) -> str:
    return "/".join(("handicap", str(side), result, *more))


def _there(doing: Doing, side: Side) -> list[LineupPlayer]:
    """Everybody who plays for a side today, as far as it is known."""
    return [who for who in FIELD.lineup(doing.book, doing.match, side) if not who.absent]


def _own(doing: Doing, side: Side) -> list[str]:
    team = doing.match.teams[side]
    return [who.key for who in _there(doing, side) if who.key in team.players]


def _picked(key: str, side: Side, candidates: Sequence[str]) -> Generator[Any, Any, str]:
    """Whom a coach names."""
    return (yield from pick(key, candidates, who=COACH_OF[side]))[0]


def _for_the_match(
    doing: Doing,
    side: Side,
    player: str,
    *,
    skills: Sequence[str] = (),
    raises: Mapping[str, int] | None = None,
) -> Composing:
    given = {"player": player, "skills": [*skills], "raises": dict(raises or {})}
    about = {"player": player, "given": [*skills, *(f"+{name}" for name in raises or {})]}
    line = Line("for-the-match", None, about)
    yield from doing.ask(allowed(e.Fact("for-the-match", given), because=[line]), side=side)


def _noted(doing: Doing, side: Side, fact: e.Fact, line: Line) -> Composing:
    yield from doing.ask(allowed(fact, because=[line]), side=side)


def _intensive_training(doing: Doing, side: Side) -> Composing:
    """A skill as by the result of that name; with none left, as by a double (4045, 4378)."""
    key, team = _key(side, "intensive-training"), doing.match.teams[side]
    able = [id_ for id_ in _own(doing, side) if _skills_for(doing.book, doing, side, id_)]
    if not able:
        return
    player = yield from _picked(key, side, able)
    skills = _skills_for(doing.book, doing, side, player)
    about = {"player": player, "position": team.players[player].position}
    skill = yield from choose(
        f"{key}/{player}", *skills, who=COACH_OF[side], because=(Line("trains", None, about),)
    )
    yield from _for_the_match(doing, side, player, skills=[skill])


def _skills_for(book: Book, doing: Doing, side: Side, id_: str) -> list[str]:
    team = doing.match.teams[side]
    player = team.players[id_]
    position = book.position(team.race, player.position)
    known = own_skills(book, team.race, player)
    single = list(learnable(book, position, known, is_double=False))
    return single or list(learnable(book, position, known, is_double=True))


def _inspiration(doing: Doing, side: Side) -> Composing:
    """An award before the match, with its roll, its years and its choice at once (4384); a choice
    that was open before may wait."""
    own = _own(doing, side)
    if not own:
        return
    player = yield from _picked(_key(side, "inspiration"), side, own)
    each = doing.book.figure("spp-awards", "mvp")
    award = allowed(
        e.Earned(player, "mvp"),
        e.Fact("inspired", player),
        because=[Line("inspired", each, {"player": player})],
    )
    yield from doing.ask(award, side=side)
    waiting = doing.match.teams[side].players[player].owed
    yield from star_player_rolls(doing, side, player)
    for level in doing.match.teams[side].players[player].owed:
        if level in waiting:
            continue
        team = doing.match.teams[side]
        choice = ImprovementChoice(team, player, level)
        yield from doing.ask(improvement_choice(doing.book, choice), side=side)


def star_player_rolls(doing: Doing, side: Side, player: str) -> Composing:
    """Each level that somebody has reached: its roll, and then their age."""
    own = None if doing.side else side
    while rolls_due(doing.book, doing.match.teams[side].players[player]):
        team = doing.match.teams[side]
        yield from doing.ask(improvement(doing.book, Improvement(team, player)), side=own)
        team = doing.match.teams[side]
        level = str(team.players[player].improvements)
        yield from doing.ask(ageing(doing.book, Ageing(team, player, level)), side=own)


def _greatest(doing: Doing, side: Side) -> Composing:
    """The two opponents with the most points; of those who are level the roller says (4390)."""
    rival = other(side)
    team, here = doing.match.teams[rival], _own(doing, rival)
    ranked = {id_: points(doing.book, team.players[id_]) for id_ in here}
    if len(here) < 2:
        return
    second = sorted(ranked.values(), reverse=True)[1]
    sure = [id_ for id_ in here if ranked[id_] > second]
    level = [id_ for id_ in here if ranked[id_] == second]
    wanted = 2 - len(sure)
    if len(level) > wanted:
        key = _key(side, "i-am-the-greatest")
        level = yield from pick(key, level, at_least=wanted, at_most=wanted, who=COACH_OF[side])
    pair = [*sure, *level]
    line = Line("never-together", None, {"side": rival, "players": pair})
    yield from _noted(doing, rival, e.Fact("never-together", pair), line)


def _bad_press(doing: Doing, side: Side) -> Composing:
    """Half of all that the opponents have for the match, Thrud's following too (3584, 4396)."""
    rival = other(side)
    share = doing.book.figure("handicap-figures", "bad-press")
    now = doing.match.teams[rival].fan_factor + thruds_following(doing.book, doing.match, rival)
    line = Line("fans-for-the-match", None, {"side": rival, "was": now})
    yield from _noted(doing, rival, e.Fact("fans-for-the-match", -(-now // share)), line)


def _illegal_drugs(doing: Doing, side: Side) -> Composing:
    key = _key(side, "illegal-drugs")
    player = yield from _picked(key, side, [who.key for who in _there(doing, side)])
    name = yield from choose(f"{key}/raises", "st", "ag", who=COACH_OF[side])
    by = doing.book.figure("handicap-figures", "illegal-drugs")
    yield from _for_the_match(doing, side, player, raises={name: by})


def _morleys_revenge(doing: Doing, side: Side) -> Composing:
    rival, key = other(side), _key(side, "morleys-revenge")
    row = doing.book.catalogue.tables["handicap-figures"].named["morleys-revenge"]
    die = yield from roll(f"{key}/die", row["dice"], who=COACH_OF[side])
    there = [who.key for who in _there(doing, rival)]
    if not (count := min(die, len(there))):
        return
    drunk = yield from pick(
        f"{key}/drawn", there, at_least=count, at_most=count, who=COACH_OF[side]
    )
    line = Line("has-drunk", None, {"side": rival, "players": drunk})
    yield from _noted(doing, rival, e.Fact("has-drunk", drunk), line)


def _doom_and_gloom(doing: Doing, side: Side) -> Composing:
    """Half of what the opponents have by then, Extra Training included (4373, 4424)."""
    rival = other(side)
    now = doing.match.teams[rival].rerolls
    if EXTRA_TRAINING in doing.match.all_of(rival, "handicap"):
        now += doing.book.figure("handicap-figures", EXTRA_TRAINING)
    left = now // doing.book.figure("handicap-figures", "doom-and-gloom")
    line = Line("rerolls-in-the-first-half", None, {"side": rival, "was": now})
    yield from _noted(doing, rival, e.Fact("rerolls-in-the-first-half", left), line)


def _it_wasnt_me(doing: Doing, side: Side) -> Composing:
    rival, key = other(side), _key(side, "it-wasnt-me")
    there = [who.key for who in _there(doing, rival)]
    if there:
        (arrested,) = yield from pick(f"{key}/drawn", there, who=COACH_OF[side])
        line = Line("sits-out", None, {"side": rival, "player": arrested, "why": "arrested"})
        yield from _noted(doing, rival, e.Fact("sits-out", arrested), line)


def _talent(doing: Doing, side: Side) -> Composing:
    """Any position, beyond the limits of position and squad (4435)."""
    race = doing.book.race(doing.match.teams[side].race)
    key = _key(side, "that-boys-got-talent")
    position = yield from choose(key, *race.positions, who=COACH_OF[side])
    line = Line("talent", None, {"side": side, "position": position})
    yield from _noted(doing, side, e.Fact("talent", {"position": position}), line)


def _duh(doing: Doing, side: Side) -> Composing:
    """Nobody with Big Guy or Bone Head (4442)."""
    rival = other(side)
    able = [who.key for who in _there(doing, rival) if not {"big-guy", "bone-head"} & {*who.skills}]
    if able:
        player = yield from _picked(_key(side, "duh-where-am-i"), side, able)
        yield from _for_the_match(doing, rival, player, skills=["bone-head"])


def _virus(doing: Doing, side: Side) -> Composing:
    """Every opponent with a niggling injury, and no apothecary helps (4459, rulings)."""
    rival = other(side)
    team = doing.match.teams[rival]
    for id_ in _own(doing, rival):
        if team.players[id_].niggles:
            line = Line("sits-out", None, {"side": rival, "player": id_, "why": "virus"})
            yield from _noted(doing, rival, e.Fact("sits-out", id_), line)


def _gives(result: str, *skills: str) -> Result:
    """A player of the coach's choice has skills for the match."""

    def give(doing: Doing, side: Side) -> Composing:
        able = [who.key for who in _there(doing, side)]
        player = yield from _picked(_key(side, result), side, able)
        yield from _for_the_match(doing, side, player, skills=skills)

    return give


def _iron_man(doing: Doing, side: Side) -> Composing:
    able = [who.key for who in _there(doing, side)]
    player = yield from _picked(_key(side, "iron-man"), side, able)
    line = Line("never-hurt", None, {"side": side, "player": player})
    yield from _noted(doing, side, e.Fact("never-hurt", player), line)


RESULTS: Mapping[str, Result] = {
    "intensive-training": _intensive_training,
    "inspiration": _inspiration,
    "i-am-the-greatest": _greatest,
    "bad-press": _bad_press,
    "illegal-drugs": _illegal_drugs,
    "morleys-revenge": _morleys_revenge,
    "doom-and-gloom": _doom_and_gloom,
    "it-wasnt-me": _it_wasnt_me,
    "that-boys-got-talent": _talent,
    "duh-where-am-i": _duh,
    "knuckledusters": _gives("knuckledusters", "mighty-blow"),
    "virus": _virus,
    "iron-man": _iron_man,
    "buzzing": _gives("buzzing", "jump-up", "frenzy"),
}
