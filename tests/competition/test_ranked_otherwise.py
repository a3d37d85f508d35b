"""Rules that rank results on record are not for somebody who stands in that table."""

import pytest

from acts.failures import Forbidden, Refused
from competition.commands.joining_and_leaving import leave_season
from competition.commands.outcomes import Score
from competition.commands.planning import change_stage, drop_stage, plan_stage
from competition.commands.results import enter_score
from competition.models import Stage
from competition.scheduling.leaving import Leaving
from competition.tables import rebuild
from league.models import Role
from tests.conftest import NOW

BY_CASUALTIES = {"tie-breakers": ["points", "cas-difference", "td-difference"]}
SCORES = {
    ("Fay", "Olaf"): Score((1, 0)),
    ("Fay", "Marta"): Score((3, 0)),
    ("Olaf", "Marta"): Score((1, 1), {"cas": (0, 5)}),
}


@pytest.fixture
def people(coach, marta):
    return {"Fay": coach("Fay"), "Olaf": coach("Olaf"), "Marta": marta}


@pytest.fixture
def dora(coach):
    """A deputy who does not play."""
    return coach("Dora", role=Role.DEPUTY)


@pytest.fixture
def played(*, people, enter_team, plan, start, dora, fixture_of):
    """All against all, played through: Fay first, then Olaf, then Marta, who runs the league and
    plays. The first two go on to a final."""
    entries = {name: enter_team(f"{name} XI", actor=who) for name, who in people.items()}
    stage = plan(plays_ahead=True)
    plan("The final", "knock-out", follows=stage, top_of_each=2)
    start(stage)
    for (one, other), told in SCORES.items():
        fixture = fixture_of(stage, entries[one], entries[other])
        turn = 1 if fixture.home_id == entries[one].pk else -1
        score = Score(told.score[::turn], {k: v[::turn] for k, v in told.tallies.items()})
        enter_score(actor=dora, fixture=fixture, score=score, now=NOW)
    return stage


@pytest.fixture
def amend(api, league):
    def amend(person, house, from_round=1):
        values = {"house": house, "from_round": from_round, "reason": "I like it better."}
        return api(person).put(f"/api/v1/leagues/{league.uuid}/rules/", values, format="json")

    return amend


@pytest.mark.parametrize("is_over", [False, True])
def test_tie_breakers_stay_for_who_stands_in_the_table(
    *, played, amend, api, people, league, run_jobs, is_over
):
    """Also when its last match is played and nothing but the final is to come."""
    marta, stages = people["Marta"], f"/api/v1/leagues/{league.uuid}/season/stages/"
    if is_over:
        assert api(marta).post(f"{stages}{played.uuid}/end/").status_code == 200
    refused = amend(marta, BY_CASUALTIES)
    assert refused.status_code == 422, refused.content
    (fault,) = refused.json()["errors"]
    assert (fault["code"], fault["subject"]) == ("your_own_table", "tie-breakers")
    assert "You play in The league" in fault["message"]
    assert "can make any member with an account a deputy" in fault["message"]
    final = played.followed_by.get()
    assert api(marta).post(f"{stages}{final.uuid}/start/").status_code == 202
    run_jobs()
    assert {str(each.entry) for each in final.places.all()} == {"Fay XI", "Olaf XI"}
    assert amend(marta, BY_CASUALTIES, 4).status_code == 200


def test_points_are_amended_for_rounds_to_come(played, amend, people):
    marta = people["Marta"]
    (fault,) = amend(marta, {"points.draw": 3}, 1).json()["errors"]
    assert (fault["code"], fault["subject"]) == ("your_own_table", "points.draw")
    assert amend(marta, {"points.draw": 3}, 4).status_code == 200


def test_who_runs_the_league_and_does_not_play_amends_anything(played, amend, dora):
    assert amend(dora, {**BY_CASUALTIES, "points.draw": 3}).status_code == 200


def test_a_table_without_anybody_else_is_ranked_as_they_like(played, amend, people, league):
    league.memberships.filter(user__in=[people["Fay"], people["Olaf"]]).update(
        user=None, name="Somebody"
    )
    assert amend(people["Marta"], BY_CASUALTIES).status_code == 200


