"""The page for people who write programs."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from competition.api.standings import AN_ENTRY, ANOTHER
from competition.api.trades import AN_OFFER
from competition.commands.dates import propose_date
from competition.commands.entries import register_team
from competition.commands.healing import roll_healing
from competition.commands.outcomes import Score
from competition.commands.planning import plan_stage
from competition.commands.results import enter_score
from competition.commands.starting import start_stage
from competition.commands.tournament import check_in, paste_entrants
from competition.commands.tournament_rounds import start_round, start_tournament
from competition.commands.trades import Goods, offer_trade
from competition.models import DateProposal, Entry, Fixture, Stage, Trade
from jobs.runner import run_due
from league.api.invitations import EXAMPLE_SECRET
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.models import JoinRequest, League, Membership, Role, Season
from league.queries import current_season
from matches.api.corrections import EDITS
from matches.api.results import A_RESULT
from matches.commands.answering import Given, answer_step
from matches.commands.recording import record_result
from matches.models import Match, MatchSide
from rules.engine import effects as e
from rules.engine.state import Home
from teams import ledger
from teams.commands.adjusting import adjust_team
from teams.commands.drafting import begin_draft, change_draft, draft_team, finish_draft
from teams.commands.windows import open_window
from teams.models import Draft, Player, Team, Tenure
from tests.conftest import A_TEAM, play_freely, playing_freely
from tests.matches.playing import begin_and_agree, play_on
from tests.teams.history import put
from web.api.documentation import EXAMPLE_UUID, documentation
from web.api.schema import current_schema

pytestmark = pytest.mark.pure

IN_A_RUNNING_SEASON = {
    "add_fixture", "adjust_points", "answer_proposal", "cancel_fixture", "draw_lots",
    "end_season", "enter_score", "enter_scores", "leave_season", "let_in_late", "move_fixture",
    "begin_fixture", "play_fixture", "preview_stage_dates", "propose_date", "rule_fixture",
    "rule_overdue", "set_round_dates", "set_stage_dates", "take_back_result", "try_fixture",
}  # fmt: skip


def test_anybody_reads_about_every_operation(client, db):
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    for path, item in current_schema()["paths"].items():
        assert path in page
        for operation in item.values():
            address = f"/api/docs/{operation['operationId']}/"
            assert f'href="{address}"' in page
            assert operation["summary"] in unescape(page)
            assert f"<code>{path}</code>" in client.get(address).content.decode()


def test_of_no_operation_there_is_no_page(client, db):
    assert client.get("/api/docs/win_every_match/").status_code == 404


@pytest.mark.parametrize("address", ["/api/docs/", "/api/docs/change_draft/"])
def test_nothing_on_it_needs_script_or_another_host(client, db, address):
    answer = client.get(address)
    page = answer.content.decode()
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert " style=" not in page
    addresses = re.findall(r'(?:src|href)="(.*?)"', page)
    assert all(address[0] in "/#" and address[:2] != "//" for address in addresses)


def test_calls_are_shown_for_the_host_that_shows_them(client, db, settings):
    settings.ALLOWED_HOSTS = ["league.example.org"]
    for address in ("/api/docs/", "/api/docs/show_me/"):
        page = client.get(address, HTTP_HOST="league.example.org").content.decode()
        assert "curl http://league.example.org/api/v1/me/" in page


def test_what_lies_ahead_in_an_example_lies_ahead_for_good():
    examples = [
        example["value"]
        for item in current_schema()["paths"].values()
        for operation in item.values()
        for media in operation.get("requestBody", {}).get("content", {}).values()
        for example in media.get("examples", {}).values()
    ]
    years = {int(year) for year in re.findall(r"\b(20\d\d)-\d\d-\d\d", json.dumps(examples))}
    assert min(years) < 2027
    assert not [year for year in years if 2026 < year < 2099]


@pytest.fixture
def what_the_examples_name(marta, make_user, time_machine):
    """Everything that stands under the UUID and the secret of the examples, on a day before the
    dates in them."""
    time_machine.move_to(datetime(2099, 9, 1, tzinfo=UTC))
    now, told = timezone.now(), {"name": "Kettle", "edition_key": "bb2016"}
    league = create_league(actor=marta, now=now, teams_per_coach=20, **told)
    League.objects.filter(pk=league.pk).update(uuid=EXAMPLE_UUID)
    league.refresh_from_db()
    first = current_season(league)
    Season.objects.filter(pk=first.pk).update(state=Season.State.OVER)
    Season.objects.create(league=league, number=2, pin=first.pin, opened_at=now)
    Membership.objects.create(
        uuid=EXAMPLE_UUID, league=league, user=make_user("Jonas"), role=Role.COACH, since=now
    )
    olaf = make_user("Olaf")
    JoinRequest.objects.create(uuid=EXAMPLE_UUID, league=league, user=olaf, at=now)
    other = create_league(actor=olaf, now=now, **told)
    invite(actor=olaf, league=other, now=now, secret=EXAMPLE_SECRET)
    draft = begin_draft(actor=marta, season=current_season(league), race="human", now=now)
    Draft.objects.filter(pk=draft.pk).update(uuid=EXAMPLE_UUID)
    match_of_the_examples(marta, league, now)
    team_of_the_examples(marta, league, now)
    season_of_the_examples(marta, league, now)


def team_of_the_examples(marta, league, now):
    """A team that may hire, with gold given by hand as its second entry."""
    team = draft_team(
        actor=marta,
        season=current_season(league),
        race="human",
        name="Surveyors",
        wish=A_TEAM,
        now=now,
    )
    adjust_team(actor=marta, team=team, change={"treasury": 200_000}, reason="Painted.", now=now)
    open_window(actor=marta, team=team, now=now)
    Player.objects.filter(pk=team.contracts.get(number=1).player_id).update(uuid=EXAMPLE_UUID)
    Team.objects.filter(pk=team.pk).update(uuid=EXAMPLE_UUID)
    first = league.seasons.get(number=1)
    Entry.objects.create(season=first, team=team, state=Entry.State.ACCEPTED, registered_at=now)
    trade_of_the_examples(marta, league, now)


def trade_of_the_examples(marta, league, now):
    """A team of another coach's, which has offered the first one gold."""
    theirs = draft_team(
        actor=marta,
        season=current_season(league),
        race="human",
        coach=Membership.objects.get(uuid=EXAMPLE_UUID),
        name="Wanderers",
        wish=A_TEAM,
        now=now,
    )
    Team.objects.filter(pk=theirs.pk).update(uuid=AN_OFFER["to"])
    ours = Team.objects.get(uuid=EXAMPLE_UUID)
    gives, gets = Goods(gold=10_000), Goods()
    jonas = User.objects.get(name="Jonas")
    trade = offer_trade(actor=jonas, team=theirs, to=ours, gives=gives, gets=gets, now=now)
    Trade.objects.filter(pk=trade.pk).update(uuid=EXAMPLE_UUID)


