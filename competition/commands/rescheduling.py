"""Fixtures changed by hand: added, moved to another round, turned round, cancelled."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.results import lock_fixture
from competition.commands.rounds import lock_stage
from competition.fixture_words import NOT_OPEN
from competition.models import Entry, Fixture, Round, Stage
from competition.permissions import agrees_for, must_decide_on, own_beside_rivals
from competition.tables import rebuild
from league.permissions import must_run
from matches.deciding import you_play_in_it
from rules.engine.match import SIDES
from teams.on_record import reason_faults
from web.lines import tidied

State = Fixture.State
ADDED_BY = gettext_lazy(
    "You add it where the two are short of a meeting that the schedule has; one beyond it somebody "
    "else who runs the league adds."
)


def add_fixture(*, actor: User, of: Round, home: Entry, away: Entry, now: datetime) -> Fixture:
    """One more match in a round, for a table that has gaps. Whoever plays in it fills a gap of the
    schedule and no more."""
    membership = must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage = lock_stage(of.stage)
        of = stage.rounds.get(pk=of.pk)
        reasons = [*_why_fixed(stage), *_why_not_in(stage, home, away)]
        if stage.format == Stage.Format.OPEN and len(
            agrees_for(membership, {"home": home, "away": away}, now=now)
        ) < len(SIDES):
            sentence = _("You play in this match. Arrange it, and the other side agrees to it.")
            reasons.append(Reason("arrange_it", sentence))
        if not reasons:
            reasons = _why_busy(of, home, away)
        if reasons:
            raise Refused(*reasons)
        if _is_beyond_plan(stage, home, away) and own_beside_rivals(actor, stage, now=now) & {
            home.pk,
            away.pk,
        }:
            raise you_play_in_it(ADDED_BY)
        last = stage.fixtures.aggregate(last=Max("number"))["last"] or 0
        fixture = Fixture.objects.create(
            stage=stage,
            round=of,
            number=last + 1,
            home=home,
            away=away,
            proposed_at=now if stage.format == Stage.Format.OPEN else None,
        )
        _end_byes(of, fixture)
        rebuild(stage)
        record_act("competition.add_fixture", actor=actor, now=now, fixture=str(fixture.uuid))
    return fixture


def move_fixture(*, actor: User, fixture: Fixture, to: Round, now: datetime) -> Fixture:
    """Have a match played in another round of its stage."""
    must_run(actor, fixture.stage.season.league)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        reasons = [*_why_fixed(stage), *_why_over(fixture)]
        if to.stage_id != stage.pk:
            reasons.append(Reason("round_elsewhere", _("A round of the same stage."), "round"))
        elif fixture.home and fixture.away and to.pk != fixture.round_id:
            reasons += _why_busy(to, fixture.home, fixture.away)
        if reasons:
            raise Refused(*reasons)
        before, fixture.round = fixture.round.number, to
        fixture.save(update_fields=["round"])
        _end_byes(to, fixture)
        rebuild(stage)
        record_act(
            "competition.move_fixture",
            actor=actor,
            now=now,
            fixture=str(fixture.uuid),
            before=before,
            after=to.number,
        )
    return fixture


def swap_home(*, actor: User, fixture: Fixture, now: datetime) -> Fixture:
    """Turn home and away round."""
    must_run(actor, fixture.stage.season.league)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        if reasons := _why_over(fixture):
            raise Refused(*reasons)
        fixture.home, fixture.away = fixture.away, fixture.home
        fixture.home_from, fixture.away_from = fixture.away_from, fixture.home_from
        fixture.save(update_fields=["home", "away", "home_from", "away_from"])
        rebuild(stage)
        record_act("competition.swap_home", actor=actor, now=now, fixture=str(fixture.uuid))
    return fixture


def cancel_fixture(*, actor: User, fixture: Fixture, reason: str, now: datetime) -> Fixture:
    """Take a match off the schedule; nobody is given anything for it. Not for whoever plays in
    it."""
    must_decide_on(actor, fixture, now=now)
    reason = tidied(reason)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        if reasons := [*_why_fixed(stage), *_why_over(fixture), *reason_faults(reason)]:
            raise Refused(*reasons)
        fixture.state = State.CANCELLED
        fixture.save(update_fields=["state"])
        rebuild(stage)
        record_act(
            "competition.cancel_fixture",
            actor=actor,
            now=now,
            reason=reason,
            fixture=str(fixture.uuid),
        )
    return fixture


def _is_beyond_plan(stage: Stage, home: Entry, away: Entry) -> bool:
    """Whether two have met, or are to, as often as the schedule has it. In open play they agree on
    each match, and in a Swiss the table pairs them."""
    if stage.format == Stage.Format.OPEN:
        return False
    if stage.format != Stage.Format.ROUND_ROBIN or home.division_id != away.division_id:
        return True
    both = [home.pk, away.pk]
    met = stage.fixtures.filter(home__in=both, away__in=both).exclude(state=State.CANCELLED)
    return met.count() >= stage.legs


def _end_byes(of: Round, fixture: Fixture) -> None:
    """Whoever plays in a round has no bye in it."""
    both = [fixture.home_id, fixture.away_id]
    of.fixtures.filter(state=State.BYE, home__in=both).update(state=State.CANCELLED)


def _why_fixed(stage: Stage) -> list[Reason]:
    """A bracket leads from match to match: none can be added, moved or taken out."""
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    if stage.format == Stage.Format.KNOCK_OUT:
        return [Reason("bracket_is_fixed", _("The matches of a bracket stay where they are."))]
    return []


def _why_over(fixture: Fixture) -> list[Reason]:
    if fixture.match_id:
        begun = _("This match has begun. Go on with it on its own page, or call it off there.")
        return [Reason("match_begun", begun)]
    if fixture.state in (State.OPEN, State.WAITING):
        return []
    return [Reason("fixture_not_open", str(NOT_OPEN[fixture.state]))]


def _why_not_in(stage: Stage, *entries: Entry) -> list[Reason]:
    inside = set(stage.places.filter(until_round=None).values_list("entry", flat=True))
    reasons = [
        Reason("not_in_the_stage", _("%(team)s is not in this stage.") % {"team": entry}, "team")
        for entry in entries
        if entry.pk not in inside
    ]
    if len({entry.pk for entry in entries}) < len(entries):
        reasons.append(Reason("same_team", _("A team does not play against itself."), "away"))
    return reasons


def _why_busy(of: Round, *entries: Entry) -> list[Reason]:
    playing = of.fixtures.filter(state__in=[State.OPEN, State.PLAYED, State.WAITING])
    busy = {key for pair in playing.values_list("home", "away") for key in pair}
    reasons = [
        Reason("plays_already", _("%(team)s plays in this round.") % {"team": entry}, "round")
        for entry in entries
        if entry.pk in busy
    ]
    return reasons + _why_rested(of, *entries)


def _why_rested(of: Round, *entries: Entry) -> list[Reason]:
    """What a bye brought is paid when its round closes, and stays."""
    if of.state != Round.State.CLOSED:
        return []
    rested = set(of.fixtures.filter(state=State.BYE).values_list("home", flat=True))
    sentence = _("%(team)s had a bye in this round, which is closed. Take another round.")
    return [
        Reason("had_a_bye", sentence % {"team": entry}, "round")
        for entry in entries
        if entry.pk in rested
    ]
