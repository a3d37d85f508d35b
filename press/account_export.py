"""Everything the site keeps about one person, as one document."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.queries import export_of
from competition.export import entries_of, proposals_of
from jobs.queries import acts_of
from league.queries import export_of as leagues_of
from league.queries import requests_of
from matches.export import (
    answers_of,
    disputes_of,
    lendings_of,
    reopenings_of,
    taps_of,
    witnessed_by,
)
from teams.export import adoptions_of, drafts_of, teams_of

# Each room that keeps something about people adds its section.
SECTIONS: list[tuple[str, Callable[[User], Any]]] = [
    ("account", export_of),
    ("leagues", leagues_of),
    ("requests_to_join", requests_of),
    ("teams", teams_of),
    ("drafts", drafts_of),
    ("adoptions", adoptions_of),
    ("match_answers", answers_of),
    ("match_taps", taps_of),
    ("disputed_reports", disputes_of),
    ("proposed_corrections", reopenings_of),
    ("lent_sides", lendings_of),
    ("witnessed_dice", witnessed_by),
    ("entries", entries_of),
    ("proposed_dates", proposals_of),
    ("acts", lambda user: list(acts_of(user))),
]


def account_export(user: User) -> dict[str, Any]:
    return {title: section(user) for title, section in SECTIONS}
