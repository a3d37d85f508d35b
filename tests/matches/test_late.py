"""Results entered out of order: each takes its place by the day on which it was played."""

from datetime import timedelta

import pytest

from acts.failures import Forbidden, Refused
from matches.commands.recording import record_result
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from teams.models import Chapter
from tests.conftest import NOW
from tests.matches.conftest import DAY as TODAY
from tests.matches.conftest import present
from tests.matches.playing import begin_and_agree, keys, play_on, tap
from tests.teams.test_ledger import gold, put

WEEK = timedelta(days=7)
DAY = TODAY - 2 * WEEK


@pytest.fixture
def played(league, rovers, scurriers, marta):
    """Record a result that whoever runs the league confirms at once, and go through its steps."""

    def record(day, *, home=2, away=1, said=None, **about):
        match = record_result(
            actor=marta,
            league=league,
            home=rovers,
            away=scurriers,
            score={"home": home, "away": away},
            crowd={"home": 0, "away": 0},
            played_on=day,
            now=NOW,
            **about,
        )
        return play_on(match, marta, said=said)

    return record


def chapters(team):
    return list(
        team.chapters.filter(kind=Chapter.Kind.MATCH)
        .order_by("position")
        .values_list("match", flat=True)
    )


def test_a_late_result_takes_its_place(played, rovers, scurriers):
    first, last = played(DAY), played(DAY + 2 * WEEK)
    before = present(rovers).treasury
    late = played(DAY + WEEK, in_its_place=True, said={"winnings": 6})
    assert late.state == Match.State.OVER
    assert chapters(rovers) == [first.uuid, late.uuid, last.uuid]
    assert chapters(scurriers) == [first.uuid, late.uuid, last.uuid]
    team = present(rovers)
    assert team.record["played"] == 3
    assert team.treasury > before
    positions = list(rovers.chapters.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, len(positions) + 1))


def test_it_is_played_by_the_team_as_it_stood_then(played, rovers, season):
    played(DAY)
    then = present(rovers)
    played(DAY + 2 * WEEK)
    late = played(DAY + WEEK, in_its_place=True)
    arrived = late.sides.get(side="home").arrived
    assert (arrived["team"]["treasury"], arrived["value"]) == (then.treasury, then.value)
    assert late.sides.get(side="home").kick_off["team"]["record"]["played"] == 1


def test_what_was_ruled_later_stands(played, rovers):
    played(DAY)
    last = played(DAY + 2 * WEEK)
    told = list(rovers.events.filter(chapter__match=last.uuid).values_list("seq", flat=True))
    played(DAY + WEEK, in_its_place=True)
    standing = rovers.events.filter(chapter__match=last.uuid, reversed_by=None, reverses=None)
    assert list(standing.values_list("seq", flat=True)) == told


def test_it_is_refused_until_somebody_says_where_it_goes(played, rovers):
    played(DAY + WEEK)
    with pytest.raises(Refused, match="out_of_order") as refused:
        played(DAY)
    assert "takes its place before that" in str(refused.value.reasons[0].message)
    assert len(chapters(rovers)) == 1


def test_it_is_put_in_by_whoever_runs_the_league(played, league, rovers, scurriers, *, ines):
    played(DAY + WEEK)
    with pytest.raises(Forbidden):
        record_result(
            actor=ines, league=league, home=rovers, away=scurriers,
            score={"home": 0, "away": 0}, crowd={"home": 0, "away": 0},
            played_on=DAY, now=NOW, in_its_place=True,
        )  # fmt: skip


def test_it_slips_under_no_redraft(played, rovers, season):
    played(DAY)
    rovers.chapters.create(position=9, kind=Chapter.Kind.REDRAFT, season=season, opened_at=NOW)
    played(DAY + 2 * WEEK)
    played(DAY + WEEK + WEEK, in_its_place=True)  # after all of it
    with pytest.raises(Refused, match="another_season"):
        played(DAY - WEEK, in_its_place=True)


