"""A home of one's own: losing it, selling it, buying it, saving for it."""

from dataclasses import dataclass, replace

from rules.book import Book
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Meanings, Offer, Step, roll, shop
from rules.engine.dice import dice
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Home, Team
from rules.knobs import _, off


@dataclass(frozen=True, slots=True)
class OfHome:
    team: Team


def _home_faults(book: Book, team: Team, *, owned: bool | None = None) -> list[Reason]:
    if not book.house["stadiums"]:
        return [off("stadiums")]
    if team.home is None:
        return [Reason("no-home", "team.home", integrity=True)]
    if owned is not None and team.home.owned != owned:
        return [Reason("owned-already" if team.home.owned else "not-owned", "team.home")]
    return []


@question("residency-loss", _("Whether a team that lost at home keeps its residency."))
def residency_loss(book: Book, at: OfHome) -> Step:
    """D8 above the fan factor, or an 8, loses a home that is not owned (1346, 1764).

    Each 30,000 paid after the die is seen takes 1 off it; an 8 stays an 8.
    """
    if faults := _home_faults(book, at.team, owned=False):
        return refused(faults)
    always = book.figure("residency-loss", "always")
    price = book.figure("residency-loss", "point-cost")
    die: int = yield from roll("residency-loss", "D8")
    paid = 0
    if at.team.fan_factor < die < always and (can_pay := at.team.treasury // price):
        offers = [Offer("point", price, min(can_pay, die - at.team.fan_factor))]
        falls = {"fan_factor": at.team.fan_factor, "lost": True}
        known = (Line("die", die), Line("fan-factor", None, falls))
        basket = yield from shop(
            "residency-loss/points", offers, purse=at.team.treasury, because=known
        )
        paid = basket.get("point", 0)
    lost = die >= always or die - paid > at.team.fan_factor
    because = [
        Line("die", die),
        Line("paid-points", -paid, {"each": price}),
        Line("fan-factor", None, {"fan_factor": at.team.fan_factor, "lost": lost}),
    ]
    effects: list[e.Effect] = [e.Gold(-paid * price, "residency-loss")] if paid else []
    return allowed(*effects, *([e.HomeStadium(None)] if lost else []), because=because)


def selling(book: Book) -> Meanings:
    """What a sale brings, by the worst and the best of its dice."""
    sums = [
        (row["gold"] + len(sides) * row["per_point"], row["gold"] + sum(sides) * row["per_point"])
        for row in book.catalogue.tables["stadium-sale"].rows
        for sides in [dice(row["dice"]).sides if row["dice"] else ()]
    ]
    brings = {"least": min(low for low, _high in sums), "most": max(high for _low, high in sums)}
    return {"yes": Line("sell-stadium", None, brings), "no": Line("not-now")}


def buying_home(book: Book, team: Team) -> Meanings:
    """The price, and who pays what of it."""
    price = book.figure("ownership", "price")
    fund = min(team.fund, price)
    paid = {"gold": price, "fund": fund, "treasury": price - fund}
    return {"yes": Line("buy-stadium", -price, paid), "no": Line("not-now")}


@question("stadium-sale", _("What the sale of a stadium brings."))
def stadium_sale(book: Book, at: OfHome) -> Step:
    """The team stays on as its resident (1348-1356, 1780-1787)."""
    if faults := _home_faults(book, at.team, owned=True):
        return refused(faults)
    table = book.catalogue.tables["stadium-sale"]
    die: int = yield from roll("stadium-sale", table.dice)
    row = table.row(die)
    lines = [Line("die", None, {"die": die, "result": row.name}), Line("sale", row["gold"])]
    if row["dice"]:
        faces: list[int] = yield from roll("stadium-sale/gold", row["dice"])
        lines.append(Line("dice", sum(faces) * row["per_point"], {"faces": faces}))
    gold = sum(line.amount or 0 for line in lines)
    home = replace(_home_of(at.team), owned=False)
    return allowed(e.Gold(gold, "stadium-sale"), e.HomeStadium(home), because=lines)


@question("stadium-purchase", _("Whether a resident may buy the stadium, and who pays what."))
def stadium_purchase(book: Book, at: OfHome) -> Ruling:
    """250,000, from the fund first and then from the treasury (1377, 1766-1778)."""
    if faults := _home_faults(book, at.team, owned=False):
        return refused(faults)
    price = book.figure("ownership", "price")
    from_fund = min(at.team.fund, price)
    if (from_treasury := price - from_fund) > at.team.treasury:
        short = from_treasury - at.team.treasury
        return refused([Reason("cannot-afford", "treasury", {"short": short}, integrity=True)])
    effects: list[e.Effect] = [e.Fund(-from_fund)] if from_fund else []
    if from_treasury:
        effects.append(e.Gold(-from_treasury, "stadium-purchase"))
    home = replace(_home_of(at.team), owned=True)
    because = [Line("from-fund", -from_fund), Line("from-treasury", -from_treasury)]
    return allowed(*effects, e.HomeStadium(home), because=because)


@dataclass(frozen=True, slots=True)
class Saving:
    team: Team
    payments: int = 1


@question("stadium-fund", _("What a payment into the stadium fund leaves in it."))
def stadium_fund(book: Book, at: Saving) -> Ruling:
    """70,000 paid puts 50,000 into the fund, any number of times (1379, 1776)."""
    if not book.house["stadiums"]:
        return refused([off("stadiums")])
    if at.payments < 1:
        return refused([Reason("negative", "payments", integrity=True)])
    paid = at.payments * book.figure("stadium-fund", "payment")
    credit = at.payments * book.figure("stadium-fund", "credit")
    if paid > at.team.treasury:
        short = paid - at.team.treasury
        return refused([Reason("cannot-afford", "treasury", {"short": short}, integrity=True)])
    return allowed(
        e.Gold(-paid, "stadium-fund"),
        e.Fund(credit),
        because=[Line("paid", -paid), Line("credited", credit)],
    )


def _home_of(team: Team) -> Home:
    assert team.home is not None  # noqa: S101 (checked before anything was asked)
    return team.home
