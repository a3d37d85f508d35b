"""A season on show: a table with everything in it, a cup, fixtures played, ruled and to come."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.outcomes import Score
from competition.commands.planning import plan_stage
from competition.commands.points import adjust_points
from competition.commands.results import enter_score
from competition.commands.rulings import rule_fixture
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture, Stage
from jobs import runner
from league.commands.leagues import create_league
from league.models import League, Season
from league.pins import book_of
from league.queries import current_season
from simulator.drafts import plausible_wish
from teams.commands.drafting import draft_team

TEAMS = (
    ("human", "Greywater Rovers", "royal", "white"),
    ("orc", "Ashgate Ironjaws", "bottle", "amber"),
    ("skaven", "Underquay Scurriers", "plum", "bone"),
    ("dwarf", "Stonebeck Athletic", "scarlet", "black"),
)
NAMES = ("Thornwick Wanderers", "Palefield Mourners", "Kingsholm Lancers", "Copperhill Exiles")
HOUSE = {"tie-breakers": ["points", "head-to-head", "td-difference", "lots"]}
SCORES = ((2, 1), (1, 1), (3, 0), (0, 2), (2, 2), (1, 0))


@dataclass(frozen=True)
class OnShow:
    league: League
    season: Season
    stage: Stage
    cup: Stage

    def to_play(self) -> Fixture:
        both = self.stage.fixtures.filter(home__team__isnull=False, away__team__isnull=False)
        return both.filter(state=Fixture.State.OPEN).first()

    def ruled(self) -> Fixture:
        return self.stage.fixtures.get(result__ending="forfeit")


def season_on_show(person: User) -> OnShow:
    """Eight entrants, three rounds played of seven, one forfeit, points taken, a cup under way."""
    now = timezone.now()
    league = create_league(
        actor=person,
        name="Kettle & Anchor",
        edition_key="bb2016",
        house=HOUSE,
        teams_per_coach=len(TEAMS),
        now=now,
    )
    season = current_season(league)
    for race, name, shirt, trim in TEAMS:
        wish = plausible_wish(book_of(season.pin), race)
        team = draft_team(
            actor=person,
            season=season,
            race=race,
            name=name,
            wish=wish,
            shirt=shirt,
            trim=trim,
            now=now,
        )
        register_team(actor=person, season=season, team=team, now=now)
    Entry.objects.bulk_create(
        Entry(season=season, name=name, race="human", state=Entry.State.ACCEPTED, registered_at=now)
        for name in NAMES
    )
    stage = _begun(person, season, name="The league", format="round-robin")
    cup = _begun(person, season, name="The cup", format="knock-out", third_place=True)
    plan_stage(
        actor=person,
        season=season,
        name="Play-offs",
        format="knock-out",
        follows=stage,
        top_of_each=4,
        seeding="standings",
        now=now,
    )
    fixtures = list(stage.fixtures.filter(round__number__lte=3).order_by("number"))
    for number, fixture in enumerate(fixtures[:-1]):
        enter_score(
            actor=person,
            fixture=fixture,
            score=Score(SCORES[number % len(SCORES)], {"cas": (number % 4, number % 3)}),
            now=now,
        )
    both = stage.fixtures.filter(home__team__isnull=False, away__team__isnull=False)
    rule_fixture(
        actor=person,
        fixture=both.filter(state=Fixture.State.OPEN).earliest("number"),
        ending="forfeit",
        at_fault="away",
        reason="Did not answer for three weeks",
        now=now,
    )
    adjust_points(
        actor=person,
        stage=stage,
        entry=season.entries.order_by("id")[1],
        points=-1,
        reason="Roster handed in after the deadline",
        now=now,
    )
    for fixture in cup.fixtures.filter(state=Fixture.State.OPEN).order_by("number")[:3]:
        enter_score(actor=person, fixture=fixture, score=Score((2, 1)), now=now)
    return OnShow(league, season, stage, cup)


def _begun(person: User, season: Season, **plan: Any) -> Stage:
    now = timezone.now()
    stage = plan_stage(actor=person, season=season, now=now, **plan)
    start_stage(actor=person, stage=stage, now=now)
    runner.run_due(now=now)
    stage.refresh_from_db()
    return stage
