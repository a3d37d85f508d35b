"""A coach's page: the teams that were theirs, split by who coached on the day of each match."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from acts.recording import record_act
from league.commands.leagues import change_league
from league.commands.members import end_membership
from league.models import League, Membership
from matches.commands.recording import record_result
from press.coaches import Record, coach_for
from rules.engine.effects import Recorded
from teams import ledger
from teams.commands.adopting import adopt_team
from teams.commands.coaches import add_second_coach, appoint_stand_in, end_tenure, hand_over_team
from tests.conftest import NOW, play_freely
from tests.matches.playing import play_on
from tests.teams.adopting import arrival

DAY = timedelta(days=1)


@pytest.fixture
def place(league, make_user):
    """Let somebody into the league: `place("Ines")`."""

    def let_in(name):
        user = make_user(name)
        return Membership.objects.create(league=league, user=user, role="coach", since=NOW)

    return let_in


@pytest.fixture
def ines(place):
    return place("Ines")


@pytest.fixture
def olaf(place):
    return place("Olaf")


@pytest.fixture
def rovers(draft_team, ines):
    return draft_team("Greywater Rovers", actor=ines.user)


@pytest.fixture
def scurriers(draft_team, olaf):
    return draft_team("Underquay Scurriers", actor=olaf.user)


@pytest.fixture
def play(league, marta, rovers, scurriers):
    """A match on a day after the draft, from its result to the end: `play(1, 2, 1)`."""

    def play(day, home, away, *, entered=None):
        at = NOW + day * DAY
        now = entered or at
        play_freely(league)
        match = record_result(
            actor=marta,
            league=league,
            home=rovers,
            away=scurriers,
            score={"home": home, "away": away},
            crowd={"home": 0, "away": 0},
            played_on=at.date(),
            now=now,
        )
        return play_on(match, marta, now=now)

    return play


@pytest.fixture
def page_of(league, marta):
    return lambda coach: coach_for(marta, league.uuid, coach.uuid)


def wdl(record):
    return record.won, record.drawn, record.lost


class TestWhoCoached:
    def test_counts_for_both_sides(self, play, page_of, ines, olaf):
        play(1, 2, 1)
        play(2, 0, 0)
        assert page_of(ines).record == Record(won=1, drawn=1, touchdowns=2, touchdowns_against=1)
        assert page_of(olaf).record == Record(drawn=1, lost=1, touchdowns=1, touchdowns_against=2)

    def test_a_team_that_changed_hands_is_split(self, *, play, page_of, rovers, ines, place, marta):
        cato = place("Cato")
        play(1, 2, 0)
        hand_over_team(actor=marta, team=rovers, coach=cato, now=NOW + 2 * DAY)
        play(3, 0, 1)
        play(4, 1, 1)
        assert wdl(page_of(ines).record) == (1, 0, 0)
        assert wdl(page_of(cato).record) == (0, 1, 1)

    def test_what_is_entered_late_counts_for_who_coached_then(
        self, *, play, page_of, rovers, ines, place, marta
    ):
        cato = place("Cato")
        hand_over_team(actor=marta, team=rovers, coach=cato, now=NOW + 2 * DAY)
        play(1, 2, 0, entered=NOW + 5 * DAY)
        assert wdl(page_of(ines).record) == (1, 0, 0)
        assert wdl(page_of(cato).record) == (0, 0, 0)

    def test_who_took_over_later_on_the_day_did_not_coach(
        self, *, play, page_of, rovers, ines, place, marta
    ):
        cato = place("Cato")
        play(1, 2, 0)
        hand_over_team(actor=marta, team=rovers, coach=cato, now=NOW + DAY + timedelta(hours=1))
        assert wdl(page_of(ines).record) == (1, 0, 0)
        assert wdl(page_of(cato).record) == (0, 0, 0)

    def test_a_stand_ins_match_is_his_alone(self, *, play, page_of, rovers, ines, place, marta):
        cato, dora = place("Cato"), place("Dora")
        add_second_coach(actor=marta, team=rovers, coach=dora, now=NOW)
        stood_in = appoint_stand_in(
            actor=marta, team=rovers, coach=cato, until=NOW + 9 * DAY, now=NOW + 2 * DAY
        )
        play(1, 1, 0)
        match = play(3, 3, 0)
        # Cato stepped back on the evening of the day, after the match.
        end_tenure(actor=marta, tenure=stood_in, now=NOW + 3 * DAY + timedelta(hours=1))
        play(4, 0, 0)
        assert wdl(page_of(cato).record) == (1, 0, 0)
        assert wdl(page_of(ines).record) == (1, 1, 0)
        assert wdl(page_of(dora).record) == (1, 1, 0)
        (charge,) = page_of(cato).charges
        assert [stint.tenure.kind for stint in charge.stints] == ["stand-in"]
        shown = Client().get(reverse("matches:match", args=[match.uuid])).content.decode()
        assert "Cato</a>\n        (stand-in)" in shown
        assert "Ines" not in shown

    def test_the_day_is_the_leagues_own(self, *, play, page_of, league, rovers, ines, place, marta):
        cato = place("Cato")
        handed_over = (NOW + 2 * DAY).replace(hour=0)
        hand_over_team(actor=marta, team=rovers, coach=cato, now=handed_over)
        change_league(actor=marta, league=league, time_zone="Pacific/Auckland", now=NOW)
        league.refresh_from_db()
        play(2, 2, 0, entered=NOW + 6 * DAY)
        assert wdl(page_of(cato).record) == (1, 0, 0)
        change_league(actor=marta, league=league, time_zone="America/Los_Angeles", now=NOW)
        hand_over_team(
            actor=marta, team=rovers, coach=ines, since=handed_over + DAY, now=NOW + 6 * DAY
        )
        league.refresh_from_db()
        assert wdl(page_of(ines).record) == (1, 0, 0)

    def test_what_was_played_before_the_team_came_is_the_first_coachs(self, play, page_of, ines):
        play(-3, 1, 0, entered=NOW)
        assert wdl(page_of(ines).record) == (1, 0, 0)

    def test_two_spells_with_a_team_stand_apart_and_together(
        self, *, play, page_of, rovers, ines, place, marta
    ):
        cato = place("Cato")
        play(1, 1, 0)
        hand_over_team(actor=marta, team=rovers, coach=cato, now=NOW + 2 * DAY)
        play(3, 1, 0)
        hand_over_team(actor=marta, team=rovers, coach=ines, now=NOW + 4 * DAY)
        play(5, 0, 0)
        (charge,) = page_of(ines).charges
        assert [wdl(stint.record) for stint in charge.stints] == [(1, 0, 0), (0, 1, 0)]
        assert wdl(charge.record) == (1, 1, 0)


class TestWhatIsCounted:
    def test_casualties_made_and_suffered(self, *, play, page_of, rovers, scurriers, season, ines):
        match = play(1, 2, 1)
        for team, casualties in ((rovers, 3), (scurriers, 1)):
            event = team.events.get(kind="report", chapter__match=match.uuid)
            told = ledger.effects_of(event)[0]
            entry = ledger.LedgerEntry(
                "report", (Recorded({**told.counts, "casualties": casualties}),)
            )
            with transaction.atomic():
                act = record_act("tests.correct", actor=None, now=NOW)
                ledger.replace(ledger.lock(team), event, entry, act=act, pin=season.pin, now=NOW)
        record = page_of(ines).record
        assert (record.casualties, record.casualties_against) == (3, 1)

    def test_what_an_adopted_team_had_played_stands_apart(self, league, marta, page_of, ines):
        adopt_team(actor=marta, league=league, coach=ines, arrival=arrival("Old Hands"), now=NOW)
        page = page_of(ines)
        assert wdl(page.record) == (0, 0, 0)
        assert wdl(page.charges[0].earlier) == (4, 1, 2)
        address = reverse("press:coach", args=[league.uuid, ines.uuid])
        assert "came here with 4–1–2" in Client().get(address).content.decode()


class TestThePage:
    def test_is_led_to_from_members_team_match_and_home(self, play, league, rovers, ines):
        match = play(1, 2, 1)
        address = reverse("press:coach", args=[league.uuid, ines.uuid])
        for page in (
            reverse("league:members", args=[league.uuid]),
            reverse("press:league", args=[league.uuid]),
            reverse("teams:roster", args=[rovers.uuid]),
            reverse("teams:coaches", args=[rovers.uuid]),
            reverse("matches:match", args=[match.uuid]),
        ):
            assert f'href="{address}"' in Client().get(page).content.decode(), page
        shown = Client().get(address).content.decode()
        assert f'href="{reverse("matches:match", args=[match.uuid])}"' in shown

    def test_stays_when_the_coach_has_left(self, play, page_of, ines):
        play(1, 2, 1)
        end_membership(actor=ines.user, membership=ines, now=NOW + 2 * DAY)
        assert wdl(page_of(ines).record) == (1, 0, 0)

    def test_says_where_nothing_was_coached_yet(self, league, ines):
        address = reverse("press:coach", args=[league.uuid, ines.uuid])
        assert "No team yet" in Client().get(address).content.decode()

    def test_of_a_private_league_is_for_its_members(self, league, ines, make_user):
        League.objects.update(is_public=False)
        stranger = Client()
        stranger.force_login(make_user("Eve"))
        for address in (
            reverse("press:coach", args=[league.uuid, ines.uuid]),
            reverse("api-league-coach", args=[league.uuid, ines.uuid]),
        ):
            assert stranger.get(address).status_code == 404

    def test_of_nobody_is_missing(self, league, rovers):
        address = reverse("press:coach", args=[league.uuid, rovers.uuid])
        assert Client().get(address).status_code == 404

    def test_takes_as_many_statements_for_one_match_as_for_eight(
        self, play, league, ines, django_assert_num_queries
    ):
        address = reverse("press:coach", args=[league.uuid, ines.uuid])
        play(1, 2, 1)
        with django_assert_num_queries(5):
            Client().get(address)
        for day in range(2, 9):
            play(day, 1, 1)
        with django_assert_num_queries(5):
            shown = Client().get(address)
        assert "8 matches" in shown.content.decode()


def test_a_program_is_told_the_same(play, league, rovers, ines):
    play(1, 2, 1)
    told = Client().get(reverse("api-league-coach", args=[league.uuid, ines.uuid])).json()
    nothing = {"casualties": 0, "casualties_against": 0}
    record = {
        "played": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "touchdowns": 2,
        "touchdowns_against": 1,
        **nothing,
    }
    assert (told["name"], told["role"], told["record"]) == ("Ines", "coach", record)
    (team,) = told["teams"]
    assert (team["team"], team["record"]) == (str(rovers.uuid), record)
    assert [each["kind"] for each in team["tenures"]] == ["coach"]
    assert team["earlier"] == {"won": 0, "drawn": 0, "lost": 0}
