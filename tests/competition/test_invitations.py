"""Matches of open play: one coach proposes, the other agrees, and only then it is down."""

from datetime import date, datetime, timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from competition.commands import arranging
from competition.commands.arranging import answer_invitation, arrange_match, lapse_invitation
from competition.commands.end_stage import end_stage
from competition.commands.joining_and_leaving import leave_season
from competition.commands.match_day import begin_fixture
from competition.commands.rescheduling import add_fixture
from competition.models import Entry, Fixture
from competition.scheduling.leaving import Leaving
from jobs.models import Job
from jobs.outbox import enqueue
from jobs.runner import run_due
from league.commands.house_rules import change_house_rules
from league.models import League, Membership, Role
from matches.commands.beginning import Occasion, begin_match, call_off
from matches.models import Match
from teams.models import Tenure
from tests.conftest import FREE_PLAY, NOW
from tests.matches.through_the_api import program_of

DAY = date(2026, 3, 7)


@pytest.fixture
def coach(make_user, league):
    def come(name, entry, role=Role.COACH):
        person = make_user(name)
        place = Membership.objects.create(league=league, user=person, role=role, since=NOW)
        if entry.team:
            Tenure.objects.filter(team=entry.team).update(coach=place)
        else:
            Entry.objects.filter(pk=entry.pk).update(coach=place)
        return person

    return come


@pytest.fixture
def ladder(enter_team, plan, start, coach):
    """Anna's team and Bert's in open play."""
    rovers, scurriers = enter_team("Rovers"), enter_team("Scurriers")
    stage = start(plan("Open", "open", most=6))
    stage.anna, stage.bert = coach("Anna", rovers), coach("Bert", scurriers)
    stage.rovers, stage.scurriers = rovers, scurriers
    return stage


@pytest.fixture
def propose(ladder):
    def arrange(actor=None, now=NOW):
        both = {"home": ladder.rovers, "away": ladder.scurriers}
        return arrange_match(actor=actor or ladder.anna, stage=ladder, now=now, **both)

    return arrange


def rules(league, marta, **house):
    values = {key.replace("__", ".").replace("_", "-"): value for key, value in house.items()}
    reason = {"from_round": 1, "reason": "Enough."}
    change_house_rules(actor=marta, league=league, house=FREE_PLAY | values, now=NOW, **reason)


def look(at):
    """What the clock owes by then, and what comes of it."""
    with transaction.atomic():
        enqueue("competition.keep_time", now=at)
    run_due(now=at)


def codes(failure):
    return {reason.code for reason in failure.value.reasons}


def test_nothing_is_down_before_the_other_side_agrees(ladder, propose, run_jobs):
    fixture = propose()
    assert (fixture.state, fixture.invited_side) == ("proposed", "away")
    run_jobs()
    assert [each.to for each in mail.outbox] == [[ladder.bert.email]]
    for person in (ladder.anna, ladder.bert):
        with pytest.raises(Refused) as refused:
            begin_fixture(actor=person, fixture=fixture, played_on=DAY, now=NOW)
        assert codes(refused) == {"fixture_not_open"}
    with pytest.raises(Forbidden):
        answer_invitation(actor=ladder.anna, fixture=fixture, accepts=True, now=NOW)
    agreed = answer_invitation(actor=ladder.bert, fixture=fixture, accepts=True, now=NOW)
    assert agreed.state == "open"
    match = begin_fixture(actor=ladder.anna, fixture=agreed, played_on=DAY, now=NOW)
    assert match.runs.exists()
    run_jobs()
    assert mail.outbox[-1].to == [ladder.anna.email]


def test_whoever_runs_the_league_puts_it_down_unless_they_play(ladder, propose, marta, league):
    assert propose(marta).state == "open"
    Membership.objects.filter(user=ladder.anna).update(role=Role.DEPUTY)
    assert propose().state == "proposed"
    both = {"home": ladder.rovers, "away": ladder.scurriers}
    with pytest.raises(Refused) as refused:
        add_fixture(actor=ladder.anna, of=ladder.rounds.get(), now=NOW, **both)
    assert "arrange_it" in codes(refused)


def test_a_side_without_account_is_the_leagues_to_answer_for(ladder, propose, marta):
    Membership.objects.filter(user=ladder.bert).update(user=None, name="Wilma")
    fixture = propose()
    assert fixture.state == "proposed"
    assert answer_invitation(actor=marta, fixture=fixture, accepts=True, now=NOW).state == "open"


def test_what_had_to_hold_has_to_hold_when_they_agree(ladder, propose, marta, league):
    fixture = propose()
    ladder.places.filter(entry=ladder.rovers).update(until_round=1)
    with pytest.raises(Refused) as refused:
        answer_invitation(actor=ladder.bert, fixture=fixture, accepts=True, now=NOW)
    assert codes(refused) == {"not_in_the_stage"}


