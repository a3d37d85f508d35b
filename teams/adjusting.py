"""What a change by hand would make of a team; nothing is written here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Conflict, Reason, Refused
from league.models import Season
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, circumstances, must_have, rule, said
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import rulings, state
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from teams import projection
from teams.models import Contract, Team
from teams.overriding import Overridable
from teams.projection import Roster


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
    def after(self) -> state.Team | None:
        """The team after it; None where it cannot be."""
        return fold(self.roster.state, self.would_be.effects) if self.would_be else None


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


def _contract_of(roster: Roster, player: UUID | None) -> Contract | None:
    if player is None:
        return None
    contracts = (each for each in roster.contracts.values() if each.player.uuid == player)
    contract = next(contracts, None)
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
