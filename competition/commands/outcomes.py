"""What a fixture came to, as it is written: its result, set aside or brought back, and the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from acts.failures import Refused
from acts.models import Act
from competition import brackets
from competition.commands.owing import owe_walkovers
from competition.fixture_rules import why_not_told_anew
from competition.models import Fixture, Result, ResultSetAside, Stage
from competition.tables import rebuild
from league.models import RulesPin
from league.pins import edition_of
from rules.engine.lineup import Pitch
from rules.engine.match import SIDES

Ending = Result.Ending


@dataclass(frozen=True, slots=True)
class Score:
    """How a fixture ended, as it is told; home before away."""

    score: tuple[int, int]
    tallies: Mapping[str, Sequence[int]] = field(default_factory=dict)
    ending: str = Ending.PLAYED
    # Who won where the score does not tell, and who conceded.
    winner: str = ""
    at_fault: str = ""


def score_in(numbers: Mapping[str, Any], pitch: Pitch, **how: Any) -> Score:
    """Of numbers by side (`score_home`, `<tally>_away`); a tally that nobody told is nought."""
    return Score(
        (numbers["score_home"], numbers["score_away"]),
        {
            each.key: tuple(numbers.get(f"{each.key}_{side}") or 0 for side in SIDES)
            for each in pitch.tallies
        },
        **how,
    )


def numbers_of(pitch: Pitch) -> tuple[str, ...]:
    """What is asked for of a result: `score_home`, `score_away`, and each tally likewise."""
    keys = ("score", *(each.key for each in pitch.tallies))
    return tuple(f"{key}_{side}" for key in keys for side in SIDES)


def as_score(told: Result) -> Score:
    """A result as it was told."""
    score = told.score_home, told.score_away
    return Score(score, told.tallies, told.ending, told.winner, told.at_fault)


def write_result(
    fixture: Fixture,
    score: Score,
    *,
    pin: RulesPin,
    act: Act,
    now: datetime,
    is_provisional: bool = False,
) -> Result:
    """The fixture's result from now on, instead of what was there. Its stage is held."""
    before: Result | None = getattr(fixture, "result", None)
    result = Result(
        pk=before.pk if before else None,
        fixture=fixture,
        score_home=score.score[0],
        score_away=score.score[1],
        tallies={
            each.key: list(score.tallies.get(each.key, (0, 0)))
            for each in edition_of(pin).pitch.tallies
        },
        ending=score.ending,
        winner=score.winner,
        at_fault=score.at_fault,
        is_provisional=is_provisional,
        pin=pin,
        act=act,
        entered_at=now,
    )
    result.save(force_insert=before is None, force_update=before is not None)
    if fixture.state != Fixture.State.PLAYED:
        fixture.state = Fixture.State.PLAYED
        fixture.save(update_fields=["state"])
    return result


def let_go_of_match(fixture: Fixture) -> None:
    """The fixture is open for another match; the one that it had stays with the teams."""
    fixture.match = None
    fixture.save(update_fields=["match"])
    open_again(fixture)


def replay(fixture: Fixture) -> None:
    """Its match decided nothing: the fixture is open for one more, which finds a winner. One that
    was over goes on, since there is something to be played."""
    fixture.drawn_match = fixture.match
    fixture.save(update_fields=["drawn_match"])
    let_go_of_match(fixture)
    run_again(fixture.stage)


def run_again(stage: Stage) -> None:
    """A stage that was over has something to be played, which nobody could there."""
    if stage.state == Stage.State.OVER:
        stage.state, stage.ended_at = Stage.State.RUNNING, None
        stage.save(update_fields=["state", "ended_at"])


def open_again(fixture: Fixture) -> None:
    """Without a result."""
    if (result := getattr(fixture, "result", None)) is not None:
        result.delete()
        fixture._state.fields_cache.pop("result", None)
    fixture.state = Fixture.State.OPEN
    fixture.save(update_fields=["state"])


def set_aside(stage: Stage, fixture: Fixture, *, now: datetime) -> None:
    """What the fixture has for a result gives way to a match that is told anew, until that is
    confirmed. Raises Refused where it cannot be told anew. The stage is held."""
    if (before := getattr(fixture, "result", None)) is not None:
        if reasons := why_not_told_anew(fixture):
            raise Refused(*reasons)
        ResultSetAside.objects.create(fixture=fixture, **_as_columns(before))
        open_again(fixture)
        settle(stage, now=now)


def bring_back(fixture: Fixture) -> None:
    """The match was called off: the result that stood before it stands again, if there was one."""
    let_go_of_match(fixture)
    aside = ResultSetAside.objects.filter(fixture=fixture).select_related("pin", "act").first()
    if aside is not None:
        Result.objects.create(fixture=fixture, **_as_columns(aside))
        fixture.state = Fixture.State.PLAYED
        fixture.save(update_fields=["state"])
        aside.delete()


def forget_set_aside(fixture: Fixture) -> None:
    """What replaced it is confirmed."""
    ResultSetAside.objects.filter(fixture=fixture).delete()


def _as_columns(told: Result | ResultSetAside) -> dict[str, Any]:
    own = ("id", "fixture")
    return {
        field.attname: getattr(told, field.attname)
        for field in told._meta.concrete_fields
        if field.name not in own
    }


def settle(stage: Stage, *, now: datetime) -> None:
    """What follows from results: the next slots of a bracket, or the tables."""
    if stage.format == Stage.Format.KNOCK_OUT:
        brackets.go_on(stage)
        owe_walkovers(stage, now=now)
    rebuild(stage)
