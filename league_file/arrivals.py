"""Files that were sent in and wait to be looked through: one after the other, by a job."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Missing, Reason, Refused, TooMany
from acts.recording import record_act
from jobs.models import Job
from jobs.outbox import enqueue
from jobs.queries import job_seen_by
from jobs.runner import PutOff, Run, lock_job
from league.commands.leagues import hold_person, why_no_more_leagues
from league.models import League
from league_file.bringing import look_through
from league_file.lines import refused
from league_file.opening import opened_quickly
from league_file.writing_in import write

KIND = "league_file.import_league"
MOST_A_DAY = 20
MOST_WAITING = 20
KEPT = timedelta(days=2)
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)
OVER = "over"
LOOK_AGAIN = timedelta(seconds=3)


def send_in(*, actor: User, file: IO[bytes], now: datetime) -> Job:
    """Take a league's file in and owe the looking through; its job says what becomes of it.

    Raises Refused where a glance says that it is none, Conflict while another of theirs is being
    looked through, and TooMany.
    """
    opened_quickly(file)
    with transaction.atomic():
        # Two files at once must not both be the last.
        hold_person(actor)
        if reasons := why_no_more_leagues(actor):
            raise Refused(*reasons)
        _must_not_be_too_many(actor, now=now)
        name = uuid4()
        job = enqueue(KIND, now=now, owner=actor, upload=str(name))
        record_act("league_file.send_in_league", actor=actor, now=now, job=str(job.uuid))
        _keep(file, name)
    return job


def _must_not_be_too_many(actor: User, *, now: datetime) -> None:
    imports = Job.objects.filter(kind=KIND)
    if imports.filter(owner=actor, state__in=UNFINISHED).exists():
        sentence = _("Another file of yours is being looked through. Wait until that is done.")
        raise Conflict.because("import_under_way", sentence, "file")
    today = imports.filter(owner=actor, created_at__gt=now - timedelta(days=1)).count()
    if today >= MOST_A_DAY:
        sentence = _("%(most)d files a day are the most. Come back tomorrow.")
        reason = Reason("too_many_imports", sentence % {"most": MOST_A_DAY}, "file")
        raise TooMany(reason, retry_after=3600)
    if imports.filter(state__in=UNFINISHED).count() >= MOST_WAITING:
        sentence = _("Many files are waiting to be looked through. Try again in some minutes.")
        raise TooMany(Reason("imports_waiting", sentence, "file"), retry_after=300)


def bring_in(run: Run, *, upload: str) -> dict[str, Any]:
    """What the job does: look through the file, then write the league. Says what came of it.

    A process that dies leaves nothing of the league; the next one begins anew.
    """
    if run.cursor != OVER:
        _must_be_the_only_one(run)
        try:
            _bring_in(run, upload)
        except Refused as no:
            with run.step(cursor=OVER, percent=99, words="") as row:
                row.result = {"league": None, "errors": [each.as_dict() for each in no.reasons]}
    path_of(upload).unlink(missing_ok=True)
    return dict(run.job.result or {})


def _bring_in(run: Run, upload: str) -> None:
    def progress(percent: int) -> None:
        words = _("Looking through the file")
        with run.step(cursor=_at_it(run.job), percent=percent * 9 // 10, words=words):
            pass

    actor = run.job.owner
    if actor is None or not actor.is_active:
        raise refused(_("Whoever sent it is not here any more."))
    try:
        file = path_of(upload).open("rb")
    except FileNotFoundError as gone:
        raise refused(_("The file is not here any more. Send it once more.")) from gone
    with file:
        incoming = look_through(file, progress=progress)
    with run.step(cursor=OVER, percent=99, words=_("Writing the league")) as row:
        league = write(incoming, actor=actor, now=run.now)
        row.result = {"league": str(league.uuid), "errors": []}


def _must_be_the_only_one(run: Run) -> None:
    """Two at once would need the memory of two. Raises PutOff where another is at it.

    Whoever came first notes its lease: a number says who was sent in first, not who began.
    """
    if _another_is_at_it(run):
        raise PutOff(LOOK_AGAIN)
    with transaction.atomic():
        # Each holds all that run, its own among them, so of two that come together one sees both.
        list(_running(run).select_for_update(no_key=True).order_by("pk").values("pk"))
        if _another_is_at_it(run):
            raise PutOff(LOOK_AGAIN)
        run.job = lock_job(run.job)
        run.job.cursor = _at_it(run.job)
        run.job.save(update_fields=["cursor"])


def _running(run: Run) -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND, state=Job.State.RUNNING, leased_until__gt=run.now)


def _another_is_at_it(run: Run) -> bool:
    return any(job.cursor == _at_it(job) for job in _running(run).exclude(pk=run.job.pk))


def _at_it(job: Job) -> str:
    """Only this attempt's: what one that died left behind says nothing."""
    return f"at it {job.lease}"


def throw_away(*, upload: str) -> None:
    """When the job is given up."""
    transaction.on_commit(lambda: path_of(upload).unlink(missing_ok=True))


def sweep(*, now: datetime) -> int:
    """Files that nobody will ask for any more, because a process died at the wrong moment."""
    old = [
        path
        for path in settings.INCOMING_ROOT.glob("*.zip")
        if path.stat().st_mtime < (now - KEPT).timestamp()
    ]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def path_of(upload: str) -> Path:
    return Path(settings.INCOMING_ROOT, f"{UUID(upload)}.zip")


def _keep(file: IO[bytes], name: UUID) -> None:
    settings.INCOMING_ROOT.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = path_of(str(name))
    try:
        file.seek(0)
        with path.open("xb") as kept:
            path.chmod(0o600)
            shutil.copyfileobj(file, kept)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file that was sent in: its job, and in the end the league or why there is none."""

    job: Job
    league: League | None
    reasons: list[dict[str, str]]


def arrival_seen_by(viewer: User, uuid: UUID) -> Arrival:
    """For whoever sent it in, and operators. Raises Missing."""
    job = job_seen_by(viewer, uuid)
    if job.kind != KIND:
        raise Missing.because("no_such_job", _("There is no such job, or it is not yours."))
    outcome = job.result or {}
    league = (
        League.objects.filter(uuid=outcome["league"]).first() if outcome.get("league") else None
    )
    return Arrival(job, league, outcome.get("errors", []))
