"""The crawler's map: every address of the site, and what each kind of visitor finds there.

An entry names a URL pattern, or gives a path; later rooms add theirs to PAGES. `found` holds the
status per role, or the name of the page that the role is sent to instead.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link
from accounts.commands.new_email import new_email_link
from accounts.models import User
from accounts.signed_links import SIGN_UP, sign_link
from competition.commands.divisions import divide
from competition.commands.entries import register_every_team, register_team
from competition.commands.outcomes import Score
from competition.commands.planning import plan_stage
from competition.commands.request_season_end import OwnAward, Prize, end_season
from competition.commands.results import enter_score
from competition.commands.score_sheet import enter_scores
from competition.commands.starting import start_stage
from competition.commands.timetables import set_dates
from competition.commands.tournament import paste_entrants
from competition.commands.tournament_rounds import start_round, start_tournament
from competition.commands.trades import Goods, offer_trade
from competition.models import DateProposal, Fixture, Stage
from competition.models import Entry as Entrant
from competition.timetables import Timetable
from jobs.outbox import enqueue
from jobs.runner import run_due
from league.commands.house_rules import change_house_rules
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.commands.members import add_coach_by_name
from league.commands.requests import ask_to_join
from league.models import Membership, Role, Season
from league.queries import current_season
from league_file import arrivals
from matches.commands.recording import record_result
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match
from rules.places import PAGES as BOOK_PAGES
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import begin_adoption, change_adoption
from teams.commands.drafting import begin_draft, change_draft, draft_team, finish_draft
from teams.commands.hiring import change_basket
from teams.commands.windows import open_window
from teams.models import Team
from tests.browser.seasons import season_on_show
from tests.conftest import A_TEAM, play_freely
from tests.matches.playing import begin_and_agree, play_on
from tests.teams.history import team_with_a_past

ROLES = ("anonymous", "coach", "operator")
EVERYBODY = dict.fromkeys(ROLES, 200)
STRANGERS = {"anonymous": 200, "coach": "home", "operator": "home"}
SIGNED_IN = {"anonymous": "accounts:sign-in", "coach": 200, "operator": 200}
TRADERS = {"anonymous": 404, "coach": 200, "operator": 200}
OPERATORS = {"anonymous": "accounts:sign-in", "coach": 403, "operator": 200}


@dataclass(frozen=True)
class Entry:
    name: str
    path: str = ""
    found: dict[str, int | str] = field(default_factory=lambda: dict(EVERYBODY))
    # Makes what the page is about and gives the address's arguments.
    arrange: Callable[[Any], dict[str, Any]] | None = None

    def address(self, visitor: Any) -> str:
        if self.path:
            return self.path
        return reverse(self.name, kwargs=self.arrange(visitor) if self.arrange else None)


def somebody() -> User:
    return User.objects.create(name="Yusuf", email="yusuf@example.org", joined_at=timezone.now())


def sign_up_link(visitor: User | None) -> dict[str, Any]:
    return {"token": sign_link(SIGN_UP, now=timezone.now(), email="ada@example.org", name="Ada")}


def sign_in_link(visitor: User | None) -> dict[str, Any]:
    issued = issue_sign_in_link(actor=None, user=somebody(), now=timezone.now())
    return {"token": issued.secret}


def reset_link(visitor: User | None) -> dict[str, Any]:
    person = somebody()
    return {"uid": person.uuid, "token": default_token_generator.make_token(person)}


def address_link(visitor: User | None) -> dict[str, Any]:
    return {"token": new_email_link(somebody(), "new@example.org", now=timezone.now())}


def drill_of(visitor: User | None) -> dict[str, Any]:
    with transaction.atomic():
        return {"uuid": enqueue("jobs.drill", now=timezone.now(), owner=visitor).uuid}


def arrival_of(visitor: User | None) -> dict[str, Any]:
    with transaction.atomic():
        job = enqueue(arrivals.KIND, now=timezone.now(), owner=visitor, upload="")
    return {"uuid": job.uuid}


def league_of(visitor: User | None) -> dict[str, Any]:
    now = timezone.now()
    person = visitor or somebody()
    league = create_league(actor=person, name="The Old Bridge", edition_key="bb2016", now=now)
    return {"uuid": league.uuid}


def draft_of(visitor: User | None) -> dict[str, Any]:
    now = timezone.now()
    person = visitor or somebody()
    house = {
        "resurrection": True,
        "resurrection.skills": 3,
        "draft.permanent-inducements": ["bribe"],
    }
    league = create_league(actor=person, name="The Cup", edition_key="bb2016", house=house, now=now)
    season = current_season(league)
    draft = begin_draft(actor=person, season=season, race="orc", now=now)
    wish = {
        "players": {"lineman": 2, "troll": 2},
        "rerolls": 9,
        "skilled": [{"position": "lineman", "skills": ["block", "claws"]}],
    }
    return {"uuid": change_draft(actor=person, draft=draft, wish=wish, now=now).uuid}


def a_league(visitor: User | None) -> dict[str, Any]:
    """A league of the visitor's with a team in it, some house rules and a coach entered by name."""
    now, person = timezone.now(), visitor or somebody()
    values = {
        "name": "Kettle & Anchor",
        "about": "At the harbour.\n\nSince 2023.",
        "house": {"plays": True, "draft.races": ["human"], "words": "No dice on the floor."},
        "teams_per_coach": 2,
    }
    league = create_league(actor=person, edition_key="bb2016", now=now, **values)
    draft = begin_draft(actor=person, season=current_season(league), race="human", now=now)
    wish = {"players": {"lineman": 11}, "rerolls": 1, "staff": {}, "fan_factor": 0}
    draft = change_draft(actor=person, draft=draft, name="The Reivers", wish=wish, now=now)
    finish_draft(actor=person, draft=draft, now=now)
    begin_draft(actor=person, season=current_season(league), race="human", now=now)
    add_coach_by_name(actor=person, league=league, name="Old Tom", now=now)
    invite(actor=person, league=league, now=now)
    asker = User.objects.create(name="Nell", email="nell@example.org", joined_at=now)
    ask_to_join(actor=asker, league=league, words="Three seasons of orcs at the Kettle.", now=now)
    change_house_rules(
        actor=person,
        league=league,
        house=values["house"] | {"points.win": 2},
        from_round=3,
        reason="Voted on at the pub.",
        now=now,
    )
    return {"uuid": league.uuid}


