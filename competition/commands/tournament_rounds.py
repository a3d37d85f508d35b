"""A tournament's rounds: paired with whoever is here, mended by hand, started with their clock."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Forbidden, Reason, Refused
from acts.recording import record_act
from competition.commands.entries import lock_season as held_season
from competition.commands.rounds import close_round, lock_round, open_round, pair_round
from competition.commands.starting import start_stage
from competition.commands.tournament import take_for_here
from competition.models import Entry, Fixture, Round, Stage
from competition.permissions import own_beside_rivals
from competition.presence import present
from competition.tables import note_change, rebuild
from league.permissions import A_DEPUTY, must_run

LONGEST_CLOCK = 600
YOU_WOULD_CHOOSE = gettext_lazy(
    "You play in this round and would meet somebody else by it, so somebody else who runs the "
    "league swaps these two. Change who is here and pair it anew, or swap others."
)


def start_tournament(*, actor: User, stage: Stage, now: datetime) -> Round:
    """Begin a Swiss with whoever is here, its first round paired at once."""
    must_run(actor, stage.season.league)
    if stage.format != Stage.Format.SWISS:
        raise Refused.because("not_swiss", _("Only a Swiss is paired round by round."))
    with transaction.atomic():
        # Held, so that nobody is checked in or out between looking and starting.
        season = held_season(stage.season)
        entered = season.entries.filter(state=Entry.State.ACCEPTED)
        start_stage(actor=actor, stage=stage, entries=present(entered), now=now)
        take_for_here(stage, now=now)
        return pair_round(actor=actor, stage=stage, now=now)


def pair_next(*, actor: User, stage: Stage, now: datetime) -> Round:
    """Close the round that is played out and pair the next one with whoever is here; one that has
    not begun is paired anew."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        for played in stage.rounds.filter(state=Round.State.OPEN).order_by("number"):
            close_round(actor=actor, of=played, now=now)
        return pair_round(actor=actor, stage=stage, now=now)


def swap_players(*, actor: User, of: Round, one: Entry, other: Entry, now: datetime) -> Round:
    """Let two people change places in a round that has not begun, byes included; the two of one
    match change sides. Whoever plays in it chooses no opponent of their own so."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        fixtures = list(of.fixtures.exclude(state=Fixture.State.CANCELLED).order_by("number"))
        if reasons := [*_why_begun(of, fixtures), *_why_not_swapped(fixtures, one, other)]:
            raise Refused(*reasons)
        if _meets_another(own_beside_rivals(actor, stage, now=now), fixtures, {one.pk, other.pk}):
            raise Forbidden.because("your_own_match", f"{YOU_WOULD_CHOOSE} {A_DEPUTY}")
        turned = {one.pk: other.pk, other.pk: one.pk}
        for fixture in fixtures:
            home, away = fixture.home_id, fixture.away_id
            if {home, away} & turned.keys():
                fixture.home_id = turned.get(home or 0, home)
                fixture.away_id = turned.get(away or 0, away)
                fixture.save(update_fields=["home", "away"])
        rebuild(stage)
        record_act(
            "competition.swap_players",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            round=of.number,
            entries=[str(one.uuid), str(other.uuid)],
        )
    return of


def _meets_another(own: set[int], fixtures: list[Fixture], turned: set[int]) -> bool:
    """Whether one of somebody's own entries would meet another than it was paired with."""
    pairs = [{fixture.home_id, fixture.away_id} for fixture in fixtures]
    return any(pair & own and len(pair & turned) == 1 for pair in pairs)


def _why_begun(of: Round, fixtures: list[Fixture]) -> list[Reason]:
    played = any(fixture.state == Fixture.State.PLAYED for fixture in fixtures)
    if of.state == Round.State.PLANNED and not played:
        return []
    return [Reason("round_begun", _("Round %(number)d has begun.") % {"number": of.number})]


def _why_not_swapped(fixtures: list[Fixture], one: Entry, other: Entry) -> list[Reason]:
    if one == other:
        return [Reason("same_twice", _("It takes two to change places."), "other")]
    paired = {entry for fixture in fixtures for entry in (fixture.home_id, fixture.away_id)}
    return [
        Reason("not_paired", _("%(name)s is not in this round.") % {"name": entry}, field)
        for field, entry in (("one", one), ("other", other))
        if entry.pk not in paired
    ]


# --- start and clock


def start_round(*, actor: User, of: Round, minutes: int, now: datetime) -> Round:
    """Let a round begin, and its clock with it; without minutes there is none."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        begun = open_round(actor=actor, of=of, now=now)
        if minutes:
            return set_clock(actor=actor, of=begun, minutes=minutes, now=now)
        note_change(begun.stage)
    return begun


def set_clock(*, actor: User, of: Round, minutes: int, now: datetime) -> Round:
    """Let the clock of a round run from now for so many minutes."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        if reasons := [*_why_no_clock(of), *_about_minutes(minutes)]:
            raise Refused(*reasons)
        return _clock(stage, of, starts=now, minutes=minutes, actor=actor, now=now)


def add_minutes(*, actor: User, of: Round, minutes: int, now: datetime) -> Round:
    """Give everybody more time; a clock that has run out runs again from now."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        reasons = [*_why_no_clock(of), *_about_minutes(minutes)]
        if of.clock_from is None:
            reasons.append(Reason("no_clock", _("The clock is not running.")))
        if reasons or of.clock_from is None:
            raise Refused(*reasons)
        gone = max(timedelta(), now - of.clock_from) // timedelta(minutes=1)
        whole = max(of.clock_minutes, gone) + minutes
        if faults := _about_minutes(whole):
            raise Refused(*faults)
        return _clock(stage, of, starts=of.clock_from, minutes=whole, actor=actor, now=now)


def stop_clock(*, actor: User, of: Round, now: datetime) -> Round:
    """Take the clock down. Twice is as good as once."""
    must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        return _clock(stage, of, starts=None, minutes=0, actor=actor, now=now)


def _clock(
    stage: Stage,
    of: Round,
    *,
    starts: datetime | None,
    minutes: int,
    actor: User,
    now: datetime,
) -> Round:
    if (of.clock_from, of.clock_minutes) == (starts, minutes):
        return of
    of.clock_from, of.clock_minutes = starts, minutes
    of.save(update_fields=["clock_from", "clock_minutes"])
    note_change(stage)
    record_act(
        "competition.set_clock",
        actor=actor,
        now=now,
        stage=str(stage.uuid),
        round=of.number,
        minutes=minutes,
    )
    return of


def _why_no_clock(of: Round) -> list[Reason]:
    if of.state == Round.State.OPEN:
        return []
    sentence = _("Only a round that is being played has a clock.")
    return [Reason("round_not_open", sentence)]


def _about_minutes(minutes: int) -> list[Reason]:
    if 1 <= minutes <= LONGEST_CLOCK:
        return []
    sentence = _("From 1 to %(most)d minutes.") % {"most": LONGEST_CLOCK}
    return [Reason("out_of_range", sentence, "minutes")]
