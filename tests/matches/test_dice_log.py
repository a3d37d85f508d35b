"""The dice log: every die once, the server's and the table's apart."""

import re
from datetime import timedelta
from random import Random
from typing import ClassVar

import pytest

from acts.failures import Refused
from matches.commands.beginning import Occasion
from matches.commands.reporting import submit_report, withdraw_report
from matches.commands.tapping import enter_taps
from matches.dice.dice_log import Tally, log_of_match
from matches.dice.rolling import thrown_by
from matches.models import Answer, StepRun
from matches.permissions import MatchAccess
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, keys, play_on, tap

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

LATER = NOW + timedelta(hours=2)
NOBODY = MatchAccess(None)


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def more_dice(match, person, count, at=NOW, **about):
    run = StepRun.objects.filter(match=match, side="home").first()
    Answer.objects.bulk_create(
        Answer(run=run, key=f"more/{n}", value=n % 6 + 1, dice="D6", actor=person, at=at, **about)
        for n in range(count)
    )


@pytest.mark.pure
class TestTally:
    def test_counts_each_die_of_a_roll(self):
        (kind,) = Tally.of([("table", "2D6", [3, 4]), ("table", "D6", 3)]).kinds
        assert (kind.name, kind.count, kind.average) == ("D6", 3, pytest.approx(10 / 3))
        assert [each.count for each in kind.faces] == [0, 0, 2, 1, 0, 0]
        assert {each.expected for each in kind.faces} == {0.5}

    def test_reads_a_casualty_roll_as_two_dice(self):
        six, eight = Tally.of([("table", "D68", 57)]).kinds
        assert (six.sides, six.faces[4].count) == (6, 1)
        assert (eight.sides, eight.faces[6].count) == (8, 1)

    def test_keeps_the_server_apart(self):
        kinds = Tally.of([("table", "D6", 1), ("server", "D6", 6)]).kinds
        assert [(kind.source, kind.count) for kind in kinds] == [("server", 1), ("table", 1)]


class TestLog:
    def test_has_the_dice_of_casualties_once(self, over):
        rolls = [each for each in log_of_match(over, NOBODY)[:] if each.dice == "D68"]
        assert [(each.what, each.value) for each in rolls] == [("Casualty", 57)]

    def test_has_those_on_the_pitch_before_anything_is_confirmed(self, begin, ines):
        match = begin()
        victim = keys(match, "home")[0]
        hurt = tap("casualty", "home", player=victim, how="crowd", roll=[""])
        enter_taps(actor=ines, match=match, taps=[hurt], now=NOW)
        first = log_of_match(match, NOBODY)[0]
        assert (first.dice, first.by_server, first.who) == ("D68", True, "Ines")
        enter_taps(actor=ines, match=match, taps=[tap("void", of=str(hurt.uuid))], now=NOW)
        assert "D68" not in [each.dice for each in log_of_match(match, NOBODY)[:]]

    def test_tells_nobody_what_only_a_side_may_see(self, over, marta):
        more_dice(over, marta, 1, visible="side")
        hers = MatchAccess(None, frozenset({"home"}), frozenset({"home"}))
        his = MatchAccess(None, frozenset({"away"}), frozenset({"away"}))
        told, untold, other = (len(log_of_match(over, each)) for each in (hers, NOBODY, his))
        assert told == untold + 1 == other + 1


class TestPages:
    @pytest.mark.parametrize("whose", ["matches", "leagues"])
    @pytest.mark.parametrize("count", [10, 500])
    def test_take_the_same_number_of_statements(
        self, over, marta, client, *, whose, count, league, django_assert_num_queries
    ):
        more_dice(over, marta, count)
        thing = over if whose == "matches" else league
        client.get(f"/{whose}/{thing.uuid}/dice/")
        with django_assert_num_queries(9 if whose == "matches" else 7):
            page = client.get(f"/{whose}/{thing.uuid}/dice/")
        assert "How they fell" in words(page)
        assert "D6, at the table" in words(page)

    def test_say_the_same_to_programs(self, over, league, client):
        told = client.get(f"/api/v1/matches/{over.uuid}/dice/").json()
        assert told["count"] == len(log_of_match(over, NOBODY))
        assert {"dice", "value", "source", "who"} <= set(told["results"][0])
        assert told["kinds"][0]["faces"][0]["face"] == 1
        whole = client.get(f"/api/v1/leagues/{league.uuid}/dice/").json()
        assert whole["count"] == told["count"]

    def test_of_a_league_without_dice_says_so(self, league, client):
        assert "No die has fallen yet." in words(client.get(f"/leagues/{league.uuid}/dice/"))


