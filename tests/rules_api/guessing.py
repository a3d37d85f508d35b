"""Circumstances, house rules and answers that nobody would think of, some of them nearly right."""

import dataclasses
import typing
from typing import Literal

from rules.bounds import bounds_of
from rules.describing import (
    PARTS,
    hints_of,
    is_mapping,
    is_required,
    is_several,
    names_in,
    optional_of,
)
from rules.engine.asks import Choose, Confirm, Offer, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.state import Player
from rules.knobs import Choice, Flag, Several, Whole, Worths

STRANGE = ["", "nobody", "p1", "x" * 100, "Ünïcode", "'; drop", "../..", "None"]


class Guess:
    """Guesses by a random number generator of the caller's, `wild` of them out of the blue."""

    def __init__(self, random, edition, wild=0.1):
        self.random, self.edition, self.wild = random, edition, wild
        self.names = names_in(edition.catalogue)
        self.race = random.choice([*edition.catalogue.races])

    def is_wild(self):
        return self.random.random() < self.wild

    def record(self, kind):
        hints = hints_of(kind)
        texts = {
            field.name: self.value(hints[field.name], field)
            for field in dataclasses.fields(kind)
            if is_required(field) or self.random.random() < 0.6
        }
        if kind is Player and not self.is_wild():
            texts["position"] = self.random.choice(
                [*self.edition.catalogue.races[self.race].positions]
            )
        return texts

    def value(self, hint, field):  # noqa: PLR0911 (one way a kind)
        if other := optional_of(hint):
            return None if self.random.random() < 0.3 else self.value(other, field)
        if dataclasses.is_dataclass(hint):
            return self.record(hint)
        if is_mapping(hint):
            below = typing.get_args(hint)[1]
            if below is Player:
                return self.squad(field)
            return {
                self.text(field): self.value(below, field) for _ in range(self.random.randint(0, 3))
            }
        if is_several(hint):
            below = typing.get_args(hint)[0]
            return [self.value(below, field) for _ in range(self.random.randint(0, 3))]
        if typing.get_origin(hint) is Literal:
            return self.random.choice(typing.get_args(hint))
        if hint is bool:
            return self.random.random() < 0.5
        return self.number(field) if hint is int else self.text(field)

    def squad(self, field):
        ids = [f"p{n}" for n in range(1, self.random.choice([1, 4, 12, 20]))]
        return {id_: self.record(Player) | {"id": id_} for id_ in ids}

    def number(self, field):
        bounds = bounds_of(field.metadata)
        edges = [bounds.at_least, bounds.at_most] if self.is_wild() else []
        return self.random.choice([*edges, 1, 2, 3, 6, *([0, 50_000] if not edges else [])])

    def text(self, field):
        if self.is_wild():
            return self.random.choice(STRANGE)
        if field.name == "race":
            return self.race
        if field.name == "position":
            return self.random.choice([*self.edition.catalogue.races[self.race].positions])
        if field.name in PARTS and self.names[PARTS[field.name]]:
            part = self.names[PARTS[field.name]]
            return self.random.choice([*part, *part.values()])
        tables = self.edition.catalogue.tables
        return self.random.choice(
            [
                *("p1", "p2", "", "1", "2", "apothecary", "cheerleader", "window"),
                *self.edition.catalogue.characteristics,
                *tables["spp-awards"].named,
            ]
        )

    def house(self, knobs):
        """Most rules of an optional kind switched on, a few more turned anyhow."""
        texts = {}
        for knob in knobs:
            if isinstance(knob, Flag) and self.random.random() < 0.5:
                texts[knob.key] = self.random.random() < 0.8
            elif self.random.random() < 0.15:
                texts[knob.key] = self.knob(knob)
        return texts

    def knob(self, knob):
        if isinstance(knob, Choice):
            return self.random.choice([*knob.options])
        if isinstance(knob, Whole):
            steps = (knob.at_most - knob.at_least) // knob.step
            return knob.at_least + knob.step * self.random.choice([0, steps // 2, steps])
        if isinstance(knob, Worths):
            some = self.random.sample([*knob.options], 3)
            return {key: self.random.choice([1, 2, 99]) for key in some}
        if isinstance(knob, Several):
            known = [*knob.options] or [*self.names[knob.of].values()]
            return self.random.sample(known, min(len(known), self.random.randint(0, 3)))
        return knob.default

    def answer(self, ask):
        if self.random.random() < self.wild / 5:
            return self.random.choice([None, 7, "x", [], {}, [1], True, -1, 3.5, {"a": 1}, ["p1"]])
        if isinstance(ask, Roll):
            return self.random.choice([*dice(ask.dice).results()])
        if isinstance(ask, Choose):
            return self.random.choice(ask.options) if ask.options else ""
        if isinstance(ask, Confirm):
            return self.random.random() < 0.5
        if isinstance(ask, Pick):
            many = min(self.random.randint(ask.at_least, ask.at_most), len(ask.candidates))
            return self.random.sample(ask.candidates, many)
        assert isinstance(ask, Shop)
        wanted = self.random.sample(ask.offers, min(len(ask.offers), self.random.randint(0, 3)))
        most = self.random.choice([1, 3])
        return {offer.key: self.random.randint(0, min(most, offer.at_most)) for offer in wanted}

    def answer_to(self, said):
        """An answer to an ask as the API puts it."""
        kinds = {"roll": Roll, "choose": Choose, "confirm": Confirm, "pick": Pick, "shop": Shop}
        beside = ("kind", "sentence", "names", "withheld", "about", "because")
        fields = {key: value for key, value in said.items() if key not in beside}
        if "offers" in fields:
            fields["offers"] = [
                Offer(offer["key"], offer["price"], offer["at_most"]) for offer in fields["offers"]
            ]
        return self.answer(kinds[said["kind"]](**fields))
