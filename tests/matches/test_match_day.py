"""A match from the coin to the last step, through the commands."""

import random
from uuid import uuid4

import pytest

from acts.failures import Conflict, Forbidden, Refused
from league.pins import make_pin
from matches.commands.beginning import call_off
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    dispute_report,
    remind_of_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import NewTap, enter_taps
from matches.dice.rolling import thrown_by
from matches.models import Answer, Match
from matches.pitch.reports import MatchEnding
from matches.presentation.board import Board
from matches.presentation.live import live_of
from matches.queries import view_match
from rules.editions import edition
from tests.conftest import FREE_PLAY, NOW
from tests.matches.conftest import DAY, kinds, present
from tests.matches.playing import begin_and_agree, open_runs, play_on

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

HOME, AWAY = "home", "away"


def tap(kind, side="", **data):
    return NewTap(uuid4(), kind, side, data)


def keys(match, side):
    people = match.sides.get(side=side).kick_off["people"]
    return [each["key"] for each in people]


def test_a_whole_match(begun, rovers, scurriers, *, ines, olaf, marta):
    assert begun.state == Match.State.PRE_MATCH
    assert [run.step for run in open_runs(begun)] == ["conditions"]
    match = play_on(begun, marta)
    assert match.state == Match.State.PLAYING
    home, away = keys(match, HOME), keys(match, AWAY)
    enter_taps(
        actor=ines,
        match=match,
        taps=[
            tap("touchdown", HOME, player=home[0]),
            tap("completion", HOME, player=home[1]),
            tap("casualty", AWAY, player=away[0], by=home[2], how="block", answers={"": 57}),
            tap("touchdown", HOME, player=home[0]),
            tap("touchdown", AWAY),
        ],
        now=NOW,
    )
    match = submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
    assert match.state == Match.State.REPORTED
    with pytest.raises(Forbidden):
        confirm_report(actor=ines, match=match, now=NOW)
    match = confirm_report(actor=olaf, match=match, now=NOW)
    assert match.state == Match.State.POST_MATCH
    assert Answer.objects.get(run__match=match, key__startswith="casualty/").value == 57
    team = present(rovers)
    scorer = team.contracts.get(key=home[0]).player
    assert scorer.awards == {"touchdown": 2}
    assert team.contracts.get(key=home[2]).player.awards == {"casualty": 1}
    assert present(scurriers).contracts.get(key=away[0]).player.misses_next
    match = play_on(match, ines, sides=("", HOME))
    match = play_on(match, olaf, sides=("", AWAY))
    assert match.state == Match.State.OVER
    assert kinds(present(rovers))[-3:] == ["improvement-choice", "team-value", "skill-ups"]
    present(scurriers)


def test_players_of_both_sides_who_are_called_alike_have_dice_of_their_own(
    on_the_pitch, ines, olaf
):
    key = keys(on_the_pitch, HOME)[0]
    assert key in keys(on_the_pitch, AWAY)
    hurt = [
        tap("casualty", side, player=key, how="crowd", answers={"": rolled})
        for side, rolled in ((HOME, 33), (AWAY, 57))
    ]
    enter_taps(actor=ines, match=on_the_pitch, taps=hurt, now=NOW)
    match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
    match = confirm_report(actor=olaf, match=match, now=NOW)
    missing = {
        side: match.sides.get(side=side).team.contracts.get(key=key).player.misses_next
        for side in (HOME, AWAY)
    }
    assert missing == {HOME: False, AWAY: True}


def test_a_score_alone_goes_the_same_way(report, ines, olaf):
    match = report()
    assert match.state == Match.State.REPORTED
    confirm_report(actor=olaf, match=match, now=NOW)
    play_on(match, ines, sides=("", HOME))
    assert play_on(match, olaf).state == Match.State.OVER


class TestReport:
    def test_is_the_other_coachs_to_dispute_and_the_commissioners_to_settle(
        self, on_the_pitch, ines, olaf, marta
    ):
        match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        with pytest.raises(Refused):
            dispute_report(actor=olaf, match=match, reason=" ", now=NOW)
        match = dispute_report(actor=olaf, match=match, reason="It was 2-2.", now=NOW)
        assert match.state == Match.State.DISPUTED
        with pytest.raises(Forbidden):
            confirm_report(actor=ines, match=match, now=NOW)
        match = confirm_report(actor=marta, match=match, now=NOW)
        assert match.state == Match.State.POST_MATCH
        assert match.disputes.get().settled_at == NOW

    def test_whoever_disputed_it_confirms_it_after_all(self, on_the_pitch, ines, olaf):
        match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        dispute_report(actor=olaf, match=match, reason="It was 2-2.", now=NOW)
        match = confirm_report(actor=olaf, match=match, now=NOW)
        assert match.state == Match.State.POST_MATCH
        assert match.disputes.get().settled_at == NOW

    def test_can_be_withdrawn_and_sent_again(self, on_the_pitch, ines, olaf):
        match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        with pytest.raises(Forbidden):
            withdraw_report(actor=olaf, match=match, now=NOW)
        match = withdraw_report(actor=ines, match=match, now=NOW)
        enter_taps(actor=ines, match=match, taps=[tap("touchdown", AWAY)], now=NOW)
        match = submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
        assert match.reports.count() == 2
        assert match.reports.latest("version").data["score"] == {HOME: 0, AWAY: 1}

    def test_confirms_itself_when_nobody_answers(self, on_the_pitch, ines):
        Match.objects.update(is_scheduled=True)
        match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        assert not confirm_unanswered(match=match, now=NOW)
        remind_of_report(match=match, now=NOW)
        assert confirm_unanswered(match=match, now=match.confirms_at)
        assert not confirm_unanswered(match=match, now=match.confirms_at)
        match.refresh_from_db()
        assert match.state == Match.State.POST_MATCH


