"""What cannot have happened on the pitch, and what hardly does.

Contradictions keep taps from being entered and a report from being submitted; oddities are only
pointed out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from acts.failures import Reason
from league.pins import edition_of
from league.rulebook import said
from matches.pitch import crowd
from matches.pitch.casualties import CasualtyRecord, casualties_in
from matches.pitch.reports import Lineup, StandingTap, called, count_of, involved, seen_again
from matches.reading import side_of
from matches.record import MatchRecord
from rules.engine import rulings
from rules.engine.drive import Asks
from rules.engine.match import SIDES, Side

# More than this was seen in hardly any match, and is asked about.
SELDOM = {"touchdown": 7, "completion": 12, "interception": 3, "casualty": 11}
# What no opponent has a hand in.
BY_NO_OPPONENT = ("fall", "team-mate")
# What the rulebook says of somebody whom the dice took off the pitch.
BY_THEN = ("dead-by-then", "out-by-then")
# What it says of an injury without a roll, and of whoever is beyond all help.
OF_AN_INJURY = (
    *("rolls-for-it", "not-to-be-eaten", "beyond-recovery"),
    *("beyond-the-stands", "not-theirs-to-heal"),
)


def contradictions(
    record: MatchRecord, taps: Sequence[StandingTap], on: Lineup, *, dice_follow: bool = False
) -> list[Reason]:
    """Everything among the taps that cannot have happened. Where `dice_follow`, they are answers of
    the report by now, and whoever asks for them looks at what they say."""
    reasons = [
        *(reason for tap in taps for reason in _who_faults(tap, on)),
        *(reason for tap in taps for reason in _cause_faults(record, tap)),
        *_treatment_faults(taps, on),
        *_casualty_faults(record, taps, on),
        *crowd.tap_faults(record, taps),
    ]
    return [reason for reason in reasons if not (dice_follow and reason.code == "dice_first")]


def _who_faults(tap: StandingTap, on: Lineup) -> Iterator[Reason]:
    for side, key in involved(tap):
        who = on.who(side, key)
        if who is None:
            sentence = _("Nobody of that name plays on this side.")
            yield Reason("not_on_the_pitch", sentence, tap.uuid)
        elif who.absent:
            sentence = _("%(player)s sits this match out.") % {"player": called(who)}
            yield Reason("sits_out", sentence, tap.uuid)


def _cause_faults(record: MatchRecord, tap: StandingTap) -> Iterator[Reason]:
    if tap.kind != "casualty":
        return
    if tap.data.get("by") and tap.data.get("how") in BY_NO_OPPONENT:
        sentence = _("Nobody of the other side did this: say how it was, or leave them out.")
        yield Reason("by_no_opponent", sentence, tap.uuid)
    if injury := tap.data.get("injury"):
        declared = edition_of(record.match.pin).pitch.injuries_without_roll
        known = {each.key: each for each in declared}.get(injury)
        if known is None:
            sentence = _("This game knows no such injury.")
            yield Reason("no_such_injury", sentence, tap.uuid)
        elif tap.data.get("how") not in known.causes:
            sentence = _("Only a team-mate does that: say so as its cause.")
            yield Reason("not_its_cause", sentence, tap.uuid)


def _treatment_faults(taps: Sequence[StandingTap], on: Lineup) -> Iterator[Reason]:
    """Treatments that nobody is left for, of casualties and of knock-outs."""
    victims = {tap.uuid: tap.side for tap in taps if tap.kind == "casualty"}
    used: Counter[tuple[Side, str]] = Counter()
    for tap in taps:
        by = tap.data.get("treated")
        side = tap.side if tap.kind == "knock-out" else victims.get(tap.data.get("of", tap.uuid))
        if not by or side is None:
            continue
        if tap.kind == "knock-out" and by not in on.treats_knock_outs:
            sentence = _("Nobody of that kind treats a knock-out.")
            yield Reason("not_to_treat", sentence, tap.uuid)
            continue
        used[side, by] += 1
        if used[side, by] > on.treatments.get(side, {}).get(by, 0):
            sentence = _("Nobody is left to treat this casualty.")
            if tap.kind == "knock-out":
                sentence = _("Nobody is left to treat this knock-out.")
            yield Reason("nobody_left_to_treat", sentence, tap.uuid)


# --- casualties, and what became of their victims


def _casualty_faults(
    record: MatchRecord, taps: Sequence[StandingTap], on: Lineup
) -> Iterator[Reason]:
    again = seen_again(taps)
    for uuid, suffering in casualties_in(record, taps, on).items():
        driven = suffering.driven
        if driven is None:
            continue
        if isinstance(driven.outcome, Asks):
            if uuid in again:
                sentence = _(
                    "%(player)s was a casualty before this. Enter its dice first: they say "
                    "whether %(player)s came back. If this was before it, take the casualty back "
                    "and enter it again."
                )
                yield Reason("dice_first", sentence % _about(suffering, on), again[uuid].uuid)
        elif isinstance(driven.outcome, rulings.Refused):
            for reason in driven.outcome.reasons:
                if reason.code in BY_THEN:
                    yield _by_then(reason.code, _about(suffering, on), again[uuid])
                elif reason.code in OF_AN_INJURY:
                    yield _no_such_injury(record, reason, suffering, on)


def _by_then(code: str, about: Mapping[str, str], later: StandingTap) -> Reason:
    if code == "dead-by-then":
        sentence = _(
            "%(player)s was dead by then. If it was before, take the casualty back and enter it "
            "again."
        )
        return Reason("dead_by_then", sentence % about, later.uuid)
    sentence = _(
        "%(player)s was off the pitch by then: a casualty. If it was before, take the casualty "
        "back and enter it again."
    )
    return Reason("off_the_pitch", sentence % about, later.uuid)


def _no_such_injury(
    record: MatchRecord, reason: rulings.Reason, suffering: CasualtyRecord, on: Lineup
) -> Reason:
    named = rulings.Reason(reason.code, reason.subject, {**reason.params, **_about(suffering, on)})
    (told,) = said([named], record.book.catalogue)
    return Reason(told.code, told.message, str(suffering.hurt["tap"]))


def _about(suffering: CasualtyRecord, on: Lineup) -> dict[str, str]:
    who = on.who(side_of(suffering.hurt["side"]), suffering.hurt["player"])
    return {"player": called(who) if who else suffering.hurt["player"]}


# --- what may well be, but is worth a second look


def oddities(taps: Sequence[StandingTap], on: Lineup) -> list[Reason]:
    reasons: list[Reason] = []
    out: dict[tuple[Side, str], str] = {}
    back = {tap.data.get("of", tap.uuid) for tap in taps if tap.data.get("outcome") == "plays-on"}
    for tap in taps:
        for side, key in involved(tap):
            if why := out.get((side, key)):
                who = on.who(side, key)
                about = {"player": called(who) if who else key, "why": why}
                sentence = _("%(player)s was off the pitch by then: %(why)s.") % about
                reasons.append(Reason("off_the_pitch", sentence, tap.uuid))
        if tap.side is None:
            continue
        if tap.kind == "casualty" and tap.uuid not in back:
            out[tap.side, tap.player] = _("a casualty")
        elif tap.kind == "sent-off":
            out[tap.side, tap.player] = _("sent off")
    return [*reasons, *_seldom(taps)]


def _seldom(taps: Sequence[StandingTap]) -> Iterator[Reason]:
    for kind, most in SELDOM.items():
        for side in SIDES:
            count = count_of(taps, kind, side)
            if count > most:
                about = {"count": count, "what": kind}
                sentence = _("%(count)d times %(what)s on one side is a lot.") % about
                yield Reason("seldom_so_many", sentence, f"{kind}_{side}")
