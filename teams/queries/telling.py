"""The events that speak of a player: each with what of it is about them, and when it holds."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from rules.catalogue import Catalogue
from rules.engine import effects as e
from rules.engine.rulings import Line
from rules.engine.visibility import visible_of
from rules.words import effect_words
from teams import ledger
from teams.models import Chapter, Contract, TeamEvent
from teams.permissions import TeamAccess
from teams.queries.ledgers import (
    PLACE,
    Named,
    Names,
    catalogue_of,
    lines_of,
    may_read,
    names_in,
    other_team,
    people_in,
)
from teams.words import Because, because, chapter_said


@dataclass(frozen=True, slots=True)
class When:
    """The part of a team's life in which something happened."""

    season: int
    said: str
    opponent: Named | None
    team: Named


@dataclass(frozen=True, slots=True)
class EventText:
    """One event, and what of it is about the player."""

    event: TeamEvent
    keys: frozenset[str]
    access: TeamAccess
    names: Names
    when: When
    effects: tuple[e.Effect, ...]
    is_alone: bool

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.event)

    @property
    def casualties(self) -> list[dict[str, Any]]:
        return [effect.value for effect in self.effects if isinstance(effect, e.Fact)]

    def say(self, effect: e.Effect) -> str:
        return effect_words(self.catalogue, effect, people_in(self.event, self.names))

    def because(self) -> Because:
        """The event's arithmetic for this player: others may be hurt in the same breath."""
        lines = lines_of(self.event, self.access)
        if not self.is_alone:
            rolled = [line for fact in self.casualties for line in _rolled(fact)]
            named = [line for line in lines if line.params.get("player") in self.keys]
            lines = [*rolled, *named]
        return because(self.catalogue, lines, people_in(self.event, self.names))

    def done_by(self) -> str:
        """Who hurt the player, if anybody wrote it down."""
        theirs = self.names.get(other_team(self.event) or 0, {})
        by = next((fact["by"] for fact in self.casualties if fact.get("by")), "")
        return theirs.get(by, "")


def _rolled(fact: dict[str, Any]) -> list[Line]:
    pairs = zip(fact.get("rolled", ()), fact.get("results", ()), strict=False)
    return [Line("casualty-roll", None, {"rolled": r, "result": name}) for r, name in pairs]


def told_of(contracts: list[Contract], access: TeamAccess) -> list[EventText]:
    """Every standing event about the player, in the order in which they hold. Three statements.

    The database looks for the player's key in the text of the effects; here it is read properly.
    """
    spoken_of = Q()
    for contract in contracts:
        quoted = json.dumps(contract.key)
        spoken_of |= Q(team=contract.team_id, text__contains=quoted)
    events = list(
        TeamEvent.objects.filter(reverses=None, reversed_by=None)
        .annotate(text=Cast("effects", TextField()))
        .filter(spoken_of)
        .select_related("chapter__season", "chapter__opponent", "pin__catalogue")
        .defer("pin__catalogue__data")
        .order_by(*PLACE)
    )
    events.sort(key=lambda event: _spell_of(event, contracts))
    teams = [contract.team_id for contract in contracts]
    numbers = _match_numbers(teams)
    names = names_in(teams, events)
    event_texts = (
        _about(event, contracts, _hand_on(event, access), names, numbers) for event in events
    )
    return [
        each for each in event_texts if each.effects and may_read(each.event.visible, each.access)
    ]


def _spell_of(event: TeamEvent, contracts: list[Contract]) -> int:
    """Which of a player's times with a team an event speaks of; they may have come back to one."""
    spoken_of = {subject_of(effect) for effect in ledger.effects_of(event)}
    theirs = [n for n, contract in enumerate(contracts) if contract.team_id == event.team_id]
    return next((n for n in theirs if contracts[n].key in spoken_of), theirs[0])


def _hand_on(event: TeamEvent, access: TeamAccess) -> TeamAccess:
    """Whoever coaches the player's team today is told no secrets of an earlier one."""
    if access.tenure and access.tenure.team_id != event.team_id:
        return TeamAccess(access.membership, None)
    return access


def _match_numbers(teams: Iterable[int]) -> dict[int, int]:
    """Which match of its team each chapter is. One statement."""
    matches = Chapter.objects.filter(team__in=teams, kind=Chapter.Kind.MATCH)
    played: dict[int, int] = {}
    numbers = {}
    for chapter, team in matches.order_by("team", "position").values_list("id", "team"):
        numbers[chapter] = played[team] = played.get(team, 0) + 1
    return numbers


def _about(
    event: TeamEvent,
    contracts: list[Contract],
    access: TeamAccess,
    names: Names,
    numbers: dict[int, int],
) -> EventText:
    chapter, opponent = event.chapter, event.chapter.opponent
    here = [contract for contract in contracts if contract.team_id == event.team_id]
    keys = frozenset(contract.key for contract in here)
    effects = [each for each in ledger.effects_of(event) if may_read(visible_of(each), access)]
    text = chapter_said(
        chapter.kind,
        opponent=opponent.name if opponent else "",
        number=numbers.get(chapter.pk, 0),
    )
    return EventText(
        event=event,
        keys=keys,
        access=access,
        names=names,
        when=When(
            season=chapter.season.number,
            said=text,
            opponent=Named(opponent.uuid, opponent.name) if opponent else None,
            team=Named(here[0].team.uuid, here[0].team.name),
        ),
        effects=tuple(effect for effect in effects if subject_of(effect) in keys),
        is_alone={subject_of(effect) for effect in effects} <= {*keys, ""},
    )


def subject_of(effect: e.Effect) -> str:
    """The id of the player whom an effect is about; none if it is about the team."""
    match effect:
        case e.Joined(player=player):
            return player.id
        case e.Fact(what="casualty", value=dict() as value):
            return str(value.get("player", ""))
        case _:
            return getattr(effect, "player", "")
