"""Whole seasons played by a machine, and everything that must hold after them."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Count, Q

from competition import verifying
from competition.models import Award, Fixture, Redraft, Result, Stage, Standing
from competition.tables import rebuild
from league.models import League, Season
from matches import reading
from matches.models import Answer, Match
from matches.replay.correction import work_out
from matches.replay.replaying import Edits
from simulator.digests import digest
from simulator.leagues import Simulation
from simulator.settings import Setting
from teams.models import TeamEvent
from tests.lock_order import held_in_order
from tests.matches import off_the_pitch, untouched

LOOKED_AT = 6
UNTIL = datetime(2026, 11, 1, 18, tzinfo=UTC)


@pytest.fixture
def simulate(marta):
    def play(seed=7, **setting):
        with held_in_order():
            return Simulation(Setting(seed, UNTIL, **setting), marta).run()

    return play


def differing():
    with transaction.atomic():
        return [difference for batch in verifying.batches() for difference in batch()]


def drifted(league):
    """Matches that would come out otherwise if they were played again as they were put in."""
    found = []
    for match in reading.matches().filter(league=league, state=Match.State.OVER):
        again = work_out(reading.load(match), Edits())
        if again.replay.drift or again.replay.rewritings or again.conflicts:
            found.append((match, again))
    return found


def invented(league, most=LOOKED_AT):
    """What a correction that nobody touched would change, in some matches of a league: first of all
    those that went otherwise than most."""
    unlike = Q(reports__version__gt=1) | Q(runs__answers__version__gt=1)
    unlike |= Q(reports__data__ending__in=("conceded", "penalties", "overtime"))
    matches = untouched.confirmed(league).alias(unlike=Count("pk", filter=unlike))
    some = matches.order_by("-unlike", "pk")[:most]
    return [found for each in some for found in untouched.differing(each, *untouched.sampled(each))]


def rows(stage):
    columns = [field.attname for field in Standing._meta.concrete_fields if field.name != "id"]
    return list(stage.standings.order_by("entry").values(*columns))


def holds(league, looked_at=LOOKED_AT):
    """What must be true of any league, however it was played."""
    states = set(league.matches.values_list("state", flat=True))
    assert states <= {Match.State.OVER, Match.State.CALLED_OFF}
    assert not Fixture.objects.filter(
        stage__season__league=league, state__in=[Fixture.State.OPEN, Fixture.State.WAITING]
    ).exists()
    assert differing() == []
    assert drifted(league) == []
    assert list(off_the_pitch.doers(league)) == []
    assert invented(league, looked_at) == []
    for stage in Stage.objects.filter(season__league=league, format=Stage.Format.ROUND_ROBIN):
        before = rows(stage)
        rebuild(stage)
        assert rows(stage) == before


@pytest.mark.grown_up
def test_two_seasons_with_everything_that_the_books_offer(simulate):
    league = simulate(teams=6, seasons=2, rules="everything")
    holds(league)
    over = league.seasons.filter(state=Season.State.OVER)
    assert over.count() == 2
    assert Award.objects.filter(season__in=over, kind="champion").count() == over.count()
    assert Redraft.objects.filter(team__league=league, finished_at__isnull=False).count() == 6
    kinds = set(TeamEvent.objects.filter(team__league=league).values_list("kind", flat=True))
    assert kinds >= {"winnings", "mvp", "improvement", "hire-and-fire", "redraft", "prize"}
    hidden = Answer.objects.filter(run__match__league=league, visible="server")
    assert hidden.filter(key__startswith="match-events/").exists()
    assert hidden.filter(key__startswith="special-plays/").exists()
    assert Result.objects.filter(fixture__stage__season__league=league).count() >= 2 * (15 + 3)


@pytest.mark.pure
def test_two_seasons_of_crp(simulate):
    league = simulate(edition="crp", teams=4, seasons=2)
    # The soak looks at the correction of every match.
    holds(league, looked_at=2)


@pytest.mark.pure
def test_the_command_says_where_the_league_is_and_keeps_quiet_otherwise(db):
    said = StringIO()
    call_command("simulate", teams=4, seasons=1, rules="core", seed=3, stdout=said)
    league = League.objects.get()
    told = f"{league}: /leagues/{league.uuid}/, digest {digest(league)[:16]}\n"
    assert said.getvalue() == told
    assert league.created_at.year < UNTIL.year + 5


@pytest.mark.pure
@pytest.mark.parametrize("wrong", [{"teams": 3}, {"teams": 41}, {"seasons": 0}])
def test_the_command_refuses_what_makes_no_league(db, wrong):
    with pytest.raises(CommandError):
        call_command("simulate", **wrong)
    assert not League.objects.exists()
