"""What pages and programs show of trades."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Missing, Reason
from competition.models import Trade, TradedPlayer
from competition.trading import (
    OPEN,
    Considered,
    consider,
    has_its_coach,
    is_own_offer,
    must_read,
    speaks_for,
    trade_of,
    why_others_approve,
)
from league.models import League, Membership
from league.permissions import may_coach, runs
from league.queries import current_season
from league.rulebook import must_play_with
from matches.permissions import tenures_of
from rules.book import Book
from rules.engine.rulings import Allowed
from rules.words import name as name_of
from teams.crests import crest_of
from teams.models import Contract, Team, Tenure
from teams.permissions import TeamAccess, access_of, holding
from web.crests import Crest

State = Trade.State


@dataclass(frozen=True, slots=True)
class Giving:
    """What one team gives."""

    team: Team
    players: tuple[Contract, ...]
    gold: int

    @property
    def crest(self) -> Crest:
        return crest_of(self.team)

    @property
    def names(self) -> str:
        return ", ".join(each.player.name for each in self.players)


@dataclass(frozen=True, slots=True)
class TradeRow:
    trade: Trade
    offering: Giving
    asked: Giving

    @property
    def is_open(self) -> bool:
        return self.trade.state in OPEN


def trades_of(league: League, membership: Membership | None, now: Any) -> QuerySet[Trade]:
    """The trades that somebody may read, the latest first: those that are done, and for the
    officers and the coaches concerned those that are talked about, too."""
    must_play_with(league, "trade")
    moving = TradedPlayer.objects.select_related("contract__player").order_by("contract__number")
    trades = (
        Trade.objects.filter(league=league)
        .select_related("offering", "asked", "act", "offered_by", "accepted_by")
        .prefetch_related(Prefetch("players", queryset=moving))
    )
    if runs(membership):
        return trades
    seen = Q(state=State.APPROVED)
    if membership is not None:
        own = Tenure.objects.filter(holding(now), coach=membership).values("team")
        seen |= Q(offering__in=own) | Q(asked__in=own)
    return trades.filter(seen)


def trades_waiting(league: League, membership: Membership, now: Any) -> int:
    """How many wait for somebody's word: offers to their teams, and for the officers what two
    coaches have agreed on. One statement."""
    own = Tenure.objects.filter(holding(now), coach=membership).values("team")
    mine = Q(state=State.OFFERED, asked__in=own)
    waits = mine | Q(state=State.ACCEPTED) if runs(membership) else mine
    return Trade.objects.filter(waits, league=league).count()


def row_of(trade: Trade) -> TradeRow:
    """No statement where the players are prefetched."""
    moving = [each.contract for each in trade.players.all()]
    return TradeRow(
        trade,
        _giving(trade.offering, moving, trade.gold_offered),
        _giving(trade.asked, moving, trade.gold_asked),
    )


def _giving(team: Team, moving: Iterable[Contract], gold: int) -> Giving:
    return Giving(team, tuple(each for each in moving if each.team_id == team.pk), gold)


@dataclass(frozen=True)
class TradePage:
    """A trade, and what its reader may do about it."""

    row: TradeRow
    offering_access: TeamAccess
    asked_access: TeamAccess
    # Whether the answer of the asked team is the reader's to give.
    speaks_for_asked: bool = False
    # Whether they made the offer for a team that is not theirs, and may take it back.
    offered_from_office: bool = False
    # Why somebody who runs the league does not approve it, where that is for others.
    why_others_approve: str = ""

    @property
    def trade(self) -> Trade:
        return self.row.trade

    @cached_property
    def considered(self) -> Considered | None:
        if not self.row.is_open:
            return None
        return consider(self.trade, current_season(self.trade.league))

    @property
    def reasons(self) -> list[Reason]:
        """What stands against it today, told to all who may read it."""
        found = self.considered
        return [*found.gone, *found.reasons] if found else []

    @property
    def may_accept(self) -> bool:
        return self.trade.state == State.OFFERED and self.speaks_for_asked

    @property
    def may_decline(self) -> bool:
        return self.row.is_open and self.asked_access.coaches

    @property
    def may_withdraw(self) -> bool:
        is_theirs = self.offering_access.coaches or self.offered_from_office
        return self.row.is_open and is_theirs

    @property
    def is_impossible(self) -> bool:
        """Whether something says no that not even the commissioner can set aside."""
        found = self.considered
        if found is None or isinstance(found.ruling, Allowed):
            return bool(found and found.gone)
        return bool(found.gone) or found.ruling.although() is None

    @property
    def may_approve(self) -> bool:
        is_agreed = self.trade.state == State.ACCEPTED and self.asked_access.runs_league
        return is_agreed and not self.is_impossible and not self.why_others_approve

    @property
    def may_set_aside(self) -> bool:
        """Whether they may approve it against the rules: nobody does for their own team."""
        is_party = self.offering_access.coaches or self.asked_access.coaches
        return self.may_approve and bool(self.reasons) and not is_party

    @property
    def may_refuse(self) -> bool:
        """Whoever can end it as one of the two does so."""
        has_own_word = self.may_decline or self.may_withdraw
        return self.row.is_open and self.asked_access.runs_league and not has_own_word

    @property
    def may_do_something(self) -> bool:
        return self.may_decline or self.may_withdraw or self.may_refuse or self.may_approve


def trade_page(person: Any, league: League, uuid: UUID) -> TradePage:
    """Raises Missing. Twenty-four statements at most."""
    trade = trade_of(league.pk, uuid)
    accesses = access_of(person, trade.offering), access_of(person, trade.asked)
    must_read(person, trade, accesses)
    moving = [each.contract for each in trade.players.select_related("contract__player")]
    moving.sort(key=lambda contract: contract.number)
    row = TradeRow(
        trade,
        _giving(trade.offering, moving, trade.gold_offered),
        _giving(trade.asked, moving, trade.gold_asked),
    )
    now = timezone.now()
    answers = (
        row.is_open
        and accesses[1].may_act
        and not is_own_offer(person, trade, accesses[1], now=now)
        and speaks_for(person, trade.asked, accesses[1], now=now)
    )
    from_office = (
        row.is_open
        and trade.offered_by == person
        and speaks_for(person, trade.offering, accesses[0], now=now)
    )
    is_agreed = accesses[1].runs_league and trade.state == State.ACCEPTED
    why_others = why_others_approve(person, trade, now=now) if is_agreed else None
    return TradePage(
        row,
        *accesses,
        speaks_for_asked=answers,
        offered_from_office=from_office,
        why_others_approve=str(why_others.message) if why_others else "",
    )


def teams_to_offer(membership: Membership | None, league: League, now: Any) -> list[Team]:
    """Whose trades somebody may offer: their own teams', and where they run the league those on
    paper. Four statements at most."""
    if membership is None or not may_coach(membership):
        return []
    teams = league.teams.filter(state=Team.State.ACTIVE).order_by("name", "id")
    coached = set(
        Tenure.objects.filter(holding(now), coach=membership).values_list("team", flat=True)
    )
    if not runs(membership):
        return list(teams.filter(pk__in=coached))
    found = list(teams)
    tenures = tenures_of(found)
    return [
        team
        for team in found
        if team.pk in coached or not has_its_coach(membership.user_id, team, tenures, now=now)
    ]


def teams_to_ask(league: League) -> list[Team]:
    return list(league.teams.filter(state=Team.State.ACTIVE).order_by("name", "id"))


@dataclass(frozen=True, slots=True)
class Tradable:
    contract: Contract
    position: str


def squad_of(team: Team, book: Book) -> list[Tradable]:
    """Whoever can be traded, by shirt. One statement."""
    contracts = team.contracts.filter(until=None, is_journeyman=False).select_related("player")
    return [
        Tradable(contract, name_of(book.catalogue, contract.player.position))
        for contract in contracts.order_by("number")
    ]


def team_named(teams: Iterable[Team], uuid: str) -> Team | None:
    """Raises Missing where a team is named that is none of these."""
    if not uuid:
        return None
    for team in teams:
        if str(team.uuid) == uuid:
            return team
    raise Missing.because("no_such_team", _("There is no such team."))
