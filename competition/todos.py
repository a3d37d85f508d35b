"""What a season waits for: words to give, teams to bring into it, matches to rule on."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.clock import ClockText, lapses_at
from competition.models import Fixture, Stage
from league.models import League, Season
from web.todos import Todo


def answer_invitation(fixture: Fixture) -> Todo:
    """The fixture knows the rules of its season."""
    params = {"home": fixture.home, "away": fixture.away}
    return Todo(
        "invitation",
        _("Will you play %(home)s – %(away)s? The other side proposes it.") % params,
        _("Agree or decline"),
        reverse("competition:fixture", args=[fixture.uuid]),
        reverse("api-answer-invitation", args=[fixture.uuid]),
        due=lapses_at(fixture),
    )


def answer_date(fixture: Fixture, when: ClockText) -> Todo:
    return Todo(
        "date",
        _("For %(home)s – %(away)s the other side proposes %(when)s, and waits for your answer.")
        % {"home": fixture.home, "away": fixture.away, "when": when},
        _("Answer it"),
        reverse("competition:date", args=[fixture.uuid]),
        reverse("api-fixture-date", args=[fixture.uuid]),
    )


def play_next(
    fixture: Fixture, *, at: ClockText | None, until: ClockText | None, due: datetime | None
) -> Todo:
    """With the date that both agreed on, or else the round's deadline."""
    if at:
        why = _("Your next match: %(home)s – %(away)s, %(when)s.")
    elif until:
        why = _("Your next match: %(home)s – %(away)s, to be played until %(when)s.")
    else:
        why = _("Your next match: %(home)s – %(away)s.")
    return Todo(
        "next-match",
        why % {"home": fixture.home, "away": fixture.away, "when": at or until},
        _("Go to the fixture"),
        reverse("competition:fixture", args=[fixture.uuid]),
        reverse("api-fixture", args=[fixture.uuid]),
        due=due,
    )


def rule_on_overdue(league: League, count: int) -> Todo:
    why = ngettext(
        "%(n)d match was not played in time.", "%(n)d matches were not played in time.", count
    )
    return Todo(
        "overdue",
        why % {"n": count},
        _("Rule on what is overdue"),
        reverse("competition:overdue", args=[league.uuid]),
        reverse("api-overdue", args=[league.uuid]),
    )


def answer_trades(league: League, count: int) -> Todo:
    why = ngettext("%(n)d trade waits for your word.", "%(n)d trades wait for your word.", count)
    return Todo(
        "trades",
        why % {"n": count},
        _("Look at the trades"),
        reverse("competition:trades", args=[league.uuid]),
        reverse("api-trades", args=[league.uuid]),
    )


def redraft_team(season: Season, team: UUID, name: str) -> Todo:
    why = _("%(team)s is to be re-drafted before it takes part in season %(number)s.")
    return Todo(
        "redraft",
        why % {"team": name, "number": season.number},
        _("Re-draft %(team)s") % {"team": name},
        reverse("competition:redraft", args=[team]),
        reverse("api-redraft", args=[team]),
    )


def wait_for_redrafts(league: League, *, done: int, expected: int) -> Todo:
    why = _("%(done)s of %(of)s teams are re-drafted for the new season.")
    return Todo(
        "redrafts",
        why % {"done": done, "of": expected},
        _("Who has re-drafted"),
        reverse("competition:redrafts", args=[league.uuid]),
        reverse("api-redrafts", args=[league.uuid]),
    )


def register_team(season: Season, team: UUID, name: str) -> Todo:
    return Todo(
        "register",
        _("%(team)s is not registered for the season.") % {"team": name},
        _("Register %(team)s") % {"team": name},
        reverse("competition:register", args=[season.league.uuid, team]),
        reverse("api-register", args=[season.league.uuid]),
        posts=True,
    )


def begin_season(league: League) -> Todo:
    return Todo(
        "season",
        _(
            "Registration is open. Who takes part is settled on the season’s page, and its first "
            "stage starts there."
        ),
        _("Go on with the season"),
        reverse("competition:season", args=[league.uuid]),
        reverse("api-season", args=[league.uuid]),
    )


def run_tournament(tournament: Stage) -> Todo:
    return Todo(
        "tournament",
        _(
            "A day with everybody in one room is run from its desk: entrants, check-in, pairings, "
            "results."
        ),
        _("Go to the tournament desk"),
        reverse("competition:tournament", args=[tournament.uuid]),
        reverse("api-tournament", args=[tournament.season.league.uuid, tournament.uuid]),
    )
