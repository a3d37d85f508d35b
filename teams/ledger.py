"""The ledger: what happened to a team is written once, and the present follows from it.

`seq` numbers events as they are written; their place (chapter, step, ordinal) says when they hold.
The present is the fold of those that are not reversed, by place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from acts.models import Act
from league.models import RulesPin
from league.pins import book_of
from league.rulebook import answers_of, rule
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.circumstances import OfTeam
from rules.engine.effects import Effect, Gold, Left, from_data, to_data
from rules.engine.fold import Impossible, fold
from rules.engine.rulings import Allowed, Line, Visible, total
from teams import projection
from teams.models import Chapter, Contract, Player, Team, TeamEvent, Words
from teams.newcomers import Person
from teams.projection import Roster
from teams.rostered import claims_something, why_taken
from teams.upcasting import SCHEMA, upcast


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A ruling to be written down, under the name that coaches know it by."""

    kind: str
    effects: tuple[Effect, ...] = ()
    because: tuple[Line, ...] = ()
    player: Player | None = None
    words: str = ""
    visible: Visible = "public"
    linked_team: Team | None = None
    step: int = 0

    @classmethod
    def of(cls, kind: str, ruling: Allowed, **about: Any) -> "LedgerEntry":
        return cls(kind, ruling.effects, ruling.because, **about)

    @property
    def gold(self) -> int:
        return sum(effect.amount for effect in self.effects if isinstance(effect, Gold))


def lock(team: Team) -> Team:
    """The team's row, read again and held until the transaction ends: events are numbered by it,
    and two purchases at once must not both spend the last gold. Inside a transaction."""
    # No joins: the league's row would be held along, and whoever holds one team of it and waits for
    # another would wait forever.
    return Team.objects.select_for_update(no_key=True).get(pk=team.pk)


def lock_all(teams: Iterable[int] | QuerySet[Any]) -> dict[int, Team]:
    """Teams by their ids, locked in the order of these. One statement."""
    rows = Team.objects.select_for_update(no_key=True).filter(pk__in=teams)
    return {team.pk: team for team in rows.order_by("pk")}


def hold(teams: QuerySet[Any]) -> None:
    """The same without reading them. One statement."""
    rows = Team.objects.select_for_update(no_key=True).filter(pk__in=teams)
    list(rows.order_by("pk").values_list("pk"))


def record(
    team: Team,
    entries: Sequence[LedgerEntry],
    *,
    act: Act,
    chapter: Chapter,
    pin: RulesPin,
    now: datetime,
    people: Mapping[str, Person] | None = None,
) -> list[TeamEvent]:
    """Write down what happened last, and what holds now. The team is locked.

    Raises Refused if the team does not bear it; then nothing is to be written.
    """
    roster = projection.read(team)
    about: dict[str, Any] = {"act": act, "chapter": chapter, "pin": pin, "now": now}
    return record_on(roster, entries, people=people, **about)[0]


def record_on(
    roster: Roster,
    entries: Sequence[LedgerEntry],
    *,
    act: Act,
    chapter: Chapter,
    pin: RulesPin,
    now: datetime,
    people: Mapping[str, Person] | None = None,
) -> tuple[list[TeamEvent], Roster]:
    """The same on a roster that was read since its team is locked; gives it as it stands then."""
    draft = PendingEvents(roster)
    events = draft.add(entries, act=act, chapter=chapter, pin=pin, now=now)
    (after,) = flush([draft], pin=pin, people=people)
    return events, after


@dataclass
class PendingEvents:
    """What happened to a team until `now` and is not written down yet. `before` is how its rows
    stand."""

    before: Roster
    events: list[TeamEvent] = field(default_factory=list)
    departed: dict[str, projection.Departed] = field(default_factory=dict)
    now: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.after = self.before

    def add(
        self,
        entries: Sequence[LedgerEntry],
        *,
        act: Act,
        chapter: Chapter,
        pin: RulesPin,
        now: datetime,
    ) -> list[TeamEvent]:
        """Raises Refused if the team does not bear it; then nothing is to be written."""
        present, departed = _after(self.after, entries)
        team = self.before.team
        fresh = [
            _event(team, entry, act=act, chapter=chapter, pin=pin, now=now) for entry in entries
        ]
        self.now = now
        self.events += fresh
        self.departed |= departed
        self.after = Roster(team, self.before.contracts, present)
        return fresh

    def bears(self, entries: Iterable[LedgerEntry]) -> bool:
        """Whether they speak only of people who have a row: nobody comes and goes unwritten."""
        effects = (effect for entry in entries for effect in entry.effects)
        gone = {effect.player for effect in effects if isinstance(effect, Left)}
        return gone <= set(self.before.contracts)


