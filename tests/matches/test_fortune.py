"""One step from rule to ledger: winnings and fan factor, answered by each side at its own pace.

The numbers are worked out by hand from the source; lines are those of the bb2016 text.
"""

import threading

import pytest
from django.db import connection

from acts.failures import Forbidden, Missing, Refused
from acts.models import Act
from league.models import League, Role, RulesPin
from matches.commands.answering import Given, StepMoved, answer_step
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer, Match, StepRun
from matches.pitch.reports import MatchEnding
from rules.engine import effects as e
from teams import ledger
from tests.conftest import FREE_PLAY, NOW
from tests.matches.conftest import answer, fortunes, kinds, present, run_of
from tests.matches.playing import keys, play_on, tap
from tests.matches.test_pages import words
from tests.teams.test_ledger import put


@pytest.mark.parametrize(
    ("score", "fame", "die", "fans", "gold", "fan_factor"),
    [
        # 1303, 1305, 1306 and 1318: (4 + 1 + 1) x 10,000; three dice higher than 1.
        ((2, 1), 1, 4, [1, 1, 1], 60_000, 2),
        ((1, 0), 0, 1, [6, 6, 6], 20_000, 2),
        # 1307 and 1319-1320: a draw pays as much as a win; 2 is higher than 1.
        ((1, 1), 0, 4, [1, 1], 50_000, 2),
        ((0, 0), 2, 6, [6, 6], 90_000, 2),
        # 1303 alone, and 1323-1324: 2 is not lower than 1.
        ((0, 3), 0, 5, [1, 1], 50_000, 1),
        ((1, 2), 2, 1, [6, 5], 30_000, 1),
    ],
)
def test_what_a_side_earns_and_who_follows_it(
    play, rovers, ines, *, score, fame, die, fans, gold, fan_factor
):
    match = play(*score, fame=(fame, 0))
    keep = {"winnings__again": "keep"} if score[0] > score[1] else {}
    answer(match, actor=ines, winnings=die, **keep, fan_factor=fans)
    team = present(rovers)
    assert team.treasury == 50_000 + gold
    assert team.fan_factor == fan_factor
    assert team.value == 950_000 + 10_000 * (fan_factor - 1)
    assert kinds(team)[-2:] == ["winnings", "fan-factor"]


def test_a_winner_may_roll_again_and_must_take_it(match, rovers, ines):
    """1304: a 6 thrown again becomes a 1."""
    answer(match, actor=ines, winnings=6)
    answer(match, actor=ines, winnings__again="reroll")
    answer(match, actor=ines, winnings__second=1)
    answer(match, actor=ines, fan_factor=[1, 1, 1])
    assert present(rovers).treasury == 50_000 + 30_000
    assert run_of(match).asked == ["winnings", "winnings/again", "winnings/second", "fan-factor"]


def test_the_event_tells_how_it_came_about(match, rovers, ines):
    answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[2, 3, 4])
    event = rovers.events.get(kind="winnings")
    assert event.gold == 60_000
    assert [(line["code"], line["amount"]) for line in event.because] == [
        ("die", 40_000),
        ("fame", 10_000),
        ("result", 10_000),
    ]
    assert event.act.name == "matches.answer_step"
    assert (event.chapter.match, event.pin) == (match.uuid, match.pin)


