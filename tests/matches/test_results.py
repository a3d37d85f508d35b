"""A result is recorded: by whom, of what, when, and what it does at once."""

import threading
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection, transaction

from acts.failures import Forbidden, Missing, Refused
from league.commands.leagues import create_league
from league.models import League, NeverChanged, Role
from league.queries import current_season
from matches.commands.recording import record_result
from matches.models import Answer, Match, MatchReport, StepRun
from rules.engine import effects as e
from rules.engine.match import SIDES
from teams import ledger, projection, snapshots
from teams.commands.drafting import begin_draft, change_draft, finish_draft
from teams.commands.identity import change_identity
from teams.models import Chapter, Team
from tests.conftest import A_TEAM, NOW, play_freely
from tests.matches.conftest import DAY, answer, present, run_of
from tests.matches.playing import play_on
from tests.teams.test_ledger import put


def codes(refused):
    return {(reason.code, reason.subject) for reason in refused.value.reasons}


class TestWhatItDoes:
    def test_opens_a_chapter_for_each_team_and_counts_the_match(self, match, rovers, scurriers):
        """1275-1277: three league points for a win, none for a defeat."""
        for team, other, result, points in (
            (rovers, scurriers, "won", 3),
            (scurriers, rovers, "lost", 0),
        ):
            chapter = team.chapters.get(kind=Chapter.Kind.MATCH)
            assert (chapter.match, chapter.opponent, chapter.position) == (match.uuid, other, 2)
            assert present(team).record[result] == 1
            counted, _mvp, table = chapter.events.order_by("step", "ordinal")
            assert (counted.kind, table.kind) == ("report", "league-points")
            assert table.effects == [
                {"kind": "fact", "what": "league-points", "value": points, "visible": "public"}
            ]

    def test_keeps_when_it_was_played_apart_from_when_it_was_entered(self, play):
        match = play(day=date(2026, 3, 1))
        assert (match.played_on, match.entered_at) == (date(2026, 3, 1), NOW)

    def test_keeps_what_was_put_in_apart_from_what_came_of_it(self, match):
        report = MatchReport.objects.get(match=match)
        assert report.version == 1
        nobody = {"home": [], "away": []}
        assert report.data == {
            "score": {"home": 2, "away": 1},
            "crowd": {"home": 1, "away": 0},
            "sat_out": nobody,
            "deeds": {"home": {}, "away": {}},
            "casualties": [],
            "hired": nobody,
            "ending": "played",
            "decided_for": "",
            "conceded_by": "",
            "conceded_before_set_up": False,
            "could_field": 11,
            "friendly": False,
            "play_off": False,
            "final": False,
        }
        assert report.act.name == "matches.record_result"

    def test_freezes_the_rosters_as_they_kicked_off(self, report, rovers):
        match = report()
        side = match.sides.get(side="home")
        roster = projection.read(present(rovers))
        kept = snapshots.read_back(side.kick_off["team"])
        assert side.kick_off["value"] == 950_000
        assert {p.name for p in kept.players.values()} == {
            contract.player.name for contract in roster.contracts.values()
        }
        bare = {key: replace(p, name="", number=0) for key, p in kept.players.items()}
        assert replace(kept, players=bare, record={}) == replace(roster.state, record={})

    def test_each_side_goes_on_with_its_own_step(self, match):
        assert match.state == Match.State.POST_MATCH
        runs = StepRun.objects.filter(match=match)
        assert [(r.step, r.side, r.finished_at is not None) for r in runs] == [
            ("report", "", True),
            ("improvements", "home", True),
            ("improvements", "away", True),
            ("points", "home", True),
            ("points", "away", True),
            ("fortune", "home", False),
            ("fortune", "away", False),
        ]

    def test_clears_whoever_had_to_miss_it(self, play, rovers):
        """1096: whoever misses a match is rubbed out at its end."""
        player = rovers.contracts.get(number=3).player
        key = rovers.contracts.get(number=3).key
        put(
            rovers,
            ledger.LedgerEntry("adjustment", (e.MissesNext(key),)),
            season=rovers.league.seasons.get(),
        )
        match = play()
        player.refresh_from_db()
        assert not player.misses_next
        assert match.reports.get().data["sat_out"]["home"] == [key]
        present(rovers)

    def test_what_was_put_in_is_never_changed(self, match):
        report = MatchReport.objects.get(match=match)
        for change in (report.save, report.delete, MatchReport.objects.all().delete):
            with pytest.raises(NeverChanged):
                change()
        with pytest.raises(NeverChanged):
            Answer.objects.update(value=6)


class TestWhoMay:
    def test_a_coach_of_either_team_may(self, play, olaf):
        assert play(actor=olaf).state == Match.State.POST_MATCH

    @pytest.mark.parametrize("role", [Role.COMMISSIONER, Role.DEPUTY])
    def test_whoever_runs_the_league_may(self, play, marta, make_user, join, role):
        actor = marta
        if role == Role.DEPUTY:
            actor = make_user("Dora")
            join(actor, Role.DEPUTY)
        assert play(actor=actor).pk

    @pytest.mark.parametrize("role", [None, Role.COACH, Role.VIEWER])
    def test_nobody_else_may(self, play, make_user, join, role):
        stranger = make_user("Eve")
        if role:
            join(stranger, role)
        with pytest.raises(Forbidden):
            play(actor=stranger)
        assert not Match.objects.exists()

    def test_of_a_private_league_a_stranger_is_told_nothing(self, play, league, make_user):
        League.objects.update(is_public=False)
        league.refresh_from_db()
        with pytest.raises(Missing):
            play(actor=make_user("Eve"))