def a_place(visitor: User | None) -> dict[str, Any]:
    named = a_league(visitor)
    place = Membership.objects.get(league__uuid=named["uuid"], user=None)
    return named | {"member": place.uuid}


def a_league_in_preparation(visitor: User | None) -> dict[str, Any]:
    now, person = timezone.now(), visitor or somebody()
    league = create_league(
        actor=person, name="Next Year", edition_key="bb2016", opens_registration=False, now=now
    )
    return {"uuid": league.uuid}


def a_league_of_another(visitor: User | None) -> dict[str, Any]:
    return league_of(None)


def an_invitation(visitor: User | None) -> dict[str, Any]:
    now = timezone.now()
    host = somebody()
    league = create_league(actor=host, name="Kettle", edition_key="bb2016", now=now, about="Hi.")
    return {"secret": invite(actor=host, league=league, now=now)[1]}


def two_teams(person: User) -> list[Team]:
    """Two teams of a league in which everybody may meet beside the schedule."""
    teams = two_drafted(person)
    play_freely(teams[0].league)
    return teams


def two_drafted(person: User) -> list[Team]:
    now = timezone.now()
    values = {"name": "The Map League", "edition_key": "bb2016", "teams_per_coach": 2}
    season = current_season(create_league(actor=person, now=now, **values))
    return [
        draft_team(actor=person, season=season, race="human", name=name, wish=A_TEAM, now=now)
        for name in ("Mapmakers", "Wayfarers")
    ]


def league_with_a_match(visitor: User | None) -> Match:
    """A league of the visitor's, or of somebody's, and a match that waits for its dice."""
    person = visitor or somebody()
    home, away = two_teams(person)
    match = record_result(
        actor=person,
        league=home.league,
        home=home,
        away=away,
        score={"home": 2, "away": 1},
        crowd={"home": 1, "away": 0},
        played_on=date(2026, 1, 1),
        now=timezone.now(),
    )
    return play_on(match, person, until="fortune", now=timezone.now())


def a_match_on_the_pitch(visitor: User | None) -> dict[str, Any]:
    """A match of the visitor's, or of somebody's, that has kicked off."""
    person = visitor or somebody()
    home, away = two_teams(person)
    match = begin_and_agree(
        actor=person,
        league=home.league,
        home=home,
        away=away,
        played_on=date(2026, 1, 1),
        now=timezone.now(),
    )
    return {"uuid": play_on(match, person).uuid}


def a_match(visitor: User | None) -> dict[str, Any]:
    return {"uuid": league_with_a_match(visitor).uuid}


