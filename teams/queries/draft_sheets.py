"""A draft as its page shows it: what is offered, what it comes to, and what is wrong where."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.pins import book_of
from rules.book import Book
from rules.catalogue import Catalogue, Race
from rules.words import line_words, name
from teams.drafts import Recruit, Weighed, weigh
from teams.models import Draft
from teams.queries.baskets import BillLine, PurseFigure, Shelf, WishOffering
from teams.queries.coach_rosters import PlayerCard, cards_of
from teams.wishes import Wish, slot_of
from web.crests import KIT_NAMES, Crest
from web.templatetags.touchback import gold

Faults = Mapping[str, list[Reason]]


@dataclass(frozen=True, slots=True)
class Lessons:
    """Skills that cost the same."""

    price: int
    is_double: bool
    skills: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A player on the draft, with what was typed about them if that could not be kept."""

    slot: str
    key: str
    position: str
    name: str
    number: str
    faults: list[Reason]
    gained: list[tuple[str, str]]
    lessons: list[Lessons]


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """Special rules or leagues of which the team takes one."""

    key: str
    name: str
    chosen: str
    options: list[tuple[str, str]]
    faults: list[Reason]


@dataclass(frozen=True)
class DraftSheet(WishOffering):
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
    def race_key(self) -> str:
        return self.draft.race

    @property
    def wish(self) -> Wish:
        return dict(self.draft.wish)

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

    @property
    def choices(self) -> list[DraftChoice]:
        return [
            DraftChoice(
                each.key,
                each.name,
                self.wish.get("rules", {}).get(each.key, ""),
                [(rule, name(self.catalogue, rule)) for rule in each.rules],
                self.faults_of(f"rules.{each.key}"),
            )
            for each in self.race.choices
        ]

    @property
    def players(self) -> Shelf:
        params = {"fewest": self.fewest, "most": self.places}
        how_many = _("%(fewest)d to %(most)d") if self.fewest < self.places else "%(most)d"
        return Shelf("players-title", _("Players"), how_many % params, self.positions)

    @property
    def cards(self) -> list[PlayerCard]:
        """Who plays where nobody is chosen."""
        if not self.declared.plays_cards:
            return []
        return list(cards_of(self.book, self.draft.race))

    @property
    def beside(self) -> list[Shelf]:
        """What is bought besides players."""
        staff = Shelf("staff-title", _("Staff"), wares=self.support)
        lasting = Shelf("lasting-title", _("For every match"), wares=self.lasting)
        return [shelf for shelf in (staff, lasting) if shelf.rows]

    @cached_property
    def rows(self) -> list[DraftRow]:
        return [self._row(recruit) for recruit in self.weighed.squad]

    @property
    def bill(self) -> list[BillLine]:
        sentences = [(line_words(self.catalogue, line), line.amount) for line in self.weighed.lines]
        return [BillLine(*line) for line in (*sentences, (self.left_title, self.weighed.left))]

    @property
    def purse(self) -> list[PurseFigure]:
        weighed = self.weighed
        return [
            *self.figures(
                left=weighed.left,
                price=(_("Spent"), weighed.spent),
                value=weighed.value,
                players=len(self.rows),
                fewest=self.fewest,
            )
        ]

    @cached_property
    def faults(self) -> Faults:
        """What is wrong, by what it is about."""
        reasons: dict[str, list[Reason]] = {}
        for reason in {(each.code, each.subject): each for each in self.all_reasons}.values():
            reasons.setdefault(self._place(reason.subject), []).append(reason)
        return reasons

    @property
    def all_reasons(self) -> list[Reason]:
        return [*self.refused, *self.weighed.reasons]

    @property
    def against(self) -> list[str]:
        """All that stands against it, each sentence once."""
        return list(dict.fromkeys(str(reason.message) for reason in self.all_reasons))

    def terms_of(self, offer: Mapping[str, Any], count: int) -> str:
        """The price, now and later, and how many there may be."""
        sentences = []
        if self.declared.has_gold:
            each, later = gold(offer.get("each", 0)), offer.get("later")
            dearer = _("%(each)s now, later %(later)s")
            sentences.append(dearer % {"each": each, "later": gold(later)} if later else each)
        if (most := self.most_of(offer)) is not None:
            full = _("0–%(most)d, full") if count >= most else _("0–%(most)d")
            sentences.append(full % {"most": most})
        return " · ".join(sentences)

    def faults_of(self, subject: str) -> list[Reason]:
        return self.faults.get(subject, [])

    def _row(self, recruit: Recruit) -> DraftRow:
        person, slot = recruit.person, recruit.slot
        return DraftRow(
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
            for line in self.offers
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
) -> DraftSheet:
    """The sheet of a draft; `typed` and `refused` belong to a change that was not made."""
    weighed = weigh(draft, names_taken={*names_taken})
    return DraftSheet(draft, book_of(draft.season.pin), weighed, typed or {}, tuple(refused))
