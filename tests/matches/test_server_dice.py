"""Where the server rolls, nobody has dice thrown until they suit: through the API."""

from datetime import timedelta
from functools import cache

import pytest

from acts.failures import Refused
from league.models import RulesPin
from matches.commands.answering import Given, answer_step
from matches.commands.beginning import call_off
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.reporting import confirm_report, submit_report, withdraw_report
from matches.commands.tapping import enter_taps
from matches.commands.totals import Casualty, Totals, enter_totals
from matches.dice.reserved_dice import MOST_WAITING
from matches.models import Answer, Match
from matches.pitch.lineups import standing_taps
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY, answer
from tests.matches.playing import asked, begin_and_agree, keys, open_runs, play_on, tap
from tests.matches.through_the_api import program_of, to_answer
from tests.matches.through_the_api import tap as tapped
from tests.rules.evening import quiet

WHAT = ("casualties", "money", "improvements", "pre-match", "penalties")
SERVER = {f"dice.{what}": "server" for what in WHAT}


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
        agreed = theirs.post(one, {"accepts": True})
        assert agreed.status_code == 200, agreed.json()
        kept = {
            answer.key: (answer.value, answer.source)
            for answer in Answer.objects.filter(run__match=over)
        }
        for each in seen["thrown"]:
            assert kept[each["key"]] == (each["value"], "server")
        assert not any("casualty" in name for name in Match.objects.get().reserved_dice)

    def test_has_no_more_dice_thrown_than_a_file_may_hold(self, over, hurt, ines):
        """Whoever thinks of ever other casualties fills no database."""
        kept = {f"joint/report/{number}": [1] for number in range(MOST_WAITING)}
        Match.objects.filter(pk=over.pk).update(reserved_dice=kept)
        seen = look(over, program_of(ines), hurt(7))
        assert [each["code"] for each in seen["conflicts"]] == ["needs_answer"]
        assert Match.objects.get(pk=over.pk).reserved_dice == kept


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


class TestAShootOut:
    """0-0, and penalties: the server shoots them, once."""

    @pytest.fixture
    def send(self, on_the_pitch):
        by_the_server(on_the_pitch)

        programs = cache(program_of)

        def sent(person, what, body=None):
            answer = programs(person).post(f"{place_of(on_the_pitch)}{what}/", body or {})
            return answer.status_code, answer.json()

        return sent

    @pytest.fixture
    def shot(self, on_the_pitch, send, ines):
        """What fell in the match that Ines reported."""
        assert send(ines, "report", {"ending": "penalties"})[0] == 200
        return on_the_pitch.reports.get().data["shots"]

    def test_is_typed_by_no_coach(self, on_the_pitch, send, *, ines, marta):
        typed = {"ending": "penalties", "shots": [{"home": 6, "away": 1}], "throw": True}
        status, answer = send(ines, "report", typed)
        assert (status, answer["errors"][0]["code"]) == (422, "server_rolls")
        assert send(marta, "report", typed)[0] == 200
        assert on_the_pitch.reports.get().data["shots"] == typed["shots"]

    def test_falls_as_it_fell_however_the_match_is_told(
        self, on_the_pitch, send, shot, *, ines, olaf, marta
    ):
        for ending in ("played", "penalties"):
            assert send(ines, "report/withdraw")[0] == 200
            assert send(ines, "report", {"ending": ending})[0] == 200
        assert on_the_pitch.reports.last().data["shots"] == shot
        assert send(olaf, "report/confirm")[0] == 200
        without, again = {"ending": {"ending": "played"}}, {"ending": {"ending": "penalties"}}
        status, answer = send(ines, "correction/preview", without)
        assert (status, answer["errors"][0]["code"]) == (422, "rolled_by_server")
        dropped = send(marta, "correction/preview", without)[1]
        reason = {"seen": dropped["seen"], "reason": "It was called at midnight"}
        assert send(marta, "correction", without | reason)[0] == 200
        seen = send(ines, "correction/preview", again)[1]
        assert [each["value"] for each in seen["thrown"]] == [
            each[side] for each in shot for side in ("home", "away")
        ]

    def test_that_a_correction_brings_is_thrown_before_it_is_shown(
        self, on_the_pitch, send, *, ines, olaf
    ):
        assert send(ines, "report", {"ending": "played"})[0] == 200
        assert send(olaf, "report/confirm")[0] == 200
        wish = {"ending": {"ending": "penalties", "rerolls": {"home": 0, "away": 1}}}
        seen = send(ines, "correction/preview", wish)[1]
        assert seen["thrown"]
        assert send(olaf, "correction/preview", wish)[1]["thrown"] == seen["thrown"]
        reason = {"seen": seen["seen"], "reason": "We shot after all"}
        status, proposed = send(ines, "correction/proposals", wish | reason)
        assert status == 201, proposed
        status, answer = send(olaf, f"correction/proposals/{proposed['uuid']}", {"accepts": True})
        assert status == 200, answer
        told = on_the_pitch.reports.last().data
        fell = [shot[side] for shot in told["shots"] for side in ("home", "away")]
        assert fell == thrown(seen)
        assert told["shots_at_the_table"] == 0

    def test_has_the_rerolls_that_it_was_shot_with(
        self, on_the_pitch, send, shot, *, ines, olaf, marta
    ):
        """Whoever knows the dice does not find another one that was left."""
        more = {"ending": "penalties", "rerolls": {"home": 2, "away": 0}}
        assert send(ines, "report/withdraw")[0] == 200
        status, answer = send(ines, "report", more)
        assert (status, answer["errors"][0]["code"]) == (422, "rerolls_are_told")
        assert send(ines, "report", {"ending": "penalties"})[0] == 200
        assert on_the_pitch.reports.last().data["shots"] == shot
        assert send(olaf, "report/confirm")[0] == 200
        status, answer = send(olaf, "correction/preview", {"ending": more})
        assert (status, answer["errors"][0]["code"]) == (422, "rerolls_are_told")
        assert send(marta, "correction/preview", {"ending": more})[0] == 200