def a_match_being_played(visitor: User | None) -> dict[str, Any]:
    person = visitor or somebody()
    home, away = two_teams(person)
    begun = begin_and_agree(
        actor=person,
        league=home.league,
        home=home,
        away=away,
        played_on=date(2026, 1, 1),
        now=timezone.now(),
    )
    match = play_on(begun, person, now=timezone.now())
    keys = [each["key"] for each in match.sides.get(side="home").kick_off["people"]]
    taps = [
        NewTap(uuid4(), "turn", "home", {"half": 1, "turn": 1}),
        NewTap(uuid4(), "kick-off", "", {"result": "riot"}),
        NewTap(uuid4(), "touchdown", "home", {"player": keys[0]}),
        NewTap(uuid4(), "casualty", "home", {"player": keys[1], "how": "crowd"}),
        NewTap(uuid4(), "note", "", {}, "A dog on the pitch."),
    ]
    enter_taps(actor=person, match=match, taps=taps, now=timezone.now())
    return {"uuid": match.uuid}


def league_of_a_match(visitor: User | None) -> dict[str, Any]:
    return {"uuid": league_with_a_match(visitor).league.uuid}


def a_coach(visitor: User | None) -> dict[str, Any]:
    """The coach of the home side of a match."""
    match = league_with_a_match(visitor)
    tenure = match.sides.get(side="home").team.tenures.first()
    return {"uuid": match.league.uuid, "coach": tenure.coach.uuid}


def league_on_show(visitor: User | None) -> dict[str, Any]:
    return {"uuid": season_on_show(visitor or somebody()).league.uuid}


def stage_on_show(visitor: User | None) -> dict[str, Any]:
    return {"uuid": season_on_show(visitor or somebody()).stage.uuid}


def fixture_to_play(visitor: User | None) -> dict[str, Any]:
    return {"uuid": season_on_show(visitor or somebody()).to_play().uuid}


def fixture_ruled(visitor: User | None) -> dict[str, Any]:
    return {"uuid": season_on_show(visitor or somebody()).ruled().uuid}


def a_season(visitor: User | None, *, starts: bool = True) -> Stage:
    """A season of the visitor's: a round robin in two divisions, its first round half played, and
    one registration that waits."""
    person, now = visitor or somebody(), timezone.now()
    league = create_league(actor=person, name="The Season", edition_key="bb2016", now=now)
    season = current_season(league)
    season.league = league
    for n in range(6):
        Entrant.objects.create(
            season=season, name=f"Side {n}", race="human", state="accepted", registered_at=now
        )
    divide(actor=person, season=season, names=["Harbour", "Hill"], now=now)
    stage = plan_stage(
        actor=person, season=season, name="The league", format="round-robin", now=now
    )
    plan_stage(
        actor=person,
        season=season,
        name="Play-offs",
        format="knock-out",
        follows=stage,
        top_of_each=2,
        now=now,
    )
    if starts:
        start_stage(actor=person, stage=stage, now=now)
        run_due(now=timezone.now())
        of = stage.rounds.select_related("stage__season__league").get(number=1)
        scores = {of.fixtures.order_by("number")[0].pk: Score((2, 1))}
        enter_scores(actor=person, of=of, scores=scores, now=now)
    return stage


def season_played(person: User) -> Season:
    """A cup of two teams, decided."""
    now = timezone.now()
    season = current_season(two_drafted(person)[0].league)
    register_every_team(actor=person, season=season, now=now)
    stage = plan_stage(actor=person, season=season, name="The cup", format="knock-out", now=now)
    start_stage(actor=person, stage=stage, now=now)
    run_due(now=now)
    enter_score(
        actor=person, fixture=stage.fixtures.get(), score=Score((2, 1), {"cas": (3, 0)}), now=now
    )
    return season


def season_to_end(visitor: User | None) -> dict[str, Any]:
    return {"uuid": season_played(visitor or somebody()).league.uuid}


def season_being_ended(visitor: User | None) -> dict[str, Any]:
    person = visitor or somebody()
    season = season_played(person)
    end_season(
        actor=person,
        season=season,
        own=[OwnAward("Loudest supporters", season.entries.first(), prize=Prize(gold=10_000))],
        prizes={"champion": Prize(gold=50_000, fan_factor=1, inducement="wizard")},
        now=timezone.now(),
    )
    return {"uuid": season.league.uuid}


def league_with_honours(visitor: User | None) -> dict[str, Any]:
    found = season_being_ended(visitor)
    run_due(now=timezone.now())
    return found


def league_with_a_season(visitor: User | None) -> dict[str, Any]:
    return {"uuid": a_season(visitor).season.league.uuid}


