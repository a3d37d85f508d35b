"""Matches that coaches arrange themselves."""

import pytest

from competition.scheduling.complaints import Unworkable
from competition.scheduling.open_play import (
    Acquaintance,
    Limits,
    acquaintance,
    against_arranging,
)
from competition.scheduling.rounds import Pairing

pytestmark = pytest.mark.pure

ARRANGED = [Pairing(1, 2), Pairing(3, 1), Pairing(2, 1), Pairing(1, 2), Pairing(3, 2)]


def codes(pairing, counted=ARRANGED, **limits):
    reasons = against_arranging(
        pairing, limits=Limits(**limits), teams={1, 2, 3, 4}, arranged=ARRANGED, counted=counted
    )
    return [reason.code for reason in reasons]


def test_without_limits_anybody_plays_anybody_any_number_of_times():
    assert codes(Pairing(1, 2)) == []


def test_every_limit_that_is_reached_is_named():
    assert codes(Pairing(1, 2), at_most=4, in_a_row=2) == [
        "plays-enough",
        "plays-enough",
        "too-often-in-a-row",
    ]


def test_a_limit_is_a_limit_only_when_it_is_reached():
    assert codes(Pairing(1, 3), at_most=5, in_a_row=1) == []
    assert codes(Pairing(4, 1), at_most=5, in_a_row=1) == []


def test_what_does_not_count_uses_nothing_up():
    assert codes(Pairing(1, 2), counted=ARRANGED[:1], at_most=4) == []


def test_nobody_plays_itself_or_somebody_from_elsewhere():
    assert codes(Pairing(1, 1)) == ["against-itself"]
    assert codes(Pairing(8, 9)) == ["not-in-the-stage", "not-in-the-stage"]


def test_in_a_row_is_how_it_looks_to_either_of_the_two():
    assert acquaintance(1, 2, ARRANGED) == Acquaintance(met=3, in_a_row=2)
    assert acquaintance(3, 2, ARRANGED) == Acquaintance(met=1, in_a_row=1)
    assert acquaintance(4, 2, ARRANGED) == Acquaintance(met=0, in_a_row=0)


def test_limits_below_one_are_refused():
    with pytest.raises(Unworkable) as refusal:
        Limits(at_most=0, in_a_row=0)
    assert [each.subject for each in refusal.value.reasons] == ["at_most", "in_a_row"]
