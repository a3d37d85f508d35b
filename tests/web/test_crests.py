"""Crests: the same for the same team, always readable, never two drawings of one kit."""

import re
from itertools import permutations
from uuid import UUID

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from web import crests
from web.crests import KITS, PATTERNS, SHAPES, Crest

pytestmark = pytest.mark.pure


def test_kits_are_those_of_the_stylesheet():
    tokens = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    shirts = dict(re.findall(r'\[data-a="(\w+)"\] \{ --a:(#\w+);', tokens))
    trims = dict(re.findall(r'\[data-b="(\w+)"\] \{ --b:(#\w+);', tokens))
    assert shirts == trims
    assert {name: c if len(c) == 7 else "#ffffff" for name, c in shirts.items()} == KITS


def test_lettering_on_every_shirt_can_be_read():
    assert min(max(crests.contrast(k, "white"), crests.contrast(k, "black")) for k in KITS) > 5.3


def test_trim_is_kept_where_it_is_seen_and_replaced_where_it_is_not():
    for shirt, trim in permutations(KITS, 2):
        worn = crests.readable_trim(shirt, trim)
        assert crests.contrast(shirt, worn) >= 2.5
        assert (worn == trim) == (crests.contrast(shirt, trim) >= 2.5)
        assert worn in (trim, "white", "black")


def test_two_hundred_pairs_can_be_seen():
    seen = [pair for pair in permutations(KITS, 2) if crests.contrast(*pair) >= 2.5]
    assert len(seen) == 200


def test_contrast_runs_from_one_to_seventeen():
    assert crests.contrast("plum", "plum") == 1
    assert crests.contrast("white", "black") == pytest.approx(17.4, abs=0.01)


def test_lots_are_drawn_once_and_for_all():
    assert crests.lots(UUID(int=1)) == crests.lots(UUID(int=1)) == ("pennant", "halves")


def test_lots_reach_every_shape_with_every_pattern():
    assert {crests.lots(UUID(int=n)) for n in range(600)} == {
        (shape, pattern) for shape in SHAPES for pattern in PATTERNS
    }


def test_coach_may_choose_what_the_hash_chose():
    crest = Crest.of_team(1, name="Kettle Ten", shirt="sky", trim="white", shape="lozenge")
    assert crest.shape == "lozenge"
    assert crest.pattern == crests.lots(1)[1]
    assert crest.trim == "black"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Greywater Rovers", "GR"),
        ("Mudlarks", "M"),
        ("The Old Harbour Wall Eleven", "TOH"),
        ("Kettle & Anchor", "KA"),
        ("Östra 66", "Ö6"),
        ("  !", ""),
        ("Alte Gasse ßein", "AGS"),
    ],
)
def test_initials(name, letters):
    assert crests.initials(name) == letters


@given(st.text(max_size=80))
def test_initials_are_three_at_most_and_drawn_safely(name):
    crest = Crest.of_team(name, name=name, shirt="royal", trim="white")
    assert len(crest.initials) <= 3
    drawn = crests.draw(crest, size="l")
    assert drawn.count("<svg") == drawn.count("</svg>") == 1


def test_small_crest_has_no_letters():
    crest = Crest("royal", "white", "shield", "plain", "GR")
    assert "GR" not in crests.draw(crest)
    assert ">GR</text>" in crests.draw(crest, size="xl")
    assert 'class="b"' not in crests.draw(crest)
