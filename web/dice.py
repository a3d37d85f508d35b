"""Dice, drawn: outlined when thrown at the table, solid when thrown by the server."""

from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

BODIES = {
    3: mark_safe('<path class="f" d="M20 3 38 36H2z"/>'),
    6: mark_safe('<rect class="f" x="2" y="2" width="36" height="36" rx="7"/>'),
    8: mark_safe('<path class="f" d="M20 1.5 38 14v12L20 38.5 2 26V14z"/>'),
    16: mark_safe('<path class="f" d="M20 1.5 34 9l4.5 11L34 31l-14 7.5L6 31 1.5 20 6 9z"/>'),
}
FIGURE_BASELINES = {3: 33, 8: 26, 16: 26}
PIPS = {
    1: [(20, 20)],
    2: [(12, 12), (28, 28)],
    3: [(11, 11), (20, 20), (29, 29)],
    4: [(12, 12), (28, 12), (12, 28), (28, 28)],
    5: [(11, 11), (29, 11), (20, 20), (11, 29), (29, 29)],
    6: [(12, 10), (28, 10), (12, 20), (28, 20), (12, 30), (28, 30)],
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it fell; without a value it has yet to be thrown."""

    sides: int
    value: int | None = None
    by_server: bool = False
    spent: bool = False

    def __post_init__(self) -> None:
        if self.sides not in BODIES:
            raise ValueError(f"There is no D{self.sides}.")
        if self.value is not None and not 1 <= self.value <= self.sides:
            raise ValueError(f"A D{self.sides} does not show {self.value}.")

    def in_words(self) -> str:
        if self.value is None:
            return _("D%(sides)s, not thrown yet") % {"sides": self.sides}
        text = _("D%(sides)s: %(value)s") % {"sides": self.sides, "value": self.value}
        if self.by_server:
            text = _("%(die)s, thrown by the server") % {"die": text}
        if self.spent:
            text = _("%(die)s, re-rolled") % {"die": text}
        return text


def draw(die: Die, *, silent: bool = False, small: bool = False) -> SafeString:
    """The die as inline SVG; a silent one stands beside words that already say it."""
    classes = ["die", *(["server"] if die.by_server else []), *(["spent"] if die.spent else [])]
    return format_html(
        '<svg class="{}{}" viewBox="0 0 40 40" {}>{}{}</svg>',
        " ".join(classes),
        " die-s" if small else "",
        mark_safe('aria-hidden="true"')
        if silent
        else format_html('role="img" aria-label="{}"', die.in_words()),
        BODIES[die.sides],
        _face(die),
    )


def _face(die: Die) -> SafeString:
    if die.sides == 6 and die.value is not None:
        return format_html_join("", '<circle class="p" cx="{}" cy="{}" r="3.6"/>', PIPS[die.value])
    return format_html(
        '<text x="20" y="{}" aria-hidden="true">{}</text>',
        FIGURE_BASELINES.get(die.sides, 26),
        "?" if die.value is None else die.value,
    )
