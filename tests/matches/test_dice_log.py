"""The dice log: every die once, the server's and the table's apart."""

import re

import pytest

from matches.commands.tapping import enter_taps
from matches.dice_log import Tally, log_of_match
from matches.models import Answer, StepRun
from matches.permissions import Seat
from tests.conftest import NOW
from tests.matches.playing import keys, tap

NOBODY = Seat(None)


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def more_dice(match, person, count, **about):
    run = StepRun.objects.filter(match=match, side="home").first()
    Answer.objects.bulk_create(
        Answer(run=run, key=f"more/{n}", value=n % 6 + 1, dice="D6", actor=person, at=NOW, **about)
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
        hers = Seat(None, frozenset({"home"}), frozenset({"home"}))
        his = Seat(None, frozenset({"away"}), frozenset({"away"}))
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
        with django_assert_num_queries(12 if whose == "matches" else 6):
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