class TestTaps:
    def test_sent_twice_count_once(self, on_the_pitch, ines):
        taps = [tap("touchdown", HOME)]
        enter_taps(actor=ines, match=on_the_pitch, taps=taps, now=NOW)
        enter_taps(actor=ines, match=on_the_pitch, taps=taps, now=NOW)
        assert on_the_pitch.taps.count() == 1
        other = NewTap(taps[0].uuid, "touchdown", AWAY)
        with pytest.raises(Conflict):
            enter_taps(actor=ines, match=on_the_pitch, taps=[other], now=NOW)

    def test_are_taken_back_by_whoever_entered_them(self, on_the_pitch, ines, olaf):
        (scored,) = enter_taps(
            actor=ines, match=on_the_pitch, taps=[tap("touchdown", HOME)], now=NOW
        )
        void = tap("void", of=str(scored.uuid))
        with pytest.raises(Refused):
            enter_taps(actor=olaf, match=on_the_pitch, taps=[void], now=NOW)
        enter_taps(actor=ines, match=on_the_pitch, taps=[void], now=NOW)
        match = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        assert match.reports.get().data["score"] == {HOME: 0, AWAY: 0}

    def test_the_dead_score_no_more(self, on_the_pitch, ines):
        victim = keys(on_the_pitch, AWAY)[0]
        dead = tap("casualty", AWAY, player=victim, how="crowd", answers={"": 65})
        enter_taps(actor=ines, match=on_the_pitch, taps=[dead], now=NOW)
        with pytest.raises(Refused) as refused:
            enter_taps(
                actor=ines,
                match=on_the_pitch,
                taps=[tap("touchdown", AWAY, player=victim)],
                now=NOW,
            )
        assert [each.code for each in refused.value.reasons] == ["dead_by_then"]

    def test_the_server_rolls_a_casualty_once(self, on_the_pitch, ines):
        victim = keys(on_the_pitch, AWAY)[0]
        hurt = NewTap(uuid4(), "casualty", AWAY, {"player": victim, "how": "block", "roll": [""]})
        (kept,) = enter_taps(actor=ines, match=on_the_pitch, taps=[hurt], now=NOW)
        assert kept.data["rolled"] == [""]
        (again,) = enter_taps(actor=ines, match=on_the_pitch, taps=[hurt], now=NOW)
        assert again.data["answers"] == kept.data["answers"]
        more = tap("dice", of=str(hurt.uuid), answers={"": 11})
        with pytest.raises(Refused):
            enter_taps(actor=ines, match=on_the_pitch, taps=[more], now=NOW)

    def test_the_servers_dice_fall_the_same_after_they_were_taken_back(self, on_the_pitch, ines):
        victim, *others = keys(on_the_pitch, AWAY)[:4]

        def rolled(player):
            hurt = NewTap(
                uuid4(), "casualty", AWAY, {"player": player, "how": "block", "roll": [""]}
            )
            *_before, kept = enter_taps(actor=ines, match=on_the_pitch, taps=[hurt], now=NOW)
            return kept

        with thrown_by(random.Random(1)):
            first = rolled(victim)
            for _undo in range(3):
                undo = tap("void", of=str(first.uuid))
                enter_taps(actor=ines, match=on_the_pitch, taps=[undo], now=NOW)
                again = rolled(victim)
                assert again.data["answers"] == first.data["answers"]
                first = again
            theirs = {rolled(player).data["answers"][""] for player in others}
        assert theirs != {first.data["answers"][""]}  # another casualty has dice of its own

    def test_dice_that_were_taken_back_are_the_next_casualtys(self, on_the_pitch, ines, olaf):
        """Nobody gets rid of a roll by naming another victim first."""
        (victim, other), opponent = keys(on_the_pitch, AWAY)[:2], keys(on_the_pitch, HOME)[0]

        def hurt(side, player):
            tapped = tap("casualty", side, player=player, how="block", roll=[""])
            return enter_taps(actor=ines, match=on_the_pitch, taps=[tapped], now=NOW)[-1]

        def is_told(sentence):
            board = Board(live_of(view_match(ines, on_the_pitch.uuid)), ines)
            return [sentence] == board.held

        with thrown_by(random.Random(3)):
            first = hurt(AWAY, victim)
            thrown = first.data["answers"]
            undo = tap("void", of=str(first.uuid))
            enter_taps(actor=ines, match=on_the_pitch, taps=[undo], now=NOW)
            assert is_told(
                "The server's dice for a casualty that was taken back hold for the next one of "
                f"Underquay Scurriers: {thrown['']}."
            )
            assert hurt(HOME, opponent).data["answers"] != thrown
            assert hurt(AWAY, other).data["answers"] == thrown
            assert hurt(AWAY, victim).data["answers"] != thrown
        assert Board(live_of(view_match(ines, on_the_pitch.uuid)), ines).held == []

    def test_dice_that_were_taken_back_wait_beyond_the_report(self, on_the_pitch, ines, olaf):
        """Where only the server rolls, a casualty that is entered without dice has those."""
        house = {"dice.casualties": "server"}
        on_the_pitch.pin = make_pin(edition_key="bb2016", house=house, now=NOW)
        on_the_pitch.save()
        about = {"player": keys(on_the_pitch, AWAY)[0], "how": "block"}
        first, again = tap("casualty", AWAY, **about, roll=[""]), tap("casualty", AWAY, **about)
        undo = tap("void", of=str(first.uuid))
        enter_taps(actor=ines, match=on_the_pitch, taps=[first, undo, again], now=NOW)
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        confirm_report(actor=olaf, match=on_the_pitch, now=NOW)
        answer = Answer.objects.get(key=f"casualty/away/{about['player']}/1")
        thrown = on_the_pitch.taps.get(uuid=first.uuid).data["answers"][""]
        assert (answer.value, answer.source, answer.dice) == (thrown, "server", "D68")

    @pytest.mark.parametrize(
        "wrong",
        [
            tap("touchdown"),
            tap("touchdown", HOME, player="nobody"),
            tap("dance", HOME),
            tap("casualty", HOME, player="draft/1", how="magic"),
            tap("casualty", AWAY, player="draft/1", how="block", answers={"": 39}),
            tap("casualty", AWAY, player="draft/1", by="draft/1", how="fall"),
            tap("crowd", home=10, away=0),
            tap("crowd", home=0, away=-10),
            tap("kick-off", result="breaking-scandal"),  # of Blitzmania, which they do not play
            tap("weather", weather="raining-frogs"),
            tap("note"),
            tap("turn", HOME, half=1, turn=9),
        ],
    )
    def test_nonsense_is_refused_and_nothing_is_kept(self, on_the_pitch, ines, wrong):
        good = tap("touchdown", HOME)
        with pytest.raises(Refused):
            enter_taps(actor=ines, match=on_the_pitch, taps=[good, wrong], now=NOW)
        assert not on_the_pitch.taps.exists()