class TestWhatIsRefused:
    def test_scores_and_fame_out_of_range_all_at_once(self, play):
        with pytest.raises(Refused) as refused:
            play(100, -1, fame=(10, -10))
        assert codes(refused) == {
            ("score_out_of_range", "score_home"),
            ("score_out_of_range", "score_away"),
            ("crowd_out_of_range", "crowd_home"),
            ("crowd_out_of_range", "crowd_away"),
        }

    @pytest.mark.parametrize("home", [1.5, True, "2", None])
    def test_what_is_no_number(self, play, home):
        with pytest.raises(Refused):
            play(home, 0)

    def test_a_team_against_itself(self, league, rovers, ines):
        with pytest.raises(Refused) as refused:
            self.between(league, rovers, rovers, ines)
        assert ("same_team", "away") in codes(refused)

    def test_a_retired_team(self, play, scurriers):
        Team.objects.filter(pk=scurriers.pk).update(state="retired")
        with pytest.raises(Refused, match="retired"):
            play()

    def test_a_team_of_another_league(self, league, rovers, scurriers, marta):
        other = create_league(actor=marta, name="Elsewhere", edition_key="bb2016", now=NOW)
        with pytest.raises(Refused) as refused:
            self.between(other, rovers, scurriers, marta)
        assert codes(refused) == {("team_elsewhere", "home"), ("team_elsewhere", "away")}

    def test_a_day_that_is_yet_to_come(self, play):
        with pytest.raises(Refused) as refused:
            play(day=DAY + timedelta(days=1))
        assert codes(refused) == {("in_the_future", "played_on")}

    def test_today_is_the_leagues_own(self, play, league):
        """At 20:00 in London it is tomorrow in Auckland."""
        league.time_zone = "Pacific/Auckland"
        assert play(day=DAY + timedelta(days=1)).pk

    def test_today_is_the_sites_where_nobody_knows_the_leagues_zone(self, play, league):
        league.time_zone = "Atlantic/Atlantis"
        with pytest.raises(Refused) as refused:
            play(day=DAY + timedelta(days=1))
        assert codes(refused) == {("in_the_future", "played_on")}
        assert play().pk

    def test_a_match_before_the_last_one(self, play, finished):
        with pytest.raises(Refused) as refused:
            play(day=DAY - timedelta(days=1))
        assert codes(refused) == {("out_of_order", "played_on")}

    def test_another_while_the_post_match_is_open(self, play, match, ines):
        with pytest.raises(Refused) as refused:
            play()
        assert codes(refused) == {("post_match_open", "home"), ("post_match_open", "away")}
        answer(match, "home", actor=ines, winnings=4, winnings__again="keep", fan_factor=[1, 1, 1])
        play_on(match, ines, sides=("home",))
        with pytest.raises(Refused) as refused:
            play()
        assert codes(refused) == {("post_match_open", "away")}
        assert Match.objects.count() == 1

    def test_in_a_league_that_is_closed(self, play, league):
        league.closed_at = NOW
        with pytest.raises(Refused, match="closed"):
            play()

    def between(self, league, home, away, actor):
        nothing = dict.fromkeys(SIDES, 0)
        return record_result(
            actor=actor,
            league=league,
            home=home,
            away=away,
            score=nothing,
            crowd=nothing,
            played_on=DAY,
            now=NOW,
        )


@pytest.mark.django_db(transaction=True)
def test_somebody_elses_team_is_not_held_by_it(play, rovers, scurriers, olaf):
    """The Scurriers are renamed while the Rovers are held already: neither waits for the other."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time")
    renamed = []

    def rename():
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '3s'")
            renamed.append(
                change_identity(actor=olaf, team=scurriers, name="Quay Scurriers", now=NOW).name
            )
        finally:
            connection.close()

    other_hand = threading.Thread(target=rename)
    with transaction.atomic():
        ledger.lock(rovers)
        other_hand.start()
        other_hand.join()
        assert play().pk
    assert renamed == ["Quay Scurriers"]


def test_the_next_match_follows_when_both_are_through(play, finished, rovers):
    second = play(0, 0, fame=(0, 0))
    assert [c.position for c in rovers.chapters.filter(kind=Chapter.Kind.MATCH)] == [2, 3]
    assert second.sides.get(side="home").kick_off["team"]["treasury"] == present(rovers).treasury
    assert run_of(second).revision == 0


def test_in_resurrection_play_nothing_is_asked_and_the_match_is_over(marta, draft_team, join):
    house = {"resurrection": True}
    league = create_league(
        actor=marta,
        name="One Day Cup",
        edition_key="bb2016",
        teams_per_coach=2,
        house=house,
        now=NOW,
    )
    teams = []
    for name in ("Reivers", "Marchers"):
        draft = begin_draft(actor=marta, season=current_season(league), race="human", now=NOW)
        draft = change_draft(actor=marta, draft=draft, name=name, wish=A_TEAM, now=NOW)
        teams.append(finish_draft(actor=marta, draft=draft, now=NOW))
    play_freely(league)
    match = record_result(
        actor=marta,
        league=league,
        home=teams[0],
        away=teams[1],
        score={"home": 1, "away": 1},
        crowd=dict.fromkeys(SIDES, 0),
        played_on=DAY,
        now=NOW,
    )
    assert match.state == Match.State.OVER
    assert present(teams[0]).record["drawn"] == 1
