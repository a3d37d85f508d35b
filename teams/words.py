"""What happened to a team, in words: lines, effects, kinds of events, chapters."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from rules.catalogue import Catalogue
from rules.engine.rulings import Line
from rules.words import People, line_words, title
from teams.models import Chapter
from web.dice import BODIES, Die

# What was, and what is now, in the words that an event points at.
BECAME = "{} → {}"

# Where the ruling's own title would not be what coaches say.
KINDS: Mapping[str, str | Promise] = {
    "draft": later("Draft"),
    "adoption": later("Adoption"),
    "adjustment": later("Adjustment"),
    "prize": later("Prize"),
    "season-over": later("The season is over"),
    "hire-and-fire": later("Hire & Fire"),
    "improvement": later("Improvement roll"),
    "improvement-choice": later("Skill-up"),
    "skill-ups": later("Skill-ups"),
    "report": later("Match report"),
    "grant": later("Gold from the league"),
    "redraft-healing": later("Healing"),
    "player-renamed": later("A new name"),
    "player-renumbered": later("Another shirt"),
    "team-renamed": later("The team’s new name"),
    "home-named": later("The name of the home"),
    "team-retired": later("The team retires"),
    "team-back": later("The team is back"),
    "reversal": later("Taken back"),
    "gold": later("Gold"),
}

# How a player's time with a team ended.
ENDINGS: Mapping[str, str | Promise] = {
    "dead": later("dead"),
    "fired": later("let go"),
    "retired": later("retired"),
    "journeyman": later("moved on"),
    "concession": later("left after a concession"),
    "stayed-away": later("left a team that stayed away"),
    "contract-ended": later("contract ended"),
    "traded": later("traded"),
    "voided": later("never joined"),
}

# Deeds as a roster heads its columns: the glossary's word, in the order of the old sheets.
TALLIES: Mapping[str, str] = {
    "completion": "COMP",
    "touchdown": "TD",
    "interception": "INT",
    "casualty": "CAS",
    "mvp": "MVP",
}


def kind_said(kind: str) -> str:
    return str(KINDS.get(kind) or title(kind))


def ending_said(how: str) -> str:
    return str(ENDINGS.get(how) or how.replace("-", " "))


def chapter_said(kind: str, *, opponent: str = "", number: int = 0) -> str:
    """A chapter as a coach would call it; matches are counted."""
    if kind != Chapter.Kind.MATCH:
        return str(Chapter.Kind(kind).label)
    if opponent:
        about = {"n": number, "opponent": opponent}
        return _("Match %(n)d, against %(opponent)s") % about
    return _("Match %(n)d") % {"n": number}


@dataclass(frozen=True, slots=True)
class EffectText:
    """A line of arithmetic with its sentence, and the dice that it speaks of."""

    code: str
    amount: int | None
    params: Mapping[str, Any]
    sentence: str
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Because:
    """Arithmetic in words; `total` is None where nothing is added up."""

    lines: tuple[EffectText, ...] = ()

    @property
    def total(self) -> int | None:
        amounts = [line.amount for line in self.lines if line.amount is not None]
        return sum(amounts) if amounts else None

    @property
    def is_sum(self) -> bool:
        return sum(line.amount is not None for line in self.lines) > 1

    def __bool__(self) -> bool:
        return bool(self.lines)


def because(catalogue: Catalogue, lines: Iterable[Line], people: People | None = None) -> Because:
    people = people or People()
    return Because(
        tuple(
            EffectText(
                line.code,
                line.amount,
                line.params,
                line_words(catalogue, line, people),
                _dice(line.params),
            )
            for line in lines
        )
    )


def _dice(params: Mapping[str, Any]) -> tuple[Die, ...]:
    """Drawn only where the line itself says which dice they were."""
    spec, face = params.get("dice"), params.get("die")
    return drawn(spec, [face]) if isinstance(spec, str) and isinstance(face, int) else ()


def drawn(spec: str, faces: Iterable[int]) -> tuple[Die, ...]:
    """Dice as they fell, of a kind like 2D6; nothing where there is no drawing of them."""
    sides = spec.partition("D")[2]
    if not sides.isdecimal() or int(sides) not in BODIES:
        return ()
    return tuple(Die(int(sides), face) for face in faces if 1 <= face <= int(sides))
