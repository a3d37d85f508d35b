"""Finding anything in the rulebook: by name, by word, by price or by what a die shows."""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rules.catalogue import Catalogue, CatalogueItem, CatalogueRow, Table
from rules.engine.dice import dice
from rules.loading import OPEN_END, load
from rules.places import SHELVES, Place, anchor

LONGEST = 100
MOST_WORDS = 8

# How well a word fits; lower is better.
NAME, NAME_BEGINS, FIGURE, BAND, AROUND, AROUND_BEGINS, SAID, SAID_BEGINS = range(8)


@dataclass(frozen=True, slots=True)
class Span:
    """The results that lead to a row; of dice, only those that they can show."""

    low: int
    high: int
    possible: frozenset[int] | None = None

    def covers(self, number: int) -> bool:
        inside = self.low <= number <= self.high
        return inside and (self.possible is None or number in self.possible)

    @property
    def width(self) -> int:
        return self.high - self.low

    @property
    def said(self) -> str:
        """As it is written: 57, 2–7, 25+, or ≤ 19 for everything up to it."""
        if self.low == self.high:
            return str(self.low)
        if self.high >= OPEN_END:
            return f"{self.low}+"
        if self.low <= -OPEN_END:
            return f"≤ {self.high}"
        return f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be found. `within` is what it belongs to: a table, a deck, a race."""

    kind: str
    place: Place
    name: str
    summary: str
    within: str = ""
    also: tuple[str, ...] = ()
    figures: frozenset[int] = frozenset()
    price: int = 0
    span: Span | None = None
    dice: str = ""
    is_gold: bool = False

    @property
    def is_numbered(self) -> bool:
        """Whether what leads here is worth showing; a band of gold has it in its name."""
        return self.span is not None and not self.is_gold


# --- what a text is looked up by

_IN_NUMBERS = re.compile(r"(?<=\d)[,.\u202f\u00a0'’](?=\d{3})")
# Apostrophes, and accents once they stand apart from their letters.
_UNREAD = re.compile(r"['’`\u0300-\u036f]")
_WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> list[str]:
    """A text as lower-case words without accents, apostrophes and commas in numbers."""
    plain = text.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain).casefold()
    plain = _IN_NUMBERS.sub("", plain)
    return [_stem(word) for word in _WORD.findall(_UNREAD.sub("", plain))]


def _stem(word: str) -> str:
    """One form for claw and claws; not for what merely ends that way, such as pass."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "su" else word


def figure(word: str) -> int | None:
    """The number a word is, if it is one; 60k is 60000."""
    if match := re.fullmatch(r"(\d{1,9})(k?)", word):
        return int(match[1]) * (1000 if match[2] else 1)
    return None


# --- the index


