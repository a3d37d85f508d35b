"""Open play: two coaches arrange a match themselves, within the limits of league and book."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from competition.clock import today_of
from competition.commands.rounds import held_stage
from competition.models import Entry, Fixture, Result, Stage
from competition.permissions import plays
from competition.scheduling.open_play import Limits, acquaintance, against_arranging
from competition.scheduling.rounds import Pairing
from competition.tables import rebuild
from competition.wording import complaints_said
from jobs.acts import record_act
from jobs.failures import Forbidden, Reason, Refused
from league.permissions import must_be_member, runs
from league.pins import book_of
from matches.unscheduled import in_a_row, meetings_of
from rules.engine.rulings import Reason as Complaint

MOST_OPEN = 20


def arrange_match(*, actor: User, stage: Stage, home: Entry, away: Entry, now: datetime) -> Fixture:
    """Put a match down that two coaches agreed on; for either of them, or whoever runs it.

    Beyond the number of meetings that the book counts it is a friendly, of which a team may have
    any number.
    """
    membership = must_be_member(actor, stage.season.league)
    if not (runs(membership) or plays(membership, home) or plays(membership, away)):
        raise Forbidden.because("not_your_match", _("A match is arranged by those who play it."))
    with transaction.atomic():
        stage = held_stage(stage)
        is_friendly = _is_friendly(stage, home, away)
        if reasons := [
            *(
                _why_not_arranged(stage, home, away, is_friendly=is_friendly)
                or _why_not_after_others(stage, home, away, now=now)
            ),
            *_why_no_more_open(stage, home, away),
        ]:
            raise Refused(*reasons)
        last = stage.fixtures.aggregate(last=Max("number"))["last"] or 0
        fixture = Fixture.objects.create(
            stage=stage,
            round=stage.rounds.get(number=1),
            number=last + 1,
            home=home,
            away=away,
            is_friendly=is_friendly,
        )
        rebuild(stage)
        record_act("competition.arrange_match", actor=actor, now=now, fixture=str(fixture.uuid))
    return fixture


def _is_friendly(stage: Stage, home: Entry, away: Entry) -> bool:
    rivals: int = book_of(stage.season.pin).house["repeat.rival"]
    return acquaintance(home.pk, away.pk, _pairings(_standing(stage))).met >= rivals


def _why_not_arranged(stage: Stage, home: Entry, away: Entry, *, is_friendly: bool) -> list[Reason]:
    if stage.format != Stage.Format.OPEN:
        return [Reason("not_open_play", _("The matches of this stage are on its schedule."))]
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    house = book_of(stage.season.pin).house
    found = against_arranging(
        Pairing(home.pk, away.pk),
        limits=Limits(
            at_most=None if is_friendly else stage.most or None, in_a_row=house["repeat.in-a-row"]
        ),
        teams=set(stage.places.filter(until_round=None).values_list("entry", flat=True)),
        arranged=_pairings(_standing(stage)),
        counted=_pairings(
            _standing(stage)
            .exclude(is_friendly=True)
            .exclude(state=Fixture.State.PLAYED, result__ending=Result.Ending.VOID)
        ),
    )
    return complaints_said(found, {home.pk: str(home), away.pk: str(away)})


def _why_no_more_open(stage: Stage, *entries: Entry) -> list[Reason]:
    """Friendlies may be any number, but not all of them at once."""
    sentence = _("%(most)d matches of %(team)s wait to be played. Play one, or cancel it, first.")
    return [
        Reason("too_many_open", sentence % told, "", told)
        for entry in entries
        for told in [{"most": MOST_OPEN, "team": str(entry)}]
        if stage.fixtures.filter(Q(home=entry) | Q(away=entry), state=Fixture.State.OPEN).count()
        >= MOST_OPEN
    ]


def _why_not_after_others(stage: Stage, home: Entry, away: Entry, *, now: datetime) -> list[Reason]:
    """What two have played beside the schedule lately counts in a row too."""
    if home == away or home.team is None or away.team is None:
        return []
    most = book_of(stage.season.pin).house["repeat.in-a-row"]
    teams = (home.team, away.team)
    pair, today = frozenset(team.pk for team in teams), today_of(stage, now=now)
    if in_a_row(meetings_of(stage.season, teams), pair, on=today) < most:
        return []
    found = Complaint("too-often-in-a-row", "pairing", {"at_most": most})
    return complaints_said((found,), {})


def _standing(stage: Stage) -> QuerySet[Fixture]:
    return stage.fixtures.exclude(state=Fixture.State.CANCELLED)


def _pairings(fixtures: QuerySet[Fixture]) -> list[Pairing]:
    return [Pairing(*pair) for pair in fixtures.order_by("number").values_list("home", "away")]
