"""On the scoreboard: whoever joins in mid-match, treatments, dice that only the server rolls."""

import pytest

from league.pins import make_pin
from matches.models import Answer, Match
from rules.engine.effects import Gold
from teams import ledger
from tests.conftest import FREE_PLAY, NOW
from tests.matches.conftest import DAY, present
from tests.matches.playing import begin_and_agree, keys, play_on
from tests.matches.test_board import AWAY, HOME, board, browser, form, words  # noqa: F401
from tests.matches.through_the_api import program_of, quiet_answer, to_answer
from tests.stories.conftest import SQUADS
from tests.teams.test_ledger import put

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

HELPER = "horatio-x-scottenheim"
DEAD = {"asked": "|D68|roll", "answer.roll.0": "6", "answer.roll.1": "1"}


@pytest.fixture
def bones(draft_team, season, ines):
    """Eleven skeletons of Ines's and gold for helpers."""
    team = draft_team("The Bones", actor=ines, race="undead", wish=SQUADS["undead"])
    put(team, ledger.LedgerEntry("adjustment", (Gold(500_000, "adjustment"),)), season=season)
    return team


@pytest.fixture
def kicked_off(league, bones, scurriers, marta):
    """The Bones are at home; `kicked_off({"igor": 1})` has them buy for the match."""

    def play(bought=None, **house):
        pin = make_pin(edition_key="bb2016", house=house | FREE_PLAY, now=NOW)
        league.seasons.update(pin=pin)
        match = begin_and_agree(
            actor=marta, league=league, home=bones, away=scurriers, played_on=DAY, now=NOW
        )
        return play_on(match, marta, said={"home: inducements": bought or {}})

    return play


@pytest.fixture
def page(browser, marta):  # noqa: F811
    return browser(marta)


def post(page, match, sent, status=302):
    answer = page.post(board(match), sent)
    assert answer.status_code == status, words(answer)
    return answer


def report(page, match):
    """Marta's report, which holds at once: she runs the league and plays for neither."""
    assert page.post(f"/matches/{match.uuid}/report/", {"ending": "played"}).status_code == 302


def over(page, match, marta, **said):
    """The report, and the post-match to its end."""
    report(page, match)
    match = play_on(Match.objects.get(pk=match.pk), marta, said=said)
    assert match.state == Match.State.OVER
    return match


def test_a_zombie_raised_plays_on_and_joins_the_roster(kicked_off, page, marta, bones):
    match = kicked_off()
    victim = keys(match, AWAY)[0]
    post(page, match, form("casualty", AWAY, player=victim, how="foul", **DEAD))
    post(page, match, form("joins", HOME, who="joined/zombie"))
    assert 'value="joined/zombie/1"' in page.get(board(match)).content.decode()
    post(page, match, form("touchdown", HOME, player="joined/zombie/1"))
    raised = {f"raise-dead/away/{victim}": True, "home: hire-and-fire": {"free/1": 1}}
    match = over(page, match, marta, **raised)
    assert match.reports.get().data["score"] == {HOME: 1, AWAY: 0}
    under_contract = present(bones).contracts.filter(until=None)
    assert under_contract.count() == 12
    assert under_contract.get(player__position="zombie").player.awards == {}
    assert not match.sides.get(side=AWAY).team.contracts.filter(key=victim, until=None).exists()


def test_famous_staff_steps_onto_the_pitch(kicked_off, page, marta, bones, client):
    match = kicked_off({HELPER: 1})
    api = f"/api/v1/matches/{match.uuid}/lineups/"
    assert [each["key"] for each in client.get(api).json()[HOME]["joining"]][-1] == (
        f"joined/{HELPER}"
    )
    post(page, match, form("joins", HOME, who=f"joined/{HELPER}"))
    post(page, match, form("touchdown", HOME, player=f"joined/{HELPER}/1"))
    refused = post(page, match, form("touchdown", HOME, player=f"joined/{HELPER}/2"), 422)
    assert "Nobody of that name plays on this side." in words(refused)
    over(page, match, marta)
    assert present(bones).record["touchdowns"] == 1
    assert present(bones).contracts.filter(until=None).count() == 11


