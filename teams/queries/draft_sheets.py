"""A draft as its page shows it: what is offered, what it comes to, and what is wrong where."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from jobs.failures import Reason
from league.pins import book_of
from league.rulebook import answers_of, must_allow, team_sheet_of
from rules.book import Book
from rules.catalogue import Catalogue, Race
from rules.engine.circumstances import OfRace
from rules.engine.rulings import Line
from rules.team_sheet import TeamSheet
from rules.words import line_words, name
from rules.words.withheld import NotOnOffer, kept_back, not_on_offer
from teams.drafts import Recruit, Weighed, weigh
from teams.models import Draft
from teams.wishes import count_of, slot_of
from web.crests import KIT_NAMES, Crest

Faults = Mapping[str, list[Reason]]


@dataclass(frozen=True, slots=True)
class Ware:
    """Something that can be stepped up and down; without `at_most` there is no end to it."""

    subject: str
    name: str
    price: int
    count: int
    at_most: int | None
    later: int | None
    faults: list[Reason]
    profile: list[tuple[str, str]]
    skills: tuple[str, ...]

    @property
    def is_full(self) -> bool:
        return self.at_most is not None and self.count >= self.at_most


@dataclass(frozen=True, slots=True)
class Lessons:
    """Skills that cost the same."""

    price: int
    is_double: bool
    skills: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A player on the draft, with what was typed about them if that could not be kept."""

    slot: str
    key: str
    position: str
    name: str
    number: str
    faults: list[Reason]
    gained: list[tuple[str, str]]
    lessons: list[Lessons]


@dataclass(frozen=True)
class Sheet:
    """Everything about a draft that its page shows; the rulebook has said all of it."""

    draft: Draft
    book: Book
    weighed: Weighed
    typed: Mapping[str, str]
    refused: tuple[Reason, ...] = ()

    @property
    def catalogue(self) -> Catalogue:
        return self.book.catalogue

    @property
    def race(self) -> Race:
        return self.book.race(self.draft.race)

    @cached_property
    def crest(self) -> Crest:
        draft = self.draft
        return Crest.of_team(draft.uuid, name=self.weighed.name, shirt=draft.shirt, trim=draft.trim)

    @property
    def shirt(self) -> str:
        return str(KIT_NAMES[self.draft.shirt])

    @property
    def trim(self) -> str:
        return str(KIT_NAMES[self.draft.trim])

    @cached_property
    def name(self) -> str:
        return self.typed.get("name", self.weighed.name)

    @cached_property
    def players(self) -> list[Ware]:
        return self._wares("players.")

    @cached_property
    def support(self) -> list[Ware]:
        return self._wares("rerolls", "fan_factor", "staff.")

    @cached_property
    def lasting(self) -> list[Ware]:
        return self._wares("inducements.")

    @cached_property
    def withheld(self) -> NotOnOffer:
        return not_on_offer(self.catalogue, kept_back(self._offers))

    @cached_property
    def rows(self) -> list[Row]:
        return [self._row(recruit) for recruit in self.weighed.squad]

    @property
    def lines(self) -> list[tuple[str, int | None]]:
        return [(line_words(self.catalogue, line), line.amount) for line in self.weighed.lines]

    @cached_property
    def faults(self) -> Faults:
        """What is wrong, by what it is about."""
        found: dict[str, list[Reason]] = {}
        for reason in {(each.code, each.subject): each for each in self.all_reasons}.values():
            found.setdefault(self._place(reason.subject), []).append(reason)
        return found

    @property
    def all_reasons(self) -> list[Reason]:
        return [*self.refused, *self.weighed.reasons]

    @property
    def against(self) -> list[str]:
        """All that stands against it, each sentence once."""
        return list(dict.fromkeys(str(reason.message) for reason in self.all_reasons))

    @property
    def declared(self) -> TeamSheet:
        """What a team of this edition has."""
        return team_sheet_of(self.book)

    @property
    def fewest(self) -> int:
        return self.declared.squad(self.book)[0]

    @property
    def most(self) -> int:
        return self.declared.squad(self.book)[-1]

    @cached_property
    def _offers(self) -> list[Line]:
        offers = answers_of(self.book).draft_offers
        return list(must_allow(self.book, offers, OfRace(self.draft.race)).because)

    def _wares(self, *subjects: str) -> list[Ware]:
        return [
            self._ware(line)
            for line in self._offers
            if line.code == "offer" and str(line.params["subject"]).startswith(subjects)
        ]

    def _ware(self, line: Line) -> Ware:
        subject, what = line.params["subject"], line.params["what"]
        position = self.race.positions.get(what) if subject.startswith("players.") else None
        figures = position.profile if position else {}
        return Ware(
            subject=subject,
            name=position.name if position else name(self.catalogue, what),
            price=line.params.get("each", 0),
            count=count_of(self.draft.wish, subject),
            at_most=line.params.get("at_most"),
            later=line.params.get("later"),
            faults=self.faults.get(subject, []),
            profile=[(key.upper(), self.catalogue.said(key, n)) for key, n in figures.items()],
            skills=position.skills if position else (),
        )

    def _row(self, recruit: Recruit) -> Row:
        person, slot = recruit.person, recruit.slot
        return Row(
            slot=slot,
            key=recruit.key,
            position=self.race.positions[recruit.player.position].name,
            name=self.typed.get(f"called.{slot}", person.name),
            number=self.typed.get(f"wears.{slot}", str(person.number)),
            faults=self.faults.get(slot, []),
            gained=self._named(recruit.player.skills),
            lessons=self._lessons(recruit),
        )

    def _lessons(self, recruit: Recruit) -> list[Lessons]:
        """The skills that may still be bought for them."""
        return [
            Lessons(
                line.params["each"],
                line.params["kind"] != "skill",
                self._named(
                    each for each in line.params["skills"] if each not in recruit.player.skills
                ),
            )
            for line in self._offers
            if line.code == "skill-offer" and line.params["position"] == recruit.player.position
        ]

    def _named(self, skills: Iterable[str]) -> list[tuple[str, str]]:
        return [(skill, name(self.catalogue, skill)) for skill in skills]

    def _place(self, subject: str) -> str:
        """Where a reason stands: at a ware, at a player's slot, or under its own name."""
        kind, _, about = subject.partition(".")
        if kind == "people":
            who = about.rpartition(".")[0] or about
            by_key = {recruit.key: recruit.slot for recruit in self.weighed.squad}
            return by_key.get(who, who)
        if kind == "skilled" and about.isdecimal():
            return self._taught_slots.get(int(about), subject)
        return subject

    @cached_property
    def _taught_slots(self) -> dict[int, str]:
        """The slots of those who are taught, by their place in the wish."""
        counted: Counter[str] = Counter()
        slots = {}
        for index, each in enumerate(self.draft.wish.get("skilled", ())):
            counted[each["position"]] += 1
            slots[index] = slot_of(each["position"], counted[each["position"]])
        return slots


def sheet_of(
    draft: Draft,
    *,
    names_taken: Iterable[str],
    typed: Mapping[str, str] | None = None,
    refused: Iterable[Reason] = (),
) -> Sheet:
    """The sheet of a draft; `typed` and `refused` belong to a change that was not made."""
    weighed = weigh(draft, names_taken={*names_taken})
    return Sheet(draft, book_of(draft.season.pin), weighed, typed or {}, tuple(refused))
