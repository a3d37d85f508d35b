"""What both settle together holds choices that are one side's: the other does not make them."""

import pytest

from acts.models import Act
from matches.commands.lending import lend_side
from matches.models import Answer, Match
from tests.accounts.conftest import PASSWORD
from tests.conftest import NOW
from tests.matches.playing import open_runs, play_on
from tests.matches.through_the_api import program_of, quiet_answer

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

DECKS = "special-plays/home/decks"


@pytest.fixture
def at_the_decks(begin_under, marta, olaf):
    """The visitor has thrown the dice for both, and the home side is to choose its decks."""
    match = play_on(begin_under(plays=True), marta, until="kick-off")
    asks = step_of(match, olaf)["asks"]
    assert [(each["kind"], each["whose"], each["may_answer"]) for each in asks] == [
        ("roll", "joint", True)
    ] * 2
    assert sent(match, olaf, {each["key"]: quiet_answer(each) for each in asks}).status_code == 200
    return match


def program(person):
    """One token for each of them."""
    if not hasattr(person, "program"):
        person.program = program_of(person)
    return person.program


def address_of(match):
    (run,) = open_runs(match)
    return f"/api/v1/matches/{match.uuid}/steps/joint/{run.step}/"


def step_of(match, person):
    return program(person).get(address_of(match)).json()


def sent(match, person, answers):
    told = [{"key": key, "value": value} for key, value in answers.items()]
    body = {"revision": step_of(match, person)["revision"], "answers": told}
    return program(person).post(address_of(match), body)


def decks_of(match, person):
    (ask,) = step_of(match, person)["asks"]
    return {DECKS: quiet_answer(ask)}


def to_do(match, person):
    (waits,) = program(person).get(f"/api/v1/matches/{match.uuid}/").json()["to_do"]
    return waits["whose"], waits["is_yours"]


def acted(match):
    return Act.objects.filter(name="matches.answer_step").latest("id")


def test_the_other_coach_sees_whose_it_is_and_is_refused(at_the_decks, ines, olaf, client):
    match = at_the_decks
    (ask,) = step_of(match, olaf)["asks"]
    assert (ask["key"], ask["whose"], ask["may_answer"]) == (DECKS, "home", False)
    assert (to_do(match, olaf), to_do(match, ines)) == (("home", False), ("home", True))
    refused = sent(match, olaf, decks_of(match, olaf))
    assert refused.status_code == 403
    (error,) = refused.json()["errors"]
    assert (error["code"], error["subject"]) == ("not_yours_to_answer", DECKS)
    assert "Ines" in error["message"]
    assert not Answer.objects.filter(key=DECKS).exists()
    client.force_login(olaf)
    page = client.get(f"/matches/{match.uuid}/").content.decode()
    assert "Ines decides this. It waits for their coach." in page
    assert f'name="{DECKS}' not in page


def test_its_own_coach_makes_it_in_nobodys_place(at_the_decks, ines):
    assert sent(at_the_decks, ines, decks_of(at_the_decks, ines)).status_code == 200
    assert acted(at_the_decks).on_behalf_of is None


def test_a_side_that_was_lent_is_the_other_coachs_too(at_the_decks, ines, olaf):
    lend_side(actor=ines, match=at_the_decks, side="home", now=NOW)
    assert sent(at_the_decks, olaf, decks_of(at_the_decks, olaf)).status_code == 200
    assert (acted(at_the_decks).actor, acted(at_the_decks).on_behalf_of) == (olaf, ines)


def test_whoever_runs_the_league_makes_it_and_it_is_told(at_the_decks, ines, olaf, marta, client):
    match = at_the_decks
    assert sent(match, marta, decks_of(match, marta)).status_code == 200
    assert (acted(match).actor, acted(match).on_behalf_of) == (marta, ines)
    client.force_login(olaf)
    page = client.get(f"/matches/{match.uuid}/").content.decode()
    assert "Marta entered this for Ines." in page


def test_rolling_on_stops_at_the_other_sides_choice(begin_under, marta, olaf, client):
    match = play_on(begin_under(plays=True), marta, until="kick-off")
    client.force_login(olaf)
    body = {"revision": step_of(match, olaf)["revision"], "roll": "all"}
    address = address_of(match).replace("/api/v1", "")
    assert client.post(address, body).status_code in (200, 302)
    assert open_runs(match)[0].step == "kick-off"
    assert not Answer.objects.filter(run__match=match, key__endswith="/decks").exists()
    assert Match.objects.get(pk=match.pk).state == Match.State.PRE_MATCH


def test_whoever_has_answered_has_no_button_until_something_is_theirs_again(
    at_the_decks, ines, client
):
    match = at_the_decks
    sent(match, ines, decks_of(match, ines))
    kept = f"{DECKS.removesuffix('decks')}keep"
    (ask,) = (each for each in step_of(match, ines)["asks"] if each["key"] == kept)
    sent(match, ines, {kept: quiet_answer(ask)})
    client.force_login(ines)
    page = client.get(f"/matches/{match.uuid}/").content.decode()
    assert "decides this. It waits for their coach." in page
    assert "Enter the choice" not in page
    assert "Enter the change" in page


def test_a_choice_whose_coach_is_gone_waits_for_the_league(at_the_decks, ines, olaf, client):
    client.force_login(ines)
    assert client.post("/me/delete/", {"password": PASSWORD}).status_code == 302
    client.force_login(olaf)
    page = client.get(f"/matches/{at_the_decks.uuid}/").content.decode()
    assert "any more: whoever runs the league decides this." in page
    assert "It waits for their coach." not in page
