"""A player's career: teams, deeds by season and match, improvements, injuries, and its end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Missing
from league.permissions import must_see, no_such_thing
from league.pins import book_of
from rules.book import Book
from rules.engine import effects as e
from rules.engine import state
from rules.words import name as called
from teams import projection
from teams.models import Contract, Player, Team, Tenure
from teams.permissions import TeamAccess, holding
from teams.queries.heads import last_event
from teams.queries.rosters import MINUS, Injury, Tally, injuries_of
from teams.queries.telling import EventText, When, told_of
from teams.sheets import RosterSheet, experience_of, sheet_of, tallies_of
from teams.words import Because, drawn, ending_said
from web.dice import Die

# Points that no award stands for, among the awards.
EXTRA = ""


@dataclass(frozen=True, slots=True)
class Spell:
    """The player's time with one team."""

    team: Team
    number: int
    since: datetime
    until: datetime | None
    how: str
    is_journeyman: bool


@dataclass(frozen=True, slots=True)
class Deeds:
    """What the player did in one chapter, or in a season taken together."""

    tallies: tuple[Tally, ...]
    points: int | None
    when: When | None = None


@dataclass(frozen=True, slots=True)
class SeasonDeeds:
    season: int
    chapters: tuple[Deeds, ...]
    together: Deeds


@dataclass(frozen=True, slots=True)
class Improvement:
    """An improvement roll, and what it became; still open while nothing is chosen."""

    when: When
    level: str
    faces: tuple[int, ...]
    dice: tuple[Die, ...]
    chosen: str
    value: int

    @property
    def is_open(self) -> bool:
        return not self.chosen


@dataclass(frozen=True, slots=True)
class Harm:
    """An injury, with the dice that decided it and whoever did it, where that is known."""

    when: When
    sentences: tuple[str, ...]
    because: Because
    by: str
    is_death: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """Whatever else happened to the player."""

    when: When
    at: datetime
    sentence: str


@dataclass(frozen=True, slots=True)
class Career:
    player: Player
    book: Book
    access: TeamAccess
    position: str
    spells: tuple[Spell, ...]
    sheet: RosterSheet
    injuries: tuple[Injury, ...]
    tallies: tuple[Tally, ...]
    seasons: tuple[SeasonDeeds, ...]
    improvements: tuple[Improvement, ...]
    harm: tuple[Harm, ...]
    moments: tuple[Moment, ...]

    @property
    def spell(self) -> Spell:
        """The last one, which may go on."""
        return self.spells[-1]

    @property
    def team(self) -> Team:
        return self.spell.team

    @property
    def death(self) -> Harm | None:
        return next((harm for harm in self.harm if harm.is_death), None)

    @property
    def is_dead(self) -> bool:
        return self.death is not None


def career_for(person: Any, uuid: UUID) -> Career:
    """Raises Missing. Eight statements, however long the career."""
    player = Player.objects.filter(uuid=uuid).first()
    contracts = _contracts(player) if player else []
    if player is None or not contracts:
        raise no_such_player(person)
    team = contracts[-1].team
    access = _hand(person, contracts)
    book = book_of(last_event(team).pin)
    event_texts = told_of(contracts, access)
    present = projection.player_of(_with(contracts[-1], player))
    return Career(
        player=player,
        book=book,
        access=access,
        position=called(book.catalogue, player.position),
        spells=tuple(_spell(contract) for contract in contracts),
        sheet=sheet_of(book, player.race, present),
        injuries=tuple(injuries_of(present)),
        tallies=_tallies(book, present.awards),
        seasons=tuple(_seasons(book, event_texts)),
        improvements=tuple(_improvements(event_texts)),
        harm=tuple(_harm(event_texts)),
        moments=tuple(_moments(event_texts)),
    )


def no_such_player(person: Any) -> Missing:
    return no_such_thing(person, "no_such_player", _("There is no such player."))


def _contracts(player: Player) -> list[Contract]:
    contracts = player.contracts.exclude(ended=projection.VOIDED).select_related("team__league")
    return list(contracts.order_by("since", "id"))


def _with(contract: Contract, player: Player) -> Contract:
    contract.player = player
    return contract


def _hand(person: Any, contracts: list[Contract]) -> TeamAccess:
    """Raises Missing where the person may not see the league that the player is in."""
    league = contracts[-1].team.league
    membership = must_see(person, league, missing=no_such_player(person))
    if membership is None:
        return TeamAccess(None, None)
    coached = Tenure.objects.filter(
        holding(timezone.now()), team=contracts[-1].team_id, coach=membership
    )
    return TeamAccess(membership, coached.first())


def _spell(contract: Contract) -> Spell:
    return Spell(
        team=contract.team,
        number=contract.number,
        since=contract.since,
        until=contract.until,
        how=ending_said(contract.ended) if contract.ended else "",
        is_journeyman=contract.is_journeyman,
    )


# --- sorted into what a page shows


def _tallies(book: Book, awards: Any) -> tuple[Tally, ...]:
    return tuple(Tally(k, label, awards.get(k, 0)) for k, label in tallies_of(book).items())


def _deeds(book: Book, awards: dict[str, int], when: When | None = None) -> Deeds:
    earned = _points(book, {key: times for key, times in awards.items() if times > 0 and key})
    taken = _points(book, {key: -times for key, times in awards.items() if times < 0 and key})
    points = None if earned is None or taken is None else earned - taken + awards.get(EXTRA, 0)
    return Deeds(_tallies(book, awards), points, when)


