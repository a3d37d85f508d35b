"""Twenty calls at one moment: one of them wins or a limit holds, nobody meets an error of the
program's, and the books add up. Through the API, on SQLite and on PostgreSQL."""

from collections import Counter
from datetime import date
from io import BytesIO
from time import sleep

import pytest
from django.core.management import call_command
from django.utils import timezone

from acts.models import Act
from competition.commands.entries import register_team
from competition.commands.match_day import begin_fixture
from competition.models import Result
from jobs.runner import run_due
from league.commands.invitations import invite
from league.commands.members import MOST_MEMBERS
from league.models import League, Membership, Role, Season
from league_file.purging import purge_league
from league_file.writing import export_league
from matches.commands.beginning import begin_match
from matches.commands.reporting import submit_report
from matches.models import Lending, Match
from matches.pitch.reports import MatchEnding
from tests.competition.conftest import present
from tests.conftest import NOW, play_freely
from tests.league.test_at_once import at_once
from tests.matches.playing import play_on

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 20
DAY = date(2026, 3, 7)
TOLD = {
    "score": {"home": 2, "away": 1},
    "tallies": {"cas": {"home": 0, "away": 0}},
    "played_on": str(DAY),
}


@pytest.fixture(autouse=True)
def books(db):
    """Whatever happened, they add up: it raises where they do not."""
    yield
    call_command("verify_ledger")


@pytest.fixture
def press(api):
    """Calls of one person's: `press(ines, "matches/…/agree/", times=10)`. Each says its status and
    why not; where SQLite was busy for too long it is made again, as it was told."""

    def calls(person, path, told=None, *, times, **more):
        program = api(person)
        program.raise_request_exception = False

        def call():
            while (
                answer := program.post(f"/api/v1/{path}", told or {}, **more)
            ).status_code == 503:
                sleep(0.2)
            refused = answer.json().get("errors", []) if answer.status_code >= 400 else []
            return (answer.status_code, *(each["code"] for each in refused))

        return [call] * times

    return calls


def race(*calls):
    """What came of twenty calls, none of which is an error of the program's."""
    assert len(calls) == HANDS
    outcomes = Counter(at_once(*calls))
    assert not [each for each in outcomes if each is None or each[0] >= 500], outcomes
    return outcomes


def acts(name):
    return Act.objects.filter(name=f"matches.{name}").count()


@pytest.fixture
def fixture(season, marta, rovers, scurriers, plan, *, start):
    for team in (rovers, scurriers):
        register_team(actor=marta, season=season, team=team, now=NOW)
    return start(plan()).fixtures.select_related("stage__season__league").get()


@pytest.fixture
def begun(fixture, ines):
    return begin_fixture(actor=ines, fixture=fixture, played_on=DAY, now=NOW)


def test_the_same_report_is_entered_once(fixture, ines, olaf, press):
    path = f"fixtures/{fixture.uuid}/match/"
    outcomes = race(*press(ines, path, TOLD, times=10), *press(olaf, path, TOLD, times=10))
    assert outcomes == {(201,): 1, (409, "played_already"): 19}
    assert Match.objects.count() == 1


def test_a_report_is_confirmed_once_and_corrected_once_after_it(
    begun, ines, olaf, marta, press, *, api
):
    match = submit_report(actor=ines, match=play_on(begun, marta), ending=MatchEnding(), now=NOW)
    path = f"matches/{match.uuid}"
    early = {"answers": [], "seen": "nothing yet", "reason": "Counted again"}
    outcomes = race(
        *press(olaf, f"{path}/report/confirm/", times=10),
        *press(marta, f"{path}/correction/", early, times=10),
    )
    assert outcomes[(200,)] == 1
    assert (acts("confirm_report"), acts("correct_match")) == (1, 0)
    play_on(match, marta)
    calls = []
    for die in (1, 2):
        winnings = {"side": "home", "step": "fortune", "key": "winnings", "value": die}
        wish = {"answers": [winnings]}
        seen = api(marta).post(f"/api/v1/{path}/correction/preview/", wish).json()
        told = wish | {"seen": seen["seen"], "reason": "Counted again"}
        calls += press(marta, f"{path}/correction/", told, times=10)
    assert race(*calls) == {(200,): 1, (409, "correction_moved"): 19}


