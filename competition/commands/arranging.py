"""Open play: one coach proposes a match, the other agrees, within the limits of league and book."""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from competition.clock import lapses_at, today_of
from competition.commands.results import lock_fixture
from competition.commands.rounds import lock_stage
from competition.models import Entry, Fixture, Result, Stage
from competition.outside import proposed_between
from competition.people import people_behind, people_in_office
from competition.permissions import agrees_for, entries_of
from competition.scheduling.open_play import Limits, acquaintance, against_arranging
from competition.scheduling.rounds import Pairing
from competition.standings_words import complaints_said
from competition.tables import rebuild
from jobs.outbox import enqueue
from league.models import Season
from league.permissions import must_be_member
from league.pins import book_of
from matches.unscheduled import (
    asked_too_often,
    in_a_row,
    invitations_between,
    meetings_of,
    why_no_more_friendlies,
)
from rules.engine.match import SIDES, Side
from rules.engine.rulings import Reason as Complaint
from teams.models import Team

MOST_OPEN = 20
MAIL_INVITATION = "competition.mail_invitation"
LAPSE = "competition.lapse_invitation"
# No league lets invitations lapse sooner.
SHORTEST_INVITATION = timedelta(minutes=59)
State = Fixture.State


def arrange_match(*, actor: User, stage: Stage, home: Entry, away: Entry, now: datetime) -> Fixture:
    """Put a match down. Whoever runs the league and does not play in it does so at once; a coach
    proposes it, and it stands when the other side agrees.

    Beyond the number of meetings that the book counts it is a friendly.
    """
    entries: dict[Side, Entry] = {"home": home, "away": away}
    _must_agree_for(actor, stage, entries, now=now)
    with transaction.atomic():
        stage = lock_stage(stage)
        agreed = _must_agree_for(actor, stage, entries, now=now)
        invited: Side | None = next((side for side in SIDES if side not in agreed), None)
        is_friendly = _is_friendly(stage, home, away)
        if reasons := [
            *_why_not_arranged(stage, home, away, is_friendly=is_friendly, now=now),
            *_why_no_more_open(stage, *(entries[side] for side in agreed)),
            *_why_not_proposed(stage, entries, invited),
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
            state=State.PROPOSED if invited else State.OPEN,
            invited_side=invited or "",
            proposed_at=now,
        )
        record_act("competition.arrange_match", actor=actor, now=now, fixture=str(fixture.uuid))
        if invited:
            _tell(fixture, "asked", but=actor, now=now)
        else:
            rebuild(stage)
    return fixture


def must_answer(actor: User, fixture: Fixture, *, now: datetime) -> None:
    """Raises Forbidden for whoever has no word in a match."""
    since = fixture.proposed_at
    _must_agree_for(actor, fixture.stage, entries_of(fixture), now=now, since=since)


def answer_invitation(*, actor: User, fixture: Fixture, accepts: bool, now: datetime) -> Fixture:
    """Whoever was asked agrees to a match of open play, or declines; whoever asked takes it back.

    What had to hold when it was proposed has to hold when it is agreed to.
    """
    since = fixture.proposed_at
    must_answer(actor, fixture, now=now)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        entries = entries_of(fixture)
        theirs = _must_agree_for(actor, stage, entries, now=now, since=since)
        if fixture.state != State.PROPOSED:
            raise Conflict.because("answered_already", _("This was answered already."))
        if accepts and fixture.invited_side not in theirs:
            raise Forbidden.because(
                "not_yours_to_agree", _("The other coach was asked, and answers for their team.")
            )
        if accepts:
            _agree(stage, fixture, **entries, now=now)
        else:
            fixture.state = State.CANCELLED
            fixture.save(update_fields=["state"])
        record_act(
            "competition.answer_invitation",
            actor=actor,
            now=now,
            fixture=str(fixture.uuid),
            accepts=accepts,
        )
        _tell(fixture, "agreed" if accepts else "declined", but=actor, now=now)
    return fixture


