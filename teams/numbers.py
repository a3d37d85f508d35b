"""Shirt numbers."""

from collections.abc import Iterable, Iterator

from teams.models import HIGHEST_NUMBER


def free_numbers(*, taken: Iterable[int], wanted: Iterable[int]) -> Iterator[int]:
    """The numbers that nobody wears and nobody asks for, from 1 up."""
    used = {*taken, *wanted}
    return (number for number in range(1, HIGHEST_NUMBER + 1) if number not in used)
