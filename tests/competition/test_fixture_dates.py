"""Dates of rounds, what two coaches agree on, and what is overdue."""

import json
from datetime import UTC, date, datetime, time, timedelta

import pytest

from acts.failures import Conflict, Forbidden, Refused
from competition.commands.dates import (
    answer_proposal,
    extend_deadline,
    propose_date,
)
from competition.commands.timetables import set_dates
from competition.models import DateProposal
from competition.overdue import Ruling, drafted, efforts
from competition.scheduling.dates import Holiday
from competition.timetables import Timetable
from league.commands.leagues import change_league
from league.models import Membership, Role
from tests.conftest import NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

SATURDAY = datetime(2026, 3, 14, 18, 0, tzinfo=UTC)


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


class TestRounds:
    def test_every_week_but_not_at_easter(self, enter, plan, start, marta):
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        set_dates(
            actor=marta,
            stage=stage,
            timetable=Timetable(
                first=date(2026, 3, 30),
                holidays=(Holiday(date(2026, 4, 3), date(2026, 4, 12)),),
            ),
            now=NOW,
        )
        days = [(each.starts_on, each.due_wall) for each in stage.rounds.all()]
        assert days[0][0] == date(2026, 3, 30)
        assert days[1][0] >= date(2026, 4, 13)

    def test_a_deadline_keeps_its_wall_time_over_the_change_of_clocks(
        self, enter, plan, start, marta, league
    ):
        change_league(actor=marta, league=league, time_zone="Europe/Berlin", now=NOW)
        enter("Anna", "Bert", "Cleo", "Dirk")
        stage = start(plan())
        set_dates(
            actor=marta,
            stage=stage,
            timetable=Timetable(first=date(2026, 3, 16), deadline=time(22, 0)),
            now=NOW,
        )
        walls = {each.due_wall[-5:] for each in stage.rounds.all()}
        hours = {each.due_at.astimezone(UTC).hour for each in stage.rounds.all()}
        assert (walls, hours) == ({"22:00"}, {20, 21})

    def test_an_hour_that_the_clocks_skip_is_a_sentence(self, enter, plan, start, marta, league):
        change_league(actor=marta, league=league, time_zone="Europe/Berlin", now=NOW)
        enter("Anna", "Bert")
        stage = start(plan())
        with pytest.raises(Refused) as refused:
            set_dates(
                actor=marta,
                stage=stage,
                timetable=Timetable(first=date(2026, 3, 23), deadline=time(2, 30)),
                now=NOW,
            )
        assert codes(refused) == ["clocks_skip_it"]
        assert "03:30" in str(refused.value.reasons[0].message)


class TestAgreeing:
    @pytest.fixture
    def coaches(self, make_user, league):
        people = [make_user("Anna"), make_user("Bert")]
        for person in people:
            Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
        return people

    @pytest.fixture
    def fixture(self, coaches, enter_team, plan, start):
        for person, name in zip(coaches, ("Greywater Rovers", "Underquay Scurriers"), strict=True):
            enter_team(name, actor=person)
        return start(plan()).fixtures.get()

    @pytest.fixture
    def home_and_away(self, fixture, coaches):
        anna, bert = coaches
        is_annas = fixture.home.team.name == "Greywater Rovers"
        return (anna, bert) if is_annas else (bert, anna)

    def propose(self, who, fixture, at=SATURDAY, **options):
        return propose_date(actor=who, fixture=fixture, kick_off_at=at, now=NOW, **options)

    def test_proposed_by_one_and_accepted_by_the_other(self, fixture, home_and_away):
        home, away = home_and_away
        proposal = self.propose(home, fixture, venue="The Old Bridge")
        with pytest.raises(Forbidden):
            answer_proposal(actor=home, proposal=proposal, accepts=True, now=NOW)
        answer_proposal(actor=away, proposal=proposal, accepts=True, now=NOW)
        fixture.refresh_from_db()
        assert (fixture.kick_off_at, fixture.venue) == (SATURDAY, "The Old Bridge")
        with pytest.raises(Conflict):
            answer_proposal(actor=away, proposal=proposal, accepts=False, now=NOW)

    def test_the_download_tells_what_one_proposed(self, client, fixture, home_and_away):
        home, away = home_and_away
        self.propose(home, fixture, venue="The Old Bridge")
        places = []
        for person in (home, away):
            client.force_login(person)
            payload = json.loads(client.get("/me/download/").content)["proposed_dates"]
            places.append([each["place"] for each in payload])
        assert places == [["The Old Bridge"], []]

    def test_the_word_of_the_commissioner_settles_it(self, fixture, marta):
        self.propose(marta, fixture)
        fixture.refresh_from_db()
        assert fixture.kick_off_at == SATURDAY

    def test_another_proposal_takes_the_first_one_back(self, fixture, home_and_away):
        home, _away = home_and_away
        first = self.propose(home, fixture)
        self.propose(home, fixture, at=SATURDAY + timedelta(days=1))
        first.refresh_from_db()
        assert first.state == DateProposal.State.WITHDRAWN

    @pytest.mark.parametrize(
        ("at", "code"),
        [(NOW - timedelta(days=1), "in_the_past"), (NOW + timedelta(days=4000), "too_far_ahead")],
    )
    def test_when_nobody_can_play(self, fixture, home_and_away, at, code):
        with pytest.raises(Refused) as refused:
            self.propose(home_and_away[0], fixture, at=at)
        assert codes(refused) == [code]

    def test_strangers_propose_nothing(self, fixture, make_user):
        with pytest.raises(Forbidden):
            self.propose(make_user("Sven"), fixture)

    def test_more_time_with_a_reason(self, fixture, marta):
        extend_deadline(
            actor=marta, fixture=fixture, until=SATURDAY, reason="Both were ill", now=NOW
        )
        fixture.refresh_from_db()
        assert fixture.extended_to == SATURDAY

    def test_a_ruling_is_drafted_from_what_each_did(self, fixture, home_and_away):
        home, away = home_and_away

        def draft():
            proposals, both = fixture.proposals.all(), {"home": True, "away": True}
            return drafted(
                proposals,
                efforts(
                    proposals,
                    due=SATURDAY,
                    can_answer=both,
                    fair_chance=timedelta(hours=48),
                    waits_since=fixture.stage.season.league.waits_since,
                ),
            )

        assert draft() == Ruling.VOID
        proposal = self.propose(home, fixture)
        assert draft() == Ruling.FORFEIT_AWAY
        answer_proposal(actor=away, proposal=proposal, accepts=False, now=NOW)
        assert draft() == Ruling.DRAW
        self.propose(away, fixture)
        assert draft() == Ruling.EXTEND
