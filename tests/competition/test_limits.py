"""Nothing is made without end: whatever anybody can add to has a limit, and says so."""

import pytest

from acts.failures import Refused
from competition.commands import arranging, entries, points
from competition.commands.arranging import arrange_match
from competition.commands.entries import register_team
from competition.commands.points import adjust_points
from competition.commands.tournament import add_entrant, paste_entrants
from competition.models import Entry
from teams.commands import founding
from tests.conftest import NOW


def codes(refusal):
    return [reason.code for reason in refusal.value.reasons]


def test_a_season_holds_so_many_entries(monkeypatch, season, marta, draft_team):
    monkeypatch.setattr(entries, "MOST_IN_A_SEASON", 2)
    with pytest.raises(Refused) as refusal:
        paste_entrants(actor=marta, season=season, text="Anna\nBert\nCleo", now=NOW)
    assert codes(refusal) == ["too_many_entries"]
    assert refusal.value.reasons[0].params == {"most": 2}
    assert "another league" in refusal.value.sentences[0]
    paste_entrants(actor=marta, season=season, text="Anna\nBert", now=NOW)
    for enter in (
        lambda: add_entrant(actor=marta, season=season, name="Cleo", now=NOW),
        lambda: register_team(actor=marta, season=season, team=draft_team(), now=NOW),
    ):
        with pytest.raises(Refused) as refusal:
            enter()
        assert codes(refusal) == ["too_many_entries"]
    assert Entry.objects.count() == 2


def test_a_league_holds_so_many_teams(monkeypatch, draft_team):
    monkeypatch.setattr(founding, "MOST_TEAMS_IN_A_LEAGUE", 1)
    draft_team()
    with pytest.raises(Refused) as refusal:
        draft_team("The Others")
    assert codes(refusal) == ["league_full"]


def test_so_many_matches_lie_open_at_once_and_points_are_adjusted_so_often(
    monkeypatch, marta, season, plan, start
):
    paste_entrants(actor=marta, season=season, text="Anna\nBert\nCleo", now=NOW)
    stage = start(plan("Ladder", "open"))
    anna, bert, cleo = stage.season.entries.order_by("number")
    monkeypatch.setattr(arranging, "MOST_OPEN", 1)
    arrange_match(actor=marta, stage=stage, home=anna, away=bert, now=NOW)
    with pytest.raises(Refused) as refusal:
        arrange_match(actor=marta, stage=stage, home=anna, away=cleo, now=NOW)
    assert codes(refusal) == ["too_many_open"]
    monkeypatch.setattr(points, "MOST_ADJUSTMENTS", 0)
    with pytest.raises(Refused) as refusal:
        adjust_points(actor=marta, stage=stage, entry=anna, points=1, reason="Tea", now=NOW)
    assert codes(refusal) == ["too_many_adjustments"]
