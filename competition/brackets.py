"""A knock-out as it goes on: who comes into which slot."""

from django.utils.translation import gettext as _

from competition.models import Fixture, Result, Stage
from competition.schedules import bracket_of
from competition.scheduling.complaints import Unworkable
from competition.scheduling.knockout import fill
from jobs.failures import Reason, Refused


def winner_of(result: Result) -> int | None:
    """The entry that goes on, by the score or by what was decided beside it."""
    fixture = result.fixture
    if result.winner:
        return fixture.home_id if result.winner == Result.Side.HOME else fixture.away_id
    if result.td_home == result.td_away:
        return None
    return fixture.home_id if result.td_home > result.td_away else fixture.away_id


def go_on(stage: Stage) -> None:
    """Bring whoever won into the next slots. Raises Refused where that match has begun already."""
    bracket = bracket_of(stage, stage.places.all())
    fixtures = {
        fixture.number: fixture
        for fixture in stage.fixtures.select_related("result").order_by("number")
    }
    winners = {
        number: won
        for number, fixture in fixtures.items()
        if (result := getattr(fixture, "result", None)) and (won := winner_of(result))
    }
    try:
        filled_matches = fill(bracket, winners)
    except Unworkable:
        raise _played_on() from None
    for filled in filled_matches:
        fixture = fixtures[filled.match.number]
        if (fixture.home_id, fixture.away_id) == (filled.home, filled.away):
            continue
        if fixture.state == Fixture.State.PLAYED or fixture.match_id:
            raise _played_on()
        fixture.home_id, fixture.away_id = filled.home, filled.away
        both = filled.home is not None and filled.away is not None
        fixture.state = Fixture.State.OPEN if both else Fixture.State.WAITING
        fixture.save(update_fields=["home", "away", "state"])


def _played_on() -> Refused:
    sentence = _("The bracket has gone on: take back what was played after this first.")
    return Refused(Reason("bracket_went_on", sentence))
