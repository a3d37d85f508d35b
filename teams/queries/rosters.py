"""The roster: everybody and everything that a team has, each figure with its reasons."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.catalogue import Star, StarMember
from rules.editions import edition
from rules.engine import state
from rules.engine.choosing import rules_of
from rules.team_sheet import Figure, TeamSheet
from rules.words import name as called
from teams import projection
from teams.figures import figures_of
from teams.models import Contract
from teams.queries.coach_rosters import CoachRoster, coach_roster
from teams.queries.heads import Head, head_for, people_of
from teams.queries.ledgers import LastGold, last_gold
from teams.sheets import Characteristic, RosterSheet, sheet_of, tallies_of, worth_of
from teams.words import Because, EffectText, ending_said

MINUS = "\N{MINUS SIGN}"
BY_NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Injury:
    """Something lasting, or a match to be missed; `word` is what it is about."""

    said: str
    word: str
    misses_next: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    key: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player on the roster."""

    uuid: UUID
    key: str
    number: int
    name: str
    position: str
    position_key: str
    sheet: RosterSheet
    tallies: tuple[Tally, ...]
    injuries: tuple[Injury, ...]
    is_journeyman: bool
    misses_next: bool
    owed: tuple[tuple[int, ...], ...]

    @property
    def is_rookie(self) -> bool:
        return not any(tally.count for tally in self.tallies)

    @property
    def improves(self) -> bool:
        """A roll is to be made, or one is made and nothing chosen yet."""
        experience = self.sheet.experience
        return bool(self.owed or (experience and experience.rolls_due))


@dataclass(frozen=True, slots=True)
class Worth:
    """The strength of a team, with all who can play in one line and everybody's own under it."""

    total: int
    players: tuple[EffectText, ...]
    others: tuple[EffectText, ...]
    missing: tuple[RosterRow, ...]

    @property
    def players_total(self) -> int:
        return sum(line.amount or 0 for line in self.players)

    @property
    def lines(self) -> tuple[EffectText, ...]:
        return (*self.players, *self.others)


@dataclass(frozen=True, slots=True)
class Staff:
    key: str
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody whose contract is over."""

    uuid: UUID
    number: int
    name: str
    position: str
    how: str
    until: datetime
    is_dead: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A way to sort, how it begins, what a tap on it asks for, and how it is sorted by it now."""

    key: str
    label: str
    begins: str
    asks: str
    direction: str


@dataclass(frozen=True, slots=True)
class ChosenRule:
    """A special rule or a league of a team; what it has chosen says what that was a choice of."""

    key: str
    name: str
    choice: str


@dataclass(frozen=True, slots=True)
class Roster:
    """A team's whole sheet."""

    head: Head
    rows: tuple[RosterRow, ...]
    sort: str
    columns: dict[str, Column]
    worth: Worth | None
    staff: tuple[Staff, ...]
    inducements: tuple[Staff, ...]
    star: Star | None
    rules: tuple[ChosenRule, ...]
    sponsor: str
    blacklisted_by: tuple[str, ...]
    home: str
    last_gold: tuple[LastGold, ...]
    gone: tuple[Gone, ...]
    # Where players are cards, and what lives is their coach's roster.
    coach: CoachRoster | None = None

    @property
    def squad(self) -> tuple[RosterRow, ...]:
        return tuple(row for row in self.rows if not row.is_journeyman)

    @property
    def absent(self) -> tuple[RosterRow, ...]:
        return tuple(row for row in self.rows if row.misses_next)

    @property
    def has_experience(self) -> bool:
        return any(row.sheet.experience for row in self.rows)

    @property
    def figure_columns(self) -> list[Column]:
        return [self.columns[name] for name in self.head.book.catalogue.characteristics]

    @property
    def tally_columns(self) -> list[Column]:
        return [self.columns[key] for key in tallies_of(self.head.book)]

    @property
    def ways(self) -> list[Column]:
        """Every way to sort, in the order in which the sheet has its columns."""
        first = [self.columns[key] for key in ("number", "name", "position")]
        middle = [self.columns[key] for key in ("skills", "injuries")]
        last = [self.columns[key] for key in ("spp", "value")]
        return [*first, *self.figure_columns, *middle, *self.tally_columns, *last]

    @property
    def declared(self) -> TeamSheet:
        """What a team of this edition has."""
        return team_sheet_of(self.head.book)

    @property
    def figures(self) -> list[tuple[Figure, str]]:
        """The team's figures, each as it is written."""
        return figures_of(self.head.book, self.head.team)

    @property
    def places(self) -> int:
        """How many the league lets a team have."""
        return self.declared.squad(self.head.book)[-1]

    @property
    def can_play(self) -> int:
        return len(self.rows) - len(self.absent)


