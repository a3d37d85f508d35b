"""A match as it is told to whoever watches: how it went, in numbers, and what it changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from league.pins import edition_of
from league.rulebook import team_sheet_of
from matches.lendings import lending_sentences
from matches.models import Match, Tap
from matches.pitch.crowd import crowd_of
from matches.pitch.reports import DEEDS
from matches.presentation.live import Live, side_of, version_of
from matches.presentation.telling import Ruled, Teller, crowd_words, ending_words
from matches.presentation.timeline import CAUSES, Moment, Timeline
from rules.engine import effects as e
from rules.engine.lineup import LineupPlayer
from rules.engine.match import SIDES, Side, other
from rules.team_sheet import Strength
from rules.words import say
from teams import ledger
from teams.models import Team, Tenure
from web.crests import Crest

Kind = Tap.Kind
COUNTED: Mapping[str, str | Promise] = {
    Kind.TOUCHDOWN: later("Touchdowns"),
    Kind.COMPLETION: later("Completions"),
    Kind.INTERCEPTION: later("Interceptions"),
    Kind.CASUALTY: later("Casualties"),
    Kind.SENT_OFF: later("Sent off"),
}
FACTS: Mapping[str, str | Promise] = {
    "stadium": later("Stadium"),
    "stadium-name": later("Its name"),
    "referee": later("Referee"),
    "gate": later("Gate"),
    "kicks-off": later("Kicks off"),
}


@dataclass(frozen=True, slots=True)
class Versus:
    """A number of both sides, and how a bar of 100 is shared between them."""

    what: str
    home: int
    away: int

    @property
    def share(self) -> int:
        together = self.home + self.away
        return round(100 * self.home / together) if together else 50

    @property
    def rest(self) -> int:
        return 100 - self.share


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as they kicked off, with what they did in this match."""

    number: int
    name: str
    position: str
    standing: str
    skills: str
    profile: Sequence[tuple[str, str]]
    absent: bool
    did: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Killing:
    victim: str
    victims_team: str
    by: str
    how: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a step changed for a side."""

    key: str
    title: str
    rulings: Sequence[Ruled]


@dataclass(frozen=True, slots=True)
class SideStory:
    side: Side
    team: Team
    crest: Crest
    coached_by: Sequence[Tenure]
    score: int
    crowd: int | None
    strength: Strength | None
    value: int | None
    inducements: Sequence[str]
    cards: str
    people: Sequence[PlayerLine]
    changes: Sequence[Change]


class Story:
    """Everything that a viewer's page shows of a match."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.moments: list[Moment] = Timeline(live).moments() if live.has_kicked_off else []

    def about(self, person: Any) -> dict[str, Any]:
        """What `matches/viewer.html` shows, on its own page or inside another."""
        return {
            "story": self,
            "match": self.live.match,
            "access": self.live.viewed.access,
            "version": version_of(self.live.match, person),
        }

    @property
    def lendings(self) -> list[str]:
        """Who lent a side to the other coach, for those who sit at the match."""
        return lending_sentences(self.live.record) if self.live.viewed.access.may_record else []

    @property
    def is_on(self) -> bool:
        return self.live.match.state in (Match.State.PLAYING, Match.State.INTERRUPTED)

    @property
    def timeline(self) -> list[Moment]:
        """The moments, of the turns only those that begin a half."""
        return [each for each in self.moments if each.tap.kind != Kind.TURN or each.half]

    @cached_property
    def home(self) -> SideStory:
        return self._side("home")

    @cached_property
    def away(self) -> SideStory:
        return self._side("away")

    @property
    def sides(self) -> tuple[SideStory, SideStory]:
        return self.home, self.away

    # --- facts

    @property
    def ending(self) -> str:
        """How it ended, where it did not simply end."""
        live = self.live
        return ending_words(live.record, live.told) if live.match.reported_at else ""

    @property
    def facts(self) -> list[tuple[str, str]]:
        live = self.live
        found = [(_("Weather"), live.weather)] if live.facts.get("weather") else []
        for what, title in FACTS.items():
            if value := live.facts.get(what):
                found.append((str(title), self._said(value)))
        given = [each for side in SIDES if (each := live.crowd(side)) is not None]
        crowd = crowd_of(live.match.pin)
        if crowd and len(given) == len(SIDES):
            found.append((_(crowd.label), crowd_words(*given)))
        return found

    def _said(self, value: Any) -> str:
        for side in SIDES:
            if value == side:
                return self.live.record.team(side).name
        return say(self.live.catalogue, value)

    # --- numbers

    @cached_property
    def _deeds(self) -> dict[Side, dict[str, Counter[str]]]:
        """What each player did, by side and key; under no key what nobody remembers."""
        found: dict[Side, dict[str, Counter[str]]] = {side: {} for side in SIDES}
        for tap in self.live.taps:
            side = side_of(tap)
            if side is None or tap.kind not in (*DEEDS, Kind.CASUALTY, Kind.SENT_OFF):
                continue
            who, key = side, tap.data.get("player") or ""
            if tap.kind == Kind.CASUALTY:
                who, key = other(side), tap.data.get("by") or ""
            found[who].setdefault(key, Counter())[tap.kind] += 1
        return found

    @property
    def statistics(self) -> list[Versus]:
        if not self.live.taps:
            return []
        if not edition_of(self.live.match.pin).pitch.knows_players:
            return list(self._of_sides())
        counts = {side: sum(self._deeds[side].values(), Counter[str]()) for side in SIDES}
        return [
            Versus(
                str(said),
                *(
                    self.live.score[side] if kind == Kind.TOUCHDOWN else counts[side][kind]
                    for side in SIDES
                ),
            )
            for kind, said in COUNTED.items()
        ]

    def _of_sides(self) -> Iterator[Versus]:
        """The score, and what is counted for a side and nobody on it."""
        pitch, told = edition_of(self.live.match.pin).pitch, self.live.told
        yield Versus(_(pitch.score.label), *(self.live.score[side] for side in SIDES))
        counts = told.get("counts", {})
        for each in pitch.side_counts:
            yield Versus(_(each.label), *(counts.get(s, {}).get(each.key, 0) for s in SIDES))

    @property
    def killings(self) -> list[Killing]:
        return list(self._killings())

    def _killings(self) -> Iterator[Killing]:
        dead = self.live.dead | {(side, key) for side in SIDES for key in self._buried(side)}
        hurts = {
            (hurt["side"], hurt["player"]): hurt for hurt in self.live.told.get("casualties", ())
        }
        for (side_named, key), hurt in hurts.items():
            side: Side = "home" if side_named == "home" else "away"
            if (side, key) in dead:
                yield Killing(
                    self.live.called(side, key),
                    self.live.record.team(side).name,
                    self.live.called(other(side), hurt["by"]) if hurt["by"] else "",
                    str(CAUSES[hurt.get("how", "unknown")]).lower(),
                )

    def _buried(self, side: Side) -> Iterator[str]:
        """Whom the ledger has buried since."""
        for event in self.live.record.events[side]:
            for effect in ledger.effects_of(event):
                if isinstance(effect, e.Left) and effect.how == "dead":
                    yield effect.player

    # --- sides

    def _side(self, side: Side) -> SideStory:
        live = self.live
        row = live.record.sides[side]
        return SideStory(
            side,
            row.team,
            live.crests[side],
            live.viewed.coached_by(side),
            live.score[side],
            live.crowd(side),
            team_sheet_of(live.record.book).strength,
            row.kick_off["value"] if row.kick_off else None,
            list(self._inducements(side)),
            self._cards(side),
            [self._line(side, who) for who in live.field.people[side].values()]
            if row.kick_off
            else [],
            list(self._changes(side)),
        )

    def _inducements(self, side: Side) -> Iterator[str]:
        live = self.live
        for bought in live.facts_of(side, "inducement"):
            yield f"{bought['count']} × {live.name(bought['key'])}"
        for hired in ("hired-star", "hired-staff"):
            yield from map(live.name, live.facts_of(side, hired))
        for mercenary in live.facts_of(side, "mercenary"):
            yield _("Mercenary: %(position)s") % {"position": live.name(mercenary["position"])}
        for bought in live.facts_of(side, "special-plays-bought"):
            price = f", {bought['count'] * bought['price']:,}" if "price" in bought else ""
            yield f"{bought['count']} × {live.name(bought['deck'])}{price}"

    def _cards(self, side: Side) -> str:
        """The cards that were played; what is still on the hand is its coach's affair."""
        played = (t for t in self.live.taps if t.kind == Kind.CARD and t.side == side)
        return ", ".join(self.live.name(tap.data["card"]) for tap in played)

    def _line(self, side: Side, who: LineupPlayer) -> PlayerLine:
        live = self.live
        deeds = self._deeds[side].get(who.key, Counter())
        return PlayerLine(
            who.number,
            who.name or live.name(who.position),
            live.name(who.position),
            who.standing,
            ", ".join(map(live.name, who.skills)),
            [
                (live.name(each), live.catalogue.said(each, value))
                for each, value in who.profile.items()
            ],
            who.absent,
            [(str(Kind(kind).label), deeds[kind]) for kind in COUNTED if deeds[kind]],
        )

    def _changes(self, side: Side) -> Iterator[Change]:
        """The events of its ledger, step by step, as far as the person may see them."""
        record, access = self.live.record, self.live.viewed.access
        teller = Teller.of(record, side)
        for key, (place, step) in record.steps.items():
            rulings = [
                teller.event(event)
                for event in record.events[side]
                if event.step == place and access.sees(event.visible, side)
            ]
            told = [each for each in rulings if each.has_gold or each.effects or each.because]
            if told:
                yield Change(key, _(step.title), told)
