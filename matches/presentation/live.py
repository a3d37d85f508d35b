"""A match as it stands this moment: its version, and its taps with whoever is on the pitch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from matches import reading
from matches.models import Match, Tap
from matches.pitch import reports
from matches.pitch.casualties import CasualtyRecord, casualties_in
from matches.pitch.crowd import crowd_of
from matches.pitch.lineups import field_of, standing
from matches.pitch.lineups import standing_taps as standing_in
from matches.pitch.reports import Lineup, StandingTap
from matches.queries import Viewed
from matches.record import MatchRecord
from rules.catalogue import Catalogue
from rules.engine import effects as e
from rules.engine.lineup import CROWD, LineupPlayer
from rules.engine.match import SIDES, Side
from rules.words import name
from teams import ledger
from teams.crests import crest_of
from web.crests import Crest

# --- version


def version_of(match: Match, person: Any, *, taps_ago: int = 0) -> str:
    """What the match looks like to one person: whatever is put in changes it, each tap by one."""
    revision = match.revision - taps_ago
    return f'"{match.pk}.{revision}.{match.state}.{person.pk or 0}.{get_language()}"'


def differs_by_taps(version: str, match: Match, person: Any, *, taps: int) -> bool:
    """Whether whoever has this version lacks these taps and nothing else."""
    return version.removeprefix("W/") == version_of(match, person, taps_ago=taps)


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
    def record(self) -> MatchRecord:
        return self.viewed.record

    @property
    def match(self) -> Match:
        return self.viewed.match

    @property
    def catalogue(self) -> Catalogue:
        return self.record.book.catalogue

    @cached_property
    def taps(self) -> list[Tap]:
        """Those that stand, in their order."""
        return standing(self.entered)

    @cached_property
    def standing_taps(self) -> list[StandingTap]:
        return standing_in(self.entered)

    @cached_property
    def field(self) -> Lineup:
        return field_of(self.record, self.standing_taps)

    @cached_property
    def casualties_in(self) -> dict[str, CasualtyRecord]:
        return casualties_in(self.record, self.standing_taps, self.field)

    @cached_property
    def dead(self) -> set[tuple[str, str]]:
        """Whom the dice have killed, by side and key."""
        casualty_records = (each for each in self.casualties_in.values() if each.is_dead)
        return {(each.hurt["side"], each.hurt["player"]) for each in casualty_records}

    @cached_property
    def crests(self) -> dict[Side, Crest]:
        return {side: crest_of(self.record.team(side)) for side in SIDES}

    @cached_property
    def told(self) -> Mapping[str, Any]:
        """The report, or what the taps would report now."""
        if self.record.report:
            return self.record.told
        if not self.has_kicked_off:
            return reports.NOTHING
        return reports.as_data(self.standing_taps, self.field, reports.MatchEnding())

    @property
    def has_kicked_off(self) -> bool:
        return all(row.kick_off for row in self.record.sides.values())

    @property
    def score(self) -> Mapping[str, int]:
        told: Mapping[str, int] = self.told["score"]
        return told

    @property
    def last_number(self) -> int:
        return self.entered[-1].number if self.entered else 0

    def called(self, side: Side, key: str) -> str:
        """Number and name of somebody, or the position of one without a name."""
        who = self.field.who(side, key)
        return self.name_of(who) if who else key

    def name_of(self, who: LineupPlayer) -> str:
        if not who.name:
            return self.name(who.position)
        return f"{who.number} {who.name}" if who.number else who.name

    def name(self, key: str) -> str:
        return name(self.catalogue, key)

    # --- facts that hold for this match, as far as the person may see them

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What was settled for both before the match; of several the last one."""
        runs = sorted(self.record.runs.values(), key=lambda run: run.place)
        effects = (e.from_data(data) for run in runs for data in run.facts)
        return {
            each.what: each.value
            for each in effects
            if isinstance(each, e.Fact) and each.visible == "public"
        }

    def facts_of(self, side: Side, what: str) -> list[Any]:
        """What was settled for a side, under one name."""
        return [fact.value for fact in self._side_facts(side) if fact.what == what]

    def _side_facts(self, side: Side) -> Iterator[e.Fact]:
        for event in self.record.events[side]:
            if not self.viewed.access.sees(event.visible, side):
                continue
            for effect in ledger.effects_of(event):
                if isinstance(effect, e.Fact) and self.viewed.access.sees(effect.visible, side):
                    yield effect

    @property
    def weather(self) -> str:
        """The weather as it is now, after whatever changed it."""
        return self.name(self.weather_tapped or self.facts.get("weather", ""))

    @property
    def weather_tapped(self) -> str:
        """What it was changed to on the pitch."""
        changed = [tap.data["weather"] for tap in self.taps if tap.kind == Tap.Kind.WEATHER]
        return str(changed[-1]) if changed else ""

    def crowd(self, side: Side) -> int | None:
        """What it gives a side, now or at the end; None where nobody has counted the fans."""
        crowd = crowd_of(self.record.match.pin)
        if crowd is None:
            return None
        told = self.told.get(CROWD, {}).get(side)
        changed = [tap.data[side] for tap in self.taps if tap.kind == Tap.Kind.CROWD]
        found = [told] if told is not None else [*self.facts_of(side, crowd.fact), *changed]
        return found[-1] if found else None


def live_of(viewed: Viewed) -> Live:
    """One statement."""
    taps = viewed.match.taps.select_related("words", "actor").order_by("number")
    return Live(viewed, list(taps))


def side_of(tap: Tap) -> Side | None:
    return reading.side_of(tap.side) if tap.side else None
