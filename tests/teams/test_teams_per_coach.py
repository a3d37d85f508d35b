"""How many teams a coach may have: as many as the league says, and one more by its word."""

import pytest

from acts.failures import Refused
from league.commands.leagues import change_league
from league.models import Membership, Role
from teams.commands.drafting import begin_draft, draft_team
from teams.commands.retiring import retire_team
from tests.conftest import A_TEAM, NOW


@pytest.fixture
def league(league, marta):
    return change_league(actor=marta, league=league, teams_per_coach=1, now=NOW)


@pytest.fixture
def jonas(make_user, league):
    return Membership.objects.create(
        league=league, user=make_user("Jonas"), role=Role.COACH, since=NOW
    )


@pytest.fixture
def draft(season, jonas):
    """A team of Jonas's, drafted by Jonas unless told otherwise."""

    def do(name, **told):
        told = {"actor": jonas.user, "coach": jonas} | told
        return draft_team(season=season, race="human", name=name, wish=A_TEAM, now=NOW, **told)

    return do


def codes(failure):
    return [reason.code for reason in failure.value.reasons]


def test_a_second_team_is_refused_in_a_sentence(draft):
    draft("Rovers")
    with pytest.raises(Refused, match="A coach has one team in this league") as failure:
        draft("Rangers")
    assert codes(failure) == ["too_many_teams"]


def test_two_drafts_make_one_team(draft, season, jonas):
    begin_draft(actor=jonas.user, season=season, race="orc", now=NOW)
    draft("Rovers")
    with pytest.raises(Refused, match="one team"):
        draft("Rangers")


def test_as_many_as_the_league_allows(draft, league, marta, season):
    change_league(actor=marta, league=league, teams_per_coach=2, now=NOW)
    season.league.refresh_from_db()
    draft("Rovers")
    draft("Rangers")
    with pytest.raises(Refused, match="at most 2 teams"):
        draft("Ramblers")


def test_a_retired_team_makes_room(draft, jonas):
    retire_team(actor=jonas.user, team=draft("Rovers"), now=NOW)
    assert draft("Rangers")


def test_the_commissioner_gives_a_coach_another_and_has_as_many_himself(draft, marta, jonas):
    draft("Rovers")
    assert draft("Rangers", actor=marta)
    own = Membership.objects.get(user=marta)
    draft("Reivers", actor=marta, coach=own)
    with pytest.raises(Refused, match="one team"):
        draft("Ramblers", actor=marta, coach=own)


@pytest.mark.parametrize("number", [0, 21, -1])
def test_a_league_says_a_number_that_makes_sense(league, marta, number):
    with pytest.raises(Refused) as failure:
        change_league(actor=marta, league=league, teams_per_coach=number, now=NOW)
    assert codes(failure) == ["teams_out_of_range"]
