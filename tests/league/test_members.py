"""People in a league: who sees whom, who gives which role, and how one goes."""

import pytest
from django.db import IntegrityError, transaction

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from league.commands import members as commands
from league.commands.leagues import close_league, create_league
from league.models import Membership, Role
from league.permissions import may_reach, powers_over
from league.views import members as views
from tests.conftest import NOW
from tests.league.conftest import codes, place_of


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/members/"


@pytest.fixture
def tom(league, marta):
    """A coach without an account."""
    return commands.add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)


def role_of(person, league):
    return place_of(person, league).role


class TestThePage:
    def test_shows_everybody_with_his_role_the_commissioner_first(
        self, browser, page, join, marta, tom
    ):
        join("Vera", Role.VIEWER)
        join("Dora", Role.DEPUTY)
        join("Jonas")
        shown = browser().get(page).context["members"]
        assert [(str(member), member.role) for member in shown] == [
            ("Marta", "commissioner"),
            ("Dora", "deputy"),
            ("Old Tom", "coach"),
            ("Jonas", "coach"),
            ("Vera", "viewer"),
        ]

    def test_tells_league_mates_how_to_reach_one_another_and_nobody_else(
        self, browser, page, join, operator, stranger
    ):
        join("Jonas", reach_me="@jonas on Signal")
        vera = join("Vera", Role.VIEWER)
        for person, is_told in {None: False, stranger: False, vera: True, operator: True}.items():
            said = browser(person).get(page).content.decode()
            assert ("@jonas on Signal" in said) == is_told

    def test_one_who_has_left_is_told_no_more(self, browser, page, join, league):
        join("Jonas", reach_me="@jonas")
        vera = join("Vera")
        commands.end_membership(actor=vera, membership=place_of(vera, league), now=NOW)
        assert "@jonas" not in browser(vera).get(page).content.decode()
        assert not may_reach(vera, None, join("Klaus"))

    def test_offers_nobody_what_he_may_not_do(self, browser, page, marta, jonas, stranger):
        for person, manages in {None: False, stranger: False, jonas: False, marta: True}.items():
            said = browser(person).get(page).content.decode()
            assert ("Manage" in said) == manages
            assert ("Invite by link" in said) == manages
        assert "Leave the league" in browser(jonas).get(page).content.decode()
        assert "Leave the league" not in browser(marta).get(page).content.decode()

    @pytest.mark.parametrize("count", [1, 12])
    def test_asks_a_fixed_number_of_times(
        self, *, browser, page, join, marta, django_assert_num_queries, count
    ):
        for number in range(count):
            join(f"Coach {number}", reach_me="0660")
        client = browser(marta)
        with django_assert_num_queries(7):
            client.get(page)

    def test_has_so_many_on_a_page(self, browser, page, join, league, monkeypatch):
        monkeypatch.setattr(views, "MEMBERS_A_PAGE", 2)
        for name in ("Abel", "Bram", "Cora"):
            join(name)
        assert [str(each) for each in browser().get(page).context["members"]] == ["Marta", "Abel"]
        second = browser().get(f"{page}?page=2")
        assert [str(each) for each in second.context["members"]] == ["Bram", "Cora"]
        assert "Page 2 of 2" in second.content.decode()


