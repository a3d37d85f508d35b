"""Beginning a stage: its places are filled, and the making of its fixtures is owed."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.end_stage import end_stage
from competition.commands.entries import lock_season
from competition.commands.lots import draw_for_seeds
from competition.commands.planning import why_begun
from competition.commands.rounds import locked_stage
from competition.models import Entry, Place, Stage
from competition.schedules import all_against_all, bracket_of, drawn_order, in_divisions
from competition.scheduling.complaints import Unworkable, about_teams
from competition.standings_words import complaints_said
from jobs.models import Job
from jobs.outbox import enqueue
from league.models import Season
from league.permissions import must_run
from league.registration import why_ended

MAKE_FIXTURES = "competition.make_fixtures"


def start_stage(
    *, actor: User, stage: Stage, now: datetime, entries: Sequence[Entry] | None = None
) -> Job:
    """Begin a stage with whoever is in: everybody who was let in, those named, or the best of the
    stage before. With the first stage the season begins. Gives the job that makes the fixtures.
    """
    must_run(actor, stage.season.league)
    with transaction.atomic():
        season = lock_season(stage.season)
        stage = season.stages.select_related("follows").get(pk=stage.pk)
        if reasons := [*why_ended(season), *why_begun(stage)]:
            raise Refused(*reasons)
        _end_what_came_before(stage, actor=actor, now=now)
        stage.season = season
        places = _places(stage, entries, actor=actor, now=now)
        _must_work(stage, places)
        Place.objects.bulk_create(places)
        stage.state, stage.started_at = Stage.State.RUNNING, now
        stage.save(update_fields=["state", "started_at"])
        if season.state != Season.State.RUNNING:
            season.state = Season.State.RUNNING
            season.save(update_fields=["state"])
        record_act(
            "competition.start_stage",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            entries=[place.entry_id for place in places],
            draw=stage.draw,
        )
        return enqueue(
            MAKE_FIXTURES,
            now=now,
            owner=actor,
            key=f"fixtures/{stage.uuid}",
            stage=stage.pk,
        )


def _end_what_came_before(stage: Stage, *, actor: User, now: datetime) -> None:
    """A stage is filled from tables that are final. Raises Refused."""
    before = stage.follows
    if before is None or before.state == Stage.State.OVER:
        return
    try:
        end_stage(actor=actor, stage=before, now=now)
    except Refused as refused:
        why = " ".join(refused.sentences)
        sentence = _("%(stage)s is not over. %(why)s") % {"stage": before, "why": why}
        raise Refused(Reason("stage_before_open", sentence, "follows")) from None


def _places(
    stage: Stage, entries: Sequence[Entry] | None, *, actor: User, now: datetime
) -> list[Place]:
    if stage.follows is not None:
        return _best_of(stage, stage.follows, actor=actor, now=now)
    entered = stage.season.entries.filter(state=Entry.State.ACCEPTED)
    if entries is not None:
        entered = entered.filter(pk__in=[entry.pk for entry in entries])
    found = list(entered.select_related("team").order_by("id"))
    return _in_their_divisions(stage, _seeded(stage, found))


def _seeded(stage: Stage, entries: list[Entry]) -> list[Entry]:
    """By lot, or as the commissioner set them. Raises Refused where some are not set."""
    if stage.seeding == Stage.Seeding.DRAW:
        drawn = drawn_order(stage, [entry.pk for entry in entries], purpose="seeds")
        by_id = {entry.pk: entry for entry in entries}
        return [by_id[pk] for pk in drawn]
    if missing := [entry for entry in entries if entry.seed is None]:
        sentence = _("No seed yet: %(names)s.") % {"names": ", ".join(map(str, missing))}
        raise Refused(Reason("seeds_missing", sentence, "seeding"))
    return sorted(entries, key=lambda entry: (entry.seed or 0, entry.pk))


def _best_of(stage: Stage, before: Stage, *, actor: User, now: datetime) -> list[Place]:
    """The top of each table before, and the best of those next to them. Raises Refused."""
    stage.follows = locked_stage(before)
    qualification = draw_for_seeds(actor=actor, into=stage, now=now)
    if qualification.undecided:
        sentences = [
            _("Lots have to be drawn between %(names)s first.")
            % {"names": ", ".join(entrant.name for entrant in group)}
            for group in qualification.undecided
        ]
        raise Refused(*(Reason("lots_not_drawn", each, "follows") for each in sentences))
    keys = [int(each.entrant.key) for each in qualification.qualifiers]
    entries = Entry.objects.select_related("team").in_bulk(keys)
    order = [entries[key] for key in keys]
    if stage.seeding != Stage.Seeding.STANDINGS:
        order = _seeded(stage, order)
    return _in_their_divisions(stage, order)


def _in_their_divisions(stage: Stage, order: Sequence[Entry]) -> list[Place]:
    """Places by seed. Divisions are a round robin's: whatever it follows, it is played in them."""
    with_divisions = stage.format == Stage.Format.ROUND_ROBIN
    return [
        Place(
            stage=stage,
            entry=entry,
            division_id=entry.division_id if with_divisions else None,
            seed=seed,
        )
        for seed, entry in enumerate(order, start=1)
    ]


def _must_work(stage: Stage, places: list[Place]) -> None:
    """Try the schedule before anything is written. Raises Refused with every reason."""
    try:
        if reasons := about_teams([team for each in in_divisions(places) for team in each]):
            raise Unworkable(*reasons)
        match stage.format:
            case Stage.Format.ROUND_ROBIN:
                all_against_all(stage, places)
            case Stage.Format.KNOCK_OUT:
                bracket_of(stage, places)
    except Unworkable as unworkable:
        names = {place.entry_id: str(place.entry) for place in places}
        raise Refused(*complaints_said(unworkable.reasons, names)) from None
