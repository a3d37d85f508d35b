"""What is only tried is written nowhere, whoever tries it, and tells strangers nothing."""

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.core import serializers

from accounts.models import ApiToken
from jobs.models import Job
from tests.matches.conftest import DAY
from tests.matches.playing import play_on
from tests.matches.through_the_api import program_of

# A token notes when it was used last; jobs of the house come and go.
BESIDES = (ApiToken, Job)


def all_rows():
    kept = [model for model in apps.get_models() if model not in BESIDES]
    rows = [row for model in kept for row in model._base_manager.all()]
    return json.loads(serializers.serialize("json", rows))


@pytest.fixture
def over(report, marta):
    return play_on(report(actor=marta), marta)


@pytest.fixture
def people(marta, ines, make_user):
    return {"commissioner": marta, "coach": ines, "stranger": make_user("Zora")}


def late_match(match):
    return {
        **{row.side: str(row.team.uuid) for row in match.sides.select_related("team")},
        "played_on": (DAY - timedelta(days=7)).isoformat(),
        "score": {"home": 0, "away": 3},
        "in_its_place": True,
    }


@pytest.mark.parametrize(
    ("who", "is_public", "answers"),
    [
        ("commissioner", False, (200, 200)),
        ("coach", True, (403, 200)),
        ("stranger", True, (403, 403)),
        ("stranger", False, (404, 404)),
    ],
)
def test_leave_no_row_behind(over, people, who, is_public, answers):
    league = over.league
    league.is_public = is_public
    league.save(update_fields=["is_public"])
    program, before = program_of(people[who]), all_rows()
    address = f"/api/v1/leagues/{league.uuid}/matches/try/"
    late = program.post(address, late_match(over), format="json")
    wish = {"score": {"home": 5, "away": 0}}
    corrected = program.post(f"/api/v1/matches/{over.uuid}/correction/preview/", wish)
    assert (late.status_code, corrected.status_code) == answers
    assert all_rows() == before
    if answers == (404, 404):
        told = f"{late.json()} {corrected.json()}"
        assert not any(str(row.team) in told for row in over.sides.select_related("team"))
