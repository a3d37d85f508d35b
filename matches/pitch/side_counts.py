"""What is tapped for a side and nobody on it: what it adds to the score, and what is used on it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.models import RulesPin
from league.pins import edition_of
from matches.models import Tap
from matches.pitch.reports import COUNT, MARK, StandingTap, is_count
from matches.reading import side_of
from matches.record import MatchRecord
from rules.catalogue import CatalogueItem
from rules.engine.lineup import Pitch, SideCount, UsableMark
from rules.engine.match import SIDES, Side, other
from teams import snapshots


def take(record: MatchRecord, tap: Tap) -> list[Reason]:
    """Note what a tap adds to the score, or say what is wrong with it."""
    pitch, side = edition_of(record.match.pin).pitch, side_of(tap.side)
    marks = {each.key: each for each in usable_marks(record, side)}
    subject, mark = str(tap.uuid), tap.data.get("mark") or ""
    if mark and mark not in marks:
        has_not = _("%(team)s has nothing of that kind to use.")
        return [Reason("no_such_mark", has_not % {"team": record.team(side)}, subject)]
    if tap.kind == MARK:
        tap.data["points"] = marks[mark].worth
        return []
    count = next((each for each in pitch.side_counts if each.key == tap.data["what"]), None)
    if count is None:
        return [Reason("not_counted", _("Nobody counts this in the league's game."), subject)]
    if mark and mark != count.mark:
        return [Reason("not_its_mark", _("This changes nothing about that."), subject)]
    return _weigh(record, pitch, count, tap)


def _weigh(record: MatchRecord, pitch: Pitch, count: SideCount, tap: Tap) -> list[Reason]:
    named, subject = tap.data.get("named") or "", str(tap.uuid)
    if named and named not in {each.key for each in entries(record, count)}:
        sentence = _("Nothing of that name is among those that the league plays with.")
        return [Reason("no_such_entry", sentence, subject)]
    worth = pitch.worth(record.book, count.key, named, tap.data.get("mark") or "")
    told = tap.data.get("points")
    if worth is None:
        if not is_count(told, pitch.most_worth):
            about = {"most": pitch.most_worth}
            sentence = _("Say what it is worth: from 0 to %(most)d points.") % about
            return [Reason("worth_missing", sentence, subject)]
        return []
    if told not in (None, worth):
        sentence = _("It is worth %(worth)d points.") % {"worth": worth}
        return [Reason("another_worth", sentence, subject)]
    tap.data["points"] = worth
    return []


def usable_marks(record: MatchRecord, side: Side) -> tuple[UsableMark, ...]:
    """What a side may use in this match, each once."""
    kick_off = record.sides[side].kick_off
    if kick_off is None:
        return ()
    pitch = edition_of(record.match.pin).pitch
    return pitch.usable_marks(record.book, snapshots.read_back(kick_off["team"]))


def entries(record: MatchRecord, count: SideCount) -> Sequence[CatalogueItem]:
    """What something that is counted may be called."""
    return record.book.catalogue.shelves.get(count.shelf, ()) if count.shelf else ()


def by_side(
    pin: RulesPin, tallies: Mapping[str, Sequence[int]]
) -> dict[Side, dict[str, int]] | None:
    """What a report says of tallies that are counted for a side; none where the game has none."""
    known = [each.key for each in edition_of(pin).pitch.side_counts if each.key in tallies]
    if not known:
        return None
    return {side: {key: tallies[key][at] for key in known} for at, side in enumerate(SIDES)}


def counts_of(record: MatchRecord, told: Mapping[str, Any], side: Side) -> list[tuple[str, int]]:
    """What is told of a side, in the words of the game and the order in which it counts."""
    counts = told.get("counts", {}).get(side, {})
    declared = edition_of(record.match.pin).pitch.side_counts
    return [(_(each.label), counts[each.key]) for each in declared if counts.get(each.key)]


def contradictions(taps: Sequence[StandingTap]) -> Iterator[Reason]:
    """What was used twice, at its second time."""
    used: set[tuple[Side | None, str]] = set()
    for tap in taps:
        mark = tap.data.get("mark") if tap.kind in (COUNT, MARK) else None
        if mark and (tap.side, mark) in used:
            yield Reason("used_already", _("It may be used once in a game, and was."), tap.uuid)
        elif mark:
            used.add((tap.side, mark))


def won_at_once(
    record: MatchRecord, score: Mapping[str, int], used: Mapping[str, Sequence[str]]
) -> tuple[Side, int] | None:
    """The side that leads by so much that the game is over, and by how much that has to be."""
    pitch = edition_of(record.match.pin).pitch
    for side in SIDES:
        lead = pitch.lead_that_wins(record.book, used, side)
        if lead and score[side] - score[other(side)] >= lead:
            return side, lead
    return None
