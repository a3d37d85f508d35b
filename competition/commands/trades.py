"""Trades: offered by one coach, accepted by another, approved by the commissioner."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from competition.models import Trade, TradedPlayer
from competition.redrafts import must_be_redrafted
from competition.trade_words import STANDS
from competition.trading import (
    OPEN,
    SIDES,
    Considered,
    State,
    consider,
    is_own_offer,
    is_party,
    season_began,
    speaks_for,
    trade_of,
    why_others_approve,
    window_of,
)
from league.models import Season
from league.permissions import must_run
from league.queries import current_season
from league.rulebook import must_play_with
from matches.unfinished import open_sides
from rules.engine import rulings
from rules.engine.effects import To
from rules.engine.rulings import Allowed, Line
from teams import chapters, ledger
from teams.models import Contract, Team, Tenure
from teams.on_record import reason_faults
from teams.permissions import TeamAccess, holding, must_act
from web.lines import tidied

MOST_OPEN = 20
MOST_GOLD = 10_000_000


@dataclass(frozen=True, slots=True)
class Goods:
    """What a team gives: players by their public names, and gold."""

    players: Collection[UUID] = ()
    gold: int = 0


def offer_trade(
    *, actor: User, team: Team, to: Team, gives: Goods, gets: Goods, now: datetime
) -> Trade:
    """Offer another coach's team a trade. It may still break rules; those are told, and ruled on
    when the commissioner approves."""
    access = must_act(actor, team)
    must_play_with(team.league, "trade")
    with transaction.atomic():
        teams = _locked(team, to)
        team, to = teams[team.pk], teams[to.pk]
        if not access.coaches and is_party(actor, to, since=season_began(team), now=now):
            sentence = _(
                "You have a part in this trade: %(team)s offers it by its own coach, or by "
                "somebody who runs the league and has none."
            )
            raise Forbidden.because("party_to_trade", sentence % {"team": team})
        _must_speak_for(actor, team, access, now=now)
        given, got = _contracts(team, gives), _contracts(to, gets)
        reasons = [
            *_teams_faults(team, to, now=now),
            *_goods_faults(gives, given, "gives"),
            *_goods_faults(gets, got, "gets"),
        ]
        if not (gives.players or gives.gold or gets.players or gets.gold):
            empty = _("Nobody gives anything: a trade is of players or gold.")
            reasons.append(Reason("nothing-to-trade", empty))
        if Trade.objects.filter(offering=team, state__in=OPEN).count() >= MOST_OPEN:
            many = _("%(most)d offers lie open. Withdraw one first.") % {"most": MOST_OPEN}
            reasons.append(Reason("too_many_offers", many))
        if reasons:
            raise Refused(*reasons)
        trade = Trade.objects.create(
            league=team.league,
            offering=team,
            asked=to,
            gold_offered=gives.gold,
            gold_asked=gets.gold,
            offered_by=actor,
            offered_at=now,
        )
        TradedPlayer.objects.bulk_create(
            TradedPlayer(trade=trade, contract=contract) for contract in (*given, *got)
        )
        _note("competition.offer_trade", trade, actor=actor, access=access, team=team, now=now)
    return trade


def accept_trade(*, actor: User, trade: Trade, now: datetime) -> Trade:
    """Say yes to an offer; the commissioner has the last word."""
    access = must_act(actor, trade.asked)
    with transaction.atomic():
        trade = _held(trade, State.OFFERED)
        if is_own_offer(actor, trade, access, now=now):
            sentence = _(
                "The offer is your own: the other coach answers it, or somebody who runs the "
                "league and has no part in it."
            )
            raise Forbidden.because("own_offer", sentence)
        _must_speak_for(actor, trade.asked, access, now=now)
        if reasons := _teams_faults(trade.offering, trade.asked, now=now):
            raise Refused(*reasons)
        trade.state, trade.accepted_by, trade.accepted_at = State.ACCEPTED, actor, now
        trade.save(update_fields=["state", "accepted_by", "accepted_at"])
        _note(
            "competition.accept_trade", trade, actor=actor, access=access, team=trade.asked, now=now
        )
    return trade


def decline_trade(*, actor: User, trade: Trade, now: datetime) -> Trade:
    """Say no to an offer, or take back a yes before the commissioner has spoken."""
    access = must_act(actor, trade.asked)
    with transaction.atomic():
        trade = _held(trade, *OPEN)
        _must_speak_for(actor, trade.asked, access, now=now)
        act = _note(
            "competition.decline_trade",
            trade,
            actor=actor,
            access=access,
            team=trade.asked,
            now=now,
        )
        return _end(trade, State.DECLINED, act=act, now=now)


def withdraw_trade(*, actor: User, trade: Trade, now: datetime) -> Trade:
    """Take an offer back before the commissioner has spoken."""
    access = must_act(actor, trade.offering)
    with transaction.atomic():
        trade = _held(trade, *OPEN)
        _must_speak_for(actor, trade.offering, access, now=now)
        act = _note(
            "competition.withdraw_trade",
            trade,
            actor=actor,
            access=access,
            team=trade.offering,
            now=now,
        )
        return _end(trade, State.WITHDRAWN, act=act, now=now)


def refuse_trade(*, actor: User, trade: Trade, reason: str, now: datetime) -> Trade:
    """Turn down what two coaches have agreed on, with a reason that stays on record."""
    must_run(actor, trade.league)
    if faults := reason_faults(reason):
        raise Refused(*faults)
    with transaction.atomic():
        trade = _held(trade, *OPEN)
        act = _note("competition.refuse_trade", trade, actor=actor, now=now, reason=tidied(reason))
        return _end(trade, State.REFUSED, act=act, now=now)


def approve_trade(
    *, actor: User, trade: Trade, now: datetime, reason: str = "", override: bool = False
) -> Trade:
    """Carry out what two coaches have agreed on, in both ledgers at once, or say everything that
    is wrong. A rule may be set aside with a reason; integrity stays."""
    must_run(actor, trade.league)
    with transaction.atomic():
        trade = _held(trade, State.ACCEPTED)
        if why_not := why_others_approve(actor, trade, now=now):
            raise Forbidden(why_not)
        # By their ids: two approvals at once wait, and never for each other.
        teams = _locked(trade.offering, trade.asked)
        trade.offering, trade.asked = teams[trade.offering_id], teams[trade.asked_id]
        season = current_season(trade.league)
        considered = consider(trade, season)
        ruling = considered.ruling
        done = ruling if isinstance(ruling, Allowed) else None
        if done is None and override and isinstance(ruling, rulings.Refused):
            done = ruling.although()
        bends = not isinstance(ruling, Allowed)
        since = season.opened_at
        if bends and override and is_party(actor, *teams.values(), since=since, now=now):
            sentence = _(
                "You have a part in this trade: a rule is set aside by somebody who runs the "
                "league and has none."
            )
            raise Forbidden.because("party_to_trade", sentence)
        reasons = [
            *reason_faults(reason, wanted=override and bends),
            *_teams_faults(trade.offering, trade.asked, now=now),
            *_match_faults(trade, season),
            *considered.gone,
            *([] if done else considered.reasons),
        ]
        if reasons or done is None:
            raise Refused(*reasons)
        act = _note(
            "competition.approve_trade",
            trade,
            actor=actor,
            now=now,
            reason=tidied(reason),
            override=bends,
        )
        _carry_out(trade, considered, done, season=season, act=act, now=now)
        return _end(trade, State.APPROVED, act=act, now=now)


def _carry_out(
    trade: Trade,
    considered: "Considered",
    done: Allowed,
    *,
    season: Season,
    act: Act,
    now: datetime,
) -> None:
    parts = []
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        roster = considered.rosters[side]
        entry = ledger.LedgerEntry(
            "trade",
            tuple(
                each.effect for each in done.effects if isinstance(each, To) and each.side == side
            ),
            tuple(_own_lines(done.because, side)),
            linked_team=considered.rosters[other].team,
        )
        coming = {
            f"{window_of(trade)}/{number}": contract
            for number, contract in enumerate(considered.given[other], start=1)
        }
        chapter = chapters.chapter_in_between(roster.team, season=season, now=now)
        parts.append(ledger.Part(roster.team, entry, chapter, coming))
    ledger.record_together(parts, act=act, pin=season.pin, now=now)


def _own_lines(lines: Collection[Line], side: str) -> list[Line]:
    """A team's own arithmetic; what was set aside stands in both ledgers."""
    return [line for line in lines if line.params.get("side", side) == side]


