"""Leagues with everything in them that an address can name, and somebody of every role."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from uuid import UUID

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from PIL import Image

from accounts.commands.links import issue_sign_in_link
from accounts.commands.new_email import new_email_link
from accounts.commands.tokens import create_token
from accounts.models import User, WaitingPerson
from accounts.signed_links import SIGN_UP, sign_link
from competition.commands.dates import propose_date
from competition.commands.entries import register_team
from competition.commands.outcomes import Score
from competition.commands.planning import plan_stage
from competition.commands.points import adjust_points
from competition.commands.results import enter_score
from competition.commands.starting import start_stage
from competition.commands.timetables import set_dates
from competition.commands.tournament import paste_entrants
from competition.commands.tournament_rounds import start_round, start_tournament
from competition.commands.trades import Goods, offer_trade
from competition.models import Entry, Fixture
from competition.timetables import Timetable
from jobs import runner
from jobs.outbox import enqueue
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.commands.members import add_coach_by_name
from league.models import JoinRequest, League, Membership, Role, Season
from league.queries import current_season
from league_file import arrivals
from matches.commands.recording import record_result
from matches.commands.reporting import confirm_report
from matches.models import Proposal
from matches.replay.edited_reports import Wish
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import begin_adoption
from teams.commands.drafting import begin_draft, draft_team
from teams.commands.pictures import put_up_picture
from teams.commands.windows import open_window
from teams.models import Team, Words
from tests.conftest import A_TEAM, playing_freely
from tests.matches.playing import begin_and_agree, play_on
from tests.permissions.who import ROLES

PLACES = {
    "commissioner": Role.COMMISSIONER,
    "deputy": Role.DEPUTY,
    "coach": Role.COACH,
    "mate": Role.COACH,
    "viewer": Role.VIEWER,
    "rival": Role.COACH,
}
Things = Mapping[str, Any]


@dataclass(frozen=True)
class World:
    """Who is there, and what addresses name: of the site, and of leagues public and private."""

    people: Mapping[str, User | None]
    site: Mapping[str, Things]
    leagues: Mapping[str, Mapping[str, Things]] = field(default_factory=dict)


def build() -> World:
    people = {role: None if role == "anonymous" else _somebody(role) for role in ROLES}
    people |= {name: _somebody(name) for name in ("host", "rival")}
    elsewhere = create_league(
        actor=people["host"], name="Elsewhere", edition_key="bb2016", now=timezone.now()
    )
    _join(elsewhere, people["outsider"], Role.COACH)
    leagues = {
        "public": dict(_leagues(people, is_public=True)),
        "private": dict(_leagues(people, is_public=False)),
    }
    return World(people, _site(people["coach"], people["host"]), leagues)


def _somebody(role: str) -> User:
    return User.objects.create(
        name=role.capitalize(),
        email=f"{role}@example.org",
        joined_at=timezone.now(),
        is_operator=role == "operator",
    )


def _waiting() -> UUID:
    """Somebody who asked to be let in where no mail is sent."""
    asked, _made = WaitingPerson.objects.get_or_create(
        email="waits@example.org", defaults={"name": "Wanda", "asked_at": timezone.now()}
    )
    return asked.uuid


def _join(league: League, person: User, role: Role) -> Membership:
    return Membership.objects.create(league=league, user=person, role=role, since=timezone.now())


def _site(coach: User, host: User) -> dict[str, Things]:
    """What belongs to no league: the coach's own, secrets in addresses, the book."""
    now = timezone.now()
    reset = default_token_generator.make_token(host)
    with transaction.atomic():
        job = enqueue("jobs.drill", now=now, owner=coach)
        arrival = enqueue(arrivals.KIND, now=now, owner=coach, upload="")
    return {
        "": {
            "job": job.uuid,
            "token": create_token(actor=coach, name="Bot", now=now)[0].uuid,
            "person": coach.uuid,
            "waiting": _waiting(),
            "edition": "bb2016",
            "page": "stars",
        },
        "league_file:arrival": {"job": arrival.uuid},
        "api-operation": {"name": "show_root"},
        "accounts:finish-sign-up": {
            "token": sign_link(SIGN_UP, now=now, email="ada@example.org", name="Ada")
        },
        "accounts:sign-in-link": {
            "token": issue_sign_in_link(actor=None, user=host, now=now).secret
        },
        "accounts:reset-password": {"uid": host.uuid, "token": reset},
        "accounts:confirm-email": {"token": new_email_link(host, "new@example.org", now=now)},
        "rules:races-one": {"key": "human"},
        "rules:skills-one": {"key": "claws"},
        "rules:ask-ruling": {"name": "winnings"},
        "api-ruling": {"name": "winnings"},
    }


