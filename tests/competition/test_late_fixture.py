"""A fixture that is entered after later ones: it takes its place, and what it changes is told."""

import re
from datetime import timedelta

import pytest

from acts.failures import Forbidden, Refused
from competition.commands.match_day import begin_fixture
from competition.commands.outcomes import Score
from competition.commands.results import play_fixture
from competition.models import Fixture, Result
from league.models import Membership
from matches.models import Match
from tests.competition.test_stages import table
from tests.conftest import NOW
from tests.matches.conftest import present
from tests.matches.playing import play_on

DAY = NOW.date() - timedelta(days=14)
WEEK = timedelta(days=7)


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def stage(enter_team, plan, start):
    """Two teams who meet twice."""
    enter_team("Greywater Rovers")
    enter_team("Underquay Scurriers")
    return start(plan(legs=2))


@pytest.fixture
def fixtures(stage):
    known = Fixture.objects.select_related(
        *("stage__season__league", "home__team", "away__team", "round")
    )
    return [*known.filter(stage=stage).order_by("round__number")]


@pytest.fixture
def play(marta):
    def play(fixture, day, td=(2, 1), **about):
        match = play_fixture(
            actor=marta,
            fixture=fixture,
            score=Score(td),
            crowd={"home": 0, "away": 0},
            played_on=day,
            now=NOW,
            **about,
        )
        return play_on(match, marta)

    return play


def form(day, **about):
    values = {"score_home": 3, "score_away": 0, "cas_home": 0, "cas_away": 0, "ending": "played"}
    return values | {"crowd_home": 0, "crowd_away": 0, "played_on": day.isoformat()} | about


def test_it_takes_its_place_and_the_table_follows(fixtures, play, stage):
    late, last = fixtures
    play(last, DAY + WEEK)
    with pytest.raises(Refused, match="out_of_order"):
        play(late, DAY)
    match = play(late, DAY, td=(0, 3), in_its_place=True)
    assert match.state == Match.State.OVER
    assert table(stage)[0][1] == 6, "one team has won both"
    team = late.away.team
    days = [each.match.played_on for each in team.sides.order_by("chapter__position")]
    assert days == [DAY, DAY + WEEK]
    assert present(team).record["won"] == 2


def test_the_page_tells_what_it_changes_before_it_does(fixtures, play, stage, *, marta, client):
    late, last = fixtures
    play(last, DAY + WEEK)
    client.force_login(marta)
    before = {team.pk: (team.treasury, team.revision) for team in _teams(late)}
    place = f"/fixtures/{late.uuid}/record/"
    page = client.post(place, form(DAY))
    assert page.status_code == 422
    told = words(page)
    assert f"{late.home.team} has played on" in told, "at its field"
    assert "Won, drawn, lost 0–0–1 → 1–0–1" in told
    assert "place 2 → " in told
    assert "points 0 → 3" in told
    assert "Fortune" in told, "whose dice are still to come"
    assert not Result.objects.filter(fixture=late).exists()
    assert {team.pk: (team.treasury, team.revision) for team in _teams(late)} == before
    assert client.post(place, form(DAY, in_its_place="on")).status_code == 302
    assert [points for _who, points in table(stage)] == [3, 3]


def test_a_program_is_told_the_same_and_nothing_is_written(
    fixtures, play, stage, *, marta, api, coach
):
    late, last = fixtures
    play(last, DAY + WEEK)
    before = {team.pk: (team.treasury, team.revision) for team in _teams(late)}
    place = f"/api/v1/fixtures/{late.uuid}/match/try/"
    body = {"score": {"home": 3, "away": 0}, "played_on": DAY.isoformat()}
    told = api(marta).post(place, body, format="json").json()
    assert [each["code"] for each in told["reasons"]] == ["out_of_order"] * 2
    assert (told["teams"], told["places"]) == ([], [])
    told = api(marta).post(place, body | {"in_its_place": True}, format="json").json()
    assert told["reasons"] == []
    home, away = told["teams"]
    assert [home[when]["won"] for when in ("before", "after")] == [0, 1]
    assert [away[when]["lost"] for when in ("before", "after")] == [0, 1]
    assert "Fortune" in home["to_come"]
    row = {each["who"]: (each["before"], each["after"]) for each in told["places"]}[str(late.home)]
    assert [each["points"] for each in row] == [0, 3]
    assert not Result.objects.filter(fixture=late).exists()
    assert {team.pk: (team.treasury, team.revision) for team in _teams(late)} == before
    refused = api(coach("Olga")).post(place, body, format="json")
    assert refused.status_code == 403


def test_a_match_on_paper_is_begun_on_its_day(fixtures, play, *, marta, client):
    late, last = fixtures
    play(last, DAY + WEEK)
    client.force_login(marta)
    place = f"/fixtures/{late.uuid}/record/"
    assert client.post(place, form(DAY, do="begin")).status_code == 422
    assert client.post(place, form(DAY, do="begin", in_its_place="on")).status_code == 302
    match = Match.objects.get(fixture=late)
    assert (match.state, match.played_on) == ("pre-match", DAY)
    assert client.get(f"/matches/{match.uuid}/sheet.pdf").status_code == 200


def test_its_sheet_can_be_printed(fixtures, play, *, marta, client):
    late, last = fixtures
    play(last, DAY + WEEK)
    client.force_login(marta)
    sheet = client.get(f"/fixtures/{late.uuid}/sheet.pdf")
    assert (sheet.status_code, sheet["Content-Type"]) == (200, "application/pdf")


def test_it_is_put_in_by_whoever_runs_the_league(fixtures, play, coach, *, client):
    late, last = fixtures
    play(last, DAY + WEEK)
    tenure = late.home.team.tenures.get()
    olga = coach("Olga")
    tenure.coach = Membership.objects.get(user=olga)
    tenure.save()
    values = {"actor": olga, "fixture": late, "played_on": DAY, "now": NOW}
    with pytest.raises(Forbidden):
        begin_fixture(**values, in_its_place=True)
    client.force_login(olga)
    page = words(client.post(f"/fixtures/{late.uuid}/record/", form(DAY)))
    assert "A match is put in before others by whoever runs the league." in page
    assert "Put it in before" not in page


def _teams(fixture):
    for entry in (fixture.home, fixture.away):
        entry.team.refresh_from_db()
        yield entry.team