@dataclass(frozen=True)
class Index:
    """Every item by its words and numbers, made once for a catalogue."""

    items: tuple[Item, ...]
    _by_word: Mapping[str, Mapping[int, int]] = field(repr=False)
    _words: tuple[str, ...] = field(repr=False)
    _by_figure: Mapping[int, frozenset[int]] = field(repr=False)
    _spans: tuple[tuple[int, Span], ...] = field(repr=False)
    _names: tuple[tuple[str, ...], ...] = field(repr=False)

    @classmethod
    def of(cls, items: Iterable[Item]) -> "Index":
        kept = tuple(items)
        by_word: dict[str, dict[int, int]] = defaultdict(dict)
        by_figure: dict[int, set[int]] = defaultdict(set)
        for number, item in enumerate(kept):
            # The best fit is written last.
            for fit, text in (
                (SAID, item.summary),
                (AROUND, f"{item.within} {item.place.key} {item.place.anchor} {item.dice}"),
                (NAME, " ".join((item.name, *item.also))),
            ):
                for word in words(text):
                    by_word[word][number] = fit
            for amount in {item.price, *item.figures} - {0}:
                by_figure[amount].add(number)
        return cls(
            items=kept,
            _by_word=dict(by_word),
            _words=tuple(sorted(by_word)),
            _by_figure={amount: frozenset(found) for amount, found in by_figure.items()},
            _spans=tuple((number, item.span) for number, item in enumerate(kept) if item.span),
            _names=tuple(
                tuple(" ".join(words(name)) for name in (item.name, *item.also)) for item in kept
            ),
        )

    def find(self, text: str) -> list[Item]:
        """What fits every word of the text, the best first."""
        wanted = list(dict.fromkeys(words(text[:LONGEST])))[:MOST_WORDS]
        if not wanted:
            return []
        fits = [self._fitting(word) for word in wanted]
        both = set(fits[0]).intersection(*fits[1:])
        whole = " ".join(words(text[:LONGEST]))
        ranked = sorted(
            (self._rank(number, whole, sum(fit[number] for fit in fits)), number) for number in both
        )
        return [self.items[number] for _rank, number in ranked]

    def _fitting(self, word: str) -> dict[int, int]:
        """Every item that a word fits, and how well."""
        amount = figure(word)
        if amount is not None:
            return self._fitting_number(word, amount)
        fits: dict[int, int] = {}
        for place in range(bisect_left(self._words, word), len(self._words)):
            longer = self._words[place]
            if not longer.startswith(word):
                break
            begins = longer != word
            for number, fit in self._by_word[longer].items():
                fits[number] = min(fits.get(number, SAID_BEGINS), fit + begins)
        return fits

    def _fitting_number(self, word: str, amount: int) -> dict[int, int]:
        """Rows that a result leads to, then prices, then bands, then the number in a sentence."""
        fits = dict(self._by_word.get(str(amount), {})) | dict(self._by_word.get(word, {}))
        fits = {number: fit for number, fit in fits.items() if fit != AROUND}
        for number, span in self._spans:
            if span.covers(amount):
                exact = span.width == 0
                fits[number] = min(fits.get(number, BAND), NAME_BEGINS if exact else BAND)
        for number in self._by_figure.get(amount, ()):
            fits[number] = min(fits.get(number, FIGURE), FIGURE)
        return fits

    def _rank(self, number: int, whole: str, fit: int) -> tuple[int, int, int, int, str]:
        item = self.items[number]
        likeness = 2
        for name in self._names[number]:
            if name.startswith(whole):
                likeness = min(likeness, int(name != whole))
        return (likeness, fit, item.span.width if item.span else 0, len(item.within), item.name)


@cache
def index_of(edition: str) -> Index:
    return Index.of(items_of(load(edition)))


# --- what there is to find


def items_of(catalogue: Catalogue) -> Iterator[Item]:
    yield from _races(catalogue)
    yield from _skills(catalogue)
    yield from _stars(catalogue)
    yield from _inducements(catalogue)
    for table in catalogue.tables.values():
        yield from _table(table, catalogue.traits.gold)
    for page, shelves in SHELVES.items():
        for shelf in shelves:
            for entry in catalogue.shelves.get(shelf, ()):
                yield from _entry(page, entry)


def _races(catalogue: Catalogue) -> Iterator[Item]:
    for race in catalogue.races.values():
        yield Item(
            kind="races",
            place=Place("races", race.key),
            name=race.name,
            summary=", ".join(position.name for position in race.positions.values()),
            also=race.also,
            price=race.reroll_cost,
        )
        for position in race.positions.values():
            yield Item(
                kind="positions",
                place=Place("races", race.key, position.key),
                name=position.name,
                summary=", ".join(catalogue.skills[key].name for key in position.skills),
                within=race.name,
                price=position.cost,
            )


def _skills(catalogue: Catalogue) -> Iterator[Item]:
    for skill in catalogue.skills.values():
        yield Item(
            kind="skills",
            place=Place("skills", skill.key),
            name=skill.name,
            summary=skill.summary,
            within=skill.category,
            also=skill.also,
        )