def season_registered_for(visitor: User) -> dict[str, Any]:
    """Somebody else's season, for which the visitor has put a team down."""
    now = timezone.now()
    league = create_league(actor=somebody(), name="Of Old", edition_key="bb2016", now=now)
    Membership.objects.create(league=league, user=visitor, role=Role.COACH, since=now)
    season = current_season(league)
    team = draft_team(
        actor=visitor, season=season, race="human", name="Wayfarers", wish=A_TEAM, now=now
    )
    register_team(actor=visitor, season=season, team=team, now=now)
    return {"uuid": league.uuid}


def season_to_begin(visitor: User | None) -> dict[str, Any]:
    return {"uuid": a_season(visitor, starts=False).season.league.uuid}


def a_stage(visitor: User | None) -> dict[str, Any]:
    stage = a_season(visitor)
    return {"uuid": stage.season.league.uuid, "stage": stage.uuid}


def a_stage_to_begin(visitor: User | None) -> dict[str, Any]:
    stage = a_season(visitor, starts=False)
    return {"uuid": stage.season.league.uuid, "stage": stage.uuid}


def a_round(visitor: User | None) -> dict[str, Any]:
    return a_stage(visitor) | {"number": 1}


def a_competitor(visitor: User | None) -> dict[str, Any]:
    stage = a_season(visitor)
    entry = stage.season.entries.first()
    return {"uuid": stage.season.league.uuid, "entry": entry.uuid}


def a_fixture(visitor: User | None) -> dict[str, Any]:
    stage = a_season(visitor)
    fixture = stage.fixtures.filter(state="open").first()
    return {"uuid": stage.season.league.uuid, "fixture": fixture.uuid}


def an_overdue_fixture(visitor: User | None) -> Fixture:
    """A fixture of the visitor's league that was not played in time, with a date on the table."""
    person, now = visitor or somebody(), timezone.now()
    league = create_league(actor=person, name="The Late League", edition_key="bb2016", now=now)
    for name in ("Ada", "Ben", "Cleo"):
        coach = add_coach_by_name(actor=person, league=league, name=name, now=now)
        Entrant.objects.create(
            season=current_season(league),
            name=name,
            coach=coach,
            race="human",
            state="accepted",
            registered_at=now,
        )
    stage = plan_stage(
        actor=person,
        season=current_season(league),
        name="The league",
        format="round-robin",
        now=now,
    )
    start_stage(actor=person, stage=stage, now=now)
    run_due(now=now)
    timetable = Timetable(first=now.date() - timedelta(days=20))
    set_dates(actor=person, stage=stage, timetable=timetable, now=now)
    fixture = stage.fixtures.filter(state="open").select_related("stage__season__league").first()
    DateProposal.objects.create(
        fixture=fixture,
        side="home",
        made_by=fixture.home.coach,
        made_at=now,
        kick_off_at=now + timedelta(days=1),
        venue="The Kettle",
    )
    return fixture


def a_stage_with_dates(visitor: User | None) -> dict[str, Any]:
    return {"uuid": an_overdue_fixture(visitor).stage.uuid}


def a_round_with_dates(visitor: User | None) -> dict[str, Any]:
    return {"uuid": an_overdue_fixture(visitor).stage.uuid, "number": 1}


def a_fixture_to_date(visitor: User | None) -> dict[str, Any]:
    return {"uuid": an_overdue_fixture(visitor).uuid}


def a_league_with_something_overdue(visitor: User | None) -> dict[str, Any]:
    return {"uuid": an_overdue_fixture(visitor).stage.season.league.uuid}


def something_overdue(visitor: User | None) -> dict[str, Any]:
    fixture = an_overdue_fixture(visitor)
    return {"uuid": fixture.stage.season.league.uuid, "fixture": fixture.uuid}


def a_tournament(visitor: User | None) -> dict[str, Any]:
    """A Swiss of three whose first round is being played, and a result of it is in."""
    now, person = timezone.now(), visitor or somebody()
    league = create_league(actor=person, name="Kettle Cup", edition_key="bb2016", now=now)
    season = current_season(league)
    stage = plan_stage(actor=person, season=season, name="The Cup", format="swiss", now=now)
    paste_entrants(
        actor=person, season=season, text="Anna,Kettle,Orc\nBert,Kettle\nCleo,,Dwarf", now=now
    )
    first = start_tournament(actor=person, stage=stage, now=now)
    start_round(actor=person, of=first, minutes=90, now=now)
    scores = {fixture.pk: Score((2, 1)) for fixture in first.fixtures.filter(state="open")}
    enter_scores(actor=person, of=first, scores=scores, now=now)
    return {"uuid": stage.uuid}


def in_the_book(**named: str) -> Callable[[Any], dict[str, Any]]:
    return lambda visitor: {"edition": "bb2016", **named}