def test_a_whole_match_is_entered_late_from_paper(league, played, rovers, scurriers, *, marta):
    """From the coin to the last step, a death among them, before one that is over."""
    last = played(DAY + WEEK)
    put_aside = gold(-10_000)
    put(rovers, put_aside, season=last.season)
    match = begin_and_agree(
        actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW,
        in_its_place=True,
    )  # fmt: skip
    match = play_on(match, marta)
    victim = keys(match, "away")[4]
    taps = [
        tap("touchdown", "home", player=keys(match, "home")[0]),
        tap("casualty", "away", player=victim, how="crowd", answers={"": 41}),
    ]
    enter_taps(actor=marta, match=match, taps=taps, now=NOW)
    match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    assert play_on(match, marta).state == Match.State.OVER
    assert chapters(rovers) == [match.uuid, last.uuid]
    assert present(scurriers).contracts.get(key=victim).player.misses_next
    assert present(rovers).record["won"] == 2


def test_the_page_lists_what_it_slips_under(client, league, played, *, marta, rovers, scurriers):
    played(DAY + WEEK)
    client.force_login(marta)
    form = {
        "home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY.isoformat(),
        "score_home": 1, "score_away": 0, "crowd_home": 0, "crowd_away": 0,
    }  # fmt: skip
    place = f"/leagues/{league.uuid}/matches/new/"
    page = client.post(place, form)
    assert page.status_code == 422
    assert "takes its place before that" in page.content.decode()
    assert "Won, drawn, lost" in page.content.decode()
    assert "1–0–0 →</span> 2–0–0" in page.content.decode()
    assert "Treasury" not in page.content.decode(), "what stays as it is"
    assert len(chapters(rovers)) == 1
    assert client.post(place, form | {"in_its_place": "on"}).status_code == 302
    assert len(chapters(rovers)) == 2


class TestGoldSpentSince:
    """What was bought later rests on gold that a late match would have taken away."""

    @pytest.fixture
    def late(self, league, played, rovers, scurriers, marta):
        last = played(DAY + WEEK, said={"winnings": 1})
        spent = present(rovers).treasury
        put(rovers, gold(-spent), season=last.season)
        return begin_and_agree(
            actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW,
            in_its_place=True,
        )  # fmt: skip

    def test_is_told_and_nothing_changes(self, late, rovers, marta):
        assert present(rovers).treasury == 0
        with pytest.raises(Refused, match="rests_on_it") as refused:
            play_on(late, marta, said={"home: inducements": {"bloodweiser-keg": 1}})
        (reason,) = refused.value.reasons
        assert "Greywater Rovers would be 50,000 short for" in str(reason.message)
        assert present(rovers).treasury == 0

    def test_is_there_for_who_spends_nothing(self, late, rovers, marta):
        assert play_on(late, marta).state == Match.State.PLAYING


def test_an_old_match_and_the_lines_after_a_late_one_say_what_held_then(
    played, rovers, client, *, marta
):
    """Pages of the past do not show today's treasury; rulings of the past say what they went by."""
    first = played(DAY)
    after_first = present(rovers)
    last = played(DAY + 2 * WEEK)
    client.force_login(marta)
    ledger = f"/teams/{rovers.uuid}/ledger/?show=everything"
    note = "This was ruled by a treasury of"
    assert note not in client.get(ledger).content.decode()
    side = client.get(f"/matches/{first.uuid}/").context["page"].sides[0]
    then = (after_first.treasury, after_first.value, after_first.fan_factor)
    assert (side.left.team.treasury, side.left.value, side.left.team.fan_factor) == then
    assert side.left.is_past
    told = client.get(f"/api/v1/matches/{first.uuid}/").json()["left"]["home"]
    assert (told["treasury"], told["value"], told["fan_factor"], told["is_past"]) == (*then, True)
    assert "After this match:" not in client.get(f"/matches/{last.uuid}/").content.decode()
    played(DAY + WEEK, in_its_place=True, said={"winnings": 6})
    assert note in client.get(ledger).content.decode()
