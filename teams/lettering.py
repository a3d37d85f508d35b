"""Letters on paper: which font has them, and the order and shapes that they are drawn in.

A browser does this by itself; a PDF is drawn letter by letter, from left to right.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
# Not in the file: readers bring these themselves.
HAN_AND_KANA, HANGUL = "HeiseiKakuGo-W5", "HYGothic-Medium"
BOX = "\N{WHITE SQUARE}"

RIGHT_TO_LEFT = frozenset({"R", "AL"})
LEFT_TO_RIGHT = frozenset({"L", "EN", "AN"})


@cache
def fonts() -> dict[str, frozenset[int]]:
    """Makes the fonts known, once a process; what each of ours has letters for."""
    pdfmetrics.registerFont(UnicodeCIDFont(HAN_AND_KANA))
    pdfmetrics.registerFont(UnicodeCIDFont(HANGUL))
    have = {}
    for name in (PLAIN, BOLD):
        font = TTFont(name, FONTS / f"{name}.ttf")
        pdfmetrics.registerFont(font)
        have[name] = frozenset(font.face.charToGlyph)
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return have


def marked_up(text: str, *, bold: bool = False) -> str:
    """Text for a paragraph: safe, in drawing order, every letter in a font that has it."""
    font = BOLD if bold else PLAIN
    runs = groupby(drawn_order(text), key=lambda letter: font_for(letter, font))
    return "".join(
        f'<font name="{name}">{escape("".join(letters))}</font>'
        if name
        else f'<font name="{font}">{BOX * len(list(letters))}</font>'
        for name, letters in runs
    )


def font_for(letter: str, ours: str) -> str:
    """The font that has a letter; none if nobody has."""
    if ord(letter) in fonts()[ours]:
        return ours
    name = unicodedata.name(letter, "")
    if name.startswith("HANGUL"):
        return HANGUL
    east = ("CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC", "FULLWIDTH")
    return HAN_AND_KANA if name.startswith(east) and ord(letter) < 0x10000 else ""


# --- right to left


def drawn_order(text: str) -> str:
    """A line's letters from left to right as they are seen: a short form of Unicode's rules."""
    ways = [unicodedata.bidirectional(letter) for letter in text]
    if not RIGHT_TO_LEFT.intersection(ways):
        return text
    begins_right = next(way in RIGHT_TO_LEFT for way in ways if way in RIGHT_TO_LEFT | {"L"})
    runs = [
        (is_right, shaped("".join(letters))[::-1] if is_right else "".join(letters))
        for is_right, letters in _runs(text, ways, begins_right=begins_right)
    ]
    return "".join(run for _, run in (reversed(runs) if begins_right else runs))


def _runs(text: str, ways: list[str], *, begins_right: bool) -> Iterator[tuple[bool, str]]:
    """Stretches of one direction. What has none goes with its neighbours if they agree."""
    strong = [
        True if way in RIGHT_TO_LEFT else False if way in LEFT_TO_RIGHT else None for way in ways
    ]
    settled = []
    for place, way in enumerate(strong):
        before = next((w for w in reversed(strong[:place]) if w is not None), begins_right)
        after = next((w for w in strong[place:] if w is not None), begins_right)
        settled.append(before if before == after else begins_right if way is None else way)
    for is_right, letters in groupby(zip(settled, text, strict=True), key=lambda pair: pair[0]):
        yield is_right, "".join(letter for _, letter in letters)


# --- letters that join


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """Arabic letters by how they stand: isolated, final, initial, medial. Unicode lists them."""
    found: dict[str, dict[str, str]] = {}
    for point in range(0xFE70, 0xFEFD):
        how, _, letters = unicodedata.decomposition(chr(point)).partition(" ")
        if letters:
            base = "".join(chr(int(code, 16)) for code in letters.split())
            found.setdefault(base, {})[how.strip("<>")] = chr(point)
    return found


def shaped(text: str) -> str:
    """Arabic letters in the shapes that they take beside each other."""
    letters = list(_pairs(text))
    sentences = []
    for place, letter in enumerate(letters):
        shapes = _shapes().get(letter)
        if shapes is None:
            sentences.append(letter)
            continue
        before = place > 0 and "initial" in _shapes().get(letters[place - 1], {})
        after = place + 1 < len(letters) and "final" in _shapes().get(letters[place + 1], {})
        before, after = before and "final" in shapes, after and "initial" in shapes
        how = ("medial" if after else "final") if before else ("initial" if after else "isolated")
        sentences.append(shapes.get(how, letter))
    return "".join(sentences)


def _pairs(text: str) -> Iterator[str]:
    """Letter by letter, lam and alef as the one sign that they become."""
    place = 0
    while place < len(text):
        two = text[place : place + 2]
        is_pair = len(two) == 2 and two in _shapes()
        yield two if is_pair else text[place]
        place += 2 if is_pair else 1
