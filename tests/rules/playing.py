"""Playing a match in plain values with an answerer, by the loop that the product drives steps by
(`rules/engine/replaying.py`), and telling two plays of it apart."""

from dataclasses import dataclass

from rules.engine.drive import Asks, Driving
from rules.engine.fold import Impossible
from rules.engine.match import SIDES, Side, settle
from rules.engine.replaying import Unfit, follow_player, follow_recorded
from rules.engine.rulings import Allowed, Refused, refused
from rules.engine.sequence import StepContext


@dataclass(frozen=True, slots=True)
class Done:
    """One step that is over: where, and what it was allowed."""

    place: str
    side: Side | None
    ruling: Allowed


class StepRefused(Exception):
    """A step that cannot go on with these answers."""

    def __init__(self, place, refused):
        super().__init__(f"{place}: {[reason.code for reason in refused.reasons]}")
        self.place, self.refused = place, refused


def play_through(book, steps, match, answers, answer, *, elsewhere=None):
    """The match after all steps that apply. What is not answered yet is asked, and recorded in
    `answers` by place and by the ask's key; what was answered `elsewhere` may follow its player."""
    done = []
    for step in steps:
        for side in _in_turn(book, step, match):
            context = StepContext(book, match, side)
            if not step.applies(context):
                continue
            place = f"{step.key}/{side or 'joint'}"
            given = answers.setdefault(place, {})
            about = {"place": place, "elsewhere": elsewhere or {}}
            ruling = _finish(step, context, given, answer, **about)
            match = settle(match, ruling.effects, side=side)
            done.append(Done(place, side, ruling))
    return match, done


def _in_turn(book, step, match):
    """A joint step once; otherwise each side, the one that need not wait first."""
    if step.joint:
        return [None]
    return sorted(SIDES, key=lambda side: not step.ready(StepContext(book, match, side)))


def _finish(step, context, given, answer, *, place, elsewhere):
    """What was said of a refused step stays in `given`, so that something of it can be changed."""

    def supply(driven):
        asks = driven.outcome.open if isinstance(driven.outcome, Asks) else ()
        fresh = follow_player(driven, elsewhere)
        fresh = fresh or {ask.key: answer(ask, context) for ask in asks}
        given.update(fresh)
        return fresh

    try:
        driven, _ = follow_recorded(Driving(step.run, context), given, supply=supply)
    except Unfit as unfit:
        raise StepRefused(place, Refused(unfit.reasons)) from unfit
    if isinstance(driven.outcome, Refused):
        raise StepRefused(place, driven.outcome)
    return driven.outcome


def told_in(answers):
    """What was answered in several matches, by the keys of its asks."""
    places = [given for of_match in answers.values() for given in of_match.values()]
    return {key: value for given in places for key, value in given.items()}


def as_it_was(match, done):
    """The kick-off is a wall: what was fielded and bought is fact, whatever changed before it.

    Raises StepRefused at the place of what can no longer be: gold spent that was never won.
    """
    for each in done:
        try:
            match = settle(match, each.ruling.effects, side=each.side)
        except Impossible as impossible:
            raise StepRefused(each.place, refused([impossible.reason])) from impossible
    return match


def changed(before, after):
    """The steps whose effects differ between two plays: place, what was, what is."""
    old = {done.place: done.ruling.effects for done in before}
    new = {done.place: done.ruling.effects for done in after}
    return [
        (place, old.get(place), new.get(place))
        for place in dict.fromkeys([*old, *new])
        if old.get(place) != new.get(place)
    ]