def test_an_igor_repeats_one_regeneration(kicked_off, page, marta, bones):
    """4885, 1423: dead on 61, a 2 does not mend it, the Igor's 5 does; a second Igor is none."""
    match = kicked_off({"igor": 1})
    first, second = keys(match, HOME)[:2]
    hurt = form("casualty", HOME, player=first, how="block", **DEAD)
    post(page, match, hurt)
    mends = {"asked": "regeneration|D6|mends", "answer.mends.0": "2"}
    post(page, match, form("dice", of=hurt["uuid"], **mends))
    assert "Use: Igor" in words(page.get(board(match)))
    post(page, match, form("dice", of=hurt["uuid"], treated="igor"))
    again = {"asked": "igor/roll|D6|again", "answer.again.0": "5"}
    post(page, match, form("dice", of=hurt["uuid"], **again))
    assert match.taps.latest("number").data["outcome"] == "plays-on"
    post(page, match, form("touchdown", HOME, player=first))
    other = form("casualty", HOME, player=second, how="block", **DEAD)
    post(page, match, other)
    post(page, match, form("dice", of=other["uuid"], **mends))
    assert "Use: Igor" not in words(page.get(board(match)))
    refused = post(page, match, form("dice", of=other["uuid"], treated="igor"), 422)
    assert "Nobody is left to treat this casualty." in words(refused)
    over(page, match, marta)
    still = present(bones).contracts.filter(until=None)
    assert not still.get(key=first).player.misses_next
    assert not still.filter(key=second).exists()


def test_where_only_the_server_rolls_nobody_types_a_die(league, bones, scurriers, *, page, marta):
    dice = ("pre-match", "casualties", "improvements", "money")
    house = {f"dice.{what}": "server" for what in dice} | FREE_PLAY
    league.seasons.update(pin=make_pin(edition_key="bb2016", house=house, now=NOW))
    match = begin_and_agree(
        actor=marta, league=league, home=bones, away=scurriers, played_on=DAY, now=NOW
    )
    api, caller = f"/api/v1/matches/{match.uuid}/", program_of(marta)
    refused = rolled_on(api, caller)
    assert caller.get(api).json()["phase"] == "pitch"
    victim = keys(match, AWAY)[0]
    hurt = form("casualty", AWAY, player=victim, how="foul")
    page_said = words(post(page, match, hurt | DEAD, 422))
    assert "In this league the server rolls these dice." in page_said
    assert not match.taps.exists()
    post(page, match, hurt | {"roll": ""})
    post(page, match, form("touchdown", HOME))
    report(page, match)
    refused += rolled_on(api, caller)
    assert caller.get(api).json()["state"] == "over"
    assert {"weather", "winnings"} <= set(refused)
    thrown = Answer.objects.filter(run__match=match).exclude(dice="")
    assert {answer.source for answer in thrown} == {"server"}
    present(bones)


def rolled_on(match, caller):
    """Type whatever is asked, and have the server roll what nobody may type: its keys."""
    refused = []
    while steps := to_answer(match, caller):
        step = caller.get(steps[0]).json()
        typed = {ask["key"]: {"value": quiet_answer(ask)} for ask in step["asks"]}
        given = answer(caller, steps[0], step["revision"], typed)
        if given.status_code == 422:
            errors = given.json()["errors"]
            assert {each["code"] for each in errors} == {"server_rolls"}
            dice = [each["subject"] for each in errors]
            typed |= {key: {"roll": True} for key in dice}
            given = answer(caller, steps[0], step["revision"], typed)
            refused += dice
        assert given.status_code == 200, given.json()
    return refused


def answer(caller, address, revision, given):
    answers = [{"key": key} | each for key, each in given.items()]
    return caller.post(address, {"revision": revision, "answers": answers})
