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


def champions(season: Season) -> list[tuple[Stage, int]]:
    """Who won each stage that nothing follows: a final's winner, or whoever leads alone."""
    found = []
    last = season.stages.filter(followed_by=None).exclude(state=Stage.State.PLANNED)
    for stage in last.order_by("position"):
        if stage.format == Stage.Format.KNOCK_OUT:
            final = stage.fixtures.select_related("result").order_by("-number").first()
            result = getattr(final, "result", None) if final else None
            won = winner_of(result) if result else None
        else:
            leaders = list(stage.standings.filter(rank=1).values_list("entry", flat=True))
            won = leaders[0] if len(leaders) == 1 else None
        if won is not None:
            found.append((stage, won))
    return found


def worked_out(season: Season) -> tuple[Award, ...]:
    """The awards that the records give; of teams by the first stage that has a table."""
    won = {str(entry) for _stage, entry in champions(season)}
    return awards(player_totals(season), _rows(season), champions=won)


def _rows(season: Season) -> list[Row]:
    with_tables = season.stages.exclude(format=Stage.Format.KNOCK_OUT)
    stage = with_tables.exclude(state=Stage.State.PLANNED).order_by("position").first()
    if stage is None:
        return []
    tables = tables_of(stage)
    rows = [row for ranked in tables.rows.values() for row in ranked]
    return sorted(rows, key=lambda row: row.place)
