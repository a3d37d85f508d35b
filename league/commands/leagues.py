"""Founding a league and changing what it says about itself."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import time_zones
from acts.failures import Reason, Refused
from acts.recording import record_act
from league.hooks import LeagueReopened
from league.house_rules import why_idle
from league.models import LONGEST_NAME, League, Membership, Role, Season
from league.permissions import must_be_commissioner, must_run
from league.pins import make_pin
from league.rulebook import said
from rules.asking import house_faults
from rules.editions import NoSuchEdition, edition
from rules.house import House
from web.lines import tidied, what_is_wrong_with

LONGEST_ABOUT = 2000
MOST_LEAGUES_A_PERSON = 50
MOST_TEAMS_A_COACH = 20


def create_league(
    *,
    actor: User,
    name: str,
    edition_key: str,
    now: datetime,
    house: Mapping[str, Any] | None = None,
    is_public: bool = True,
    time_zone: str = "UTC",
    about: str = "",
    teams_per_coach: int = 1,
    opens_registration: bool = True,
) -> League:
    """Found a league with the actor as its commissioner and a first season, to register for or
    still to be prepared."""
    name, about, house = tidied(name), about.strip(), dict(house or {})
    reasons = [
        *why_not_called(name, about=about, time_zone=time_zone),
        *why_not_so_many(teams_per_coach),
        *why_not_played_by(edition_key, house),
    ]
    with transaction.atomic():
        hold_person(actor)
        reasons += why_no_more_leagues(actor)
        if reasons:
            raise Refused(*reasons)
        league = League.objects.create(
            name=name,
            about=about,
            time_zone=time_zone,
            is_public=is_public,
            teams_per_coach=teams_per_coach,
            created_at=now,
        )
        Membership.objects.create(league=league, user=actor, role=Role.COMMISSIONER, since=now)
        Season.objects.create(
            league=league,
            number=1,
            state=Season.State.REGISTRATION if opens_registration else Season.State.PREPARING,
            pin=make_pin(edition_key=edition_key, house=house, now=now),
            opened_at=now,
        )
        record_act("league.create_league", actor=actor, now=now, league=str(league.uuid))
    return league


def change_league(
    *,
    actor: User,
    league: League,
    now: datetime,
    name: str | None = None,
    about: str | None = None,
    time_zone: str | None = None,
    is_public: bool | None = None,
    teams_per_coach: int | None = None,
) -> League:
    """Change what a league says about itself and who sees it; what is not given stays."""
    must_run(actor, league)
    with transaction.atomic():
        league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
        values: dict[str, Any] = {
            "name": league.name if name is None else tidied(name),
            "about": league.about if about is None else about.strip(),
            "time_zone": league.time_zone if time_zone is None else time_zone,
            "is_public": league.is_public if is_public is None else is_public,
            "teams_per_coach": (
                league.teams_per_coach if teams_per_coach is None else teams_per_coach
            ),
        }
        changed = {key: value for key, value in values.items() if value != getattr(league, key)}
        # A zone that was kept from before this machine forgot it is nobody's mistake.
        named = [
            reason
            for reason in (
                *why_not_called(
                    values["name"], about=values["about"], time_zone=values["time_zone"]
                ),
                *why_not_so_many(values["teams_per_coach"]),
            )
            if reason.subject in changed
        ]
        if named:
            raise Refused(*named)
        if changed:
            for key, value in changed.items():
                setattr(league, key, value)
            league.save(update_fields=list(changed))
            record_act(
                "league.change_league",
                actor=actor,
                now=now,
                league=str(league.uuid),
                changed=sorted(changed),
            )
    return league


def close_league(*, actor: User, league: League, now: datetime) -> League:
    """End a league: it can still be read, and nothing in it changes any more."""
    must_be_commissioner(actor, league)
    with transaction.atomic():
        league = _locked(league)
        if league.closed_at is None:
            league.closed_at = now
            league.save(update_fields=["closed_at"])
            record_act("league.close_league", actor=actor, now=now, league=str(league.uuid))
    return league


def reopen_league(*, actor: User, league: League, now: datetime) -> League:
    """Take a closed league up again, as it was; whoever was waited for has their time anew."""
    must_be_commissioner(actor, league)
    with transaction.atomic():
        league = _locked(league)
        if league.closed_at is not None:
            closed_at, league.closed_at, league.reopened_at = league.closed_at, None, now
            league.save(update_fields=["closed_at", "reopened_at"])
            record_act("league.reopen_league", actor=actor, now=now, league=str(league.uuid))
            LeagueReopened(league, actor, closed_at, now).send()
    return league


def _locked(league: League) -> League:
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)


def hold_person(person: User) -> None:
    """Inside a transaction, before anything else is held: what is counted for a person is counted
    once, however many requests come at once."""
    list(User.objects.select_for_update(no_key=True).filter(pk=person.pk).values("pk"))


def why_no_more_leagues(person: User) -> list[Reason]:
    """Of a person who is held."""
    run = Membership.objects.filter(user=person, role=Role.COMMISSIONER, until=None)
    if run.count() < MOST_LEAGUES_A_PERSON:
        return []
    many = _("%(most)d leagues is as many as one person can run. One has to be handed over first.")
    params = {"most": MOST_LEAGUES_A_PERSON}
    return [Reason("too_many_leagues", many % params, "", params)]


def why_not_called(name: str, *, about: str, time_zone: str) -> list[Reason]:
    reasons = what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME)
    if len(about) > LONGEST_ABOUT:
        sentence = _("%(n)d characters at most.") % {"n": LONGEST_ABOUT}
        reasons.append(Reason("too_long", sentence, "about"))
    if time_zone not in time_zones():
        reasons.append(Reason("no_such_time_zone", _("There is no such time zone."), "time_zone"))
    return reasons


def why_not_so_many(teams_per_coach: int) -> list[Reason]:
    if 1 <= teams_per_coach <= MOST_TEAMS_A_COACH:
        return []
    sentence = _("A coach has from 1 to %(most)d teams.") % {"most": MOST_TEAMS_A_COACH}
    return [Reason("teams_out_of_range", sentence, "teams_per_coach")]


def why_not_played_by(edition_key: str, house: Mapping[str, Any]) -> list[Reason]:
    try:
        chosen = edition(edition_key)
    except NoSuchEdition:
        return [Reason("no_such_edition", _("Nobody has written this edition."), "edition")]
    if faults := house_faults(chosen, dict(house)):
        return said(faults, chosen.catalogue)
    return why_idle(House(chosen.knobs, house))
