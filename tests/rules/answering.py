"""Answering what a ruling or a step asks: anything for properties, plausibly for play."""

import random

from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.engine.asks import Choose, Confirm, Pick, Roll
from rules.engine.dice import dice
from rules.engine.drive import Asks
from tests.rules.builders import book


def ask(name, at, answers=None, **house):
    """One question under house rules given by their keys."""
    return question[name].ask(book(**house), at, answers or {})


def reasons(ruling):
    """What was refused, as pairs of code and subject."""
    return [(reason.code, reason.subject) for reason in ruling.reasons]


def lines(ruling, *, side=None):
    """The arithmetic as pairs of code and amount, without remarks."""
    return [
        (line.code, line.amount)
        for line in ruling.because
        if line.amount is not None and (side is None or line.params.get("side") == side)
    ]


def keys(asks):
    return [each.key for each in asks.open]


def answers_to(each):
    """Any answer that an ask takes."""
    if isinstance(each, Roll):
        return st.sampled_from(list(dice(each.dice).results()))
    if isinstance(each, Choose):
        return st.sampled_from(each.options)
    if isinstance(each, Confirm):
        return st.booleans()
    assert isinstance(each, Pick)
    return st.lists(
        st.sampled_from(each.candidates),
        min_size=each.at_least,
        max_size=each.at_most,
        unique=True,
    )


def play_out(data, name, at, **house):
    """Answers everything at random; gives the ruling and the answers that led to it."""
    answers = {}
    while isinstance(outcome := ask(name, at, answers, **house), Asks):
        for each in outcome.open:
            answers[each.key] = data.draw(answers_to(each), label=each.key)
    return outcome, answers


class Seeded:
    """Plausible answers from a seed; the same question of the same match gets the same answer."""

    def __init__(self, seed):
        self.seed = seed

    def __call__(self, ask, context):
        pen = random.Random(f"{self.seed}/{context.match.id}/{context.side}/{ask.key}")
        match ask:
            case Roll():
                return pen.choice(list(dice(ask.dice).results()))
            case Choose():
                return pen.choice(ask.options)
            case Confirm():
                return pen.random() < 0.5
            case Pick():
                return pen.sample(ask.candidates, ask.at_least)
        return self.basket(ask, pen)

    def basket(self, ask, pen):
        """Nothing, but journeymen as many as there may be."""
        if ask.key == "journeymen":
            return {ask.offers[0].key: ask.offers[0].at_most}
        return {}