class TestACoachEnteredByName:
    def test_is_in_the_league_without_an_account(self, browser, page, marta, league):
        answer = browser(marta).post(f"{page}add/", {"name": "  Old Tom "})
        tom = Membership.objects.get(user=None)
        assert answer["Location"] == f"{page}{tom.uuid}/"
        assert (tom.name, tom.role) == ("Old Tom", Role.COACH)
        assert "no account yet" in browser().get(page).content.decode()

    @pytest.mark.parametrize(
        "name", ["", "x" * 500, "a\nb", "\u202eTom", "old tom", "Old Tom\u2028"]
    )
    def test_has_a_name_that_fits_and_is_not_taken(self, browser, page, marta, tom, name):
        answer = browser(marta).post(f"{page}add/", {"name": name})
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["name"]
        assert Membership.objects.filter(user=None).count() == 1

    def test_is_entered_by_whoever_runs_the_league(
        self, *, browser, page, deputy, jonas, stranger, operator
    ):
        for person, status in {deputy: 302, jonas: 403, stranger: 403, operator: 403}.items():
            values = {"name": f"Friend of {person}"}
            assert browser(person).post(f"{page}add/", values).status_code == status

    def test_cannot_be_made_deputy_or_commissioner(self, marta, tom):
        with pytest.raises(Refused) as failure:
            commands.change_role(actor=marta, membership=tom, role=Role.DEPUTY, now=NOW)
        assert codes(failure) == {"role": "no_account"}
        with pytest.raises(Refused) as failure:
            commands.hand_over(actor=marta, membership=tom, now=NOW)
        assert codes(failure) == {"": "no_heir"}

    def test_there_is_room_for_so_many(self, league, marta, tom, monkeypatch):
        monkeypatch.setattr(commands, "MOST_MEMBERS", 2)
        with pytest.raises(Refused) as failure:
            commands.add_coach_by_name(actor=marta, league=league, name="Nell", now=NOW)
        assert codes(failure) == {"": "too_many_members"}


class TestRoles:
    def test_are_given_on_the_members_page(self, browser, page, league, marta, jonas):
        place = place_of(jonas, league)
        answer = browser(marta).post(f"{page}{place.uuid}/", {"role": "deputy"})
        assert answer["Location"] == page
        assert role_of(jonas, league) == Role.DEPUTY
        act = Act.objects.get(name="league.change_role")
        assert act.payload == {"membership": str(place.uuid), "role": "deputy"}

    def test_a_deputy_gives_all_but_his_own(self, browser, page, league, join, deputy):
        jonas, second = join("Jonas"), join("Dirk", Role.DEPUTY)
        client = browser(deputy)
        own = place_of(jonas, league)
        assert client.post(f"{page}{own.uuid}/", {"role": "viewer"}).status_code == 302
        assert role_of(jonas, league) == Role.VIEWER
        assert client.post(f"{page}{own.uuid}/", {"role": "deputy"}).status_code == 422
        for attempt in (
            lambda: commands.change_role(actor=deputy, membership=own, role="deputy", now=NOW),
            lambda: commands.change_role(
                actor=deputy, membership=place_of(second, league), role="coach", now=NOW
            ),
            lambda: commands.end_membership(
                actor=deputy, membership=place_of(second, league), now=NOW
            ),
            lambda: commands.hand_over(actor=deputy, membership=own, now=NOW),
        ):
            with pytest.raises(Forbidden):
                attempt()
        assert (role_of(jonas, league), role_of(second, league)) == ("viewer", "deputy")

    def test_a_deputy_steps_back(self, *, browser, api, page, league, join, deputy):
        own, second = place_of(deputy, league), join("Dirk", Role.DEPUTY)
        assert "You can step back" in browser(deputy).get(f"{page}{own.uuid}/").content.decode()
        assert browser(deputy).post(f"{page}{own.uuid}/", {"role": "coach"}).status_code == 302
        assert role_of(deputy, league) == Role.COACH
        address = f"/api/v1/leagues/{league.uuid}/members/{place_of(second, league).uuid}/"
        assert api(second).patch(address, {"role": "coach"}).json()["role"] == "coach"
        assert api(second).patch(address, {"role": "deputy"}).status_code == 403

    def test_the_commissioner_is_neither_demoted_nor_shown_out(self, league, marta, deputy):
        place = place_of(marta, league)
        for attempt in (
            lambda: commands.change_role(actor=deputy, membership=place, role="coach", now=NOW),
            lambda: commands.change_role(actor=marta, membership=place, role="coach", now=NOW),
            lambda: commands.end_membership(actor=deputy, membership=place, now=NOW),
            lambda: commands.end_membership(actor=marta, membership=place, now=NOW),
        ):
            with pytest.raises(Refused, match="hands the league over"):
                attempt()

    def test_no_role_but_these_is_given(self, league, marta, jonas):
        for role in ("commissioner", "king", ""):
            with pytest.raises(Refused) as failure:
                commands.change_role(
                    actor=marta, membership=place_of(jonas, league), role=role, now=NOW
                )
            assert codes(failure) == {"role": "no_such_role"}

    def test_pages_offer_what_the_commands_allow(self, league, marta, deputy, jonas, tom):
        leads, helps, plays = (place_of(person, league) for person in (marta, deputy, jonas))
        assert powers_over(leads, helps).roles == ("deputy", "coach", "viewer")
        assert powers_over(leads, plays).may_hand_over
        assert powers_over(leads, tom).roles == ("coach", "viewer")
        assert powers_over(leads, tom).may_send_claim
        assert not powers_over(leads, tom).may_hand_over
        assert powers_over(helps, plays).roles == ("coach", "viewer")
        assert powers_over(helps, plays).may_remove
        assert not powers_over(helps, plays).may_hand_over
        assert powers_over(helps, helps).roles == ("coach", "viewer")
        for own, other in ((helps, leads), (leads, leads), (plays, tom), (None, plays)):
            powers = powers_over(own, other)
            assert (powers.roles, powers.may_remove, powers.may_send_claim) == ((), False, False)

    def test_a_place_of_another_league_is_not_there(self, browser, page, marta, make_user):
        other = create_league(
            actor=make_user("Olaf"), name="Other", edition_key="bb2016", now=NOW
        ).memberships.get()
        client = browser(marta)
        for address in (f"{page}{other.uuid}/", f"{page}{other.uuid}/remove/"):
            assert client.post(address, {"role": "viewer"}).status_code == 404


