"""Two teams of two coaches, and a match between them."""

from datetime import date

import pytest

from league.commands.leagues import create_league
from league.models import Membership, Role
from league.queries import current_season
from matches.commands.answering import Given, answer_step
from matches.commands.beginning import begin_match
from matches.commands.recording import record_result
from matches.commands.reporting import confirm_report, submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer, Match, StepRun
from matches.pitch.reports import MatchEnding
from teams.commands import drafting
from teams.models import Team
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW, play_freely
from tests.matches.playing import agreed, begin_and_agree, keys, play_on, tap

DAY = date(2026, 3, 7)


@pytest.fixture
def draft_team(draft_team, league):
    """Teams that may meet whenever they like."""

    def draft(*args, **kwargs):
        team = draft_team(*args, **kwargs)
        play_freely(league)
        return team

    return draft


@pytest.fixture
def join(league):
    """Let people into the league: `join(olaf)` as a coach."""

    def let_in(person, role=Role.COACH, into=None):
        return Membership.objects.create(league=into or league, user=person, role=role, since=NOW)

    return let_in


@pytest.fixture
def ines(make_user, join):
    ines = make_user("Ines")
    join(ines)
    return ines


@pytest.fixture
def olaf(make_user, join):
    olaf = make_user("Olaf")
    join(olaf)
    return olaf


@pytest.fixture
def rovers(draft_team, ines):
    """Ines's team: 50,000 in the treasury, fan factor 1."""
    return draft_team("Greywater Rovers", actor=ines)


@pytest.fixture
def scurriers(draft_team, olaf):
    """Olaf's team: the same."""
    return draft_team("Underquay Scurriers", actor=olaf)


@pytest.fixture
def report(league, rovers, scurriers, ines):
    """Report a result between the two: `report(2, 1, fame=(1, 0))`; nobody has confirmed it."""

    def record(home=2, away=1, *, fame=(1, 0), actor=ines, day=DAY, now=NOW, **more):
        return record_result(
            actor=actor,
            league=league,
            home=rovers,
            away=scurriers,
            score={"home": home, "away": away},
            crowd={"home": fame[0], "away": fame[1]},
            played_on=day,
            now=now,
            **more,
        )

    return record


@pytest.fixture
def play(report, marta):
    """Play a match between the two up to their fortunes: `play(2, 1, fame=(1, 0))`."""

    def go_on(*args, now=NOW, **kwargs):
        match = report(*args, now=now, **kwargs)
        if match.state == Match.State.REPORTED:
            match = confirm_report(actor=marta, match=match, now=now)
        return play_on(match, marta, until="fortune", now=now)

    return go_on


@pytest.fixture
def match(play):
    """The Rovers won 2-1, with FAME 1; the MVPs are known, the fortunes are not."""
    return play()


@pytest.fixture
def begun(league, rovers, scurriers, ines):
    match = begin_match(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    return agreed(match)


@pytest.fixture
def begin_under(marta, ines, olaf, join):
    """A match between Ines and Olaf in a league with these house rules."""

    def begun(**house):
        league = create_league(
            actor=marta, name="Deaths", edition_key="bb2016", house=house, now=NOW
        )
        for coach in (ines, olaf):
            join(coach, into=league)
        season = current_season(league)
        home, away = (
            drafting.draft_team(
                actor=coach, season=season, race="human", name=coach.name, wish=A_TEAM, now=NOW
            )
            for coach in (ines, olaf)
        )
        play_freely(league)
        return begin_and_agree(
            actor=ines, league=league, home=home, away=away, played_on=DAY, now=NOW
        )

    return begun


@pytest.fixture
def on_the_pitch(begun, marta):
    return play_on(begun, marta)


def fortunes():
    """What was answered of fortunes, in every version."""
    return Answer.objects.filter(run__step="fortune")


def run_of(match, side="home", step="fortune"):
    return StepRun.objects.get(match=match, side=side, step=step)


def answer(match, side="home", *, actor, step="fortune", revision=None, roll=(), **given):
    """Answer a step: `winnings__again` is the ask `winnings/again`."""
    answers = [Given(key.replace("__", "/").replace("_", "-"), each) for key, each in given.items()]
    return answer_step(
        actor=actor,
        match=match,
        side=side,
        step=step,
        revision=run_of(match, side or "", step).revision if revision is None else revision,
        answers=[*answers, *(Given(key, roll=True) for key in roll)],
        now=NOW,
    )


@pytest.fixture
def finished(match, ines, olaf):
    """The same match, both through: the Rovers rolled 2, then 5, and the Scurriers a 3."""
    again = {"winnings": 2, "winnings__again": "reroll", "winnings__second": 5}
    answer(match, "home", actor=ines, **again, fan_factor=[1, 1, 1])
    answer(match, "away", actor=olaf, winnings=3, fan_factor=[1, 1])
    play_on(match, ines, sides=("home",))
    return play_on(match, olaf, sides=("away",))


def present(team):
    """The team as its row says, after a look whether the ledger says the same."""
    fresh = Team.objects.get(pk=team.pk)
    assert [str(each) for each in differences(fresh)] == []
    return fresh


def kinds(team):
    return [event.kind for event in team.events.filter(reverses=None, reversed_by=None)]


@pytest.fixture
def begin(league, rovers, scurriers, marta):
    """Both on the pitch; `said` answers the pre-match."""

    def begun(said=None):
        match = begin_match(
            actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        return play_on(match, marta, said=said)

    return begun


@pytest.fixture
def over(begin, marta):
    """2-1 with a completion and a casualty who misses the next match; both are through."""
    match = begin()
    home, away = keys(match, "home"), keys(match, "away")
    taps = [
        tap("touchdown", "home", player=home[0]),
        tap("touchdown", "away", player=away[1]),
        tap("completion", "home", player=home[1]),
        tap("casualty", "away", player=away[0], by=home[2], how="block", answers={"": 57}),
        tap("touchdown", "home", player=home[0]),
    ]
    enter_taps(actor=marta, match=match, taps=taps, now=NOW)
    match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    return play_on(match, marta)
