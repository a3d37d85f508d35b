"""The form of Hire & Fire: its fields are what is on offer, its answer a basket and people."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from teams.forms.purchases import PurchaseForm, counter
from teams.queries.hiring import Hireable, Hiring, Kept, Somebody


class BasketForm(PurchaseForm):
    """A basket as the page shows it."""

    def __init__(self, data: Any, *, hiring: Hiring, runs_league: bool) -> None:
        super().__init__(
            data,
            revision=hiring.window.revision,
            newcomers=hiring.newcomers,
            named=hiring.window.people,
            has_word=runs_league,
        )
        self.hiring = hiring
        self.fields |= dict(self._offer_fields())

    def _offer_fields(self) -> Iterator[tuple[str, forms.Field]]:
        basket = self.hiring.basket
        for position in self.hiring.positions:
            key = position.offer.key
            yield key, counter(position.name, basket.get(key, 0), most=position.offer.limit)
        for thing in self.hiring.kept:
            now = thing.has + basket.get(thing.buy, 0) - basket.get(thing.drop, 0)
            yield thing.buy, counter(thing.name, now, most=thing.most)
        for each in (*self.hiring.contracted, *self.hiring.journeymen):
            key = each.offer.key
            label = _("Fire") if key.startswith("fire/") else _("Sign")
            yield (
                key,
                forms.BooleanField(label=label, required=False, initial=bool(basket.get(key))),
            )

    # --- what was sent

    @property
    def basket(self) -> dict[str, int]:
        said = self.cleaned_data
        basket = {each.offer.key: said[each.offer.key] or 0 for each in self.hiring.positions}
        for each in (*self.hiring.contracted, *self.hiring.journeymen):
            basket[each.offer.key] = int(said[each.offer.key])
        for thing in self.hiring.kept:
            wanted = said[thing.buy]
            more = (thing.has if wanted is None else wanted) - thing.has
            basket[thing.buy], basket[thing.drop] = max(0, more), max(0, -more)
        return {key: count for key, count in basket.items() if count}

    @property
    def wanted(self) -> dict[str, Any]:
        """What the commands take, with the basket that this was said of."""
        revision = self.cleaned_data["revision"]
        return {"basket": self.basket, "people": self.people, "revision": revision}

    # --- what is shown

    def position_rows(self) -> Iterator[tuple[Hireable, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.positions)

    def kept_rows(self) -> Iterator[tuple[Kept, BoundField]]:
        return ((each, self[each.buy]) for each in self.hiring.kept)

    def fire_rows(self) -> Iterator[tuple[Somebody, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.contracted)

    def sign_rows(self) -> Iterator[tuple[Somebody, BoundField]]:
        return ((each, self[each.offer.key]) for each in self.hiring.journeymen)
