"""Corrections: the exact difference before it is applied, and only the difference after it."""

import pytest
from django.db import transaction
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from acts.recording import record_act
from league.models import Role
from matches.commands.correcting import correct_match, look_at_correction
from matches.models import Answer, Match, MatchReport
from rules.engine import effects as e
from rules.engine.rulings import Line
from teams import chapters, ledger
from teams.commands.adjusting import adjust_team
from teams.commands.taking_back import take_back
from teams.models import Chapter, TeamEvent
from tests.conftest import NOW
from tests.matches.conftest import answer, present, run_of
from tests.matches.playing import play_on
from tests.teams.test_ledger import gold, put

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure


def look(match, actor, **edits):
    return look_at_correction(actor=actor, match=match, **edits)


def correct(match, actor, *, reason="The sheet says so", **edits):
    seen = look(match, actor, **edits).seen
    return correct_match(actor=actor, match=match, seen=seen, reason=reason, now=NOW, **edits)


def score(home, away):
    return {"home": home, "away": away}


def home_die(**answers):
    keyed = {key.replace("__", "/").replace("_", "-"): each for key, each in answers.items()}
    return {"answers": {("home", "fortune"): keyed}}


# The Rovers lost 1-2, and what that makes both answer.
A_DEFEAT = {
    "score": score(1, 2),
    "answers": {
        ("home", "fortune"): {"fan-factor": [6, 6]},
        ("away", "fortune"): {"winnings/again": "keep", "fan-factor": [1, 1, 1]},
    },
}


def differences_of(correction):
    """What would be replaced, by team and kind: gold before and after."""
    return {
        (rewriting.side, (slot.event or slot.entry).kind): (
            slot.event.gold if slot.event else None,
            slot.entry.gold if slot.entry else None,
        )
        for rewriting in correction.replay.rewritings
        for slot in rewriting.slots
        if not slot.stays
    }


def codes(reasons):
    return [reason.code for reason in reasons]


class TestNothing:
    def test_without_a_change_nothing_differs(self, finished, marta):
        correction = look(finished, marta)
        assert not correction.changes
        assert (correction.replay.drift, correction.conflicts) == ([], [])
        with pytest.raises(Refused, match="nothing_to_correct"):
            correct(finished, marta)

    def test_the_same_score_again_is_no_change(self, finished, marta):
        correction = look(finished, marta, score=score(2, 1), **home_die(winnings__second=5))
        assert not correction.changes

    def test_looking_writes_nothing(self, finished, marta, rovers):
        before = (Act.objects.count(), TeamEvent.objects.count(), Answer.objects.count())
        look(finished, marta, score=score(1, 1))
        assert (Act.objects.count(), TeamEvent.objects.count(), Answer.objects.count()) == before


class TestADie:
    def test_changes_the_gold_that_it_made_and_nothing_else(self, finished, marta, rovers):
        """(5 + 1 + 1) x 10,000 becomes (6 + 1 + 1) x 10,000; the die for expensive mistakes, which
        cost nothing, is held against another treasury."""
        assert present(rovers).treasury == 120_000
        correction = look(finished, marta, **home_die(winnings__second=6))
        assert differences_of(correction) == {
            ("home", "winnings"): (70_000, 80_000),
            ("home", "expensive-mistakes"): (0, 0),
        }
        home, away = correction.balances
        after = {figure.key: figure.value for figure in home.after}
        assert (home.gold, after["treasury"], after["value"]) == (10_000, 130_000, 960_000)
        assert (away.gold, away.after[0].value) == (0, 80_000)
        correct(finished, marta, **home_die(winnings__second=6))
        assert present(rovers).treasury == 130_000

    def test_stays_at_its_place_with_the_old_one_beside_it(self, finished, marta, rovers):
        old = rovers.events.get(kind="winnings")
        correct(finished, marta, reason="It was a six", **home_die(winnings__second=6))
        reversal = old.reversed_by
        new = rovers.events.get(kind="winnings", reversed_by=None)
        places = {(x.chapter_id, x.step, x.ordinal) for x in (old, reversal, new)}
        assert len(places) == 1
        assert old.seq < reversal.seq < new.seq
        assert (reversal.gold, new.gold) == (-70_000, 80_000)
        assert (new.act.name, new.act.reason) == ("matches.correct_match", "It was a six")

    def test_keeps_every_version_of_the_answer(self, finished, marta, ines):
        correct(finished, marta, **home_die(winnings__second=6))
        kept = Answer.objects.filter(run=run_of(finished), key="winnings/second")
        assert [(a.version, a.value, a.actor) for a in kept] == [(1, 5, ines), (2, 6, marta)]

    def test_may_be_taken_back_again(self, finished, marta, rovers):
        for die in (6, 1, 5):
            correct(finished, marta, **home_die(winnings__second=die))
        assert present(rovers).treasury == 120_000

    @pytest.mark.parametrize("die", [7, "6", True, [6]])
    def test_of_seven_is_refused(self, finished, marta, die):
        with pytest.raises(Refused):
            look(finished, marta, **home_die(winnings__second=die))

    def test_that_nobody_asked_for_is_refused(self, finished, marta):
        with pytest.raises(Refused, match="not_asked"):
            look(finished, marta, **home_die(shoe_size=43))

    def test_that_changes_no_gold_still_changes_the_record(self, finished, marta, rovers):
        """Fan factor goes up by one with 3 and with 18; the dice that are told differ."""
        correct(finished, marta, **home_die(fan_factor=[6, 6, 6]))
        event = rovers.events.get(kind="fan-factor", reversed_by=None)
        assert event.because[0]["params"] == {"faces": [6, 6, 6]}
        assert present(rovers).fan_factor == 2


