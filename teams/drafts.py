"""A draft as it stands: what the rulebook makes of it, and who is who in it."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from league.pins import book_of
from league.rulebook import answers_of, circumstances, must_allow, rule, said
from rules.book import Book
from rules.engine import rulings
from rules.engine.effects import Fact, Joined
from rules.engine.rulings import Line
from rules.engine.state import Player
from teams.identity import identity_faults
from teams.models import Draft
from teams.newcomers import Person
from teams.newcomers import faults as people_faults
from teams.numbers import free_numbers
from teams.overriding import Overridable
from teams.suggestions import suggest_name, suggest_team_name
from teams.wishes import Wish, slot_of

WINDOW = "draft"
# What the house adds to a coach's wish.
BY_THE_HOUSE = frozenset({"race", "seasons_finished", "window"})


@dataclass(frozen=True, slots=True)
class Recruit:
    """Somebody on a draft, by the key that the rulebook gives them and by their slot.

    `chosen` is what the coach calls them; `person` has suggestions for what is left open.
    """

    slot: str
    player: Player
    chosen: Person
    person: Person

    @property
    def key(self) -> str:
        return self.player.id


@dataclass(frozen=True, slots=True)
class Weighed(Overridable):
    """What the rulebook says of a draft as it stands. `faults` are those that nobody can set aside,
    `broken` the rules that a commissioner may."""

    name: str
    faults: tuple[Reason, ...]
    broken: tuple[Reason, ...] = ()
    ruling: rulings.Ruling | None = None
    lines: tuple[Line, ...] = ()
    left: int = 0
    value: int = 0
    squad: tuple[Recruit, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (*self.faults, *self.broken)

    @property
    def is_sound(self) -> bool:
        return not self.faults

    @property
    def short(self) -> int:
        """The gold that it costs beyond the budget."""
        return max(0, -self.left)

    @property
    def budget(self) -> int:
        return sum(line.amount or 0 for line in self.lines if line.code == "budget")

    @property
    def spent(self) -> int:
        return self.budget - self.left


def weigh(draft: Draft, *, names_taken: Collection[str]) -> Weighed:
    """A draft before the rulebook; `names_taken` are those of the league's other teams."""
    name = name_of(draft, names_taken)
    faults = [*looks_faults(draft, names_taken), *_taken(name, names_taken)]
    book = book_of(draft.season.pin)
    wanted = asked(book, draft, draft.wish)
    try:
        bill = made_out(book, wanted)
    except Refused as refused:
        return Weighed(name, (*faults, *refused.reasons))
    facts = {effect.what: effect.value for effect in bill.effects if isinstance(effect, Fact)}
    squad = recruits(draft, bill)
    question = answers_of(book).draft
    ruling = rule(book, question, circumstances(book, question, wanted))
    reasons = ruling.reasons if isinstance(ruling, rulings.Refused) else ()
    faults += people_faults(people_of(squad), {})
    faults += said([reason for reason in reasons if reason.integrity], book.catalogue)
    return Weighed(
        name=name,
        faults=tuple(faults),
        broken=tuple(said([each for each in reasons if not each.integrity], book.catalogue)),
        ruling=ruling,
        lines=bill.because,
        left=facts.get("left", 0),
        value=facts.get(book.catalogue.traits.strength, 0),
        squad=squad,
    )


def asked(book: Book, draft: Draft, wish: Wish) -> dict[str, Any]:
    """The wish with what only the house knows.

    Players stand in the order of the team list, which numbers them: a database may have kept the
    wish in another one.
    """
    positions = [*book.race(draft.race).positions] if draft.race in book.catalogue.races else []
    players = wish.get("players", {})
    in_order = [*(key for key in positions if key in players), *players]
    return {
        **wish,
        "players": {key: players[key] for key in in_order},
        "race": draft.race,
        "seasons_finished": draft.season.number - 1,
        "window": WINDOW,
    }


def made_out(book: Book, at: Mapping[str, Any]) -> rulings.Allowed:
    """The bill of a wish. Raises Refused where it cannot be read or counted."""
    question = answers_of(book).draft_bill
    return must_allow(book, question, circumstances(book, question, at))


def readable(draft: Draft, wish: Wish) -> dict[str, Any]:
    """The wish as it is kept: by key, in JSON's own types, without what the house adds.

    Raises Refused with every fault of what cannot be read or counted; it may break any rule.
    """
    book = book_of(draft.season.pin)
    unordered = {**wish, "race": draft.race, "window": WINDOW}
    read = asdict(circumstances(book, answers_of(book).draft_bill, unordered))
    kept: dict[str, Any] = json.loads(json.dumps(read))
    kept = {field: wanted for field, wanted in kept.items() if field not in BY_THE_HOUSE}
    made_out(book, asked(book, draft, kept))
    return kept


def recruits(draft: Draft, bill: rulings.Allowed) -> tuple[Recruit, ...]:
    """Everybody on the bill, each with a name and a number; as often as asked, the same."""
    counted: Counter[str] = Counter()
    slots: dict[str, Player] = {}
    for effect in bill.effects:
        if isinstance(effect, Joined):
            counted[effect.player.position] += 1
            position = effect.player.position
            slots[slot_of(position, counted[position])] = effect.player
    chosen = {slot: Person(*draft.people.get(slot, ("", 0))) for slot in slots}
    numbers = free_numbers(taken=(), wanted=[person.number for person in chosen.values()])
    names = {person.name for person in chosen.values()}
    found = []
    for slot, player in slots.items():
        own = chosen[slot]
        seed = f"{draft.uuid} {draft.people_lot} {slot}"
        name = own.name or suggest_name(draft.race, seed, names)
        names.add(name)
        found.append(Recruit(slot, player, own, Person(name, own.number or next(numbers, 0))))
    return tuple(found)


def people_of(squad: Iterable[Recruit]) -> dict[str, Person]:
    return {recruit.key: recruit.person for recruit in squad}


def name_of(draft: Draft, names_taken: Collection[str] = ()) -> str:
    """What the coach calls the team, or what is suggested."""
    seed = f"{draft.uuid} {draft.name_lot}"
    return draft.name or suggest_team_name(draft.race, seed, names_taken)


def looks_faults(draft: Draft, names_taken: Collection[str] = ()) -> list[Reason]:
    name = name_of(draft, names_taken)
    return identity_faults({"name": name, "shirt": draft.shirt, "trim": draft.trim})


def race_faults(book: Book, race: str) -> list[Reason]:
    """Why a race is not drafted here; of everything that a draft of nobody is told, only that."""
    question = answers_of(book).draft
    ruling = rule(book, question, circumstances(book, question, {"race": race}))
    reasons = ruling.reasons if isinstance(ruling, rulings.Refused) else ()
    return said([reason for reason in reasons if reason.subject == "race"], book.catalogue)


def _taken(name: str, names_taken: Collection[str]) -> list[Reason]:
    if name.lower() not in {taken.lower() for taken in names_taken}:
        return []
    return [Reason("name_taken", _("Another team of the league has this name."), "name")]
