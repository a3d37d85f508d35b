"""Every step after a match is committed in at most 25 statements, what it shows included."""

import random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.commands.leagues import create_league
from league.pins import book_of
from league.queries import current_season
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from rules.engine.asks import Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.effects import Gold
from simulator.drafts import plausible_wish
from simulator.settings import Setting
from teams import ledger
from teams.commands.drafting import draft_team
from tests.conftest import NOW, play_freely
from tests.matches.conftest import DAY, present
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.matches.through_the_api import (
    ask_in,
    bold_answer,
    program_of,
    quiet_answer,
    to_answer,
)
from tests.teams.test_ledger import put

# As many in either database.
pytestmark = pytest.mark.pure

MOST = 25
ALWAYS_ASKED = {"report", "improvements", "fortune", "hire-and-fire"}
BONES_BREAK = {"": 61, "regeneration": 1}
# Beginning and end of a transaction and of its parts: nothing is read or written by them.
BRACKETS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
# What every write of a program costs, whatever it is about.
OF_ANY_WRITE = ('"accounts_apitoken"', '"jobs_receipt"')


@pytest.fixture
def afterwards(marta):
    """A match of two rich teams with deaths on both sides, when it is reported."""

    def play(edition, preset):
        setting = Setting(seed=1, until=NOW, edition=edition, rules=preset)
        league = create_league(
            actor=marta,
            name="Kettle",
            edition_key=edition,
            house=setting.house,
            teams_per_coach=2,
            now=NOW,
        )
        season = current_season(league)
        teams = [_rich(marta, season, race) for race in ("human", "undead")]
        play_freely(league)
        match = begin_and_agree(
            actor=marta, league=league, home=teams[0], away=teams[1], played_on=DAY, now=NOW
        )
        match = play_on(match, marta)
        enter_taps(actor=marta, match=match, taps=_taps(match), now=NOW)
        return submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)

    return play


def _rich(marta, season, race):
    wish = plausible_wish(book_of(season.pin), race)
    team = draft_team(actor=marta, season=season, race=race, name=race, wish=wish, now=NOW)
    put(team, ledger.LedgerEntry("adjustment", (Gold(400_000, "adjustment"),)), season=season)
    return team


def _taps(match):
    home, away = keys(match, "home"), keys(match, "away")
    return [
        *(tap("touchdown", "home", player=player) for player in (*home[:3], home[0], home[0])),
        tap("casualty", "away", player=away[0], by=home[2], how="block", answers=BONES_BREAK),
        tap("casualty", "away", player=away[3], by=home[2], how="block", answers={"": 51}),
        tap("casualty", "home", player=home[7], by=away[2], how="block", answers={"": 61}),
        tap("casualty", "home", player=home[8], by=away[2], how="foul", answers={"": 41}),
    ]


def full_answer(ask, chance):
    """As a coach would who hires as many as they can pay for, and fires somebody."""
    if ask["key"] != "hire-and-fire":
        return bold_answer(ask, chance)
    offers = {offer["key"] for offer in ask["offers"]}
    plain = next(key for key in ("hire/lineman", "hire/skeleton") if key in offers)
    fired = min(key for key in offers if key.startswith("fire/"))
    return {plain: 3, "staff/cheerleader": 1, fired: 1}


def typed_in(ask, value):
    """The same as a page's form sends it."""
    ask = ask_in(ask)
    at = f"answer.{ask.key}"
    match ask:
        case Roll():
            faces = [*str(value)] if ask.dice == "D68" else value
            faces = faces if isinstance(faces, list) else [value]
            assert len(faces) == len(dice(ask.dice).sides)
            return {f"{at}.{number}": face for number, face in enumerate(faces)}
        case Pick():
            return {at: value, f"{at}.shown": "1"}
        case Shop():
            return {f"{at}.shown": "1"} | {f"{at}.{key}": many for key, many in value.items()}
        case Confirm():
            return {at: "yes" if value else "no"}
    return {at: value}


class Program:
    def __init__(self, marta):
        self.caller = program_of(marta)

    def send(self, step, given):
        answers = [{"key": ask["key"], "value": value} for ask, value in given]
        sent = {"revision": step["revision"], "answers": answers}
        headers = {"Idempotency-Key": str(uuid4())}
        return self.caller.post(step["address"], sent, headers=headers).status_code == 200


class Page:
    def __init__(self, marta, client):
        self.caller = program_of(marta)
        self.client = client
        client.force_login(marta)

    def send(self, step, given):
        sent = {"revision": step["revision"]}
        for ask, value in given:
            sent |= typed_in(ask, value)
        address = step["address"].removeprefix("/api/v1")
        return self.client.post(address, sent).status_code == 302


def is_of_the_step(sql):
    return not sql.startswith(BRACKETS) and not any(table in sql for table in OF_ANY_WRITE)


# Every edition by each way and under each preset, every preset by each way: in half the matches.
@pytest.mark.parametrize(
    ("edition", "preset", "way"),
    [
        ("bb2016", "everything", "page"),
        ("bb2016", "core", "api"),
        ("crp", "everything", "api"),
        ("crp", "core", "page"),
    ],
)
def test_a_step_after_the_match(afterwards, edition, preset, *, way, marta, client):
    match = afterwards(edition, preset)
    sender = Program(marta) if way == "api" else Page(marta, client)
    chance = random.Random(f"{edition} {preset}")
    asked = set()
    address = f"/api/v1/matches/{match.uuid}/"
    while steps := to_answer(address, sender.caller):
        step = sender.caller.get(steps[0]).json() | {"address": steps[0]}
        asks = [ask for ask in step["asks"] if ask["may_answer"]]
        for answer in (lambda ask: full_answer(ask, chance), quiet_answer):
            given = [(ask, answer(ask)) for ask in asks]
            with CaptureQueriesContext(connection) as seen:
                is_taken = sender.send(step, given)
            if is_taken:
                break
        assert is_taken, given
        statements = [each["sql"] for each in seen if is_of_the_step(each["sql"])]
        assert len(statements) <= MOST, "\n".join([step["step"], *statements])
        asked.add(step["step"])
    assert Match.objects.get().state == Match.State.OVER
    assert asked >= ALWAYS_ASKED
    for side in match.sides.all():
        present(side.team)
