"""Points that a commissioner gives or takes by hand, with a reason."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from competition.commands.rounds import lock_stage
from competition.fixture_rules import table_faults
from competition.models import Adjustment, Entry, Stage
from competition.permissions import own_and_rivals
from competition.tables import rebuild
from league.models import Membership
from league.permissions import A_DEPUTY, must_run
from teams.on_record import reason_faults
from web.lines import tidied

MOST = 99
YOU_WOULD_GAIN = gettext_lazy(
    "Your own team is in this stage and would gain by it, so somebody else who runs the league "
    "gives or takes these points."
)
MOST_ADJUSTMENTS = 300


def adjust_points(
    *,
    actor: User,
    stage: Stage,
    entry: Entry,
    points: int,
    reason: str,
    now: datetime,
    from_round: int = 0,
) -> Adjustment:
    """Give or take points, which the table shows from a round on; the reason stays beside them."""
    membership = must_run(actor, stage.season.league)
    _must_not_gain(membership, stage, entry, points, now=now)
    reason = tidied(reason)
    with transaction.atomic():
        stage = lock_stage(stage)
        reasons = [
            *table_faults(stage),
            *_points_faults(stage, entry, points, from_round),
            *_why_no_more(stage),
            *reason_faults(reason),
        ]
        if reasons:
            raise Refused(*reasons)
        adjustment = Adjustment.objects.create(
            stage=stage,
            entry=entry,
            points=points,
            from_round=from_round,
            reason=reason,
            made_by=actor,
            made_at=now,
        )
        record_act(
            "competition.adjust_points",
            actor=actor,
            now=now,
            reason=reason,
            stage=str(stage.uuid),
            entry=str(entry.uuid),
            adjustment=str(adjustment.uuid),
            points=points,
            from_round=from_round,
        )
        rebuild(stage)
    return adjustment


def _must_not_gain(
    membership: Membership, stage: Stage, entry: Entry, points: int, *, now: datetime
) -> None:
    """Nobody who runs the league gives points to a team of their own, or takes them from another in
    the same stage, as long as somebody else with an account pays for it. Two statements."""
    own, rivals = own_and_rivals(membership, stage, now=now)
    gain = entry.pk in own and rivals if points > 0 else own and entry.pk in rivals
    if gain:
        raise Forbidden.because("your_own_team", f"{YOU_WOULD_GAIN} {A_DEPUTY}")


def _why_no_more(stage: Stage) -> list[Reason]:
    if stage.adjustments.count() < MOST_ADJUSTMENTS:
        return []
    params = {"most": MOST_ADJUSTMENTS}
    many = _(
        "%(most)d adjustments, those taken back included, is as many as a stage holds. From here "
        "on, correct the results themselves."
    )
    return [Reason("too_many_adjustments", many % params, "", params)]


def take_back_points(*, actor: User, adjustment: Adjustment, now: datetime) -> Adjustment:
    """Undo an adjustment; that it was made stays on record."""
    membership = must_run(actor, adjustment.stage.season.league)
    _must_not_gain(membership, adjustment.stage, adjustment.entry, -adjustment.points, now=now)
    with transaction.atomic():
        stage = lock_stage(adjustment.stage)
        adjustment = stage.adjustments.select_related("entry__team").get(pk=adjustment.pk)
        if adjustment.taken_back_at:
            raise Conflict.because("taken_back", _("These points are taken back already."))
        if reasons := table_faults(stage):
            raise Refused(*reasons)
        adjustment.taken_back_at = now
        adjustment.save(update_fields=["taken_back_at"])
        record_act(
            "competition.take_back_points",
            actor=actor,
            now=now,
            adjustment=str(adjustment.uuid),
        )
        rebuild(stage)
    return adjustment


def _points_faults(stage: Stage, entry: Entry, points: int, from_round: int) -> list[Reason]:
    reasons = []
    if not stage.places.filter(entry=entry).exists():
        sentence = _("This team has no place in %(stage)s.") % {"stage": stage}
        reasons.append(Reason("not_in_stage", sentence, "entry"))
    if not points or abs(points) > MOST:
        sentence = _("At least one point, at most %(most)d; a minus takes them.") % {"most": MOST}
        reasons.append(Reason("points_out_of_range", sentence, "points"))
    last = stage.rounds.aggregate(last=Max("number"))["last"] or 0
    if not 0 <= from_round <= last:
        sentence = _("A round from 0 to %(last)d.") % {"last": last}
        reasons.append(Reason("no_such_round", sentence, "from_round"))
    return reasons