def test_a_match_is_agreed_to_or_called_off(league, rovers, scurriers, ines, olaf, *, press):
    play_freely(league)
    match = begin_match(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    path = f"matches/{match.uuid}"
    race(
        *press(olaf, f"{path}/agree/", times=10),
        *press(ines, f"{path}/call-off/", {"reason": "Ill"}, times=5),
        *press(olaf, f"{path}/call-off/", {"reason": "Never"}, times=5),
    )
    agreed, called_off = (
        Act.objects.filter(name=f"matches.{name}").count()
        for name in ("agree_to_match", "call_off")
    )
    match.refresh_from_db()
    assert (agreed <= 1, called_off <= 1, agreed + called_off > 0) == (True, True, True)
    assert (match.state == Match.State.CALLED_OFF) == (called_off == 1)


def test_the_last_gold_is_spent_once(rovers, marta, press):
    values = {"entries": {"hire/lineman": 1}, "reason": "At once"}
    outcomes = race(*press(marta, f"teams/{rovers.uuid}/purchase/", values, times=HANDS))
    assert outcomes == {(200,): 1, (422, "cannot-afford"): 19}
    assert present(rovers).treasury == 0


def test_the_last_place_of_a_league_goes_to_one(league, marta, make_user, press):
    Membership.objects.bulk_create(
        Membership(league=league, name=f"Coach {number}", role=Role.COACH, since=NOW)
        for number in range(MOST_MEMBERS - league.memberships.count() - 1)
    )
    _made, secret = invite(actor=marta, league=league, uses=HANDS, now=timezone.now())
    people = [make_user(f"P {number}") for number in range(HANDS)]
    calls = [press(each, "leagues/join/", {"secret": secret}, times=1)[0] for each in people]
    assert race(*calls) == {(200,): 1, (422, "too_many_members"): 19}
    assert league.memberships.filter(until=None).count() == MOST_MEMBERS


def test_a_season_ends_after_its_last_match_or_not_yet(fixture, season, marta, ines, press):
    path = f"leagues/{season.league.uuid}/season/end/"
    score = {each: TOLD[each] for each in ("score", "tallies")}
    outcomes = race(
        *press(ines, f"fixtures/{fixture.uuid}/match/", TOLD, times=5),
        *press(marta, f"fixtures/{fixture.uuid}/score/", score, times=5),
        *press(marta, path, times=10),
    )
    season.refresh_from_db()
    ended = outcomes[(202,)]
    assert ended == (season.state == Season.State.ENDING)
    matches = Match.objects.exclude(state=Match.State.OVER).count()
    assert (Result.objects.count(), matches if ended else 0) == (1, 0)


def test_a_side_is_lent_and_taken_back_in_turns(begun, rovers, ines, press):
    side = begun.sides.get(team=rovers)
    path = f"matches/{begun.uuid}"
    outcomes = race(
        *press(ines, f"{path}/lend/{side.side}/", times=10),
        *press(ines, f"{path}/take-back/{side.side}/", times=10),
    )
    assert outcomes == {(200,): HANDS}
    side.refresh_from_db()
    lent, back = (
        Act.objects.filter(name=f"matches.{name}").count()
        for name in ("lend_side", "take_back_side")
    )
    assert lent - back == side.in_other_hands
    assert lent == Lending.objects.filter(side=side).count()
    assert side.lendings.filter(taken_back_at=None).count() == side.in_other_hands


def test_one_file_of_a_person_is_taken_in_and_its_league_comes_once(
    league, team, marta, press, *, settings, tmp_path
):
    settings.INCOMING_ROOT = tmp_path
    file = BytesIO()
    export_league(actor=marta, league=league, into=file, now=NOW)
    purge_league(league=league, now=NOW)
    calls = [
        press(
            marta,
            "leagues/import/",
            {"file": BytesIO(file.getvalue())},
            times=1,
            format="multipart",
        )[0]
        for _ in range(HANDS)
    ]
    assert race(*calls) == {(202,): 1, (409, "import_under_way"): 19}
    at_once(*[lambda: run_due(now=timezone.now())] * 4)
    assert League.objects.get().teams.count() == 1
    assert not list(tmp_path.iterdir())
