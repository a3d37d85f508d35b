"""A person who deletes the account orphans no league, and takes everything along as a file."""

import json

import pytest

from league.commands.invitations import invite
from league.commands.leagues import close_league, create_league
from league.commands.members import accept_invitation, hand_over
from league.models import Membership, Role
from teams.commands.drafting import begin_draft
from tests.conftest import NOW
from tests.league.conftest import place_of

SURE = {"password": "a fine password"}


class TestDeletion:
    def test_is_refused_to_a_commissioner_who_has_not_handed_over(
        self, browser, league, marta, jonas
    ):
        client = browser(marta)
        page = client.get("/me/delete/").content.decode()
        assert f'href="/leagues/{league.uuid}/members/"' in page
        answer = client.post("/me/delete/", SURE)
        assert answer.status_code == 422
        assert "You are the commissioner of The Old Bridge League" in answer.content.decode()
        marta.refresh_from_db()
        assert marta.is_active
        hand_over(actor=marta, membership=place_of(jonas, league), now=NOW)
        assert client.post("/me/delete/", SURE).status_code == 302
        marta.refresh_from_db()
        assert not marta.is_active

    def test_is_refused_before_anything_is_written(self, browser, league, marta, make_user):
        other = create_league(actor=make_user("Olaf"), name="Other", edition_key="bb2016", now=NOW)
        secret = invite(actor=other.memberships.get().user, league=other, now=NOW)[1]
        accept_invitation(actor=marta, secret=secret, now=NOW)
        assert browser(marta).post("/me/delete/", SURE).status_code == 422
        assert place_of(marta, other).until is None

    def test_needs_the_password_all_the_same(self, browser, league, marta):
        answer = browser(marta).post("/me/delete/", {"password": "not hers"})
        assert list(answer.context["form"].errors) == ["password"]

    def test_passes_where_the_league_is_closed(self, browser, league, marta):
        close_league(actor=marta, league=league, now=NOW)
        assert browser(marta).post("/me/delete/", SURE).status_code == 302
        assert "Run by Former coach" in browser().get(f"/leagues/{league.uuid}/").content.decode()

    @pytest.mark.parametrize("role", [Role.COACH, Role.DEPUTY, Role.VIEWER])
    def test_ends_every_other_place(self, browser, league, join, role, draft_team):
        jonas = join("Jonas", role)
        if role != Role.VIEWER:
            draft_team("Rovers", actor=jonas)
        assert browser(jonas).post("/me/delete/", SURE).status_code == 302
        assert Membership.objects.get(user=jonas).until is not None
        page = browser().get(f"/leagues/{league.uuid}/").content.decode()
        assert "Jonas" not in page
        assert ("no coach" in page) == (role != Role.VIEWER)


def test_the_download_tells_of_leagues_teams_and_drafts(
    *, browser, league, season, draft_team, join, django_assert_num_queries
):
    jonas = join("Jonas")
    draft_team("The Reivers")
    team = draft_team("Rovers", actor=jonas)
    begin_draft(actor=jonas, season=season, race="orc", now=NOW)
    document = json.loads(browser(jonas).get("/me/download/").content)
    (place,) = document["leagues"]
    assert (place["name"], place["role"], place["until"]) == (
        "The Old Bridge League",
        "coach",
        None,
    )
    (coached,) = document["teams"]
    assert (coached["team"], coached["name"], coached["as"]) == (str(team.uuid), "Rovers", "coach")
    assert [draft["race"] for draft in document["drafts"]] == ["human", "orc"]
    assert "The Reivers" not in json.dumps(document)
