"""The ledger: every event of a team in the order in which it holds, with the balance after it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from league.pins import book_of
from rules.catalogue import Catalogue
from rules.engine import effects as e
from rules.engine.rulings import Line
from rules.engine.visibility import visible_of
from rules.words import People, effect_words
from teams import ledger
from teams.models import Contract, TeamEvent
from teams.permissions import TeamAccess
from teams.queries.heads import Head
from teams.words import Because, because, chapter_said, kind_said

PLACE = ("chapter__position", "step", "ordinal", "seq")


# --- the whole of it, in few words


@dataclass(frozen=True, slots=True)
class ChapterSaid:
    """A part of the team's life, by its position; matches are counted."""

    position: int
    kind: str
    season: int
    said: str


@dataclass(frozen=True, slots=True)
class Posting:
    """An event as the sums see it. What was taken back, and the taking back, count for nothing."""

    id: int
    seq: int
    kind: str
    gold: int
    balance: int
    chapter: ChapterSaid
    is_hidden: bool
    is_secret: bool
    reverses: int | None
    reversed_by: int | None

    @property
    def counts(self) -> bool:
        return self.reverses is None and self.reversed_by is None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a ledger somebody wants to see; nothing given is everything."""

    kind: str = ""
    chapter: int | None = None
    season: int | None = None
    # Only what moved gold: no noughts, no bookkeeping.
    gold_only: bool = False

    def __bool__(self) -> bool:
        return bool(self.kind) or self.chapter is not None or self.season is not None

    def fits(self, posting: Posting) -> bool:
        return (
            self.kind in ("", posting.kind)
            and self.chapter in (None, posting.chapter.position)
            and self.season in (None, posting.chapter.season)
            and (posting.gold != 0 or not self.gold_only)
        )


@dataclass(frozen=True, slots=True)
class KindSum:
    """What all events of a kind together have brought or cost; no kind is what is not shown."""

    kind: str
    said: str
    times: int
    gold: int


@dataclass(frozen=True)
class Ledger:
    """All postings of a team, oldest first."""

    head: Head
    postings: tuple[Posting, ...]

    @cached_property
    def shown(self) -> tuple[Posting, ...]:
        return tuple(posting for posting in self.postings if not posting.is_hidden)

    def wanted(self, wanted: Wanted) -> list[Posting]:
        return [posting for posting in self.shown if wanted.fits(posting)]

    @cached_property
    def kinds(self) -> list[tuple[str, str]]:
        named = {posting.kind: kind_said(posting.kind) for posting in self.shown}
        return sorted(named.items(), key=lambda pair: pair[1].casefold())

    @cached_property
    def chapters(self) -> list[ChapterSaid]:
        """The latest first."""
        return list(dict.fromkeys(posting.chapter for posting in reversed(self.shown)))

    @cached_property
    def seasons(self) -> list[int]:
        return sorted({chapter.season for chapter in self.chapters}, reverse=True)

    @cached_property
    def sums(self) -> list[KindSum]:
        """Why the treasury is what it is: gold by kind, in the order in which kinds first came."""
        of_kind: dict[str, list[int]] = {}
        for posting in self.postings:
            if posting.counts and posting.gold:
                of_kind.setdefault("" if posting.is_hidden else posting.kind, []).append(
                    posting.gold
                )
        return [
            KindSum(kind, kind_said(kind) if kind else "", len(gold), sum(gold))
            for kind, gold in of_kind.items()
        ]


def ledger_of(head: Head) -> Ledger:
    """One statement, however long the team has lived."""
    events = head.team.events.order_by(*PLACE).values_list(
        *("id", "seq", "kind", "gold", "visible", "reverses__seq", "reversed_by__seq"),
        *("chapter__position", "chapter__kind", "chapter__season__number"),
        "chapter__opponent__name",
    )
    chapters: dict[int, ChapterSaid] = {}
    postings, balance, matches = [], 0, 0
    for id_, seq, kind, gold, visible, reverses, by, position, of, season, opponent in events:
        if position not in chapters:
            matches += of == "match"
            text = chapter_said(of, opponent=opponent or "", number=matches)
            chapters[position] = ChapterSaid(position, of, season, text)
        if reverses is None and by is None:
            balance += gold
        seen = (not may_read(visible, head.access), visible != "public")
        about = (id_, seq, kind, gold, balance, chapters[position])
        postings.append(Posting(*about, *seen, reverses, by))
    return Ledger(head, tuple(postings))


def may_read(visible: str, access: TeamAccess) -> bool:
    """One side's secrets are its coaches' alone, and no commissioner's; the server's nobody's."""
    return visible == "public" or (visible == "side" and access.coaches)


# --- single events, in full


@dataclass(frozen=True, slots=True)
class EffectSaid:
    data: dict[str, Any]
    sentence: str


