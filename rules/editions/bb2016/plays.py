"""Special plays: how many cards each side draws and keeps, in the book's way and its variants.

A side's hand is a fact that only this side may see. With cards on the table only numbers are told.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book import Book
from rules.editions.bb2016.decks import (
    Dealing,
    Decks,
    Hand,
    all_decks,
    deck_of,
    playable_decks,
    without,
)
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Pick, Step, choose, pick, roll, shop, together
from rules.engine.faults import negative_faults
from rules.engine.match import SIDES, Side, other
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sides import COACH_OF, higher_or_roll_off, roll_off
from rules.knobs import _, off


@dataclass(frozen=True, slots=True)
class Drawing:
    """A side's Team Value, and how many cards of which deck it has bought."""

    value: int = 0
    bought: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpecialPlays:
    """Both sides; a `one_off` match has its own tables in the variants."""

    home: Drawing = field(default_factory=Drawing)
    away: Drawing = field(default_factory=Drawing)
    one_off: bool = False

    def of(self, side: Side) -> Drawing:
        return self.home if side == "home" else self.away

    @property
    def higher(self) -> int:
        return max(self.home.value, self.away.value)


class Broken(Exception):
    """A coach wants more than the rules give them."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__()
        self.reasons = reasons


Numbers = dict[str, Any]
Hands = dict[Side, Hand]


@question("special-plays", _("How many special plays each side draws and keeps, and which."))
def special_plays(book: Book, at: SpecialPlays) -> Step:
    """Draw and keep by the higher Team Value, the higher first (1257-1265)."""
    return (yield from _ordinary(book, at, "special-plays", "standard", lead=None))


@question("special-plays-round-robin", _("The draw with cards from ever different decks."))
def round_robin(book: Book, at: SpecialPlays) -> Step:
    """The ordinary draw, no deck leading another by more than one (2180-2186)."""
    lead = book.figure("special-play-round-robin", "lead")
    return (yield from _ordinary(book, at, "special-plays-round-robin", "round-robin", lead=lead))


def _ordinary(book: Book, at: SpecialPlays, key: str, variant: str, *, lead: int | None) -> Step:
    if faults := list(_faults(book, at, variant)):
        return refused(faults)
    row = book.catalogue.tables["special-play-draw"].row(at.higher)
    numbers = {"draw": row["draw"], "keep": row["keep"]}

    def deal(decks: Decks, side: Side) -> Dealing:
        offers = decks.offers(dict.fromkeys(playable_decks(book), 0), row["draw"])
        where = f"{key}/{side}/decks"
        mix = yield from shop(where, list(offers), count=row["draw"], who=COACH_OF[side])
        _check_mix(where, mix, playable_decks(book), row["draw"], lead)
        drawn = yield from decks.draw_all(mix)
        kept = yield from pick(
            f"{key}/{side}/keep",
            drawn,
            at_least=row["keep"],
            at_most=row["keep"],
            who=COACH_OF[side],
            visible="side",
        )
        decks.put_under(without(drawn, kept))
        return kept

    first = yield from higher_or_roll_off(f"{key}/first", at.home.value, at.away.value)
    return (yield from _dealt(book, at, key, first, numbers, deal=deal))


def _check_mix(
    where: str, mix: Mapping[str, int], decks: Mapping[str, Any], draw: int, lead: int | None
) -> None:
    """As many cards as are to be drawn, and from decks as mixed as they must be."""
    reasons = []
    if (count := sum(mix.values())) != draw:
        reasons.append(Reason("wrong-number", where, {"count": count, "draw": draw}))
    counts = [mix.get(deck, 0) for deck in decks]
    if lead is not None and max(counts) - min(counts) > lead:
        reasons.append(Reason("one-deck-leads", where, {"at_most": lead}))
    if reasons:
        raise Broken(*reasons)


@question("special-plays-points", _("The draw with points to spend on decks."))
def points(book: Book, at: SpecialPlays) -> Step:
    """Points by a D6 or the higher Team Value; cards may be exchanged once each (2064-2102)."""
    key = "special-plays-points"
    if faults := list(_faults(book, at, "points")):
        return refused(faults)
    budget = yield from _by_die_or_value(book, at, key, "special-play-points", "points")
    prices = {deck: book.figure("special-play-points-decks", deck) for deck in playable_decks(book)}

    def deal(decks: Decks, side: Side) -> Dealing:
        where = f"{key}/{side}/decks"
        offers = list(decks.offers(prices, budget))
        mix = yield from shop(where, offers, purse=budget, who=COACH_OF[side])
        if (spent := sum(prices[deck] * count for deck, count in mix.items())) > budget:
            params = {"spent": spent, "points": budget, "over": spent - budget}
            raise Broken(Reason("over-points", where, params))
        drawn = yield from decks.draw_all(mix)
        return (yield from _exchange(decks, f"{key}/{side}/exchange", side, drawn, len(drawn)))

    first = yield from higher_or_roll_off(f"{key}/first", at.home.value, at.away.value)
    return (yield from _dealt(book, at, key, first, {"points": budget}, deal=deal))


@question("special-plays-one-deck", _("The draw from one deck only."))
def one_deck(book: Book, at: SpecialPlays) -> Step:
    """The winner of a roll-off names the deck; one card may be exchanged (2133-2160)."""
    key = "special-plays-one-deck"
    if faults := list(_faults(book, at, "one-deck")):
        return refused(faults)
    chooser = yield from roll_off(f"{key}/chooser")
    deck = yield from choose(f"{key}/deck", *playable_decks(book), who=COACH_OF[chooser])
    cards = yield from _by_die_or_value(book, at, key, "special-play-single-deck", "cards")
    exchanges = book.figure("special-play-limits", "exchanges")

    def deal(decks: Decks, side: Side) -> Dealing:
        drawn = yield from decks.draw(deck, cards)
        return (yield from _exchange(decks, f"{key}/{side}/exchange", side, drawn, exchanges))

    first = yield from higher_or_roll_off(f"{key}/first", at.home.value, at.away.value)
    numbers = {"deck": deck, "draw": cards, "keep": cards, "exchange": exchanges}
    return (yield from _dealt(book, at, key, first, numbers, deal=deal))


def _exchange(decks: Decks, key: str, side: Side, hand: Hand, at_most: int) -> Dealing:
    """Some cards go under their decks, and the next ones come from the top of the same."""
    if not hand:
        return hand
    returned = yield from pick(
        key, hand, at_least=0, at_most=min(at_most, len(hand)), who=COACH_OF[side], visible="side"
    )
    decks.put_under(returned)
    fresh: Hand = []
    for card in returned:
        fresh += yield from decks.draw(deck_of(card), 1)
    return without(hand, returned) + fresh


@question("special-plays-draft", _("The draw as a draft from a shared supply."))
def draft_of_plays(book: Book, at: SpecialPlays) -> Step:
    """Coaches pick decks in turn, then keep a card and pass the rest on (2104-2131)."""
    key = "special-plays-draft"
    if faults := list(_faults(book, at, "draft")):
        return refused(faults)
    first = yield from roll_off(f"{key}/first")
    cards = yield from _by_die_or_value(book, at, key, "special-play-draft", "cards")
    numbers = {"draw": cards, "keep": cards - 1}
    if book.house["plays.physical"]:
        return _ruling(book, at, first, numbers, {})
    decks = Decks(book, key)
    bought = yield from _bought(at, decks, first)
    starting = yield from _starting_decks(book, decks, key, first, cards)
    kept: Hands = {side: [] for side in SIDES}
    for turn in range(1, cards):
        picks = yield from together(
            *(
                Pick(
                    f"{key}/{side}/keep/{turn}",
                    candidates=tuple(starting[side]),
                    who=COACH_OF[side],
                    visible="side",
                )
                for side in SIDES
            )
        )
        for side, picked in zip(SIDES, picks, strict=True):
            kept[side] += picked
        starting = {side: without(starting[other(side)], kept[other(side)]) for side in SIDES}
    return _ruling(book, at, first, numbers, {side: bought[side] + kept[side] for side in SIDES})


def _starting_decks(
    book: Book, decks: Decks, key: str, first: Side, cards: int
) -> Generator[Any, Any, Hands]:
    """In turn each names a deck and draws two unseen: one to keep, one for the other."""
    starting: Hands = {side: [] for side in SIDES}
    picker = first
    for number in range(1, cards + 1):
        enough = [deck for deck in playable_decks(book) if decks.left(deck) >= len(SIDES)]
        deck = yield from choose(f"{key}/deck/{number}", *enough, who=COACH_OF[picker])
        own, given = yield from decks.draw(deck, len(SIDES))
        starting[picker].append(own)
        starting[other(picker)].append(given)
        picker = other(picker)
    return starting


@question("special-plays-bought", _("The cards that the sides have bought, where none are drawn."))
def bought_plays(book: Book, at: SpecialPlays) -> Step:
    """For leagues that only sell cards, such as the old decks (3461-3477)."""
    if book.house["plays.lrb6"] == "off":
        return refused([off("plays.lrb6")])
    if faults := list(_shape_faults(book, at)):
        return refused(faults)
    key = "special-plays-bought"
    first = yield from higher_or_roll_off(f"{key}/first", at.home.value, at.away.value)

    def deal(decks: Decks, side: Side) -> Dealing:
        return (yield from decks.draw_all({}))

    return (yield from _dealt(book, at, key, first, {}, deal=deal))


def _faults(book: Book, at: SpecialPlays, variant: str) -> Iterator[Reason]:
    if not book.house["plays"]:
        yield off("plays")
    elif book.house["plays.variant"] != variant:
        yield off("plays.variant", variant=variant)
    yield from _shape_faults(book, at)


def _shape_faults(book: Book, at: SpecialPlays) -> Iterator[Reason]:
    yield from negative_faults(home__value=at.home.value, away__value=at.away.value)
    for side in SIDES:
        for deck, count in at.of(side).bought.items():
            if deck not in all_decks(book):
                yield Reason("no-such-deck", f"{side}.bought", {"deck": deck}, integrity=True)
            yield from negative_faults(**{f"{side}.bought.{deck}": count})


def _by_die_or_value(
    book: Book, at: SpecialPlays, key: str, tables: str, column: str
) -> Generator[Any, Any, int]:
    """A one-off match rolls for the number, a league match reads it off the higher Team Value."""
    if at.one_off:
        table = book.catalogue.tables[f"{tables}-one-off"]
        rolled = yield from roll(f"{key}/{column}", table.dice, who="either")
        return int(table.row(rolled)[column])
    return int(book.catalogue.tables[f"{tables}-league"].row(at.higher)[column])


def _dealt(
    book: Book,
    at: SpecialPlays,
    key: str,
    first: Side,
    numbers: Numbers,
    *,
    deal: Callable[[Decks, Side], Dealing],
) -> Step:
    """What was bought for both, then one side after the other; or numbers alone."""
    if book.house["plays.physical"]:
        return _ruling(book, at, first, numbers, {})
    decks = Decks(book, key)
    hands = yield from _bought(at, decks, first)
    try:
        for side in (first, other(first)):
            hands[side] += yield from deal(decks, side)
    except Broken as broken:
        return refused(broken.reasons)
    return _ruling(book, at, first, numbers, hands)


def _bought(at: SpecialPlays, decks: Decks, first: Side) -> Generator[Any, Any, Hands]:
    """A bought card comes from the deck that was paid for and is kept (1433, 2168, 2178)."""
    hands: Hands = {side: [] for side in SIDES}
    for side in (first, other(first)):
        hands[side] = yield from decks.draw_all(at.of(side).bought)
    return hands


def _ruling(
    book: Book, at: SpecialPlays, first: Side, numbers: Numbers, hands: Mapping[Side, Hand]
) -> Ruling:
    """A side's `drawn` and `bought` lines add up to its hand."""
    effects: list[e.Effect] = [e.Fact("draws-first", first)]
    lines = [Line("higher-value", None, {"value": at.higher, **numbers})]
    for side in SIDES:
        bought = {deck: count for deck, count in at.of(side).bought.items() if count}
        effects.append(e.To(side, e.Fact("special-plays", {**numbers, "bought": bought})))
        lines += [Line("bought", n, {"side": side, "deck": deck}) for deck, n in bought.items()]
        if side in hands:
            effects.append(e.To(side, e.Fact("hand", hands[side], visible="side")))
            drawn = len(hands[side]) - sum(bought.values())
            lines.append(Line("drawn", drawn, {"side": side}))
    return allowed(*effects, because=lines)