def test_one_at_a_time_and_not_without_end(ladder, propose, marta, league):
    rules(league, marta, unscheduled__invitations=2)
    first = propose()
    with pytest.raises(Refused) as refused:
        propose()
    assert codes(refused) == {"invitation_open"}
    answer_invitation(actor=ladder.bert, fixture=first, accepts=False, now=NOW)
    answer_invitation(actor=ladder.anna, fixture=propose(), accepts=False, now=NOW)
    with pytest.raises(Refused) as refused:
        propose()
    assert codes(refused) == {"asked_too_often"}
    assert propose(ladder.bert).invited_side == "home"


def test_in_open_play_and_beside_it_together(ladder, propose, marta, league):
    rules(league, marta, unscheduled__invitations=2)
    teams = {"home": ladder.rovers.team, "away": ladder.scurriers.team}
    values = {
        "league": league,
        "played_on": DAY,
        "occasion": Occasion(is_friendly=True),
        "now": NOW,
    }
    beside = begin_match(actor=ladder.anna, **teams, **values)
    call_off(actor=ladder.bert, match=beside, reason="", now=NOW)
    fixture = propose(now=NOW + timedelta(hours=1))
    answer_invitation(actor=ladder.bert, fixture=fixture, accepts=False, now=NOW)
    for door in (propose, lambda: begin_match(actor=ladder.anna, **teams, **values)):
        with pytest.raises(Refused) as refused:
            door()
        assert codes(refused) == {"asked_too_often"}
    answer_invitation(actor=ladder.anna, fixture=propose(ladder.bert), accepts=True, now=NOW)
    assert begin_match(actor=ladder.bert, **teams, **values)


def test_whoever_hands_their_team_over_for_a_moment_plays(ladder, propose, league, make_user):
    Membership.objects.filter(user=ladder.anna).update(role=Role.DEPUTY)
    fixture, later = propose(), NOW + timedelta(hours=1)
    carl = Membership.objects.create(
        league=league, user=make_user("Carl"), role=Role.COACH, since=NOW
    )
    Tenure.objects.filter(team=ladder.rovers.team).update(until=later, ended_at=later)
    Tenure.objects.create(team=ladder.rovers.team, coach=carl, since=later, made_at=later)
    with pytest.raises(Forbidden):
        answer_invitation(actor=ladder.anna, fixture=fixture, accepts=True, now=later)
    agreed = answer_invitation(actor=ladder.bert, fixture=fixture, accepts=True, now=later)
    assert agreed.state == "open"


def test_none_in_a_league_that_was_closed_meanwhile(ladder, propose):
    assert ladder.season.league.closed_at is None
    League.objects.update(closed_at=NOW)
    with pytest.raises(Refused) as refused:
        propose()
    assert codes(refused) == {"league_closed"}


def test_it_lapses(ladder, propose):
    fixture, late = propose(), NOW + timedelta(hours=169)
    look(NOW + timedelta(hours=1))
    assert not Job.objects.filter(kind="competition.lapse_invitation").exists()
    with pytest.raises(Conflict):
        answer_invitation(actor=ladder.bert, fixture=fixture, accepts=True, now=late)
    League.objects.update(closed_at=late)
    look(late)
    assert not lapse_invitation(fixture=fixture, now=late)
    League.objects.update(closed_at=None)
    look(late + timedelta(hours=1))
    fixture.refresh_from_db()
    assert fixture.state == "cancelled"


def test_each_lapses_for_itself(ladder, propose, start, plan):
    late = NOW + timedelta(hours=169)
    second = start(plan("Beside it", "open", most=6))
    pair = {"home": ladder.rovers, "away": ladder.scurriers}
    both = [propose(), arrange_match(actor=ladder.anna, stage=second, now=NOW, **pair)]
    look(late)
    assert [Fixture.objects.get(pk=each.pk).state for each in both] == ["cancelled"] * 2
    jobs = Job.objects.filter(kind="competition.lapse_invitation")
    assert [(each.state, each.result) for each in jobs] == [("done", {"lapsed": True})] * 2


@pytest.mark.parametrize("forged", [{"proposed_at": None}, {"invited_side": ""}, {"away": None}])
def test_an_invitation_asks_somebody_at_some_time(propose, forged):
    with pytest.raises(IntegrityError), transaction.atomic():
        Fixture.objects.filter(pk=propose().pk).update(**forged)


def test_the_last_that_may_wait_is_accepted(ladder, propose, monkeypatch):
    monkeypatch.setattr(arranging, "MOST_OPEN", 1)
    fixture = propose()
    assert answer_invitation(actor=ladder.bert, fixture=fixture, accepts=True, now=NOW)


@pytest.mark.parametrize("how", ["stage", "season", "leaving"])
def test_none_outlives_its_stage(ladder, propose, marta, end, *, how):
    fixture = propose()
    if how == "stage":
        end_stage(actor=marta, stage=ladder, now=NOW)
    elif how == "season":
        end()
    else:
        values = {"how": Leaving.WALKOVERS, "reason": "Moved away.", "now": NOW}
        leave_season(actor=marta, entry=ladder.scurriers, **values)
    fixture.refresh_from_db()
    assert fixture.state == "cancelled"