class TestATouchdown:
    """2-1 becomes 1-1: the re-roll goes, both drew, and the winner's third fan die is gone."""

    def test_asks_for_what_was_not_asked_before(self, finished, marta):
        correction = look(finished, marta, score=score(1, 1))
        assert codes(correction.conflicts) == ["needs_answer"]
        assert correction.conflicts[0].subject == "home/fortune/fan-factor"
        assert "Greywater Rovers" in correction.conflicts[0].message
        with pytest.raises(Refused, match="needs_answer"):
            correct(finished, marta, score=score(1, 1))

    def test_changes_what_rests_on_it_for_both(self, finished, marta, rovers, scurriers):
        """1303-1307: (2 + 1 + 1) and (3 + 0 + 1); 1319: two dice of 2 beat fan factor 1."""
        edits = {"score": score(1, 1), **home_die(fan_factor=[1, 1])}
        correction = look(finished, marta, **edits)
        assert correction.conflicts == []
        assert differences_of(correction) == {
            ("home", "report"): (0, 0),
            ("away", "report"): (0, 0),
            ("home", "league-points"): (0, 0),
            ("away", "league-points"): (0, 0),
            ("home", "winnings"): (70_000, 40_000),
            ("home", "fan-factor"): (0, 0),
            ("away", "winnings"): (30_000, 40_000),
            ("away", "fan-factor"): (0, 0),
            ("home", "expensive-mistakes"): (0, 0),
            ("away", "expensive-mistakes"): (0, 0),
            ("away", "next-match"): (0, 0),
            ("away", "team-value"): (0, 0),
        }
        correct(finished, marta, **edits)
        home, away = present(rovers), present(scurriers)
        assert (home.treasury, home.fan_factor) == (90_000, 2)
        assert (away.treasury, away.fan_factor) == (90_000, 2)
        counted = {"played": 1, "drawn": 1, "touchdowns": 1}
        for team in (home, away):
            assert {key: count for key, count in team.record.items() if count} == counted
            points = team.events.get(kind="league-points", reversed_by=None)
            assert points.effects[0]["value"] == 1
        assert run_of(finished).asked == ["winnings", "fan-factor"]

    def test_keeps_every_version_of_the_report(self, finished, marta):
        correct(finished, marta, score=score(3, 1))
        kept = MatchReport.objects.filter(match=finished)
        assert [each.data["score"] for each in kept] == [score(2, 1), score(3, 1)]

    def test_that_decides_nothing_changes_only_the_count(self, finished, marta, rovers):
        correction = look(finished, marta, score=score(3, 1))
        assert differences_of(correction) == {("home", "report"): (0, 0)}
        correct(finished, marta, score=score(3, 1))
        assert present(rovers).record["touchdowns"] == 3

    def test_turns_a_winner_into_a_loser(self, finished, marta, rovers, scurriers):
        """(2 + 1 + 0) x 10,000, 12 fans are not fewer than 1; (3 + 0 + 1) and three dice there."""
        correct(finished, marta, **A_DEFEAT)
        assert (present(rovers).treasury, present(rovers).fan_factor) == (80_000, 1)
        assert (present(scurriers).treasury, present(scurriers).fan_factor) == (90_000, 2)

    def test_while_a_side_is_still_at_it(self, match, *, marta, ines, olaf, rovers, scurriers):
        answer(match, "away", actor=olaf, winnings=3, fan_factor=[1, 1])
        answer(match, "home", actor=ines, winnings=2, winnings__again="reroll")
        correct(match, marta, score=score(1, 1))
        assert present(scurriers).treasury == 90_000
        answer(match, "home", actor=ines, fan_factor=[1, 1])
        assert present(rovers).treasury == 90_000
        assert play_on(match, marta).state == Match.State.OVER

    def test_leaves_what_happened_after_the_match_out_of_its_rulings(
        self, match, *, marta, ines, rovers, season
    ):
        """Six fans who came later: three dice of 1 beat the fan factor of 1 that it was then."""
        put(rovers, ledger.LedgerEntry("adjustment", (e.FanFactor(6),)), season=season)
        correct(match, marta, score=score(3, 1))
        answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        assert present(rovers).fan_factor == 8
        assert look(match, marta).replay.drift == []

    def test_makes_an_open_tab_stale(self, match, marta, ines):
        correct(match, marta, score=score(1, 1))
        with pytest.raises(Conflict):
            answer(match, actor=ines, revision=0, winnings=2)