def a_team_with_a_past(visitor: User | None) -> dict[str, Any]:
    """Somebody's team of humans with a match behind it, whoever looks."""
    return {"uuid": team_with_a_past(somebody()).uuid}


def a_player(visitor: User | None) -> dict[str, Any]:
    return {"uuid": team_with_a_past(somebody()).contracts.first().player.uuid}


def adoption_of(visitor: User | None) -> dict[str, Any]:
    """A sheet with everything on it that can be wrong, for whoever runs the league."""
    now = timezone.now()
    person = visitor or somebody()
    league = create_league(actor=person, name="The Newcomers", edition_key="bb2016", now=now)
    adoption = begin_adoption(
        actor=person, league=league, race="human", coach_name="Edda", name="Rovers", now=now
    )
    rows = [
        {"number": "7", "name": "Jory Vane", "position": "Blitzer", "skills": "Guard", "spp": "9"},
        {"number": "7", "name": "<b>Mab</b>", "position": "Wardancer", "skills": "Blok"},
    ]
    sheet = {"treasury": "0.5", "rerolls": "9", "players": rows}
    change_adoption(actor=person, adoption=adoption, sheet=sheet, now=now)
    return {"uuid": league.uuid, "adoption": adoption.uuid}


def own_team(visitor: User | None) -> dict[str, Any]:
    """A team in a league that the visitor runs."""
    return {"uuid": team_with_a_past(visitor or somebody()).uuid}


def adjusted_team(visitor: User | None) -> dict[str, Any]:
    person = visitor or somebody()
    team = team_with_a_past(person)
    event = adjust_team(
        actor=person, team=team, change={"treasury": 1_000}, reason="A prize.", now=timezone.now()
    )
    return {"uuid": team.uuid, "seq": event.seq}


def team_of(visitor: User | None, *, opened: bool = False) -> Team:
    """A team in a public league: the visitor's own, or that of somebody else."""
    now = timezone.now()
    owner = visitor or somebody()
    league = create_league(actor=owner, name="Old Bridge", edition_key="bb2016", now=now)
    draft = begin_draft(actor=owner, season=current_season(league), race="human", now=now)
    wish = {"players": {"lineman": 9, "blitzer": 2}, "rerolls": 2, "staff": {}, "fan_factor": 0}
    draft = change_draft(actor=owner, draft=draft, name="The Reivers", wish=wish, now=now)
    team = finish_draft(actor=owner, draft=draft, now=now)
    if opened:
        open_window(actor=owner, team=team, now=now)
        change_basket(actor=owner, team=team, now=now, basket={"hire/ogre": 2, "reroll": 1})
    return team


def a_team(visitor: User | None) -> dict[str, Any]:
    return {"uuid": team_of(visitor).uuid}


def a_team_that_hires(visitor: User | None) -> dict[str, Any]:
    return {"uuid": team_of(visitor, opened=True).uuid}


def a_league_of_a_team(visitor: User | None) -> dict[str, Any]:
    return {"uuid": team_of(visitor).league.uuid}


def between_seasons(visitor: User | None) -> Team:
    """A team whose season is over, with an injury to heal."""
    team = team_of(visitor)
    now = timezone.now()
    last = current_season(team.league)
    key = team.contracts.earliest("id").player
    hurt = {"niggles": 1}
    adjust_team(
        actor=team.tenures.get().coach.user,
        team=team,
        change=hurt,
        player=key.uuid,
        reason="Told late",
        now=now,
    )
    Entrant.objects.create(season=last, team=team, state=Entrant.State.ACCEPTED, registered_at=now)
    Season.objects.filter(pk=last.pk).update(state=Season.State.OVER)
    Season.objects.create(league=team.league, number=last.number + 1, pin=last.pin, opened_at=now)
    return team


def a_league_between_seasons(visitor: User | None) -> dict[str, Any]:
    return {"uuid": between_seasons(visitor).league.uuid}


def a_team_between_seasons(visitor: User | None) -> dict[str, Any]:
    return {"uuid": between_seasons(visitor).uuid}


def an_offered_trade(visitor: User | None) -> dict[str, Any]:
    """Of a team of the visitor's with one of a coach entered by name."""
    team = team_of(visitor)
    now = timezone.now()
    owner = team.tenures.get().coach.user
    other = add_coach_by_name(actor=owner, league=team.league, name="Old Tom", now=now)
    season = current_season(team.league)
    theirs = draft_team(
        actor=owner, season=season, race="human", coach=other, wish=A_TEAM, name="Toms", now=now
    )
    gives = Goods([team.contracts.earliest("id").player.uuid], 10_000)
    trade = offer_trade(
        actor=owner, team=team, to=theirs, gives=gives, gets=Goods([], 20_000), now=now
    )
    return {"uuid": team.league.uuid, "trade": trade.uuid}


