"""What an address asks for beside its path."""

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from acts.failures import Missing, Reason, Refused


def number_in(request: HttpRequest, name: str) -> int | None:
    """A small number of the address; raises Missing for anything else."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    raise _nothing()


def uuid_in(request: HttpRequest, name: str) -> UUID | None:
    text = request.GET.get(name, "")
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError:
        raise _nothing() from None


def options_in(request: HttpRequest, name: str, options: Iterable[str]) -> list[str]:
    """Some of these, parted by commas; none where nothing is said. Raises Refused."""
    known = [*options]
    told = [each for each in request.GET.get(name, "").split(",") if each]
    if any(each not in known for each in told):
        sentence = _("It is one of %(options)s, or several parted by commas.")
        text = sentence % {"options": ", ".join(known)}
        raise Refused(Reason("not_an_option", text, name, {"options": known}))
    return told


def _nothing() -> Missing:
    return Missing.because("no_such_page", _("There is nothing at this address."))
