"""A season's records: what its players and its teams did, out of ledgers and tables."""

from collections import Counter, defaultdict

from competition.brackets import winner_of
from competition.models import Entry, Stage
from competition.standings.awards import Award, PlayerTotals, awards
from competition.standings.table import Row
from competition.tables import tables_of
from league.models import Season
from rules.engine import effects as e
from teams import ledger
from teams.models import Chapter, Contract, TeamEvent

DEEDS = {
    "touchdown": "touchdowns",
    "casualty": "casualties",
    "completion": "completions",
    "mvp": "mvps",
}


def player_totals(season: Season) -> list[PlayerTotals]:
    """What every player did in the season's matches; keys are ids. Two statements."""
    entries = dict(
        Entry.objects.filter(season=season, team__isnull=False).values_list("team", "pk")
    )
    deeds: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    events = TeamEvent.objects.filter(
        team__in=list(entries),
        chapter__season=season,
        chapter__kind=Chapter.Kind.MATCH,
        reverses=None,
        reversed_by=None,
    )
    for event in events.iterator():
        for effect in ledger.effects_of(event):
            if isinstance(effect, e.Earned) and effect.award in DEEDS:
                deeds[event.team_id, effect.player][DEEDS[effect.award]] += effect.times
    contracts = Contract.objects.filter(team__in={team for team, _key in deeds})
    players = {
        (team, key): player for team, key, player in contracts.values_list("team", "key", "player")
    }
    return [
        PlayerTotals(str(players[place]), str(entries[place[0]]), **did)
        for place, did in deeds.items()
        if place in players
    ]


def champions(season: Season) -> list[tuple[str, int]]:
    """Who won each stage that nothing follows: a final's winner, or whoever leads a table alone;
    each with what he is champion of, nothing where there is no doubt."""
    last = season.stages.filter(followed_by=None).exclude(state=Stage.State.PLANNED)
    return [
        (_champion_of(stage, division), won)
        for stage in last.order_by("position")
        for division, won in (
            _cup_winner(stage) if stage.format == Stage.Format.KNOCK_OUT else _leaders(stage)
        )
    ]


def _champion_of(stage: Stage, division: str) -> str:
    return ", ".join(part for part in (stage.name if stage.position > 1 else "", division) if part)


def _cup_winner(stage: Stage) -> list[tuple[str, int]]:
    final = stage.fixtures.select_related("result").order_by("-number").first()
    result = getattr(final, "result", None) if final else None
    won = winner_of(result) if result else None
    return [("", won)] if won else []


def _leaders(stage: Stage) -> list[tuple[str, int]]:
    """Of each division, unless several are first in it; whoever has left is not."""
    tables: dict[str, list[tuple[int, int]]] = {}
    staying = stage.standings.exclude(entry__state=Entry.State.LEFT)
    rows = staying.order_by("division__position", "position")
    for division, rank, entry in rows.values_list("division__name", "rank", "entry"):
        tables.setdefault(division or "", []).append((rank, entry))
    return [
        (division, ranked[0][1])
        for division, ranked in tables.items()
        if len(ranked) == 1 or ranked[0][0] < ranked[1][0]
    ]


def worked_out(season: Season) -> tuple[Award, ...]:
    """The awards that the records give; of teams by the first stage that has a table."""
    won = {str(entry) for _of, entry in champions(season)}
    return awards(player_totals(season), _rows(season), champions=won)


def _rows(season: Season) -> list[Row]:
    with_tables = season.stages.exclude(format=Stage.Format.KNOCK_OUT)
    stage = with_tables.exclude(state=Stage.State.PLANNED).order_by("position").first()
    if stage is None:
        return []
    tables = tables_of(stage)
    rows = [row for division in tables.rows for row in tables.staying(division)]
    return sorted(rows, key=lambda row: row.place)