def test_friendlies_of_open_play_count_too(ladder, propose, marta, league):
    rules(league, marta, repeat__rival=1, unscheduled__friendlies=1)
    assert not propose(marta).is_friendly
    assert propose(marta).is_friendly
    with pytest.raises(Refused) as refused:
        propose(marta)
    assert codes(refused) == {"friendlies_played"}


def test_two_do_not_play_more_often_in_a_row_than_was_arranged(
    ladder, propose, marta, league, enter_team
):
    fixtures = [propose(marta), propose(marta)]
    rules(league, marta, repeat__in_a_row=1)
    match = begin_fixture(actor=marta, fixture=fixtures[0], played_on=DAY, now=NOW)
    match.sides.update(through_at=NOW)
    Match.objects.update(state=Match.State.OVER)
    with pytest.raises(Refused) as refused:
        begin_fixture(actor=marta, fixture=fixtures[1], played_on=DAY, now=NOW)
    assert codes(refused) == {"too_often_in_a_row"}


def test_on_the_pages_and_for_programs(ladder, propose, league):
    fixture = propose(now=timezone.now())
    address = f"/fixtures/{fixture.uuid}/"
    pages = {}
    for name in ("anna", "bert"):
        person = Client()
        person.force_login(getattr(ladder, name))
        pages[name] = person
    listed = pages["anna"].get(f"/leagues/{league.uuid}/fixtures/").content.decode()
    assert str(fixture.uuid) not in listed
    for home in (f"/leagues/{league.uuid}/", "/"):
        assert "Will you play Rovers – Scurriers?" in pages["bert"].get(home).content.decode()
    stage = pages["anna"].get(f"/leagues/{league.uuid}/season/stages/{ladder.uuid}/")
    assert "Rovers – Scurriers is proposed" in stage.content.decode()
    assert "Take it back" in pages["anna"].get(address).content.decode()
    assert "Decline" in pages["bert"].get(address).content.decode()
    assert pages["bert"].post(f"{address}answer/").status_code == 422
    assert pages["bert"].post(f"{address}answer/", {"answer": "decline"}).status_code == 302
    fixture = propose(now=(now := timezone.now()))
    his = program_of(ladder.bert)
    rounds = f"/api/v1/leagues/{league.uuid}/season/stages/{ladder.uuid}/rounds/1/"
    (listed,) = his.get(rounds).json()
    (waiting,) = his.get("/api/v1/me/to-do/").json()["invitations"]
    assert (waiting["fixture"], waiting["home"]["name"]) == (str(fixture.uuid), "Rovers")
    for told in (listed, waiting):
        assert datetime.fromisoformat(told["lapses_at"]) == now + timedelta(hours=168)
    for shown in (
        his.get(f"/api/v1/fixtures/{fixture.uuid}/").json(),
        his.get(f"/api/v1/leagues/{league.uuid}/fixtures/").json()["results"][0],
    ):
        assert shown["invited_side"] == "away"
        assert shown["lapses_at"] == waiting["lapses_at"]
    answer = his.post(waiting["address"], {"accepts": True}, format="json")
    assert (answer.status_code, answer.json()["state"]) == (200, "open")
    assert answer.json()["lapses_at"] is None
    assert his.get("/api/v1/me/to-do/").json()["invitations"] == []


def test_is_between_the_two_and_whoever_runs_the_league(
    ladder, propose, league, marta, *, make_user
):
    cleo = make_user("Cleo")
    Membership.objects.create(league=league, user=cleo, role=Role.COACH, since=NOW)
    fixture = propose()
    lists = [
        f"/api/v1/leagues/{league.uuid}/fixtures/",
        f"/api/v1/leagues/{league.uuid}/season/stages/{ladder.uuid}/rounds/1/",
    ]

    programs = {each: program_of(each) for each in (ladder.anna, ladder.bert, marta, cleo)}

    def listed_to(person):
        answers = [programs[person].get(address).json() for address in lists]
        rows = [answer["results"] if isinstance(answer, dict) else answer for answer in answers]
        return [[row["uuid"] for row in each] for each in rows]

    def opened_by(person, *, client):
        client.force_login(person)
        address = f"/fixtures/{fixture.uuid}/"
        api = programs[person].get(f"/api/v1{address}")
        return client.get(address).status_code, api.status_code

    for person in (ladder.anna, ladder.bert, marta):
        assert listed_to(person) == [[str(fixture.uuid)]] * 2
        assert opened_by(person, client=Client()) == (200, 200)
    assert listed_to(cleo) == [[], []]
    assert opened_by(cleo, client=Client()) == (404, 404)
    answer_invitation(actor=ladder.bert, fixture=fixture, accepts=False, now=NOW)
    for person in programs:
        assert listed_to(person) == [[], []]
