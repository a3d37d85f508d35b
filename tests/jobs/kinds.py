"""Kinds of jobs that leave acts behind, so that a test can count what was done."""

from django.utils import timezone

from acts.models import Act
from acts.recording import record_act
from jobs.registry import job


def note(what):
    record_act("test.noted", actor=None, now=timezone.now(), what=what)


def noted():
    acts = Act.objects.filter(name="test.noted").order_by("id")
    return [act.payload["what"] for act in acts]


@job("test.note")
def note_once(run, *, what):
    note(what)
    return what


@job("test.note_and_fail", tries=3)
def note_and_fail(run, *, what):
    note(what)
    password = "hunter2"
    raise ConnectionError(f"could not reach smtp://mara:{password}@mail.example.org\nmara is out")


@job("test.note_and_answer_nonsense")
def note_and_answer_nonsense(run, *, what):
    note(what)
    return object()


@job("test.walk", atomic=False, tries=3)
def walk(run, *, steps, stumble_at=None):
    for number in range((run.cursor or 0) + 1, steps + 1):
        with run.step(cursor=number, percent=100 * number // steps, words=f"step {number}"):
            note(number)
        if number == stumble_at and run.job.attempts == 1:
            raise ValueError("stumbled")
    return "arrived"


@job("test.tell_the_time")
def tell_the_time(run):
    return run.now.isoformat()
