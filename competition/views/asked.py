"""What an address asks for beside its path."""

from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from jobs.failures import Missing


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


def _nothing() -> Missing:
    return Missing.because("no_such_page", _("There is nothing at this address."))
