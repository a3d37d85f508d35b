"""Inducements: the gold for them, who buys first, what a side buys, and hiring the same star."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2016 import market as m
from rules.editions.bb2016.market import Buying, market
from rules.editions.bb2016.prematch import at_home_faults, stadium_effects, stadium_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.withheld import withheld
from rules.engine import effects as e
from rules.engine.asks import Step, choose, roll, shop, together
from rules.engine.circumstances import InducementBudget
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.sides import COACH_OF, roll_off
from rules.engine.wares import (
    Basket,
    DoubleHire,
    Wares,
    given_lines,
    gold_faults,
    group_faults,
    hired_by_both,
    mercenary_faults,
    place_faults,
    present,
    price_lines,
    price_of,
    purse_faults,
    skill_asks,
)
from rules.knobs import _


@question("inducement-budget", _("What gold each side has for inducements."))
def inducement_budget(book: Book, at: InducementBudget) -> Step:
    """The difference of the Team Values, the visitor's gold, a spectacle (1237-1239, 1722, 1762).

    A side's lines add up to the gold given to it, lost if unspent; its treasury stands apart.
    """
    if faults := list(_budget_faults(book, at)):
        return refused(faults)
    lines = []
    if difference := at.home.value - at.away.value:
        share = book.figure("inducement-gold", "difference")
        underdog = "away" if difference > 0 else "home"
        lines.append(Line("underdog", share * abs(difference), {"side": underdog}))
    if at.at_home:
        visitor = other(at.at_home)
        gold = book.figure("inducement-gold", "home-visitor")
        lines.append(Line("visitor", gold, {"side": visitor}))
    here = stadium_effects(book, at.stadium)
    if spec := here.get("inducement_dice"):
        faces = yield from roll("inducement-budget/spectacle", spec, who="either")
        gold = sum(faces) * here["inducement_per_point"]
        lines += [Line("spectacle", gold, {"side": side, "faces": faces}) for side in SIDES]
    effects = []
    for side in SIDES:
        given = total([line for line in lines if line.params["side"] == side])
        effects.append(e.To(side, e.Fact("inducement-gold", given)))
        effects.append(e.To(side, e.Fact("inducement-treasury", at.of(side).treasury)))
    return allowed(*effects, because=lines)


def _budget_faults(book: Book, at: InducementBudget) -> Iterator[Reason]:
    yield from purse_faults(at)
    yield from at_home_faults(book, at.at_home, at.stadium)


@dataclass(frozen=True, slots=True)
class InducementOrder:
    """The Team Values of both sides."""

    home: int
    away: int


@question("inducement-order", _("Who buys inducements first."))
def inducement_order(book: Book, at: InducementOrder) -> Step:
    """The side of higher Team Value; if equal, the winner of a roll-off says (1237, 5704)."""
    if faults := list(negative_faults(home=at.home, away=at.away)):
        return refused(faults)
    if at.home != at.away:
        first: Side = "home" if at.home > at.away else "away"
        line = Line("higher-value", None, {"side": first})
    else:
        winner = yield from roll_off("inducement-order")
        won = (Line("roll-off", None, {"side": winner}),)
        chosen = yield from choose(
            "inducement-order/first", *SIDES, who=COACH_OF[winner], because=won
        )
        first = "home" if chosen == "home" else "away"
        line = Line("roll-off", None, {"side": winner})
    return allowed(e.Fact("buys-first", first), because=[line])


@question("inducements", _("Whether a side may buy all this for the match, and who pays."))
def inducements(book: Book, at: Buying) -> Step:
    """One basket, every broken limit at once (1233-1255, 1413-1443, 1522, 1595-1598).

    Given gold is spent first; the lines add up to what leaves the treasury. What the team has for
    every match is there too, and counts against the limits.
    """
    if faults := list(_buying_faults(book, at)):
        return refused(faults)
    wares = market(book, at)
    purse = at.given + at.team.treasury

    def broken(basket: Basket) -> list[Reason]:
        return [*_limit_faults(book, at, wares, basket), *_gold_faults(book, at, wares, basket)]

    basket = yield from shop(
        "inducements",
        [ware.offer for ware in wares.values()],
        purse=purse,
        withheld=withheld(book, at, wares),
        limits=broken,
    )
    lines = bill(book, at, wares, basket)
    if reasons := broken(basket):
        return refused(reasons)
    asks = list(skill_asks(book, book.race(at.team.race), basket, m.mercenary_skills))
    skills = (yield from together(*asks)) if asks else ()
    chosen = {ask.key: str(skill) for ask, skill in zip(asks, skills, strict=True)}
    effects: list[e.Effect] = [e.Gold(spent, "inducements")] if (spent := total(lines)) else []
    lasting = m.lasting_wares(book, at.team)
    there = {key: ware.offer.at_most for key, ware in lasting.items()}
    there |= {key: count + there.get(key, 0) for key, count in basket.items()}
    return allowed(*effects, *_present({**lasting, **wares}, there, chosen), because=lines)


def _buying_faults(book: Book, at: Buying) -> Iterator[Reason]:
    if at.team.race not in book.catalogue.races:
        yield Reason("no-such-race", "team.race", {"race": at.team.race}, integrity=True)
    yield from negative_faults(given=at.given, team__treasury=at.team.treasury)
    yield from stadium_faults(book, at.stadium)
    named = {"rostered_elsewhere": at.rostered_elsewhere, "team.star": (at.team.star,)}
    for subject, stars in named.items():
        if strangers := [star for star in stars if star and star not in book.catalogue.stars]:
            yield Reason("no-such-star", subject, {"stars": strangers}, integrity=True)
    known = m.lasting_keys(book)
    for key, count in at.team.inducements.items():
        subject = f"team.inducements.{key}"
        if key not in known:
            yield Reason("no-such-inducement", subject, {"what": key}, integrity=True)
        elif count < 0:
            yield Reason("negative", subject, integrity=True)


def bill(book: Book, at: Buying, wares: Wares, basket: Basket) -> list[Line]:
    """Every price as gold going out, then what was given towards it."""
    lines = price_lines(wares, basket)
    cards, price = _prices(book, wares, basket)
    if cards:
        lines.append(Line("card-gold", cards, {"of": m.card_gold(book)}))
    return [*lines, *given_lines(price, at.given)]


def _prices(book: Book, wares: Wares, basket: Basket) -> tuple[int, int]:
    """What the gold for cards alone has to pay, and what the purse has to."""
    apart = bool(m.card_gold(book))
    cards = {k: n for k, n in basket.items() if apart and wares[k].group == m.OLD_CARDS}
    rest = {key: count for key, count in basket.items() if key not in cards}
    return price_of(wares, cards), price_of(wares, rest)


def _limit_faults(book: Book, at: Buying, wares: Wares, basket: Basket) -> Iterator[Reason]:
    """Limits that several offers share: a group, a position, the places of the team."""
    boundless = {m.OLD_CARDS} if m.card_gold(book) else set()
    yield from group_faults(
        wares, basket, lambda group: m.group_limit(book, at.team, group), boundless=boundless
    )
    yield from mercenary_faults(book.race(at.team.race), at.team, wares, basket)
    yield from place_faults(wares, basket, m.room(book, at.team))


def _gold_faults(book: Book, at: Buying, wares: Wares, basket: Basket) -> Iterator[Reason]:
    cards, price = _prices(book, wares, basket)
    if (over := cards - m.card_gold(book)) > 0:
        params = {"price": cards, "card_gold": m.card_gold(book), "short": over}
        yield Reason("cannot-afford", "card-gold", params, integrity=True)
    yield from gold_faults(price, at.given, at.team.treasury)


def _present(wares: Wares, basket: Basket, skills: Mapping[str, str]) -> Iterator[e.Fact]:
    """What the side has for this match; stars and famous helpers are named one by one."""
    for key, count in basket.items():
        ware = wares[key]
        if ware.group in (m.PLAYS, m.OLD_CARDS):
            bought = {"deck": ware.what, "count": count, "price": ware.offer.price}
            yield e.Fact("special-plays-bought", bought)
        else:
            yield from present(key, ware, count, skills)


@question("double-hire", _("Who does not play because both sides hired them."))
def double_hire(book: Book, at: DoubleHire) -> Ruling:
    """Both have paid, neither may use them (1425, 1443)."""
    staff = {key for key, each in book.catalogue.inducements.items() if each.staff}
    known = staff | set(book.catalogue.stars)
    return hired_by_both(at, known)