def book(path: str, status: int = 200) -> Entry:
    """A page of the rulebook that is the same for everybody."""
    return Entry(f"rulebook, {path}", path=f"/rules/{path}", found={"anonymous": status})


# Shelves of other editions.
NOT_IN_BB2016 = ("special-rules", "challenges", "handicap")

PAGES = [
    Entry("home"),
    Entry("words"),
    Entry("words, none found", path="/words/?q=xyzzy", found={"anonymous": 200}),
    Entry("styleguide"),
    Entry("styleguide, page 3", path="/styleguide/?sort=trims&page=3", found={"anonymous": 200}),
    Entry("accounts:sign-up", found=STRANGERS),
    Entry("accounts:finish-sign-up", arrange=sign_up_link),
    Entry("accounts:sign-in", found=STRANGERS),
    Entry("accounts:sign-in-link", arrange=sign_in_link),
    Entry("link that is over", path="/sign-in/link/over/", found={"anonymous": 404}),
    Entry("accounts:forgotten"),
    Entry("accounts:reset-password", arrange=reset_link),
    Entry("accounts:me", found=SIGNED_IN),
    Entry("accounts:email", found=SIGNED_IN),
    Entry("accounts:confirm-email", arrange=address_link),
    Entry("accounts:password", found=SIGNED_IN),
    Entry("press:delete-account", found=SIGNED_IN),
    Entry("accounts:tokens", found=SIGNED_IN),
    Entry("accounts:people", found=OPERATORS),
    Entry("accounts:add-person", found=OPERATORS),
    Entry("jobs:job", found=SIGNED_IN, arrange=drill_of),
    Entry("jobs:operator-jobs", found=OPERATORS),
    Entry("league:leagues"),
    Entry("competition:new-league", found=SIGNED_IN),
    Entry("press:league", arrange=a_league),
    Entry("league_file:bring-league", found=SIGNED_IN),
    Entry("league_file:arrival", found=SIGNED_IN, arrange=arrival_of),
    Entry("league:rules", arrange=a_league),
    Entry("league:edit-rules", arrange=a_league, found=SIGNED_IN),
    Entry("league:members", arrange=a_league),
    Entry("league:add-coach", arrange=a_league, found=SIGNED_IN),
    Entry("league:invite", arrange=a_league, found=SIGNED_IN),
    Entry("league:member", arrange=a_place, found=SIGNED_IN),
    Entry("league:settings", arrange=a_league, found=SIGNED_IN),
    Entry("league:join", arrange=an_invitation),
    Entry("league:join-sign-up", arrange=an_invitation, found={"anonymous": 200}),
    Entry("league:registration", arrange=a_league_in_preparation, found=SIGNED_IN),
    Entry("league:ask", arrange=a_league_of_another, found=SIGNED_IN),
    Entry("invitation that is over", path="/join/over/", found={"anonymous": 404}),
    Entry("api-docs", found={"anonymous": 200}),
    Entry("api-operation", path="/api/docs/change_draft/", found={"anonymous": 200}),
    Entry("api-operation", path="/api/docs/list_leagues/", found={"anonymous": 200}),
    Entry("api-operation", path="/api/docs/put_up_picture/", found={"anonymous": 200}),
    Entry("teams:begin-draft", found=SIGNED_IN, arrange=league_of),
    Entry("teams:draft", found=SIGNED_IN, arrange=draft_of),
    Entry("rules:editions", found={"anonymous": 200}),
    Entry("rules:overview", arrange=in_the_book()),
    Entry("rules:page", arrange=in_the_book(page="stars"), found={"anonymous": 200}),
    Entry("rules:races-one", arrange=in_the_book(key="human"), found={"anonymous": 200}),
    Entry("rules:skills-one", arrange=in_the_book(key="claws"), found={"anonymous": 200}),
    Entry("rules:search", arrange=in_the_book(), found={"anonymous": 200}),
    Entry("rules:ask", arrange=in_the_book()),
    Entry("rules:ask-ruling", arrange=in_the_book(name="winnings")),
    Entry("teams:begin-adoption", found=SIGNED_IN, arrange=league_of),
    Entry("teams:adoption", found=SIGNED_IN, arrange=adoption_of),
    Entry("teams:adjust", found=SIGNED_IN, arrange=own_team),
    Entry("teams:take-back", found=SIGNED_IN, arrange=adjusted_team),
    book("crp/ask/"),
    book("bb2016/ask/inducement-budget/"),
    book("bb2016/ask/shoe-size/", status=404),
    *(book(f"bb2016/{page}/") for page in BOOK_PAGES if page not in ("stars", *NOT_IN_BB2016)),
    book("bb2016/search/?q=57"),
    book("bb2016/search/?q=xyzzy"),
    book("bb2016/races/undead/"),
    book("crp/"),
    book("nowhere/", status=404),
    Entry("teams:roster", arrange=a_team_with_a_past),
    Entry("teams:ledger", arrange=a_team_with_a_past),
    Entry("teams:player", arrange=a_player),
    Entry("teams:hire", found=SIGNED_IN, arrange=a_team_that_hires),
    Entry("teams:window", found=SIGNED_IN, arrange=a_team_that_hires),
    Entry("teams:home", found=SIGNED_IN, arrange=a_team),
    Entry("teams:windows", found=SIGNED_IN, arrange=a_league_of_a_team),
    Entry("teams:names", found=SIGNED_IN, arrange=a_team),
    Entry("teams:coaches", arrange=a_team),
    Entry("teams:identity", found=SIGNED_IN, arrange=a_team),
    Entry("matches:matches", arrange=league_of_a_match),
    Entry("matches:new", found=SIGNED_IN, arrange=league_of_a_match),
    Entry("matches:match", arrange=a_match),
    Entry("matches:steps", arrange=a_match),
    Entry("matches:totals", found=SIGNED_IN, arrange=a_match_on_the_pitch),
    Entry("matches:correct", found=SIGNED_IN, arrange=a_match),
    Entry("matches:match-dice", arrange=a_match),
    Entry("matches:league-dice", arrange=league_of_a_match),
    Entry("matches:board", arrange=a_match_being_played, found=SIGNED_IN),
    Entry("matches:live", arrange=a_match_being_played),
    Entry("press:coach", arrange=a_coach),
    Entry("competition:redrafts", arrange=a_league_between_seasons),
    Entry("competition:redraft", found=SIGNED_IN, arrange=a_team_between_seasons),
    Entry("competition:try-redraft", found=SIGNED_IN, arrange=a_team_between_seasons),
    Entry("competition:trades", arrange=a_league_of_a_team),
    Entry("competition:offer-trade", found=SIGNED_IN, arrange=a_league_of_a_team),
    Entry("competition:trade", found=TRADERS, arrange=an_offered_trade),
    Entry("competition:standings", arrange=league_on_show),
    Entry("competition:fixtures", arrange=league_on_show),
    Entry("competition:fixture", arrange=fixture_ruled),
    Entry("competition:record", found=SIGNED_IN, arrange=fixture_to_play),
    Entry("competition:score", found=SIGNED_IN, arrange=fixture_to_play),
    Entry("competition:rule", found=SIGNED_IN, arrange=fixture_to_play),
    Entry("competition:take-back", found=SIGNED_IN, arrange=fixture_ruled),
    Entry("competition:points", found=SIGNED_IN, arrange=stage_on_show),
    Entry("competition:lots", found=SIGNED_IN, arrange=stage_on_show),
    Entry("competition:season", arrange=league_with_a_season),
    Entry("competition:season", found={"coach": 200}, arrange=season_registered_for),
    Entry("competition:end-season", arrange=season_to_end, found=SIGNED_IN),
    Entry("competition:honours", arrange=league_with_honours),
    Entry("competition:honours", arrange=season_being_ended),
    Entry("competition:entry", arrange=a_competitor, found=SIGNED_IN),
    Entry("competition:divisions", arrange=season_to_begin, found=SIGNED_IN),
    Entry("competition:new-stage", arrange=season_to_begin, found=SIGNED_IN),
    Entry("competition:stage", arrange=a_stage),
    Entry("competition:change-stage", arrange=a_stage_to_begin, found=SIGNED_IN),
    Entry("competition:start-stage", arrange=a_stage_to_begin, found=SIGNED_IN),
    Entry("competition:late", arrange=a_stage, found=SIGNED_IN),
    Entry("competition:arrange", arrange=a_stage, found=SIGNED_IN),
    Entry("competition:add-fixture", arrange=a_round, found=SIGNED_IN),
    Entry("competition:scores", arrange=a_round, found=SIGNED_IN),
    Entry("competition:change-fixture", arrange=a_fixture, found=SIGNED_IN),
    Entry("competition:stage-dates", found=SIGNED_IN, arrange=a_stage_with_dates),
    Entry("competition:round-dates", found=SIGNED_IN, arrange=a_round_with_dates),
    Entry("competition:date", found=SIGNED_IN, arrange=a_fixture_to_date),
    Entry("competition:overdue", found=SIGNED_IN, arrange=a_league_with_something_overdue),
    Entry("competition:rule-overdue", found=SIGNED_IN, arrange=something_overdue),
    Entry("competition:tournament", arrange=a_tournament),
    Entry("competition:entrants", arrange=a_tournament, found=SIGNED_IN),
    Entry("competition:check-in", arrange=a_tournament, found=SIGNED_IN),
    Entry("competition:add-entrant", arrange=a_tournament, found=SIGNED_IN),
    Entry("competition:pairings", arrange=a_tournament),
    Entry("competition:score-grid", arrange=a_tournament, found=SIGNED_IN),
    Entry("competition:ranking", arrange=a_tournament),
    Entry("not found", path="/nowhere/", found=dict.fromkeys(ROLES, 404)),
]