def roster_for(person: Any, uuid: UUID, *, sort: str = "") -> Roster:
    """Raises Missing. Six statements, five for whoever is not signed in."""
    head = head_for(person, uuid)
    team, book = head.team, head.book
    contracts = list(team.contracts.select_related("player").order_by("id"))
    present = projection.roster_of(team, (c for c in contracts if c.until is None))
    people = people_of(contracts, team)
    tallies = tallies_of(book)
    rows = [_row(head, contract, present.state, tallies) for contract in present.contracts.values()]
    sort = sort if sort.removeprefix("-") in ways_to_sort(head) else BY_NUMBER
    return Roster(
        head=head,
        rows=tuple(in_order(head, rows, sort)),
        sort=sort,
        columns=columns_of(head, sort),
        worth=_worth(worth_of(book, present.state, people), rows),
        staff=tuple(_counted(head, team.staff)),
        inducements=tuple(_counted(head, present.state.inducements)),
        star=_star(book, team.star),
        rules=tuple(_rules(book, present.state)),
        sponsor=called(book.catalogue, team.sponsor) if team.sponsor else "",
        blacklisted_by=tuple(called(book.catalogue, key) for key in team.blacklisted_by),
        home=_home(head, present.state.home),
        last_gold=last_gold(head),
        gone=tuple(_gone(head, contracts)),
        coach=coach_roster(book, team, head.season.number),
    )


def _rules(book: Book, team: state.Team) -> Iterable[ChosenRule]:
    race = book.race(team.race)
    names = {each.key: each.name for each in race.choices}
    chosen = {rule: names[mark] for mark, rule in team.marks.items() if mark in names}
    for key in rules_of(book, team):
        yield ChosenRule(key, called(book.catalogue, key), chosen.get(key, ""))


def _row(head: Head, contract: Contract, present: state.Team, tallies: dict[str, str]) -> RosterRow:
    player = present.players[contract.key]
    sheet = sheet_of(head.book, head.team.race, player)
    return RosterRow(
        uuid=contract.player.uuid,
        key=contract.key,
        number=contract.number,
        name=contract.player.name,
        position=called(head.book.catalogue, player.position),
        position_key=player.position,
        sheet=sheet,
        tallies=tuple(Tally(k, label, player.awards.get(k, 0)) for k, label in tallies.items()),
        injuries=tuple(injuries_of(player)),
        is_journeyman=contract.is_journeyman,
        misses_next=player.is_absent,
        owed=tuple(tuple(dice) for dice in player.owed.values()),
    )


def injuries_of(player: state.Player) -> Iterable[Injury]:
    if player.retired:
        yield Injury(_("Retired until the season is over"), "", misses_next=True)
    elif player.misses_next:
        yield Injury(_("MNG"), "MNG", misses_next=True)
    if player.niggles:
        text = ngettext("Niggle", "%(n)s niggles", player.niggles) % {"n": player.niggles}
        yield Injury(text, "Niggle")
    for name, times in player.lowered.items():
        if times:
            yield Injury(f"{MINUS}{times} {name.upper()}", name.upper())


def _worth(lines: Because | None, rows: Iterable[RosterRow]) -> Worth | None:
    if lines is None:
        return None
    return Worth(
        total=lines.total or 0,
        players=tuple(line for line in lines.lines if "player" in line.params),
        others=tuple(line for line in lines.lines if "player" not in line.params),
        missing=tuple(row for row in rows if row.misses_next),
    )