# --- who may, and when


def _must_speak_for(actor: User, team: Team, access: TeamAccess, *, now: datetime) -> None:
    if not speaks_for(actor, team, access, now=now):
        sentence = _(
            "%(team)s speaks for itself: its coach offers and answers its trades. Where the coach "
            "has gone, give it another first. Whoever runs the league approves or refuses."
        )
        raise Refused.because("has_its_coach", sentence % {"team": team})


def _locked(*teams: Team) -> dict[int, Team]:
    """In the order of their ids, as everybody does."""
    return {team.pk: ledger.lock(team) for team in sorted(teams, key=lambda team: team.pk)}


def _held(trade: Trade, *states: State) -> Trade:
    """The trade read again and held: it is accepted once, and ended once. Raises Conflict."""
    Trade.objects.select_for_update(no_key=True).get(pk=trade.pk)
    fresh = trade_of(trade.league_id, trade.uuid)
    if fresh.state not in states:
        raise Conflict.because("trade_moved", str(STANDS[fresh.state]))
    return fresh


def _end(trade: Trade, state: State, *, act: Act, now: datetime) -> Trade:
    trade.state, trade.ended_at, trade.act = state, now, act
    trade.save(update_fields=["state", "ended_at", "act"])
    return trade


def _note(
    name: str,
    trade: Trade,
    *,
    actor: User,
    now: datetime,
    access: TeamAccess | None = None,
    team: Team | None = None,
    **about: Any,
) -> Act:
    behalf = access.on_behalf_of(team) if access and team else None
    return record_act(
        name, actor=actor, now=now, on_behalf_of=behalf, trade=str(trade.uuid), **about
    )


