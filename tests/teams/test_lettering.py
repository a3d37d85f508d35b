"""Letters on paper: every one in a font that has it, in the order in which it is seen."""

import unicodedata

import pytest

from teams.lettering import (
    BOLD,
    HAN_AND_KANA,
    HANGUL,
    PLAIN,
    drawn_order,
    font_for,
    marked_up,
    shaped,
)

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    "text",
    ["Łąka", "Žluťoučký", "Đặng", "Αλέξανδρος", "Александр", "Հայկ", "ნინო", "דוד", "☠ 😀 − –"],
)
def test_most_letters_are_in_the_font_that_is_sent_along(text):
    assert {font_for(letter, font) for letter in text for font in (PLAIN, BOLD)} <= {PLAIN, BOLD}


def test_letters_of_the_east_are_left_to_the_readers_fonts():
    assert {font_for(letter, PLAIN) for letter in "田中さくらカ"} == {HAN_AND_KANA}
    assert {font_for(letter, PLAIN) for letter in "김민수"} == {HANGUL}


def test_a_letter_that_nobody_has_becomes_a_box():
    assert font_for("\N{DEVANAGARI LETTER A}", PLAIN) == ""
    assert "□" in marked_up("\N{DEVANAGARI LETTER A}")


def test_marks_of_the_paragraphs_language_are_only_letters():
    assert "&lt;b&gt;&amp;" in marked_up("<b>&")


def test_plain_text_is_drawn_as_it_is_written():
    assert drawn_order("Griff Oberwald, 12") == "Griff Oberwald, 12"


def test_hebrew_is_drawn_from_the_right_with_its_numbers_as_they_are():
    assert drawn_order("אבג 12") == "12 גבא"
    assert drawn_order("אב גד") == "דג בא"


def test_a_right_to_left_word_within_a_line_turns_by_itself():
    assert drawn_order("Max אבג Moritz") == "Max גבא Moritz"


def test_arabic_letters_join():
    names = [unicodedata.name(letter) for letter in shaped("علي")]
    assert names == [
        "ARABIC LETTER AIN INITIAL FORM",
        "ARABIC LETTER LAM MEDIAL FORM",
        "ARABIC LETTER YEH FINAL FORM",
    ]
    assert [unicodedata.name(letter) for letter in shaped("دار")] == [
        "ARABIC LETTER DAL ISOLATED FORM",
        "ARABIC LETTER ALEF ISOLATED FORM",
        "ARABIC LETTER REH ISOLATED FORM",
    ]


def test_lam_and_alef_become_one_sign():
    assert [unicodedata.name(letter) for letter in shaped("لا")] == [
        "ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM"
    ]
