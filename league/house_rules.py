"""House rules in words: every choice of a league beside what the book says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from acts.failures import Reason
from rules.book import Book
from rules.catalogue import Catalogue
from rules.house import House, Knobs
from rules.knobs import Choice, Knob, Several, Text, Worths
from rules.words import say

# The league's own words, which stand by themselves rather than in a list of choices.
WORDS = "words"


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of a league: its value and the book's, each also as it is said."""

    key: str
    label: str
    sentence: str
    value: Any
    book: Any
    said: str
    book_said: str

    @property
    def differs(self) -> bool:
        return bool(self.value != self.book)


@dataclass(frozen=True, slots=True)
class Change:
    """One choice as it was before and as it is after."""

    key: str
    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str
    choices: tuple[Chosen, ...]

    @property
    def differences(self) -> tuple[Chosen, ...]:
        return tuple(choice for choice in self.choices if choice.differs)


def chapters(book: Book) -> list[Chapter]:
    """Every choice that there is in the edition, chapter by chapter, without the words."""
    return [
        Chapter(chapter.key, gettext(chapter.title), tuple(_chosen(book, k) for k in chapter.knobs))
        for chapter in book.house.knobs.chapters
        if chapter.knobs and chapter.key != WORDS
    ]


def why_idle(house: House) -> list[Reason]:
    """Every choice that can do nothing, each with what it rests on."""
    reasons = [_at_rest(house, knob) for knob in house.idle()]
    return [
        *reasons,
        *(_option_at_rest(house, knob, option) for knob, option in house.idle_options()),
    ]


def _at_rest(house: House, knob: Knob) -> Reason:
    return Reason("does_nothing", rests_said(house.knobs, knob), knob.key)


def _option_at_rest(house: House, knob: Several, option: str) -> Reason:
    params = {
        "option": gettext(knob.options[option]),
        "others": option_rests_said(house.knobs, knob, option),
    }
    sentence = gettext("“%(option)s” only does something with %(others)s.") % params
    return Reason("does_nothing", sentence, knob.key, {"option": option})


def rests_said(knobs: Knobs, knob: Knob) -> str:
    """What has to be so for a knob to do anything; nothing where it rests on nothing."""
    without = {key for key, values in knob.needs.items() if values == (False,)}
    needed = _needed(knobs, {key: on for key, on in knob.needs.items() if key not in without})
    wanted = [gettext(" or ").join(_needed(knobs, knob.rests_on)), *needed]
    barred = (gettext(knobs[key].label) for key in sorted(without & knobs.keys()))
    return " ".join(
        [
            *(gettext("Only does something with %(others)s.") % {"others": w} for w in wanted if w),
            *(gettext("Does nothing with “%(other)s”.") % {"other": b} for b in barred),
        ]
    )


def option_rests_said(knobs: Knobs, knob: Several, option: str) -> str:
    """What has to be so for one of a knob's options to do anything."""
    return gettext(" and ").join(_needed(knobs, knob.options_need.get(option, {})))


def _needed(knobs: Knobs, values: Mapping[str, tuple[Any, ...]]) -> Iterator[str]:
    """Knobs by name, of a choice with the options that are wanted."""
    for key, wanted in values.items():
        if (other := knobs.heard_of(key)) is None:
            continue
        if isinstance(other, Choice):
            options = gettext(" or ").join(gettext(other.options[value]) for value in wanted)
            yield f"“{gettext(other.label)}: {options}”"
        else:
            yield f"“{gettext(other.label)}”"


def idle_now(house: House) -> list[Reason]:
    """Every choice of the edition that would do nothing if it were turned now, and why; of one
    that does something, every option."""
    reasons = []
    for knob in house.knobs.values():
        if not house.works(knob):
            reasons.append(_at_rest(house, knob))
        elif isinstance(knob, Several):
            reasons += [
                _option_at_rest(house, knob, option) for option in house.options_at_rest(knob)
            ]
    return reasons


def differences(book: Book) -> list[Chosen]:
    return [choice for chapter in chapters(book) for choice in chapter.differences]


def changes(before: Book, after: Book) -> list[Change]:
    """Every choice, words among them, that was made otherwise before."""
    return [
        Change(
            key=knob.key,
            label=gettext(knob.label),
            before=said(before.catalogue, knob, before.house[knob.key]),
            after=said(after.catalogue, knob, after.house[knob.key]),
        )
        for knob in after.house.knobs.values()
        if before.house[knob.key] != after.house[knob.key]
    ]


def words(book: Book) -> str:
    """What the league has agreed on besides, as it wrote it."""
    return str(book.house[WORDS])


def with_preset(knobs: Knobs, turned: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """A league's choices with those that presets are about set anew; the others stay."""
    governed = {key for each in knobs.presets.values() for key in each.turned}
    others = {key: value for key, value in turned.items() if key not in governed}
    return {**others, **knobs.presets[preset].turned}


def _chosen(book: Book, knob: Knob) -> Chosen:
    value, printed = book.house[knob.key], knob.default
    return Chosen(
        key=knob.key,
        label=gettext(knob.label),
        sentence=gettext(knob.sentence),
        value=value,
        book=printed,
        said=said(book.catalogue, knob, value),
        book_said=said(book.catalogue, knob, printed),
    )


def said(catalogue: Catalogue, knob: Knob, value: Any) -> str:
    """A value of a knob as people say it."""
    match knob:
        case Choice():
            return gettext(knob.options[value]) if value in knob.options else str(value)
        case Several() if not value:
            return gettext("none chosen")
        case Worths():
            return "; ".join(
                ngettext("%(n)s point for %(what)s", "%(n)s points for %(what)s", value[each])
                % {"n": value[each], "what": gettext(named)}
                for each, named in knob.options.items()
                if each in value
            )
        case Several(options=options) if options:
            return ", ".join(gettext(options[each]) for each in value if each in options)
        case Text():
            return str(value)
        case _:
            return say(catalogue, value)
