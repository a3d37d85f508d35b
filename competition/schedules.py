"""From a stage's places to its fixtures: what the plain schedules need to know of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Count, Q

from competition.models import Fixture, Place, Result, Round, Stage
from competition.scheduling import rounds as plain
from competition.scheduling.cross_division import across_divisions
from competition.scheduling.draw import Draw
from competition.scheduling.knockout import (
    Bracket,
    BracketMatch,
    LoserOf,
    Remaining,
    Seed,
    Slot,
    WinnerOf,
    bracket,
)
from competition.scheduling.round_robin import round_robin
from competition.scheduling.swiss import Entrant, SwissRound, pair_swiss
from league.models import Season

# Fixtures of one round, before they have a row: who plays, or what the slots wait for.
Drawn = tuple[int | None, int | None, str, str]


def draw_of(stage: Stage) -> Draw:
    """The stage's own lots, which can be drawn again by anybody who doubts them. One statement."""
    return Draw(int(stage.draw, 16), numbers_in(stage.season))


def numbers_in(season: Season) -> dict[int, int]:
    """What entries are known as in a draw: their numbers in the season, which are the same wherever
    the league has moved to. One statement."""
    known = season.entries.order_by("id").values_list("pk", flat=True)
    return {pk: number for number, pk in enumerate(known, start=1)}


def drawn_order(stage: Stage, entries: Iterable[int], *, purpose: str) -> list[int]:
    """Entries in the order of the stage's lots. One statement."""
    return list(draw_of(stage).order(entries, purpose=purpose))


def rounds_before(stage: Stage) -> int:
    """How many rounds of its season were played before a stage: those that it follows. Two
    statements for each of them."""
    number, before = 0, stage.follows
    while before is not None:
        number += before.rounds.count()
        before = before.follows
    return number


def all_against_all(stage: Stage, places: Sequence[Place]) -> tuple[plain.Round, ...]:
    """The rounds of a round robin: each division by itself, and games between them.

    Raises Unworkable with every reason.
    """
    divisions = in_divisions(places)
    rounds = together(round_robin(teams, legs=stage.legs) for teams in divisions)
    if not stage.cross_games:
        return rounds
    return across_divisions(divisions, games=stage.cross_games, rounds=rounds).rounds


def in_divisions(places: Iterable[Place]) -> list[list[int]]:
    """Entries by division in the order of their seeds; one list where there are no divisions."""
    found: dict[int, list[int]] = {}
    by_seed = sorted(places, key=lambda place: (place.seed, place.entry_id))
    for place in by_seed:
        found.setdefault(place.division_id or 0, []).append(place.entry_id)
    return [found[division] for division in sorted(found)]


def together(schedules: Iterable[Iterable[plain.Round]]) -> tuple[plain.Round, ...]:
    """Schedules of several divisions, played at the same time."""
    rounds: dict[int, plain.Round] = {}
    for schedule in schedules:
        for each in schedule:
            before = rounds.get(each.number, plain.Round(each.number))
            rounds[each.number] = plain.Round(
                each.number, (*before.pairings, *each.pairings), (*before.byes, *each.byes)
            )
    return tuple(rounds[number] for number in sorted(rounds))


def bracket_of(stage: Stage, places: Iterable[Place]) -> Bracket:
    """As it was drawn: whoever has taken somebody's place since has their seed."""
    by_seed: dict[int, int] = {}
    for place in sorted(places, key=lambda place: (place.seed, place.pk or 0)):
        by_seed.setdefault(place.seed, place.entry_id)
    return bracket(
        list(by_seed.values()),
        reseeding=stage.reseeds,
        third_place=stage.third_place,
    )


def next_swiss_round(
    stage: Stage,
    entrants: Sequence[Entrant],
    history: Sequence[plain.Round],
    forbidden: Iterable[Iterable[int]] = (),
) -> SwissRound:
    return pair_swiss(entrants, draw=draw_of(stage), history=history, forbidden=forbidden)


