"""A league that plays itself: founded, drafted, season after season."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.divisions import divide
from competition.commands.entries import accept_entries, register_team
from competition.commands.founding import found_league
from competition.commands.lots import draw_lots
from competition.commands.planning import plan_stage
from competition.commands.request_season_end import end_season
from competition.commands.rounds import close_round
from competition.commands.starting import start_stage
from competition.founding import CLUB_SEASON, TEMPLATES
from competition.models import Entry, Fixture, Round, Stage
from competition.qualifying import level_groups
from competition.records import CHAMPION
from competition.tables import tables_of
from jobs.models import Job
from jobs.runner import run_due
from league.commands.invitations import invite
from league.commands.members import accept_invitation
from league.commands.seasons import open_registration
from league.models import League, Season
from league.pins import book_of
from league.queries import current_season
from league.rulebook import team_sheet_of
from matches.dice.rolling import thrown_by
from rules.engine.match import Side
from rules.engine.season_awards import Prize
from simulator.decisions import Decider
from simulator.drafts import plausible_wish
from simulator.fixtures import SimulatedFixture
from simulator.people import somebody
from simulator.redrafts import redraft
from simulator.settings import Setting
from teams.commands.drafting import draft_team
from teams.models import Team
from teams.suggestions import suggest_kits, suggest_team_name

PLAYS_IN_DIVISIONS = 12  # so many teams, or more, are too many to meet each other
WEEK = timedelta(days=7)
A_SEASON = timedelta(weeks=26)
PRIZE: dict[str, Any] = {"gold": 50_000, "fan_factor": 1}
FIRST_NAMES = (
    "Ada", "Bruno", "Carla", "Dmitri", "Edda", "Farid", "Greta", "Hugo", "Imogen", "Jonas",
    "Kaja", "Lorenz", "Mina", "Nils", "Ottoline", "Pavel", "Quirin", "Rafiq", "Svea", "Tomasz",
)  # fmt: skip
LAST_NAMES = (
    "Aydin", "Brandt", "Cole", "Dahl", "Engel", "Fischer", "Grimm", "Holm", "Ivers", "Jansen",
    "Kruse", "Lund", "Marsh", "Novak", "Oake", "Pike", "Quist", "Rossi", "Shaw", "Wilk",
)  # fmt: skip

Told = Callable[[int, int], None]


def quietly(_played: int, _of: int) -> None:
    """Nobody is watching."""


@dataclass
class Simulation:
    """A league in the making. `told` hears how many matches are played, and of how many."""

    setting: Setting
    commissioner: User
    told: Told = quietly
    played: int = 0
    coaches: dict[int, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.setting.seed)  # noqa: S311 (a game of its own, no secret)
        self.decider = Decider(self.chance)
        self.now: datetime = self.setting.until - A_SEASON * self.setting.seasons

    def run(self) -> League:
        with thrown_by(self.chance):
            self._found()
            for number in range(1, self.setting.seasons + 1):
                self._play_season(number)
        return self.league

    # --- founding

    def _found(self) -> None:
        setting = self.setting
        self.league = found_league(
            actor=self.commissioner,
            edition_key=setting.edition,
            name=_("Simulated league %(seed)d") % {"seed": setting.seed},
            about=_("Played by a machine, out of one seed: %(teams)d teams, %(rules)s rules.")
            % {"teams": setting.teams, "rules": setting.rules},
            house=setting.house,
            now=self.now,
        )
        season = current_season(self.league)
        book = book_of(season.pin)
        races = self._races([*book.catalogue.races])
        _link, secret = invite(
            actor=self.commissioner, league=self.league, uses=setting.teams, now=self.now
        )
        names: set[str] = set()
        for race in races:
            coach = self._coach()
            accept_invitation(actor=coach, secret=secret, now=self.now)
            lot = str(self.chance.random())
            name = suggest_team_name(race, lot, names)
            names.add(name)
            shirt, trim = suggest_kits(lot)
            variant = self.chance.choice((0, 0, 1))
            team = draft_team(
                actor=coach,
                season=season,
                race=race,
                name=name,
                shirt=shirt,
                trim=trim,
                wish=plausible_wish(book, race, variant),
                now=self.now,
            )
            self.coaches[team.pk] = coach

    def _races(self, races: list[str]) -> list[str]:
        """As many different ones as there are, then from the beginning."""
        found: list[str] = []
        while len(found) < self.setting.teams:
            found += self.chance.sample(races, min(len(races), self.setting.teams - len(found)))
        return found

    def _coach(self) -> User:
        name = f"{self.chance.choice(FIRST_NAMES)} {self.chance.choice(LAST_NAMES)}"
        return somebody(name, now=self.now)

    # --- a season

    def _play_season(self, number: int) -> None:
        season = current_season(self.league)
        if number > 1:
            season = self._prepare()
        self._enter(season)
        for stage in season.stages.order_by("position"):
            self._play_stage(stage)
        self._pass(days=3)
        season = current_season(self.league)
        given = {part.key for part in team_sheet_of(book_of(season.pin)).prizes}
        prize = Prize(**{key: worth for key, worth in PRIZE.items() if key in given})
        prizes = {CHAMPION: prize} if given else {}
        self._wait_for(
            end_season(actor=self.commissioner, season=season, prizes=prizes, now=self.now)
        )

    def _prepare(self) -> Season:
        """Re-drafts between two seasons, and the plan for the next."""
        self.now = self.setting.until - A_SEASON * (
            self.setting.seasons - current_season(self.league).number + 1
        )
        season = current_season(self.league)
        before: Stage | None = None
        for plan in TEMPLATES[CLUB_SEASON].stages:
            before = plan_stage(
                actor=self.commissioner,
                season=season,
                name=str(plan.name),
                format=plan.format,
                follows=before if plan.follows else None,
                now=self.now,
                **plan.settings,
            )
        season = open_registration(actor=self.commissioner, league=self.league, now=self.now)
        for team in self._teams():
            redraft(self.coaches[team.pk], team, season, self.decider, now=self.now)
        return season

    def _teams(self) -> list[Team]:
        return list(self.league.teams.select_related("league").order_by("id"))

    def _enter(self, season: Season) -> None:
        entries: list[Entry] = [
            register_team(actor=self.coaches[team.pk], season=season, team=team, now=self.now)
            for team in self._teams()
        ]
        self._pass(days=1)
        accept_entries(actor=self.commissioner, season=season, entries=entries, now=self.now)
        if len(entries) >= PLAYS_IN_DIVISIONS:
            names = [_("North"), _("South")]
            divide(actor=self.commissioner, season=season, names=names, now=self.now)

    def _play_stage(self, stage: Stage) -> None:
        self._start(stage)
        for of in self._rounds(stage):
            for fixture in self._fixtures(of):
                self._meet(fixture)
            self.now += WEEK
            close_round(actor=self.commissioner, of=of, now=self.now)

    def _start(self, stage: Stage) -> None:
        """Where nothing else tells teams apart who go through, lots are drawn first."""
        if stage.follows is not None:
            while groups := level_groups(tables_of(stage.follows)):
                entries = list(stage.season.entries.filter(pk__in=groups[0]).order_by("id"))
                draw_lots(
                    actor=self.commissioner, stage=stage.follows, entries=entries, now=self.now
                )
        self._wait_for(start_stage(actor=self.commissioner, stage=stage, now=self.now))

    def _wait_for(self, job: Job) -> None:
        run_due(now=self.now)
        # Where the site is up, another runner may have been quicker to take it.
        while not Job.objects.filter(pk=job.pk, finished_at__isnull=False).exists():
            time.sleep(0.1)

    def _rounds(self, stage: Stage) -> Iterator[Round]:
        for number in stage.rounds.order_by("number").values_list("number", flat=True):
            yield stage.rounds.select_related("stage__season__league").get(number=number)

    def _fixtures(self, of: Round) -> list[Fixture]:
        return list(
            of.fixtures.filter(state=Fixture.State.OPEN)
            .select_related("stage__season__league", "round", "home__team", "away__team")
            .order_by("number")
        )

    def _meet(self, fixture: Fixture) -> None:
        hours = self.chance.randint(1, 5 * 24)
        coaches: dict[Side, User] = {
            "home": self._coach_of(fixture.home),
            "away": self._coach_of(fixture.away),
        }
        at = self.now + timedelta(hours=hours)
        SimulatedFixture(fixture, coaches, self.commissioner, self.decider, at).take_place()
        self.played += 1
        self.told(self.played, self._expected())

    def _coach_of(self, entry: Entry | None) -> User:
        if entry is None or entry.team_id is None:
            raise LookupError("nobody plays here")
        return self.coaches[entry.team_id]

    def _expected(self) -> int:
        """How many matches it will be altogether, more or less."""
        teams = self.setting.teams
        in_divisions = teams >= PLAYS_IN_DIVISIONS
        sizes = [teams - teams // 2, teams // 2] if in_divisions else [teams]
        top = sum(min(4, size) for size in sizes)
        season = sum(size * (size - 1) // 2 for size in sizes) + top - 1
        return max(self.played, season * self.setting.seasons)

    def _pass(self, *, days: int) -> None:
        self.now += timedelta(days=days)
