"""A stage by its own address."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from acts.failures import Missing
from competition.models import Stage
from league.models import Membership
from league.permissions import must_see


def stage_for(
    person: Any,
    uuid: UUID,
    *,
    among: QuerySet[Stage] | None = None,
    missing: Missing | None = None,
) -> tuple[Stage, Membership | None]:
    """A stage with its season and its rules, and the person's place in its league. Raises Missing,
    to the letter the same for what is private. Two statements at most."""
    missing = missing or no_such_stage()
    stage = (
        (Stage.objects.all() if among is None else among)
        .filter(uuid=uuid)
        .select_related("season__league", "season__pin__catalogue")
        .defer("season__pin__catalogue__data")
        .first()
    )
    if stage is None:
        raise missing
    return stage, must_see(person, stage.season.league, missing=missing)


def no_such_stage() -> Missing:
    return Missing.because("no_such_stage", _("There is no such stage."))