class TestCallingOff:
    def test_leaves_no_trace_but_the_record(self, begun, rovers, scurriers, *, ines, olaf, league):
        before = present(rovers).treasury
        call_off(actor=olaf, match=begun, reason="", now=NOW)
        assert present(rovers).treasury == before
        again = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        assert again.state == Match.State.PRE_MATCH

    def test_after_the_kick_off_is_the_commissioners(self, on_the_pitch, ines, marta):
        with pytest.raises(Forbidden):
            call_off(actor=ines, match=on_the_pitch, reason="Rain", now=NOW)
        with pytest.raises(Refused):
            call_off(actor=marta, match=on_the_pitch, reason="", now=NOW)
        match = call_off(actor=marta, match=on_the_pitch, reason="Rain", now=NOW)
        assert match.state == Match.State.CALLED_OFF


class TestEverything:
    """The whole of Death Zone: cards, stadiums, referees, match events, sponsors."""

    @pytest.fixture
    def begun(self, league, season, rovers, scurriers, ines):
        house = edition("bb2016").knobs.presets["everything"].turned | FREE_PLAY
        pin = make_pin(edition_key="bb2016", house=house, now=NOW)
        type(season).objects.filter(pk=season.pk).update(pin=pin)
        return begin_and_agree(
            actor=ines,
            league=league,
            home=rovers,
            away=scurriers,
            played_on=DAY,
            now=NOW,
        )

    def test_is_played_through(self, begun, rovers, scurriers, *, ines, olaf):
        for _turn in range(60):
            if begun.state != Match.State.PRE_MATCH:
                break
            for person, side in ((ines, HOME), (olaf, AWAY)):
                begun = play_on(begun, person, sides=("", side))
        match = begun
        assert match.state == Match.State.PLAYING
        secret = Answer.objects.filter(run__match=match, visible="server")
        assert secret.exists()
        assert not secret.exclude(actor=None).exists()
        submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
        match = confirm_report(actor=olaf, match=match, now=NOW)
        for person, side in ((ines, HOME), (olaf, AWAY)):
            match = play_on(match, person, sides=("", side))
        assert match.state == Match.State.OVER
        present(rovers)
        present(scurriers)