class TestPenalties:
    SHOTS: ClassVar = ({"home": 3, "away": 3},)

    @pytest.fixture
    def level(self, league, rovers, scurriers, marta):
        match = begin_and_agree(
            actor=marta,
            league=league,
            home=rovers,
            away=scurriers,
            played_on=DAY,
            now=NOW,
            occasion=Occasion(is_knock_out=True),
        )
        return play_on(match, marta)

    def submit(self, match, actor, **about):
        ending = MatchEnding("penalties", **about)
        return submit_report(actor=actor, match=match, ending=ending, now=LATER)

    def shot(self, match):
        return [each for each in log_of_match(match, NOBODY)[:] if each.what == "Penalties"]

    def test_nobody_has_more_re_rolls_left_than_a_side_can_have_had(self, level, ines, client):
        rerolls = {"home": 15, "away": 14}
        with pytest.raises(Refused) as refused:
            self.submit(level, ines, shots=self.SHOTS, rerolls=rerolls)
        assert [(each.code, each.subject) for each in refused.value.reasons] == [
            ("more_rerolls_than_had", "rerolls_home"),
            ("more_rerolls_than_had", "rerolls_away"),
        ]
        assert "Greywater Rovers came with 3 re-rolls" in refused.value.sentences[0]
        client.force_login(ines)
        values = {"ending": "penalties", "shots": [{"home": 3, "away": 3}], "rerolls": rerolls}
        answer = client.post(
            f"/api/v1/matches/{level.uuid}/report/", values, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (
            422,
            "more_rerolls_than_had",
        )
        self.submit(level, ines, shots=self.SHOTS, rerolls={"home": 4, "away": 3})
        level.refresh_from_db()
        assert level.state == "reported"

    def test_stand_in_the_log_those_of_the_server_apart(self, level, ines, league, client):
        with thrown_by(Random(1)):
            self.submit(level, ines, shots=self.SHOTS, throw=True)
        last, *_others, first = self.shot(level)
        assert (first.side, first.value, first.source, first.who) == ("home", 3, "table", "Ines")
        assert (last.side, last.source) == ("away", "server")
        told = client.get(f"/api/v1/leagues/{league.uuid}/dice/").json()
        assert [each["what"] for each in told["results"]].count("Penalties") == len(
            self.shot(level)
        )
        assert {each["source"] for each in told["kinds"]} == {"server", "table"}

    def test_stand_among_the_others_by_their_time(self, level, marta, league):
        self.submit(level, marta, shots=({"home": 4, "away": 3},))
        more_dice(level, marta, 30, at=LATER + timedelta(hours=1))
        log = log_of_match(level, NOBODY)
        whole = log[:]
        assert len(whole) == len(log)
        assert [each.at for each in whole] == sorted((each.at for each in whole), reverse=True)
        assert [each for n in range(0, len(log), 7) for each in log[n : n + 7]] == whole

    def test_are_thrown_once_however_often_a_report_is_sent(self, level, ines):
        with thrown_by(Random(1)):
            self.submit(level, ines, throw=True)
            before = [each.value for each in self.shot(level)]
            withdraw_report(actor=ines, match=level, now=LATER)
            self.submit(level, ines, throw=True)
        assert [each.value for each in self.shot(level)] == before

    def test_of_the_server_are_not_typed_over(self, level, ines):
        with thrown_by(Random(1)):
            reported = self.submit(level, ines, throw=True)
        (shot, *_more) = MatchEnding.of(reported.reports.get().data).shots
        withdraw_report(actor=ines, match=level, now=LATER)
        better = {"home": shot["home"] % 6 + 1, "away": shot["away"]}
        with pytest.raises(Refused, match="rolled_by_server"):
            self.submit(level, ines, shots=(better,), throw=True)

    def test_end_with_the_round_that_decides(self, level, marta):
        shots = ({"home": 3, "away": 3}, {"home": 4, "away": 3}, {"home": 1, "away": 6})
        with pytest.raises(Refused, match="shot_after_the_end"):
            self.submit(level, marta, shots=shots)
        self.submit(level, marta, shots=shots[:2])
