"""What a season owes to nobody's presence: fixtures, tables, the clock, and the nightly check."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Refused
from acts.models import Act
from competition import verifying
from competition.clock import deadline_of, grace_of, lapses_at, overdue, said_to
from competition.commands.arranging import LAPSE, MAIL_INVITATION, lapse_invitation, owe_lapses
from competition.commands.dates import MAIL_DATE
from competition.commands.finish_season import Wish, close_season
from competition.commands.fixtures import make_rounds, rounds_to_make
from competition.commands.owing import PAIR_ROUND, REBUILD_STANDINGS, WALKOVER
from competition.commands.request_season_end import END_SEASON, go_on
from competition.commands.rounds import begin_play, locked_stage, pair_round
from competition.commands.rulings import rule_fixture
from competition.commands.starting import MAKE_FIXTURES
from competition.commands.timekeeping import (
    KEEP_STAGE,
    MAIL_OVERDUE,
    MAIL_REDRAFT,
    MAIL_REMINDER,
    keep_time,
    owe_timekeeping,
    remind_of_redrafts,
)
from competition.models import DateProposal, Downtime, Entry, Fixture, Result, Stage
from competition.redrafts import yet_to_redraft
from competition.tables import rebuild
from jobs import timetable
from jobs.registry import job
from jobs.runner import Run
from league.models import Season
from web.mail import send_mail

MOST_TOLD = 50
AROUND_FIXTURE = ("stage__season__league", "round", "home__team", "away__team")
FIXTURE_OF_PROPOSAL = tuple(f"fixture__{name}" for name in AROUND_FIXTURE)

# So many rounds are written at a time: few enough for a bar that moves.
ROUNDS_A_STEP = 16


@job(MAKE_FIXTURES, title=gettext_lazy("Making the fixtures"), atomic=False)
def make_fixtures(run: Run, *, stage: int) -> None:
    """Some rounds at a time, each time in a transaction of its own; what stands there already is
    left alone."""
    begun = Stage.objects.select_related("season__pin__catalogue").get(pk=stage)
    rounds = list(rounds_to_make(begun, list(begun.places.select_related("entry"))).items())
    for done in range(run.cursor or 0, len(rounds), ROUNDS_A_STEP):
        some = dict(rounds[done : done + ROUNDS_A_STEP])
        now_done = done + len(some)
        text = _("Round %(number)d of %(all)d") % {"number": now_done, "all": len(rounds)}
        with run.step(cursor=now_done, percent=99 * now_done // len(rounds), words=text):
            make_rounds(begun, some)
    begin_play(begun, now=run.now)


@job(REBUILD_STANDINGS, title=gettext_lazy("Writing the tables anew"))
def rebuild_standings(run: Run, *, stage: int) -> None:
    rebuild(locked_stage(Stage(pk=stage)))


@job(PAIR_ROUND, title=gettext_lazy("Pairing the next round"))
def pair_next(run: Run, *, stage: int, number: int) -> dict[str, Any]:
    """Unless somebody has paired it meanwhile, or a result was taken back."""
    of = Stage.objects.select_related("season__league").get(pk=stage)
    if of.rounds.filter(number=number).exists():
        return {"paired": False}
    try:
        pair_round(actor=None, stage=of, now=run.now)
    except Refused as refused:
        return {"paired": False, "reasons": [reason.code for reason in refused.reasons]}
    return {"paired": True}


@job(WALKOVER, title=gettext_lazy("A walkover"))
def give_walkover(run: Run, *, fixture: int) -> dict[str, Any]:
    """Unless the match was dealt with meanwhile, or neither of the two has left."""
    found = Fixture.objects.select_related(*AROUND_FIXTURE).get(pk=fixture)
    gone = {
        side: entry
        for side, entry in ((Result.Side.HOME, found.home), (Result.Side.AWAY, found.away))
        if entry and entry.state == Entry.State.LEFT
    }
    if found.state != Fixture.State.OPEN or not gone:
        return {"ruled": False}
    at_fault, entry = next(iter(gone.items()))
    try:
        rule_fixture(
            actor=None,
            fixture=found,
            ending=Result.Ending.WALKOVER,
            at_fault=at_fault,
            reason=_("%(team)s has left the season.") % {"team": entry},
            now=run.now,
        )
    except (Refused, Conflict) as failure:
        return {"ruled": False, "reasons": [reason.code for reason in failure.reasons]}
    return {"ruled": True}


@job(END_SEASON, title=gettext_lazy("Ending the season"), atomic=False, given_up=go_on)
def end_season(run: Run, *, season: int, act: int, **wish: Any) -> Any:
    """Everything that is left behind is written in one transaction, the last step."""
    of = Season.objects.select_related("league").get(pk=season)
    params = {"number": of.number}
    counting = _("The records of season %(number)d are counted.") % params
    with run.step(cursor=1, percent=20, words=counting):
        asked = Act.objects.get(pk=act)
    closed = _("The books of season %(number)d are closed.") % params
    with run.step(cursor=2, percent=99, words=closed) as row:
        row.result = close_season(season=of, wish=Wish(**wish), act=asked, now=run.now)
    return run.job.result


@job("competition.keep_time", title=gettext_lazy("Looking at the clock"))
def look_at_the_clock(run: Run) -> dict[str, int]:
    return {
        "stages": owe_timekeeping(now=run.now),
        "redrafts": remind_of_redrafts(now=run.now),
        "lapses": owe_lapses(now=run.now),
    }


@job(KEEP_STAGE, title=gettext_lazy("Rounds, reminders and what is overdue"))
def keep_stage(run: Run, *, stage: int) -> dict[str, int]:
    return keep_time(stage=Stage.objects.get(pk=stage), now=run.now)


@job(LAPSE, title=gettext_lazy("An invitation to play lapses"))
def let_lapse(run: Run, *, fixture: int) -> dict[str, Any]:
    """Unless somebody has answered it meanwhile."""
    found = Fixture.objects.select_related("stage").get(pk=fixture)
    try:
        return {"lapsed": lapse_invitation(fixture=found, now=run.now)}
    except (Refused, Conflict) as failure:
        return {"lapsed": False, "reasons": [reason.code for reason in failure.reasons]}


class Differs(Exception):
    """Something that is written down differs from what it is made of: an operator has to look."""


@job(
    "competition.verify", title=gettext_lazy("Verifying ledgers and tables"), atomic=False, tries=3
)
def verify(run: Run) -> None:
    """Fold every team, then work out every table. What differs makes a dead letter of the job."""
    batches = verifying.batches()
    for count, differing in enumerate(batches, start=1):
        if count <= (run.cursor or 0):
            continue
        text = _("Part %(number)d of %(all)d") % {"number": count, "all": len(batches)}
        with run.step(cursor=count, percent=99 * count // len(batches), words=text) as row:
            row.result = [*(row.result or []), *differing()][:MOST_TOLD]
    if run.job.result:
        raise Differs("; ".join(run.job.result))


@job(MAIL_DATE, title=gettext_lazy("Word of a date by mail"), atomic=False)
def mail_date(run: Run, *, proposal: int, state: str, person: int) -> None:
    """Tell somebody what was proposed or answered, unless it has moved on since."""
    date_proposal = DateProposal.objects.select_related(*FIXTURE_OF_PROPOSAL, "made_by__user").get(
        pk=proposal
    )
    to = _addressee(person)
    if to is None or date_proposal.state != state:
        return
    fixture = date_proposal.fixture
    _send(
        run,
        f"date_{state}",
        to=to,
        fixture=fixture,
        proposal=date_proposal,
        when=said_to(to, fixture.stage.season.league, date_proposal.kick_off_at),
        link=_date_page(fixture),
    )


# What an invitation has to be for a mail to be true still.
TOLD = {
    "asked": Fixture.State.PROPOSED,
    "agreed": Fixture.State.OPEN,
    "declined": Fixture.State.CANCELLED,
}


@job(MAIL_INVITATION, title=gettext_lazy("Word of an invitation by mail"), atomic=False)
def mail_invitation(run: Run, *, fixture: int, what: str, person: int) -> None:
    """Tell somebody that they are asked to play, or what was answered, unless it moved on since."""
    found = Fixture.objects.select_related(*AROUND_FIXTURE).get(pk=fixture)
    to = _addressee(person)
    if to is None or found.state != TOLD[what]:
        return
    league = found.stage.season.league
    _send(
        run,
        f"invitation_{what}",
        to=to,
        fixture=found,
        lapses=said_to(to, league, lapses_at(found)),
        link=settings.SITE_ORIGIN + reverse("competition:fixture", args=[found.uuid]),
    )


@job(MAIL_REMINDER, title=gettext_lazy("Reminder by mail"), atomic=False)
def mail_reminder(run: Run, *, fixture: int, person: int, due: str) -> None:
    """Remind somebody of a deadline, unless the match is played or was given more time."""
    found = Fixture.objects.select_related(*AROUND_FIXTURE).get(pk=fixture)
    deadline, to = deadline_of(found), _addressee(person)
    if to is None or found.state != Fixture.State.OPEN or found.match_id or deadline is None:
        return
    if deadline.isoformat() != due:
        return
    league = found.stage.season.league
    _send(
        run,
        "reminder",
        to=to,
        fixture=found,
        due=said_to(to, league, deadline),
        agreed=said_to(to, league, found.kick_off_at) if found.kick_off_at else None,
        link=_date_page(found),
    )


@job(MAIL_REDRAFT, title=gettext_lazy("Reminder of the re-draft by mail"), atomic=False)
def mail_redraft(run: Run, *, downtime: int, team: int, person: int, due: str) -> None:
    """Remind somebody to re-draft, unless it is done or the deadline has moved."""
    found = Downtime.objects.select_related("season__league").get(pk=downtime)
    waiting = {each.pk: each for each in yet_to_redraft(found.season)}
    to = _addressee(person)
    if to is None or team not in waiting or found.due_at is None or found.due_wall != due:
        return
    _send(
        run,
        "redraft",
        to=to,
        team=waiting[team],
        season=found.season,
        due=said_to(to, found.season.league, found.due_at),
        link=settings.SITE_ORIGIN + reverse("competition:redraft", args=[waiting[team].uuid]),
    )


@job(MAIL_OVERDUE, title=gettext_lazy("Word of overdue matches by mail"), atomic=False)
def mail_overdue(run: Run, *, stage: int, person: int, fixtures: list[int]) -> None:
    """Tell whoever runs the league which matches were not played in time."""
    of = Stage.objects.select_related("season__league", "season__pin").get(pk=stage)
    told = Fixture.objects.filter(pk__in=fixtures)
    open_still = overdue(told, now=run.now, grace=grace_of(of.season))
    late = list(open_still.select_related(*AROUND_FIXTURE).order_by("number"))
    to = _addressee(person)
    if to is None or not late:
        return
    link = settings.SITE_ORIGIN + reverse("competition:overdue", args=[of.season.league.uuid])
    _send(run, "overdue", to=to, stage=of, fixtures=late, link=link)


def _addressee(person: int) -> User | None:
    return User.objects.filter(pk=person, is_active=True).first()


def _date_page(fixture: Fixture) -> str:
    return str(settings.SITE_ORIGIN + reverse("competition:date", args=[fixture.uuid]))


def _send(run: Run, template: str, *, to: User, **context: Any) -> None:
    if to.email:
        template = f"competition/mail/{template}.txt"
        send_mail(template=template, to=to.email, job=run.job.uuid, **context)


timetable.add("competition.keep_time", every=timedelta(hours=1))
timetable.add("competition.verify", every=timedelta(days=1))