def test_high_team_values_pay_where_the_house_says_so(play, rovers, ines, season):
    """1528: from 950,000 here, 10,000 for each step of 150,000; 950,000 at kick-off is one."""
    house = FREE_PLAY | {
        "expenses.spiralling": True,
        "expenses.breakpoint": 950_000,
        "expenses.step": 150_000,
    }
    dear = RulesPin.objects.create(catalogue=season.pin.catalogue, house=house, made_at=NOW)
    type(season).objects.update(pin=dear)
    answer(play(), actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
    assert present(rovers).treasury == 50_000 + 60_000 - 10_000


@pytest.mark.pure
class TestPace:
    def test_a_step_can_be_left_and_taken_up_again(self, match, rovers, ines):
        answer(match, actor=ines, winnings=4)
        assert present(rovers).treasury == 50_000
        assert run_of(match).finished_at is None
        answer(match, actor=ines, winnings__again="keep", fan_factor=[1, 1, 1])
        assert present(rovers).treasury == 110_000

    def test_a_slow_opponent_holds_nobody_back(self, match, ines, olaf):
        answer(match, "away", actor=olaf, winnings=3, fan_factor=[1, 1])
        play_on(match, olaf, sides=("away",))
        assert match.sides.get(side="away").through_at == NOW
        assert Match.objects.get().state == Match.State.POST_MATCH
        answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        play_on(match, ines, sides=("home",))
        assert Match.objects.get().state == Match.State.OVER

    def test_who_is_first_changes_nothing(self, match, rovers, scurriers, ines, olaf):
        answer(match, "away", actor=olaf, winnings=3, fan_factor=[1, 1])
        answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        assert (present(rovers).treasury, present(scurriers).treasury) == (110_000, 80_000)

    def test_what_happened_in_between_holds_after_the_match(self, match, rovers, ines, season):
        put(rovers, ledger.LedgerEntry("adjustment", (e.FanFactor(9),)), season=season)
        answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        team = present(rovers)
        assert (team.treasury, team.fan_factor) == (110_000, 11)
        order = [event.kind for event in team.events.order_by("chapter__position", "step", "seq")]
        assert order == [
            "draft", "report", "mvp", "league-points", "winnings", "fan-factor", "adjustment",
        ]  # fmt: skip


@pytest.mark.pure
class TestTypedDice:
    def test_can_be_changed_until_the_step_is_finished_and_both_stay(self, match, rovers, ines):
        answer(match, actor=ines, winnings=6)
        answer(match, actor=ines, winnings=4)
        answer(match, actor=ines, winnings__again="keep", fan_factor=[1, 1, 1])
        typed = Answer.objects.filter(key="winnings")
        assert [(each.version, each.value, each.source) for each in typed] == [
            (1, 6, "table"),
            (2, 4, "table"),
        ]
        assert present(rovers).treasury == 110_000

    @pytest.mark.parametrize("die", [7, 0, -1, 4.0, "4", True, None, [4], {"die": 4}, 10**18])
    def test_of_seven_and_the_like_are_refused_and_nothing_changed(self, match, ines, die):
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings=die)
        assert [reason.subject for reason in refused.value.reasons] == ["winnings"]
        assert not fortunes().exists()
        assert run_of(match).revision == 0

    def test_are_taken_all_or_none(self, match, ines):
        with pytest.raises(Refused):
            answer(match, actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1])
        assert not fortunes().exists()

    def test_are_refused_where_nobody_asks(self, match, ines):
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, shoe_size=43, fan_factor=[1, 1, 1])
        assert {reason.code for reason in refused.value.reasons} == {"not_asked"}

    def test_answered_twice_at_once_are_refused(self, match, ines):
        twice = [Given("winnings", 4), Given("winnings", 5)]
        with pytest.raises(Refused) as refused:
            answer_step(
                actor=ines, match=match, side="home", step="fortune", revision=0,
                answers=twice, now=NOW,
            )  # fmt: skip
        assert refused.value.reasons[0].code == "answered_twice"

    def test_are_refused_where_the_server_rolls(self, play, ines, season):
        house = FREE_PLAY | {"dice.money": "server"}
        pin = RulesPin.objects.create(catalogue=season.pin.catalogue, house=house, made_at=NOW)
        type(season).objects.update(pin=pin)
        match = play()
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings=4)
        assert refused.value.reasons[0].code == "server_rolls"
        answer(match, actor=ines, roll=["winnings"])
        assert fortunes().get().source == "server"


