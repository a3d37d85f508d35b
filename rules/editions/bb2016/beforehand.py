"""The pre-match, step by step: weather, stadium, referee, inducements, cards, coin, fans."""

from collections.abc import Generator
from typing import Any

from rules.book import Book
from rules.editions.bb2016.availability import journeymen, missing_lines
from rules.editions.bb2016.fans import FansAndFame, Following, fans_and_fame
from rules.editions.bb2016.inducements import (
    InducementOrder,
    double_hire,
    inducement_budget,
    inducement_order,
    inducements,
)
from rules.editions.bb2016.lineup import guests, playing_stars
from rules.editions.bb2016.market import Buying, room
from rules.editions.bb2016.plays import (
    Drawing,
    SpecialPlays,
    bought_plays,
    draft_of_plays,
    one_deck,
    points,
    round_robin,
    special_plays,
)
from rules.editions.bb2016.prematch import (
    Coin,
    MatchEvents,
    Referee,
    Stadium,
    Weather,
    coin,
    match_events,
    referee,
    stadium,
    weather,
)
from rules.editions.bb2016.value import team_value
from rules.engine import effects as e
from rules.engine.asks import Confirm, confirm, pick, together
from rules.engine.availability import Journeymen
from rules.engine.circumstances import InducementBudget, Purse
from rules.engine.match import SIDES, Match, Side, other
from rules.engine.rulings import total
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.engine.sides import COACH_OF
from rules.engine.state import Team
from rules.engine.wares import DoubleHire
from rules.knobs import _

Composing = Generator[Any, Any, None]

PROMO_TOUR = "benefits-of-training/promo-tour"

DRAWS = {
    "standard": special_plays,
    "points": points,
    "draft": draft_of_plays,
    "one-deck": one_deck,
    "round-robin": round_robin,
}


@step
def fill_up(doing: Doing) -> Composing:
    """Journeymen for whoever fell out since the last match."""
    yield from doing.ask(
        journeymen(doing.book, Journeymen(doing.team, f"{doing.match.id}/{doing.own_side}/before"))
    )


def _too_few(context: StepContext[Any]) -> bool:
    side = context.side
    return bool(side and total(missing_lines(context.book, context.match.teams[side])) > 0)


@step
def conditions(doing: Doing) -> Composing:
    """Weather, stadium and referee, and what both teams are worth today."""
    book, teams = doing.book, doing.match.teams
    for side in SIDES:
        doing.add(e.Fact("team-value", team_value(book, teams[side])[0]), side=side)
    yield from doing.ask(weather(book, Weather()))
    if book.house["stadiums"]:
        homes = Stadium(teams["home"].home, teams["away"].home)
        yield from doing.ask(stadium(book, homes))
    if book.house["referees"]:
        yield from doing.ask(referee(book, Referee()))


@step
def inducement_gold(doing: Doing) -> Composing:
    """What each side has to spend, and who spends first."""
    match = doing.match
    value = {side: match.side_fact(side, "team-value", 0) for side in SIDES}
    purses = InducementBudget(
        Purse(value["home"], match.teams["home"].treasury),
        Purse(value["away"], match.teams["away"].treasury),
        at_home=match.fact("at-home", ""),
        stadium=match.fact("stadium", ""),
    )
    yield from doing.ask(inducement_budget(doing.book, purses))
    order = InducementOrder(value["home"], value["away"])
    yield from doing.ask(inducement_order(doing.book, order))


@step
def buying(doing: Doing) -> Composing:
    """One side's basket for the match."""
    match, side = doing.match, doing.own_side
    basket = Buying(
        doing.team,
        given=match.side_fact(side, "inducement-gold", 0),
        stadium=match.fact("stadium", ""),
        rostered_elsewhere=match.rostered_elsewhere,
    )
    yield from doing.ask(inducements(doing.book, basket))
    doing.add(e.Fact("has-bought", value=True))


def _may_buy(context: StepContext[Any]) -> bool:
    """The side that buys first, or the other once it has bought."""
    first = context.match.fact("buys-first")
    side = context.side
    return bool(side and (side == first or context.match.side_fact(other(side), "has-bought")))