def _leagues(people: Mapping[str, Any], *, is_public: bool) -> Iterator[tuple[str, Things]]:
    """Three leagues with the same people, for one cannot be in all states at once."""
    for state, fill in (("season", _season), ("cup", _cup), ("downtime", _downtime)):
        values = {"name": f"The {state}", "edition_key": "bb2016", "teams_per_coach": 20}
        commissioner = people["commissioner"]
        league = create_league(
            actor=commissioner, is_public=is_public, now=timezone.now(), **values
        )
        places = {"commissioner": league.memberships.get(user=commissioner)} | {
            name: _join(league, people[name], role)
            for name, role in PLACES.items()
            if name != "commissioner"
        }
        yield state, {"league": league.uuid} | fill(league, people, places)


def _drafted(league: League, by: User, name: str) -> Team:
    season = current_season(league)
    return draft_team(
        actor=by, season=season, race="human", name=name, wish=A_TEAM, now=timezone.now()
    )


def _season(league: League, people: Mapping[str, User], places: Mapping[str, Any]) -> Things:
    teams = {
        role: _drafted(league, people[role], f"{role}s")
        for role in ("coach", "mate", "rival", "deputy")
    }
    return (
        _people_of(league, people, places)
        | _team_things(league, people, teams["coach"])
        | _match_things(league, people)
        | _stage_things(league, people, places, teams)
        | _trade(people["coach"], teams["coach"], teams["rival"])
    )


def _people_of(league: League, people: Mapping[str, User], places: Mapping[str, Any]) -> Things:
    """The member that pages are about is the rival; a coach by name can be claimed."""
    now, host = timezone.now(), people["commissioner"]
    invitation, secret = invite(actor=host, league=league, now=now)
    # From before the league was private, as it may be.
    request = JoinRequest.objects.create(user=people["host"], league=league, at=now)
    named = add_coach_by_name(actor=host, league=league, name="Old Tom", now=now)
    return {
        "member": places["rival"].uuid,
        "place": named.uuid,
        "coach": places["coach"].uuid,
        "invitation": invitation.uuid,
        "secret": secret,
        "request_id": request.uuid,
    }


def _team_things(league: League, people: Mapping[str, User], team: Team) -> Things:
    now, host, coach = timezone.now(), people["commissioner"], people["coach"]
    event = adjust_team(actor=host, team=team, change={"treasury": 90_000}, reason="Paint", now=now)
    open_window(actor=host, team=team, now=now)
    file = BytesIO()
    Image.new("RGB", (64, 64), "teal").save(file, "PNG")
    size = file.tell()
    file.seek(0)
    picture = put_up_picture(actor=coach, team=team, upload=file, size=size, now=now)
    return {
        "team": team.uuid,
        "player": team.contracts.earliest("id").player.uuid,
        "tenure": team.tenures.get().uuid,
        "seq": event.seq,
        "digest": picture.digest,
        "draft": begin_draft(
            actor=coach, season=current_season(league), race="human", now=now
        ).uuid,
        "adoption": begin_adoption(
            actor=host, league=league, race="human", coach_name="Edda", name="Old", now=now
        ).uuid,
    }


def _match_things(league: League, people: Mapping[str, User]) -> Things:
    """A match of the coach's, whose dice are not thrown yet, and one that has just begun."""
    now, coach, rival = timezone.now(), people["coach"], people["rival"]
    values = {"actor": coach, "league": league, "played_on": date(2026, 1, 1), "now": now}
    names = {"Hosts": coach, "Guests": rival, "Openers": coach, "Closers": rival}
    teams = {name: _drafted(league, person, name) for name, person in names.items()}
    with playing_freely(league):
        match = record_result(
            home=teams["Hosts"],
            away=teams["Guests"],
            score={"home": 2, "away": 1},
            crowd={"home": 1, "away": 0},
            **values,
        )
        match = confirm_report(actor=rival, match=match, now=now)
        play_on(match, people["commissioner"], until="fortune", now=now)
        begun = begin_and_agree(home=teams["Openers"], away=teams["Closers"], **values)
    proposal = Proposal.objects.create(
        match=match,
        side="away",
        by=people["rival"],
        wish=Wish().as_data(),
        words=Words.objects.create(text="It was 2-2"),
        at=timezone.now(),
    )
    named = {"match": match.uuid, "begun": begun.uuid, "side": "home", "step": "fortune"}
    return named | {"correction_proposal": proposal.uuid}