def played_rounds(fixtures: Iterable[Fixture]) -> list[plain.Round]:
    """What stands in the rows, as plain rounds; fixtures come with their rounds."""
    rounds: dict[int, plain.Round] = {}
    for fixture in fixtures:
        number = fixture.round.number
        before = rounds.get(number, plain.Round(number))
        if fixture.state == Fixture.State.BYE and fixture.home_id:
            rounds[number] = plain.Round(number, before.pairings, (*before.byes, fixture.home_id))
        elif fixture.home_id and fixture.away_id and fixture.state != Fixture.State.CANCELLED:
            pairing = plain.Pairing(fixture.home_id, fixture.away_id)
            rounds[number] = plain.Round(number, (*before.pairings, pairing), before.byes)
    return [rounds[number] for number in sorted(rounds)]


def games_across(fixtures: Iterable[Fixture], division: Mapping[int, int | None]) -> Counter[int]:
    """How many games each entry has against another division than its own."""
    games: Counter[int] = Counter()
    for fixture in fixtures:
        home, away = fixture.home_id or 0, fixture.away_id or 0
        if home in division and away in division and division[home] != division[away]:
            games.update([home, away])
    return games


def drawn_rounds(rounds: Iterable[plain.Round]) -> dict[int, list[Drawn]]:
    """The fixtures of each round; byes come last."""
    return {
        each.number: [
            *((pairing.home, pairing.away, "", "") for pairing in each.pairings),
            *((team, None, "", "") for team in each.byes),
        ]
        for each in rounds
    }


def drawn_bracket(of: Bracket) -> dict[int, list[Drawn]]:
    """The fixtures of each round of a bracket, in the order of its numbers."""
    rounds: dict[int, list[Drawn]] = {}
    for match in of.matches:
        seeded = (_seeded(of, match.home), _seeded(of, match.away))
        rounds.setdefault(match.round, []).append((*seeded, *slots_of(match)))
    return rounds


def slots_of(match: BracketMatch) -> tuple[str, str]:
    """What the two slots of a match wait for; nothing where it is a seed."""
    return _slot(match.home), _slot(match.away)


def _slot(slot: Slot) -> str:
    match slot:
        case Seed():
            return ""
        case WinnerOf(number):
            return f"W{number}"
        case LoserOf(number):
            return f"L{number}"
        case Remaining(after, rank):
            return f"R{after}.{rank}"


def _seeded(of: Bracket, slot: Slot) -> int | None:
    return of.entrants[slot.number - 1] if isinstance(slot, Seed) else None


def rows_of(
    stage: Stage, each: Round, drawn: Iterable[Drawn], *, first: int, tables: bool = False
) -> list[Fixture]:
    """The rows of a round's fixtures, numbered on from the first."""
    rows = []
    for number, (home, away, home_from, away_from) in enumerate(drawn, start=first):
        waits = bool(home_from or away_from)
        state = Fixture.State.WAITING if waits else Fixture.State.OPEN
        if not waits and away is None:
            state = Fixture.State.BYE
        rows.append(
            Fixture(
                stage=stage,
                round=each,
                number=number,
                home_id=home,
                away_id=away,
                home_from=home_from,
                away_from=away_from,
                state=state,
                table=number - first + 1 if tables and state == Fixture.State.OPEN else None,
            )
        )
    return rows


def first_open(stage: Stage) -> int:
    """The first round of which nothing is played yet, whatever was played ahead of it; nobody plays
    a walkover. One statement."""
    ruled = Q(fixtures__result__ending=Result.Ending.WALKOVER)
    played = Count("fixtures", filter=Q(fixtures__state=Fixture.State.PLAYED) & ~ruled)
    rounds = stage.rounds.annotate(played=played).values_list("number", "state", "played")
    begun = {number: state == Round.State.CLOSED or bool(n) for number, state, n in rounds}
    return min((number for number in begun if not begun[number]), default=max(begun, default=0) + 1)


def rounds_missed(stage: Stage) -> int:
    """How many rounds somebody missed who comes in now; open play has none to miss."""
    return 0 if stage.format == Stage.Format.OPEN else first_open(stage) - 1


def round_in_season(of: Round) -> int:
    """Rounds count through the season, stage after stage; those side by side count alike."""
    return rounds_before(of.stage) + of.number
