"""Links that let people in: told once, good for so many and so long, claimed once."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from acts.failures import Forbidden, Missing, Refused
from acts.models import Act
from league.commands import invitations as commands
from league.commands import members
from league.commands.leagues import change_league, close_league
from league.commands.members import (
    accept_invitation,
    add_coach_by_name,
    end_membership,
)
from league.models import Invitation, Membership, Role
from teams.models import Tenure
from tests.conftest import NOW
from tests.league.conftest import codes, place_of

FIELDS = {"role": "coach", "days": "14", "uses": "20"}


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/members/invite/"


@pytest.fixture
def make_link(league, marta):
    """Make links, from now on as the pages count: `make_link(role="viewer")` is a secret."""

    def make(**told):
        told = {"actor": marta, "league": league, "now": timezone.now()} | told
        return commands.invite(**told)[1]

    return make


@pytest.fixture
def tom(league, marta):
    return add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)


@pytest.fixture
def claim(marta, tom):
    return commands.invite_to_place(actor=marta, membership=tom, now=timezone.now())[1]


def secret_in(answer):
    return re.search(r"http://testserver/join/([\w-]+)/", answer.content.decode())[1]


class TestMakingOne:
    def test_shows_the_link_once_with_a_code_for_the_camera(self, browser, page, marta, stranger):
        client = browser(marta)
        answer = client.post(page, FIELDS)
        assert answer.status_code == 201
        assert "<svg" in answer.content.decode()
        secret = secret_in(answer)
        assert secret not in client.get(page).content.decode()
        assert secret not in str(Invitation.objects.values().get())
        assert accept_invitation(actor=stranger, secret=secret, now=timezone.now()).role == "coach"

    def test_sent_twice_is_one_link(self, browser, page, marta):
        client = browser(marta)
        key = re.search(r'name="form_key" value="([^"]+)"', client.get(page).content.decode())[1]
        first, second = (client.post(page, FIELDS | {"form_key": key}) for _ in "ab")
        assert secret_in(first) == secret_in(second)
        assert Invitation.objects.count() == 1

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"days": "0"}, "days"),
            ({"days": "91"}, "days"),
            ({"uses": "0"}, "uses"),
            ({"uses": "201"}, "uses"),
            ({"uses": "many"}, "uses"),
            ({"role": "commissioner"}, "role"),
        ],
    )
    def test_says_at_the_field_what_is_wrong(self, browser, page, marta, changed, field):
        answer = browser(marta).post(page, FIELDS | changed)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]

    def test_is_for_whoever_runs_the_league(self, browser, page, deputy, jonas, stranger):
        for person, status in {deputy: 201, jonas: 403, stranger: 403}.items():
            assert browser(person).post(page, FIELDS).status_code == status

    def test_deputies_are_invited_by_the_commissioner_alone(self, browser, page, marta, deputy):
        assert browser(marta).post(page, FIELDS | {"role": "deputy"}).status_code == 201
        assert browser(deputy).post(page, FIELDS | {"role": "deputy"}).status_code == 422
        with pytest.raises(Forbidden):
            commands.invite(
                actor=deputy,
                league=place_of(deputy, marta.memberships.get().league).league,
                role=Role.DEPUTY,
                now=NOW,
            )

    def test_there_are_only_so_many_open(self, make_link, monkeypatch):
        monkeypatch.setattr(commands, "MOST_OPEN_INVITATIONS", 2)
        make_link()
        make_link()
        with pytest.raises(Refused) as failure:
            make_link()
        assert codes(failure) == {"": "too_many_invitations"}


class TestFollowingOne:
    def test_tells_a_stranger_who_invites_to_what(self, browser, make_link, league):
        page = browser().get(f"/join/{make_link()}/").content.decode()
        assert "Marta invites you to" in page
        assert league.name in page
        assert "/sign-in/?next=/join/" in page
        assert '/sign-up/"' in page

    def test_opens_a_private_league_too(self, browser, make_link, league, marta, stranger):
        change_league(actor=marta, league=league, is_public=False, now=NOW)
        secret = make_link(role=Role.VIEWER)
        assert league.name in browser().get(f"/join/{secret}/").content.decode()
        client = browser(stranger)
        assert client.get(f"/leagues/{league.uuid}/").status_code == 404
        assert client.post(f"/join/{secret}/")["Location"] == f"/leagues/{league.uuid}/"
        assert client.get(f"/leagues/{league.uuid}/").status_code == 200

    def test_a_look_lets_nobody_in(self, browser, make_link, stranger):
        browser(stranger).get(f"/join/{make_link()}/")
        assert not stranger.memberships.exists()

    def test_leads_through_sign_in_and_back(self, browser, make_link, stranger):
        client = browser()
        address = f"/join/{make_link()}/"
        values = {"email": stranger.email, "password": "a fine password"}
        assert client.post(f"/sign-in/?next={address}", values)["Location"] == address

    def test_leads_through_sign_up_and_back(self, browser, make_link, league, mailoutbox, run_jobs):
        client = browser()
        secret = make_link()
        address = f"/join/{secret}/"
        asked = client.get(f"/sign-up/?next={address}").content.decode()
        assert f'name="next" value="{address}"' in asked
        client.post("/sign-up/", {"name": "Bram", "email": "bram@example.org", "next": address})
        run_jobs()
        (mail,) = mailoutbox
        assert secret not in mail.body
        link = re.search(r"^http://testserver(/\S+)$", mail.body, re.MULTILINE)[1]
        values = {"name": "Bram", "new_password": "a fine password", "time_zone": "UTC"}
        assert client.post(link, values)["Location"] == address
        assert client.post(address).status_code == 302
        assert place_of(User.objects.get(name="Bram"), league).role == Role.COACH

    @pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "\\\\evil"])
    def test_sign_up_sends_nobody_elsewhere(self, browser, elsewhere, db, mailoutbox, run_jobs):
        client = browser()
        values = {"name": "Bram", "email": "bram@example.org", "next": elsewhere}
        client.post("/sign-up/", values)
        run_jobs()
        link = re.search(r"^http://testserver(/\S+)$", mailoutbox[0].body, re.MULTILINE)[1]
        values = {"name": "Bram", "new_password": "a fine password", "time_zone": "UTC"}
        assert client.post(link, values)["Location"] == "/"

    def test_lets_in_so_many(self, make_link, make_user):
        secret = make_link(uses=2)
        for name in ("Abel", "Bram"):
            accept_invitation(actor=make_user(name), secret=secret, now=timezone.now())
        with pytest.raises(Missing):
            accept_invitation(actor=make_user("Cora"), secret=secret, now=timezone.now())

    def test_a_second_press_uses_nothing_up(self, make_link, stranger):
        secret = make_link(uses=2)
        for _ in range(3):
            accept_invitation(actor=stranger, secret=secret, now=timezone.now())
        assert Invitation.objects.get().uses_left == 1
        assert stranger.memberships.count() == 1

    def test_raises_and_never_lowers(self, browser, make_link, league, join, marta):
        vera = join("Vera", Role.VIEWER)
        coach = make_link()
        assert "Become coach" in browser(vera).get(f"/join/{coach}/").content.decode()
        accept_invitation(actor=vera, secret=coach, now=timezone.now())
        assert place_of(vera, league).role == Role.COACH
        accept_invitation(actor=vera, secret=make_link(role=Role.VIEWER), now=timezone.now())
        assert place_of(vera, league).role == Role.COACH
        accept_invitation(actor=marta, secret=make_link(role=Role.DEPUTY), now=timezone.now())
        assert place_of(marta, league).role == Role.COMMISSIONER
        assert "Go to the league" in browser(marta).get(f"/join/{coach}/").content.decode()

    @pytest.mark.parametrize("secret", ["x", "%00", "💀", "é" * 300])
    def test_one_that_is_none_says_so(self, browser, stranger, secret):
        for client in (browser(), browser(stranger)):
            answer = client.get(f"/join/{secret}/")
            assert answer.status_code == 404
            assert "This invitation is over" in answer.content.decode()

    def test_is_over_with_time_revocation_or_the_league(
        self, *, browser, page, league, marta, make_link, stranger
    ):
        old = make_link(now=timezone.now() - timedelta(days=15))
        revoked, of_closed = make_link(), make_link()
        invitation = Invitation.objects.order_by("id")[1]
        client = browser(marta)
        address = f"/leagues/{league.uuid}/invitations/{invitation.uuid}/revoke/"
        assert client.post(address)["Location"] == page
        assert client.post(address).status_code == 302
        assert Act.objects.filter(name="league.revoke_invitation").count() == 1
        assert len(client.get(page).context["invitations"]) == 1
        close_league(actor=marta, league=league, now=timezone.now())
        for secret in (old, revoked, of_closed):
            assert browser(stranger).post(f"/join/{secret}/").status_code == 404
        assert not stranger.memberships.exists()

    def test_only_whoever_runs_the_league_revokes(self, browser, league, make_link, jonas):
        make_link()
        for invitation in Invitation.objects.all():
            address = f"/leagues/{league.uuid}/invitations/{invitation.uuid}/revoke/"
            assert browser(jonas).post(address).status_code == 403
        assert not Invitation.objects.exclude(revoked_at=None).exists()


class TestComingBack:
    @pytest.fixture
    def old(self, make_link, league, jonas, marta):
        """A link that was made before Jonas was shown out."""
        secret = make_link(role=Role.DEPUTY)
        end_membership(actor=marta, membership=place_of(jonas, league), now=timezone.now())
        return secret

    def test_whoever_was_shown_out_needs_a_new_link(self, browser, api, league, jonas, old):
        client = browser(jonas)
        page = client.get(f"/join/{old}/").content.decode()
        assert "shown out" in page
        assert "Join the league" not in page
        answer = client.post(f"/join/{old}/")
        assert answer.status_code == 403
        assert "Ask for a new link" in answer.content.decode()
        answer = api(jonas).post("/api/v1/leagues/join/", {"secret": old}, format="json")
        assert [each["code"] for each in answer.json()["errors"]] == ["shown_out"]
        assert not jonas.memberships.filter(until=None).exists()
        assert Invitation.objects.order_by("id").last().uses_left == commands.USES

    def test_a_new_link_lets_him_in_and_the_old_one_raises_him_no_further(
        self, make_link, league, jonas, old
    ):
        accept_invitation(actor=jonas, secret=make_link(), now=timezone.now())
        with pytest.raises(Forbidden):
            accept_invitation(actor=jonas, secret=old, now=timezone.now())
        assert place_of(jonas, league).role == Role.COACH

    def test_nor_does_an_old_link_to_a_place(self, claim, league, jonas, marta, tom):
        end_membership(actor=marta, membership=place_of(jonas, league), now=timezone.now())
        with pytest.raises(Forbidden):
            accept_invitation(actor=jonas, secret=claim, now=timezone.now())

    def test_whoever_left_by_himself_comes_back_by_any(self, make_link, league, jonas):
        secret = make_link()
        end_membership(actor=jonas, membership=place_of(jonas, league), now=timezone.now())
        accept_invitation(actor=jonas, secret=secret, now=timezone.now())
        assert place_of(jonas, league).role == Role.COACH


class TestAFullLeague:
    @pytest.fixture(autouse=True)
    def full(self, league, monkeypatch):
        monkeypatch.setattr(members, "MOST_MEMBERS", 2)

    def test_lets_nobody_in_by_a_link(self, make_link, join, stranger):
        secret = make_link(uses=5)
        join("Jonas")
        with pytest.raises(Refused) as failure:
            accept_invitation(actor=stranger, secret=secret, now=timezone.now())
        assert codes(failure) == {"": "too_many_members"}
        assert not stranger.memberships.exists()

    def test_has_a_place_for_whoever_has_one(self, make_link, join, league, claim, stranger):
        accept_invitation(actor=stranger, secret=claim, now=timezone.now())
        assert place_of(stranger, league)


class TestClaimingAPlace:
    def test_the_page_makes_the_link(self, browser, league, marta, tom):
        page = f"/leagues/{league.uuid}/members/{tom.uuid}/"
        client = browser(marta)
        assert "A place to take over" in client.get(page).content.decode()
        answer = client.post(f"{page}invite/")
        assert answer.status_code == 201
        assert "A link for Old Tom" in answer.content.decode()
        invitation = Invitation.objects.get()
        assert (invitation.place, invitation.uses_left) == (tom, 1)

    def test_gives_the_place_with_its_teams(
        self, *, browser, league, season, marta, tom, claim, stranger, draft_team
    ):
        team = draft_team("Toms Tornadoes")
        Tenure.objects.filter(team=team).update(coach=tom)
        client = browser(stranger)
        assert "the place of <b>Old Tom</b>" in client.get(f"/join/{claim}/").content.decode()
        assert client.post(f"/join/{claim}/").status_code == 302
        tom.refresh_from_db()
        assert (tom.user, tom.name, tom.role) == (stranger, "", Role.COACH)
        assert str(team.tenures.get().coach) == "Stranger"

    def test_happens_once(self, claim, stranger, make_user):
        accept_invitation(actor=stranger, secret=claim, now=timezone.now())
        with pytest.raises(Missing):
            accept_invitation(actor=make_user("Thief"), secret=claim, now=timezone.now())

    def test_two_links_to_one_place_are_one_place(self, marta, tom, claim, stranger, make_user):
        again = commands.invite_to_place(actor=marta, membership=tom, now=timezone.now())[1]
        accept_invitation(actor=stranger, secret=claim, now=timezone.now())
        with pytest.raises(Missing):
            accept_invitation(actor=make_user("Thief"), secret=again, now=timezone.now())

    def test_whoever_is_in_already_is_told_how(self, browser, claim, jonas, tom):
        client = browser(jonas)
        assert "leave yours first" in client.get(f"/join/{claim}/").content.decode()
        answer = client.post(f"/join/{claim}/")
        assert answer.status_code == 422
        assert "Leave that one first" in answer.content.decode()
        tom.refresh_from_db()
        assert tom.user is None
        assert Invitation.objects.get(place=tom).uses_left == 1

    def test_is_over_when_the_place_is(self, marta, tom, claim, stranger):
        end_membership(actor=marta, membership=tom, now=NOW)
        with pytest.raises(Missing):
            accept_invitation(actor=stranger, secret=claim, now=timezone.now())

    def test_a_place_that_is_somebodys_is_not_given_away(self, league, marta, jonas):
        with pytest.raises(Refused) as failure:
            commands.invite_to_place(actor=marta, membership=place_of(jonas, league), now=NOW)
        assert codes(failure) == {"member": "place_taken"}

    def test_no_coach_makes_such_a_link(self, browser, league, jonas, tom):
        page = f"/leagues/{league.uuid}/members/{tom.uuid}/invite/"
        assert browser(jonas).post(page).status_code == 403
        assert not Invitation.objects.filter(place=tom).exists()


def test_a_secret_is_never_written_to_the_log(browser, make_link, capfd):
    secret = make_link()
    browser().get(f"/join/{secret}/")
    out, err = capfd.readouterr()
    assert secret not in out + err
    assert Membership.objects.count() == 1


class TestAnotherRole:
    @pytest.mark.parametrize(
        ("before", "after"), [(Role.DEPUTY, Role.COACH), (Role.COACH, Role.VIEWER)]
    )
    def test_an_old_link_does_not_give_it_back(
        self, make_link, browser, league, jonas, marta, *, before, after
    ):
        secret = make_link(role=before)
        place = accept_invitation(actor=jonas, secret=secret, now=timezone.now())
        members.change_role(actor=marta, membership=place, role=after, now=timezone.now())
        with pytest.raises(Forbidden) as refused:
            accept_invitation(actor=jonas, secret=secret, now=timezone.now())
        assert set(codes(refused).values()) == {"given_another_role"}
        page = browser(jonas).get(f"/join/{secret}/").content.decode()
        assert "You were given another role" in page
        assert place_of(jonas, league).role == after
        new = make_link(role=before)
        assert accept_invitation(actor=jonas, secret=new, now=timezone.now()).role == before

    def test_whoever_stepped_back_by_themselves_comes_back_by_any(self, make_link, jonas):
        secret = make_link(role=Role.DEPUTY)
        place = accept_invitation(actor=jonas, secret=secret, now=timezone.now())
        members.change_role(actor=jonas, membership=place, role=Role.COACH, now=timezone.now())
        again = accept_invitation(actor=jonas, secret=secret, now=timezone.now())
        assert again.role == Role.DEPUTY

    def test_a_link_for_deputies_ends_when_the_league_is_handed_over(
        self, make_link, league, jonas, marta, make_user
    ):
        """Or whoever was commissioner would have a deputy in it for ninety days."""
        secret = make_link(role=Role.DEPUTY, lifetime=commands.LONGEST_LIFE)
        kept = make_link()
        members.hand_over(actor=marta, membership=place_of(jonas, league), now=timezone.now())
        with pytest.raises(Missing):
            accept_invitation(actor=make_user("Alt"), secret=secret, now=timezone.now())
        come = accept_invitation(actor=make_user("Cato"), secret=kept, now=timezone.now())
        assert come.role == Role.COACH