def match_of_the_examples(marta, league, now):
    """Two teams that could play, and a match of two others whose visitors are through."""
    names = ("Cartographers", "Wayfarers", "Pathfinders", "Signposts")
    teams = []
    for name in names:
        draft = begin_draft(actor=marta, season=current_season(league), race="human", now=now)
        draft = change_draft(actor=marta, draft=draft, name=name, wish=A_TEAM, now=now)
        teams.append(finish_draft(actor=marta, draft=draft, now=now))
    for team, side in zip(teams, ("home", "away"), strict=False):
        Team.objects.filter(pk=team.pk).update(uuid=A_RESULT[side])
    with playing_freely(league):
        match = record_result(
            actor=marta,
            league=league,
            home=teams[2],
            away=teams[3],
            score={"home": 2, "away": 1},
            crowd={"home": 0, "away": 0},
            played_on=now.date(),
            now=now,
        )
    match.uuid = EXAMPLE_UUID
    match.save(update_fields=["uuid"])
    play_on(match, marta, until="fortune", now=now)
    answers = [Given("winnings", 3), Given("fan-factor", [1, 1])]
    values = {"side": "away", "step": "fortune", "revision": 0, "answers": answers}
    answer_step(actor=marta, match=match, now=now, **values)


def begin_the_match(**about):
    """The two teams that could play do."""
    now, marta = timezone.now(), User.objects.get(name="Marta")
    teams = {side: Team.objects.get(uuid=A_RESULT[side]) for side in ("home", "away")}
    Match.objects.filter(uuid=EXAMPLE_UUID).update(uuid=uuid4())
    league = teams["home"].league
    with playing_freely(league):
        match = begin_and_agree(actor=marta, league=league, played_on=now.date(), now=now, **teams)
    play_on(match, marta, now=now)
    Match.objects.filter(pk=match.pk).update(uuid=EXAMPLE_UUID, **about)


def season_of_the_examples(marta, league, now):
    """Marta's team and Jonas's are in, and two without rosters; a stage is planned."""
    season = current_season(league)
    jonas = Membership.objects.get(uuid=EXAMPLE_UUID)
    for name, coach, uuid in (
        ("Ferrymen", None, AN_ENTRY),
        ("Tollkeepers", jonas, ANOTHER),
    ):
        drafted = {"race": "human", "name": name, "wish": A_TEAM, "coach": coach}
        team = draft_team(actor=marta, season=season, now=now, **drafted)
        entry = register_team(actor=marta, season=season, team=team, now=now)
        Entry.objects.filter(pk=entry.pk).update(uuid=uuid)
    edda, _flora = paste_entrants(actor=marta, season=season, text="Edda\nFlora", now=now)
    Entry.objects.filter(pk=edda.pk).update(uuid=EXAMPLE_UUID)
    values = {"name": "The league", "format": Stage.Format.ROUND_ROBIN}
    stage = plan_stage(actor=marta, season=season, now=now, **values)
    Stage.objects.filter(pk=stage.pk).update(uuid=EXAMPLE_UUID)


