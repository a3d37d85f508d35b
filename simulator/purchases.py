"""What a coach puts into the basket: as much as the purse bears, and not much nonsense."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine.asks import Offer, Shop
from rules.engine.match import Side
from rules.engine.sequence import StepContext
from rules.engine.state import Player, Team

Basket = dict[str, int]
Filling = Callable[[Shop, StepContext[Book], random.Random], Basket]

SQUAD = 13  # who has as many buys something else
FEWEST = 11
RESERVE = 50_000  # what a careful coach leaves in the treasury
RICH = 250_000


def basket_for(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    for part, fill in _FILLINGS.items():
        if part in ask.key:
            return fill(ask, context, chance)
    return {}


def shrunk(basket: Basket, chance: random.Random) -> Basket:
    """With one thing less: what a coach does who hears that it is too much."""
    key = chance.choice(list(basket))
    less = {**basket, key: basket[key] - 1}
    return {key: count for key, count in less.items() if count > 0}


def _team(context: StepContext[Book]) -> Team:
    return context.match.teams[context.side or "home"]


# --- before the match


def _journeymen(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    return {chance.choice(ask.offers).key: ask.offers[0].at_most}


def _decks(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    """So many cards as are to be drawn, or as the points buy."""
    if ask.purse:
        return _as_many(ask.offers, ask.purse, chance)
    draw = max(offer.at_most for offer in ask.offers)
    return {offer.key: 1 for offer in chance.sample(ask.offers, draw)}


def _petty_cash(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    """Only the rich move something of their own."""
    if ask.purse < RICH or chance.random() < 0.6:
        return {}
    return {ask.offers[0].key: chance.randint(1, min(10, ask.offers[0].at_most))}


def _inducements(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    """What was given is spent, and of a full treasury a little more."""
    side: Side = context.side or "home"
    gold = int(context.match.side_fact(side, "inducement-gold", 0))
    if ask.purse - gold > RICH and chance.random() < 0.2:
        gold += 100_000
    gold = min(gold, ask.purse)
    stars = [
        offer
        for offer in ask.offers
        if offer.key.startswith("star/") and offer.price <= gold and offer.at_most
    ]
    basket: Basket = {}
    if stars and chance.random() < 0.6:
        star = max(stars, key=lambda offer: (offer.price, offer.key))
        basket[star.key] = 1
        gold -= star.price
    others = [offer for offer in ask.offers if not offer.key.startswith("star/")]
    return basket | _as_many(others, gold, chance)


def _as_many(offers: Iterable[Offer], gold: int, chance: random.Random) -> Basket:
    """One of this and one of that, until the gold is spent."""
    basket: Basket = {}
    shelf = [offer for offer in offers if offer.at_most and 0 < offer.price <= gold]
    for offer in chance.sample(shelf, len(shelf)):
        if offer.price <= gold:
            basket[offer.key] = 1
            gold -= offer.price
    return basket


# --- after it


def _hire_and_fire(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    return Hiring(ask, context.book, _team(context), chance).basket()


class Hiring:
    """Hire and fire, as a coach goes through the list."""

    def __init__(self, ask: Shop, book: Book, team: Team, chance: random.Random) -> None:
        self.book, self.team, self.chance = book, team, chance
        self.race = book.race(team.race)
        self.offers = {offer.key: offer for offer in ask.offers}
        self.gold = ask.purse
        self.counts = Counter(player.position for player in team.contracted)
        self.filled: Basket = {}

    def basket(self) -> Basket:
        self._let_go()
        for key in self.offers:
            if key.startswith("free/") and self._squad < self._most:
                self.filled[key] = 1
                self.counts["raised"] += 1
        self._sign()
        self._hire()
        self._support()
        return self.filled

    @property
    def _squad(self) -> int:
        return sum(self.counts.values()) + bool(self.team.star)

    @property
    def _most(self) -> int:
        return team_sheet_of(self.book).most_players(self.book)

    def _let_go(self) -> None:
        """Whoever is worn out, if somebody else can be paid."""
        for player in self.team.contracted:
            price = self.race.positions[player.position].cost
            if self._is_worn(player) and self.gold >= price + RESERVE and self._squad >= FEWEST:
                self.filled[f"fire/{player.id}"] = 1
                self.counts[player.position] -= 1
                return

    def _is_worn(self, player: Player) -> bool:
        return player.niggles > 1 or (bool(player.lowered) and self.chance.random() < 0.3)

    def _sign(self) -> None:
        for player in self.team.players.values():
            offer = self.offers.get(f"sign/{player.id}")
            if offer and self._squad < SQUAD and self._has_room(player.position):
                self._take(offer, player.position, keep=0)

    def _hire(self) -> None:
        """The dear ones first; plain ones where too few are left."""
        by_price = sorted(self.race.positions.values(), key=lambda each: (-each.cost, each.key))
        if self._squad < FEWEST:
            by_price = by_price[::-1]
        for position in by_price:
            while self._squad < SQUAD and self._has_room(position.key):
                keep = 0 if self._squad < FEWEST else RESERVE
                if not self._take(self.offers[f"hire/{position.key}"], position.key, keep=keep):
                    break

    def _has_room(self, position: str) -> bool:
        return self.counts[position] < self.race.positions[position].max

    def _take(self, offer: Offer, position: str, *, keep: int) -> bool:
        if self.gold - offer.price < keep:
            return False
        self.filled[offer.key] = self.filled.get(offer.key, 0) + 1
        self.gold -= offer.price
        self.counts[position] += 1
        return True

    def _support(self) -> None:
        """A healer, re-rolls, somebody who waves, a star for keeps."""
        if self.race.apothecary and not self.team.staff.get("apothecary"):
            self._buy("staff/apothecary", keep=0)
        if self.team.rerolls < min(5, self.race.reroll_max or 5):
            self._buy("reroll", keep=RESERVE)
        for what in ("assistant-coach", "cheerleader"):
            if self.team.staff.get(what, 0) < 3 and self.chance.random() < 0.3:
                self._buy(f"staff/{what}", keep=RESERVE)
        stars = [key for key in self.offers if key.startswith("star/")]
        if stars and self.gold > RICH and self._squad < self._most:
            self._buy(self.chance.choice(stars), keep=RESERVE)

    def _buy(self, key: str, *, keep: int) -> None:
        offer = self.offers.get(key)
        if offer and offer.at_most and self.gold - offer.price >= keep:
            self.filled[key] = 1
            self.gold -= offer.price


def _one(ask: Shop, context: StepContext[Book], chance: random.Random) -> Basket:
    """One, where there is gold enough."""
    offer = ask.offers[0]
    wanted = offer.price * 2 <= ask.purse and chance.random() < 0.4
    return {offer.key: 1} if wanted else {}


_FILLINGS: Mapping[str, Filling] = {
    "journeymen": _journeymen,
    "/decks": _decks,
    "/moved": _petty_cash,
    "inducements": _inducements,
    "hire-and-fire": _hire_and_fire,
    "stadium-fund": _one,
    "residency-loss/points": _one,
}
