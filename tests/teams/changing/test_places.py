"""What a coach may do with teams rests on their place in the league, and ends with it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.commands.deletion import delete_account
from accounts.commands.proof import Proof
from acts.failures import Forbidden, Refused
from league.commands.members import change_role, end_membership
from teams.commands.coaches import add_second_coach, appoint_stand_in, hand_over_team
from teams.commands.drafting import begin_draft, change_draft, drop_draft, finish_draft
from teams.commands.names import rename_players
from teams.commands.retiring import retire_team
from tests.conftest import A_TEAM, NOW
from tests.teams.changing.conftest import codes

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

DAY = timedelta(days=1)


@pytest.fixture
def draft(season, bram, place):
    begun = begin_draft(actor=bram, season=season, race="human", now=NOW)
    return change_draft(actor=bram, draft=begun, name="Late Bram", wish=A_TEAM, now=NOW)


def demote(marta, place, role="viewer"):
    change_role(actor=marta, membership=place, role=role, now=timezone.now())


class TestACoachWhoIsAViewerNow:
    def test_leaves_his_team_alone(self, reivers, marta, bram, place):
        demote(marta, place)
        now = timezone.now()
        for attempt in (
            lambda: rename_players(actor=bram, team=reivers, people={}, now=now),
            lambda: retire_team(actor=bram, team=reivers, now=now),
        ):
            with pytest.raises(Forbidden):
                attempt()

    def test_is_shown_no_buttons(self, as_user, reivers, marta, bram, place):
        demote(marta, place)
        page = as_user(bram).get(reverse("teams:roster", args=[reivers.uuid]))
        assert "Identity" not in page.content.decode()
        player = reivers.contracts.first().player
        page = as_user(bram).get(reverse("teams:player", args=[player.uuid]))
        assert not page.context["access"].may_act
        assert as_user(bram).get("/").context["desk"].teams == []

    def test_is_its_coach_again_when_he_coaches_again(self, reivers, marta, bram, place):
        demote(marta, place)
        demote(marta, place, role="coach")
        rename_players(actor=bram, team=reivers, people={}, now=timezone.now())

    def test_leaves_his_draft_alone(self, draft, marta, bram, place):
        demote(marta, place)
        for attempt in (change_draft, finish_draft, drop_draft):
            with pytest.raises(Forbidden):
                attempt(actor=bram, draft=draft, now=NOW)

    def test_gets_no_team_by_the_commissioners_hand_either(self, draft, marta, place):
        demote(marta, place)
        with pytest.raises(Refused) as refused:
            finish_draft(actor=marta, draft=draft, now=NOW)
        assert codes(refused) == ["no_such_coach"]


class TestACoachWhoHasLeft:
    @pytest.fixture(params=["shown out", "left", "account deleted"])
    def go(self, request, marta, bram, place):
        def go():
            now = timezone.now()
            match request.param:
                case "shown out":
                    end_membership(actor=marta, membership=place, now=now)
                case "left":
                    end_membership(actor=bram, membership=place, now=now)
                case _:
                    proof = Proof(client="203.0.113.7", password="a fine password")
                    delete_account(user=bram, proof=proof, now=now)
            return now

        return go

    def test_coaches_no_more(self, as_user, reivers, go):
        now = go()
        assert [tenure.until for tenure in reivers.tenures.all()] == [now]
        page = as_user(None).get(reverse("teams:coaches", args=[reivers.uuid]))
        assert page.context["coaching"].present == []

    def test_neither_beside_nor_in_place_of_another(self, *, draft_team, marta, place, go):
        team, other = draft_team("The Reivers"), draft_team("Rovers")
        now = timezone.now()
        add_second_coach(actor=marta, team=team, coach=place, now=now)
        appoint_stand_in(
            actor=marta, team=other, coach=place, since=now + DAY, until=now + 2 * DAY, now=now
        )
        now = go()
        assert [tenure.until for tenure in place.tenures.all()] == [now]

    def test_does_not_take_over_as_planned(self, draft_team, marta, place, go):
        team = draft_team("The Reivers")
        now = timezone.now()
        hand_over_team(actor=marta, team=team, coach=place, since=now + DAY, now=now)
        go()
        (tenure,) = team.tenures.all()
        assert (tenure.coach.user, tenure.until) == (marta, None)

    def test_keeps_the_time_that_was_his(self, reivers, marta, place, catos_place, go):
        handed_over = timezone.now()
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=handed_over)
        go()
        assert [tenure.until for tenure in reivers.tenures.all()] == [handed_over, None]

    def test_gets_no_team_by_the_commissioners_hand_either(self, draft, marta, go):
        go()
        with pytest.raises(Refused) as refused:
            finish_draft(actor=marta, draft=draft, now=NOW)
        assert codes(refused) == ["no_such_coach"]


class TestACoachToCome:
    def test_is_not_named_by_the_api_and_acts_on_no_player_yet(
        self, *, as_user, program_of, reivers, league, marta, bram, cato, catos_place
    ):
        now = timezone.now()
        hand_over_team(actor=marta, team=reivers, coach=catos_place, since=now + DAY, now=now)
        (listed,) = program_of(None).get(f"/api/v1/leagues/{league.uuid}/teams/").json()["results"]
        assert [coach["name"] for coach in listed["coaches"]] == ["Bram"]
        address = reverse("teams:player", args=[reivers.contracts.first().player.uuid])
        for person, acts in {cato: False, bram: True}.items():
            assert as_user(person).get(address).context["access"].may_act == acts


class TestATeamOfAPrivateLeague:
    """To a stranger it is as if there were none, to the letter."""

    @pytest.fixture
    def hidden(self, league, reivers):
        league.is_public = False
        league.save(update_fields=["is_public"])
        return reivers

    def both(self, client, address, real):
        nobody = "00000000-0000-4000-8000-000000000000"
        answers = [client.get(address.format(uuid)) for uuid in (real, nobody)]
        return [(answer.status_code, answer.json()) for answer in answers]

    @pytest.mark.parametrize("address", ["/api/v1/teams/{}/", "/api/v1/teams/{}/events/"])
    def test_is_not_told_from_none(self, program_of, stranger, hidden, address):
        seen, nothing = self.both(program_of(stranger), address, hidden.uuid)
        assert seen == nothing
        assert seen[0] == 404

    def test_nor_by_changing_it(self, program_of, stranger, hidden):
        client = program_of(stranger)
        nobody = "00000000-0000-4000-8000-000000000000"
        answers = [
            client.patch(f"/api/v1/teams/{uuid}/identity/", {"motto": "Up"}, format="json")
            for uuid in (hidden.uuid, nobody)
        ]
        assert answers[0].status_code == 404
        assert answers[0].json() == answers[1].json()

    def test_nor_is_a_player(self, program_of, stranger, hidden):
        player = hidden.contracts.first().player
        seen, nothing = self.both(program_of(stranger), "/api/v1/players/{}/", player.uuid)
        assert seen == nothing

    def test_nor_is_a_draft(self, program_of, stranger, draft, hidden):
        seen, nothing = self.both(program_of(stranger), "/api/v1/drafts/{}/", draft.uuid)
        assert seen == nothing
        assert seen[0] == 404
