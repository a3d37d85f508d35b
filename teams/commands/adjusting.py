"""Adjustments: what a commissioner changes about a team by hand, with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Reason, Refused
from league.models import Season
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, circumstances, must_have, rule, said
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import rulings
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from teams import chapters, ledger, projection
from teams.models import Contract, Team, TeamEvent
from teams.on_record import reason_faults
from teams.overriding import Overridable
from teams.permissions import must_be_active, must_run_for
from teams.projection import Roster
from web.lines import tidied


@dataclass(frozen=True)
class Proposed(Overridable):
    """What a change would make of a team, and every reason against it."""

    book: Book
    roster: Roster
    season: Season
    contract: Contract | None
    ruling: rulings.Ruling

    @property
    def would_be(self) -> Allowed | None:
        return self.allowed or self.although

    @property
    def reasons(self) -> list[Reason]:
        if isinstance(self.ruling, rulings.Refused):
            named = [_by_name(reason, self.roster) for reason in self.ruling.reasons]
            return said(named, self.book.catalogue)
        return []

    @property
    def value_after(self) -> int | None:
        """The measure of the team after it; None where it cannot be."""
        if self.would_be is None:
            return None
        return ledger.strength(self.book, fold(self.roster.state, self.would_be.effects))


def propose(
    team: Team,
    change: Mapping[str, Any],
    *,
    player: UUID | None = None,
    revision: int | None = None,
) -> Proposed:
    """Ask the rulebook what a change would do; nothing is written. Raises Refused for nonsense.

    Raises Conflict where the team has changed since `revision`. Three statements.
    """
    if revision is not None and revision != team.revision:
        raise Conflict.because(
            "team_moved", _("The team has changed since. Here it is as it stands now.")
        )
    season = current_season(team.league)
    book = book_of(season.pin)
    question = adjusting(book)
    roster = projection.read(team)
    contract = _contract_of(roster, player)
    at = circumstances(
        book, question, change, team=roster.state, player=contract.key if contract else ""
    )
    return Proposed(book, roster, season, contract, rule(book, question, at))


def adjusting(book: Book) -> Question[Any, Ruled]:
    """The ruling on a change by hand. Raises Missing where the edition knows none."""
    return must_have(answers_of(book).adjust, "adjust")


def adjust_team(
    *,
    actor: User,
    team: Team,
    change: Mapping[str, Any],
    reason: str,
    now: datetime,
    player: UUID | None = None,
    override: bool = False,
    revision: int | None = None,
) -> TeamEvent:
    """Change gold, points, fan factor, re-rolls, staff, a skill, a characteristic or an injury.

    `change` says by how much, as the edition's ruling of that name reads it; what concerns a
    player is about `player`. Raises Refused with every reason, Conflict if the team has moved.
    """
    hand = must_run_for(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        must_be_active(team)
        proposed = propose(team, change, player=player, revision=revision)
        ruling = proposed.allowed or (proposed.although if override else None)
        reasons = [*reason_faults(reason), *(proposed.reasons if ruling is None else ())]
        if reasons or ruling is None:
            raise Refused(*reasons)
        act = record_act(
            "teams.adjust_team",
            actor=actor,
            now=now,
            on_behalf_of=hand.on_behalf_of(team),
            reason=tidied(reason),
            override=proposed.allowed is None,
            team=str(team.uuid),
            player=str(player) if player else None,
            change=dict(change),
        )
        about = proposed.contract.player if proposed.contract else None
        (event,) = ledger.record(
            team,
            [ledger.Entry.of(adjusting(proposed.book).name, ruling, player=about)],
            act=act,
            chapter=chapters.chapter_in_between(team, season=proposed.season, now=now),
            pin=proposed.season.pin,
            now=now,
        )
    return event


def _contract_of(roster: Roster, player: UUID | None) -> Contract | None:
    if player is None:
        return None
    found = (each for each in roster.contracts.values() if each.player.uuid == player)
    contract = next(found, None)
    if contract is None:
        raise Refused.because("no_such_player", _("They are not under contract here."), "player")
    return contract


def _by_name(reason: rulings.Reason, roster: Roster) -> rulings.Reason:
    """The reason with the player's name where the rulebook says their id."""
    contract = roster.contracts.get(reason.params.get("player", ""))
    if contract is None:
        return reason
    params = {**reason.params, "player": contract.player.name}
    return rulings.Reason(reason.code, reason.subject, params, reason.integrity)
