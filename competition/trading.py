"""What a trade would come to, who has a part in it, and who may read it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Missing, Reason
from competition.models import Trade
from league.models import Season
from league.permissions import A_DEPUTY
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, must_have, rule
from matches.deciding import (
    Times,
    could_object,
    lately,
    teams_played,
    was_over,
)
from matches.permissions import tenures_of
from rules.engine import circumstances, rulings
from rules.engine.rulings import Allowed
from rules.words import reason_words
from teams import projection
from teams.models import Contract, Team, Tenure
from teams.permissions import TeamAccess
from teams.projection import Roster

State = Trade.State
OPEN = (State.OFFERED, State.ACCEPTED)
SIDES = ("offering", "asked")


def has_its_coach(
    person: int | None, team: Team, tenures: Iterable[Tenure], *, now: datetime
) -> bool:
    """Whether somebody else with an account coaches a team, or did lately: the league's office
    speaks for no such team."""
    own = [each for each in tenures if each.team_id == team.pk]
    return could_object(person, team.pk, own, Times(lately(now), now))


def speaks_for(person: User, team: Team, access: TeamAccess, *, now: datetime) -> bool:
    """Whether somebody offers and answers a team's trades: its coaches do, and whoever runs the
    league for a team on paper. Two statements at most."""
    if access.coaches or not access.runs_league:
        return access.coaches
    return not has_its_coach(person.pk, team, tenures_of([team.pk]), now=now)


def why_others_approve(person: User, trade: Trade, *, now: datetime) -> Reason | None:
    """Why somebody who runs the league does not approve a trade: they spoke for a team in it that
    is not theirs, or its yes is not its own. Four statements at most."""
    return _why_not_who_spoke(person, trade, now=now) or _why_not_who_put(person, trade, now=now)


def _why_not_who_spoke(person: User, trade: Trade, *, now: datetime) -> Reason | None:
    """Nothing where nobody else with an account has a part in it. One statement at most."""
    words = (
        (trade.offering, trade.offered_by_id, trade.offered_at),
        (trade.asked, trade.accepted_by_id, trade.accepted_at),
    )
    spoken = [(team, at) for team, by, at in words if by == person.pk and at is not None]
    if not spoken:
        return None
    tenures = tenures_of([trade.offering_id, trade.asked_id])
    from_office = [
        team
        for team, at in spoken
        if not any(
            each.team_id == team.pk and each.coach.user_id == person.pk and _held_at(each, at)
            for each in tenures
        )
    ]
    concerns = any(
        has_its_coach(person.pk, team, tenures, now=now) for team in (trade.offering, trade.asked)
    )
    if not (from_office and concerns):
        return None
    sentence = _(
        "You spoke for %(team)s in this trade, so it is approved by somebody else who runs the "
        "league."
    )
    return Reason("spoke_for_a_team", f"{sentence % {'team': from_office[0]}} {A_DEPUTY}")


def _held_at(tenure: Tenure, at: datetime) -> bool:
    """Whether it had begun then, and had been written down."""
    return max(tenure.since, tenure.made_at or tenure.since) <= at and not was_over(tenure, at)


def _why_not_who_put(person: User, trade: Trade, *, now: datetime) -> Reason | None:
    """Of a party to it: they replaced the other team's coach this season without notice, as in a
    team that is not in it, so its yes is not its own. Two statements at most."""
    season = season_began(trade)
    if not is_party(person, trade.offering, trade.asked, since=season, now=now):
        return None
    tenures = tenures_of([trade.offering_id, trade.asked_id])
    firsts = [each for each in tenures if each.kind == Tenure.Kind.COACH]
    at_once = [
        each
        for each in firsts
        if each.made_by_id == person.pk
        and each.coach.user_id != person.pk
        and not (each.has_notice or each.is_planned(now) or was_over(each, season))
    ]
    replaced = {
        (each.team_id, each.until) for each in firsts if each.coach.user_id not in (None, person.pk)
    }
    if not any((each.team_id, each.since) in replaced for each in at_once):
        return None
    sentence = _(
        "You replaced a coach who had a part in this trade, so it is approved by somebody else who "
        "runs the league."
    )
    return Reason("replaced_the_coach", f"{sentence} {A_DEPUTY}")


def is_party(person: User, *teams: Team, since: datetime, now: datetime) -> bool:
    """Whether somebody coaches one of these teams, or did at any time since: nobody hands their
    team to another for a moment to speak for both. One statement."""
    return bool(
        teams_played(person.pk, tenures_of([team.pk for team in teams]), since=since, now=now)
    )


def is_own_offer(person: User, trade: Trade, access: TeamAccess, *, now: datetime) -> bool:
    """Whether who would answer has a part in the offering team: since the offer, or if they answer
    for a team that is not theirs, since the season began. Two statements at most."""
    since = trade.offered_at if access.coaches else season_began(trade)
    return is_party(person, trade.offering, since=since, now=now)


def season_began(of: Team | Trade) -> datetime:
    return current_season(of.league).opened_at


@dataclass(frozen=True)
class Considered:
    """A trade before the rulebook; `gone` says who is no longer there to be traded."""

    rosters: Mapping[str, Roster]
    given: Mapping[str, list[Contract]]
    gone: list[Reason]
    ruling: rulings.Ruling
    reasons: list[Reason]


def consider(trade: Trade, season: Season) -> Considered:
    """What would come of a trade as things stand. Five statements."""
    book = book_of(season.pin)
    question = must_have(answers_of(book).trade, "trade")
    rosters = {side: projection.read(getattr(trade, side)) for side in SIDES}
    moving = list(trade.players.select_related("contract__player"))
    given = {
        side: [each.contract for each in moving if each.contract.team_id == rosters[side].team.pk]
        for side in SIDES
    }
    gone = [
        Reason("gone", _("%(player)s is no longer there.") % {"player": contract.player.name})
        for side in SIDES
        for contract in given[side]
        if contract.key not in rosters[side].contracts
    ]
    at = circumstances.Trade(
        offering=rosters["offering"].state,
        asked=rosters["asked"].state,
        window=window_of(trade),
        gives=tuple(each.key for each in given["offering"]),
        gets=tuple(each.key for each in given["asked"]),
        pays=trade.gold_offered,
        paid=trade.gold_asked,
    )
    ruling = rule(book, question, at)
    reasons = [] if isinstance(ruling, Allowed) else _said(ruling, rosters, book.catalogue)
    stated = [each for each in reasons if not (gone and each.code == "not-under-contract")]
    return Considered(rosters, given, gone, ruling, stated)


def _said(ruling: rulings.Refused, rosters: Mapping[str, Roster], catalogue: Any) -> list[Reason]:
    """Each reason with the team that it is about."""
    reasons = []
    for reason in ruling.reasons:
        roster = rosters.get(reason.subject.partition(".")[0])
        sentence = reason_words(catalogue, reason)
        reasons.append(
            Reason(
                reason.code, f"{roster.team}: {sentence}" if roster else sentence, reason.subject
            )
        )
    return reasons


def window_of(trade: Trade) -> str:
    """What the rulebook calls it: players who move have their id from it."""
    return f"trade/{trade.pk}"


def trade_of(league_id: int, uuid: UUID) -> Trade:
    """Raises Missing. One statement."""
    trade = (
        Trade.objects.filter(league=league_id, uuid=uuid)
        .select_related("league", "offering__league", "asked__league", "act")
        .select_related("offered_by", "accepted_by")
        .first()
    )
    if trade is None:
        raise Missing.because("no_such_trade", _("There is no such trade."))
    return trade


def must_read(person: Any, trade: Trade, accesses: Collection[TeamAccess]) -> None:
    """What is done is for everybody; what is being talked about for the two and the officers."""
    if trade.state != State.APPROVED and not any(access.may_act for access in accesses):
        raise Missing.because("no_such_trade", _("There is no such trade."))
