"""Windows: opened and closed by the commissioner, for one team or for all."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from teams.commands.windows import close_window, open_window, open_windows
from teams.models import Team, Window
from teams.queries.windows import windows_of
from teams.windows import is_open, unfinished
from tests.teams.changing.conftest import codes


def test_a_deputy_opens_one(reivers, join, make_user):
    deputy = make_user("Dora")
    join(deputy, "deputy")
    opened = open_window(actor=deputy, team=reivers, now=timezone.now())
    assert is_open(opened, now=timezone.now())
    assert opened.opened_by == deputy


@pytest.mark.parametrize("role", ["coach", "viewer"])
def test_others_do_not(reivers, join, make_user, role):
    other = make_user("Cato")
    join(other, role)
    with pytest.raises(Forbidden):
        open_window(actor=other, team=reivers, now=timezone.now())


def test_a_coach_does_not_open_his_own(reivers, bram):
    with pytest.raises(Forbidden):
        open_window(actor=bram, team=reivers, now=timezone.now())
    with pytest.raises(Forbidden):
        close_window(actor=bram, team=reivers, now=timezone.now())


def test_opening_it_again_moves_its_end(reivers, window, marta):
    later = timezone.now() + timedelta(days=20)
    again = open_window(actor=marta, team=reivers, now=timezone.now(), closes_at=later)
    assert (again.pk, again.closes_at) == (window.pk, later)


def test_it_ends_in_the_future(reivers, marta):
    now = timezone.now()
    with pytest.raises(Refused) as refused:
        open_window(actor=marta, team=reivers, now=now, closes_at=now)
    assert codes(refused) == ["closes_in_the_past"]


def test_it_is_closed_once(reivers, window, marta):
    close_window(actor=marta, team=reivers, now=timezone.now())
    with pytest.raises(Conflict):
        close_window(actor=marta, team=reivers, now=timezone.now())
    assert unfinished(reivers) is None


def test_the_database_knows_but_one(reivers, window):
    with pytest.raises(IntegrityError), transaction.atomic():
        Window.objects.create(team=reivers, number=2, opened_at=timezone.now())


class TestAllAtOnce:
    @pytest.fixture
    def others(self, draft_team):
        return [draft_team(f"Team {n}") for n in range(3)]

    def test_every_active_team_gets_one(self, league, marta, reivers, others):
        Team.objects.filter(pk=others[0].pk).update(state="retired")
        opened = open_windows(actor=marta, league=league, now=timezone.now())
        assert {window.team for window in opened} == {reivers, *others[1:]}
        act = Act.objects.get(name="teams.open_windows")
        assert len(act.payload["teams"]) == 3

    def test_or_those_that_are_named(self, league, marta, reivers, others):
        opened = open_windows(
            actor=marta, league=league, now=timezone.now(), teams=[others[1].uuid]
        )
        assert [window.team for window in opened] == [others[1]]

    def test_one_that_is_open_keeps_its_basket(self, league, marta, reivers, window, others):
        Window.objects.filter(pk=window.pk).update(basket={"hire/lineman": 1})
        open_windows(actor=marta, league=league, now=timezone.now())
        window.refresh_from_db()
        assert (window.basket, window.closes_at) == ({"hire/lineman": 1}, None)
        assert reivers.windows.count() == 1

    def test_a_stranger_among_them_refuses_all(self, league, marta, reivers):
        with pytest.raises(Refused) as refused:
            open_windows(
                actor=marta, league=league, now=timezone.now(), teams=[reivers.uuid, uuid4()]
            )
        assert codes(refused) == ["no_such_team"]
        assert not Window.objects.exists()

    def test_a_league_without_teams_has_none(self, league, marta):
        with pytest.raises(Refused) as refused:
            open_windows(actor=marta, league=league, now=timezone.now())
        assert codes(refused) == ["no_teams"]

    def test_as_many_statements_for_one_team_as_for_four(
        self, league, marta, reivers, draft_team, django_assert_num_queries
    ):
        def opening():
            open_windows(actor=marta, league=league, now=timezone.now())

        with django_assert_num_queries(9):
            opening()
        Window.objects.all().delete()
        for number in range(3):
            draft_team(f"Team {number}")
        with django_assert_num_queries(9):
            opening()
        with django_assert_num_queries(3):
            assert len(windows_of(league, now=timezone.now())) == 4