def test_who_goes_on_from_a_finished_table_stands_for_who_is_in_it(played, people, dora):
    final, told = played.followed_by.get(), {"name": "The final", "follows": played, "now": NOW}
    for deed in (
        lambda who: change_stage(actor=who, stage=final, top_of_each=3, **told),
        lambda who: drop_stage(actor=who, stage=final, now=NOW),
        lambda who: plan_stage(
            actor=who, season=final.season, format="knock-out", top_of_each=3, **told
        ),
    ):
        with pytest.raises(Refused, match="your_own_table"):
            deed(people["Marta"])
    change_stage(actor=dora, stage=final, top_of_each=3, **told)
    final.refresh_from_db()
    assert final.top_of_each == 3


def test_how_prizes_are_shared_stays_for_who_may_share_in_them(played, amend, people, dora):
    shared = {"prizes.shared": "each"}
    (fault,) = amend(people["Marta"], shared, 9).json()["errors"]
    assert (fault["code"], fault["subject"]) == ("your_own_table", "prizes.shared")
    assert amend(dora, shared, 9).status_code == 200


def test_a_table_that_ended_stays_as_the_rules_ranked_it(played, amend, dora, api, league):
    before = [str(row.entry) for row in played.standings.order_by("position")]
    stages = f"/api/v1/leagues/{league.uuid}/season/stages/"
    assert api(dora).post(f"{stages}{played.uuid}/end/").status_code == 200
    by_name = {"tie-breakers": ["cas-difference", "points"]}
    by_casualties = amend(dora, BY_CASUALTIES | by_name)
    assert by_casualties.status_code == 200, by_casualties.content
    stage = Stage.objects.get(pk=played.pk)
    rebuild(stage)
    assert [str(row.entry) for row in stage.standings.order_by("position")] == before


def test_nobody_puts_a_final_behind_a_table_that_they_lost(
    *, people, enter_team, plan, start, dora, fixture_of
):
    entries = {name: enter_team(f"{name} XI", actor=who) for name, who in people.items()}
    stage = start(plan(plays_ahead=True))
    told = {"season": stage.season, "name": "Once more", "format": "knock-out", "now": NOW}
    told |= {"follows": stage, "top_of_each": 2}
    drop_stage(actor=people["Marta"], stage=plan_stage(actor=people["Marta"], **told), now=NOW)
    for other in ("Fay", "Olaf"):
        fixture = fixture_of(stage, entries[other], entries["Marta"])
        enter_score(actor=dora, fixture=fixture, score=Score((1, 1)), now=NOW)
    # Fay and Olaf are yet to play: whoever is through with their own matches knows what would suit.
    with pytest.raises(Refused, match="your_own_table"):
        plan_stage(actor=people["Marta"], **told)
    plan_stage(actor=dora, **told)


def test_how_a_drawn_tie_ends_stays_in_the_round_under_way(
    *, people, enter_team, plan, start, dora, amend
):
    for name, who in people.items():
        enter_team(f"{name} XI", actor=who)
    enter_team("Dora XI")
    start(plan("The cup", "knock-out"))
    drawn = {"knock-out.drawn": "higher-seed"}
    (fault,) = amend(people["Marta"], drawn, 1).json()["errors"]
    assert (fault["code"], fault["subject"]) == ("your_own_table", "knock-out.drawn")
    assert amend(dora, drawn, 1).status_code == 200


def test_nobody_takes_a_rival_out_whom_they_have_played(
    *, people, enter_team, plan, start, dora, fixture_of
):
    entries = {name: enter_team(f"{name} XI", actor=who) for name, who in people.items()}
    stage = start(plan(plays_ahead=True))
    fixture = fixture_of(stage, entries["Fay"], entries["Marta"])
    enter_score(actor=dora, fixture=fixture, score=Score((3, 0)), now=NOW)
    gone = {
        "entry": entries["Fay"],
        "how": Leaving.WALKOVERS,
        "reason": "Never answers",
        "now": NOW,
    }
    with pytest.raises(Forbidden):
        leave_season(actor=people["Marta"], **gone)
    assert leave_season(actor=dora, **gone).state == "left"
