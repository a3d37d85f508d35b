"""Whether the present says what the events say."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from django.db.models import F

from league.models import RulesPin
from league.pins import book_of
from rules.book import Book
from rules.engine import state
from rules.engine.fold import Impossible
from teams import ledger, projection
from teams.models import Contract, Team, TeamEvent


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the rows say otherwise than the events."""

    team: Team
    what: str
    rows: object
    events: object

    def __str__(self) -> str:
        return f"{self.team}: {self.what} is {self.rows!r}, the events say {self.events!r}"


@dataclass(frozen=True, slots=True)
class Books:
    """All that is written about a team: its events, those that hold in the order in which they
    do, and its contracts in the order in which they began, with their players."""

    team: Team
    events: Sequence[TeamEvent]
    standing: Sequence[TeamEvent]
    contracts: Sequence[Contract]
    # Contracts that their players had with any team since these.
    followed: Collection[Contract]
    # What the last event was ruled by; None where there is no event.
    book: Book | None


def differences(team: Team) -> Iterator[Difference]:
    """Fold a team's events anew and compare. Five statements, however long the team has lived."""
    return differences_in(books_of(team))


def books_of(team: Team) -> Books:
    events = list(team.events.order_by("seq"))
    contracts = list(team.contracts.select_related("player").order_by("id"))
    later = team.contracts.filter(player__contracts__pk__gt=F("pk")).values_list("pk", flat=True)
    followed = set(later)
    pin = RulesPin.objects.select_related("catalogue").defer("catalogue__data")
    return Books(
        team,
        events,
        ledger.standing_events(team),
        contracts,
        [contract for contract in contracts if contract.pk in followed],
        book_of(pin.get(pk=events[-1].pin_id)) if events else None,
    )


def differences_in(books: Books) -> Iterator[Difference]:
    """The same of books that may be written nowhere yet."""
    team = books.team
    roster = projection.roster_of(team, (each for each in books.contracts if each.until is None))
    effects = [effect for event in books.standing for effect in ledger.effects_of(event)]
    try:
        present, departed = ledger.lived(state.Team(race=team.race), effects)
    except Impossible as impossible:
        yield Difference(team, "the present", "written", f"impossible: {impossible}")
        return
    yield from _compare(team, "", roster.state, present)
    for key in {*roster.state.players, *present.players}:
        mine, theirs = roster.state.players.get(key), present.players.get(key)
        if mine is None or theirs is None:
            yield Difference(team, f"player {key}", _there(mine), _there(theirs))
        else:
            yield from _compare(team, f"player {key}, ", mine, theirs)
    yield from _departed(books, present, departed)
    gold = sum(event.gold for event in books.events)
    if gold != team.treasury:
        yield Difference(team, "the sum of all gold", team.treasury, gold)
    if books.book is not None:
        if (last := books.events[-1].seq) != team.revision:
            yield Difference(team, "the revision", team.revision, last)
        if (value := ledger.strength(books.book, present)) != team.value:
            yield Difference(team, "the value", team.value, value)
    yield from _stray_contracts(books)


def _departed(
    books: Books, present: state.Team, departed: Mapping[str, projection.Departed]
) -> Iterator[Difference]:
    """Who left, as they were then; not who is back or plays elsewhere: their row went along."""
    team = books.team
    for contract in books.contracts:
        is_here = contract.until is None or contract.key in present.players
        if is_here or contract in books.followed:
            continue
        whose, told = f"player {contract.key}, ", departed.get(contract.key)
        how = told.how if told else projection.VOIDED
        if contract.ended != how:
            yield Difference(team, f"{whose}how they left", contract.ended, how)
        if told:
            yield from _compare(team, whose, projection.player_of(contract), told.player)


def _compare(
    team: Team, whose: str, rows: state.Team | state.Player, events: state.Team | state.Player
) -> Iterator[Difference]:
    for field in fields(rows):
        mine, theirs = getattr(rows, field.name), getattr(events, field.name)
        if field.name not in ("players", "number", "name") and _said(mine) != _said(theirs):
            yield Difference(team, f"{whose}{field.name}", mine, theirs)


def _said(value: object) -> object:
    """A count of nothing is as good as none."""
    if isinstance(value, dict):
        return {key: said for key, said in value.items() if said != 0}
    return value


def _there(player: state.Player | None) -> str:
    return "not there" if player is None else "there"


def _stray_contracts(books: Books) -> Iterator[Difference]:
    """Every contract has an event that made it."""
    joined = {
        effect["player"]["id"]
        for event in books.events
        for effect in event.effects
        if effect["kind"] == "joined"
    }
    for contract in books.contracts:
        if contract.key not in joined:
            yield Difference(books.team, f"contract {contract.key}", "there", "nobody joined")