def test_dice_of_a_match_that_is_called_off_come_back(on_the_pitch, league, *, ines, marta):
    """Its casualties and its penalties, also where the two change sides."""
    by_the_server(on_the_pitch)

    def played(match, side):
        hurt = tap("casualty", side, player=keys(match, side)[0], how="fall", roll=[""])
        enter_taps(actor=ines, match=match, taps=[hurt], now=NOW)
        submit_report(actor=ines, match=match, ending=MatchEnding("penalties"), now=NOW)
        return match.taps.get().data["answers"], match.reports.get().data["shots"]

    fell, shots = played(on_the_pitch, "away")
    teams = {row.side: row.team for row in on_the_pitch.sides.select_related("team")}
    call_off(actor=marta, match=on_the_pitch, reason="Rain", now=NOW)
    begun = begin_and_agree(
        actor=ines,
        league=league,
        home=teams["away"],
        away=teams["home"],
        played_on=DAY,
        now=NOW,
    )
    again = play_on_rolling(begun, marta, until="")
    swapped = [{"home": shot["away"], "away": shot["home"]} for shot in shots]
    assert played(again, "home") == (fell, swapped)


class TestChoicesAndDice:
    """The server rolls on a choice; nobody chooses by what it rolled."""

    @pytest.fixture
    def through(self, report, marta):
        """Play by the server's dice: `through(2, 1)`."""

        def over(*score):
            match = report(*score, actor=marta, fame=(0, 0))
            by_the_server(match)
            return play_on_rolling(Match.objects.get(pk=match.pk), marta, until="")

        return over

    def preview(self, match, person, step, told, **wish):
        """What the home side would have otherwise."""
        answers = [
            {"side": "home", "step": step, "key": key, "value": value}
            for key, value in told.items()
        ]
        seen = program_of(person).post(
            f"{place_of(match)}correction/preview/", {**wish, "answers": answers}
        )
        return seen.status_code, seen.json()

    def test_nominees_stay_once_the_die_has_fallen(self, through, *, ines, marta):
        match = through(2, 1)
        nominees = Answer.objects.select_related("run").get(
            run__match=match, run__side="home", key__endswith="/nominees"
        )
        turned = {nominees.key: nominees.value[::-1]}
        status, answer = self.preview(match, ines, nominees.run.step, turned)
        assert status == 422, answer
        assert [each["code"] for each in answer["errors"]] == ["rolled_by_server"]
        assert self.preview(match, marta, nominees.run.step, turned)[0] == 200

    def test_winnings_that_were_kept_are_not_looked_at_again(self, through, ines):
        match = through(2, 1)
        status, answer = self.preview(match, ines, "fortune", {"winnings/again": "reroll"})
        assert (status, answer["errors"][0]["code"]) == (422, "rolled_by_server"), answer
        assert Match.objects.get().reserved_dice == {}

    def test_of_two_casualties_the_one_is_treated_that_was_said(self, over, *, olaf, marta):
        """One apothecary: nobody looks which of the two is better off with it."""
        by_the_server(over)
        players, programs = keys(over, "away")[6:8], cache(program_of)

        def look(person, *treated):
            taps = [
                tapped("casualty", "away", player=player, how="crowd", treated=how)
                for player, how in zip(players, treated, strict=True)
            ]
            seen = programs(person).post(f"{place_of(over)}correction/preview/", {"taps": taps})
            return seen.status_code, seen.json()

        status, first = look(olaf, "apothecary", None)
        assert status == 200, first
        assert any(each["key"].endswith("apothecary/roll") for each in first["thrown"])
        assert look(olaf, "apothecary", None)[1]["thrown"] == first["thrown"]
        for otherwise in ((None, "apothecary"), (None, None)):
            status, refused = look(olaf, *otherwise)
            assert (status, refused["errors"][0]["code"]) == (422, "chosen_before"), refused
        assert look(marta, None, "apothecary")[0] == 200


