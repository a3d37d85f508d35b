"""Inducements: petty cash, who buys first, one basket a side, prayers, and hiring the same star."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2020 import market as m
from rules.editions.bb2020.market import Buying, market, withheld
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, roll, shop, together
from rules.engine.circumstances import InducementBudget
from rules.engine.faults import negative_faults, team_faults
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player
from rules.engine.wares import (
    Basket,
    DoubleHire,
    Wares,
    given_lines,
    gold_faults,
    group_faults,
    hired_by_both,
    mercenary_faults,
    new_skills,
    place_faults,
    present,
    price_lines,
    price_of,
    purse_faults,
    skill_asks,
)
from rules.knobs import _

ROOKIES = "riotous-rookies"


@question("inducement-budget", _("What gold each side has for inducements."))
def inducement_budget(book: Book, at: InducementBudget) -> Ruling:
    """The side of lower current value is given the difference, and what the other spends of its
    treasury besides; only the other side may spend any of its own. Level sides buy nothing."""
    if faults := list(purse_faults(at)):
        return refused(faults)
    difference = at.home.value - at.away.value
    rich: Side | None = None
    if difference:
        rich = "home" if difference > 0 else "away"
    lines = []
    effects: list[e.Effect] = []
    for side in SIDES:
        is_lower = rich is not None and side != rich
        given = abs(difference) if is_lower else 0
        if is_lower:
            lines.append(Line("underdog", given, {"side": side}))
        own = at.of(side).treasury if side == rich else 0
        effects.append(e.To(side, e.Fact("inducement-gold", given)))
        effects.append(e.To(side, e.Fact("inducement-treasury", own)))
    if rich is None:
        lines.append(Line("nobody-buys", 0))
    return allowed(*effects, e.Fact("buys-first", rich or "home"), because=lines)


@question("inducements", _("Whether a side may buy all this for the match, and who pays."))
def inducements(book: Book, at: Buying) -> Step:
    """One basket, every broken limit at once. Given gold is spent first; the lines add up to what
    leaves the treasury."""
    if faults := list(_buying_faults(book, at)):
        return refused(faults)
    wares = market(book, at)

    def broken(basket: Basket) -> list[Reason]:
        return [
            *_limit_faults(book, at, wares, basket),
            *gold_faults(price_of(wares, basket), at.given, at.of_treasury),
        ]

    basket = yield from shop(
        "inducements",
        [ware.offer for ware in wares.values()],
        purse=at.purse,
        withheld=withheld(book, at, wares),
        limits=broken,
    )
    if reasons := broken(basket):
        return refused(reasons)
    lines = bill(at, wares, basket)
    asks = list(skill_asks(book, book.race(at.team.race), basket, new_skills))
    skills = (yield from together(*asks)) if asks else ()
    chosen = {ask.key: str(skill) for ask, skill in zip(asks, skills, strict=True)}
    spent = total(lines)
    effects: list[e.Effect] = [e.Gold(spent, "inducements")] if spent else []
    left = at.given - min(at.given, price_of(wares, basket))
    effects += [
        *_present(wares, basket, chosen),
        e.Fact("treasury-spent", -spent),
        e.Fact("petty-cash-left", left),
    ]
    if basket.get(ROOKIES):
        effects += yield from _rookies(book, at, lines)
    return allowed(*effects, because=lines)


def bill(at: Buying, wares: Wares, basket: Basket) -> list[Line]:
    """Every price as gold going out, then what was given towards it."""
    return [*price_lines(wares, basket), *given_lines(price_of(wares, basket), at.given)]


def _rookies(book: Book, at: Buying, lines: list[Line]) -> Asking:
    """2D3 and one more linemen for the match, even beyond sixteen."""
    faces = yield from roll("inducements/riotous-rookies", "2D3")
    many = sum(faces) + 1
    lines.append(Line("rookies", None, {"faces": faces, "count": many}))
    position = book.race(at.team.race).journeymen[0]
    cost = book.position(at.team.race, position).cost
    return [
        e.Joined(Player(f"rookie/{len(at.team.players)}/{n}", position, cost, journeyman=True))
        for n in range(1, many + 1)
    ]


def _buying_faults(book: Book, at: Buying) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from negative_faults(given=at.given, of_treasury=at.of_treasury)
    if at.of_treasury > at.team.treasury:
        params = {"at_least": 0, "at_most": at.team.treasury}
        yield Reason("out-of-range", "of_treasury", params, integrity=True)
    if strangers := [s for s in at.rostered_elsewhere if s not in book.catalogue.stars]:
        yield Reason("no-such-star", "rostered_elsewhere", {"stars": strangers}, integrity=True)


def _limit_faults(book: Book, at: Buying, wares: Wares, basket: Basket) -> Iterator[Reason]:
    """Limits that several offers share: a group, a position, the places of the team."""
    yield from group_faults(wares, basket, lambda group: m.group_limit(book, at.team, group))
    yield from mercenary_faults(book.race(at.team.race), at.team, wares, basket)
    yield from place_faults(wares, basket, m.room(book, at.team))


def _present(wares: Wares, basket: Basket, skills: Mapping[str, str]) -> Iterator[e.Fact]:
    for key, count in basket.items():
        yield from present(key, wares[key], count, skills)


# --- prayers


@dataclass(frozen=True, slots=True)
class Prayers:
    """Gold of the difference that nobody spent."""

    left: int = 0


@question("prayers", _("Which prayers of a side Nuffle hears."))
def prayers(book: Book, at: Prayers) -> Step:
    """A D16 for every full 50,000 that is left; what came up already is thrown again."""
    if faults := list(negative_faults(left=at.left)):
        return refused(faults)
    each = book.figure("prayers", "each")
    table = book.catalogue.tables["prayer"]
    times = min(at.left // each, len(table.rows))
    lines = [Line("prayers", None, {"count": times, "each": each, "left": at.left})]
    heard: list[str] = []
    for number in range(1, times + 1):
        for time in itertools.count(1):
            again = f"/{time}" if time > 1 else ""
            die = yield from roll(f"prayers/{number}{again}", table.dice)
            row = table.row(die)
            if row["key"] not in heard:
                break
        heard.append(row["key"])
        lines.append(Line("prayer", None, {"die": die, "result": row.name}))
    return allowed(*(e.Fact("prayer", key) for key in heard), because=lines)


# --- both hired the same


@question("double-hire", _("Who does not play because both sides hired them."))
def double_hire(book: Book, at: DoubleHire) -> Ruling:
    """Both have paid, neither may use them."""
    known = {*book.catalogue.inducements, *book.catalogue.stars}
    return hired_by_both(at, known)
