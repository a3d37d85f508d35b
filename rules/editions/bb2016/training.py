"""Skills bought at the draft, for resurrection play: who has which, at what price and value."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from rules.book import Book
from rules.catalogue import Race
from rules.editions.bb2016.improvement import learnable
from rules.editions.bb2016.limits import open_faults
from rules.engine.growth import skill_kind
from rules.engine.limits import clash_faults, need_faults
from rules.engine.rulings import Line, Reason
from rules.engine.state import Player
from rules.knobs import named_twice, off

# The knob that prices a skill of a kind.
PRICES = {"skill": "resurrection.normal-price", "double-skill": "resurrection.double-price"}


@dataclass(frozen=True, slots=True)
class Skilled:
    """One of the players bought, and the skills that they begin with beyond their position's."""

    position: str
    skills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rookie:
    """Somebody bought who has no id yet."""

    position: str
    cost: int
    skills: tuple[str, ...] = ()
    value_added: int = 0

    def called(self, id_: str, number: int = 0) -> Player:
        return Player(
            id_,
            self.position,
            self.cost,
            number,
            skills=self.skills,
            value_added=self.value_added,
        )


def rookies(
    book: Book, race: Race, players: Mapping[str, int], skilled: Sequence[Skilled]
) -> Iterator[Rookie]:
    """Everybody bought; of each position, the skilled come first."""
    for key, count in players.items():
        cost = race.positions[key].cost
        trained = [each.skills for each in skilled if each.position == key]
        for skills in trained[:count]:
            yield Rookie(key, cost, skills, _worth(book, race, Player("", key, cost), skills))
        yield from repeat(Rookie(key, cost), count - len(trained))


def _worth(book: Book, race: Race, rookie: Player, skills: Sequence[str]) -> int:
    kinds = (skill_kind(book, race.key, rookie, skill) for skill in skills)
    return sum(book.figure("value-modifiers", kind) for kind in kinds)


def skill_lines(book: Book, race: Race, skilled: Sequence[Skilled]) -> Iterator[Line]:
    """The price of every skill that can be had, as gold going out."""
    for each in skilled:
        if each.position not in race.positions:
            continue
        rookie = Player("", each.position, race.positions[each.position].cost)
        reached = learnable(book, race.key, rookie, is_double=True, beside=each.skills)
        within_reach = set(reached)
        for skill in each.skills:
            if skill in within_reach:
                kind = skill_kind(book, race.key, rookie, skill)
                price: int = book.house[PRICES[kind]]
                yield Line(kind, -price, {"position": each.position, "skill": skill})


def training_faults(
    book: Book, race: Race, players: Mapping[str, int], skilled: Sequence[Skilled]
) -> Iterator[Reason]:
    """Everything that keeps these players from these skills."""
    if not any(each.skills for each in skilled):
        return
    if not book.house["resurrection"]:
        yield off("resurrection", "skilled")
    else:
        yield from _number_faults(book, skilled)
    for position, count in Counter(each.position for each in skilled).items():
        if position in race.positions and count > (bought := players.get(position, 0)):
            params = {"position": position, "count": count, "bought": bought}
            yield Reason("more-skilled-than-bought", "skilled", params)
    for number, each in enumerate(skilled):
        yield from _player_faults(book, race, each, f"skilled.{number}")


def _number_faults(book: Book, skilled: Sequence[Skilled]) -> Iterator[Reason]:
    """Skills in all, and skills to a player."""
    count = sum(len(each.skills) for each in skilled)
    if count > (most := book.house["resurrection.skills"]):
        yield Reason("too-many-skills", "skilled", {"count": count, "at_most": most})
    most = book.house["resurrection.skills-per-player"]
    for number, each in enumerate(skilled):
        if (count := len(each.skills)) > most:
            params = {"position": each.position, "count": count, "at_most": most}
            yield Reason("too-many-skills-for-one", f"skilled.{number}", params)


def _player_faults(book: Book, race: Race, each: Skilled, subject: str) -> Iterator[Reason]:
    if each.position not in race.positions:
        params = {"position": each.position, "race": race.key}
        yield Reason("no-such-position", subject, params, integrity=True)
    if twice := named_twice(each.skills):
        yield Reason("named-twice", subject, {"names": twice}, integrity=True)
    elif each.position in race.positions:
        known = (*race.positions[each.position].skills, *each.skills)
        yield from clash_faults(book, known, subject)
        yield from need_faults(book, each.skills, known, subject)
    for skill in dict.fromkeys(each.skills):
        if skill not in book.catalogue.skills:
            yield Reason("no-such-skill", subject, {"skill": skill}, integrity=True)
        elif each.position in race.positions:
            yield from _skill_faults(book, race, each.position, skill, subject)


def _skill_faults(
    book: Book, race: Race, position: str, skill: str, subject: str
) -> Iterator[Reason]:
    if skill in race.positions[position].skills:
        yield Reason("has-skill-already", subject, {"position": position, "skill": skill})
    else:
        rookie = Player("", position, race.positions[position].cost)
        yield from open_faults(book, race.key, rookie, skill, subject)