def begin_the_season(of=Stage.Format.ROUND_ROBIN):
    """Marta's team and Jonas's play each other, round after round."""
    now, marta = timezone.now(), User.objects.get(name="Marta")
    Stage.objects.filter(uuid=EXAMPLE_UUID).update(format=of, legs=3)
    stage = Stage.objects.select_related("season__league").get(uuid=EXAMPLE_UUID)
    both = Entry.objects.filter(uuid__in=[AN_ENTRY, ANOTHER])
    start_stage(actor=marta, stage=stage, entries=both, now=now)
    run_due(now=now)
    stage.fixtures.filter(round__number=1).update(uuid=EXAMPLE_UUID)


def ask_to_play():
    """Jonas would like to play Marta's team in open play."""
    begin_the_season(Stage.Format.OPEN)
    stage = Stage.objects.get(uuid=EXAMPLE_UUID)
    home, away = (Entry.objects.get(uuid=uuid) for uuid in (AN_ENTRY, ANOTHER))
    about = {"stage": stage, "round": stage.rounds.get(), "number": 1, "home": home, "away": away}
    asked = {"state": Fixture.State.PROPOSED, "invited_side": "home", "proposed_at": timezone.now()}
    Fixture.objects.create(uuid=EXAMPLE_UUID, **about, **asked)


def leave_to_jonas(*entries):
    """Whoever runs the league decides where they do not play."""
    jonas = Membership.objects.get(uuid=EXAMPLE_UUID)
    Tenure.objects.filter(team__entries__in=entries).update(coach=jonas)
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(coach=jonas)


def begin_the_tournament(*, opens):
    """The same two are here, and paired."""
    now, marta = timezone.now(), User.objects.get(name="Marta")
    Stage.objects.filter(uuid=EXAMPLE_UUID).update(format=Stage.Format.SWISS)
    stage = Stage.objects.select_related("season__league").get(uuid=EXAMPLE_UUID)
    both = Entry.objects.filter(uuid__in=[AN_ENTRY, ANOTHER])
    leave_to_jonas(*both)
    check_in(actor=marta, season=stage.season, people=both, now=now)
    of = start_tournament(actor=marta, stage=stage, now=now)
    of.fixtures.update(uuid=EXAMPLE_UUID)
    if opens:
        start_round(actor=marta, of=of, minutes=120, now=now)


def body_of(operation, browser):
    """The example as it stands; what a preview must have told comes from the preview."""
    if operation.name != "correct_match":
        return operation.example_body
    seen = browser.post(
        f"{operation.example_path}preview/",
        EDITS,
        "application/json",
        headers={"X-CSRFToken": browser.csrf},
    ).json()["seen"]
    return json.dumps(json.loads(operation.example_body) | {"seen": seen})


def make_way_for(name):
    """What cannot be had of one league at one time."""
    match name:
        case "finish_draft":
            # A team takes over its draft's name in addresses.
            Team.objects.filter(uuid=EXAMPLE_UUID).update(uuid=uuid4())
        case "open_registration":
            Season.objects.exclude(state=Season.State.OVER).update(state=Season.State.PREPARING)
        case "ask_to_join":
            Membership.objects.filter(user__name="Marta").update(until=timezone.now())
        case "call_off_match" | "enter_taps" | "submit_report":
            begin_the_match()
        case "enter_totals":
            begin_the_match(revision=0)
        case "dispute_report":
            begin_the_match(state=Match.State.REPORTED, reported_by="home", awaits="away")
        case "resume_match":
            begin_the_match(state=Match.State.INTERRUPTED, played_on=date(2026, 3, 7))
        case _ if name in PAST_OF_THE_TEAM:
            PAST_OF_THE_TEAM[name]()
        case "arrange_match":
            begin_the_season(Stage.Format.OPEN)
        case "paste_entrants" | "check_entrant_in" | "swap_players" | "start_tournament_round":
            begin_the_tournament(opens=False)
        case "set_round_clock" | "enter_round_scores":
            begin_the_tournament(opens=True)
        case _ if name in IN_A_RUNNING_SEASON:
            begin_the_season()
            play_on_for(name)


