"""The scores of a whole round, entered at once: a season that began elsewhere, a tournament's."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.commands.outcomes import Score, settle, write_result
from competition.commands.results import (
    as_told,
    decided,
    how_faults,
    score_faults,
    why_not_now,
    winner_faults,
)
from competition.commands.rounds import lock_round
from competition.fixture_rules import pin_in, pin_of
from competition.models import Fixture, Result, Round, Stage
from competition.permissions import (
    PLAY_IT,
    decides_on,
    entries_of,
    may_enter_result,
    tenures_behind,
)
from league.models import Membership
from league.permissions import must_run
from matches.deciding import why_not_yours


def enter_scores(
    *, actor: User, of: Round, scores: Mapping[int, Score], now: datetime
) -> list[Result]:
    """Enter the scores of a round's fixtures by their ids, all of them or none: nothing happens to
    rosters. Raises Refused with everything that is wrong with any, each under `<fixture>.<field>`.
    """
    membership = must_run(actor, of.stage.season.league)
    with transaction.atomic():
        stage, of = lock_round(of)
        rows = {
            fixture.pk: fixture
            for fixture in of.fixtures.select_related("home__team", "away__team", "result")
        }
        of.stage = stage
        pin = pin_in(of)
        values = {
            rows[key]: decided(stage, _within(rows[key], stage, of), pin, score)
            for key, score in scores.items()
            if key in rows
        }
        impossible = [
            fault.at(f"{rows[key].uuid}.{fault.subject}")
            for key, score in scores.items()
            if key in rows
            for fault in [
                *winner_faults(score),
                *how_faults(rows[key], pin, score, of_the_tie=True),
            ]
        ]
        if reasons := [
            *_strangers(rows, scores),
            *impossible,
            *_faults(stage, values, now=now),
            *_why_not_theirs(membership, values, now=now),
        ]:
            raise Refused(*reasons)
        if not values:
            return []
        act = record_act(
            "competition.enter_scores",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            round=of.number,
            scores={str(fixture.uuid): as_told(score) for fixture, score in values.items()},
        )
        results = [
            write_result(fixture, score, pin=pin, act=act, now=now)
            for fixture, score in values.items()
        ]
        settle(stage, now=now)
    return results


def _within(fixture: Fixture, stage: Stage, of: Round) -> Fixture:
    fixture.stage, fixture.round = stage, of
    return fixture


def _strangers(rows: Mapping[int, Fixture], scores: Mapping[int, Score]) -> list[Reason]:
    if scores.keys() <= rows.keys():
        return []
    return [Reason("fixture_elsewhere", _("A fixture of another round."))]


def _why_not_theirs(
    membership: Membership, told: Collection[Fixture], *, now: datetime
) -> list[Reason]:
    """Whoever plays in a match enters no bare score of it, and changes none. One statement, and
    three for each that they play."""
    locked = locked_among(membership, told, now=now)
    return [
        Reason("you_play_in_it", why_not_yours(PLAY_IT), f"{fixture.uuid}.score_home")
        for fixture in told
        if fixture.pk in locked
    ]


def locked_among(
    membership: Membership | None, fixtures: Collection[Fixture], *, now: datetime
) -> set[int]:
    """The ids of those whose score somebody who runs the league does not tell, since they play."""
    entries = [entry for fixture in fixtures for entry in entries_of(fixture).values()]
    known: dict[str, Any] = {"now": now, "tenures": tenures_behind(entries)}
    return {
        fixture.pk
        for fixture in fixtures
        if not may_enter_result(membership, fixture, **known)
        or (hasattr(fixture, "result") and not decides_on(membership, fixture, **known))
    }


def _faults(stage: Stage, told: Mapping[Fixture, Score], *, now: datetime) -> list[Reason]:
    return [
        fault.at(f"{fixture.uuid}.{fault.subject}")
        for fixture, score in told.items()
        for fault in [
            *_why_not(stage, fixture, now=now),
            *score_faults(stage, pin_of(fixture), score),
        ]
    ]


def _why_not(stage: Stage, fixture: Fixture, *, now: datetime) -> list[Reason]:
    """As one of many reasons, what for a single score is a conflict."""
    try:
        return why_not_now(stage, fixture, now=now)
    except Conflict as conflict:
        return list(conflict.reasons)
