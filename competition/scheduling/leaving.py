"""A team that leaves a stage: what becomes of each of its fixtures."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from competition.scheduling.complaints import refuse
from competition.scheduling.rounds import Pairing, TeamId
from rules.engine.rulings import Reason


class Leaving(Enum):
    """What the commissioner chooses."""

    WALKOVERS = "walkovers"
    """Results stand; opponents to come win without a match."""
    DELETED = "deleted"
    """As if the team had never been there."""
    REPLACED = "replaced"
    """Results stand; another team plays what is left."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture of the stage as it stands, by its id."""

    id: int
    pairing: Pairing
    played: bool = False


@dataclass(frozen=True, slots=True)
class Walkover:
    fixture: int
    winner: TeamId


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Will not be played."""

    fixture: int


@dataclass(frozen=True, slots=True)
class ResultDeleted:
    """Was played and no longer counts."""

    fixture: int


@dataclass(frozen=True, slots=True)
class Replaced:
    fixture: int
    pairing: Pairing


Change = Walkover | Cancelled | ResultDeleted | Replaced


def leave(
    team: TeamId,
    *,
    fixtures: Sequence[Fixture],
    how: Leaving,
    replacement: TeamId | None = None,
) -> tuple[Change, ...]:
    """What changes, in the order of the fixtures; those of others never do."""
    refuse(_about_leaving(team, fixtures, how, replacement))
    changes: list[Change] = []
    for fixture in fixtures:
        if team not in fixture.pairing.teams:
            continue
        if how is Leaving.DELETED:
            changes.append(ResultDeleted(fixture.id) if fixture.played else Cancelled(fixture.id))
        elif not fixture.played and replacement is not None:
            changes.append(Replaced(fixture.id, _instead(fixture.pairing, team, replacement)))
        elif not fixture.played:
            changes.append(Walkover(fixture.id, _opponent(fixture.pairing, team)))
    return tuple(changes)


def _about_leaving(
    team: TeamId, fixtures: Sequence[Fixture], how: Leaving, replacement: TeamId | None
) -> list[Reason]:
    present = {each for fixture in fixtures for each in fixture.pairing.teams}
    reasons = []
    if team not in present:
        reasons.append(Reason("not-in-the-stage", "team", {"team": team}))
    reasons += about_replacement(how, is_named=replacement is not None)
    if how is Leaving.REPLACED and replacement in present:
        reasons.append(Reason("plays-already", "replacement", {"team": replacement}))
    return reasons


def about_replacement(how: Leaving, *, is_named: bool) -> list[Reason]:
    """Whoever is replaced needs a replacement, and nobody else does."""
    if how is Leaving.REPLACED and not is_named:
        return [Reason("no-replacement", "replacement")]
    if how is not Leaving.REPLACED and is_named:
        return [Reason("replacement-not-wanted", "replacement")]
    return []


def _opponent(pairing: Pairing, team: TeamId) -> TeamId:
    return pairing.away if pairing.home == team else pairing.home


def _instead(pairing: Pairing, team: TeamId, replacement: TeamId) -> Pairing:
    if pairing.home == team:
        return Pairing(replacement, pairing.away)
    return Pairing(pairing.home, replacement)
