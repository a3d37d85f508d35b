"""Founding a league from a template: its house rules, and the stages of its first season."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from competition.commands.planning import plan_stage
from competition.founding import CLUB_SEASON, TEMPLATES, Template, house_of
from competition.models import Stage
from league.commands.leagues import create_league
from league.models import League, Season
from league.queries import current_season
from rules.editions import NoSuchEdition, edition


def found_league(
    *,
    actor: User,
    edition_key: str,
    now: datetime,
    template: str = CLUB_SEASON,
    house: Mapping[str, Any] | None = None,
    teams_per_coach: int | None = None,
    **told: Any,
) -> League:
    """Found a league as a template has it; what is told besides goes before the template's."""
    chosen = TEMPLATES.get(template)
    if chosen is None:
        raise Refused.because("no_such_template", _("There is no such template."), "template")
    with transaction.atomic():
        league = create_league(
            actor=actor,
            edition_key=edition_key,
            house={**_house(chosen, edition_key), **(house or {})},
            teams_per_coach=(
                chosen.teams_per_coach if teams_per_coach is None else teams_per_coach
            ),
            now=now,
            **told,
        )
        season = current_season(league)
        season.league = league
        _plan(chosen, season, actor=actor, now=now)
    return league


def _house(template: Template, edition_key: str) -> dict[str, Any]:
    """None for an edition that there is none of: founding the league says so."""
    try:
        edition(edition_key)
    except NoSuchEdition:
        return {}
    return house_of(template, edition_key)


def _plan(template: Template, season: Season, *, actor: User, now: datetime) -> None:
    before: Stage | None = None
    for plan in template.stages:
        before = plan_stage(
            actor=actor,
            season=season,
            name=str(plan.name),
            format=plan.format,
            now=now,
            follows=before if plan.follows else None,
            **plan.settings,
        )
