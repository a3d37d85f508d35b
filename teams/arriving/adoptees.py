"""Rows of a sheet, as typed or pasted, read as the players whom the rulebook is asked about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.rulebook import answers_of, must_allow
from rules.book import Book
from rules.catalogue import Catalogue
from rules.engine.circumstances import Experience
from rules.engine.rulings import total
from teams.arriving.spellings import Marks, read_marks, read_number, read_position, read_yes
from teams.models import HIGHEST_NUMBER
from teams.newcomers import Person
from web.lines import tidied

# Deeds that sheets count, in the order of the old ones; an edition has some of them.
AWARDS = ("completion", "touchdown", "interception", "casualty", "mvp")
CELLS = ("number", "name", "position", *AWARDS, "spp", "skills", "injuries", "misses_next")
LONGEST_CELL = 1_000
MOST_ROWS = 40
MOST_DEEDS = 9_999
MOST_POINTS = 999_999

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Adopted:
    """One row read: what the rulebook is told, the player's name, and what could not be read."""

    player: dict[str, Any]
    person: Person
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Squad:
    """All rows that somebody stands on; `rows` says where each stood in the sheet."""

    adopted: tuple[Adopted, ...] = ()
    rows: tuple[int, ...] = ()

    @property
    def players(self) -> list[dict[str, Any]]:
        return [each.player for each in self.adopted]

    @property
    def people(self) -> list[Person]:
        return [each.person for each in self.adopted]

    @property
    def reasons(self) -> list[Reason]:
        return [
            reason.at(f"players.{index}.{reason.subject}")
            for index, each in enumerate(self.adopted)
            for reason in each.reasons
        ]


def read_rows(book: Book, race: str, rows: Sequence[Mapping[str, str]]) -> Squad:
    """Whoever stands on these rows; empty ones are passed over."""
    there = [index for index, row in enumerate(rows) if any(map(str.strip, row.values()))]
    return Squad(tuple(read_row(book, race, rows[index]) for index in there), tuple(there))


def read_row(book: Book, race: str, row: Mapping[str, str]) -> Adopted:
    """Everything that can be read, and a reason for whatever cannot."""
    reading = _Reading(row)
    marks = Marks()
    for name in ("skills", "injuries"):
        read_marks(book.catalogue, row.get(name, ""), marks, subject=name)
    position = read_position(book.catalogue, race, row.get("position", ""))
    if isinstance(position, Reason):
        reading.reasons.append(position)
        position = ""
    awards = {
        name: times
        for name in awards_of(book.catalogue)
        if (times := reading.number(name, at_most=MOST_DEEDS))
    }
    player = {
        "position": position,
        "skills": _gained(book, race, position, marks.skills),
        "raised": dict(marks.raised),
        "lowered": dict(marks.lowered),
        "niggles": marks.niggles,
        "misses_next": reading.misses_next() or marks.misses_next,
        "awards": awards,
        "extra": reading.left_over(book, awards),
    }
    person = Person(tidied(row.get("name", "")), reading.shirt())
    return Adopted(player, person, (*reading.reasons, *marks.reasons))


def awards_of(catalogue: Catalogue) -> list[str]:
    """The deeds that sheets count and this edition rewards."""
    table = catalogue.tables.get("spp-awards")
    return [name for name in AWARDS if table and name in table.named]


def cells_of(catalogue: Catalogue) -> list[str]:
    """The cells of a row in this edition."""
    rewarded = awards_of(catalogue)
    return [name for name in CELLS if name not in AWARDS or name in rewarded]


def earned_by(book: Book, awards: Mapping[str, int]) -> int:
    """What these deeds are worth in points."""
    question = answers_of(book).experience
    return total(must_allow(book, question, Experience(awards)).because) if question else 0


def field_at_fault(subject: str) -> str:
    """The cell that a reason about a player speaks of, from `players.3.raised.st` or the like."""
    name, _dot, below = subject.partition(".")
    if name == "awards":
        return below if below in AWARDS else "spp"
    return _CELL_OF.get(name, name if name in CELLS else "position")


_CELL_OF: Mapping[str, str] = {
    "raised": "skills",
    "lowered": "injuries",
    "niggles": "injuries",
    "extra": "spp",
    "improvements": "skills",
}


def _gained(book: Book, race: str, position: str, skills: list[str]) -> list[str]:
    """Sheets list every skill; those that the position begins with are no gains."""
    if race not in book.catalogue.races or position not in book.race(race).positions:
        return skills
    own = book.position(race, position).skills
    return [skill for skill in skills if skill not in own]


@dataclass
class _Reading:
    row: Mapping[str, str]
    reasons: list[Reason] = field(default_factory=list)

    def fault(self, code: str, sentence: str, subject: str) -> None:
        self.reasons.append(Reason(code, sentence, subject))

    def number(self, name: str, *, at_most: int) -> int:
        number = read_number(self.row.get(name, ""), at_most=at_most)
        if number is None:
            sentence = _("A whole number from 0 to %(most)s.") % {"most": f"{at_most:,}"}
            self.fault("not_a_count", sentence, name)
        return number or 0

    def shirt(self) -> int:
        """None is suggested for; a nought that somebody wrote is no number."""
        text = self.row.get("number", "").strip().removeprefix("#").strip()
        if not text:
            return 0
        number = read_number(text, at_most=HIGHEST_NUMBER)
        if not number:
            sentence = _("A shirt number is from 1 to %(most)d.") % {"most": HIGHEST_NUMBER}
            self.fault("number_out_of_range", sentence, "number")
        return number or 0

    def misses_next(self) -> bool:
        misses = read_yes(self.row.get("misses_next", ""))
        if misses is None:
            self.fault("not_yes_or_no", _("Yes or no is wanted here."), "misses_next")
        return bool(misses)

    def left_over(self, book: Book, awards: Mapping[str, int]) -> int:
        """Points in all, less those that deeds stand for."""
        if not self.row.get("spp", "").strip():
            return 0
        said = self.number("spp", at_most=MOST_POINTS)
        if any(reason.subject in ("spp", *AWARDS) for reason in self.reasons):
            return 0
        earned = earned_by(book, awards)
        if said < earned:
            sentence = _("The deeds make %(earned)d SPP, and here it says %(said)d.")
            self.fault("spp_too_few", sentence % {"earned": earned, "said": said}, "spp")
            return 0
        return said - earned
