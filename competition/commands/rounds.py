"""Rounds: opened, closed, and the next one of a Swiss paired and paired anew."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import zone_named
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.commands.consequences import give_byes
from competition.commands.fixtures import make_round, pair_next_round
from competition.commands.owing import owe_standings
from competition.endings import UNPLAYED
from competition.models import Entry, Fixture, Place, Round, Stage
from competition.permissions import own_beside_rivals
from competition.presence import present
from competition.schedules import Drawn, round_in_season
from competition.scheduling.complaints import Unworkable
from competition.standings_words import complaints_said
from competition.tables import rebuild
from league.hooks import RulesChanged
from league.models import Season
from league.permissions import must_run
from league.pins import bring_into_force
from league.registration import why_ended


def open_round(*, actor: User | None, of: Round, now: datetime) -> Round:
    """Let a round be played. Without an actor the timetable does it. Twice is as good as once."""
    if actor is not None:
        must_run(actor, of.stage.season.league)
    with transaction.atomic():
        # The season first: rules that come into force with the round are written under its lock.
        Season.objects.select_for_update(no_key=True).get(pk=of.stage.season_id)
        stage, fresh = lock_round(of)
        if fresh.state != Round.State.PLANNED:
            return fresh
        fresh.state, fresh.opened_at = Round.State.OPEN, now
        fresh.save(update_fields=["state", "opened_at"])
        _bring_rules(stage, fresh, now=now)
        if fresh.fixtures.filter(state=Fixture.State.BYE).exists():
            # A bye counts as soon as its round is played.
            rebuild(stage)
        record_act("competition.open_round", actor=actor, now=now, **_named(fresh))
    return fresh


def _bring_rules(stage: Stage, of: Round, *, now: datetime) -> None:
    """Amendments hold from the round that they name; tables that count otherwise are owed anew."""
    season = bring_into_force(stage.season, round_in_season(of))
    if season.pin_id != stage.season.pin_id:
        follow_rules(RulesChanged(season, now))


def follow_rules(told: RulesChanged) -> None:
    """Have the tables of what is running written anew: they rank by the rules of now, and what is
    certain hangs on those to come."""
    for running in told.season.stages.filter(state=Stage.State.RUNNING):
        owe_standings(running, now=told.now)


def close_round(*, actor: User | None, of: Round, now: datetime) -> Round:
    """End a round that is played, which opens the next one if its day has come. Raises Refused
    while a fixture of it is open."""
    if actor is not None:
        must_run(actor, of.stage.season.league)
    with transaction.atomic():
        # The season first, as for the round that opens after this one.
        Season.objects.select_for_update(no_key=True).get(pk=of.stage.season_id)
        stage, fresh = lock_round(of)
        if fresh.state == Round.State.CLOSED:
            return fresh
        if left := fresh.fixtures.filter(state__in=UNPLAYED).count():
            sentence = _("Still to be played in this round: %(left)d.") % {"left": left}
            raise Refused(Reason("round_open", sentence))
        fresh.state, fresh.closed_at = Round.State.CLOSED, now
        fresh.save(update_fields=["state", "closed_at"])
        act = record_act("competition.close_round", actor=actor, now=now, **_named(fresh))
        give_byes(fresh, act=act, now=now)
        if (after := _round_after(stage, fresh, now=now)) is not None:
            open_round(actor=actor, of=after, now=now)
    return fresh


def _round_after(stage: Stage, closed: Round, *, now: datetime) -> Round | None:
    """The next round, unless its day is still to come. A Swiss one opens by hand: until then it
    can be paired anew."""
    if stage.format == Stage.Format.SWISS:
        return None
    after = stage.rounds.filter(number__gt=closed.number).order_by("number").first()
    if after is None or after.state != Round.State.PLANNED:
        return None
    return after if _day_has_come(stage, after, now=now) else None


def _day_has_come(stage: Stage, of: Round, *, now: datetime) -> bool:
    today = now.astimezone(zone_named(stage.season.league.time_zone)).date()
    return of.starts_on is None or of.starts_on <= today


def begin_play(stage: Stage, *, now: datetime) -> None:
    """What follows once all fixtures of a stage are there: its tables, and its first round opens
    if its day has come. That of a Swiss opens by hand: until then it can be paired anew."""
    with transaction.atomic():
        rebuild(stage)
        first = stage.rounds.select_related("stage__season__league").filter(number=1).first()
        by_hand = stage.format == Stage.Format.SWISS
        if first is not None and not by_hand and _day_has_come(first.stage, first, now=now):
            open_round(actor=None, of=first, now=now)


def pair_round(*, actor: User | None, stage: Stage, now: datetime) -> Round:
    """Pair the next round of a Swiss from the table; a round that has not begun is paired anew.

    Whoever has left or is not here is left out, whoever came since is in. The lots are others then,
    but not for whoever plays in it: they would pair until it suits them.
    """
    if actor is not None:
        must_run(actor, stage.season.league)
    with transaction.atomic():
        stage = lock_stage(stage)
        if reasons := _why_not_paired(stage):
            raise Refused(*reasons)
        again = not_begun(stage).order_by("-number").first()
        if again is not None:
            again.fixtures.all().delete()
            again.delete()
            if actor is not None and not own_beside_rivals(actor, stage, now=now):
                stage.draw = f"{(int(stage.draw, 16) * 31 + 1) % 16**16:016x}"
                stage.save(update_fields=["draw"])
        number, drawn = _paired(stage, _present(stage))
        made = make_round(stage, number, drawn)
        rebuild(stage)
        record_act("competition.pair_round", actor=actor, now=now, draw=stage.draw, **_named(made))
    return made


def _paired(stage: Stage, places: list[Place]) -> tuple[int, Sequence[Drawn]]:
    """Raises Refused where too few are left to be paired."""
    try:
        return pair_next_round(stage, places)
    except Unworkable as unworkable:
        names = {place.entry_id: str(place.entry) for place in places}
        raise Refused(*complaints_said(unworkable.reasons, names)) from None


def _why_not_paired(stage: Stage) -> list[Reason]:
    if stage.format != Stage.Format.SWISS:
        return [Reason("not_swiss", _("Only a Swiss is paired round by round."))]
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    rounds = stage.rounds.exclude(pk__in=not_begun(stage))
    if stage.fixtures.filter(round__in=rounds, state__in=UNPLAYED).exists():
        return [Reason("round_open", _("The last round is still being played."))]
    if rounds.count() >= stage.swiss_rounds:
        return [Reason("last_round_played", _("All rounds of this stage are played."))]
    return []


def not_begun(stage: Stage) -> QuerySet[Round]:
    """Rounds that are neither open nor have a result."""
    played = stage.fixtures.filter(state=Fixture.State.PLAYED).values("round")
    return stage.rounds.filter(state=Round.State.PLANNED).exclude(pk__in=played)


def _present(stage: Stage) -> list[Place]:
    """Whoever takes part and, where people are checked in, is here."""
    places = list(
        stage.places.filter(until_round=None, entry__state=Entry.State.ACCEPTED)
        .select_related("entry__team")
        .order_by("seed", "id")
    )
    here = {entry.pk for entry in present(place.entry for place in places)}
    return [place for place in places if place.entry_id in here]


def lock_stage(stage: Stage) -> Stage:
    """The stage read again and locked: its rounds and its table are written by one at a time.
    Raises Conflict while its season is being ended."""
    stage = locked_stage(stage)
    must_not_be_ending(stage.season)
    return stage


def must_not_be_ending(season: Season) -> None:
    """Raises Conflict."""
    if season.state == Season.State.ENDING:
        raise Conflict(*why_ended(season))


def locked_stage(stage: Stage) -> Stage:
    """The same for whoever changes nothing that awards go by."""
    Stage.objects.select_for_update(no_key=True).values_list("pk").get(pk=stage.pk)
    return (
        Stage.objects.select_related("season__league", "season__pin__catalogue")
        .defer("season__pin__catalogue__data")
        .get(pk=stage.pk)
    )


def lock_round(of: Round) -> tuple[Stage, Round]:
    stage = lock_stage(of.stage)
    fresh = stage.rounds.get(pk=of.pk)
    fresh.stage = stage
    return stage, fresh


def _named(of: Round) -> dict[str, Any]:
    return {"stage": str(of.stage.uuid), "round": of.number}