@pytest.mark.parametrize("others", [0, 1], ids=["step over", "step open"])
def test_a_casualty_of_the_server_is_taken_away_by_no_coach(
    on_the_pitch, others, *, ines, olaf, marta
):
    """Not by both together either, whether or not another one still waits for its dice."""
    by_the_server(on_the_pitch)
    mine, theirs, boss = (program_of(each) for each in (ines, olaf, marta))
    players = keys(on_the_pitch, "away")
    taps = [tapped("casualty", "away", player=each, how="crowd") for each in players[: 1 + others]]
    taps[0]["data"]["roll"] = [""]
    address = place_of(on_the_pitch)
    sent = mine.post(f"{address}taps/", {"taps": taps})
    assert sent.status_code in (200, 201), sent.json()
    assert mine.post(f"{address}report/", {"ending": "played"}).status_code == 200
    assert theirs.post(f"{address}report/confirm/", {}).status_code == 200
    wish = {"taps": [tapped("void", of=taps[0]["uuid"])]}
    refused = mine.post(f"{address}correction/preview/", wish)
    assert refused.status_code == 422, refused.json()
    assert refused.json()["errors"][0]["code"] == "rolled_by_server"
    assert boss.post(f"{address}correction/preview/", wish).status_code == 200


class TestAnEveningThatIsEnteredTwice:
    """What the server threw for a casualty stays that side's, by whatever way it is told again."""

    @pytest.fixture
    def fell(self, on_the_pitch, ines):
        by_the_server(on_the_pitch)
        return self.hurt(on_the_pitch, ines, 0)

    def hurt(self, match, actor, number):
        tapped = tap("casualty", "away", player=keys(match, "away")[number], how="fall", roll=[""])
        enter_taps(actor=actor, match=match, taps=[tapped], now=NOW)
        return tapped, match.taps.get(uuid=tapped.uuid).data["answers"][""]

    def test_after_its_report_was_withdrawn(self, on_the_pitch, fell, *, ines, olaf):
        first, face = fell
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        withdraw_report(actor=ines, match=on_the_pitch, now=NOW)
        undo = tap("void", of=str(first.uuid))
        enter_taps(actor=ines, match=on_the_pitch, taps=[undo], now=NOW)
        assert self.hurt(on_the_pitch, ines, 1)[1] == face
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        confirm_report(actor=olaf, match=on_the_pitch, now=NOW)
        kept = Answer.objects.filter(run__step="report", dice="D68")
        assert set(kept.values_list("value", "source")) == {(face, "server")}

    def test_after_it_was_broken_off_and_told_by_totals(self, on_the_pitch, fell, ines):
        first, face = fell
        interrupt_match(actor=ines, match=on_the_pitch, now=NOW)
        resume_match(actor=ines, match=on_the_pitch, now=NOW)
        for dice, roll in ((11, False), (None, True)):
            match = Match.objects.get(pk=on_the_pitch.pk)
            instead = Casualty(
                side="away",
                player=keys(match, "away")[2],
                how="fall",
                dice=dice,
                roll=roll,
                tap=str(first.uuid),
            )
            values = {"actor": ines, "match": match, "revision": match.revision, "now": NOW}
            if roll:
                enter_totals(totals=Totals({}, [instead]), **values)
                continue
            with pytest.raises(Refused) as refused:
                enter_totals(totals=Totals({}, [instead]), **values)
            assert {each.code for each in refused.value.reasons} == {"server_rolls"}
        (stands,) = (each for each in standing_taps(match.taps.all()) if each.kind == "casualty")
        assert (stands.player, stands.data["answers"][""]) == (keys(match, "away")[2], face)


def test_a_late_match_has_its_dice_thrown_as_any(play, report, *, ines, marta):
    play(now=NOW)
    play_on(Match.objects.get(), marta)
    late = report(actor=marta, day=DAY - timedelta(days=7), in_its_place=True)
    by_the_server(late)
    late = play_on_rolling(late, marta, until="fortune")
    with pytest.raises(Refused) as refused:
        answer(late, actor=ines, winnings=6)
    assert {each.code for each in refused.value.reasons} == {"server_rolls"}
    for _again in range(3):
        answer(late, actor=ines, roll=["winnings"])
    assert Answer.objects.get(run__match=late, key="winnings", run__side="home").source == "server"


def play_on_rolling(match, actor, *, until):
    """Answer what is open, the dice by the server."""
    while runs := [run for run in open_runs(match) if run.step != until]:
        run = runs[0]
        answer_step(
            actor=actor,
            match=match,
            side=run.side or None,
            step=run.step,
            revision=run.revision,
            answers=[Given(ask.key, quiet(ask)) for ask in asked(run) if not ask.is_chance],
            now=NOW,
            roll_on=True,
        )
    return Match.objects.get(pk=match.pk)