def _stage_things(
    league: League, people: Mapping[str, User], places: Mapping[str, Any], teams: Mapping[str, Team]
) -> Things:
    """A round robin whose dates are over: one fixture played, and the coach's with a rival open, a
    date for it on the table."""
    now, host, season = timezone.now(), people["commissioner"], current_season(league)
    entries = {
        role: register_team(actor=host, season=season, team=team, now=now)
        for role, team in teams.items()
    }
    values = {"actor": host, "season": season, "now": now}
    stage = plan_stage(name="The league", format="round-robin", **values)
    planned = plan_stage(
        name="Play-offs", format="knock-out", follows=stage, top_of_each=2, **values
    )
    start_stage(actor=host, stage=stage, now=now)
    runner.run_due(now=now)
    timetable = Timetable(first=now.date() - timedelta(days=40))
    set_dates(actor=host, stage=stage, timetable=timetable, now=now)
    fixtures = stage.fixtures.select_related("stage__season__league", "home", "away")
    both = (entries["coach"], entries["rival"])
    fixture = fixtures.get(home__in=both, away__in=both)
    # Of others than the deputy: whoever plays in a match has no say about its result.
    deputys = Q(home=entries["deputy"]) | Q(away=entries["deputy"])
    of_others = fixtures.exclude(deputys).exclude(pk=fixture.pk)
    played = of_others.filter(state=Fixture.State.OPEN).earliest("number")
    enter_score(actor=host, fixture=played, score=Score((2, 1)), now=now)
    points = adjust_points(
        actor=host, stage=stage, entry=entries["mate"], points=-1, reason="Late", now=now
    )
    proposal = propose_date(
        actor=people["rival"], fixture=fixture, kick_off_at=now + timedelta(days=1), now=now
    )
    return {
        "stage": stage.uuid,
        "planned": planned.uuid,
        "number": fixture.round.number,
        "fixture": fixture.uuid,
        "played": played.uuid,
        "entry": entries["coach"].uuid,
        "their_entry": entries["rival"].uuid,
        "their_team": teams["rival"].uuid,
        "adjustment": points.uuid,
        "proposal": proposal.uuid,
    }


def _trade(coach: User, ours: Team, theirs: Team) -> Things:
    gives, gets = Goods(gold=10_000), Goods()
    trade = offer_trade(
        actor=coach, team=ours, to=theirs, gives=gives, gets=gets, now=timezone.now()
    )
    return {"trade": trade.uuid}


def _cup(league: League, people: Mapping[str, User], places: Mapping[str, Any]) -> Things:
    """A Swiss of four whose first round is being played."""
    now, host, season = timezone.now(), people["commissioner"], current_season(league)
    stage = plan_stage(actor=host, season=season, name="The Cup", format="swiss", now=now)
    paste_entrants(actor=host, season=season, text="Anna\nBert\nCleo\nDora", now=now)
    first = start_tournament(actor=host, stage=stage, now=now)
    start_round(actor=host, of=first, minutes=90, now=now)
    one, other = season.entries.order_by("id")[:2]
    return {"stage": stage.uuid, "entry": one.uuid, "their_entry": other.uuid}


def _downtime(league: League, people: Mapping[str, User], places: Mapping[str, Any]) -> Things:
    """The season is over; the coach has somebody whose injury may heal."""
    now, team = timezone.now(), _drafted(league, people["coach"], "Resting")
    hurt = team.contracts.earliest("id").player.uuid
    values = {"actor": people["commissioner"], "team": team, "player": hurt, "now": now}
    adjust_team(change={"niggles": 1}, reason="Told late", **values)
    last = current_season(league)
    Entry.objects.create(season=last, team=team, state=Entry.State.ACCEPTED, registered_at=now)
    Season.objects.filter(pk=last.pk).update(state=Season.State.OVER)
    Season.objects.create(league=league, number=last.number + 1, pin=last.pin, opened_at=now)
    return {"team": team.uuid}