def flush(
    drafts: Sequence[PendingEvents],
    *,
    pin: RulesPin,
    people: Mapping[str, Person] | None = None,
) -> list[Roster]:
    """Write what happened to these teams, and what holds now: events together, then the rows."""
    TeamEvent.objects.bulk_create(event for draft in drafts for event in draft.events)
    changes = projection.Changes()
    for draft in drafts:
        changes.note(draft.before, draft.after.state, draft.departed, now=draft.now)
    changes.write()
    return [
        _write(draft.before, draft.after.state, pin=pin, now=draft.now, people=people)
        for draft in drafts
    ]


@dataclass(frozen=True, slots=True)
class Part:
    """What happens to one team in something that several ledgers record at once.

    `coming` has, by their new keys, those who come from another of these teams.
    """

    team: Team
    entry: LedgerEntry
    chapter: Chapter
    coming: Mapping[str, Contract]


def record_together(
    parts: Sequence[Part], *, act: Act, pin: RulesPin, now: datetime
) -> list[TeamEvent]:
    """Write down what happened last to several teams, between which players move. All are locked.

    Raises Refused if one of them does not bear it; then nothing is to be written.
    """
    rosters = [projection.read(part.team) for part in parts]
    lives = [_after(roster, [part.entry]) for roster, part in zip(rosters, parts, strict=True)]
    events = [
        event
        for part in parts
        for event in _events(
            part.team, [part.entry], act=act, chapter=part.chapter, pin=pin, now=now
        )
    ]
    # Whoever moves has one contract at a time: all that end do so before the first begins.
    changes = projection.Changes()
    for roster, (present, departed) in zip(rosters, lives, strict=True):
        changes.note(roster, present, departed, now=now)
    changes.write()
    for roster, (present, _departed), part in zip(rosters, lives, parts, strict=True):
        _write(roster, present, pin=pin, now=now, moving=part.coming)
    return events


def reverse(
    team: Team,
    events: Iterable[TeamEvent],
    *,
    act: Act,
    now: datetime,
    pin: RulesPin | None = None,
) -> list[TeamEvent]:
    """Take events back, each by another at its place. The present is to be refolded after it.

    `pin` is the one that the team is valued by from then on; without it, that of the event.
    """
    return [
        TeamEvent.objects.create(
            team=team,
            seq=_next_seq(team),
            act=act,
            chapter_id=event.chapter_id,
            step=event.step,
            ordinal=event.ordinal,
            kind="reversal",
            schema=SCHEMA,
            gold=-event.gold,
            player_id=event.player_id,
            pin_id=pin.pk if pin else event.pin_id,
            visible=event.visible,
            linked_team_id=event.linked_team_id,
            reverses=event,
            at=now,
        )
        for event in events
    ]


def replace(
    team: Team,
    event: TeamEvent,
    entry: LedgerEntry,
    *,
    act: Act,
    pin: RulesPin,
    now: datetime,
) -> TeamEvent:
    """Take an event back and write another at its place. The present is to be refolded after it."""
    reverse(team, [event], act=act, now=now)
    made = _event(
        team, entry, act=act, chapter=event.chapter, pin=pin, now=now, ordinal=event.ordinal
    )
    made.save()
    return made


def put_in(
    team: Team,
    entry: LedgerEntry,
    *,
    act: Act,
    chapter: Chapter,
    pin: RulesPin,
    now: datetime,
    ordinal: int | None = None,
) -> TeamEvent:
    """Write an event at its place, whatever holds later. The present is to be refolded after it."""
    made = _event(team, entry, act=act, chapter=chapter, pin=pin, now=now, ordinal=ordinal)
    made.save()
    return made


def refold(team: Team, *, pin: RulesPin, now: datetime) -> None:
    """Make the present follow from the events again, after something was taken back or put in.

    Raises Refused if what stands later rests on what was taken back.
    """
    roster = projection.read(team)
    effects = [effect for event in standing_events(team) for effect in effects_of(event)]
    try:
        present, departed = lived(state.Team(race=team.race), effects)
    except Impossible as impossible:
        raise Refused(_in_words(impossible)) from impossible
    projection.rewrite_departed(team, present, departed)
    changes = projection.Changes()
    changes.note(roster, present, departed, now=now)
    changes.write()
    _write(roster, present, pin=pin, now=now)