def _agree(stage: Stage, fixture: Fixture, *, home: Entry, away: Entry, now: datetime) -> None:
    if lapses_at(fixture) <= now:
        sentence = _("This invitation has lapsed: nobody answered it in time. Ask anew.")
        raise Conflict.because("invitation_lapsed", sentence)
    fixture.is_friendly = _is_friendly(stage, home, away)
    if reasons := [
        *_why_not_arranged(stage, home, away, is_friendly=fixture.is_friendly, now=now),
        *_why_no_more_open(stage, home, away, but=fixture),
    ]:
        raise Refused(*reasons)
    fixture.state, fixture.invited_side = State.OPEN, ""
    fixture.save(update_fields=["state", "invited_side", "is_friendly"])
    rebuild(stage)


def owe_lapses(*, now: datetime) -> int:
    """Owe a job for each match that was proposed and that nobody answered in time; how many there
    are."""
    waiting = Fixture.objects.filter(
        state=State.PROPOSED,
        stage__state=Stage.State.RUNNING,
        stage__season__state=Season.State.RUNNING,
        stage__season__league__closed_at=None,
        proposed_at__lt=now - SHORTEST_INVITATION,
    )
    rules = waiting.select_related("stage__season__league", "stage__season__pin__catalogue").defer(
        "stage__season__pin__catalogue__data"
    )
    due = [fixture for fixture in rules.order_by("id") if lapses_at(fixture) <= now]
    with transaction.atomic():
        for fixture in due:
            key = f"lapse-fixture/{fixture.uuid}/{now:%Y-%m-%dT%H}"
            enqueue(LAPSE, now=now, key=key, fixture=fixture.pk)
    return len(due)


def lapse_invitation(*, fixture: Fixture, now: datetime) -> bool:
    """Whether it was one that nobody answered in time; it is off. Harmless when run twice."""
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        is_over = fixture.state != State.PROPOSED or stage.season.league.closed_at
        if is_over or lapses_at(fixture) > now:
            return False
        fixture.state = State.CANCELLED
        fixture.save(update_fields=["state"])
        record_act("competition.lapse_invitation", actor=None, now=now, fixture=str(fixture.uuid))
    return True


def _must_agree_for(
    actor: User,
    stage: Stage,
    entries: dict[Side, Entry],
    *,
    now: datetime,
    since: datetime | None = None,
) -> frozenset[Side]:
    """The sides whose word is theirs. Raises Forbidden where there is none, and Refused where the
    league is closed."""
    membership = must_be_member(actor, stage.season.league)
    if agreed := agrees_for(membership, entries, now=now, since=since):
        return agreed
    raise Forbidden.because("not_your_match", _("A match is arranged by those who play it."))


def _is_friendly(stage: Stage, home: Entry, away: Entry) -> bool:
    rivals: int = book_of(stage.season.pin).house["repeat.rival"]
    return acquaintance(home.pk, away.pk, _pairings(_standing(stage))).met >= rivals


def _why_not_arranged(
    stage: Stage, home: Entry, away: Entry, *, is_friendly: bool, now: datetime
) -> list[Reason]:
    if stage.format != Stage.Format.OPEN:
        return [Reason("not_open_play", _("The matches of this stage are on its schedule."))]
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    house = book_of(stage.season.pin).house
    complaints = against_arranging(
        Pairing(home.pk, away.pk),
        limits=Limits(
            at_most=None if is_friendly else stage.most or None,
            in_a_row=house["repeat.in-a-row"],
            everybody_first=not is_friendly and house.get("repeat.everybody-first", False),
        ),
        teams=set(stage.places.filter(until_round=None).values_list("entry", flat=True)),
        arranged=_pairings(_standing(stage)),
        counted=_pairings(
            _standing(stage)
            .exclude(is_friendly=True)
            .exclude(state=State.PLAYED, result__ending=Result.Ending.VOID)
        ),
    )
    names = {each.pk: str(each) for each in (home, away)}
    if any(each.code == "others-first" for each in complaints):
        entered = stage.season.entries.select_related("team")
        names = {each.pk: str(each) for each in entered}
    reasons = complaints_said(complaints, names)
    return reasons or _why_not_after_others(stage, home, away, is_friendly=is_friendly, now=now)