def _points(book: Book, awards: dict[str, int]) -> int | None:
    experience = experience_of(book, state.Player("", "", 0, awards=awards))
    return experience.points if experience else None


def _seasons(book: Book, told: list[EventText]) -> Iterator[SeasonDeeds]:
    """Deeds by season and chapter; a chapter without any is left out."""
    seasons: dict[int, dict[When, dict[str, int]]] = {}
    for each in told:
        for award, times in _earned(each):
            chapters = seasons.setdefault(each.when.season, {})
            awards = chapters.setdefault(each.when, {})
            awards[award] = awards.get(award, 0) + times
    for season, chapters in seasons.items():
        together: dict[str, int] = {}
        for awards in chapters.values():
            for award, times in awards.items():
                together[award] = together.get(award, 0) + times
        yield SeasonDeeds(
            season,
            tuple(_deeds(book, awards, when) for when, awards in chapters.items()),
            _deeds(book, together),
        )


def _earned(told: EventText) -> Iterator[tuple[str, int]]:
    """What somebody joined with counts too, unless they were traded: their old team tells it."""
    for effect in told.effects:
        if isinstance(effect, e.Earned):
            yield effect.award, effect.times
        elif isinstance(effect, e.PointsGiven):
            yield EXTRA, effect.by
        elif isinstance(effect, e.Joined) and told.event.linked_team_id is None:
            yield from effect.player.awards.items()
            if effect.player.extra:
                yield EXTRA, effect.player.extra


def _improvements(told: list[EventText]) -> list[Improvement]:
    """By the rolls, and what no roll stands for: brought along, bought, or given by hand."""
    improvements: dict[str, Improvement] = {}
    for each in told:
        for effect in each.effects:
            if isinstance(effect, e.ImprovementOwed):
                dice = drawn(_spec(each), effect.dice)
                rolled = Improvement(each.when, effect.level, tuple(effect.dice), dice, "", 0)
                improvements[effect.level] = rolled
            elif isinstance(effect, e.Improved):
                level = effect.level
                rolled = improvements.get(level) or Improvement(each.when, level, (), (), "", 0)
                chosen = _chosen(each, effect.skill, effect.characteristic)
                improvements[level] = replace(rolled, chosen=chosen, value=effect.value)
            else:
                for chosen, value in _without_a_roll(each, effect):
                    key = f"{each.event.seq} {chosen} {len(improvements)}"
                    improvements[key] = Improvement(each.when, "", (), (), chosen, value)
    return list(improvements.values())


def _without_a_roll(told: EventText, effect: e.Effect) -> Iterator[tuple[str, int]]:
    match effect:
        case e.SkillGiven(skill=skill, value=value):
            yield _chosen(told, skill), value
        case e.Raised(characteristic=name, by=by, value=value) if by > 0:
            yield _chosen(told, characteristic=name), value
        case e.Joined(player=player) if told.event.linked_team_id is None:
            for skill in player.skills:
                yield _chosen(told, skill), 0
            for name, by in player.raised.items():
                yield from [(_chosen(told, characteristic=name), 0)] * by


def _chosen(told: EventText, skill: str = "", characteristic: str = "") -> str:
    return called(told.catalogue, skill or f"+{characteristic}")


def _spec(told: EventText) -> str:
    """Which dice an improvement is rolled with."""
    table = told.catalogue.tables.get("improvement")
    return table.dice if table else ""


def _harm(told: list[EventText]) -> Iterator[Harm]:
    for each in told:
        yield from _brought_along(each)
        hurts = [effect for effect in each.effects if _is_harm(effect)]
        if not hurts:
            continue
        yield Harm(
            when=each.when,
            sentences=tuple(harm_said(effect) for effect in hurts),
            # By hand no dice are thrown, and what is said there may be about a skill.
            because=Because() if each.event.kind == "adjustment" else each.because(),
            by=each.done_by(),
            is_death=any(isinstance(effect, e.Left) for effect in hurts),
        )


def _brought_along(told: EventText) -> Iterator[Harm]:
    """What the player had suffered before being adopted."""
    for effect in told.effects:
        if isinstance(effect, e.Joined) and told.event.linked_team_id is None:
            hurts = tuple(injury.said for injury in injuries_of(effect.player))
            if hurts:
                yield Harm(told.when, hurts, Because(), by="", is_death=False)


def harm_said(effect: e.Effect) -> str:
    match effect:
        case e.Lowered(characteristic=name, by=by):
            return f"{MINUS}{by} {name.upper()}"
        case e.Niggled():
            return _("Niggling injury")
        case e.MissesNext():
            return _("Misses the next match")
        case _:
            return _("Dead")


def _is_harm(effect: e.Effect) -> bool:
    match effect:
        case e.Left(how="dead"):
            return True
        case e.MissesNext(misses=misses):
            return misses
        case e.Niggled(by=by) | e.Lowered(by=by):
            return by > 0
        case _:
            return False


def _moments(told: list[EventText]) -> Iterator[Moment]:
    """Joining, leaving and the like: what has no section of its own."""
    for each in told:
        for effect in each.effects:
            if not _is_told_elsewhere(effect):
                yield Moment(each.when, each.event.at, each.say(effect))


def _is_told_elsewhere(effect: e.Effect) -> bool:
    match effect:
        case e.Earned() | e.ImprovementOwed() | e.Improved() | e.SkillGiven() | e.Fact():
            return True
        case e.Raised(by=by):
            return by > 0
        case _:
            return _is_harm(effect)
