"""The example of every ruling can be asked, and is answered once its dice are thrown."""

import random

import pytest

from rules.asking import put
from rules.editions import edition
from rules.editions.bb2016.edition import EDITION as BB2016
from rules.editions.lrb4.edition import EDITION as LRB4
from rules.engine.drive import Asks
from rules.engine.rulings import Allowed
from rules.loading import editions
from tests.rules_api.guessing import Guess

pytestmark = pytest.mark.pure

EVERY = [(key, name) for key in editions() for name in edition(key).questions]


@pytest.mark.parametrize(("key", "name"), EVERY)
def test_the_example_is_answered(key, name):
    rules = edition(key)
    asked = rules.example(name)
    question = put(rules, rules.questions[name], asked["circumstances"], asked["house"])
    guess = Guess(random.Random(name), rules, wild=0)
    for _attempt in range(400):
        answers = {}
        while isinstance(outcome := question.follow(answers).outcome, Asks):
            for ask in outcome.open:
                answers[ask.key] = guess.answer(ask)
        if isinstance(outcome, Allowed):
            return
    pytest.fail(f"never allowed: {outcome}")


@pytest.mark.parametrize("rules", [BB2016, LRB4], ids=lambda rules: rules.key)
def test_there_is_none_for_a_ruling_that_does_not_exist(rules):
    assert rules.examples.circumstances.keys() == rules.questions.keys()
    assert rules.examples.house.keys() <= rules.questions.keys()
