"""A knock-out as it goes on: who comes into which slot."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.db.models import Q
from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from competition.models import Fixture, Place, Result, Stage
from competition.schedules import bracket_of, slots_of
from competition.scheduling.complaints import Unworkable
from competition.scheduling.knockout import FilledMatch, fill


def winner_of(result: Result) -> int | None:
    """The entry that goes on, by the score or by what was decided beside it."""
    fixture = result.fixture
    if result.winner:
        return fixture.home_id if result.winner == Result.Side.HOME else fixture.away_id
    if result.score_home == result.score_away:
        return None
    return fixture.home_id if result.score_home > result.score_away else fixture.away_id


@dataclass(frozen=True, slots=True)
class Seats:
    """A seed is one entry's, and then its replacement's: the bracket knows the first of them."""

    seeds: dict[int, int]
    first: dict[int, int]
    latest: dict[int, int]

    @classmethod
    def of(cls, places: Iterable[Place]) -> Self:
        by_age = sorted(places, key=lambda place: place.pk)
        return cls(
            {place.entry_id: place.seed for place in by_age},
            {place.seed: place.entry_id for place in reversed(by_age)},
            {place.seed: place.entry_id for place in by_age},
        )

    def drawn(self, entry: int | None) -> int | None:
        return None if entry is None else self.first[self.seeds[entry]]

    def now(self, entry: int | None) -> int | None:
        return None if entry is None else self.latest[self.seeds[entry]]


def go_on(stage: Stage) -> None:
    """Bring whoever won into the next slots. Raises Refused where that match has begun already."""
    places = list(stage.places.all())
    seats = Seats.of(places)
    fixtures = {
        fixture.number: fixture
        for fixture in stage.fixtures.select_related("result").order_by("number")
    }
    winners = {
        number: won
        for number, fixture in fixtures.items()
        if (result := getattr(fixture, "result", None)) and (won := seats.drawn(winner_of(result)))
    }
    try:
        filled_matches = fill(bracket_of(stage, places), winners)
    except Unworkable:
        raise Refused(_went_on()) from None
    for filled in filled_matches:
        fixture = fixtures[filled.match.number]
        home, away = _sides(fixture, filled, seats)
        has_begun = fixture.state == Fixture.State.PLAYED or fixture.match_id
        seated = (seats.drawn(fixture.home_id), seats.drawn(fixture.away_id))
        if (has_begun or fixture.drawn_match_id) and seated != (home, away):
            raise Refused(_went_on())
        home, away = seats.now(home), seats.now(away)
        if has_begun or (fixture.home_id, fixture.away_id) == (home, away):
            continue
        fixture.home_id, fixture.away_id = home, away
        both = home is not None and away is not None
        fixture.state = Fixture.State.OPEN if both else Fixture.State.WAITING
        fixture.save(update_fields=["home", "away", "state"])


def why_not_undone(fixture: Fixture) -> list[Reason]:
    """Why a result of a bracket stays as it is: somebody has begun a match that rests on it. One
    statement in a bracket. The fixture knows its stage and round."""
    if not fixture.stage.is_knock_out:
        return []
    slots = [f"W{fixture.number}", f"L{fixture.number}"]
    rests = Q(home_from__in=slots) | Q(away_from__in=slots)
    # Where everybody is seeded anew after each round, a match waits for all of the round before.
    seeded = f"R{fixture.round.number}."
    rests |= Q(home_from__startswith=seeded) | Q(away_from__startswith=seeded)
    begun = Q(match__isnull=False) | Q(result__isnull=False) | Q(drawn_match__isnull=False)
    return [_went_on()] if fixture.stage.fixtures.filter(rests, begun).exists() else []


def _sides(fixture: Fixture, filled: FilledMatch, seats: Seats) -> tuple[int | None, int | None]:
    """Who is at home and who is away, also where somebody has turned the fixture round."""
    as_drawn, turned = (filled.home, filled.away), (filled.away, filled.home)
    home_from, away_from = slots_of(filled.match)
    if home_from or away_from:
        return as_drawn if fixture.home_from == home_from else turned
    return as_drawn if seats.drawn(fixture.home_id) == filled.home else turned


def _went_on() -> Reason:
    sentence = _("The bracket has gone on: take back what was played after this first.")
    return Reason("bracket_went_on", sentence)
