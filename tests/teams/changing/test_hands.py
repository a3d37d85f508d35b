"""A team changes hands, and its history stays whole."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from league.commands.invitations import invite_to_place
from league.commands.members import accept_invitation, add_coach_by_name, end_membership
from matches.commands.recording import record_result
from matches.commands.reporting import confirm_report
from teams.commands.coaches import (
    add_second_coach,
    appoint_stand_in,
    end_tenure,
    hand_over_team,
    put_in_charge,
)
from teams.commands.drafting import begin_draft
from teams.commands.names import rename_players
from teams.commands.retiring import bring_team_back, retire_team
from teams.models import Team, Tenure
from teams.permissions import access_of, head_coach
from teams.queries.coaches import coaching_of
from tests.conftest import NOW, play_freely
from tests.matches.playing import play_on
from tests.teams.changing.conftest import codes

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

DAY = timedelta(days=1)


def acts(user, team):
    return access_of(user, team).coaches


class TestANewCoach:
    def test_takes_over_now(self, reivers, marta, bram, cato, catos_place):
        now = timezone.now()
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=now)
        assert (acts(cato, reivers), acts(bram, reivers)) == (True, False)
        first, second = reivers.tenures.all()
        assert (first.coach.user, first.until) == (bram, now)
        assert (second.coach, second.since, second.until) == (catos_place, now, None)

    def test_takes_over_on_a_day_to_come(self, reivers, marta, bram, cato, catos_place):
        day = timezone.now() + 7 * DAY
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=timezone.now(), since=day)
        assert (acts(cato, reivers), acts(bram, reivers)) == (False, True)
        assert head_coach(reivers).coach.user == bram
        with time_machine.travel(day + DAY):
            assert (acts(cato, reivers), acts(bram, reivers)) == (True, False)
            assert head_coach(reivers).coach.user == cato

    def test_is_shown_the_teams_pages_from_that_day_on(
        self, reivers, marta, *, bram, cato, catos_place, as_user
    ):
        day = timezone.now() + 7 * DAY
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=timezone.now(), since=day)
        names = reverse("teams:names", args=[reivers.uuid])
        coaches = reverse("teams:coaches", args=[reivers.uuid])

        def may_open():
            return [as_user(each).get(names).status_code == 200 for each in (bram, cato)]

        assert may_open() == [True, False]
        shown = as_user(None).get(coaches).content.decode()
        assert shown.index("Bram") < shown.index("Cato")
        with time_machine.travel(day + DAY):
            assert may_open() == [False, True]
            shown = as_user(None).get(coaches).content.decode()
            assert shown.index("Cato") < shown.rindex("Bram")

    def test_took_over_on_a_day_gone_by(self, reivers, marta, catos_place):
        day = NOW + DAY
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=timezone.now(), since=day)
        assert [tenure.until for tenure in reivers.tenures.all()] == [day, None]

    def test_not_before_the_one_before_him(self, reivers, marta, catos_place):
        with pytest.raises(Refused) as refused:
            hand_over_team(
                actor=marta, team=reivers, coach=catos_place, now=timezone.now(), since=NOW - DAY
            )
        assert codes(refused) == ["before_the_last_coach"]

    def test_another_plan_takes_the_place_of_the_first(self, reivers, marta, bram, catos_place):
        now = timezone.now()
        dora = reivers.league.memberships.get(user=marta)
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=now, since=now + 7 * DAY)
        hand_over_team(actor=marta, team=reivers, coach=dora, now=now, since=now + 3 * DAY)
        coaching = coaching_of(reivers, now=now)
        assert [each.coach for each in coaching.planned] == [dora]
        assert [(each.coach.user, each.until) for each in coaching.present] == [
            (bram, now + 3 * DAY)
        ]

    def test_a_plan_that_is_dropped_leaves_all_as_it_was(self, reivers, marta, catos_place):
        now = timezone.now()
        planned = hand_over_team(
            actor=marta, team=reivers, coach=catos_place, now=now, since=now + DAY
        )
        end_tenure(actor=marta, tenure=planned, now=now)
        (present,) = reivers.tenures.all()
        assert present.until is None

    def test_a_plan_that_is_dropped_leaves_the_second_coach_his_place(
        self, reivers, marta, bram, catos_place
    ):
        now = timezone.now()
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=NOW + DAY)
        plan = {"actor": marta, "team": reivers, "coach": catos_place, "now": now}
        planned = hand_over_team(**plan, since=now + DAY)
        end_tenure(actor=marta, tenure=planned, now=now)
        assert [(each.kind, each.until) for each in reivers.tenures.all()] == [
            ("coach", None),
            ("second", None),
        ]

    def test_another_plan_leaves_him_his_place_too(self, reivers, marta, bram, catos_place):
        now = timezone.now()
        own = reivers.league.memberships.get(user=marta)
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=NOW + DAY)
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=now, since=now + DAY)
        hand_over_team(actor=marta, team=reivers, coach=own, now=now, since=now + 2 * DAY)
        assert reivers.tenures.get(kind="second").until is None
        assert reivers.tenures.get(coach__user=bram).until == now + 2 * DAY

    def test_a_stand_in_stands_in_as_long_as_was_said(self, reivers, marta, bram, cato):
        """The stand-in becomes the coach before that ends, and has the word from then on."""
        now, place = timezone.now(), cato.memberships.get()
        until = now + 9 * DAY
        appoint_stand_in(actor=bram, team=reivers, coach=place, until=until, now=now)
        plan = {"actor": marta, "team": reivers, "coach": place, "now": now, "since": now + DAY}
        planned = hand_over_team(**plan)
        with time_machine.travel(now + 2 * DAY):
            assert access_of(cato, reivers).chooses_coaches
        end_tenure(actor=marta, tenure=planned, now=now)
        assert reivers.tenures.get(kind="stand-in").until == until

    def test_may_have_no_account(self, reivers, league, marta, bram):
        yusuf = add_coach_by_name(actor=marta, league=league, name="Old Yusuf", now=NOW)
        hand_over_team(actor=marta, team=reivers, coach=yusuf, now=timezone.now())
        assert head_coach(reivers).coach == yusuf
        assert not acts(bram, reivers)

    def test_who_was_second_is_second_no_more(self, reivers, marta, bram, cato, catos_place):
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=NOW + DAY)
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=timezone.now())
        open_ones = reivers.tenures.filter(until=None)
        assert [(each.coach, each.kind) for each in open_ones] == [(catos_place, "coach")]

    def test_is_named_by_the_first_coach_too_and_hands_the_team_back(
        self, reivers, *, bram, place, cato, catos_place, mailoutbox, run_jobs
    ):
        now = timezone.now()
        hand_over_team(actor=bram, team=reivers, coach=catos_place, now=now)
        assert (acts(cato, reivers), acts(bram, reivers)) == (True, False)
        run_jobs()
        (told,) = mailoutbox
        assert told.to == [cato.email]
        assert "Bram has put you in charge of Bram's Reivers" in told.body
        with pytest.raises(Forbidden):
            hand_over_team(actor=bram, team=reivers, coach=place, now=now + DAY)
        hand_over_team(actor=cato, team=reivers, coach=place, now=now + DAY)
        assert head_coach(reivers).coach == place

    def test_of_the_first_coachs_own_choice_has_an_account_and_crosses_no_plan(
        self, reivers, *, league, marta, bram, catos_place, join, make_user
    ):
        now = timezone.now()
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=now)
        dora = join(make_user("Dora"))
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=now, since=now + 3 * DAY)
        with pytest.raises(Refused) as refused:
            hand_over_team(actor=bram, team=reivers, coach=tom, now=now, since=now - DAY)
        assert codes(refused) == ["no_account", "dated_back", "planned_already"]
        with pytest.raises(Refused) as refused:
            hand_over_team(actor=bram, team=reivers, coach=dora, now=now)
        assert codes(refused) == ["planned_already"]

    def test_says_who_put_them_there_and_the_one_before_is_told(
        self, reivers, *, marta, bram, catos_place, mailoutbox, run_jobs, client, league
    ):
        hand_over_team(actor=marta, team=reivers, coach=catos_place, now=timezone.now())
        run_jobs()
        assert {to for mail in mailoutbox for to in mail.to} == {bram.email, catos_place.user.email}
        league.visibility = "public"
        league.save()
        page = client.get(reverse("teams:coaches", args=[reivers.uuid])).content.decode()
        assert page.count("put in by Marta") == 1
        listed = client.get(f"/api/v1/teams/{reivers.uuid}/coaches/").json()["results"]
        assert [each["put_in_by"] for each in listed] == ["Marta", None]

    def test_who_takes_a_place_by_a_link_was_put_there_by_whoever_made_it(
        self, reivers, league, marta, make_user
    ):
        now = timezone.now()
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=now)
        tenure = hand_over_team(actor=marta, team=reivers, coach=tom, now=now)
        Tenure.objects.filter(pk=tenure.pk).update(made_by=None)
        _link, secret = invite_to_place(actor=marta, membership=tom, now=now)
        accept_invitation(actor=make_user("Tom"), secret=secret, now=now)
        tenure.refresh_from_db()
        assert tenure.made_by == marta

    def test_only_a_coach_of_the_league_can_be_one(self, reivers, marta, place, join, make_user):
        viewer = join(make_user("Vera"), "viewer")
        gone = join(make_user("Gus"), until=NOW + DAY)
        for nobody in (viewer, gone):
            with pytest.raises(Refused) as refused:
                hand_over_team(actor=marta, team=reivers, coach=nobody, now=timezone.now())
            assert codes(refused) == ["not_a_coach"]
        with pytest.raises(Refused) as refused:
            hand_over_team(actor=marta, team=reivers, coach=place, now=timezone.now())
        assert codes(refused) == ["coaches_already"]


class TestASecondCoachAndAStandIn:
    def test_a_second_acts_like_the_first(self, reivers, bram, cato, catos_place):
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=timezone.now())
        rename_players(actor=cato, team=reivers, people={}, now=timezone.now())
        assert acts(cato, reivers)
        assert acts(bram, reivers)
        with pytest.raises(Forbidden):
            add_second_coach(actor=cato, team=reivers, coach=catos_place, now=timezone.now())

    def test_a_second_steps_back_by_himself(self, reivers, bram, cato, catos_place):
        tenure = add_second_coach(actor=bram, team=reivers, coach=catos_place, now=NOW + DAY)
        end_tenure(actor=cato, tenure=tenure, now=timezone.now())
        assert not acts(cato, reivers)
        with pytest.raises(Conflict):
            end_tenure(actor=bram, tenure=tenure, now=timezone.now())

    def test_a_stand_in_ends_by_himself(self, reivers, bram, cato, catos_place):
        until = timezone.now() + 2 * DAY
        appoint_stand_in(
            actor=bram, team=reivers, coach=catos_place, until=until, now=timezone.now()
        )
        assert acts(cato, reivers)
        with time_machine.travel(until + timedelta(seconds=1)):
            assert not acts(cato, reivers)
            assert [each.kind for each in coaching_of(reivers, now=timezone.now()).past] == [
                "stand-in"
            ]

    def test_a_stand_in_stays_for_a_match_only(self, reivers, bram, catos_place):
        now = timezone.now()
        for until, code in ((now - DAY, "ends_before_it_begins"), (now + 99 * DAY, "too_long")):
            with pytest.raises(Refused) as refused:
                appoint_stand_in(actor=bram, team=reivers, coach=catos_place, until=until, now=now)
            assert codes(refused) == [code]
        far = datetime(9999, 12, 1, tzinfo=UTC)
        with pytest.raises(Refused) as refused:
            appoint_stand_in(
                actor=bram, team=reivers, coach=catos_place, since=far, until=far + DAY, now=now
            )
        assert codes(refused) == ["too_far_ahead"]
        with pytest.raises(Refused) as refused:
            put_in_charge(
                actor=bram, team=reivers, coach=catos_place, kind=Tenure.Kind.STAND_IN, now=now
            )
        assert codes(refused) == ["until_missing"]

    @pytest.mark.parametrize("kind", Tenure.Kind)
    def test_who_runs_the_league_becomes_one_by_their_own_hand(
        self, reivers, *, league, marta, bram, catos_place, program_of, as_user, kind
    ):
        """Or any coach would take away the say that they have in a match."""
        now = timezone.now()
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=now)
        own, address = marta.memberships.get(), f"/api/v1/teams/{reivers.uuid}/coaches/"
        wish = {"coach": str(own.uuid), "kind": kind, "until": (now + DAY).isoformat()}
        refused = program_of(bram).post(address, wish)
        assert refused.status_code == 422, refused.content
        (fault,) = refused.json()["errors"]
        assert (fault["code"], fault["subject"]) == ("runs_the_league", "coach")
        page = reverse("teams:coaches", args=[reivers.uuid])
        for person, offered in ((bram, {catos_place}), (marta, {catos_place, own, tom})):
            form = as_user(person).get(page).context["form"]
            among = {key for key, _name in form.fields["coach"].choices}
            assert {each for each in (catos_place, own, tom) if str(each.uuid) in among} == offered
        assert program_of(marta).post(address, wish).status_code == 201

    def test_nobody_coaches_twice(self, reivers, bram, place):
        with pytest.raises(Refused) as refused:
            add_second_coach(actor=bram, team=reivers, coach=place, now=timezone.now())
        assert codes(refused) == ["coaches_already"]


class TestLeaving:
    def test_who_left_the_league_no_longer_acts(self, reivers, marta, bram, place):
        end_membership(actor=marta, membership=place, now=timezone.now())
        with pytest.raises(Forbidden):
            rename_players(actor=bram, team=reivers, people={}, now=timezone.now())

    def test_who_came_back_is_in_the_league(self, *, as_user, reivers, marta, bram, place, join):
        page = reverse("teams:coaches", args=[reivers.uuid])
        end_membership(actor=marta, membership=place, now=timezone.now())
        assert "no longer in the league" in as_user(marta).get(page).content.decode()
        join(bram)
        assert "no longer in the league" not in as_user(marta).get(page).content.decode()

    def test_a_first_coach_steps_back_and_a_second_does_not_end_it(
        self, reivers, bram, cato, catos_place
    ):
        tenure = head_coach(reivers)
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=timezone.now())
        with pytest.raises(Forbidden):
            end_tenure(actor=cato, tenure=tenure, now=timezone.now())
        end_tenure(actor=bram, tenure=tenure, now=timezone.now())
        assert (acts(cato, reivers), acts(bram, reivers)) == (True, False)

    def test_the_commissioner_ends_a_first_coach_and_the_team_is_theirs(self, reivers, marta):
        tenure = head_coach(reivers)
        end_tenure(actor=marta, tenure=tenure, now=timezone.now())
        assert head_coach(reivers) is None
        rename_players(actor=marta, team=reivers, people={}, now=timezone.now())
        act = Act.objects.get(name="teams.end_tenure")
        assert act.payload["until"] == reivers.tenures.get().until.isoformat()


class TestRetiring:
    def test_a_team_retires_and_comes_back(self, reivers, window, marta, bram):
        retire_team(actor=bram, team=reivers, now=timezone.now(), reason="Moved away")
        reivers.refresh_from_db()
        window.refresh_from_db()
        assert (reivers.state, window.closed_at is None) == ("retired", False)
        event = reivers.events.get(kind="team-retired")
        assert event.act.reason == "Moved away"
        with pytest.raises(Forbidden):
            bring_team_back(actor=bram, team=reivers, now=timezone.now())
        bring_team_back(actor=marta, team=reivers, now=timezone.now())
        reivers.refresh_from_db()
        assert reivers.state == "active"
        assert reivers.events.filter(kind="team-back").count() == 1

    def test_once(self, reivers, marta):
        retire_team(actor=marta, team=reivers, now=timezone.now())
        with pytest.raises(Conflict):
            retire_team(actor=marta, team=reivers, now=timezone.now())

    def test_a_name_that_was_taken_meanwhile(self, reivers, marta, draft_team, season):
        retire_team(actor=marta, team=reivers, now=timezone.now())
        draft_team(reivers.name.upper())
        with pytest.raises(Refused) as refused:
            bring_team_back(actor=marta, team=reivers, now=timezone.now())
        assert codes(refused) == ["name_taken"]
        assert Team.objects.get(pk=reivers.pk).state == "retired"
        assert begin_draft(actor=marta, season=season, race="human", now=NOW)

    def test_not_from_the_middle_of_a_post_match(self, reivers, league, marta, bram, draft_team):
        sides = {"home": reivers, "away": draft_team("The Others")}
        about = {"score": {"home": 1, "away": 0}, "crowd": {"home": 0, "away": 0}}
        play_freely(league)
        match = record_result(
            actor=marta, league=league, played_on=NOW.date(), now=NOW, **sides, **about
        )
        confirm_report(actor=bram, match=match, now=NOW)
        with pytest.raises(Refused) as refused:
            retire_team(actor=bram, team=reivers, now=NOW)
        assert "the post-match of" in refused.value.sentences[0]
        play_on(match, bram, sides=("home",))
        assert retire_team(actor=bram, team=reivers, now=NOW).state == "retired"

    def test_not_by_a_second_coach(self, reivers, bram, cato, catos_place):
        add_second_coach(actor=bram, team=reivers, coach=catos_place, now=NOW + DAY)
        with pytest.raises(Forbidden):
            retire_team(actor=cato, team=reivers, now=timezone.now())


class TestWhatPagesSay:
    """Whoever coaches now is named and let in: nobody who is yet to come."""

    def seen(self, as_user, user, team):
        roster = as_user(user).get(reverse("teams:roster", args=[team.uuid]))
        home = as_user(None).get(reverse("press:league", args=[team.league.uuid])).context["home"]
        return (
            "Identity" in roster.content.decode(),
            [coach.name for coach in roster.context["head"].coaches],
            [str(coach) for coach in home.teams[0].coaches],
            [line.name for line, _ in as_user(user).get("/").context["desk"].teams],
        )

    def test_of_a_stand_in(self, as_user, reivers, bram, cato, catos_place):
        now = timezone.now()
        appoint_stand_in(actor=bram, team=reivers, coach=catos_place, until=now + DAY, now=now)
        coaches = ["Bram", "Cato"]
        assert self.seen(as_user, cato, reivers) == (True, coaches, ["Bram"], ["Bram's Reivers"])

    def test_of_a_coach_to_come_and_of_whoever_makes_way(
        self, *, as_user, reivers, marta, bram, cato, catos_place
    ):
        now = timezone.now()
        hand_over_team(actor=marta, team=reivers, coach=catos_place, since=now + DAY, now=now)
        assert self.seen(as_user, cato, reivers) == (False, ["Bram"], ["Bram"], [])
        team = ["Bram's Reivers"]
        assert self.seen(as_user, bram, reivers) == (True, ["Bram"], ["Bram"], team)
