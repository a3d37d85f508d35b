"""Planning a season: which stages it has, of which format, and what fills them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.models import Stage
from competition.ranking import why_not_filled_otherwise
from competition.tables import rebuild
from league.models import LONGEST_NAME, Season
from league.permissions import must_run
from league.registration import why_ended
from matches.dice.rolling import chance
from web.lines import tidied, what_is_wrong_with

MOST_STAGES = 20
Format = Stage.Format

# What each format lets a commissioner say, and within which bounds.
BOUNDS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    Format.ROUND_ROBIN: {"legs": (1, 10), "cross_games": (0, 20)},
    Format.SWISS: {"swiss_rounds": (1, 30)},
    Format.KNOCK_OUT: {"top_of_each": (0, 64), "wild_cards": (0, 64)},
    Format.OPEN: {"fewest": (0, 200), "most": (0, 200), "best": (0, 200)},
}
FLAGS: Mapping[str, tuple[str, ...]] = {
    Format.ROUND_ROBIN: ("plays_ahead",),
    Format.SWISS: (),
    Format.KNOCK_OUT: ("third_place", "reseeds"),
    Format.OPEN: (),
}


def plan_stage(
    *,
    actor: User,
    season: Season,
    name: str,
    format: str,  # noqa: A002 (a stage's own word)
    now: datetime,
    follows: Stage | None = None,
    **settings: Any,
) -> Stage:
    """Add a stage to a season. One that follows another is filled from its tables."""
    must_run(actor, season.league)
    with transaction.atomic():
        season = lock_for_planning(season)
        stage = Stage(
            season=season, format=format, follows=follows, draw=f"{chance().getrandbits(64):016x}"
        )
        reasons = [*why_ended(season), *_set(stage, name, settings)]
        reasons += why_not_filled_otherwise(actor, stage, now=now)
        if season.stages.count() >= MOST_STAGES:
            many = _("%(most)d stages is as many as a season can have.") % {"most": MOST_STAGES}
            reasons.append(Reason("too_many_stages", many))
        if reasons:
            raise Refused(*reasons)
        last = season.stages.aggregate(last=Max("position"))["last"] or 0
        stage.position = last + 1
        stage.save()
        _tell_of_what_follows(follows)
        record_act("competition.plan_stage", actor=actor, now=now, stage=str(stage.uuid))
    return stage


def change_stage(
    *,
    actor: User,
    stage: Stage,
    now: datetime,
    name: str,
    follows: Stage | None = None,
    **settings: Any,
) -> Stage:
    """Plan a stage otherwise, as long as it has not begun."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        season = lock_for_planning(stage.season)
        stage = season.stages.get(pk=stage.pk)
        stands = why_not_filled_otherwise(actor, stage, now=now)
        before, stage.follows = stage.follows, follows
        reasons = [*why_ended(season), *why_begun(stage), *_set(stage, name, settings), *stands]
        if reasons:
            raise Refused(*reasons)
        stage.save()
        _tell_of_what_follows(before, follows)
        record_act("competition.change_stage", actor=actor, now=now, stage=str(stage.uuid))
    return stage


def drop_stage(*, actor: User, stage: Stage, now: datetime) -> None:
    """Take a stage out of the plan that has not begun and that nothing follows."""
    must_run(actor, stage.season.league)
    with transaction.atomic():
        season = lock_for_planning(stage.season)
        stage = season.stages.get(pk=stage.pk)
        reasons = [*why_ended(season), *why_begun(stage)]
        reasons += why_not_filled_otherwise(actor, stage, now=now)
        if stage.followed_by.exists():
            sentence = _("Another stage follows this one. Drop that one first.")
            reasons.append(Reason("stage_followed", sentence))
        if reasons:
            raise Refused(*reasons)
        record_act("competition.drop_stage", actor=actor, now=now, stage=str(stage.uuid))
        before = stage.follows
        stage.places.all().delete()
        stage.delete()
        _tell_of_what_follows(before)


