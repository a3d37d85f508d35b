"""Signing up by an invitation: the link is proof enough, and no mail is waited for."""

import pytest
from django.utils import timezone

from accounts.commands.tokens import create_token
from accounts.models import User
from accounts.queries import live_tokens
from jobs.models import Job
from league.commands.invitations import invite, invite_to_place, revoke_invitation
from league.commands.members import add_coach_by_name
from league.models import Invitation, Membership, Role
from tests.conftest import NOW
from tests.league.conftest import place_of

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

NELL = {
    "name": "Nell",
    "email": "Nell@Example.org",
    "new_password": "a fine password",
    "time_zone": "Europe/Vienna",
}


@pytest.fixture
def page(league, marta):
    _invitation, secret = invite(actor=marta, league=league, uses=1, now=timezone.now())
    return f"/join/{secret}/sign-up/"


class TestANewcomer:
    def test_is_in_at_once(self, browser, page, league):
        client = browser()
        assert client.get(page).status_code == 200
        assert client.post(page, NELL)["Location"] == f"/leagues/{league.uuid}/"
        nell = User.objects.get(name="Nell")
        assert (nell.email, nell.time_zone) == ("nell@example.org", "Europe/Vienna")
        assert place_of(nell, league).role == Role.COACH
        assert Invitation.objects.get().uses_left == 0
        assert not Job.objects.exists()
        # Signed in, and able to sign in again.
        assert "Nell" in client.get(f"/leagues/{league.uuid}/").content.decode()
        values = {"email": "nell@example.org", "password": "a fine password"}
        assert browser().post("/sign-in/", values).status_code == 302

    def test_takes_over_the_place_that_the_link_is_for(self, browser, league, marta, draft_team):
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        secret = invite_to_place(actor=marta, membership=tom, now=timezone.now())[1]
        browser().post(f"/join/{secret}/sign-up/", NELL)
        tom.refresh_from_db()
        assert (tom.user, tom.name) == (User.objects.get(name="Nell"), "")

    def test_is_refused_at_the_field(self, browser, page, marta):
        answer = browser().post(page, NELL | {"new_password": "12345678", "name": "two\nlines"})
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"name"}
        answer = browser().post(page, NELL | {"new_password": "12345678"})
        assert set(answer.context["form"].errors) == {"new_password"}
        answer = browser().post(page, NELL | {"email": marta.email})
        assert answer.context["form"].errors["email"] == [
            "There is an account with this address. Sign in with it."
        ]
        assert Invitation.objects.get().uses_left == 1
        assert Membership.objects.count() == 1

    def test_needs_a_link_that_is_still_good(self, browser, page, marta):
        revoke_invitation(actor=marta, invitation=Invitation.objects.get(), now=timezone.now())
        for answer in (browser().get(page), browser().post(page, NELL)):
            assert answer.status_code == 404
        assert not User.objects.filter(name="Nell").exists()

    def test_who_is_signed_in_is_none(self, browser, page, stranger):
        assert browser(stranger).get(page)["Location"] == page.removesuffix("sign-up/")

    def test_cannot_try_address_after_address(self, browser, page, marta):
        client = browser()
        taken = NELL | {"email": marta.email}
        statuses = {client.post(page, taken).status_code for _ in range(101)}
        assert statuses == {422, 429}


def test_whoever_owns_the_mailbox_ends_up_alone_with_the_account(
    browser, page, run_jobs, mailoutbox
):
    """A stranger may have signed up under an address that is not theirs."""
    stranger = browser()
    stranger.post(page, NELL)
    nell = User.objects.get(name="Nell")
    create_token(actor=nell, name="Bot", now=timezone.now())
    owner = browser()
    owner.post("/forgotten/", {"email": nell.email})
    run_jobs()
    link = next(line for line in mailoutbox[0].body.splitlines() if line.startswith("http"))
    owner.post(link.removeprefix("http://testserver"), {"new_password": "quite another one"})
    assert not live_tokens(nell).exists()
    assert stranger.get("/me/").status_code == 302