def _stars(catalogue: Catalogue) -> Iterator[Item]:
    for star in catalogue.stars.values():
        learnt = {key: catalogue.skills[key].name for each in star.members for key in each.skills}
        yield Item(
            kind="stars",
            place=Place("stars", anchor=star.key),
            name=star.name,
            summary=", ".join(learnt.values()),
            also=(*star.also, *(each.name for each in star.members if each.name != star.name)),
            price=star.cost,
        )


def _inducements(catalogue: Catalogue) -> Iterator[Item]:
    for each in catalogue.inducements.values():
        yield Item(
            kind="inducements",
            place=Place("inducements", anchor=each.key),
            name=each.name,
            summary=each.summary,
            also=each.also,
            figures=frozenset(each.cost_for.values()),
            price=each.cost,
        )
        yield from _rows("inducements", each.key, each.name, each.holds)


def _table(table: Table, smallest_price: int) -> Iterator[Item]:
    yield Item(
        kind="tables",
        place=Place("tables", anchor=table.key),
        name=table.title,
        summary=table.summary,
        dice=table.dice,
    )
    for row in table.rows:
        yield Item(
            kind="tables",
            place=Place("tables", anchor=anchor(table.key, row.low)),
            name=row.name,
            summary=row.holds.get("summary", ""),
            within=table.title,
            figures=_figures(row.holds),
            span=_row_span(table, row, smallest_price),
            dice=table.dice,
            is_gold=table.by == "gold",
        )


def _entry(page: str, entry: CatalogueItem, *above: CatalogueItem) -> Iterator[Item]:
    keys = [each.key for each in (*above, entry)]
    rolled = above[-1].holds.get("dice", "") if above else ""
    yield Item(
        kind=page,
        place=Place(page, anchor=anchor(*keys)),
        name=entry.name,
        summary=" ".join((entry.summary, *_sentences(entry.holds))),
        within=", ".join(each.name for each in above),
        also=tuple(entry.holds.get("also", ())),
        figures=_figures(entry.holds),
        price=entry.holds.get("cost", 0),
        span=_span(entry.holds["from"], entry.holds["to"], rolled)
        if rolled and "from" in entry.holds
        else None,
        dice=rolled or entry.holds.get("dice", ""),
    )
    within = ", ".join(each.name for each in (*above, entry))
    yield from _rows(page, anchor(*keys), within, entry.holds)
    for below in entry.entries:
        yield from _entry(page, below, *above, entry)


def _rows(page: str, above: str, within: str, holds: Mapping[str, Any]) -> Iterator[Item]:
    """The rows of a small table inside an entry."""
    for row in holds.get("row", ()):
        yield Item(
            kind=page,
            place=Place(page, anchor=anchor(above, row["from"])),
            name=row["name"],
            summary=row.get("summary", ""),
            within=within,
            span=_span(row["from"], row["to"], holds.get("dice", "")),
            dice=holds.get("dice", ""),
        )


def _row_span(table: Table, row: CatalogueRow, smallest_price: int) -> Span | None:
    if table.by == "list":
        return None
    if table.by == "roll":
        return _span(row.low, row.high, table.dice)
    # Nobody who types 57 means gold.
    return Span(max(row.low, smallest_price) if table.by == "gold" else row.low, row.high)


def _span(low: int, high: int, rolled: str) -> Span:
    if not rolled:
        return Span(low, high)
    results = dice(rolled).results()
    return Span(low, high, frozenset(r if isinstance(r, int) else sum(r) for r in results))


def _figures(holds: Mapping[str, Any]) -> frozenset[int]:
    """The amounts of an entry; where it stands in a list is none of them."""
    orders = ("from", "to", "line", "number", "printed_cards", "copies")
    return frozenset(
        value
        for name, value in holds.items()
        if type(value) is int and value and name not in orders
    )


def _sentences(holds: Mapping[str, Any]) -> Iterator[str]:
    """What an entry says besides its summary, such as a card's timing."""
    for value in holds.values():
        if isinstance(value, str) and " " in value:
            yield value
