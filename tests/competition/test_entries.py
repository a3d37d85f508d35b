"""Registering for a season: by a coach, by the commissioner, and what stands against it."""

import pytest

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from competition.commands.entries import (
    accept_entries,
    refuse_entry,
    register_every_team,
    register_team,
    withdraw_entry,
)
from competition.models import Entry
from league.commands.house_rules import change_house_rules
from league.commands.leagues import change_league
from league.models import Membership, Season
from teams.commands.retiring import retire_team
from tests.conftest import NOW

State = Entry.State


@pytest.fixture
def otto(make_user, league):
    """A coach of the league."""
    otto = make_user("Otto")
    Membership.objects.create(league=league, user=otto, role="coach", since=NOW)
    return otto


@pytest.fixture
def miners(draft_team, otto):
    return draft_team("Brokentooth Miners", actor=otto)


class TestRegistering:
    def test_a_coachs_team_waits_for_the_commissioner(self, season, miners, otto, marta):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        assert entry.state == State.REGISTERED
        accept_entries(actor=marta, season=season, entries=[entry], now=NOW)
        entry.refresh_from_db()
        assert entry.state == State.ACCEPTED

    def test_the_commissioners_word_lets_a_team_in_at_once(self, season, miners, marta, otto):
        entry = register_team(actor=marta, season=season, team=miners, now=NOW)
        assert entry.state == State.ACCEPTED
        assert Act.objects.get(name="competition.register_team").on_behalf_of == otto

    def test_nobody_registers_the_team_of_another(self, season, team, otto):
        with pytest.raises(Forbidden):
            register_team(actor=otto, season=season, team=team, now=NOW)

    def test_twice_is_a_conflict(self, season, team, marta):
        register_team(actor=marta, season=season, team=team, now=NOW)
        with pytest.raises(Conflict):
            register_team(actor=marta, season=season, team=team, now=NOW)

    def test_whoever_withdrew_may_come_back(self, season, miners, otto):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        withdraw_entry(actor=otto, entry=entry, now=NOW)
        again = register_team(actor=otto, season=season, team=miners, now=NOW)
        assert (again.pk, again.state, again.left_at) == (entry.pk, State.REGISTERED, None)

    def test_a_race_that_the_house_rules_bar_is_refused(self, season, league, team, marta):
        change_house_rules(
            actor=marta,
            league=league,
            house={"draft.races": ["orc", "skaven"]},
            from_round=1,
            reason="Voted on.",
            now=NOW,
        )
        season.refresh_from_db()
        with pytest.raises(Refused) as refused:
            register_team(actor=marta, season=season, team=team, now=NOW)
        assert [reason.code for reason in refused.value.reasons] == ["race-not-allowed"]

    def test_after_the_deadline_it_takes_the_commissioner(self, season, miners, otto, marta):
        Season.objects.update(registration_until=NOW)
        with pytest.raises(Refused) as refused:
            register_team(actor=otto, season=season, team=miners, now=NOW)
        assert [reason.code for reason in refused.value.reasons] == ["registration_closed"]
        register_team(actor=marta, season=season, team=miners, now=NOW)

    def test_a_coach_puts_down_as_many_teams_as_the_league_allows(
        self, *, season, league, miners, otto, marta, draft_team
    ):
        second = draft_team("Copperfell Anvils", actor=otto)
        change_league(actor=marta, league=league, teams_per_coach=1, now=NOW)
        register_team(actor=otto, season=season, team=miners, now=NOW)
        with pytest.raises(Refused, match="A coach has one team") as refused:
            register_team(actor=otto, season=season, team=second, now=NOW)
        assert [reason.code for reason in refused.value.reasons] == ["too_many_teams"]
        register_team(actor=marta, season=season, team=second, now=NOW)

    def test_a_retired_team_stays_out(self, season, team, marta):
        retire_team(actor=marta, team=team, now=NOW)
        team.refresh_from_db()
        with pytest.raises(Refused) as refused:
            register_team(actor=marta, season=season, team=team, now=NOW)
        assert [reason.code for reason in refused.value.reasons] == ["team_retired"]

    @pytest.mark.parametrize(
        ("state", "code"),
        [(Season.State.RUNNING, "registration_closed"), (Season.State.OVER, "season_over")],
    )
    def test_only_while_registration_is_open(self, season, team, marta, state, code):
        season.state = state
        season.save(update_fields=["state"])
        with pytest.raises(Refused) as refused:
            register_team(actor=marta, season=season, team=team, now=NOW)
        assert [reason.code for reason in refused.value.reasons] == [code]


class TestLettingIn:
    def test_every_team_that_is_not_down_yet(self, season, team, miners, marta):
        register_team(actor=marta, season=season, team=team, now=NOW)
        assert [
            entry.team for entry in register_every_team(actor=marta, season=season, now=NOW).entries
        ] == [miners]

    def test_every_team_means_those_that_wait_too(self, season, team, miners, otto, marta):
        waiting = register_team(actor=otto, season=season, team=miners, now=NOW)
        found = register_every_team(actor=marta, season=season, now=NOW).entries
        assert {entry.team for entry in found} == {team, miners}
        waiting.refresh_from_db()
        assert waiting.state == State.ACCEPTED

    def test_whoever_was_refused_stays_out(self, season, miners, otto, marta):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        refuse_entry(actor=marta, entry=entry, reason="We are full.", now=NOW)
        assert register_every_team(actor=marta, season=season, now=NOW).entries == []

    def test_a_refusal_keeps_its_reason(self, season, miners, otto, marta):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        refuse_entry(actor=marta, entry=entry, reason="We are full.", now=NOW)
        entry.refresh_from_db()
        assert entry.state == State.REFUSED
        assert Act.objects.get(name="competition.refuse_entry").reason == "We are full."

    def test_a_refusal_wants_a_reason(self, season, miners, otto, marta):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        with pytest.raises(Refused):
            refuse_entry(actor=marta, entry=entry, reason="  ", now=NOW)

    def test_coaches_do_not_let_each_other_in(self, season, miners, otto):
        entry = register_team(actor=otto, season=season, team=miners, now=NOW)
        with pytest.raises(Forbidden):
            accept_entries(actor=otto, season=season, entries=[entry], now=NOW)
