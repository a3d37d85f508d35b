"""A season's records: what its players and its teams did, out of ledgers and tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from competition.brackets import winner_of
from competition.models import Entry, Result, Stage
from competition.models.results import ON_THE_PITCH
from competition.standings.awards import (
    Award,
    PlayerTotals,
    TeamTotals,
    awards,
    awards_declared,
)
from competition.standings.table import TableRow
from competition.tables import tables_of
from league.models import Season
from league.pins import edition_of
from rules.editions import award_declared
from rules.engine import effects as e
from teams import ledger
from teams.models import Chapter, Contract, TeamEvent

CHAMPION = "champion"

# Awards that go to teams; the others are players'.
TEAM_AWARDS = ("best-defence", "most-brutal", "wooden-spoon")


def is_of_team(code: str) -> bool:
    return code in TEAM_AWARDS or award_declared(code) is not None


DEEDS = {
    "touchdown": "touchdowns",
    "casualty": "casualties",
    "completion": "completions",
    "mvp": "mvps",
}


def player_totals(season: Season) -> list[PlayerTotals]:
    """What every player of a team that is still in did in the season: in its matches except
    friendlies, and by the commissioner's hand; keys are ids. Five statements."""
    entries = dict(season.entries.filter(team__isnull=False).values_list("team", "pk"))
    deeds = _deeds(season, list(entries))
    contracts = Contract.objects.filter(team__in={team for team, _key in deeds})
    players = {
        (team, key): player for team, key, player in contracts.values_list("team", "key", "player")
    }
    totals: dict[int, Counter[str]] = defaultdict(Counter)
    for place, did in deeds.items():
        if place in players:
            totals[players[place]].update(did)
    last = last_contracts(season, totals)
    staying = set(_staying(season).values_list("team", flat=True))
    return [
        PlayerTotals(str(player), str(entries[last[player].team_id]), **did)
        for player, did in totals.items()
        if player in last and last[player].team_id in staying
    ]


def _deeds(season: Season, teams: list[int]) -> dict[tuple[int, str], Counter[str]]:
    """By team and player, from the ledgers. Two statements."""
    friendlies = season.matches.filter(is_friendly=True).values_list("uuid", flat=True)
    events = TeamEvent.objects.filter(
        team__in=teams,
        chapter__season=season,
        chapter__kind__in=[Chapter.Kind.MATCH, Chapter.Kind.BETWEEN],
        reverses=None,
        reversed_by=None,
    ).exclude(chapter__match__in=list(friendlies))
    deeds: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for event in events.iterator():
        for effect in ledger.effects_of(event):
            if isinstance(effect, e.Earned) and effect.award in DEEDS:
                deeds[event.team_id, effect.player][DEEDS[effect.award]] += effect.times
    return deeds


def last_contracts(season: Season, players: Iterable[int]) -> dict[int, Contract]:
    """By the player's id, the contract with the team that they played for last in the season. One
    statement."""
    under_contract = Contract.objects.filter(player__in=list(players), team__entries__season=season)
    in_turn = under_contract.select_related("player").order_by("since", "id")
    return {contract.player_id: contract for contract in in_turn}


def _staying(season: Season) -> QuerySet[Entry]:
    return season.entries.exclude(state=Entry.State.LEFT)


def team_totals(season: Season) -> list[TeamTotals]:
    """What every team that is still in did in all matches of the season that were played,
    play-offs among them; nobody earns anything by what was ruled, or in a friendly. Two
    statements."""
    totals: dict[int, Counter[str]] = defaultdict(Counter)
    played = Result.objects.filter(
        fixture__stage__season=season, fixture__is_friendly=False, ending__in=ON_THE_PITCH
    )
    for home, away, score_home, score_away, tallies in played.values_list(
        "fixture__home", "fixture__away", "score_home", "score_away", "tallies"
    ):
        brutal = tallies.get("cas", (0, 0))
        totals[home].update(played=1, conceded=score_away, casualties=brutal[0])
        totals[away].update(played=1, conceded=score_home, casualties=brutal[1])
    staying = _staying(season).values_list("pk", flat=True)
    return [TeamTotals(str(pk), **totals[pk]) for pk in staying if pk in totals]


@dataclass(frozen=True, slots=True)
class Title:
    """What somebody is champion of, nothing where there is no doubt; and the entries who are, all
    that are level at the top."""

    of: str
    winners: tuple[int, ...]
    stage: Stage


def champions(season: Season) -> list[Title]:
    """Who won each stage that nothing follows: a final's winner, or whoever leads a table."""
    last = season.stages.filter(followed_by=None).exclude(state=Stage.State.PLANNED)
    return [
        Title(_champion_of(stage, division), winners, stage)
        for stage in last.order_by("position")
        for division, winners in (
            _cup_winner(stage) if stage.format == Stage.Format.KNOCK_OUT else _leaders(stage)
        )
    ]


def _champion_of(stage: Stage, division: str) -> str:
    return ", ".join(part for part in (stage.name if stage.position > 1 else "", division) if part)


def _cup_winner(stage: Stage) -> list[tuple[str, tuple[int, ...]]]:
    final = stage.fixtures.select_related("result").order_by("-number").first()
    result = getattr(final, "result", None) if final else None
    won = winner_of(result) if result else None
    return [("", (won,))] if won else []


def _leaders(stage: Stage) -> list[tuple[str, tuple[int, ...]]]:
    """Of each division, several where lots were not drawn among them; neither whoever has left nor,
    in open play, whoever has played too few matches to be ranked, and nobody where nothing was."""
    tables: dict[str, list[tuple[int, int]]] = {}
    ranked = stage.standings.filter(short=0, played__gt=0).exclude(entry__state=Entry.State.LEFT)
    rows = ranked.order_by("division__position", "position")
    for division, rank, entry in rows.values_list("division__name", "rank", "entry"):
        tables.setdefault(division or "", []).append((rank, entry))
    return [
        (division, tuple(entry for rank, entry in ranked if rank == ranked[0][0]))
        for division, ranked in tables.items()
    ]


def worked_out(season: Season) -> tuple[Award, ...]:
    """The awards that the records give; the last place is that of the first stage with a table."""
    declared = edition_of(season.pin).awards
    if declared is not None:
        return awards_declared(declared, _rows(season))
    won = {str(entry) for title in champions(season) for entry in title.winners}
    return awards(player_totals(season), team_totals(season), _rows(season), champions=won)


def _rows(season: Season) -> list[TableRow]:
    with_tables = season.stages.exclude(format=Stage.Format.KNOCK_OUT)
    stage = with_tables.exclude(state=Stage.State.PLANNED).order_by("position").first()
    if stage is None:
        return []
    tables = tables_of(stage)
    rows = [
        row
        for division in tables.rows
        for row in tables.staying(division)
        if not row.short_of_minimum
    ]
    return sorted(rows, key=lambda row: row.place)