class TestFame:
    def test_counts_ten_thousand_a_point(self, finished, marta, rovers):
        correct(finished, marta, crowd={"home": 2, "away": 0})
        assert present(rovers).treasury == 130_000

    def test_out_of_range_is_refused(self, finished, marta):
        with pytest.raises(Refused, match="crowd_out_of_range"):
            look(finished, marta, crowd={"home": -2, "away": 0})


class TestWhatRestsOnIt:
    def test_gold_that_is_spent_is_told_and_nothing_applied(self, finished, marta, rovers, season):
        """120,000 with 110,000 spent: a 1 in place of the 5 would leave 30,000 too little."""
        put(rovers, gold(-110_000), season=season)
        edits = home_die(winnings__second=1)
        correction = look(finished, marta, **edits)
        (conflict,) = correction.conflicts
        assert conflict.code == "rests_on_it"
        assert "Greywater Rovers would be 30,000 short" in conflict.message
        assert correction.balances[0].after is None
        with pytest.raises(Refused, match="rests_on_it"):
            correct(finished, marta, **edits)
        assert present(rovers).treasury == 10_000
        assert Answer.objects.filter(key="winnings/second").count() == 1

    def test_the_day_is_told_as_the_reader_knows_it(self, finished, marta, rovers, season):
        """20:00 on the 7th in London is the 8th in Auckland."""
        put(rovers, gold(-110_000), season=season)
        with timezone.override("Pacific/Auckland"):
            (conflict,) = look(finished, marta, **home_die(winnings__second=1)).conflicts
        assert "8 March 2026" in conflict.message

    def test_gold_that_is_spent_may_still_be_enough(self, finished, marta, rovers, season):
        put(rovers, gold(-80_000), season=season)
        correct(finished, marta, **home_die(winnings__second=1))
        assert present(rovers).treasury == 0

    def test_a_later_match_that_would_be_ruled_otherwise_is_told(
        self, finished, play, marta, ines, rovers
    ):
        """The later fan dice were held against fan factor 2, which after a defeat would be 1."""
        later = play(0, 1, fame=(0, 0))
        answer(later, actor=ines, winnings=1, fan_factor=[1, 1])
        (conflict,) = look(finished, marta, **A_DEFEAT).conflicts
        assert (conflict.code, conflict.subject) == ("later_match", str(later.uuid))
        with pytest.raises(Refused, match="later_match"):
            correct(finished, marta, **A_DEFEAT)
        assert present(rovers).fan_factor == 2

    def test_a_later_match_that_would_not_is_left_alone(self, finished, play, marta, ines, rovers):
        later = play(0, 1, fame=(0, 0))
        answer(later, actor=ines, winnings=1, fan_factor=[1, 1])
        correct(finished, marta, **home_die(winnings__second=6))
        assert present(rovers).treasury == 140_000


