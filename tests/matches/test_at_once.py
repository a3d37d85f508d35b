"""Many hands at the same moment: a button has one effect, and a sentence for whoever was late."""

from uuid import uuid4

import pytest

from acts.models import Act
from league.commands.house_rules import change_house_rules
from matches.commands.answering import Given, answer_step
from matches.commands.beginning import call_off
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    dispute_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from rules.engine.effects import Gold
from teams import ledger
from teams.commands.retiring import bring_team_back, retire_team
from teams.models import Team
from tests.conftest import NOW
from tests.league.test_at_once import at_once
from tests.matches.conftest import DAY, present, run_of
from tests.matches.playing import asked, begin_and_agree, open_runs, play_on
from tests.rules.evening import quiet
from tests.teams.test_ledger import put

pytestmark = pytest.mark.django_db(transaction=True)

STAR = "morg-n-thorg"


@pytest.fixture
def fresh():
    return lambda: Match.objects.latest("pk")


@pytest.fixture
def reported(on_the_pitch, ines):
    return submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)


def acts(name):
    return Act.objects.filter(name=f"matches.{name}").count()


def states(outcomes):
    """What came of several commands, a match as its state."""
    return sorted(each.state if isinstance(each, Match) else str(each) for each in outcomes)


def answers_to(run, actor):
    """The same answer to whatever a step asks, as several tabs would send it."""
    given = [Given(ask.key, quiet(ask)) for ask in asked(run)]

    def press():
        return answer_step(
            actor=actor,
            match=run.match,
            side=run.side or None,
            step=run.step,
            revision=run.revision,
            answers=given,
            now=NOW,
        )

    return press


def test_a_match_is_begun_once(league, rovers, scurriers, ines, olaf):
    def begin(actor):
        return lambda: begin_and_agree(
            actor=actor, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )

    came_of = at_once(begin(ines), begin(olaf), begin(ines))
    assert states(came_of) == ["post_match_open", "post_match_open", "pre-match"]
    assert Match.objects.count() == 1
    assert rovers.chapters.filter(kind="match").count() == 1


def test_a_step_before_the_match_is_answered_once(begun, ines, olaf, rovers, scurriers):
    (run,) = open_runs(begun)
    came_of = at_once(*(answers_to(run, each) for each in (ines, olaf, ines)))
    assert sum(isinstance(each, Match) for each in came_of) == 1
    assert {each for each in came_of if not isinstance(each, Match)} <= {"step_moved", "step_over"}
    assert acts("answer_step") == 1
    present(rovers)
    present(scurriers)


def test_a_tap_sent_twice_at_the_same_moment_counts_once(on_the_pitch, ines, olaf):
    one = NewTap(uuid4(), "touchdown", "home")
    another = NewTap(uuid4(), "touchdown", "away")

    def send(actor, tap):
        return lambda: len(enter_taps(actor=actor, match=on_the_pitch, taps=[tap], now=NOW))

    at_once(send(ines, one), send(ines, one), send(olaf, another))
    assert sorted(tap.number for tap in on_the_pitch.taps.all()) == [1, 2]
    assert acts("enter_taps") == 2


def test_a_match_is_reported_once(on_the_pitch, ines, olaf):
    came_of = at_once(
        *(
            lambda actor=actor: submit_report(
                actor=actor, match=on_the_pitch, ending=MatchEnding(), now=NOW
            )
            for actor in (ines, olaf)
        )
    )
    assert states(came_of) == ["not_being_played", "reported"]
    assert on_the_pitch.reports.count() == 1


def test_a_report_is_confirmed_once_whoever_does_it(reported, olaf, marta, rovers):
    Match.objects.update(confirms_at=NOW, reminded_at=NOW)
    came_of = at_once(
        lambda: confirm_report(actor=olaf, match=reported, now=NOW),
        lambda: confirm_report(actor=marta, match=reported, now=NOW),
        lambda: confirm_unanswered(match=reported, now=NOW),
    )
    assert acts("confirm_report") + acts("confirm_unanswered") == 1
    assert {str(each) for each in came_of} & {"no_report", "False"}
    assert present(rovers).record["played"] == 1


def test_one_answer_to_a_report_holds(reported, fresh, ines, olaf):
    came_of = at_once(
        lambda: confirm_report(actor=olaf, match=reported, now=NOW).state,
        lambda: withdraw_report(actor=ines, match=reported, now=NOW).state,
    )
    assert sorted(came_of) in (["no_report", "playing"], ["no_report", "post-match"])
    assert fresh().state in came_of