@pytest.mark.pure
class TestServerDice:
    def test_are_kept_before_anybody_sees_them(self, match, ines):
        answer(match, actor=ines, roll=["winnings"])
        kept = fortunes().get()
        assert (kept.source, kept.dice, kept.actor) == ("server", "D6", ines)
        assert 1 <= kept.value <= 6

    def test_asked_for_again_are_the_same(self, match, ines):
        answer(match, actor=ines, roll=["winnings"])
        kept = fortunes().get().value
        for _ in range(20):
            answer(match, actor=ines, roll=["winnings"])
        assert fortunes().get().value == kept
        assert run_of(match).revision == 1

    def test_cannot_be_typed_over(self, match, ines):
        answer(match, actor=ines, roll=["winnings"])
        kept = fortunes().get().value
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings=kept % 6 + 1)
        assert refused.value.reasons[0].code == "rolled_by_server"

    def test_hold_the_choice_that_they_were_thrown_for(self, match, ines):
        """Whoever has seen the second die no longer keeps the first."""
        answer(match, actor=ines, winnings=1, winnings__again="reroll", roll=["winnings/second"])
        second = Answer.objects.get(key="winnings/second").value
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings__again="keep")
        assert refused.value.reasons[0].code == "dice_have_fallen"
        answer(match, actor=ines, winnings=2)  # what was typed wrongly is still typed anew
        assert Answer.objects.get(key="winnings/second").value == second

    def test_of_several_come_as_several(self, match, rovers, ines):
        answer(match, actor=ines, winnings=4, winnings__again="keep", roll=["fan-factor"])
        kept = Answer.objects.get(key="fan-factor")
        assert (kept.dice, len(kept.value)) == ("3D6", 3)
        assert present(rovers).fan_factor == 2

    def test_come_alone_where_the_next_answer_waits_for_them(self, match, ines):
        """Whoever could put a wish behind a roll would send both until the dice suit them."""
        for wish in ("keep", "a wish that fits no die"):
            with pytest.raises(Refused) as refused:
                answer(match, actor=ines, winnings__again=wish, roll=["winnings"])
            told = [(reason.code, reason.subject) for reason in refused.value.reasons]
            assert told == [("not_asked", "winnings/again")]
        assert not fortunes().exists()

    def test_are_thrown_after_everything_that_was_typed(self, match, ines):
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings=7, roll=["fan-factor"])
        assert [reason.subject for reason in refused.value.reasons] == ["winnings"]
        answer(match, actor=ines, winnings=4, winnings__again="keep", roll=["fan-factor"])
        assert run_of(match).finished_at == NOW

    def test_are_only_for_dice(self, match, ines):
        with pytest.raises(Refused) as refused:
            answer(match, actor=ines, winnings=4, roll=["winnings/again"])
        assert refused.value.reasons[0].code == "nothing_to_roll"


