"""What FAME may be told of a match, and by whom: it follows from the fans, and from what was
entered of the match since."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from jobs.failures import Reason
from league.models import RulesPin
from league.pins import book_of, edition_of
from matches.field import seen
from matches.models import Tap
from matches.permissions import Seat
from matches.pitch import Seen, count_of, is_whole
from matches.play import Play
from matches.steps import only_server_rolls
from rules.engine import effects as e
from rules.engine.match import SIDES, Side

Told = Mapping[str, int]
Kind = Tap.Kind
NOBODY_CAME: Told = dict.fromkeys(SIDES, 0)


def has_crowd(pin: RulesPin) -> bool:
    """Whether a following matters in this game."""
    return bool(edition_of(pin).pitch.fame_ruling)


def server_counts(pin: RulesPin) -> bool:
    """Whether nobody but the server throws for the fans."""
    return only_server_rolls(book_of(pin), edition_of(pin).pitch.fame_step)


# --- of which nothing but the score is told


def to_tell(pin: RulesPin, *, decides: bool) -> list[int]:
    """What a side's FAME may be said to have been, by whoever tells a score; where
    the server throws for the fans, only by who runs the league and does not play."""
    given = edition_of(pin).pitch.fames_given(book_of(pin))
    if server_counts(pin) and not decides:
        return []
    return sorted({fame for pair in given for fame in pair})


def untold_faults(pin: RulesPin, seat: Seat, fame: Told, *, stands: Told) -> list[Reason]:
    """Why FAME cannot be told with a score; `stands` is what needs nobody's leave."""
    if all(fame.get(side) == stands.get(side) for side in SIDES):
        return []
    if not has_crowd(pin):
        sentence = _("This game knows no FAME.")
        return [Reason("no_crowd", sentence, "fame")]
    if server_counts(pin) and not seat.runs_from_outside:
        return [_server_counts("fame")]
    given = edition_of(pin).pitch.fames_given(book_of(pin))
    known = sorted({each for pair in given for each in pair})
    least, most = known[0], known[-1]
    wrong = [s for s in SIDES if not is_whole(fame.get(s)) or fame[s] not in known]
    sentence = _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    if wrong:
        return [Reason("fame_out_of_range", sentence, f"fame_{side}") for side in wrong]
    if (fame["home"], fame["away"]) not in given:
        sentence = _("No crowd gives this to both: FAME is for the side that more fans came for.")
        return [Reason("fame_of_both", sentence, f"fame_{side}") for side in SIDES]
    return []


def _server_counts(subject: str) -> Reason:
    sentence = _(
        "In this league the server throws for the fans, and FAME follows from that. Only who runs "
        "the league, and does not play in this match, tells it otherwise."
    )
    return Reason("server_rolls", sentence, subject)


# --- that is told tap by tap


def counted(play: Play) -> dict[Side, int]:
    """FAME as the fans gave it; nothing where nobody has counted them."""
    found: dict[Side, int] = {}
    for side, events in play.events.items():
        for event in events:
            for effect in play.effects_of(event):
                if isinstance(effect, e.Fact) and effect.what == "fame":
                    found[side] = int(effect.value)
    return found


def may_be(play: Play, taps: Sequence[Seen], *, next_kick_off: bool = False) -> dict[Side, range]:
    """What FAME each side may have by what was entered; with the `next_kick_off` also what it may
    have after one more, whatever comes up."""
    declared, book = edition_of(play.match.pin).pitch, play.book
    came_up = [tap.data["result"] for tap in taps if tap.kind == Kind.KICK_OFF]
    if next_kick_off:
        came_up += [row.key for row in declared.kick_offs(book)]
    noted = [e.from_data(data) for run in play.runs.values() for data in run.facts]
    facts = {each.what: each.value for each in noted if isinstance(each, e.Fact)}
    scored = sum(count_of(taps, "touchdown", side) for side in SIDES)
    return {
        side: declared.fames_since(book, facts, fame, came_up, scored)
        for side, fame in counted(play).items()
    }


def may_change(play: Play, seat: Seat) -> bool:
    """Whether FAME of this match is theirs to enter."""
    if not has_crowd(play.match.pin):
        return False
    return seat.runs_from_outside or not server_counts(play.match.pin)


def to_choose(play: Play, seat: Seat, taps: Sequence[Seen] | None = None) -> dict[Side, list[int]]:
    """What somebody may make each side's FAME, also after a kick-off that they have yet to enter;
    nothing where there is no choice, or it is not theirs. One statement where no taps are given."""
    if not may_change(play, seat):
        return {side: [] for side in SIDES}
    if play.match.by_score:
        return dict.fromkeys(SIDES, to_tell(play.match.pin, decides=True))
    if taps is None:
        taps = seen(play.match.taps.order_by("number"))
    known = may_be(play, taps, next_kick_off=True)
    is_open = any(len(each) > 1 for each in known.values())
    return {side: [*known[side]] if is_open else [] for side in SIDES}


def tap_faults(play: Play, taps: Sequence[Seen]) -> list[Reason]:
    """FAME that nothing in the match can have made."""
    told = [tap for tap in taps if tap.kind == Kind.FAME]
    known = may_be(play, taps) if told else {}
    given = counted(play) if told else {}
    return [
        _impossible(play, side, given[side], known[side], tap.uuid)
        for tap in told
        for side in known
        if tap.data[side] not in known[side]
    ]


def _impossible(play: Play, side: Side, given: int, known: range, subject: str) -> Reason:
    about = {"team": str(play.team(side)), "fame": given, "least": known[0], "most": known[-1]}
    if len(known) == 1:
        sentence = _(
            "%(team)s: the fans gave FAME %(fame)d, and nothing was entered that changes it. If a "
            "kick-off did, enter that first."
        )
    else:
        sentence = _(
            "%(team)s: the fans gave FAME %(fame)d, and by what was entered since it is from "
            "%(least)d to %(most)d."
        )
    return Reason("fame_follows", sentence % about, subject, about)


def change_faults(play: Play, seat: Seat, subject: str) -> list[Reason]:
    """Why somebody does not change FAME of a match, whatever it is to be."""
    if not has_crowd(play.match.pin):
        return [Reason("no_crowd", _("This game knows no FAME."), subject)]
    return [] if may_change(play, seat) else [_server_counts(subject)]
