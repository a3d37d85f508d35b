"""A league in one number: whatever was played, in the order in which it was, without its names."""

import hashlib
import json
from typing import Any

from competition.models import Award, Result, Standing
from league.models import League
from matches.models import Answer, Match
from teams.models import Contract, Team, TeamEvent


def digest(league: League) -> str:
    """The same for two leagues in which the same dice fell and the same was decided."""
    payload = json.dumps([_teams(league), _matches(league), _tables(league)], sort_keys=True)
    return hashlib.sha256(payload.encode()).hexdigest()


def _teams(league: League) -> list[Any]:
    return [
        [
            [team.race, team.treasury, team.value, team.rerolls, team.fan_factor, team.staff],
            [_player(contract) for contract in _contracts(team)],
            list(TeamEvent.objects.filter(team=team).order_by("seq").values_list("kind", "gold")),
        ]
        for team in league.teams.order_by("id")
    ]


def _contracts(team: Team) -> list[Contract]:
    return list(Contract.objects.filter(team=team).select_related("player").order_by("id"))


def _player(contract: Contract) -> list[Any]:
    player = contract.player
    return [
        *(player.position, contract.ended, player.skills, player.awards, player.niggles),
        *(player.raised, player.lowered, player.misses_next, player.value),
    ]


def _matches(league: League) -> list[Any]:
    found = []
    for match in Match.objects.filter(league=league).order_by("id"):
        report = match.reports.order_by("version").last()
        answers = Answer.objects.filter(run__match=match).order_by("id")
        found.append(
            [
                str(match.played_on),
                match.state,
                report.data["score"] if report else None,
                len(report.data.get("casualties", ())) if report else 0,
                [value for value in answers.values_list("value", flat=True) if _is_number(value)],
            ]
        )
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | bool)


def _tables(league: League) -> list[Any]:
    results = Result.objects.filter(fixture__stage__season__league=league).order_by("fixture_id")
    standings = Standing.objects.filter(stage__season__league=league).order_by("stage", "rank")
    awards = Award.objects.filter(season__league=league).order_by("id")
    return [
        [[*each.numbers().values(), each.ending, each.winner] for each in results],
        [
            [each.rank, each.played, each.points, each.score_for]
            + [mine for mine, _against in each.tallies.values()]
            for each in standings
        ],
        list(awards.values_list("kind", "value", "gold")),
    ]
