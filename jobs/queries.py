"""What pages, exports and probes ask about jobs and acts."""

import uuid as uuids
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from acts.failures import Missing
from acts.models import Act
from jobs.models import Job
from jobs.states import State

LATE_AFTER = timedelta(minutes=2)
JOBS_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class StateCount:
    state: str
    label: str
    jobs: int


@dataclass(frozen=True, slots=True)
class JobList:
    """One page of the jobs in one state, and how many there are in each."""

    state: str
    counts: list[StateCount]
    late: int
    page: Page[Job]


def job_list(*, state: str, page: str, now: datetime) -> JobList:
    """What the operator's page shows, in two statements. An unknown state means the given up."""
    state = state if state in State.values else State.DEAD
    found = {
        row["state"]: row
        for row in Job.objects.order_by().values("state").annotate(
            jobs=Count("id"), late=Count("id", filter=late_at(now))
        )
    }  # fmt: skip
    counts = [
        StateCount(each.value, str(each.label), found[each]["jobs"] if each in found else 0)
        for each in State
    ]
    jobs = Job.objects.filter(state=state).select_related("owner").order_by("-id")
    paginator = Paginator(jobs, JOBS_A_PAGE)
    paginator.count = next(each.jobs for each in counts if each.state == state)
    late = sum(row["late"] for row in found.values())
    return JobList(state=state, counts=counts, late=late, page=paginator.get_page(page))


def late_at(now: datetime) -> Q:
    return Q(state=State.QUEUED, due_at__lt=now - LATE_AFTER)


def in_trouble(*, now: datetime) -> QuerySet[Job]:
    """What an operator should look at: jobs given up, and jobs that nobody takes up."""
    return Job.objects.filter(late_at(now) | Q(state=State.DEAD)).order_by("state", "due_at", "id")


def may_see(viewer: Any, job: Job) -> bool:
    """Whether a page may show somebody how far a job is."""
    return getattr(viewer, "is_operator", False) or job.owner_id == viewer.pk


def job_seen_by(viewer: Any, uuid: uuids.UUID) -> Job:
    """A job for its owner or an operator; for everybody else it is not there."""
    seen = Job.objects.all() if viewer.is_operator else Job.objects.filter(owner=viewer)
    job = seen.filter(uuid=uuid).first()
    if job is None:
        raise Missing.because("no_such_job", _("There is no such job, or it is not yours."))
    return job


def acts_about(user: Any) -> QuerySet[Act]:
    """What a person did, or had done in their name."""
    return Act.objects.filter(Q(actor=user) | Q(on_behalf_of=user))


def acts_of(user: Any) -> Iterator[dict[str, Any]]:
    """Everything a person did, or had done in their name, oldest first: for their own download."""
    for act in acts_about(user).order_by("id").iterator():
        yield {
            "uuid": str(act.uuid),
            "name": act.name,
            "at": act.at.isoformat(),
            "by_you": act.actor_id == user.pk,
            "reason": act.reason,
            "payload": act.payload,
        }


def broker_answers() -> bool:
    """Whether Redis can be asked to call workers; an installation without it needs nobody."""
    if not settings.REDIS_URL:
        return True
    redis = Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )
    try:
        return bool(redis.ping())
    except RedisError:
        return False
    finally:
        redis.close()