def lived(
    team: state.Team, effects: Iterable[Effect]
) -> tuple[state.Team, dict[str, projection.Departed]]:
    """The team after all of these, and everybody who left on the way, as they were by then."""
    departed: dict[str, projection.Departed] = {}
    for effect in effects:
        if isinstance(effect, Left) and (player := team.players.get(effect.player)):
            departed[player.id] = projection.Departed(effect.how, player)
        team = fold(team, [effect])
    return team, {key: gone for key, gone in departed.items() if key not in team.players}


def standing_events(team: Team) -> list[TeamEvent]:
    """A team's events that hold, in the order in which they hold. One statement."""
    return list(
        team.events.filter(reverses=None, reversed_by=None)
        .select_related("chapter")
        .order_by("chapter__position", "step", "ordinal", "seq")
    )


def state_before(team: Team, chapter: Chapter, step: int) -> state.Team:
    """The team as it stands before a step of a chapter, whatever came after. One statement."""
    place = (chapter.position, step)
    effects = (
        effect
        for event in standing_events(team)
        if (event.chapter.position, event.step) < place
        for effect in effects_of(event)
    )
    return fold(state.Team(race=team.race), effects)


def effects_of(event: TeamEvent) -> list[Effect]:
    return [from_data(upcast(data, event.schema)) for data in event.effects]


def strength(book: Book, present: state.Team) -> int:
    """The edition's measure of a team; the breakdown is asked for where it is shown."""
    question = answers_of(book).strength
    if question is None:
        return 0
    ruling = rule(book, question, OfTeam(present))
    if isinstance(ruling, rulings.Refused):
        raise Impossible(f"no strength: {[reason.code for reason in ruling.reasons]}")
    return total(ruling.because)


def _event(
    team: Team,
    entry: LedgerEntry,
    *,
    act: Act,
    chapter: Chapter,
    pin: RulesPin,
    now: datetime,
    ordinal: int | None = None,
) -> TeamEvent:
    """An event, not written yet. Without an ordinal it holds after all that its step has so far:
    no ordinal is higher than the number of who has it."""
    seq = _next_seq(team)
    return TeamEvent(
        team=team,
        seq=seq,
        act=act,
        chapter=chapter,
        step=entry.step,
        ordinal=seq if ordinal is None else ordinal,
        kind=entry.kind,
        schema=SCHEMA,
        effects=[to_data(effect) for effect in entry.effects],
        because=[asdict(line) for line in entry.because],
        words=Words.objects.create(text=entry.words) if entry.words else None,
        gold=entry.gold,
        player=entry.player,
        pin=pin,
        visible=entry.visible,
        linked_team=entry.linked_team,
        at=now,
    )


def _events(
    team: Team,
    entries: Sequence[LedgerEntry],
    *,
    act: Act,
    chapter: Chapter,
    pin: RulesPin,
    now: datetime,
) -> list[TeamEvent]:
    return TeamEvent.objects.bulk_create(
        _event(team, entry, act=act, chapter=chapter, pin=pin, now=now) for entry in entries
    )


def _after(
    roster: Roster, entries: Iterable[LedgerEntry]
) -> tuple[state.Team, dict[str, projection.Departed]]:
    try:
        return lived(roster.state, [effect for entry in entries for effect in entry.effects])
    except Impossible as impossible:
        raise Refused(_in_words(impossible)) from impossible


def _next_seq(team: Team) -> int:
    team.revision += 1
    return team.revision


def _write(
    roster: Roster,
    present: state.Team,
    *,
    pin: RulesPin,
    now: datetime,
    people: Mapping[str, Person] | None = None,
    moving: Mapping[str, Contract] | None = None,
) -> Roster:
    value = strength(book_of(pin), present)
    write = partial(
        projection.write, roster, present, value=value, now=now, people=people, moving=moving
    )
    if not claims_something(roster.state, present):
        return write()
    try:
        with transaction.atomic():
            return write()
    except IntegrityError:  # two teams may sign a star at the same moment
        if taken := why_taken(roster.team, present, pin):
            raise Refused(*taken) from None
        raise


def _in_words(impossible: Impossible) -> Reason:
    sentence = _("The team does not bear this: %(why)s.") % {"why": str(impossible)}
    return Reason("impossible", sentence)