class TestTakingBackAcrossAMatch:
    """Six fans by the commissioner's hand, and a match whose fan dice were held against them."""

    @pytest.fixture
    def given(self, rovers, marta):
        return adjust_team(
            actor=marta, team=rovers, change={"fan_factor": 6}, reason="A parade", now=NOW
        )

    def back(self, team, event, actor, **word):
        return take_back(actor=actor, team=team, seq=event.seq, reason="No parade", now=NOW, **word)

    def test_is_told_and_takes_the_commissioners_word(self, given, play, *, marta, ines, rovers):
        answer(play(), actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        with pytest.raises(Refused) as refused:
            self.back(rovers, given, marta)
        assert codes(refused.value.reasons) == ["played_since"]
        assert present(rovers).fan_factor == 7
        assert self.back(rovers, given, marta, override=True).act.override
        assert present(rovers).fan_factor == 1

    def test_is_no_matter_after_the_last_one(self, finished, given, marta, rovers):
        self.back(rovers, given, marta)
        assert present(rovers).fan_factor == 2


class TestDrift:
    """An event that an older version of the rulebook wrote: two fans where today there is one."""

    @pytest.fixture
    def drifted(self, finished, rovers):
        rewrite(rovers, "fan-factor", e.FanFactor(2))
        assert present(rovers).fan_factor == 3
        return finished

    def test_is_shown_apart(self, drifted, marta):
        correction = look(drifted, marta)
        assert not correction.changes
        found = [(each.side, each.run.step) for each in correction.replay.drift]
        assert found == [("home", "fortune"), ("home", "next-match")]

    def test_is_never_applied_along(self, drifted, marta, rovers):
        correct(drifted, marta, **home_die(winnings__second=6))
        team = present(rovers)
        assert (team.treasury, team.fan_factor) == (130_000, 3)

    def test_of_the_very_ruling_that_is_changed_is_a_conflict(self, drifted, marta, rovers):
        correction = look(drifted, marta, **home_die(fan_factor=[6, 6, 6]))
        assert codes(correction.conflicts) == ["drifted"]
        with pytest.raises(Refused, match="drifted"):
            correct(drifted, marta, **home_die(fan_factor=[6, 6, 6]))
        assert present(rovers).fan_factor == 3


class TestWhoAndWhen:
    def test_a_deputy_may(self, finished, make_user, join, rovers):
        dora = make_user("Dora")
        join(dora, Role.DEPUTY)
        correct(finished, dora, **home_die(winnings__second=6))
        assert present(rovers).treasury == 130_000

    def test_a_coach_may_look_but_not_apply(self, finished, ines, marta):
        assert not look(finished, ines).changes
        seen = look(finished, marta, **home_die(winnings__second=6)).seen
        with pytest.raises(Forbidden):
            correct_match(
                actor=ines, match=finished, seen=seen, reason="Mine", now=NOW,
                **home_die(winnings__second=6),
            )  # fmt: skip

    def test_a_reason_is_needed(self, finished, marta, rovers):
        with pytest.raises(Refused) as refused:
            correct(finished, marta, reason=" ", **home_die(winnings__second=6))
        assert [reason.subject for reason in refused.value.reasons] == ["reason"]
        assert present(rovers).treasury == 120_000

    def test_what_moved_since_is_a_conflict(self, finished, marta, rovers, season):
        edits = home_die(winnings__second=6)
        seen = look(finished, marta, **edits).seen
        put(rovers, gold(-10_000), season=season)
        with pytest.raises(Conflict, match="correction_moved"):
            correct_match(actor=marta, match=finished, seen=seen, reason="A 6", now=NOW, **edits)
        assert present(rovers).treasury == 110_000

    def test_applied_twice_is_a_conflict(self, finished, marta, rovers):
        edits = home_die(winnings__second=6)
        seen = look(finished, marta, **edits).seen
        known = {"actor": marta, "match": finished, "seen": seen, "reason": "A 6", "now": NOW}
        correct_match(**known, **edits)
        with pytest.raises(Conflict):
            correct_match(**known, **edits)
        assert present(rovers).treasury == 130_000

    def test_what_is_applied_is_what_was_looked_at(self, finished, marta):
        seen = look(finished, marta, **home_die(winnings__second=6)).seen
        with pytest.raises(Conflict):
            correct_match(
                actor=marta, match=finished, seen=seen, reason="A 6", now=NOW,
                **home_die(winnings__second=1),
            )  # fmt: skip

    def test_a_step_that_is_open_is_answered_and_not_corrected(self, match, marta):
        with pytest.raises(Refused, match="step_open"):
            look(match, marta, **home_die(winnings=4))


def rewrite(team, kind, *effects):
    """As if an older version had written other effects."""
    with transaction.atomic():
        locked = ledger.lock(team)
        event = team.events.select_related("chapter", "pin__catalogue").get(kind=kind)
        entry = ledger.LedgerEntry(kind, effects, (Line("dice", 3),), step=event.step)
        act = record_act("tests.rewrite", actor=None, now=NOW)
        ledger.replace(locked, event, entry, act=act, pin=event.pin, now=NOW)
        ledger.refold(locked, pin=event.pin, now=NOW)


def test_no_correction_reaches_beyond_a_redraft(finished, marta, rovers):
    with transaction.atomic():
        team = ledger.lock(rovers)
        chapter = chapters.open_chapter(team, Chapter.Kind.REDRAFT, season=finished.season, now=NOW)
        act = record_act("t.redraft", actor=marta, now=NOW)
        entry = ledger.LedgerEntry("redraft", (e.Rerolls(1),))
        ledger.record(team, [entry], act=act, chapter=chapter, pin=finished.pin, now=NOW)
    edit = home_die(winnings__second=6)
    assert [each.code for each in look(finished, marta, **edit).conflicts] == ["before_the_redraft"]
    with pytest.raises(Refused):
        correct(finished, marta, **edit)
    other = {"answers": {("away", "fortune"): {"winnings": 4}}}
    assert look(finished, marta, **other).conflicts == []
