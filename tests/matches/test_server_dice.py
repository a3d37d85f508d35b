"""Where the server rolls, nobody has dice thrown until they suit: through the API."""

import pytest

from league.models import RulesPin
from matches.models import Answer, Match
from tests.matches.playing import keys
from tests.matches.through_the_api import program_of, to_answer
from tests.matches.through_the_api import tap as tapped

SERVER = {f"dice.{what}": "server" for what in ("casualties", "money", "improvements", "pre-match")}


def by_the_server(match):
    RulesPin.objects.filter(pk=match.pin_id).update(house={**match.pin.house, **SERVER})


def place_of(match):
    return f"/api/v1/matches/{match.uuid}/"


@pytest.fixture
def hurt(over):
    """Tell of one more casualty than was told: `hurt(7)`, by its number on the away roster."""
    by_the_server(over)

    def wish(number):
        return {
            "taps": [tapped("casualty", "away", player=keys(over, "away")[number], how="crowd")]
        }

    return wish


def look(match, caller, wish):
    seen = caller.post(f"{place_of(match)}correction/preview/", wish)
    assert seen.status_code == 200, seen.json()
    return seen.json()


def thrown(seen):
    return [each["value"] for each in seen["thrown"]]


class TestACorrection:
    def test_has_its_new_dice_thrown_once(self, over, hurt, *, ines, olaf, marta):
        mine, theirs, boss = (program_of(each) for each in (ines, olaf, marta))
        wish = hurt(7)
        seen = look(over, mine, wish)
        assert seen["conflicts"] == []
        assert thrown(seen)
        assert not Answer.objects.filter(value=thrown(seen)[0], source="server").exists()
        for _again in range(3):
            assert look(over, mine, wish)["thrown"] == seen["thrown"]
            assert look(over, boss, wish)["thrown"] == seen["thrown"]
            assert thrown(look(over, theirs, hurt(6)))[0] == thrown(seen)[0]
        sent = wish | {"seen": seen["seen"], "reason": "Into the crowd"}
        proposed = mine.post(f"{place_of(over)}correction/proposals/", sent)
        assert proposed.status_code == 201, proposed.json()
        one = f"{place_of(over)}correction/proposals/{proposed.json()['uuid']}/"
        agreed = theirs.post(one, {"agree": True})
        assert agreed.status_code == 200, agreed.json()
        kept = {
            answer.key: (answer.value, answer.source)
            for answer in Answer.objects.filter(run__match=over)
        }
        for each in seen["thrown"]:
            assert kept[each["key"]] == (each["value"], "server")
        assert not any("casualty" in name for name in Match.objects.get().reserved_dice)


def test_a_coach_does_not_begin_again_until_the_dice_suit(begun, ines, marta):
    """One die of the server, and it is for whoever runs the league to call the match off."""
    mine, boss = program_of(ines), program_of(marta)
    address = to_answer(place_of(begun), mine)[0]
    step = mine.get(address).json()
    dice = [ask["key"] for ask in step["asks"] if ask["kind"] == "roll"]
    rolled = {"revision": step["revision"], "answers": [{"key": dice[0], "roll": True}]}
    assert mine.post(address, rolled).status_code == 200
    refused = mine.post(f"{place_of(begun)}call-off/", {})
    assert refused.status_code == 403
    assert "the server has thrown dice" in refused.json()["errors"][0]["message"]
    assert boss.post(f"{place_of(begun)}call-off/", {}).status_code == 200
