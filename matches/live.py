"""A match as it stands this moment: its version, and its taps with whoever is on the pitch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from matches import pitch, reading
from matches.casualties import Suffering, sufferings
from matches.field import field_of, standing
from matches.field import seen as seen_in
from matches.models import Match, Tap
from matches.pitch import Field, Seen
from matches.play import Play
from matches.queries import Viewed
from rules.catalogue import Catalogue
from rules.engine import effects as e
from rules.engine.lineup import Fielded
from rules.engine.match import SIDES, Side
from rules.words import name
from teams import ledger
from teams.crests import crest_of
from web.crests import Crest

# --- version


def version_of(match: Match, person: Any) -> str:
    """What the match looks like to one person: whatever is put in changes it."""
    return f'"{match.pk}.{match.revision}.{match.state}.{person.pk or 0}.{get_language()}"'


def unchanged(request: HttpRequest, match: Match) -> HttpResponse | None:
    """The answer 304 for whoever has this version already."""
    if "If-None-Match" not in request.headers:
        return None
    answer = get_conditional_response(request, etag=version_of(match, request.user))
    return answer if answer is not None and answer.status_code == 304 else None


# --- the match


@dataclass
class Live:
    """A match as one person sees it, with every tap that was entered."""

    viewed: Viewed
    entered: Sequence[Tap]

    @property
    def play(self) -> Play:
        return self.viewed.play

    @property
    def match(self) -> Match:
        return self.viewed.match

    @property
    def catalogue(self) -> Catalogue:
        return self.play.book.catalogue

    @cached_property
    def taps(self) -> list[Tap]:
        """Those that stand, in their order."""
        return standing(self.entered)

    @cached_property
    def seen(self) -> list[Seen]:
        return seen_in(self.entered)

    @cached_property
    def field(self) -> Field:
        return field_of(self.play, self.seen)

    @cached_property
    def sufferings(self) -> dict[str, Suffering]:
        return sufferings(self.play, self.seen, self.field)

    @cached_property
    def dead(self) -> set[tuple[str, str]]:
        """Whom the dice have killed, by side and key."""
        found = (each for each in self.sufferings.values() if each.is_dead)
        return {(each.hurt["side"], each.hurt["player"]) for each in found}

    @cached_property
    def crests(self) -> dict[Side, Crest]:
        return {side: crest_of(self.play.team(side)) for side in SIDES}

    @cached_property
    def told(self) -> Mapping[str, Any]:
        """The report, or what the taps would report now."""
        if self.play.report:
            return self.play.told
        if not self.has_kicked_off:
            return pitch.NOTHING
        return pitch.as_data(self.seen, self.field, pitch.Ending())

    @property
    def has_kicked_off(self) -> bool:
        return all(row.kick_off for row in self.play.sides.values())

    @property
    def touchdowns(self) -> Mapping[str, int]:
        told: Mapping[str, int] = self.told["touchdowns"]
        return told

    @property
    def last_number(self) -> int:
        return self.entered[-1].number if self.entered else 0

    def called(self, side: Side, key: str) -> str:
        """Number and name of somebody, or the position of one without a name."""
        who = self.field.who(side, key)
        return self.name_of(who) if who else key

    def name_of(self, who: Fielded) -> str:
        if not who.name:
            return self.name(who.position)
        return f"{who.number} {who.name}" if who.number else who.name

    def name(self, key: str) -> str:
        return name(self.catalogue, key)

    # --- facts that hold for this match, as far as the person may see them

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What was settled for both before the match; of several the last one."""
        runs = sorted(self.play.runs.values(), key=lambda run: run.place)
        found = (e.from_data(data) for run in runs for data in run.facts)
        return {
            each.what: each.value
            for each in found
            if isinstance(each, e.Fact) and each.visible == "public"
        }

    def facts_of(self, side: Side, what: str) -> list[Any]:
        """What was settled for a side, under one name."""
        return [fact.value for fact in self._side_facts(side) if fact.what == what]

    def _side_facts(self, side: Side) -> Iterator[e.Fact]:
        for event in self.play.events[side]:
            if not self.viewed.seat.sees(event.visible, side):
                continue
            for effect in ledger.effects_of(event):
                if isinstance(effect, e.Fact) and self.viewed.seat.sees(effect.visible, side):
                    yield effect

    @property
    def weather(self) -> str:
        """The weather as it is now, after whatever changed it."""
        changed = [tap.data["weather"] for tap in self.taps if tap.kind == Tap.Kind.WEATHER]
        return self.name(changed[-1] if changed else self.facts.get("weather", ""))

    def fame(self, side: Side) -> int | None:
        """As it stands, or stood at the end; None where nobody has counted the fans."""
        told = self.told.get("fame", {}).get(side)
        changed = [tap.data[side] for tap in self.taps if tap.kind == Tap.Kind.FAME]
        found = [told] if told is not None else [*self.facts_of(side, "fame"), *changed]
        return found[-1] if found else None


def live_of(viewed: Viewed) -> Live:
    """One statement."""
    taps = viewed.match.taps.select_related("words", "actor").order_by("number")
    return Live(viewed, list(taps))


def side_of(tap: Tap) -> Side | None:
    return reading.side_of(tap.side) if tap.side else None