class TestHandingOver:
    def test_makes_another_commissioner_and_oneself_a_deputy(
        self, browser, page, league, marta, jonas
    ):
        place = place_of(jonas, league)
        assert browser(marta).post(f"{page}{place.uuid}/hand-over/").status_code == 302
        assert (role_of(jonas, league), role_of(marta, league)) == ("commissioner", "deputy")
        assert Act.objects.last().name == "league.hand_over"

    def test_happens_once(self, league, marta, jonas, deputy):
        commands.hand_over(actor=marta, membership=place_of(jonas, league), now=NOW)
        with pytest.raises(Forbidden):
            commands.hand_over(actor=marta, membership=place_of(deputy, league), now=NOW)
        assert league.memberships.filter(role=Role.COMMISSIONER, until=None).count() == 1

    def test_goes_to_another_person(self, league, marta):
        with pytest.raises(Refused) as failure:
            commands.hand_over(actor=marta, membership=place_of(marta, league), now=NOW)
        assert codes(failure) == {"": "no_heir"}

    def test_the_database_knows_one_commissioner(self, league, jonas):
        with pytest.raises(IntegrityError), transaction.atomic():
            league.memberships.filter(user=jonas).update(role=Role.COMMISSIONER)


class TestGoing:
    def test_one_leaves(self, browser, page, league, jonas):
        answer = browser(jonas).post(f"{page}leave/")
        assert answer["Location"] == "/leagues/"
        place = Membership.objects.get(user=jonas)
        assert place.until is not None
        assert str(jonas) not in browser().get(page).content.decode()

    def test_one_is_shown_out(self, browser, page, league, deputy, jonas):
        place = place_of(jonas, league)
        client = browser(deputy)
        assert client.post(f"{page}{place.uuid}/remove/").status_code == 302
        assert client.post(f"{page}{place.uuid}/remove/").status_code == 404
        with pytest.raises(Conflict):
            commands.end_membership(actor=deputy, membership=place, now=NOW)

    def test_no_coach_shows_another_out(self, browser, page, league, join):
        jonas, klaus = join("Jonas"), join("Klaus")
        place = place_of(klaus, league)
        assert browser(jonas).post(f"{page}{place.uuid}/remove/").status_code == 403
        assert place_of(klaus, league) == place

    def test_whoever_was_never_in_leaves_without_ado(self, browser, page, stranger):
        assert browser(stranger).post(f"{page}leave/").status_code == 302

    def test_one_may_leave_a_closed_league(self, browser, page, league, marta, jonas):
        close_league(actor=marta, league=league, now=NOW)
        assert browser(jonas).post(f"{page}leave/").status_code == 302
        assert not Membership.objects.filter(user=jonas, until=None).exists()
