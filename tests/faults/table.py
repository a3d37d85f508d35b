"""Two leagues laid out for the same evenings, and what is written of them in the end.

Runs inside an installation of its own, through its command line.
"""

import json
import random
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from accounts.commands.tokens import create_token
from accounts.models import User
from acts.models import Receipt
from competition.commands.entries import register_team
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Fixture, Standing
from jobs import runner
from league.commands.leagues import create_league
from league.models import League, Membership, Role
from league.pins import book_of
from league.queries import current_season
from matches.dice.rolling import thrown_by
from matches.models import Answer, Match
from simulator.drafts import plausible_wish
from teams.commands.drafting import draft_team
from teams.models import Team
from teams.projection import PLAYER_COLUMNS, TEAM_COLUMNS

COACHES = {"Ines": "human", "Olaf": "undead"}


def lay(*, leagues, evenings):
    """Found leagues in which two coaches meet so often. Says their programs' secrets and, league
    by league, the fixtures in their order with whoever is at home."""
    now = timezone.now()
    opal = User.objects.get(name="Opal")
    people = [
        User.objects.create(name=name, email=f"{name}@example.org".lower(), joined_at=now)
        for name in COACHES
    ]
    values = {
        "secrets": {
            person.name: create_token(actor=person, name="Phone", now=now)[1] for person in people
        },
        "leagues": [_found(opal, people, name, evenings, now=now) for name in leagues],
    }
    runner.run_due(now=timezone.now())
    for league in values["leagues"]:
        open_ones = Fixture.objects.filter(stage__season__league__uuid=league["uuid"])
        league["fixtures"] = [
            [str(fixture.uuid), fixture.home.team.tenures.get().coach.user.name]
            for fixture in open_ones.order_by("round__number")
        ]
    print(json.dumps(values))


def _found(boss, people, name, evenings, *, now):
    league = create_league(actor=boss, name=name, edition_key="bb2016", now=now)
    season = current_season(league)
    for person, race in zip(people, COACHES.values(), strict=True):
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=now)
        wish = plausible_wish(book_of(season.pin), race)
        team = draft_team(
            actor=person, season=season, race=race, name=f"{person.name} {name}", wish=wish, now=now
        )
        register_team(actor=boss, season=season, team=team, now=now)
    with thrown_by(random.Random(7)):  # whoever is at home in one league is in the other
        stage = plan_stage(
            actor=boss,
            season=season,
            name="League",
            format="round-robin",
            legs=evenings,
            plays_ahead=True,
            now=now,
        )
    start_stage(actor=boss, stage=stage, now=now)
    return {"uuid": str(league.uuid)}


def tell(*leagues):
    """Say everything that is written of these leagues but for what is nobody's choice: ids, names
    and times. And under which keys writes were answered; raises if a ledger is not true."""
    call_command("verify_ledger", stdout=StringIO())
    kept = Receipt.objects.exclude(status=None).values_list("key", flat=True)
    found = [_written(League.objects.get(uuid=uuid)) for uuid in leagues]
    print(json.dumps({"leagues": found, "receipts": sorted(kept)}))


def _written(league):
    matches = list(Match.objects.filter(league=league).order_by("id"))
    standings = Standing.objects.filter(stage__season__league=league).order_by("rank")
    payload = json.dumps(
        {
            "teams": [_team(team) for team in league.teams.order_by("id")],
            "matches": [_match(match) for match in matches],
            "standings": [
                list(each)
                for each in standings.values_list(
                    "rank", "played", "points", "score_for", "tallies"
                )
            ],
        }
    )
    for number, match in enumerate(matches):
        payload = payload.replace(str(match.uuid), f"match {number}")
    return _in_order(json.loads(payload))


def _in_order(told):
    """Whoever joined in a match is called after it, so that rows about them are sorted by an id:
    here they go by what they say."""
    if isinstance(told, dict):
        return {key: _in_order(each) for key, each in told.items()}
    if isinstance(told, list):
        rows = [_in_order(each) for each in told]
        are_rows = all(isinstance(each, dict | list) for each in rows)
        return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True)) if are_rows else rows
    return told


def _team(team: Team):
    contracts = team.contracts.order_by("id")
    events = team.events.order_by("seq")
    return {
        "present": [getattr(team, column) for column in (*TEAM_COLUMNS, "value", "revision")],
        "people": [
            list(each)
            for each in contracts.values_list(
                "key", "ended", "is_journeyman", *(f"player__{name}" for name in PLAYER_COLUMNS)
            )
        ],
        "ledger": [
            list(each)
            for each in events.values_list(
                *("seq", "chapter__position", "step", "ordinal", "kind", "effects", "gold"),
                *("because", "reverses"),
            )
        ],
    }


def _match(match: Match):
    answers = Answer.objects.filter(run__match=match).order_by("run__place", "run__side", "key")
    taps = match.taps.order_by("uuid").values_list("uuid", "kind", "side", "data")
    return {
        "state": match.state,
        "report": [report.data for report in match.reports.order_by("version")],
        "steps": [
            [run.side, run.step, run.asked, run.facts, run.because, run.finished_at is not None]
            for run in match.runs.order_by("place", "side")
        ],
        "answers": [
            list(each)
            for each in answers.values_list(
                "run__side", "run__step", "key", "version", "value", "source", "whose"
            )
        ],
        "taps": [[str(uuid), *rest] for uuid, *rest in taps],
    }
