"""An evening at the table: two teams, their pre-match, what happened, their post-match."""

from datetime import date
from uuid import uuid4

import pytest

from league.pins import make_pin
from matches.commands.beginning import Occasion
from matches.commands.reporting import submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from teams import ledger
from teams.models import Team
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW, play_freely
from tests.matches.playing import begin_and_agree, play_on
from tests.teams.test_ledger import put

DAY = date(2026, 3, 7)
HOME, AWAY = "home", "away"
SQUADS = {
    "human": A_TEAM,
    # 11 x 50,000 and the same re-rolls, doctor and fans at 60,000 a re-roll: 790,000.
    "skaven": A_TEAM | {"players": {"lineman": 11}},
    "orc": A_TEAM | {"players": {"lineman": 11}},
    # 11 x 40,000, three re-rolls at 60,000, a doctor, one fan: 680,000.
    "goblin": A_TEAM | {"players": {"goblin": 11}},
    # 11 x 40,000, three re-rolls at 70,000, no doctor, one fan: 660,000.
    "undead": {"players": {"skeleton": 11}, "rerolls": 3, "staff": {}, "fan_factor": 1},
}


def tap(kind, side="", **data):
    return NewTap(uuid4(), kind, side, data)


class Story:
    """A match on its way; whoever runs the league holds the phone for both sides."""

    def __init__(self, league, season, marta, draft_team):
        self.league, self.season, self.boss, self.draft = league, season, marta, draft_team
        self.house, self.occasion = {}, {}
        self.teams, self.match = {}, None

    def between(self, home="human", away="human", **house):
        self.house = {key.replace("__", ".").replace("_", "-"): on for key, on in house.items()}
        for side, race in ((HOME, home), (AWAY, away)):
            self.teams[side] = self.draft(f"The {side} side", race=race, wish=SQUADS[race])
        return self

    def having(self, side, *effects):
        """Let a team be more than it was drafted as."""
        put(self.teams[side], ledger.LedgerEntry("adjustment", tuple(effects)), season=self.season)
        return self

    def keys(self, side, position=None):
        """The rulebook's names of a team's players."""
        under = self.teams[side].contracts.filter(until=None).order_by("id")
        return [c.key for c in under if position in (None, c.player.position)]

    def begin(self, **said):
        """The pre-match, up to the kick-off."""
        play_freely(self.league)
        self.match = begin_and_agree(
            actor=self.boss,
            league=self.league,
            home=self.teams[HOME],
            away=self.teams[AWAY],
            played_on=DAY,
            pin=make_pin(edition_key="bb2016", house=self.house, now=NOW),
            occasion=Occasion(**self.occasion),
            now=NOW,
        )
        self.match = self._on(said)
        assert self.match.state == Match.State.PLAYING
        return self

    def happens(self, *taps):
        enter_taps(actor=self.boss, match=self.match, taps=taps, now=NOW)
        return self

    def ends(self, how="played", side="", **more):
        ending = MatchEnding(how, side, **more)
        self.match = submit_report(actor=self.boss, match=self.match, ending=ending, now=NOW)
        return self

    def afterwards(self, **said):
        """The post-match of both, to its end."""
        self.match = self._on(said)
        assert self.match.state == Match.State.OVER
        return self

    def _on(self, said):
        said = {key.replace("__", "/").replace("_", "-"): value for key, value in said.items()}
        said |= said.pop("said", {})
        heard = set()
        match = play_on(self.match, self.boss, said=said, heard=heard)
        assert set(said) == heard, f"never asked: {set(said) - heard}"
        return match

    def team(self, side):
        """A team as it stands, after a look whether its ledger says the same."""
        team = Team.objects.get(pk=self.teams[side].pk)
        assert [str(each) for each in differences(team)] == []
        return team

    def player(self, side, key):
        return self.teams[side].contracts.get(key=key, until=None).player

    def fact(self, what):
        """What was settled for the match, last."""
        found = [
            fact["value"]
            for run in self.match.runs.order_by("place")
            for fact in run.facts
            if fact["what"] == what
        ]
        return found[-1]

    def gold(self, side, kind):
        """What the match's events of a kind moved, each."""
        events = self.teams[side].events.filter(kind=kind, reverses=None, reversed_by=None)
        return [event.gold for event in events.order_by("seq")]


@pytest.fixture
def story(league, season, marta, draft_team):
    return Story(league, season, marta, draft_team)
