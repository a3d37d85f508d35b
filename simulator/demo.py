"""A small league to look around in: it plays itself for two rounds, and leaves something to do."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.founding import found_league
from competition.commands.rounds import close_round
from competition.commands.starting import start_stage
from competition.models import Fixture, Stage
from jobs.runner import run_due
from league.commands.invitations import invite_to_place
from league.commands.members import accept_invitation, add_coach_by_name
from league.models import League
from league.pins import book_of
from league.queries import current_season
from matches.dice.rolling import thrown_by
from rules.engine.match import SIDES
from simulator.decisions import Decider
from simulator.drafts import plausible_wish
from simulator.fixtures import SimulatedFixture
from simulator.people import somebody
from teams.commands.drafting import draft_team
from teams.models import Team
from teams.permissions import head_coach

WEEK = timedelta(days=7)
PLAYED_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Entrant:
    race: str
    name: str
    shirt: str
    trim: str
    # Without one it is the founder's own.
    coach: str = ""


ENTRANTS = (
    Entrant("human", "Millgate Wanderers", "claret", "bone"),
    Entrant("orc", "Brokentooth Miners", "bottle", "amber", "Ottoline Pike"),
    Entrant("skaven", "Underquay Scurriers", "slate", "lime", "Rafiq Aydin"),
    Entrant("dwarf", "Copperfell Anvils", "navy", "bronze", "Greta Holm"),
    Entrant("wood-elf", "Larkspur Flyers", "emerald", "white", "Tomasz Wilk"),
    Entrant("undead", "Old Churchyard Eleven", "black", "violet", "Imogen Shaw"),
)


def make_demo_league(*, founder: User, now: datetime) -> League:
    """Found the league, draft its teams and play two rounds of its season, and of the third one
    match that waits for the founder's word, and one that is at half-time."""
    chance = random.Random("touchback")  # noqa: S311 (a demonstration is no secret)
    with thrown_by(chance):
        return Demonstration(founder, Decider(chance), now).made()


@dataclass
class Demonstration:
    founder: User
    decider: Decider
    now: datetime

    def made(self) -> League:
        start = self.now - WEEK * (PLAYED_ROUNDS + 1)
        league = found_league(
            actor=self.founder,
            name=_("The Old Bridge League"),
            about=_("A league to look around in. Close it whenever you have one of your own."),
            edition_key="bb2016",
            now=start,
        )
        season = current_season(league)
        for entrant in ENTRANTS:
            team = self._drafted(league, entrant, now=start)
            register_team(actor=self.founder, season=season, team=team, now=start)
        stage = season.stages.order_by("position")[0]
        start_stage(actor=self.founder, stage=stage, now=start)
        run_due(now=start)
        for number in range(1, PLAYED_ROUNDS + 1):
            self._play_round(stage, number, at=start + WEEK * number)
        self._under_way(stage)
        return league

    def _drafted(self, league: League, entrant: Entrant, *, now: datetime) -> Team:
        season = current_season(league)
        about: dict[str, Any] = {"shirt": entrant.shirt, "trim": entrant.trim}
        if entrant.coach:
            about["coach"] = add_coach_by_name(
                actor=self.founder, league=league, name=entrant.coach, now=now
            )
        return draft_team(
            actor=self.founder,
            season=season,
            race=entrant.race,
            name=entrant.name,
            wish=plausible_wish(book_of(season.pin), entrant.race),
            now=now,
            **about,
        )

    def _play_round(self, stage: Stage, number: int, *, at: datetime) -> None:
        fixtures = self._fixtures(stage, number)
        for day, fixture in enumerate(fixtures):
            self._simulated(fixture, at - WEEK + timedelta(days=day + 1)).take_place()
        close_round(actor=self.founder, of=fixtures[0].round, now=at)

    def _under_way(self, stage: Stage) -> None:
        """The founder's own match is reported by the other coach; the next one is being played."""
        fixtures = self._fixtures(stage, PLAYED_ROUNDS + 1)
        own = next(each for each in fixtures if self._founders_side(each))
        other = next(each for each in fixtures if each != own)
        simulated = self._simulated(own, self.now - timedelta(hours=5))
        simulated.begin()
        simulated.go_through()
        ending = simulated.kick_off()
        simulated.coaches = dict.fromkeys(SIDES, self._opponent(own, now=simulated.now))
        simulated.report(ending)
        at_half_time = self._simulated(other, self.now - timedelta(hours=2))
        at_half_time.begin()
        at_half_time.go_through()
        at_half_time.kick_off(halves=[1])

    def _simulated(self, fixture: Fixture, at: datetime) -> SimulatedFixture:
        """The founder enters for everybody."""
        both = dict.fromkeys(SIDES, self.founder)
        return SimulatedFixture(fixture, both, self.founder, self.decider, at, is_calm=True)

    def _fixtures(self, stage: Stage, number: int) -> list[Fixture]:
        return list(
            stage.fixtures.filter(round__number=number)
            .select_related("stage__season__league", "round__stage__season__league")
            .select_related("home__team", "away__team")
            .order_by("number")
        )

    def _founders_side(self, fixture: Fixture) -> str:
        mine = ENTRANTS[0].name
        return next((side for side in SIDES if str(getattr(fixture, side)) == mine), "")

    def _opponent(self, fixture: Fixture, *, now: datetime) -> User:
        """The other coach gets an account, and with it the place that bore their name."""
        side = "away" if self._founders_side(fixture) == "home" else "home"
        head = head_coach(getattr(fixture, side).team)
        if head is None:
            raise LookupError("every team of the league has a coach")
        _link, secret = invite_to_place(actor=self.founder, membership=head.coach, now=now)
        coach = somebody(head.coach.name, now=now)
        accept_invitation(actor=coach, secret=secret, now=now)
        return coach
