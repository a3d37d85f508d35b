"""Hooks: who is connected is called in order, and nothing that is declared goes unheard."""

import sys
from dataclasses import dataclass

import pytest

from acts.failures import Reason
from acts.hooks import Hook, Intention

pytestmark = pytest.mark.pure


@dataclass(frozen=True, slots=True)
class Counted(Hook[int]):
    start: int


@dataclass(frozen=True, slots=True)
class Leaving(Intention):
    who: str


@pytest.fixture(autouse=True)
def nobody_connected(monkeypatch):
    for hook in (Counted, Leaving):
        monkeypatch.setattr(hook, "receivers", [])


def next_one(asked):
    return asked.start + 1


def test_everybody_answers_once_in_the_order_of_connecting():
    Counted.connect(next_one)
    Counted.connect(lambda asked: asked.start + 2)
    Counted.connect(next_one)
    assert Counted(3).send() == [4, 5]


def test_an_intention_is_told_all_that_speaks_against_it():
    assert Leaving("Marta").why_not() == []
    Leaving.connect(lambda told: [Reason("a", told.who), Reason("b", told.who)])
    Leaving.connect(lambda told: [Reason("c", told.who)])
    assert [reason.code for reason in Leaving("Marta").why_not()] == ["a", "b", "c"]


def test_what_is_heard_of_one_is_not_heard_of_another():
    Counted.connect(next_one)
    assert Leaving("Marta").send() == []


def test_a_receiver_that_raises_stops_whoever_sends():
    Counted.connect(lambda asked: 1 // asked.start)
    with pytest.raises(ZeroDivisionError):
        Counted(0).send()


def declared(hook=Hook):
    for each in hook.__subclasses__():
        # A dataclass with slots leaves the class behind that it was made of.
        if vars(sys.modules[each.__module__]).get(each.__name__) is each:
            yield from (each, *declared(each))


def test_every_hook_of_the_product_is_heard_by_somebody():
    own = {each for each in declared() if not each.__module__.startswith(("tests.", "acts."))}
    assert len(own) > 10
    assert {each.__name__ for each in own if not each.receivers} == set()
