"""What a side has to use in a match: inducements, special play cards, special balls."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.pins import edition_of
from matches.pitch.reports import StandingTap
from matches.record import MatchRecord
from rules.engine.effects import Fact
from rules.engine.match import Side
from rules.words import name
from teams import ledger

# So many cards are taken for held where nobody knows how many.
UNCOUNTED_CARDS = 5
USED = ("card", "inducement", "ball")


@dataclass(frozen=True, slots=True)
class Cards:
    """A side's special plays: which ones, where the product dealt them, and how many, if known."""

    hand: Sequence[str] | None
    count: int | None


def cards_of(record: MatchRecord, side: Side) -> Cards | None:
    """None where a side has no cards; what is on a hand is only its coach's to know."""
    facts: dict[str, Any] = {
        each.what: each.value
        for event in record.events[side]
        for each in ledger.effects_of(event)
        if isinstance(each, Fact) and each.what in ("special-plays", "hand")
    }
    if "special-plays" not in facts:
        return None
    if "hand" in facts:
        return Cards(facts["hand"], len(facts["hand"]))
    numbers = facts["special-plays"]
    bought = sum(numbers["bought"].values())
    if "points" in numbers:
        return Cards(None, None)
    return Cards(None, numbers.get("keep", 0) + bought) if bought or "keep" in numbers else None


def at_hand(record: MatchRecord, side: Side, taps: Sequence[StandingTap]) -> dict[str, int]:
    """What a side has had so far: what it kicked off with, and what the kick-offs gave it."""
    gifts = edition_of(record.match.pin).pitch.gifts
    results = (tap.data["result"] for tap in taps if tap.kind == "kick-off")
    given = Counter(gifts[result] for result in results if result in gifts)
    kicked_off_with: Mapping[str, int] = (record.sides[side].kick_off or {}).get("inducements", {})
    return dict(Counter(kicked_off_with) + given)


def rerolls_at_most(record: MatchRecord, side: Side) -> tuple[int, int]:
    """The team re-rolls that a side came with, and the most that it can have had in a half;
    of cards that nobody counted, as many as anybody holds."""
    pitch, kick_off = edition_of(record.match.pin).pitch, record.sides[side].kick_off or {}
    own = int(kick_off.get("team", {}).get("rerolls", record.team(side).rerolls))
    had: Mapping[str, int] = kick_off.get("inducements", {})
    bought = sum(count * pitch.rerolls_from.get(what, 0) for what, count in had.items())
    cards = cards_of(record, side)
    held = 0 if cards is None else UNCOUNTED_CARDS if cards.count is None else cards.count
    return own, own + bought + held * pitch.rerolls_from_a_card + pitch.rerolls_unwritten


def balls_left(record: MatchRecord, side: Side, taps: Sequence[StandingTap]) -> tuple[str, ...]:
    """The special balls that a side may still kick off with."""
    used = tuple(tap.data["ball"] for tap in taps if tap.kind == "ball" and tap.side == side)
    return edition_of(record.match.pin).pitch.balls(record.book, record.team(side).race, used)


def contradictions(record: MatchRecord, taps: Sequence[StandingTap]) -> list[Reason]:
    """Whatever was used that the side does not have."""
    if not any(tap.kind in USED for tap in taps):
        return []
    return [*_not_had(record, taps), *_not_held(record, taps), *_not_theirs(record, taps)]


def _not_had(record: MatchRecord, taps: Sequence[StandingTap]) -> Iterator[Reason]:
    for tap in taps:
        if tap.kind != "inducement" or tap.side is None:
            continue
        what = tap.data["what"]
        if what not in at_hand(record, tap.side, taps):
            about = {"team": record.team(tap.side), "what": name(record.book.catalogue, what)}
            sentence = _(
                "%(team)s has no %(what)s in this match. What came to them otherwise is a note."
            )
            yield Reason("not_had", sentence % about, tap.uuid)


def _not_held(record: MatchRecord, taps: Sequence[StandingTap]) -> Iterator[Reason]:
    played: Counter[tuple[Side, str]] = Counter()
    for tap in taps:
        if tap.kind != "card" or tap.side is None:
            continue
        cards, card = cards_of(record, tap.side), tap.data["card"]
        about = {"team": record.team(tap.side), "card": name(record.book.catalogue, card)}
        played[tap.side, card] += 1
        if cards is None:
            sentence = _("%(team)s has no cards in this match.")
            yield Reason("no_cards", sentence % about, tap.uuid)
        elif cards.hand is not None and played[tap.side, card] > cards.hand.count(card):
            sentence = _("%(card)s is not on the hand of %(team)s.")
            yield Reason("not_on_the_hand", sentence % about, tap.uuid)


def _not_theirs(record: MatchRecord, taps: Sequence[StandingTap]) -> Iterator[Reason]:
    for number, tap in enumerate(taps):
        if tap.kind != "ball" or tap.side is None:
            continue
        if tap.data["ball"] not in balls_left(record, tap.side, taps[:number]):
            ball = name(record.book.catalogue, tap.data["ball"])
            about = {"team": record.team(tap.side), "ball": ball}
            sentence = _("%(team)s may not kick off with %(ball)s, or not again.")
            yield Reason("not_their_ball", sentence % about, tap.uuid)


def oddities(record: MatchRecord, taps: Sequence[StandingTap]) -> list[Reason]:
    """What a real deck does not let us know, and what is used more often than it was had."""
    return [*_more_cards(record, taps), *_used_again(record, taps)]


def _more_cards(record: MatchRecord, taps: Sequence[StandingTap]) -> Iterator[Reason]:
    played: Counter[Side] = Counter()
    for tap in taps:
        if tap.kind != "card" or tap.side is None:
            continue
        played[tap.side] += 1
        cards = cards_of(record, tap.side)
        if cards and cards.hand is None and cards.count and played[tap.side] > cards.count:
            about = {"team": record.team(tap.side), "count": cards.count}
            sentence = _("%(team)s had %(count)d cards at the kick-off, and has played more.")
            yield Reason("more_cards_than_had", sentence % about, tap.uuid)


def _used_again(record: MatchRecord, taps: Sequence[StandingTap]) -> Iterator[Reason]:
    used: Counter[tuple[Side, str]] = Counter()
    for tap in taps:
        if tap.kind != "inducement" or tap.side is None:
            continue
        what = tap.data["what"]
        used[tap.side, what] += 1
        had = at_hand(record, tap.side, taps).get(what, 0)
        if 0 < had < used[tap.side, what]:
            about = {"what": name(record.book.catalogue, what), "count": used[tap.side, what]}
            sentence = _("%(what)s was used %(count)d times, more often than the side had it.")
            yield Reason("used_again", sentence % about, tap.uuid)