def _why_not_after_others(
    stage: Stage, home: Entry, away: Entry, *, is_friendly: bool, now: datetime
) -> list[Reason]:
    """What two have played beside the schedule lately counts in a row too, and so does every
    friendly."""
    if home == away or home.team is None or away.team is None:
        return []
    house = book_of(stage.season.pin).house
    teams: dict[Side, Team] = {"home": home.team, "away": away.team}
    meetings = meetings_of(stage.season, teams.values())
    pair, today = frozenset(team.pk for team in teams.values()), today_of(stage, now=now)
    reasons: list[Reason] = []
    if in_a_row(meetings, pair, on=today) >= house["repeat.in-a-row"]:
        often = Complaint("too-often-in-a-row", "pairing", {"at_most": house["repeat.in-a-row"]})
        reasons += complaints_said((often,), {})
    if is_friendly:
        reasons += why_no_more_friendlies(house, meetings, teams, _friendlies_to_come(stage))
    return reasons


def _friendlies_to_come(stage: Stage) -> Counter[int]:
    """How many each team has on the schedule and has not begun, by its id. One statement."""
    open_ = stage.fixtures.filter(state=State.OPEN, is_friendly=True, match=None)
    pairs = open_.values_list("home__team", "away__team")
    return Counter(team for pair in pairs for team in pair if team)


def _why_no_more_open(stage: Stage, *entries: Entry, but: Fixture | None = None) -> list[Reason]:
    """Not all of them at once; `but` is the one that is answered. What others propose binds
    nobody."""
    others = stage.fixtures.exclude(pk=but.pk) if but else stage.fixtures.all()
    sentence = _("%(most)d matches of %(team)s wait to be played. Play one, or cancel it, first.")
    return [
        Reason("too_many_open", sentence % told, "", told)
        for entry in entries
        for told in [{"most": MOST_OPEN, "team": str(entry)}]
        if others.filter(
            Q(home=entry) | Q(away=entry),
            Q(state=State.OPEN)
            | Q(state=State.PROPOSED, home=entry, invited_side="away")
            | Q(state=State.PROPOSED, away=entry, invited_side="home"),
        ).count()
        >= MOST_OPEN
    ]


def _why_not_proposed(
    stage: Stage, entries: dict[Side, Entry], invited: Side | None
) -> list[Reason]:
    """One invitation between two at a time, and only so many without a yes."""
    home, away = entries["home"], entries["away"]
    between = Q(home=home, away=away) | Q(home=away, away=home)
    if stage.fixtures.filter(between, state=State.PROPOSED).exists():
        sentence = _("These two have an invitation open. It is answered or taken back first.")
        return [Reason("invitation_open", sentence)]
    if invited is None:
        return []
    invitations = proposed_between(stage.season, home.pk, away.pk)
    if home.team and away.team:
        invitations += invitations_between(stage.season, {"home": home.team, "away": away.team})
    return asked_too_often(stage.season, {invited: str(entries[invited])}, invitations)


def _tell(fixture: Fixture, what: str, *, but: User, now: datetime) -> None:
    """Owe a mail to the other side, or to whoever runs the league where nobody there has an
    account."""
    people = {
        person
        for entry in (fixture.home, fixture.away)
        for person in people_behind(entry, at=now) or people_in_office(fixture.stage.season.league)
    }
    for person in sorted(people - {but}, key=lambda each: each.pk):
        enqueue(
            MAIL_INVITATION,
            now=now,
            key=f"invitation/{fixture.uuid}/{what}/{person.uuid}",
            fixture=fixture.pk,
            what=what,
            person=person.pk,
        )


def _standing(stage: Stage) -> QuerySet[Fixture]:
    return stage.fixtures.exclude(state__in=[State.CANCELLED, State.PROPOSED])


def _pairings(fixtures: QuerySet[Fixture]) -> list[Pairing]:
    return [Pairing(*pair) for pair in fixtures.order_by("number").values_list("home", "away")]
