"""A match that is confirmed, told otherwise: the difference first, and only the difference."""

import random

import pytest

from acts.failures import Conflict, Forbidden, Refused
from league.models import RulesPin
from matches import reading
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.proposing import agree_to_correction, drop_proposal, propose_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer, Match, Proposal, Tap
from matches.pitch import reports
from matches.pitch.lineups import field_of, occasion, standing_taps
from matches.pitch.reports import MatchEnding
from rules.engine.asks import Choose, Confirm, Pick, Roll
from rules.engine.dice import dice
from tests.conftest import NOW
from tests.matches.conftest import DAY, present
from tests.matches.playing import asked, begin_and_agree, give, keys, open_runs, play_on, tap
from tests.rules.evening import quiet

HOME, AWAY = "home", "away"
REPORT = ("", "report")


def void(match, kind, *, number=0):
    """Take back one of the taps of a kind."""
    of = match.taps.filter(kind=kind).order_by("number")[number]
    return tap("void", of=str(of.uuid))


def look(match, actor, **wish):
    return look_at_correction(actor=actor, match=match, **wish)


def reopen(match, actor, *, reason="The sheet says so", **wish):
    correction = look(match, actor, **wish)
    return correct_match(
        actor=actor, match=match, seen=correction.seen, reason=reason, now=NOW, **wish
    )


def codes(reasons):
    return [each.code for each in reasons]


def player(team, key):
    return present(team).contracts.get(key=key).player


class TestWithoutAWish:
    def test_nothing_differs(self, over, marta):
        correction = look(over, marta)
        assert (correction.changes, correction.replay.drift, correction.conflicts) == (
            False,
            [],
            [],
        )

    def test_a_match_that_is_not_confirmed_is_not_reopened(self, begin, marta):
        with pytest.raises(Conflict, match="not_confirmed"):
            look(begin(), marta)


class TestATouchdown:
    def test_moves_to_another_player_who_improves_by_it(self, over, marta, rovers):
        """Two touchdowns are six points, and those a roll."""
        scorer, other = keys(over, HOME)[0], keys(over, HOME)[6]
        assert player(rovers, scorer).awards["touchdown"] == 2
        assert not player(rovers, other).awards
        wish = {
            "taps": [
                void(over, "touchdown"),
                void(over, "touchdown", number=2),
                tap("touchdown", HOME, player=other),
                tap("touchdown", HOME, player=other),
            ]
        }
        needed = look(over, marta, **wish).conflicts
        assert {each.code for each in needed} == {"needs_answer"}
        assert any(other in each.subject for each in needed)
        with pytest.raises(Refused, match="needs_answer"):
            reopen(over, marta, **wish)
        reopen(over, marta, **wish, answers=answered(over, marta, wish))
        assert player(rovers, other).awards["touchdown"] == 2
        assert "touchdown" not in player(rovers, scorer).awards
        kinds = list(over.taps.order_by("number").values_list("kind", flat=True))
        assert kinds[-4:] == ["void", "void", "touchdown", "touchdown"]

    def test_turns_the_winner(self, over, marta, rovers, scurriers):
        """2-1 becomes 2-3: record, winnings and fans follow."""
        away = keys(over, AWAY)[1]
        wish = {"taps": [tap("touchdown", AWAY, player=away), tap("touchdown", AWAY)]}
        answers = answered(over, marta, wish)
        reopen(over, marta, **wish, answers=answers)
        home, them = present(rovers), present(scurriers)
        assert (home.record["lost"], home.record.get("won", 0)) == (1, 0)
        assert (them.record["won"], them.record["touchdowns"]) == (1, 3)
        assert Match.objects.get().reports.latest("version").data["score"] == {
            HOME: 2,
            AWAY: 3,
        }
        assert not look(over, marta).replay.drift

    def test_by_somebody_who_is_not_there_is_refused(self, over, marta):
        with pytest.raises(Refused, match="not_on_the_pitch"):
            look(over, marta, taps=[tap("touchdown", HOME, player="nobody")])

    def test_is_not_told_by_a_bare_score(self, over, marta):
        with pytest.raises(Refused, match="told_by_taps"):
            look(over, marta, score={HOME: 3, AWAY: 1})


