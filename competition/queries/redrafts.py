"""What the board and the page of a re-draft show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from acts.failures import Reason
from competition.models import Downtime, HealingDie, Redraft
from competition.redrafts import (
    TOOK_PART,
    Reckoned,
    as_finished,
    as_it_was,
    fallen,
    healing_faults,
    hurt_by,
    last_season,
    mended_said,
    reckon,
    redrafting,
    why_not_by,
)
from league.models import League, Membership, Season
from league.pins import book_of
from league.queries import current_season
from rules.book import Book
from rules.engine.rulings import Line
from rules.words import People, line_words
from rules.words import name as name_of
from teams import projection
from teams.crests import crest_of
from teams.figures import figures_now
from teams.models import Contract, Team, Tenure
from teams.newcomers import Person
from teams.permissions import TeamAccess, holding
from teams.projection import Roster
from teams.queries.baskets import POSITIONS, BillLine, Buying, Shelf, Tick, WishOffering
from teams.wishes import Wish, with_count
from web.crests import Crest
from web.templatetags.touchback import gold

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
    """Five statements, however many teams. Raises Missing where the edition has no re-draft."""
    season = current_season(league)
    redrafting(book_of(season.pin))
    last = last_season(season)
    teams = Team.objects.filter(entries__season=last, entries__state__in=TOOK_PART).distinct()
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
    has_price: bool = True

    @property
    def key(self) -> str:
        return self.contract.key

    @property
    def open_dice(self) -> int:
        return sum(die is None for die in self.dice)

    @property
    def terms(self) -> str:
        agent = _("%(value)s and %(fee)s for their agent")
        wants = {"value": gold(self.value), "fee": gold(self.fee)}
        sentences = [self.position]
        if self.has_price:
            sentences.append(agent % wants if self.fee else wants["value"])
        if self.niggles:
            hurt = ngettext("%(n)d niggling injury", "%(n)d niggling injuries", self.niggles)
            sentences.append(hurt % {"n": self.niggles})
        if self.misses_next:
            sentences.append(_("fit again"))
        return " · ".join(sentences)


@dataclass(frozen=True)
class RedraftSheet(Buying, WishOffering):
    """A re-draft as its page shows it. `closed` says why it can only be looked at."""

    roster: Roster
    book: Book
    redraft: Redraft
    reckoned: Reckoned
    closed: tuple[Reason, ...] = ()
    fallen: tuple[HealingDie, ...] = ()

    @property
    def kept(self) -> Redraft:
        return self.redraft

    @property
    def people(self) -> Mapping[str, Person]:
        if not self.is_done:
            return super().people
        joined = [player.id for player in self.reckoned.joining]
        contracts = self.team.contracts.filter(key__in=joined).select_related("player")
        return {each.key: Person(each.player.name, each.number) for each in contracts}

    @property
    def race_key(self) -> str:
        return self.team.race

    @property
    def wish(self) -> Wish:
        return dict(self.redraft.wish)

    @property
    def is_try(self) -> bool:
        return self.redraft.is_try

    @property
    def is_done(self) -> bool:
        return self.redraft.finished_at is not None

    @property
    def heals_on(self) -> int:
        return int(self.book.house.get("re-draft.heals", 0))

    @property
    def unsold(self) -> tuple[str, ...]:
        return redrafting(self.book).carried

    @cached_property
    def veterans(self) -> list[Veteran]:
        found = [
            self._veteran(key, contract)
            for key, contract in self.roster.contracts.items()
            if not contract.is_journeyman
        ]
        return sorted(found, key=lambda each: each.contract.number)

    @cached_property
    def hurt(self) -> list[Veteran]:
        return [each for each in self.veterans if each.dice]

    @property
    def healing(self) -> list[dict[str, Any]]:
        """Every die that is asked for, with what it shows and what it was typed as first."""
        dice, first = self.reckoned.healing.dice, {die.key: die.first_typed for die in self.fallen}
        return [
            {"key": ask.key, "value": dice.get(ask.key), "first_typed": first.get(ask.key)}
            for ask in self.reckoned.healing.asks
        ]

    @property
    def typed(self) -> list[tuple[HealingDie, str]]:
        """Dice that fell at the table, each with the name of whom it is about."""
        at_table = (die for die in self.fallen if die.source == HealingDie.Source.TABLE)
        return [(die, hurt_by(self.roster, die)) for die in at_table]

    @property
    def mended(self) -> list[str]:
        return mended_said(self.roster, self.fallen)

    @property
    def columns(self) -> tuple[tuple[Shelf, ...], ...]:
        at_most = _("a team has %(places)d players at most") % {"places": self.places}
        anew = _("all bought anew, at the price of the draft")
        bought = [*self.support, *self.lasting]
        ends = _("the others’ contracts end")
        kept = Shelf("kept", _("Everything else"), anew, bought, foot=self._carried())
        return (
            (
                Shelf("veterans", _("Who comes back"), ends, ticks=self._ticks(), kind="back"),
                Shelf("positions", _("Rookies"), at_most, self.positions),
            ),
            (kept,),
        )

    def _carried(self) -> str:
        """What comes along as it is."""
        stays = _("%(what)s stays: %(count)s.")
        return " ".join(
            stays % {"what": figure.label, "count": figure.said}
            for figure in figures_now(self.book, self.team)
            if figure.key in self.unsold
        )

    def wish_of(self, counts: Mapping[str, int], ticked: Sequence[str]) -> dict[str, Any]:
        wish: Wish = {}
        for subject, count in counts.items():
            wish = with_count(wish, subject, count)
        return {"returning": [key.removeprefix("back.") for key in ticked], "wish": wish}

    def terms_of(self, offer: Mapping[str, Any], count: int) -> str:
        if not self.declared.has_gold:
            return _("%(most)d at most") % {"most": self.most_of(offer)}
        terms = {"price": gold(offer["each"]), "most": self.most_of(offer)}
        if offer["subject"].startswith(POSITIONS):
            return _("%(price)s · %(most)d at most") % terms
        return _("%(price)s each") % terms

    def most_of(self, offer: Mapping[str, Any]) -> int:
        return offer.get("at_most") or MOST_OF_ONE

    @property
    def reasons(self) -> list[Reason]:
        """Everything that stands against it; a try does not wait for dice. Nothing stands against
        what is done."""
        if self.is_done:
            return []
        unhealed = [] if self.is_try else healing_faults(self.reckoned)
        return [*unhealed, *super().reasons]

    @property
    def against(self) -> list[Reason]:
        """The same with why it can only be looked at."""
        return [*self.closed, *self.reasons]

    @property
    def headings(self) -> tuple[str, str]:
        if not self.declared.has_gold:
            return _("The team"), _("Line by line")
        by_line = _("The budget of %(budget)s, line by line")
        return _("The budget"), by_line % {"budget": gold(self.reckoned.budget)}

    @property
    def bill(self) -> list[BillLine]:
        left = BillLine(self.left_title, self.reckoned.left)
        return [*self.budget, *self.spent, *([left] if self.declared.has_gold else [])]

    @property
    def budget(self) -> list[BillLine]:
        return self._said(self.reckoned.budget_lines)

    @property
    def spent(self) -> list[BillLine]:
        return self._said(self.reckoned.bill)

    def _said(self, lines: tuple[Line, ...]) -> list[BillLine]:
        contracts = self.roster.contracts
        people = People({key: each.player.name for key, each in contracts.items()}, {})
        catalogue = self.book.catalogue
        return [BillLine(line_words(catalogue, line, people), line.amount) for line in lines]

    def _ticks(self) -> list[Tick]:
        label = _("Comes back")
        return [
            Tick(f"back.{each.key}", label, each.contract, each.terms, each.returns)
            for each in self.veterans
        ]

    def _veteran(self, key: str, contract: Contract) -> Veteran:
        player = self.reckoned.present.players[key]
        return Veteran(
            contract=contract,
            position=name_of(self.book.catalogue, player.position),
            value=player.value,
            fee=self.book.house.get("re-draft.agent", 0) * player.seasons_over,
            niggles=player.niggles,
            misses_next=contract.player.misses_next,
            dice=tuple(self.reckoned.healing.dice_of(key)),
            returns=key in self.redraft.returning,
            has_price=self.declared.has_gold,
        )


def sheet_of(team: Team, access: TeamAccess, *, is_try: bool, now: datetime) -> RedraftSheet:
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
        closed = why_not_by(access, season, team, now=now)
    book = book_of(season.pin)
    dice = fallen(redraft)
    thrown = {die.key: die.value for die in dice}
    if redraft.finished_at is not None:
        redraft.team = team
        came_to = as_finished(book, redraft, thrown)
        return RedraftSheet(came_to.roster, book, redraft, came_to, fallen=tuple(dice))
    reckoned = reckon(book, roster, redraft, thrown)
    return RedraftSheet(roster, book, redraft, reckoned, tuple(closed), tuple(dice))