# Patterns of names that no person opens in a browser, each with the reason.
EXEMPT = {
    "theme": "takes a form and sends back",
    "accounts:sign-out": "takes a form and sends back",
    "accounts:issue-link": "takes a form, shows its answer once",
    "accounts:let-in": "takes a form, shows its answer once",
    "accounts:send-away": "takes a form and sends back",
    "accounts:lift-lock": "takes a form and sends back",
    "accounts:revoke-token": "takes a form and sends back",
    "matches:answer": "takes a form and sends back",
    "matches:sheet": "a PDF",
    "matches:answer-proposal": "takes a form and sends back",
    "competition:sheet": "a PDF",
    "competition:begin": "takes a form and sends back",
    "competition:mend-die": "takes a form and sends back",
    "matches:board-taps": "JSON for the scoreboard",
    "matches:board-state": "JSON for the scoreboard",
    "matches:agree": "takes a form and sends back",
    "matches:call-off": "takes a form and sends back",
    "matches:interrupt": "takes a form and sends back",
    "matches:resume": "takes a form and sends back",
    "matches:report": "takes a form and sends back",
    "matches:confirm": "takes a form and sends back",
    "matches:dispute": "takes a form and sends back",
    "matches:withdraw": "takes a form and sends back",
    "matches:lend": "takes a form and sends back",
    "matches:take-back": "takes a form and sends back",
    "matches:witness": "takes a form and sends back",
    "competition:heal": "takes a form and sends back",
    "competition:redraft-anew": "takes a form and sends back",
    "jobs:drill": "takes a form and sends back",
    "jobs:retry": "takes a form and sends back",
    "jobs:discard": "takes a form and sends back",
    "teams:drop-adoption": "takes a form and sends back",
    "teams:drop-draft": "takes a form and sends back",
    "league:close": "takes a form and sends back",
    "league:reopen": "takes a form and sends back",
    "league:leave": "takes a form and sends back",
    "league:remove": "takes a form and sends back",
    "league:hand-over": "takes a form and sends back",
    "league:invite-to-place": "takes a form, shows its answer once",
    "league:revoke": "takes a form and sends back",
    "competition:answer-invitation": "takes a form and sends back",
    "competition:answer-proposal": "takes a form and sends back",
    "league:answer-request": "takes a form and sends back",
    "competition:register": "takes a form and sends back",
    "competition:register-all": "takes a form and sends back",
    "competition:accept": "takes a form and sends back",
    "competition:withdraw": "takes a form and sends back",
    "competition:drop-stage": "takes a form and sends back",
    "competition:end-stage": "takes a form and sends back",
    "competition:pair-round": "takes a form and sends back",
    "competition:open-round": "takes a form and sends back",
    "competition:close-round": "takes a form and sends back",
    "competition:swap-home": "takes a form and sends back",
    "teams:drop-basket": "takes a form and sends back",
    "teams:close-window": "takes a form and sends back",
    "teams:end-tenure": "takes a form and sends back",
    "teams:give-up-home": "takes a form and sends back",
    "teams:retire": "takes a form and sends back",
    "teams:put-up-picture": "takes a form and sends back",
    "teams:take-down-picture": "takes a form and sends back",
    "teams:picture": "a picture",
    "press:download-my-data": "a file to keep",
    "league_file:take-along": "a file to keep",
    "teams:roster-pdf": "a file to keep",
    "competition:standings-csv": "a file to keep",
    "competition:undo-points": "takes a form and sends back",
    "competition:league-tournament": "leads to the tournament's own address",
    "competition:swap-players": "takes a form and sends back",
    "competition:clock": "takes a form and sends back",
    "competition:tournament-files": "a file to keep",
    "api-*": "JSON for programs",
    "robots": "plain text for machines",
    "manifest": "JSON for phones",
}