@pytest.mark.pure
class TestWhoMay:
    def test_the_other_coach_may_not(self, match, olaf):
        with pytest.raises(Forbidden):
            answer(match, "home", actor=olaf, winnings=4)
        assert not fortunes().exists()

    @pytest.mark.parametrize("role", [None, Role.COACH, Role.VIEWER])
    def test_an_outsider_may_not(self, match, make_user, join, role):
        eve = make_user("Eve")
        if role:
            join(eve, role)
        with pytest.raises(Forbidden):
            answer(match, actor=eve, winnings=4)

    def test_of_a_private_league_an_outsider_is_told_nothing(self, match, make_user):
        League.objects.update(is_public=False)
        with pytest.raises(Missing):
            answer(match, actor=make_user("Eve"), winnings=4)

    def test_the_commissioner_may_for_a_missing_coach(self, match, marta, ines, rovers):
        answer(match, actor=marta, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        act = rovers.events.get(kind="winnings").act
        assert (act.actor, act.on_behalf_of) == (marta, ines)


class TestTwoAtOnce:
    def test_a_stale_revision_is_told_so(self, match, ines, marta):
        answer(match, actor=marta, winnings=4)
        with pytest.raises(StepMoved) as moved:
            answer(match, actor=ines, revision=0, winnings=6)
        assert moved.value.status == 409
        assert fortunes().get().value == 4

    def test_a_step_that_is_over_stays_over(self, match, ines, rovers):
        final = {"winnings": 4, "winnings__again": "keep", "fan_factor": [1, 1, 1]}
        answer(match, actor=ines, **final)
        for revision in (0, 1):
            with pytest.raises(StepMoved):
                answer(match, actor=ines, revision=revision, **final)
        assert present(rovers).treasury == 110_000

    def test_a_step_that_has_not_begun_is_not_there(self, match, ines):
        with pytest.raises(Missing):
            answer_step(
                actor=ines, match=match, side="home", step="hire-and-fire", revision=0,
                answers=[], now=NOW,
            )  # fmt: skip

    @pytest.mark.django_db(transaction=True)
    def test_pressing_the_same_button_has_one_effect(self, match, ines, marta, rovers):
        outcomes = []
        together = threading.Barrier(2)

        def press(actor):
            try:
                together.wait()
                answer(match, actor=actor, revision=0, roll=["winnings"])
                outcomes.append("rolled")
            except StepMoved:
                outcomes.append("too late")
            finally:
                connection.close()

        hands = [threading.Thread(target=press, args=[actor]) for actor in (ines, marta)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()
        assert sorted(outcomes) == ["rolled", "too late"]
        assert fortunes().count() == 1


class Broken(Exception):
    """The wire was cut."""


class Cut:
    """Breaks off at the n-th statement that writes."""

    def __init__(self, after):
        self.left = after

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE")):
            self.left -= 1
            if self.left < 0:
                raise Broken
        return execute(sql, params, many, context)


FINAL = {"winnings": 4, "winnings__again": "keep", "fan_factor": [1, 1, 1]}
EDITS = {"answers": {("home", "fortune"): {"winnings": 6}}}


class TestBreakingOff:
    """Cut at every statement that writes, one after the other, until the command comes through."""

    def rows(self, *teams):
        counts = [model.objects.count() for model in (Match, StepRun, Answer, Act)]
        return counts, [present(team).revision for team in teams]

    def cut_until_it_comes_through(self, command, *teams):
        before = self.rows(*teams)
        for cuts in range(100):
            try:
                with connection.execute_wrapper(Cut(cuts)):
                    command()
            except Broken:
                assert self.rows(*teams) == before
            else:
                break
        assert cuts > 5
        assert self.rows(*teams) != before

    def test_a_result(self, report, rovers, scurriers, marta):
        def told():
            return report(actor=marta)

        self.cut_until_it_comes_through(told, rovers, scurriers)

    def test_an_answer(self, match, ines, rovers):
        self.cut_until_it_comes_through(lambda: answer(match, actor=ines, **FINAL), rovers)

    def test_a_correction(self, match, ines, marta, rovers):
        answer(match, actor=ines, **FINAL)

        def correct():
            seen = look_at_correction(actor=marta, match=match, **EDITS).seen
            known = {"actor": marta, "match": match, "seen": seen, "reason": "A 6", "now": NOW}
            correct_match(**known, **EDITS)

        self.cut_until_it_comes_through(correct, rovers)


def test_a_team_value_is_provisional_as_long_as_skills_are_to_be_chosen(begin, client, marta):
    """Page and API say which: what is worked out before the choice is not the next match's."""
    match = begin()
    scorer = keys(match, "home")[0]
    taps = [tap("touchdown", "home", player=scorer) for _twice in range(2)]
    enter_taps(actor=marta, match=match, taps=taps, now=NOW)
    match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    match = play_on(match, marta, until="skill-ups")
    so_far, final = (
        "Team Value before the skills that are still to be chosen",
        "Team Value for the next match",
    )
    client.force_login(marta)

    def told():
        page = words(client.get(f"/matches/{match.uuid}/"))
        step = client.get(f"/api/v1/matches/{match.uuid}/steps/home/next-match/").json()
        return page, [effect for each in step["rulings"] for effect in each["effects"]]

    page, effects = told()
    assert page.count(so_far) == 1
    assert [effect for effect in effects if effect.startswith(so_far)]
    assert not [effect for effect in effects if effect.startswith(final)]
    play_on(match, marta)
    page, _effects = told()
    assert page.count(so_far) == 1
    assert page.count(final) == 2