@step
def cards_and_coin(doing: Doing) -> Composing:
    """Whoever both hired goes home; cards; the coin; then fans and FAME (1185-1189)."""
    match, book = doing.match, doing.book
    hired = DoubleHire(_hired(match, "home"), _hired(match, "away"))
    yield from doing.ask(double_hire(book, hired))
    drawing = SpecialPlays(_drawing(match, "home"), _drawing(match, "away"))
    if book.house["plays"]:
        yield from doing.ask(DRAWS[book.house["plays.variant"]](book, drawing))
    elif any(match.all_of(side, "special-plays-bought") for side in SIDES):
        yield from doing.ask(bought_plays(book, drawing))
    yield from doing.ask(coin(book, Coin()))
    touring = yield from _touring(doing)
    for side in touring:
        doing.add(e.Fact("promo-tour", value=True), side=side)
    crowd = FansAndFame(
        _following(match.teams["home"], promo_tour="home" in touring),
        _following(match.teams["away"], promo_tour="away" in touring),
        at_home=match.fact("at-home", ""),
        stadium=match.fact("stadium", ""),
    )
    yield from doing.ask(fans_and_fame(book, crowd))
    yield from _making_room(doing)


def _making_room(doing: Doing) -> Composing:
    """A rival who turns up takes somebody's place for the match where none is free (4629)."""
    for side in SIDES:
        match = doing.match
        stars = [doing.book.catalogue.stars[key] for key in playing_stars(match, side)]
        places = sum(len(star.members) for star in stars) + len(match.all_of(side, "mercenary"))
        if guests(match, side) and places > room(doing.book, match.teams[side]):
            able = [player.id for player in match.teams[side].available]
            key = f"fans-and-fame/{side}/sits-out"
            (out,) = yield from pick(key, able, who=COACH_OF[side])
            doing.add(e.Fact("sits-out", out), side=side)


def _following(team: Team, *, promo_tour: bool) -> Following:
    return Following(team.fan_factor, promo_tour=promo_tour, race=team.race)


def _touring(doing: Doing) -> Generator[Any, Any, list[Side]]:
    """Who plays Promo Tour before the fans are counted (2766); a hand tells nobody but its side."""
    if not doing.book.house["plays"]:
        return []
    key = "fans-and-fame/{}/promo-tour"
    if doing.book.house["plays.physical"]:
        plays = yield from together(
            *(Confirm(key.format(side), who=COACH_OF[side]) for side in SIDES)
        )
        return [side for side, does in zip(SIDES, plays, strict=True) if does]
    touring: list[Side] = []
    for side in SIDES:
        holds = PROMO_TOUR in doing.match.side_fact(side, "hand", ())
        about: dict[str, Any] = {"who": COACH_OF[side], "visible": "side"}
        if holds and (yield from confirm(key.format(side), **about)):
            touring.append(side)
    return touring


def _hired(match: Match, side: Side) -> tuple[str, ...]:
    return (*match.all_of(side, "hired-star"), *match.all_of(side, "hired-staff"))


def _drawing(match: Match, side: Side) -> Drawing:
    bought = {fact["deck"]: fact["count"] for fact in match.all_of(side, "special-plays-bought")}
    return Drawing(match.side_fact(side, "team-value", 0), bought)


@step
def surprise(doing: Doing) -> Composing:
    """The event that waits in one of this side's turns."""
    yield from doing.ask(match_events(doing.book, MatchEvents(doing.team.race)))


def _has_events(context: StepContext[Any]) -> bool:
    return bool(context.book.house["match-events"])


def _conditions_title(book: Book) -> str:
    stadiums, referees = book.house["stadiums"], book.house["referees"]
    if stadiums and referees:
        return _("Weather, stadium, referee")
    if stadiums:
        return _("Weather and stadium")
    return _("Weather and referee") if referees else _("Weather")


def _kick_off_title(book: Book) -> str:
    has_cards = book.house["plays"] or book.house["plays.lrb6"] != "off"
    return _("Cards, coin and fans") if has_cards else _("Coin and fans")


PRE_MATCH = (
    SequenceStep("journeymen", _("Journeymen"), fill_up, applies=_too_few),
    SequenceStep(
        "conditions",
        _("Weather, stadium, referee"),
        conditions,
        joint=True,
        titled=_conditions_title,
    ),
    SequenceStep("inducement-gold", _("Gold for inducements"), inducement_gold, joint=True),
    SequenceStep("inducements", _("Inducements"), buying, ready=_may_buy),
    SequenceStep(
        "kick-off",
        _("Cards, coin and fans"),
        cards_and_coin,
        joint=True,
        titled=_kick_off_title,
    ),
    SequenceStep("match-events", _("Match events"), surprise, applies=_has_events),
)
