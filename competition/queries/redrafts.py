"""What the board and the page of a re-draft show."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from competition.commands.redrafting import (
    PLAYED,
    fallen,
    healing_faults,
    hurt_by,
    last_season,
    mended_said,
    overdue,
    people_of,
    why_not_redraft,
)
from competition.models import Downtime, HealingDie, Redraft
from competition.redrafts import Reckoned, as_it_was, reckon
from jobs.failures import Reason
from league.models import League, Membership, Season
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, must_allow, team_sheet_of
from rules.book import Book
from rules.engine.circumstances import OfRace
from rules.engine.rulings import Line
from rules.words import People, line_words
from rules.words import name as name_of
from rules.words.withheld import NotOnOffer, kept_back, not_on_offer
from teams import projection
from teams.crests import crest_of
from teams.models import Contract, Team, Tenure
from teams.permissions import Hand, holding
from teams.purchases import Newcomer, newcomers, shirt_faults
from web.crests import Crest

STATES: Mapping[str, Promise] = {
    "waiting": later("not begun"),
    "healed": later("healing rolled"),
    "begun": later("in progress"),
    "done": later("done"),
    "retired": later("retired"),
}
MOST_OF_ONE = 16


# --- the board


@dataclass(frozen=True, slots=True)
class BoardRow:
    team: Team
    state: str
    finished_at: datetime | None

    @property
    def said(self) -> Promise:
        return STATES[self.state]

    @property
    def crest(self) -> Crest:
        return crest_of(self.team)


@dataclass(frozen=True, slots=True)
class Board:
    """Who has come into the season: every team of the last one."""

    season: Season
    last: Season | None
    downtime: Downtime | None
    rows: tuple[BoardRow, ...]

    @property
    def is_open(self) -> bool:
        return self.last is not None and self.season.state != Season.State.OVER

    def is_late(self, now: datetime) -> bool:
        """Whether coaches had their time."""
        due = self.downtime.due_at if self.downtime else None
        return due is not None and due <= now

    @property
    def done(self) -> int:
        return sum(row.state == "done" for row in self.rows)

    @property
    def expected(self) -> int:
        return sum(row.state != "retired" for row in self.rows)


def board_of(league: League) -> Board:
    """Five statements, however many teams."""
    season = current_season(league)
    last = last_season(season)
    teams = Team.objects.filter(entries__season=last, entries__state__in=PLAYED).distinct()
    begun = {
        redraft.team_id: redraft
        for redraft in Redraft.objects.filter(season=season, is_try=False).annotate(
            fallen=Count("dice")
        )
    }
    rows = (
        _row(team, begun.get(team.pk)) for team in (teams.order_by("name", "id") if last else ())
    )
    downtime = Downtime.objects.filter(season=season).first()
    return Board(season, last, downtime, tuple(rows))


def coached_by(membership: Membership | None, now: datetime) -> set[int]:
    """The teams that somebody coaches. One statement for whoever is in the league."""
    if membership is None:
        return set()
    tenures = Tenure.objects.filter(holding(now), coach=membership)
    return set(tenures.values_list("team", flat=True))


def _row(team: Team, redraft: Redraft | None) -> BoardRow:
    finished_at = redraft.finished_at if redraft else None
    if finished_at:
        return BoardRow(team, "done", finished_at)
    if team.state != Team.State.ACTIVE:
        return BoardRow(team, "retired", None)
    if redraft is None:
        return BoardRow(team, "waiting", None)
    return BoardRow(team, "begun" if redraft.revision else "healed", None)


# --- one team


@dataclass(frozen=True, slots=True)
class Veteran:
    """Somebody who may come back: what they want for it, and how they are."""

    contract: Contract
    position: str
    value: int
    fee: int
    niggles: int
    misses_next: bool
    dice: tuple[int | None, ...]
    returns: bool

    @property
    def key(self) -> str:
        return self.contract.key

    @property
    def price(self) -> int:
        return self.value + self.fee

    @property
    def open_dice(self) -> int:
        return sum(die is None for die in self.dice)


@dataclass(frozen=True, slots=True)
class Ware:
    """Something for sale, by the field of the wish that counts it."""

    subject: str
    name: str
    price: int
    most: int
    count: int
    returning: int
    profile: Mapping[str, int]
    skills: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A re-draft as its page shows it. `closed` says why it can only be looked at."""

    team: Team
    redraft: Redraft
    book: Book
    reckoned: Reckoned
    closed: tuple[Reason, ...]
    fallen: tuple[HealingDie, ...] = ()

    @property
    def is_try(self) -> bool:
        return self.redraft.is_try

    @property
    def is_done(self) -> bool:
        return self.redraft.finished_at is not None

    @property
    def heals_on(self) -> int:
        return int(self.book.house["re-draft.heals"])

    @property
    def places(self) -> int:
        return team_sheet_of(self.book).most_players(self.book)

    @property
    def players_after(self) -> int:
        return len(self.reckoned.after.players)

    @cached_property
    def veterans(self) -> list[Veteran]:
        found = [
            self._veteran(key, contract)
            for key, contract in self.reckoned.roster.contracts.items()
            if not contract.is_journeyman
        ]
        return sorted(found, key=lambda each: each.contract.number)

    @cached_property
    def hurt(self) -> list[Veteran]:
        return [each for each in self.veterans if each.dice]

    @property
    def typed(self) -> list[tuple[HealingDie, str]]:
        """Dice that fell at the table, each with the name of whom it is about."""
        roster = self.reckoned.roster
        at_table = (die for die in self.fallen if die.source == HealingDie.Source.TABLE)
        return [(die, hurt_by(roster, die)) for die in at_table]

    @property
    def mended(self) -> list[str]:
        return mended_said(self.reckoned.roster, self.fallen)

    @cached_property
    def positions(self) -> list[Ware]:
        return list(self._wares("players."))

    @cached_property
    def support(self) -> list[Ware]:
        return list(self._wares("rerolls", "staff."))

    @cached_property
    def lasting(self) -> list[Ware]:
        return list(self._wares("inducements."))

    @cached_property
    def withheld(self) -> NotOnOffer:
        """But for fan factor, which no re-draft sells."""
        return not_on_offer(self.book.catalogue, kept_back(self._offers, "fan_factor"))

    @property
    def wares(self) -> list[Ware]:
        return [*self.positions, *self.support, *self.lasting]

    @cached_property
    def newcomers(self) -> list[Newcomer]:
        return newcomers(self.reckoned.roster, self.reckoned, people_of(self.redraft))

    @property
    def reasons(self) -> list[Reason]:
        """Everything that stands against it; a try does not wait for dice."""
        unhealed = [] if self.is_try else healing_faults(self.reckoned)
        wrong = shirt_faults(self.reckoned.roster, self.reckoned, people_of(self.redraft))
        return [*unhealed, *self.reckoned.reasons, *wrong]

    @property
    def budget(self) -> list[tuple[str, int | None]]:
        return self._said(self.reckoned.budget_lines)

    @property
    def bill(self) -> list[tuple[str, int | None]]:
        return self._said(self.reckoned.bill)

    def _said(self, lines: tuple[Line, ...]) -> list[tuple[str, int | None]]:
        contracts = self.reckoned.roster.contracts
        people = People({key: each.player.name for key, each in contracts.items()}, {})
        return [(line_words(self.book.catalogue, line, people), line.amount) for line in lines]

    def _veteran(self, key: str, contract: Contract) -> Veteran:
        player = self.reckoned.present.players[key]
        return Veteran(
            contract=contract,
            position=name_of(self.book.catalogue, player.position),
            value=player.value,
            fee=self.book.house["re-draft.agent"] * player.seasons_over,
            niggles=player.niggles,
            misses_next=contract.player.misses_next,
            dice=tuple(self.reckoned.healing.dice_of(key)),
            returns=key in self.redraft.returning,
        )

    @cached_property
    def _offers(self) -> tuple[Line, ...]:
        offers = answers_of(self.book).draft_offers
        return must_allow(self.book, offers, OfRace(self.team.race)).because

    def _wares(self, *subjects: str) -> Iterator[Ware]:
        race = self.book.race(self.team.race)
        back = [each.contract.player.position for each in self.veterans if each.returns]
        for line in self._offers:
            subject, what = str(line.params.get("subject", "")), line.params.get("what", "")
            if line.code != "offer" or not subject.startswith(subjects):
                continue
            position = race.positions.get(what) if subject.startswith("players.") else None
            yield Ware(
                subject=subject,
                name=position.name if position else name_of(self.book.catalogue, what),
                price=line.params["each"],
                most=line.params.get("at_most") or MOST_OF_ONE,
                count=count_in(self.redraft, subject),
                returning=back.count(what) if position else 0,
                profile=position.profile if position else {},
                skills=tuple(name_of(self.book.catalogue, s) for s in position.skills)
                if position
                else (),
            )