def answered(match, actor, wish, said=None):
    """The answers that a wish needs, each quiet unless it is `said`."""
    answers = dict(said or {})
    for _round in range(20):
        seen_now = look(match, actor, **wish, answers=answers)
        asks = [
            ((rerun.run.side, rerun.run.step), ask)
            for rerun in seen_now.replay.reruns
            if hasattr(rerun.driven.outcome, "open")
            for ask in rerun.driven.outcome.open
        ]
        if not asks:
            return answers
        for place, ask in asks:
            answers.setdefault(place, {})[ask.key] = quiet(ask)
    raise AssertionError(asks)


class TestACasualty:
    def test_taken_back_plays_the_next_match(self, over, marta, scurriers, rovers):
        victim, author = keys(over, AWAY)[0], keys(over, HOME)[2]
        assert player(scurriers, victim).misses_next
        reopen(over, marta, taps=[void(over, "casualty")])
        assert not player(scurriers, victim).misses_next
        assert "casualty" not in player(rovers, author).awards

    def test_of_another_die_is_another_answer(self, over, marta, scurriers):
        victim = keys(over, AWAY)[0]
        key = f"casualty/away/{victim}/1"
        reopen(over, marta, answers={REPORT: {key: 33}})
        assert not player(scurriers, victim).misses_next
        kept = Answer.objects.filter(run__match=over, key=key).order_by("version")
        assert [(each.value, each.dice) for each in kept] == [(57, "D68"), (33, "D68")]

    def test_added_asks_for_its_dice(self, over, marta, rovers):
        victim = keys(over, HOME)[5]
        wish = {"taps": [tap("casualty", HOME, player=victim, how="crowd")]}
        (needed,) = look(over, marta, **wish).conflicts
        assert (needed.code, needed.subject) == (
            "needs_answer",
            f"joint/report/casualty/home/{victim}/1",
        )
        wish["answers"] = answered(over, marta, wish, {REPORT: {f"casualty/home/{victim}/1": 41}})
        reopen(over, marta, **wish)
        assert player(rovers, victim).misses_next

    def test_by_another_keeps_its_dice(self, over, marta, rovers, scurriers):
        """Told anew of the same player, it is the same fall."""
        victim, author = keys(over, AWAY)[0], keys(over, HOME)[4]
        anew = tap("casualty", AWAY, player=victim, by=author, how="block")
        reopen(over, marta, taps=[void(over, "casualty"), anew])
        assert player(scurriers, victim).misses_next
        assert player(rovers, author).awards == {"casualty": 1}
        assert Answer.objects.filter(run__match=over, key=f"casualty/away/{victim}/1").count() == 1

    def test_taken_back_leaves_the_others_their_dice(self, begin, marta, scurriers):
        """The first of two falls of one player goes: the second keeps what it rolled."""
        match = begin()
        victim = keys(match, AWAY)[0]
        patched = {"answers": {"": 33, "apothecary/roll": 12, "apothecary/kept": "33"}}
        taps = [
            tap("casualty", AWAY, player=victim, how="crowd", treated="apothecary", **patched),
            tap("casualty", AWAY, player=victim, how="crowd", answers={"": 57}),
        ]
        enter_taps(actor=marta, match=match, taps=taps, now=NOW)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        match = play_on(match, marta)
        reopen(match, marta, taps=[void(match, "casualty")])
        assert player(scurriers, victim).misses_next
        again = tap("casualty", AWAY, player=victim, how="crowd", before=str(taps[1].uuid))
        (needed,) = look(match, marta, taps=[again]).conflicts
        assert needed.subject == f"joint/report/casualty/away/{victim}/1"

    def test_of_two_with_the_same_key_has_its_own_dice(self, begin, marta, rovers, scurriers):
        """Both teams have a first man of their draft."""
        match = begin()
        home, away = keys(match, HOME)[0], keys(match, AWAY)[0]
        assert home == away
        taps = [
            tap("casualty", HOME, player=home, how="crowd", answers={"": 33}),
            tap("casualty", AWAY, player=away, how="crowd", answers={"": 57}),
        ]
        enter_taps(actor=marta, match=match, taps=taps, now=NOW)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        play_on(match, marta)
        assert not player(rovers, home).misses_next
        assert player(scurriers, away).misses_next


