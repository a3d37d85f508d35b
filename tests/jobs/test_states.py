"""A job's state changes in one place, along known ways."""

import pytest

from jobs.models import Job
from jobs.states import TRANSITIONS, NoWay, move

pytestmark = pytest.mark.django_db


def test_every_state_says_where_it_leads():
    assert set(TRANSITIONS) == set(Job.State.values)


@pytest.mark.parametrize("before", Job.State.values)
@pytest.mark.parametrize("after", Job.State.values)
def test_a_job_moves_along_the_table_and_no_other_way(owe, before, after):
    job = owe("test.note", what="x")
    job.state = before
    if after in TRANSITIONS[before]:
        move(job, after, percent=7)
        job.refresh_from_db()
        assert (job.state, job.percent) == (after, 7)
    else:
        with pytest.raises(NoWay):
            move(job, after)
        job.refresh_from_db()
        assert job.state == "queued"
