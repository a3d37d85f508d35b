"""Who is here on tournament day, and so who is paired."""

from collections.abc import Iterable

from competition.models import Entry


def present(entries: Iterable[Entry]) -> list[Entry]:
    """Those who are checked in; everybody, as long as nobody is: then nobody keeps count."""
    everybody = list(entries)
    return [entry for entry in everybody if entry.checked_in_at] or everybody
