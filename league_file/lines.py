"""Lines of JSON from who knows where: read one by one, and no longer than a row can be."""

import json
from collections.abc import Iterator
from typing import IO, Any

from django.utils.translation import gettext as _

from acts.failures import Refused

LONGEST_LINE = 2 * 1024 * 1024
MOST_ROWS = 250_000
# Values in one line, counted by the marks before them: the longest line is half a million letters.
MOST_VALUES = 50_000
MARKS = (b"[", b"{", b",")
DEEPEST = 16
LARGEST_NUMBER = 2**53
# What a value of a wrong kind leads to, wherever it is first used.
WRONG = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def refused(sentence: str) -> Refused:
    return Refused.because("no_league_file", sentence, "file")


def refused_at(place: str, sentence: str) -> Refused:
    """With the place in the file at which something is wrong."""
    text = _("The file is damaged, or was changed by hand. %(place)s: %(what)s")
    return refused(text % {"place": place, "what": sentence})


def line_at(name: str, number: int) -> str:
    return _("%(file)s, line %(number)d") % {"file": name, "number": number}


def loaded(text: bytes | str) -> Any:
    """JSON as strictly as it can be read. Raises ValueError, or RecursionError where it is deep."""
    if isinstance(text, bytes):
        text = text.decode()
    value = json.loads(text, parse_constant=_no_number, object_pairs_hook=_without_doubles)
    must_be_plain(value)
    return value


def must_be_plain(value: Any, depth: int = 0) -> None:
    """Raises ValueError for what some database or page could not bear, wherever in it."""
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    match value:
        case str():
            must_be_text(value)
        case dict():
            for key, below in value.items():
                must_be_text(key)
                must_be_plain(below, depth + 1)
        case list():
            for below in value:
                must_be_plain(below, depth + 1)
        case int() | float() if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise ValueError("a number that is too large")


def must_be_text(text: str) -> None:
    """Neither NUL nor half a character."""
    if "\0" in text:
        raise ValueError("a NUL")
    text.encode()


def rows_in(file: IO[bytes], *, name: str) -> Iterator[dict[str, Any]]:
    """One row a line; `name` is what the file is called where something is wrong."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        place = line_at(name, number)
        if number > MOST_ROWS:
            raise refused_at(name, _("more rows than a league has."))
        if len(line) > LONGEST_LINE or sum(map(line.count, MARKS)) > MOST_VALUES:
            raise refused_at(place, _("longer than a row can be."))
        try:
            row = loaded(line)
        except WRONG as error:
            raise refused_at(place, _("this is no row.")) from error
        if not isinstance(row, dict):
            raise refused_at(place, _("this is no row."))
        yield row


def people_in(text: bytes) -> dict[int, str]:
    """Who is named in the rows."""
    try:
        people = {person["id"]: person["name"] for person in loaded(text)}
    except WRONG as error:
        raise refused_at("people.json", _("these are no people.")) from error
    for number, name in people.items():
        if type(number) is not int or not isinstance(name, str):
            raise refused_at("people.json", _("these are no people."))
    return people


def _no_number(said: str) -> Any:
    raise ValueError(f"{said} is no number")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same key twice")
    return found
