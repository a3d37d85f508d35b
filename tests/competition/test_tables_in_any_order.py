"""Whatever is done in a season, in whichever order: its tables say what they are made of."""

import random

import pytest

from acts.failures import Failure
from competition.commands.end_stage import end_stage
from competition.commands.joining_and_leaving import leave_season
from competition.commands.points import adjust_points
from competition.commands.results import take_back_result
from competition.commands.rulings import rule_fixture
from competition.models import Entry, Fixture, Stage
from competition.scheduling.leaving import Leaving
from competition.verifying import differences
from teams.commands.identity import change_identity
from teams.verifying import differences as team_differences
from tests.conftest import NOW

pytestmark = pytest.mark.pure
STEPS = 60


@pytest.mark.parametrize("seed", [2, 5])
def test_after_each_step(seed, *, marta, season, enter_team, plan, start, score):
    chance = random.Random(seed)
    for name in ("Ashgate", "Brackwater", "Copperhill", "Dell"):
        enter_team(name)
    first = start(plan())
    cup = plan("The cup", "knock-out", follows=first, top_of_each=2)

    def some(of):
        return chance.choice(list(of)) if of else None

    def fixture():
        known = Fixture.objects.filter(stage__season=season, away__isnull=False)
        return some(known.select_related("stage__season__league", "home", "away").order_by("pk"))

    def entry():
        entries = Entry.objects.filter(season=season).select_related("team", "season__league")
        return some(entries.order_by("pk"))

    def play():
        score(fixture(), chance.randrange(3), chance.randrange(3))

    def rule():
        ending = chance.choice(["forfeit", "walkover", "ruled", "void"])
        at_fault = chance.choice(["home", "away", "both", ""])
        values = {"ending": ending, "at_fault": at_fault, "reason": "So be it"}
        rule_fixture(actor=marta, fixture=fixture(), now=NOW, **values)

    def take_back():
        take_back_result(actor=marta, fixture=fixture(), reason="Not so", now=NOW)

    def leave():
        how = chance.choice([Leaving.WALKOVERS, Leaving.DELETED])
        leave_season(actor=marta, entry=entry(), how=how, reason="Gone", now=NOW)

    def points():
        stage = Stage.objects.select_related("season__league").get(pk=first.pk)
        values = {"points": chance.choice([-3, 2]), "reason": "Because"}
        adjust_points(actor=marta, stage=stage, entry=entry(), now=NOW, **values)

    def over():
        end_stage(actor=marta, stage=Stage.objects.get(pk=some([first, cup]).pk), now=NOW)

    def begin():
        start(Stage.objects.select_related("season__league").get(pk=cup.pk))

    def rename():
        team = entry().team
        change_identity(actor=marta, team=team, name=f"{chance.choice('ABZ')} {team.pk}", now=NOW)

    doing = [play] * 8 + [rule, take_back] * 2 + [leave, points, over, begin, rename]
    done = []
    for _step in range(STEPS):
        act = chance.choice(doing)
        try:
            act()
        except Failure:
            continue
        done.append(act.__name__)
        for stage in Stage.objects.filter(season=season).select_related("season__pin__catalogue"):
            assert not list(map(str, differences(stage))), done
    assert {"play", "rule", "leave"} <= {*done}, done
    for each in Entry.objects.filter(season=season).select_related("team"):
        assert not list(map(str, team_differences(each.team)))
