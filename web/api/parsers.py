"""Reading JSON that strangers send."""

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework import exceptions, parsers

LARGEST_NUMBER = 2**63 - 1


class JSONParser(parsers.JSONParser):
    """JSON as databases can keep it: UTF-8, finite numbers of 64 bits, no NUL, no half characters,
    and nothing said twice.

    What is refused here can never reach a column that would answer with a server error.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            value = json.loads(
                stream.read().decode("utf-8"),
                object_pairs_hook=members,
                parse_int=whole_number,
                parse_float=finite_number,
                parse_constant=no_constant,
            )
            for text in texts_in(value):
                text.encode("utf-8")
                if "\0" in text:
                    raise ValueError(_("it holds a NUL character"))
        except RecursionError:
            raise exceptions.ParseError(_("This JSON is nested too deeply.")) from None
        except ValueError as error:
            broken = _("This JSON cannot be read: %(error)s.")
            raise exceptions.ParseError(broken % {"error": described(error)}) from None
        return value


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a key that comes twice one program reads the first value, another the last."""
    told = dict(pairs)
    if len(told) < len(pairs):
        raise ValueError(_("a key comes twice in one object"))
    return told


def whole_number(digits: str) -> int:
    number = int(digits) if len(digits) <= 20 else LARGEST_NUMBER + 1
    if abs(number) > LARGEST_NUMBER:
        raise ValueError(_("a number is out of range"))
    return number


def finite_number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(_("a number is out of range"))
    return number


def no_constant(name: str) -> NoReturn:
    raise ValueError(_("%(name)s is no number") % {"name": name})


def texts_in(value: Any) -> Iterator[str]:
    """Every string anywhere in it, keys too; a stack, since the nesting may be as deep as it was
    readable."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case list() as items:
                waiting.extend(items)
            case dict() as members:
                waiting.extend(members)
                waiting.extend(members.values())


def described(error: ValueError) -> str:
    """What is wrong and where, without a piece of what was sent: it may be a secret."""
    match error:
        case UnicodeError():
            return _("it is not UTF-8")
        case json.JSONDecodeError():
            return _("line %(line)d, column %(column)d") % {
                "line": error.lineno,
                "column": error.colno,
            }
        case _:
            return str(error)