def _counted(head: Head, things: Any) -> Iterable[Staff]:
    for key, count in things.items():
        if count:
            yield Staff(key, called(head.book.catalogue, key), count)


def _star(book: Book, key: str) -> Star | None:
    """The star under contract, with what comes with being under contract."""
    star = book.catalogue.stars.get(key)
    if star is None:
        return None
    fielded = edition(book.house.edition).pitch.under_contract(book, key)
    return star.with_members(
        tuple(StarMember(each.name, each.profile, each.skills) for each in fielded)
    )


def _home(head: Head, home: state.Home | None) -> str:
    if home is None:
        return ""
    kind = called(head.book.catalogue, home.attribute)
    text = _("%(name)s (%(kind)s)") % {"name": home.name, "kind": kind} if home.name else kind
    return _("%(home)s, the team's own") % {"home": text} if home.owned else text


def _gone(head: Head, contracts: Iterable[Contract]) -> Iterable[Gone]:
    """The latest first; whoever never really joined is nobody's past."""
    past = [c for c in contracts if c.until is not None and c.ended != projection.VOIDED]
    for contract in sorted(past, key=lambda c: (c.until, c.pk), reverse=True):
        yield Gone(
            uuid=contract.player.uuid,
            number=contract.number,
            name=contract.player.name,
            position=called(head.book.catalogue, contract.player.position),
            how=ending_said(contract.ended),
            until=contract.until,  # type: ignore[arg-type]
            is_dead=contract.ended == "dead",
        )


# --- sorting


def ways_to_sort(head: Head) -> dict[str, Callable[[RosterRow], Any]]:
    """Every column, by what it is ordered by."""
    ways: dict[str, Callable[[RosterRow], Any]] = {
        "number": lambda row: row.number,
        "name": lambda row: row.name.casefold(),
        "position": lambda row: _places(head).get(row.position_key, 99),
        "skills": lambda row: len(row.sheet.gained),
        "injuries": lambda row: (row.misses_next, len(row.injuries)),
        "spp": lambda row: row.sheet.experience.points if row.sheet.experience else 0,
        "value": lambda row: row.sheet.value,
    }
    for name in head.book.catalogue.characteristics:
        ways[name] = lambda row, name=name: _figure(row.sheet.characteristics, name)  # type: ignore[misc]
    for key in tallies_of(head.book):
        ways[key] = lambda row, key=key: _count(row.tallies, key)  # type: ignore[misc]
    return ways


def columns_of(head: Head, sort: str) -> dict[str, Column]:
    """Every way to sort; figures begin with the highest, and a second tap turns the order."""
    labels = {
        "number": _("No."),
        "name": _("Player"),
        "position": _("Position"),
        "skills": _("Skills"),
        "injuries": _("Injuries"),
        "spp": "SPP",
        "value": _("Value"),
        **{name: name.upper() for name in head.book.catalogue.characteristics},
        **tallies_of(head.book),
    }
    now, is_down = sort.removeprefix("-"), sort.startswith("-")
    columns = {}
    for key in ways_to_sort(head):
        direction = ""
        if key == now:
            direction = "descending" if is_down else "ascending"
        begins_down = key not in ("number", "name", "position")
        goes_down = not is_down if key == now else begins_down
        begins, asks = (f"-{key}" if down else key for down in (begins_down, goes_down))
        columns[key] = Column(key, labels[key], begins, asks, direction)
    return columns


def _places(head: Head) -> dict[str, int]:
    return {key: place for place, key in enumerate(head.book.race(head.team.race).positions)}


def _figure(characteristics: Iterable[Characteristic], name: str) -> int:
    return next((each.now for each in characteristics if each.key == name), 0)


def _count(tallies: Iterable[Tally], key: str) -> int:
    return next((tally.count for tally in tallies if tally.key == key), 0)


def in_order(head: Head, rows: list[RosterRow], sort: str) -> list[RosterRow]:
    """By a column, downwards with a minus before it; equals stay in the order of their numbers."""
    by_number = sorted(rows, key=lambda row: row.number)
    way = ways_to_sort(head)[sort.removeprefix("-")]
    return sorted(by_number, key=way, reverse=sort.startswith("-"))