@dataclass(frozen=True, slots=True)
class Named:
    uuid: UUID
    name: str


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An event with everything that is to be known about it."""

    posting: Posting
    kind_said: str
    at: datetime
    because: Because
    effects: tuple[EffectSaid, ...]
    match: UUID | None
    opponent: Named | None
    player: Named | None
    words: str
    is_redacted: bool
    actor: str
    on_behalf_of: str
    reason: str
    is_override: bool
    # The treasury that it was ruled by, where something was put in before it since.
    went_by: int | None = None

    @property
    def changes(self) -> tuple[str, ...]:
        """What is different now; the gold stands in its own column, and facts change nothing."""
        return tuple(
            effect.sentence
            for effect in self.effects
            if effect.data["kind"] not in ("gold", "fact")
        )


def entries_of(head: Head, postings: Sequence[Posting]) -> list[LedgerEntry]:
    """These postings in full, in the same order. Two statements."""
    events = (
        TeamEvent.objects.filter(pk__in=[posting.id for posting in postings])
        .select_related(
            *("act__actor", "act__on_behalf_of", "chapter__opponent", "player", "words"),
            *("pin__catalogue", "linked_team"),
        )
        .defer("pin__catalogue__data", "act__payload")
        .in_bulk()
    )
    names = names_in([head.team.pk], events.values())
    return [
        _entry(head, posting, events[posting.id], people_in(events[posting.id], names))
        for posting in postings
    ]


Names = dict[int, dict[str, str]]


def names_in(teams: Iterable[int], events: Iterable[TeamEvent]) -> Names:
    """What the players are called whom these events may speak of, by team. One statement."""
    teams = {*teams} | {other for event in events if (other := other_team(event))}
    names: Names = {}
    for whose, key, name in Contract.objects.filter(team__in=teams).values_list(
        "team", "key", "player__name"
    ):
        names.setdefault(whose, {})[key] = name
    return names


def other_team(event: TeamEvent) -> int | None:
    return event.linked_team_id or event.chapter.opponent_id


def people_in(event: TeamEvent, names: Names) -> People:
    theirs = names.get(other_team(event) or 0, {})
    return People(names.get(event.team_id, {}), theirs)


def lines_of(event: TeamEvent, access: TeamAccess) -> list[Line]:
    lines = (Line(**line) for line in event.because)
    return [line for line in lines if may_read(line.visible, access)]


def effects_of(
    event: TeamEvent, access: TeamAccess, catalogue: Catalogue, people: People
) -> tuple[EffectSaid, ...]:
    return tuple(
        EffectSaid(e.to_data(effect), effect_words(catalogue, effect, people))
        for effect in ledger.effects_of(event)
        if may_read(visible_of(effect), access)
    )


def _entry(head: Head, posting: Posting, event: TeamEvent, people: People) -> LedgerEntry:
    catalogue = catalogue_of(event)
    act, words = event.act, event.words
    opponent = event.chapter.opponent or event.linked_team
    return LedgerEntry(
        posting=posting,
        kind_said=kind_said(posting.kind),
        at=event.at,
        because=because(catalogue, lines_of(event, head.access), people),
        effects=effects_of(event, head.access, catalogue, people),
        match=event.chapter.match,
        opponent=Named(opponent.uuid, opponent.name) if opponent else None,
        player=Named(event.player.uuid, event.player.name) if event.player else None,
        words=words.text if words and not words.redacted_at else "",
        is_redacted=bool(words and words.redacted_at),
        actor=str(act.actor) if act.actor else "",
        on_behalf_of=str(act.on_behalf_of) if act.on_behalf_of else "",
        reason=act.reason,
        is_override=act.override,
        went_by=_went_by(posting, event),
    )


def _went_by(posting: Posting, event: TeamEvent) -> int | None:
    """What was put in late stands before a line that had another treasury to go by."""
    told = [line["params"]["treasury"] for line in event.because if "treasury" in line["params"]]
    if not posting.counts or not told or not isinstance(told[0], int):
        return None
    before = posting.balance - posting.gold
    return told[0] if told[0] != before else None


def catalogue_of(event: TeamEvent) -> Catalogue:
    return book_of(event.pin).catalogue


# --- the last of it, for the roster


@dataclass(frozen=True, slots=True)
class LastGold:
    """Gold that came or went, and what was there afterwards."""

    seq: int
    kind_said: str
    opponent: str
    at: datetime
    gold: int
    balance: int


def last_gold(head: Head, *, at_most: int = 4) -> tuple[LastGold, ...]:
    """The latest first. One statement."""
    events = (
        head.team.events.filter(reverses=None, reversed_by=None)
        .exclude(gold=0)
        .select_related("chapter__opponent")
        .defer("effects", "because")
        .order_by(*(f"-{part}" for part in PLACE))
    )
    found, balance = [], head.team.treasury
    for event in events[:at_most]:
        opponent = event.chapter.opponent
        if may_read(event.visible, head.access):
            found.append(
                LastGold(
                    seq=event.seq,
                    kind_said=kind_said(event.kind),
                    opponent=opponent.name if opponent else "",
                    at=event.at,
                    gold=event.gold,
                    balance=balance,
                )
            )
        balance -= event.gold
    return tuple(found)
