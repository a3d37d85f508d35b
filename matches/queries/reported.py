"""What is reported from the pitch, as the coaches read it before they confirm it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Reason
from league.permissions import A_DEPUTY
from league.pins import edition_of
from matches import reading
from matches.awaiting import may_confirm, may_dispute, may_withdraw
from matches.deciding import is_run_from_outside, plays_since
from matches.models import Dispute, Match, Tap
from matches.permissions import tenures_of
from matches.pitch import lineups, reports, resources, side_counts
from matches.pitch.casualties import casualties_in
from matches.pitch.contradictions import oddities
from matches.pitch.reports import StandingTap
from matches.presentation.telling import casualty_words, cause_words, ending_words
from matches.queries import Viewed
from matches.record import MatchRecord
from rules.engine.match import SIDES, Side, other
from rules.words import name

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
    # Where nobody who runs the league could settle a dispute: that a deputy can be named.
    deputy: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been noted yet."""
        return not self.casualties and not any(self.doers.values())


def report_view(viewed: Viewed, data: Mapping[str, Any], taps: Sequence[Tap]) -> ReportView:
    """Three statements at most, for a dispute."""
    record, match, access = viewed.record, viewed.match, viewed.access
    seen = lineups.standing_taps(taps)
    on = lineups.field_of(record, seen)
    told_of = _doers if edition_of(match.pin).pitch.knows_players else _counted
    doers = {side: list(told_of(record, data, on, side)) for side in SIDES}
    hurts = list(_casualties(record, data, seen, on))
    if match.state in ON_THE_PITCH:
        return ReportView(doers, hurts, [*oddities(seen, on), *resources.oddities(record, seen)])
    by = match.reported_by
    is_told = match.state in TOLD
    disputes = match.disputes.filter(settled_at=None).select_related("words", "by")
    return ReportView(
        doers,
        hurts,
        (),
        ending_words(record, data),
        str(record.team(reading.side_of(by))) if by else "",
        disputes.first() if match.state == State.DISPUTED else None,
        is_told and may_confirm(match, access),
        may_dispute(match, access),
        is_told and may_withdraw(match, access),
        _deputy(record) if match.state == State.DISPUTED else "",
    )


def _deputy(record: MatchRecord) -> str:
    """Two statements."""
    match = record.match
    tenures = tenures_of([row.team_id for row in record.sides.values()])
    since, now = plays_since(match), timezone.now()
    outside = is_run_from_outside(match.league, tenures, since=since, now=now)
    return "" if outside else str(A_DEPUTY)


def _doers(
    record: MatchRecord, data: Mapping[str, Any], on: reports.Lineup, side: Side
) -> Iterator[Doer]:
    known = 0
    for key, deeds in data.get("deeds", {}).get(side, {}).items():
        who = on.who(side, key)
        known += deeds.get("touchdown", 0)
        told = [(str(Tap.Kind(kind).label), times) for kind, times in deeds.items()]
        yield Doer(reports.called(who) if who else key, told)
    if forgotten := data["score"][side] - known:
        yield Doer(_("not remembered"), [(str(Tap.Kind.TOUCHDOWN.label), forgotten)])


def _counted(
    record: MatchRecord, data: Mapping[str, Any], on: reports.Lineup, side: Side
) -> Iterator[Doer]:
    """What is counted for a side and nobody on it, and what it used."""
    if counts := side_counts.counts_of(record, data, side):
        yield Doer(_("in all"), counts)
    for mark in data.get("used", {}).get(side, ()):
        yield Doer(_("used: %(what)s") % {"what": name(record.book.catalogue, mark)}, ())


def _casualties(
    record: MatchRecord, data: Mapping[str, Any], seen: Sequence[StandingTap], on: reports.Lineup
) -> Iterator[Casualty]:
    known = casualties_in(record, seen, on)
    for hurt in data["casualties"]:
        suffering = known.get(hurt.get("tap", ""))
        became = casualty_words(record, suffering) if suffering else ()
        yield Casualty(_hurt_words(record, hurt, on), became)


def _hurt_words(record: MatchRecord, hurt: Mapping[str, Any], on: reports.Lineup) -> str:
    side = reading.side_of(hurt["side"])
    victim, by = on.who(side, hurt["player"]), on.who(other(side), hurt["by"])
    about = {
        "player": reports.called(victim) if victim else hurt["player"],
        "team": record.team(side),
        "by": reports.called(by) if by else "",
        "how": cause_words(hurt["how"]),
    }
    if by:
        return _("%(player)s (%(team)s) by %(by)s, %(how)s") % about
    return _("%(player)s (%(team)s), %(how)s") % about
