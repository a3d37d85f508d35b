"""Arithmetic that shows its working: each term over its label, the result in claret."""

from dataclasses import dataclass

from django.utils.functional import Promise

from web.dice import Die


@dataclass(frozen=True, slots=True)
class Term:
    """A value or a die over its label; without a label it is an operator or a bracket."""

    value: str = ""
    label: str | Promise = ""
    die: Die | None = None
