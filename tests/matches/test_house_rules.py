"""House rules that a match shows: the kick-off table, special balls, rivals, stars who are hurt."""

from datetime import timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader

from acts.failures import Refused
from league.models import RulesPin
from matches.commands.recording import record_result
from matches.commands.reporting import confirm_report, submit_report
from matches.commands.tapping import enter_taps
from matches.pitch.reports import MatchEnding
from tests.conftest import FREE_PLAY, NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.teams.test_ledger import gold, put

GRIFF = "griff-oberwald"
SIXTEEN = {"players": {"lineman": 16}, "rerolls": 0, "staff": {}, "fan_factor": 0}


@pytest.fixture
def turn(season):
    """Turn knobs of the season: `turn({"rivals": True})`."""

    def pinned(house):
        rules, catalogue = FREE_PLAY | house, season.pin.catalogue
        pin = RulesPin.objects.create(catalogue=catalogue, house=rules, made_at=NOW)
        type(season).objects.update(pin=pin)

    return pinned


@pytest.fixture
def begin(league, ines, marta):
    """Kick off: `begin(rovers, scurriers, {"coin/toss": …})`."""

    def kicked_off(home, away, said=None, *, days=0):
        day = DAY + timedelta(days)
        match = begin_and_agree(
            actor=ines, league=league, home=home, away=away, played_on=day, now=NOW
        )
        return play_on(match, marta, said=said)

    return kicked_off


def test_board_and_paper_have_the_kick_off_table_in_use(
    client, turn, begin, rovers, *, scurriers, ines
):
    turn({"kick-off.table": "blitzmania"})
    match = begin(rovers, scurriers)
    client.force_login(ines)
    shown = client.get(f"/matches/{match.uuid}/board/").content.decode()
    assert 'value="rogue-ball"' in shown
    assert 'value="riot"' not in shown
    assert "tap-ball" not in shown
    paper = PdfReader(BytesIO(client.get(f"/matches/{match.uuid}/sheet.pdf").content))
    assert "Rogue Ball" in paper.pages[1].extract_text()


def test_a_special_ball_is_kicked_off_with_once(client, turn, begin, rovers, *, scurriers, ines):
    turn({"special-balls": True})
    match = begin(rovers, scurriers)
    client.force_login(ines)
    page = f"/matches/{match.uuid}/board/"
    assert client.get(page).content.decode().count('value="extra-spiky-ball"') == 2
    spiky = tap("ball", "home", ball="extra-spiky-ball")
    enter_taps(actor=ines, match=match, taps=[spiky], now=NOW)
    assert "Special ball: Extra Spiky Ball" in client.get(page).content.decode()
    for wrong in ("extra-spiky-ball", "limpin-squig"):
        strange = tap("ball", "home", ball=wrong)
        with pytest.raises(Refused, match="not_their_ball"):
            enter_taps(actor=ines, match=match, taps=[strange], now=NOW)


def test_rivals_take_the_field_and_somebody_makes_room(turn, begin, draft_team, ines, *, olaf):
    """4625-4629: with sixteen on the roster one of them sits the match out."""
    turn({"rivals": True})
    humans = draft_team("Greywater Rovers", actor=ines, wish=SIXTEEN)
    orcs = draft_team(
        "Gutter Kings", actor=olaf, race="orc", wish={**SIXTEEN, "players": {"lineman": 11}}
    )
    texts = {"fans-and-fame/home": [6, 4]}
    match = begin(humans, orcs, texts)
    people = match.sides.get(side="home").kick_off["people"]
    assert [each["name"] for each in people if each["standing"] == "star"] == ["The White Dwarf"]
    assert [each["absent"] for each in people].count(True) == 1
    assert "the-black-gobbo" in keys(match, "away")
    assert not any(each["absent"] for each in match.sides.get(side="away").kick_off["people"])


@pytest.mark.parametrize(("rolled", "away_from"), [(66, [[GRIFF], [GRIFF]]), (43, [[GRIFF], []])])
def test_a_star_who_is_hurt_stays_away(
    turn, begin, league, season, *, rovers, scurriers, ines, marta, rolled, away_from
):
    """1425, where the league says so: the dead for good, the injured from the next match."""
    turn({"stars.injuries": True})
    put(rovers, gold(400_000), season=season)
    match = begin(rovers, scurriers, {"home: inducements": {f"star/{GRIFF}": 1}})
    assert match.claims["stars"] == []
    victim = {"player": GRIFF, "by": keys(match, "away")[0], "how": "block"}
    hurt = tap("casualty", "home", **victim, answers={"": rolled})
    enter_taps(actor=ines, match=match, taps=[hurt], now=NOW)
    submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
    play_on(confirm_report(actor=marta, match=match, now=NOW), marta)
    nothing = {"home": 0, "away": 0}
    found = []
    for days in (7, 14):
        played = record_result(
            actor=marta, league=league, home=rovers, away=scurriers, score=nothing,
            crowd=nothing, played_on=DAY + timedelta(days), now=NOW + timedelta(days),
        )  # fmt: skip
        found.append(played.claims["stars"])
        play_on(played, marta)
    assert found == away_from