def _tell_of_what_follows(*before: Stage | None) -> None:
    """Tables say who is champion and who goes on, so that what follows them is theirs to know."""
    begun = {stage.pk for stage in before if stage and stage.state != Stage.State.PLANNED}
    for pk in sorted(begun):
        Stage.objects.select_for_update(no_key=True).get(pk=pk)
        rebuild(Stage.objects.select_related("season__league", "season__pin").get(pk=pk))


def lock_for_planning(season: Season) -> Season:
    """The season read again and locked: positions of its stages are given under it."""
    Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    return Season.objects.select_related("league", "pin").get(pk=season.pk)


def why_begun(stage: Stage) -> list[Reason]:
    if stage.state == Stage.State.PLANNED:
        return []
    begun = _("%(stage)s has begun; its plan stands.") % {"stage": stage}
    return [Reason("stage_begun", begun)]


def _set(stage: Stage, name: str, settings: Mapping[str, Any]) -> list[Reason]:
    """Write the plan into the stage; everything that is wrong with it."""
    stage.name = tidied(name)
    reasons = what_is_wrong_with(stage.name, subject="name", at_most=LONGEST_NAME)
    if stage.format not in Format.values:
        return [*reasons, Reason("no_such_format", _("There is no such format."), "format")]
    bounds, flags = BOUNDS[stage.format], FLAGS[stage.format]
    for key, value in settings.items():
        if key not in (*bounds, *flags, "seeding"):
            alien = _("A stage of this format knows nothing of it.")
            reasons.append(Reason("not_of_this_format", alien, key))
        else:
            setattr(stage, key, value)
    for key, (least, most) in bounds.items():
        if not least <= getattr(stage, key) <= most:
            text = _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
            reasons.append(Reason("out_of_range", text, key))
    if stage.seeding not in Stage.Seeding.values:
        reasons.append(Reason("no_such_seeding", _("There is no such seeding."), "seeding"))
    return [*reasons, *(reason for check in CHECKS for reason in check(stage))]


def _why_not_after(stage: Stage) -> list[Reason]:
    """A stage follows an earlier one of its season that has tables to be filled from."""
    first = stage.follows
    if first is None:
        return []
    if first.season_id != stage.season_id or (stage.position and first.position >= stage.position):
        sentence = _("A stage follows an earlier one of its own season.")
        return [Reason("follows_nothing", sentence, "follows")]
    if first.format == Format.KNOCK_OUT:
        sentence = _("A knock-out has no table that another stage could be filled from.")
        return [Reason("follows_knock_out", sentence, "follows")]
    return []


def _why_not_filled(stage: Stage) -> list[Reason]:
    """Whoever takes the best of a table has to say how many."""
    if stage.format != Format.KNOCK_OUT:
        return []
    if stage.follows and stage.top_of_each + stage.wild_cards == 0:
        sentence = _("Say how many of the table before come in.")
        return [Reason("nobody_qualifies", sentence, "top_of_each")]
    if stage.follows:
        return []
    reasons = []
    if stage.seeding == Stage.Seeding.STANDINGS:
        sentence = _("There is no table before this stage to seed it by.")
        reasons.append(Reason("no_table_before", sentence, "seeding"))
    nothing = _(
        "Only does something where the stage follows another: nobody comes in from a table."
    )
    idle = [key for key in ("top_of_each", "wild_cards") if getattr(stage, key)]
    return [*reasons, *(Reason("does_nothing", nothing, key) for key in idle)]


def _why_not_so_many(stage: Stage) -> list[Reason]:
    """In open play no more are asked for than may be played."""
    if stage.format != Format.OPEN or not stage.most:
        return []
    return [
        Reason("more_than_most", _("More than a team may play."), key)
        for key in ("fewest", "best")
        if getattr(stage, key) > stage.most
    ]


CHECKS: tuple[Callable[[Stage], list[Reason]], ...] = (
    _why_not_after,
    _why_not_filled,
    _why_not_so_many,
)
