"""What the pages of adjustments show: what would change, and what can be taken back."""

from dataclasses import dataclass

from rules.catalogue import Catalogue
from rules.engine.effects import Effect, Gold
from rules.words import People, effect_words
from teams import ledger
from teams.commands.adjusting import Proposed
from teams.commands.taking_back import REVERSAL, Reversal
from teams.models import Chapter, Team, TeamEvent
from teams.words import Because, because, kind_said

MOST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change: sentences, arithmetic, and the team's measure before and after."""

    changes: tuple[str, ...]
    because: Because
    value: int
    value_after: int | None
    treasury: int
    treasury_after: int | None
    broken: tuple[str, ...] = ()

    @property
    def value_change(self) -> int:
        return 0 if self.value_after is None else self.value_after - self.value

    @property
    def treasury_change(self) -> int:
        return 0 if self.treasury_after is None else self.treasury_after - self.treasury


def preview_of(proposed: Proposed) -> Preview | None:
    """None where the change cannot be."""
    would_be, roster = proposed.would_be, proposed.roster
    if would_be is None:
        return None
    people = People({key: each.player.name for key, each in roster.contracts.items()})
    catalogue = proposed.book.catalogue
    gold = sum(effect.amount for effect in would_be.effects if isinstance(effect, Gold))
    return Preview(
        changes=tuple(_said(catalogue, would_be.effects, people)),
        because=because(catalogue, would_be.because, people),
        value=roster.team.value,
        value_after=proposed.value_after,
        treasury=roster.team.treasury,
        treasury_after=roster.team.treasury + gold,
        broken=tuple(str(reason.message) for reason in proposed.reasons),
    )


def preview_of_reversal(team: Team, considered: Reversal) -> Preview:
    """What the event did, and the team without it."""
    people = People(dict(team.contracts.values_list("key", "player__name")))
    catalogue = considered.book.catalogue
    after = considered.after
    return Preview(
        changes=tuple(_said(catalogue, ledger.effects_of(considered.event), people)),
        because=Because(),
        value=team.value,
        value_after=considered.value_after,
        treasury=team.treasury,
        treasury_after=after.treasury if after else None,
        broken=tuple(str(reason.message) for reason in considered.broken),
    )


@dataclass(frozen=True, slots=True)
class Done:
    """Something that happened between matches and can be looked at for taking back."""

    event: TeamEvent

    @property
    def said(self) -> str:
        return kind_said(self.event.kind)


def lately(team: Team) -> list[Done]:
    """The latest that could be taken back. One statement."""
    events = (
        team.events.filter(chapter__kind=Chapter.Kind.BETWEEN, reverses=None, reversed_by=None)
        .exclude(kind=REVERSAL)
        .exclude(effects=[])
        .select_related("act__actor", "player")
        .order_by("-seq")
    )
    return [Done(event) for event in events[:MOST_SHOWN]]


def _said(
    catalogue: Catalogue, effects: tuple[Effect, ...] | list[Effect], people: People
) -> list[str]:
    return [effect_words(catalogue, effect, people) for effect in effects]
