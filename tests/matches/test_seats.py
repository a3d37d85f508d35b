"""Who sits at a match: a coach of one of the teams, as long as he is a coach of the league."""

import pytest

from jobs.failures import Forbidden
from league.commands.members import change_role
from matches.models import Match
from tests.conftest import NOW


def test_a_coach_who_is_a_viewer_now_records_nothing(play, marta, ines):
    change_role(actor=marta, membership=ines.memberships.get(), role="viewer", now=NOW)
    with pytest.raises(Forbidden):
        play(actor=ines)
    assert not Match.objects.exists()
