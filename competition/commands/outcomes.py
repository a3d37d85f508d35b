"""What a fixture came to, as it is written: its result, set aside or brought back, and the rest."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from competition import brackets
from competition.commands.owing import owe_walkovers
from competition.models import Fixture, Result, ResultSetAside, Stage
from competition.models.results import ON_THE_PITCH
from competition.tables import rebuild
from jobs.failures import Reason, Refused
from jobs.models import Act
from league.models import RulesPin

Ending = Result.Ending


@dataclass(frozen=True, slots=True)
class Score:
    """How a fixture ended, as it is told; home before away."""

    td: tuple[int, int]
    cas: tuple[int, int] = (0, 0)
    ending: str = Ending.PLAYED
    # Who won where touchdowns do not tell, and who conceded.
    winner: str = ""
    at_fault: str = ""


def as_score(told: Result) -> Score:
    """A result as it was told."""
    td, cas = (told.td_home, told.td_away), (told.cas_home, told.cas_away)
    return Score(td, cas, told.ending, told.winner, told.at_fault)


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
        td_home=score.td[0],
        td_away=score.td[1],
        cas_home=score.cas[0],
        cas_away=score.cas[1],
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


def why_not_told_anew(fixture: Fixture) -> list[Reason]:
    """Why a match is not to tell a result anew: it was ruled, or others went on from it. One
    statement in a bracket."""
    if fixture.result.ending not in ON_THE_PITCH:
        return [Reason("ruled_already", _("This fixture was ruled. Take the ruling back first."))]
    return brackets.why_not_undone(fixture)


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
