"""Whatever a file says: it is refused with the place, or every page of its league can be read."""

import os
import random
from io import BytesIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from acts.failures import Refused
from league_file.bringing import import_league
from league_file.purging import purge_league
from league_file.writing import export_league
from simulator.demo import make_demo_league
from tests.conftest import NOW, world_of_many_tests
from tests.league_file.forging import addresses, forge
from tests.league_file.league_files import with_rows

# PostgreSQL puts up with less than SQLite, so it finds more.
pytestmark = pytest.mark.grown_up

EXAMPLES = int(os.environ.get("SOAK_FORGERIES", "25"))
# Pages that are looked at for each file that comes in; of a soak all.
PAGES = 10_000 if "SOAK_FORGERIES" in os.environ else 30
FIRST_SEED = int(os.environ.get("SOAK_SEED_OF_FORGERIES", "0"))


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker, tmp_path_factory):
    """A league of six teams as a file, on a site where it is no more."""
    with world_of_many_tests(django_db_blocker):
        marta = User.objects.create(name="Marta", email="marta@example.org", joined_at=NOW)
        league = make_demo_league(founder=marta, now=NOW)
        file = BytesIO()
        export_league(actor=marta, league=league, into=file, now=NOW)
        purge_league(league=league, now=NOW)
        yield file.getvalue(), marta


def broken_pages(league, marta, chance):
    """Those that end in an error of the program's."""
    client = Client(raise_request_exception=False)
    client.force_login(marta)
    found = sorted(addresses(league))
    chance.shuffle(found)
    for address in found[:PAGES]:
        with transaction.atomic():
            answer = client.get(address)
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            yield address


def test_every_page_of_an_honest_file_can_be_read(demo, db):
    file, marta = demo
    league = import_league(actor=marta, file=BytesIO(file), now=NOW)
    assert not list(broken_pages(league, marta, random.Random(1)))
    call_command("verify_ledger")


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(min_value=FIRST_SEED, max_value=FIRST_SEED + 10**9))
def test_a_changed_value_is_refused_or_can_be_read(demo, db, seed):
    good, marta = demo
    file, place = forge(good, seed)
    refusal, broken = "", []
    with transaction.atomic():
        try:
            league = import_league(actor=marta, file=file, now=NOW)
            broken = list(broken_pages(league, marta, random.Random(seed)))
        except Refused as no:
            refusal = str(no.reasons[0].message)
        transaction.set_rollback(True)
    assert not broken, place
    assert refusal != "The file is damaged, or was changed by hand.", place


@pytest.mark.parametrize("count", [-5, 100, 10**9])
def test_no_report_tells_of_a_score_that_none_could_be(demo, db, count):
    good, marta = demo

    def forged(reports):
        reports[-1]["data"]["score"]["home"] = count
        return reports

    file = with_rows(BytesIO(good), "matches.matchreport", forged)
    with pytest.raises(Refused, match="score"):
        import_league(actor=marta, file=file, now=NOW)


def test_a_face_that_no_die_has_is_not_drawn(demo, db):
    good, marta = demo

    def forged(answers):
        for answer in answers:
            if answer["dice"] == "D6":
                answer["value"] = 12
        return answers

    league = import_league(
        actor=marta, file=with_rows(BytesIO(good), "matches.answer", forged), now=NOW
    )
    matches = [at for at in addresses(league) if "/matches/" in at]
    client = Client()
    client.force_login(marta)
    assert matches
    assert not [at for at in matches if client.get(at).status_code >= 500]