def _contracts(team: Team, goods: Goods) -> list[Contract]:
    """Those named who are under contract, in the order of their shirts."""
    contracts = team.contracts.filter(
        until=None, is_journeyman=False, player__uuid__in=goods.players
    )
    return list(contracts.select_related("player").order_by("number"))


def _goods_faults(goods: Goods, found: Collection[Contract], subject: str) -> list[Reason]:
    reasons = []
    if len(found) < len(set(goods.players)):
        sentence = _("Only players under contract are traded, and journeymen are not.")
        reasons.append(Reason("not-under-contract", sentence, f"{subject}.players"))
    if not 0 <= goods.gold <= MOST_GOLD:
        sentence = _("From nothing to %(most)s.") % {"most": f"{MOST_GOLD:,}"}
        reasons.append(Reason("out-of-range", sentence, f"{subject}.gold"))
    return reasons


def _teams_faults(team: Team, to: Team, *, now: datetime) -> list[Reason]:
    if team.pk == to.pk or team.league_id != to.league_id:
        sentence = _("A trade is between two teams of one league.")
        return [Reason("not_two_teams", sentence, "to")]
    reasons = [
        Reason("team_retired", _("%(team)s is retired.") % {"team": each}, "to")
        for each in (team, to)
        if each.state != Team.State.ACTIVE
    ]
    if _coaches(team, now) & _coaches(to, now):
        sentence = _(
            "Both teams have the same coach. Trades are between teams of different coaches."
        )
        reasons.append(Reason("same_coach", sentence, "to"))
    return reasons


def _coaches(team: Team, now: datetime) -> set[int]:
    coaching = team.tenures.filter(~Q(kind=Tenure.Kind.STAND_IN), holding(now))
    return set(coaching.values_list("coach", flat=True))


def _match_faults(trade: Trade, season: Season) -> list[Reason]:
    """Nobody is traded out of an open match, or between two seasons before the re-draft."""
    reasons = []
    for team in (trade.offering, trade.asked):
        if open_sides().filter(team=team).exists():
            sentence = _("%(team)s has a match open. Finish it first.") % {"team": team}
            reasons.append(Reason("match_open", sentence))
        if season.state == Season.State.OVER or must_be_redrafted(season, team):
            sentence = _("%(team)s has yet to be re-drafted; trades wait until then.")
            reasons.append(Reason("redraft_due", sentence % {"team": team}))
    return reasons


def answer_trade(
    *,
    actor: User,
    trade: Trade,
    answer: str,
    now: datetime,
    reason: str = "",
    override: bool = False,
) -> Trade:
    """Carry out the one of the five that the word names; a reason is the commissioner's."""
    match answer:
        case "accept":
            return accept_trade(actor=actor, trade=trade, now=now)
        case "decline":
            return decline_trade(actor=actor, trade=trade, now=now)
        case "withdraw":
            return withdraw_trade(actor=actor, trade=trade, now=now)
        case "refuse":
            return refuse_trade(actor=actor, trade=trade, reason=reason, now=now)
        case _:
            return approve_trade(
                actor=actor, trade=trade, reason=reason, override=override, now=now
            )
