"""The pre-match, step by step: hiring, weather and gate, handicap, niggles, the coin."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Literal

from rules.book import Book
from rules.editions.lrb4.freebooters import DoubleHire, Hiring, double_hire, freebooters
from rules.editions.lrb4.handicap import (
    CHAOS_CUP,
    HandicapRoll,
    Ratings,
    handicap,
    handicap_roll,
)
from rules.editions.lrb4.handicap_results import apply_result
from rules.editions.lrb4.lineup import thruds_following
from rules.editions.lrb4.prematch import Gate, Niggles, Weather, gate, niggled, niggles, weather
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.rating import team_rating
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.coin import toss
from rules.engine.match import SIDES, Match, Side, other
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.knobs import _

Composing = Generator[Any, Any, None]
PALMED = "palmed-coin"


def rating_of(match: Match, side: Side) -> int:
    """The rating with which the side came to the match, whatever it has hired since."""
    return int(match.side_fact(side, "team-rating", 0))


@step
def hiring(doing: Doing) -> Composing:
    """The rating as it stands, and then whoever is hired from the treasury (4238-4287)."""
    doing.add(e.Fact("team-rating", team_rating(doing.book, doing.team)))
    wish = Hiring(doing.team, elsewhere=doing.match.rostered_elsewhere)
    yield from doing.ask(freebooters(doing.book, wish))


@step
def conditions(doing: Doing) -> Composing:
    """Whoever both hired goes home; weather and gate."""
    book, match = doing.book, doing.match
    teams = match.teams
    both = DoubleHire(
        teams["home"].race,
        teams["away"].race,
        match.all_of("home", "hired-star"),
        match.all_of("away", "hired-star"),
    )
    yield from doing.ask(double_hire(book, both))
    yield from doing.ask(weather(book, Weather()))
    occasion = match.report
    following = {side: thruds_following(book, doing.match, side) for side in SIDES}
    fans = {side: teams[side].fan_factor + following[side] for side in SIDES}
    crowd = Gate(
        fans["home"],
        fans["away"],
        semi_final=occasion.semi_final,
        final=occasion.final,
        thrud=sum(map(bool, following.values())),
    )
    yield from doing.ask(gate(book, crowd))


# --- handicap


def holder_of(match: Match, trophy: str) -> Literal["", "home", "away"]:
    """The side that holds a trophy."""
    return next((side for side in SIDES if match.teams[side].marks.get(trophy)), "")


def _ratings(match: Match) -> Ratings:
    return Ratings(rating_of(match, "home"), rating_of(match, "away"), holder_of(match, CHAOS_CUP))


@step
def handicaps(doing: Doing) -> Composing:
    """One roll after the other, each applied at once; what is picked comes last (4320-4336)."""
    ratings = _ratings(doing.match)
    yield from doing.ask(handicap(doing.book, ratings))
    lower: Side = "away" if ratings.home > ratings.away else "home"
    for picked in (False, True):
        what = "handicap-picks" if picked else "handicap-rolls"
        for side in (lower, other(lower)):
            for _time in range(doing.match.side_fact(side, what, 0)):
                yield from _one(doing, side, picked=picked)


def _one(doing: Doing, side: Side, *, picked: bool) -> Composing:
    had = {each: doing.match.all_of(each, "handicap") for each in SIDES}
    taken = (*had["home"], *had["away"])
    roll = HandicapRoll(side, len(had[side]) + 1, taken, picked)
    ruling = yield from doing.ask(handicap_roll(doing.book, roll), side=side)
    result = next(str(each.value) for each in ruling.effects if isinstance(each, e.Fact))
    yield from apply_result(doing, side, result)


def _has_handicap(context: StepContext[Book]) -> bool:
    ruling = handicap(context.book, _ratings(context.match))
    return bool(getattr(ruling, "effects", ()))


# --- niggles and the coin


@step
def old_injuries(doing: Doing) -> Composing:
    out = tuple(doing.match.all_of(doing.own_side, "sits-out"))
    yield from doing.ask(niggles(doing.book, Niggles(doing.team, out)))


def _has_niggles(context: StepContext[Book]) -> bool:
    side = context.side
    return bool(
        side and niggled(context.match.teams[side], tuple(context.match.all_of(side, "sits-out")))
    )


@dataclass(frozen=True, slots=True)
class Coin:
    """The side that has seen to it that it wins, if any."""

    palmed_by: Literal["", "home", "away"] = ""


@question("coin", _("Who kicks off first."))
def coin(book: Book, at: Coin) -> Step:
    """Whoever wins the toss says who kicks, and a palmed coin wins it (353, 4419)."""
    return (yield from toss("coin", won_by=at.palmed_by or None))


@step
def kick_off(doing: Doing) -> Composing:
    palmed = next((s for s in SIDES if PALMED in doing.match.all_of(s, "handicap")), "")
    at: Literal["", "home", "away"] = palmed  # type: ignore[assignment]
    yield from doing.ask(coin(doing.book, Coin(at)))


PRE_MATCH = (
    SequenceStep("inducements", _("Freebooters, wizard, stars"), hiring),
    SequenceStep("conditions", _("Weather and gate"), conditions, joint=True),
    SequenceStep("handicap", _("Handicap"), handicaps, joint=True, applies=_has_handicap),
    SequenceStep("niggles", _("Niggling injuries"), old_injuries, applies=_has_niggles),
    SequenceStep("kick-off", _("The coin"), kick_off, joint=True),
)