def test_a_report_is_disputed_or_confirmed(reported, fresh, olaf):
    came_of = at_once(
        lambda: confirm_report(actor=olaf, match=reported, now=NOW).state,
        lambda: dispute_report(actor=olaf, match=reported, reason="2-2", now=NOW).state,
    )
    # Whoever disputed may confirm after all; once it is confirmed, there is nothing to dispute.
    assert sorted(came_of) in (["disputed", "post-match"], ["no_report", "post-match"])
    assert fresh().state == "post-match"


def test_a_match_is_broken_off_and_goes_on_once(on_the_pitch, ines, olaf):
    for command, state in ((interrupt_match, "interrupted"), (resume_match, "playing")):
        came_of = at_once(
            *(
                lambda actor=actor, command=command: command(
                    actor=actor, match=on_the_pitch, now=NOW
                )
                for actor in (ines, olaf)
            )
        )
        assert states(came_of) == sorted(["not_in_this_state", state])


def test_a_match_is_called_off_once(begun, ines, olaf, rovers):
    came_of = at_once(
        *(
            lambda actor=actor: call_off(actor=actor, match=begun, reason="", now=NOW)
            for actor in (ines, olaf)
        )
    )
    assert states(came_of) == ["called-off", "called_off"]
    assert present(rovers).treasury == 50_000


def test_every_step_after_the_match_is_finished_once(reported, fresh, *, marta, ines, rovers):
    """A coach's second tab, and the commissioner who helps them, come too late."""
    confirm_report(actor=marta, match=reported, now=NOW)
    play_on(fresh(), marta, sides=("", "away"))
    while runs := open_runs(fresh()):
        before = acts("answer_step")
        mine, his = answers_to(runs[0], ines), answers_to(runs[0], marta)
        came_of = at_once(mine, mine, his)
        assert sum(isinstance(each, Match) for each in came_of) == 1
        late = {each for each in came_of if not isinstance(each, Match)}
        assert late <= {"step_moved", "step_over"}
        assert acts("answer_step") == before + 1
        assert at_once(mine)[0] in ("step_moved", "step_over")
    assert fresh().state == Match.State.OVER
    present(rovers)


class TestStar:
    """A star plays for one team of a league (bb2016, rostered star players)."""

    @pytest.fixture
    def rich(self, league, season, marta, draft_team):
        """Four rich teams of Marta's in a league where stars sign for more than a match."""
        change_house_rules(actor=marta, league=league, house={"stars.rostered": True}, now=NOW)
        season.refresh_from_db()
        teams = [draft_team(f"Team {number}") for number in range(4)]
        for team in teams:
            put(
                team,
                ledger.LedgerEntry("adjustment", (Gold(800_000, "adjustment"),)),
                season=season,
            )
        return teams

    def at_the_market(self, league, home, away, marta):
        match = begin_and_agree(
            actor=marta, league=league, home=home, away=away, played_on=DAY, now=NOW
        )
        match = play_on(match, marta)
        submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        return play_on(match, marta, until="hire-and-fire")

    def signs(self, match, side, marta):
        run = run_of(match, side, "hire-and-fire")

        def press():
            answer_step(
                actor=marta,
                match=match,
                side=side,
                step=run.step,
                revision=run.revision,
                answers=[Given("hire-and-fire", {f"star/{STAR}": 1})],
                now=NOW,
            )
            return "signed"

        return press

    def test_signed_by_two_teams_in_their_own_matches_at_once(self, rich, league, marta):
        matches = [self.at_the_market(league, *pair, marta) for pair in (rich[:2], rich[2:])]
        came_of = at_once(*(self.signs(match, "home", marta) for match in matches))
        assert sorted(came_of) == ["signed", "star_taken"]
        assert Team.objects.filter(star=STAR).count() == 1
        for team in rich:
            present(team)

    def test_signed_by_both_sides_of_a_match(self, rich, league, marta):
        match = self.at_the_market(league, *rich[:2], marta)
        came_of = at_once(*(self.signs(match, side, marta) for side in ("home", "away")))
        assert sorted(came_of) == ["signed", "star_taken"]
        assert sorted(present(team).star for team in rich[:2]) == ["", STAR]

    def test_is_free_when_his_team_retires_and_kept_from_it_if_he_signs(self, rich, league, marta):
        first, second = rich[0], rich[2]
        self.signs(self.at_the_market(league, *rich[:2], marta), "home", marta)()
        play_on(Match.objects.latest("pk"), marta, said={"upkeep": True})
        retire_team(actor=marta, team=first, now=NOW)
        self.signs(self.at_the_market(league, *rich[2:], marta), "home", marta)()
        assert present(second).star == STAR
        (came_of,) = at_once(lambda: bring_team_back(actor=marta, team=first, now=NOW))
        assert came_of == "star_taken"