def let_them_play(name):
    if name == "correct_match":
        # Both teams are Marta's: it is hers alone where nobody else plays.
        Membership.objects.exclude(user__name="Marta").update(until=timezone.now())
    if name in ("begin_match", "record_result"):
        play_freely(Team.objects.get(uuid=A_RESULT["home"]).league)


def type_a_die():
    """Somebody's injury may heal, and their die was typed."""
    now, marta = timezone.now(), User.objects.get(name="Marta")
    team = Team.objects.select_related("league").get(uuid=EXAMPLE_UUID)
    hurt = team.contracts.get(key="draft/1").player.uuid
    values = {"actor": marta, "team": team, "now": now}
    adjust_team(player=hurt, change={"niggles": 1}, reason="Told late", **values)
    roll_healing(thrown={"redraft-healing/draft/1/1": 2}, **values)


def find_a_home():
    team = Team.objects.select_related("league").get(uuid=EXAMPLE_UUID)
    found = ledger.LedgerEntry("residency", (e.HomeStadium(Home("ice")),))
    put(team, found, season=current_season(team.league), now=timezone.now())


def let_jonas_have_both():
    jonas = Membership.objects.get(uuid=EXAMPLE_UUID)
    Tenure.objects.filter(team__sides__match__uuid=EXAMPLE_UUID).update(coach=jonas)


PAST_OF_THE_TEAM = {
    "correct_match": let_jonas_have_both,
    "mend_die": type_a_die,
    "name_home_stadium": find_a_home,
    "answer_invitation": ask_to_play,
}


def play_on_for(name):
    """What has to happen in a running season first."""
    now, marta = timezone.now(), User.objects.get(name="Marta")
    fixture = Fixture.objects.select_related("stage__season__league", "home", "away").get(
        uuid=EXAMPLE_UUID
    )
    others = fixture.stage.fixtures.exclude(pk=fixture.pk)
    if name not in BETWEEN_THE_TWO:
        leave_to_jonas(fixture.home, fixture.away)
    match name:
        case "take_back_result" | "draw_lots" | "end_season":
            enter_score(actor=marta, fixture=fixture, score=Score((1, 1)), now=now)
            others.update(state=Fixture.State.CANCELLED)
            MatchSide.objects.update(through_at=now)
        case "add_fixture":
            fixture.stage.fixtures.update(state=Fixture.State.CANCELLED)
        case "move_fixture":
            others.update(state=Fixture.State.CANCELLED)
        case "rule_overdue":
            fixture.stage.rounds.update(due_at=now)
        case "answer_proposal":
            jonas, kick_off_at = User.objects.get(name="Jonas"), now + timedelta(days=7)
            proposal = propose_date(actor=jonas, fixture=fixture, kick_off_at=kick_off_at, now=now)
            DateProposal.objects.filter(pk=proposal.pk).update(uuid=EXAMPLE_UUID)


# What the two who play arrange among themselves; all else is for who runs the league from outside.
BETWEEN_THE_TWO = {"answer_proposal", "propose_date"}

# What takes more of a past than the league of the examples has, and where it is tried instead.
ELSEWHERE = {
    "promote_and_relegate": "tests/competition/test_season_end.py",
    "propose_correction": "tests/matches/test_reopening_pages.py",
    "answer_correction": "tests/matches/test_reopening_pages.py",
}


def test_the_examples_work(what_the_examples_name, browser):
    operations = [op for section in documentation() for op in section.operations if op.body]
    assert set(ELSEWHERE) <= {operation.name for operation in operations}
    operations = [each for each in operations if each.name not in ELSEWHERE]
    assert len(operations) >= 14
    # A file is no example that could be written down.
    for operation in (each for each in operations if not each.example_files):
        with transaction.atomic():
            let_them_play(operation.name)
            make_way_for(operation.name)
            answer = browser.generic(
                operation.method,
                operation.example_path,
                body_of(operation, browser),
                "application/json",
                HTTP_X_CSRFTOKEN=browser.csrf,
            )
            # Each finds everything as it was; but a draft is finished as it was changed.
            transaction.set_rollback(operation.name != "change_draft")
        told = operation.name, answer.content.decode()
        assert answer.status_code in (200, 201, 202, 204), told


def test_it_is_made_once(client, db):
    assert documentation() is documentation()


def test_what_may_be_left_open_prints_what_it_may_be():
    shown = {
        field.name: field.kind
        for section in documentation()
        for operation in section.operations
        for field in operation.parameters
        if operation.name == "list_matches"
    }
    assert shown["state"].startswith("list, each one of called-off, disputed")
    (ending,) = [
        field.kind
        for section in documentation()
        for operation in section.operations
        for field in operation.body
        if (operation.name, field.name) == ("submit_report", "side")
    ]
    assert ending == 'one of home, away, ""'