def count_in(redraft: Redraft, subject: str) -> int:
    """How many of something are wished for: `players.lineman`, or `rerolls`."""
    field, _dot, key = subject.partition(".")
    wished = redraft.wish.get(field, {} if key else 0)
    return int(wished.get(key, 0) if key else wished)


def sheet_of(team: Team, hand: Hand, *, is_try: bool, now: datetime) -> Sheet:
    """A team's re-draft, or what it would begin with: looking begins nothing. Twelve statements at
    most. Raises Refused where the edition has none."""
    season = current_season(team.league)
    roster = projection.read(team)
    redraft = Redraft.objects.filter(season=season, team=team, is_try=is_try).first()
    if redraft is None:
        fresh = as_it_was(book_of(season.pin), roster, season)
        redraft = Redraft(season=season, team=team, is_try=is_try, **fresh)
    redraft.season = season
    closed: list[Reason] = []
    if not is_try and redraft.finished_at is None:
        late = [] if hand.runs_league else overdue(season, now=now)
        closed = [*why_not_redraft(season, team), *late]
    book = book_of(season.pin)
    if redraft.finished_at is not None:
        # What was finished stands in the ledger; the team has moved on since.
        return Sheet(team, redraft, book, reckon(book, roster, redraft, {}), ())
    dice = fallen(redraft)
    reckoned = reckon(book, roster, redraft, {die.key: die.value for die in dice})
    return Sheet(team, redraft, book, reckoned, tuple(closed), tuple(dice))
