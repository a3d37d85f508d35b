"""Finding things in the rulebook."""

from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rules.loading import editions, load
from rules.places import Place
from rules.search import Index, Span, index_of, items_of, words

pytestmark = pytest.mark.pure

TOY = Path(__file__).parents[1] / "rules/toy/data"


def find(text, edition="bb2016"):
    return index_of(edition).find(text)


def named(text):
    return [item.name for item in find(text)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("broken ribs", Place("tables", anchor="casualty-41")),
        ("BROKEN RI", Place("tables", anchor="casualty-41")),
        ("57", Place("tables", anchor="casualty-57")),
        ("casualty 57", Place("tables", anchor="casualty-57")),
        ("Claw", Place("skills", "claws")),
        ("claws", Place("skills", "claws")),
        ("griff", Place("stars", anchor="griff-oberwald")),
        ("bo gallante", Place("stars", anchor="bo-gallante")),
        ("Lucien Swift", Place("stars", anchor="the-swift-twins")),
        ("human blitzer", Place("races", "human", "blitzer")),
        ("morg n thorg", Place("stars", anchor="morg-n-thorg")),
        ("elves high", Place("races", "high-elf")),
        ("get the ref", Place("kick-off", anchor="standard-get-the-ref")),
        ("friendly fans random", Place("cards", anchor="random-events-friendly-fans")),
    ],
)
def test_best_find(text, place):
    assert find(text)[0].place == place


def test_exact_name_stands_before_beginnings_before_words_before_sentences():
    names = named("block")
    assert names[0] == "Block"
    assert names.index("Blocker") < names.index("Pass Block") < names.index("Dump-Off")


@pytest.mark.parametrize("text", ["60000", "60,000", "60.000", "60k", "60K"])
def test_price_is_found_however_it_is_written(text):
    found = {item.name for item in find(text)}
    assert {"Barik Farblast", "Catcher", "Dark Elf"} <= found


def test_number_finds_every_row_that_covers_it():
    found = {(item.within, item.name) for item in find("7")}
    assert {
        ("Injury", "Stunned"),
        ("Kick-off", "Changing Weather"),
        ("Improvement", "New skill"),
    } <= found
    assert named("7")[0] == "Changing Weather"


def test_number_that_dice_cannot_show_finds_no_row_of_theirs():
    """There is no 19 on a D6 for the tens and a D8 for the ones."""
    assert "Badly Hurt" in named("18")
    assert "Badly Hurt" not in named("19")


def test_number_too_small_for_a_price_is_in_no_band_of_gold():
    assert not any(item.is_gold for item in find("57"))
    assert any(item.is_gold for item in find("150000"))


@pytest.mark.parametrize("text", ["", "  ", "\0", "<>&", "?!", "xyzzy", "x" * 10_000, "9" * 10_000])
def test_nonsense_finds_nothing(text):
    assert find(text) == []


@given(st.text(max_size=200))
def test_any_text_has_an_answer(text):
    assert all(item.name for item in find(text))


def test_every_word_must_fit():
    assert find("griff xyzzy") == []
    assert set(named("block dodge")) <= set(named("block")) & set(named("dodge"))


@pytest.mark.parametrize("edition", editions())
def test_everything_is_found_by_its_own_name(edition):
    index = index_of(edition)
    for item in index.items:
        assert item in index.find(item.name), item


def test_edition_without_shelves_is_searched_just_as_well():
    index = Index.of(items_of(load("toy", TOY)))
    assert index.find("shove")[0].place == Place("skills", "shove")
    assert index.find("16")[0].name == "Moved Away"


def test_words_are_plain():
    assert words("Morg ’n’ Thorg’s Gallanté 1,250,000 +1 ST") == [
        "morg",
        "n",
        "thorg",
        "gallante",
        "1250000",
        "1",
        "st",
    ]


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (Span(57, 57), "57"),
        (Span(2, 7), "2–7"),
        (Span(176, 999_999_999), "176+"),
        (Span(-999_999_999, 19), "≤ 19"),
    ],
)
def test_span_is_written_as_people_write_it(span, said):
    assert span.said == said
