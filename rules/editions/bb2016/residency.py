"""Making the stadium of a match a team's home."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2016.circumstances import stadium_faults, team_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Ask, Asking, Roll, Step, Who, confirm, each_ask, roll, together
from rules.engine.faults import Result, result_faults
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Line, Reason, allowed, refused, total
from rules.engine.sides import COACH_OF
from rules.engine.state import Home, Team
from rules.knobs import _, off

MIRRORED: Mapping[str, Result] = {"won": "lost", "drawn": "drawn", "lost": "won"}


@dataclass(frozen=True, slots=True)
class Residency:
    """The side that would like to stay, and the stadium of the match."""

    team: Team
    result: Result
    stadium: str
    name: str = ""
    taken: bool = False


@question("residency", _("Whether a stadium becomes a team's home, and at what price."))
def residency(book: Book, at: Residency) -> Step:
    """A D6 and what speaks for the team, before the winnings are rolled (1281-1299, 1742-1758).

    The fan factor is that before this match's roll.
    """
    if faults := [
        *result_faults(at.result),
        *_place_faults(book, at.stadium, taken=at.taken),
        *seeker_faults(book, at.team, Home(at.stadium, at.name), "team"),
    ]:
        return refused(faults)
    die: int = yield from roll("residency", book.catalogue.tables["residency"].dice)
    lines = _residency_lines(book, at.team, at.result, die)
    offer = book.catalogue.tables["residency-offer"].row(total(lines))
    home = Home(at.stadium, at.name)
    effects = yield from _answer_offer(
        book, at.team, home, offer, key="residency", who="side", because=tuple(lines)
    )
    return allowed(*effects, because=[*lines, _offer_line(offer, effects)])


@dataclass(frozen=True, slots=True)
class ContestedResidency:
    """Both sides would like to stay; the result is that of the home side."""

    home: Team
    away: Team
    result: Result
    stadium: str
    name: str = ""
    taken: bool = False


@question("residency-contested", _("Which of two teams is offered the stadium both want."))
def residency_contested(book: Book, at: ContestedResidency) -> Step:
    """Only the higher modified result is answered, a tie leaves both without (1759)."""
    if faults := [
        *result_faults(at.result),
        *_place_faults(book, at.stadium, taken=at.taken),
        *seeker_faults(book, at.home, Home(at.stadium, at.name), "home"),
        *seeker_faults(book, at.away, Home(at.stadium, at.name), "away"),
    ]:
        return refused(faults)
    spec = book.catalogue.tables["residency"].dice
    home_die, away_die = yield from together(
        *(Roll(f"residency-contested/{side}", dice=spec, who=COACH_OF[side]) for side in SIDES)
    )
    of_home = _residency_lines(book, at.home, at.result, home_die, side="home")
    of_away = _residency_lines(book, at.away, MIRRORED[at.result], away_die, side="away")
    lines = [*of_home, *of_away]
    if (ahead := total(of_home) - total(of_away)) == 0:
        return allowed(because=[*lines, Line("tied")])
    side: Side = "home" if ahead > 0 else "away"
    team, sum_ = (at.home, total(of_home)) if ahead > 0 else (at.away, total(of_away))
    offer = book.catalogue.tables["residency-offer"].row(sum_)
    effects = yield from _answer_offer(
        book,
        team,
        Home(at.stadium, at.name),
        offer,
        key=f"residency-contested/{side}",
        who=COACH_OF[side],
        because=tuple(lines),
    )
    return allowed(
        *(e.To(side, effect) for effect in effects),
        because=[*lines, _offer_line(offer, effects, side=side)],
    )


def _place_faults(book: Book, stadium: str, *, taken: bool) -> Iterator[Reason]:
    if not book.house["stadiums"]:
        yield off("stadiums")
        return
    if not stadium:
        yield Reason("stadium-without-attribute", "stadium")
    yield from stadium_faults(book, stadium)
    if taken:
        yield Reason("somebodys-home", "stadium")


def seeker_faults(book: Book, team: Team, wanted: Home, subject: str) -> Iterator[Reason]:
    """An owner may not ask; a resident must be able to give up their home (1757, 1771)."""
    yield from team_faults(book, team, subject)
    if not team.home:
        return
    price = book.figure("home-stadium", "cancel-cost")
    if team.home.owned:
        yield Reason("owns-a-stadium", f"{subject}.home")
    elif team.home.is_same(wanted):
        yield Reason("at-home-already", f"{subject}.home")
    elif team.treasury < price:
        short = price - team.treasury
        yield Reason("cannot-afford", f"{subject}.treasury", {"short": short}, integrity=True)


def _residency_lines(book: Book, team: Team, result: Result, die: int, **about: str) -> list[Line]:
    rows = book.catalogue.tables["residency"].named
    lines = [Line("die", die, about)]
    counted = {
        "win": result == "won",
        "loss": result == "lost",
        "major-sponsor": bool(team.sponsor) and book.house["sponsors"],
        **{
            key: team.fan_factor >= row["fan_factor"]
            for key, row in rows.items()
            if "fan_factor" in row.holds
        },
    }
    lines += [Line(key, rows[key]["value"], about) for key, counts in counted.items() if counts]
    return lines


def _answer_offer(
    book: Book,
    team: Team,
    home: Home,
    offer: CatalogueRow,
    *,
    key: str,
    who: Who,
    because: tuple[Line, ...],
) -> Generator[tuple[Ask, ...], tuple[Any, ...], list[e.Effect]]:
    """The new home, if there is an offer and the coach takes it.

    What costs neither winnings nor another home is theirs without a question.
    """
    if offer["price"] == "none":
        return []
    costs_winnings = offer["price"] == "all-winnings"
    if costs_winnings or team.home:
        means = {"yes": _price_of(book, team, offer), "no": Line("not-now")}
        if not (yield from confirm(f"{key}/accept", who=who, because=because, means=means)):
            return []
    effects: list[e.Effect] = []
    if team.home:
        effects += [
            e.Gold(-book.figure("home-stadium", "cancel-cost"), "home-given-up"),
            e.HomeStadium(None),
        ]
    if costs_winnings:
        effects.append(e.Fact("winnings-pledged", True))
    return [*effects, e.HomeStadium(home)]


def _price_of(book: Book, team: Team, offer: CatalogueRow) -> Line:
    leaving: dict[str, Any] = {}
    if team.home:
        leaving = {"leaving": book.figure("home-stadium", "cancel-cost"), "home": team.home.called}
    return Line("take-home", None, {"price": offer["price"], **leaving})


def with_winnings(asks: Asking, least: int, most: int) -> Asking:
    """The same asks; what all winnings come to, whoever asks about a whole match knows."""

    def told(ask: Ask) -> Ask:
        offer = ask.means.get("yes")
        if offer is None or offer.params.get("price") != "all-winnings":
            return ask
        sums = {**offer.params, "least": least, "most": most}
        return replace(ask, means={**ask.means, "yes": replace(offer, params=sums)})

    return each_ask(asks, told)


def _offer_line(offer: CatalogueRow, effects: Sequence[e.Effect], **about: str) -> Line:
    texts = {"offer": offer.name, "price": offer["price"], "taken": bool(effects)}
    return Line("residency-offer", None, {**texts, **about})