class TestTheEnding:
    def test_becomes_a_concession_with_all_it_costs(self, over, marta, rovers, scurriers):
        wish = {"ending": MatchEnding("conceded", AWAY, could_field=5)}
        answers = answered(over, marta, wish)
        assert ("", "settlement") in answers
        reopen(over, marta, **wish, answers=answers)
        assert over.runs.filter(step="settlement").exclude(finished_at=None).exists()
        assert present(scurriers).record["lost"] == 1
        assert not look(over, marta).replay.drift
        reopen(
            over,
            marta,
            ending=MatchEnding(),
            answers=answered(over, marta, {"ending": MatchEnding()}),
        )
        present(rovers)
        assert look(over, marta).replay.drift == []

    def test_that_makes_no_sense_is_refused(self, over, marta):
        with pytest.raises(Refused, match="who_conceded"):
            look(over, marta, ending=MatchEnding("conceded"))


class TestBeforeTheMatch:
    def test_weather_is_told_otherwise(self, over, marta):
        run = over.runs.get(step="conditions")
        key = next(key for key in run.asked if key.startswith("weather"))
        correction = look(over, marta, answers={("", "conditions"): {key: [6, 6]}})
        assert codes(correction.conflicts) == []
        reopen(over, marta, answers={("", "conditions"): {key: [6, 6]}})
        assert Answer.objects.filter(run=run, key=key).count() == 2


