"""Whatever a team is made of goes by its key, from the first call on: a name is no key."""

import pytest

from acts.failures import Refused
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import adopt_team
from teams.commands.drafting import begin_draft, change_draft
from teams.models import Draft, Team
from tests.conftest import A_TEAM, NOW
from tests.teams.adopting import arrival


def told(refusal):
    return [(each.code, each.subject, each.params.get("near")) for each in refusal.value.reasons]


@pytest.mark.parametrize(
    ("race", "code"),
    [("Human", "not-a-key"), ("humann", "no-such-race"), ("Humans", "no-such-race")],
)
def test_a_draft_goes_by_the_key_of_its_race(race, code, season, marta):
    with pytest.raises(Refused) as refusal:
        begin_draft(actor=marta, season=season, race=race, now=NOW)
    assert told(refusal) == [(code, "race", "human")]
    assert "human" in str(refusal.value.reasons[0].message)
    assert not Draft.objects.exists()


def test_a_team_from_elsewhere_too(league, marta):
    with pytest.raises(Refused) as refusal:
        adopt_team(
            actor=marta, league=league, arrival=arrival(race="Human"), coach_name="Ada", now=NOW
        )
    assert ("not-a-key", "race", "human") in told(refusal)
    assert not Team.objects.exists()


def test_so_do_positions_and_skills(season, marta, draft_team):
    draft = begin_draft(actor=marta, season=season, race="human", now=NOW)
    with pytest.raises(Refused) as refusal:
        change_draft(actor=marta, draft=draft, wish=A_TEAM | {"players": {"Lineman": 11}}, now=NOW)
    assert told(refusal) == [("not-a-key", "players.Lineman", "lineman")]
    team = draft_team()
    player = team.contracts.get(key="draft/1").player.uuid
    with pytest.raises(Refused) as refusal:
        adjust_team(
            actor=marta,
            team=team,
            change={"skill_given": "Block"},
            player=player,
            reason="A gift",
            now=NOW,
        )
    assert told(refusal) == [("not-a-key", "skill_given", "block")]
