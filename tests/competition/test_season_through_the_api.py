"""A small season through the API alone: three teams, each against each other once."""

import pytest

from competition.verifying import batches
from tests.conftest import A_TEAM
from tests.matches.through_the_api import play, program_of

COACHES = ("Ada", "Bert", "Cleo")
SIDES = ("home", "away")
DAY = {"played_on": "2026-03-07"}


@pytest.fixture
def programs(make_user):
    """A program of each coach's and of the commissioner's, by name."""
    return {name: program_of(make_user(name)) for name in ("Marta", *COACHES)}


def told(answer, status=200):
    assert answer.status_code == status, answer.json()
    return answer.json()


def test_a_season_is_founded_played_and_counted(programs, run_jobs):
    """The earlier name wins by its lead in the alphabet, so that the table is known."""
    boss = programs["Marta"]
    wish = {"name": "Kettle", "edition": "bb2016", "template": "short-league"}
    league = f"/api/v1/leagues/{told(boss.post('/api/v1/leagues/', wish), 201)['uuid']}/"
    secret = told(boss.post(f"{league}invitations/", {"role": "coach", "uses": 9}), 201)["secret"]
    entries = [registered(programs[name], league, name, secret) for name in COACHES]
    told(boss.post(f"{league}season/entries/accept/", {"entries": entries}))
    (stage,) = told(boss.get(f"{league}season/"))["stages"]
    told(boss.post(f"{league}season/stages/{stage['uuid']}/start/", {}), 202)
    run_jobs()
    fixtures = told(boss.get(f"{league}fixtures/"))["results"]
    meetings = [each for each in fixtures if each["state"] != "bye"]
    assert (len(fixtures), len(meetings)) == (6, 3), "and a bye in each round"
    for fixture in meetings:
        play_fixture(programs, fixture)
    run_jobs()
    table = told(boss.get(f"{league}standings/"))
    (rows,) = (each["rows"] for each in table["tables"])
    assert [row["entrant"]["name"] for row in rows] == [f"{name} FC" for name in COACHES]
    matches = told(boss.get(f"{league}matches/"))
    assert {each["state"] for each in matches["results"]} == {"over"}
    assert [found for differing in batches() for found in differing()] == []


def registered(program, league, name, secret):
    """A coach joins, drafts a team and registers it; the entry's name."""
    told(program.post("/api/v1/leagues/join/", {"secret": secret}))
    wish = {"race": "human", "name": f"{name} FC", "wish": A_TEAM}
    team = told(program.post(f"{league}teams/", wish), 201)
    return told(program.post(f"{league}season/entries/", {"team": team["uuid"]}), 201)["uuid"]


def play_fixture(programs, fixture):
    names = {side: fixture[side]["entrant"]["name"].removesuffix(" FC") for side in SIDES}
    home, away = (programs[names[side]] for side in SIDES)
    begun = told(home.post(f"/api/v1/fixtures/{fixture['uuid']}/begin/", DAY), 201)
    lead = COACHES.index(names["away"]) - COACHES.index(names["home"])
    score = {"home": max(lead, 0), "away": max(-lead, 0)}
    play(f"/api/v1/matches/{begun['match']}/", home, away, score=score)
    result = told(home.get(f"/api/v1/fixtures/{fixture['uuid']}/"))["result"]
    assert (result["score"], result["is_provisional"]) == (score, False)
