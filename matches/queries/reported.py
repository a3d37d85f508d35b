"""What is reported from the pitch, as the coaches read it before they confirm it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jobs.failures import Reason
from matches import field, kit, pitch, reading
from matches.casualties import sufferings
from matches.commands.reporting import may_confirm, may_dispute, may_withdraw
from matches.contradictions import oddities
from matches.models import Dispute, Match, Tap
from matches.pitch import Seen
from matches.play import Play
from matches.queries import Viewed
from matches.telling import casualty_words, cause_words, ending_words
from rules.engine.match import SIDES, Side, other

State = Match.State
ON_THE_PITCH = (State.PLAYING, State.INTERRUPTED)
TOLD = (State.REPORTED, State.DISPUTED)


@dataclass(frozen=True, slots=True)
class Doer:
    """What somebody did on the pitch."""

    called: str
    deeds: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Casualty:
    """Who suffered, by whom, and what the dice have made of it."""

    said: str
    became: Sequence[str]


@dataclass(frozen=True, slots=True)
class ReportView:
    """What is reported from the pitch, or would be if it were submitted now."""

    doers: Mapping[Side, Sequence[Doer]]
    casualties: Sequence[Casualty]
    oddities: Sequence[Reason]
    ending: str = ""
    reported_by: str = ""
    dispute: Dispute | None = None
    may_confirm: bool = False
    may_dispute: bool = False
    may_withdraw: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been noted yet."""
        return not self.casualties and not any(self.doers.values())


def report_view(viewed: Viewed, data: Mapping[str, Any], taps: Sequence[Tap]) -> ReportView:
    """One statement at most, for a dispute."""
    play, match, seat = viewed.play, viewed.match, viewed.seat
    seen = field.seen(taps)
    on = field.field_of(play, seen)
    doers = {side: list(_doers(data, on, side)) for side in SIDES}
    hurts = list(_casualties(play, data, seen, on))
    if match.state in ON_THE_PITCH:
        return ReportView(doers, hurts, [*oddities(seen, on), *kit.oddities(play, seen)])
    by = match.reported_by
    is_told = match.state in TOLD
    disputes = match.disputes.filter(settled_at=None).select_related("words", "by")
    return ReportView(
        doers,
        hurts,
        (),
        ending_words(play, data),
        str(play.team(reading.side_of(by))) if by else "",
        disputes.first() if match.state == State.DISPUTED else None,
        is_told and may_confirm(match, seat),
        may_dispute(match, seat),
        is_told and not match.by_score and may_withdraw(match, seat),
    )


def _doers(data: Mapping[str, Any], on: pitch.Field, side: Side) -> Iterator[Doer]:
    known = 0
    for key, deeds in data.get("deeds", {}).get(side, {}).items():
        who = on.who(side, key)
        known += deeds.get("touchdown", 0)
        told = [(str(Tap.Kind(kind).label), times) for kind, times in deeds.items()]
        yield Doer(pitch.called(who) if who else key, told)
    if forgotten := data["touchdowns"][side] - known:
        yield Doer(_("not remembered"), [(str(Tap.Kind.TOUCHDOWN.label), forgotten)])


def _casualties(
    play: Play, data: Mapping[str, Any], seen: Sequence[Seen], on: pitch.Field
) -> Iterator[Casualty]:
    known = sufferings(play, seen, on)
    for hurt in data["casualties"]:
        suffering = known.get(hurt.get("tap", ""))
        became = casualty_words(play, suffering) if suffering else ()
        yield Casualty(_hurt_words(play, hurt, on), became)


def _hurt_words(play: Play, hurt: Mapping[str, Any], on: pitch.Field) -> str:
    side = reading.side_of(hurt["side"])
    victim, by = on.who(side, hurt["player"]), on.who(other(side), hurt["by"])
    about = {
        "player": pitch.called(victim) if victim else hurt["player"],
        "team": play.team(side),
        "by": pitch.called(by) if by else "",
        "how": cause_words(hurt["how"]),
    }
    if by:
        return _("%(player)s (%(team)s) by %(by)s, %(how)s") % about
    return _("%(player)s (%(team)s), %(how)s") % about
