"""What lets nobody in any more is forgotten day by day."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.commands.links import issue_sign_in_link, use_sign_in_link
from accounts.commands.waiting import wait_for_the_operator
from accounts.models import SignInLink, WaitingPerson
from jobs import timetable
from jobs.models import Job

pytestmark = pytest.mark.django_db


def test_the_timetable_forgets_old_sessions_and_links(browser, marta, operator, settings, run_jobs):
    settings.REDIS_URL = ""
    now = timezone.now()
    for days in (9, 3):
        issue_sign_in_link(actor=None, user=marta, now=now - timedelta(days=days))
    used = issue_sign_in_link(actor=None, user=marta, now=now, lifetime=timedelta(days=1))
    use_sign_in_link(secret=used.secret, browser="a", now=now)
    SignInLink.objects.filter(used_at=now).update(used_at=now - timedelta(days=8))
    browser(marta), browser(operator)
    old = Session.objects.first()
    Session.objects.filter(pk=old.pk).update(expire_date=now - timedelta(minutes=1))
    for days in (15, 13):
        asked = now - timedelta(days=days)
        wait_for_the_operator(name="Bram", email=f"bram{days}@example.org", now=asked)
    timetable.tick(now=now)
    run_jobs()
    assert Job.objects.get(kind="accounts.tidy").result == {
        "sessions": 1,
        "links": 2,
        "waiting": 1,
    }
    assert not Session.objects.filter(pk=old.pk).exists()
    assert SignInLink.objects.count() == 1
    assert [each.email for each in WaitingPerson.objects.all()] == ["bram13@example.org"]
