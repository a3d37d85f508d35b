"""What may be told of a match's crowd, and by whom: it follows from the fans, and from what was
entered of the match since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.models import RulesPin
from league.pins import book_of, edition_of
from matches.models import Tap
from matches.permissions import MatchAccess
from matches.pitch.lineups import standing_taps
from matches.pitch.reports import StandingTap, count_of, is_whole
from matches.record import MatchRecord
from matches.steps import only_server_rolls
from rules.engine import effects as e
from rules.engine.lineup import CROWD, Crowd
from rules.engine.match import SIDES, Side

Told = Mapping[str, int]
Kind = Tap.Kind
NOBODY_CAME: Told = dict.fromkeys(SIDES, 0)


@dataclass(frozen=True, slots=True)
class CrowdChoice:
    """What somebody may say that a crowd gave to each side, in the words of the game; nothing where
    there is no choice, or it is not theirs."""

    crowd: Crowd | None
    of: Mapping[Side, Sequence[int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.of.values())


def crowd_of(pin: RulesPin) -> Crowd | None:
    """None where a following does not matter in this game."""
    return edition_of(pin).pitch.crowd


def _server_counts(pin: RulesPin, crowd: Crowd) -> bool:
    """Whether nobody but the server throws for the fans."""
    return only_server_rolls(book_of(pin), crowd.step)


# --- of which nothing but the score is told


def to_tell(pin: RulesPin, *, decides: bool) -> CrowdChoice:
    """What may be said by whoever tells a score; where the server throws for the fans, only by who
    runs the league and does not play."""
    crowd = crowd_of(pin)
    if crowd is None or (_server_counts(pin, crowd) and not decides):
        return CrowdChoice(crowd)
    known = sorted({each for pair in crowd.given(book_of(pin)) for each in pair})
    return CrowdChoice(crowd, dict.fromkeys(SIDES, known))


def told_before(record: MatchRecord) -> dict[str, Any]:
    """What was told of it with the score, which stays when the match is told again."""
    return {CROWD: record.told[CROWD]} if CROWD in record.told else {}


def untold_faults(pin: RulesPin, access: MatchAccess, told: Told, *, stands: Told) -> list[Reason]:
    """Why it cannot be told with a score; `stands` is what needs nobody's leave."""
    if all(told.get(side) == stands.get(side) for side in SIDES):
        return []
    crowd = crowd_of(pin)
    if crowd is None:
        return [_no_crowd(CROWD)]
    if _server_counts(pin, crowd) and not access.runs_from_outside:
        return [_of_the_server(crowd, CROWD)]
    given = crowd.given(book_of(pin))
    known = sorted({each for pair in given for each in pair})
    least, most = known[0], known[-1]
    wrong = [s for s in SIDES if not is_whole(told.get(s)) or told[s] not in known]
    sentence = _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    if wrong:
        return [Reason(f"{CROWD}_out_of_range", sentence, f"{CROWD}_{side}") for side in wrong]
    if (told["home"], told["away"]) not in given:
        sentence = _(
            "No crowd gives this to both: %(what)s is for the side that more fans came for."
        )
        sentence %= {"what": _(crowd.label)}
        return [Reason(f"{CROWD}_of_both", sentence, f"{CROWD}_{side}") for side in SIDES]
    return []


def _no_crowd(subject: str) -> Reason:
    return Reason("no_crowd", _("In this game no crowd matters."), subject)


def _of_the_server(crowd: Crowd, subject: str) -> Reason:
    sentence = _(
        "In this league the server throws for the fans, and %(what)s follows from that. Only who "
        "runs the league, and does not play in this match, tells it otherwise."
    )
    return Reason("server_rolls", sentence % {"what": _(crowd.label)}, subject)


# --- that is told tap by tap


def counted(record: MatchRecord) -> dict[Side, int]:
    """What the fans gave; nothing where nobody has counted them."""
    crowd = crowd_of(record.match.pin)
    found: dict[Side, int] = {}
    for side, events in record.events.items():
        for event in events:
            for effect in record.effects_of(event):
                if crowd and isinstance(effect, e.Fact) and effect.what == crowd.fact:
                    found[side] = int(effect.value)
    return found


def may_be(
    record: MatchRecord, taps: Sequence[StandingTap], *, next_kick_off: bool = False
) -> dict[Side, range]:
    """What each side may have of it by what was entered; with the `next_kick_off` also what it may
    have after one more, whatever comes up."""
    declared, book = edition_of(record.match.pin).pitch, record.book
    if declared.crowd is None:
        return {}
    came_up = [tap.data["result"] for tap in taps if tap.kind == Kind.KICK_OFF]
    if next_kick_off:
        came_up += [row.key for row in declared.kick_offs(book)]
    noted = [e.from_data(data) for run in record.runs.values() for data in run.facts]
    facts = {each.what: each.value for each in noted if isinstance(each, e.Fact)}
    scored = sum(count_of(taps, "touchdown", side) for side in SIDES)
    return {
        side: declared.crowd.since(book, facts, given, came_up, scored)
        for side, given in counted(record).items()
    }


def may_change(record: MatchRecord, access: MatchAccess) -> bool:
    """Whether it is theirs to enter in this match."""
    crowd = crowd_of(record.match.pin)
    if crowd is None:
        return False
    return access.runs_from_outside or not _server_counts(record.match.pin, crowd)


def to_choose(
    record: MatchRecord, access: MatchAccess, taps: Sequence[StandingTap] | None = None
) -> CrowdChoice:
    """What somebody may make of it, also after a kick-off that they have yet to enter. One
    statement where no taps are given."""
    crowd = crowd_of(record.match.pin)
    if not may_change(record, access):
        return CrowdChoice(crowd)
    if record.match.by_score:
        return to_tell(record.match.pin, decides=True)
    if taps is None:
        taps = standing_taps(record.match.taps.order_by("number"))
    known = may_be(record, taps, next_kick_off=True)
    is_open = any(len(each) > 1 for each in known.values())
    return CrowdChoice(crowd, known if is_open else {})


def tap_faults(record: MatchRecord, taps: Sequence[StandingTap]) -> list[Reason]:
    """What nothing in the match can have made of it."""
    standing_taps = [tap for tap in taps if tap.kind == Kind.CROWD]
    known = may_be(record, taps) if standing_taps else {}
    given = counted(record) if standing_taps else {}
    return [
        _impossible(record, side, given[side], known[side], tap.uuid)
        for tap in standing_taps
        for side in known
        if tap.data[side] not in known[side]
    ]


def _impossible(record: MatchRecord, side: Side, given: int, known: range, subject: str) -> Reason:
    crowd = crowd_of(record.match.pin)
    about = {"team": str(record.team(side)), CROWD: given, "least": known[0], "most": known[-1]}
    if len(known) == 1:
        sentence = _(
            "%(team)s: the fans gave %(what)s %(given)d, and nothing was entered that changes it. "
            "If a kick-off did, enter that first."
        )
    else:
        sentence = _(
            "%(team)s: the fans gave %(what)s %(given)d, and by what was entered since it is "
            "from %(least)d to %(most)d."
        )
    text = sentence % {**about, "what": _(crowd.label) if crowd else "", "given": given}
    return Reason(f"{CROWD}_follows", text, subject, about)


def change_faults(record: MatchRecord, access: MatchAccess, subject: str) -> list[Reason]:
    """Why somebody does not change it in a match, whatever it is to be."""
    crowd = crowd_of(record.match.pin)
    if crowd is None:
        return [_no_crowd(subject)]
    return [] if may_change(record, access) else [_of_the_server(crowd, subject)]