class TestTheNextKickOff:
    def test_is_the_end_of_it(self, over, begin, marta, ines):
        begin()
        with pytest.raises(Refused, match="kicked_off_since"):
            reopen(over, marta, taps=[tap("completion", HOME, player=keys(over, HOME)[3])])

    def test_is_not_yet_there_in_a_pre_match(self, over, league, rovers, scurriers, marta):
        begin_and_agree(
            actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        with pytest.raises(Refused, match="in_a_pre_match"):
            reopen(over, marta, taps=[tap("completion", HOME, player=keys(over, HOME)[3])])


class TestBothCoaches:
    @pytest.fixture
    def wish(self, over):
        return {"taps": [tap("completion", HOME, player=keys(over, HOME)[3])]}

    def propose(self, over, actor, wish, reason="He caught it"):
        seen = look(over, actor, **wish).seen
        return propose_correction(
            actor=actor, match=over, seen=seen, reason=reason, now=NOW, **wish
        )

    def test_agree(self, over, wish, *, ines, olaf, rovers):
        proposal = self.propose(over, ines, wish)
        with pytest.raises(Forbidden):
            agree_to_correction(actor=ines, match=over, proposal=proposal.uuid, now=NOW)
        agree_to_correction(actor=olaf, match=over, proposal=proposal.uuid, now=NOW)
        assert player(rovers, keys(over, HOME)[3]).awards["completion"] == 1
        proposal.refresh_from_db()
        assert proposal.outcome == Proposal.Outcome.AGREED
        with pytest.raises(Conflict):
            agree_to_correction(actor=olaf, match=over, proposal=proposal.uuid, now=NOW)

    def test_a_coach_alone_changes_nothing(self, over, wish, ines):
        seen = look(over, ines, **wish).seen
        with pytest.raises(Forbidden):
            correct_match(actor=ines, match=over, seen=seen, reason="Mine", now=NOW, **wish)

    def test_lapses_when_anything_moves(self, over, wish, *, ines, olaf, marta):
        proposal = self.propose(over, ines, wish)
        other = [tap("completion", AWAY, player=keys(over, AWAY)[3])]
        reopen(over, marta, taps=other)
        with pytest.raises(Conflict):
            agree_to_correction(actor=olaf, match=over, proposal=proposal.uuid, now=NOW)

    def test_one_replaces_the_one_before(self, over, wish, ines, olaf):
        first = self.propose(over, ines, wish)
        second = self.propose(over, olaf, wish)
        first.refresh_from_db()
        assert first.outcome == Proposal.Outcome.OVERTAKEN
        drop_proposal(actor=ines, match=over, proposal=second.uuid, now=NOW)
        second.refresh_from_db()
        assert second.outcome == Proposal.Outcome.DECLINED


# --- whatever happened, playing it again gives the same


def any_answer(ask, chance):
    match ask:
        case Roll():
            thrown = dice(ask.dice)
            return thrown.rolled(tuple(chance.randint(1, sides) for sides in thrown.sides))
        case Choose():
            return chance.choice(ask.options)
        case Pick():
            most = min(ask.at_most, len(ask.candidates))
            return chance.sample(list(ask.candidates), chance.randint(ask.at_least, most))
        case Confirm():
            return chance.random() < 0.5
    return quiet(ask)


def play_at_random(match, actor, chance):
    for _ask in range(300):
        runs = open_runs(match)
        if not runs:
            return Match.objects.get(pk=match.pk)
        asks = asked(runs[0])
        try:
            give(runs[0], actor, {ask.key: any_answer(ask, chance) for ask in asks})
        except Refused:
            give(runs[0], actor, {ask.key: quiet(ask) for ask in asked(runs[0])})
    raise AssertionError([(run.side, run.step, asked(run)) for run in open_runs(match)])


def taps_at_random(match, actor, chance):
    sides = {side: keys(match, side) for side in (HOME, AWAY)}
    for _tap in range(25):
        side = chance.choice((HOME, AWAY))
        kind = chance.choice(
            ["touchdown", "completion", "interception", "casualty", "casualty", "sent-off", "crowd"]
        )
        data = {"player": chance.choice(sides[side])}
        if kind == "casualty":
            theirs = sides[HOME if side == AWAY else AWAY]
            data |= {"how": chance.choice(["block", "foul", "crowd", "fall"]), "roll": [""]}
            data |= {"by": chance.choice(theirs)} if data["how"] in ("block", "foul") else {}
        elif kind == "crowd":
            side, data = "", {HOME: chance.randint(0, 2), AWAY: chance.randint(0, 2)}
        try:
            enter_taps(actor=actor, match=match, taps=[tap(kind, side, **data)], now=NOW)
        except Refused:
            continue


@pytest.mark.parametrize("seed", range(4))
def test_played_again_as_it_was_nothing_differs(seed, league, *, rovers, scurriers, marta):
    chance = random.Random(seed)
    match = begin_and_agree(
        actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    match = play_at_random(match, marta, chance)
    taps_at_random(match, marta, chance)
    score = reports.score_of(standing_taps(match.taps.all()))
    ways = [
        MatchEnding(),
        MatchEnding("called"),
        MatchEnding("conceded", AWAY, could_field=chance.randint(0, 8)),
    ]
    if score[HOME] > score[AWAY]:
        ways.append(MatchEnding("overtime", HOME))
    match = submit_report(actor=marta, match=match, ending=chance.choice(ways), now=NOW)
    match = play_at_random(match, marta, chance)
    assert match.state == Match.State.OVER
    correction = look(match, marta)
    assert (correction.replay.drift, correction.conflicts) == ([], [])
    play = reading.load(reading.matches().get(pk=match.pk))
    taps = standing_taps(Tap.objects.filter(match=match))
    told = play.told
    again = reports.as_data(taps, field_of(play, taps), MatchEnding.of(told), **occasion(match))
    assert again == told
    present(rovers), present(scurriers)


def test_dice_of_the_server_are_told_otherwise_by_no_coach(finished, marta, ines):
    """Not even if both agree; by whoever runs the league and does not play in the match."""
    RulesPin.objects.filter(pk=finished.pin_id).update(
        house={**finished.pin.house, "dice.money": "server"}
    )
    wish = {"answers": {(HOME, "fortune"): {"fan-factor": [6, 6, 6]}}}
    with pytest.raises(Refused) as refused:
        look(finished, ines, **wish)
    assert codes(refused.value.reasons) == ["server_rolls"]
    with pytest.raises(Refused):
        propose_correction(
            actor=ines, match=finished, seen="", reason="So it fell", now=NOW, **wish
        )
    assert look(finished, marta, **wish).changes
