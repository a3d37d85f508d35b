"""Matches off the schedule: what the house rules allow, who agrees, and whose silence counts."""

from datetime import timedelta
from functools import partial

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from acts.failures import Conflict, Forbidden, Refused
from competition.models import Entry
from jobs.models import Job
from jobs.outbox import enqueue
from jobs.runner import run_due
from league.commands.house_rules import change_house_rules
from league.models import League, Membership, Role, Season
from matches.commands.agreeing import agree_to_match
from matches.commands.beginning import COMPETITION, Occasion, begin_match, call_off, lapse
from matches.commands.correcting import look_at_correction
from matches.commands.lending import lend_side
from matches.commands.proposing import agree_to_correction, propose_correction
from matches.commands.recording import record_result
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    remind_of_report,
    submit_report,
)
from matches.commands.waiting import owe_confirmations, owe_reminders
from matches.models import Match
from matches.pitch.reports import MatchEnding
from matches.queries.waiting import waiting_for
from teams.commands.hiring import Word, finish_hiring
from teams.models import Team, Tenure
from tests.conftest import FREE_PLAY, NOW
from tests.matches.conftest import DAY, present
from tests.matches.playing import play_on
from tests.matches.through_the_api import program_of

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

A_FRIENDLY = Occasion(is_friendly=True)


@pytest.fixture
def tell(league, rovers, scurriers, ines):
    """An invented 5-0 of Ines's: `tell(away=…, occasion=…)`."""

    def record(actor=ines, home=rovers, away=scurriers, **more):
        return record_result(
            actor=actor,
            league=league,
            home=home,
            away=away,
            score={"home": 5, "away": 0},
            crowd={"home": 0, "away": 0},
            played_on=more.pop("played_on", DAY),
            now=NOW,
            **more,
        )

    return record


@pytest.fixture
def ask(league, rovers, scurriers, ines):
    """Ines asks Olaf to play."""

    def begin(actor=ines, away=scurriers, occasion=COMPETITION, **more):
        return begin_match(
            actor=actor,
            league=league,
            home=rovers,
            away=away,
            played_on=more.pop("played_on", DAY),
            now=more.pop("now", NOW),
            occasion=occasion,
            **more,
        )

    return begin


def rules(league, marta, **house):
    values = {key.replace("__", ".").replace("_", "-"): value for key, value in house.items()}
    reason = {"from_round": 1, "reason": "Enough."}
    change_house_rules(actor=marta, league=league, house=FREE_PLAY | values, now=NOW, **reason)


def look(at):
    """What is owed by then, and what comes of it."""
    with transaction.atomic():
        enqueue("matches.look_for_reports", now=at)
    run_due(now=at)


def codes(failure):
    return {reason.code for reason in failure.value.reasons}


class TestWhatIsAllowed:
    def test_by_the_book_friendlies_alone(self, league, marta, ask, tell):
        rules(league, marta, unscheduled="friendlies")
        for door in (ask, tell, lambda: ask(marta), lambda: tell(marta)):
            with pytest.raises(Refused) as refused:
                door()
            assert codes(refused) == {"only_friendlies"}
        assert ask(occasion=A_FRIENDLY).is_friendly

    def test_or_nothing(self, league, marta, ask):
        rules(league, marta, unscheduled="none")
        with pytest.raises(Refused) as refused:
            ask(occasion=A_FRIENDLY)
        assert codes(refused) == {"only_fixtures"}

    @pytest.mark.parametrize("door", ["", "begin/"])
    def test_through_the_api_too(self, league, marta, ines, rovers, scurriers, *, door):
        rules(league, marta, unscheduled="friendlies")
        values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY}
        values |= {} if door else {"score": {"home": 5, "away": 0}}
        at = f"/api/v1/leagues/{league.uuid}/matches/{door}"
        hers = program_of(ines)
        answer = hers.post(at, values, format="json")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "only_friendlies")
        assert hers.post(at, values | {"is_friendly": True}, format="json").status_code == 201

    def test_once_the_season_runs_and_for_whoever_is_in_it(self, season, tell, scurriers):
        Season.objects.update(state=Season.State.REGISTRATION)
        Entry.objects.filter(team=scurriers).update(state=Entry.State.REGISTERED)
        with pytest.raises(Refused) as refused:
            tell()
        assert codes(refused) == {"season_not_running", "not_entered"}

    def test_only_so_often_in_a_row_also_put_in_late(self, league, marta, tell):
        rules(league, marta, repeat__in_a_row=2)
        for days in (4, 2):
            match = tell(marta, played_on=DAY - timedelta(days), occasion=A_FRIENDLY)
            play_on(match, marta)
        for day in (DAY, DAY - timedelta(3), DAY - timedelta(9)):
            with pytest.raises(Refused) as refused:
                tell(marta, played_on=day, occasion=A_FRIENDLY, in_its_place=True)
            assert codes(refused) == {"too_often_in_a_row"}

    def test_what_goes_beyond_is_a_friendly(self, league, marta, tell):
        rules(league, marta, repeat__rival=1)
        play_on(tell(marta), marta)
        with pytest.raises(Refused) as refused:
            tell(marta)
        assert codes(refused) == {"friendly_by_now"}
        assert tell(marta, occasion=A_FRIENDLY)

    def test_only_so_many_friendlies_in_a_season(self, league, marta, tell, ask, draft_team):
        third = draft_team("Third Wheel", actor=marta)
        rules(league, marta, unscheduled__friendlies=1)
        play_on(tell(marta, occasion=A_FRIENDLY), marta)
        for door in (ask, tell, lambda **more: tell(marta, in_its_place=True, **more)):
            with pytest.raises(Refused) as refused:
                door(away=third, occasion=A_FRIENDLY)
            assert codes(refused) == {"friendlies_played"}
        assert "1 of 1" in refused.value.sentences[0]
        assert "house rules" in refused.value.sentences[0]
        assert ask(away=third)


class TestAgreeing:
    def test_nothing_begins_before_the_other_coach_agrees(self, ask, ines, olaf, *, scurriers):
        before = present(scurriers)
        match = ask()
        assert not match.runs.exists()
        with pytest.raises(Forbidden):
            agree_to_match(actor=ines, match=match, now=NOW)
        (asked,) = waiting_for(olaf, now=NOW)
        assert "Will you play" in asked.todo.why
        match = agree_to_match(actor=olaf, match=match, now=NOW)
        assert match.runs.exists()
        with pytest.raises(Conflict):
            agree_to_match(actor=olaf, match=match, now=NOW)
        call_off(actor=olaf, match=match, reason="", now=NOW)
        assert present(scurriers).treasury == before.treasury

    def test_they_are_told_at_once(self, ask, run_jobs, olaf):
        ask()
        run_jobs()
        assert [(each.to, "will you play?" in each.subject) for each in mail.outbox] == [
            ([olaf.email], True)
        ]

    def test_whoever_runs_the_league_arranges_it_for_others(self, ask, marta, join, make_user):
        assert ask(marta).runs.exists()

    def test_but_asks_like_anybody_where_they_play(self, ask, league, ines, marta):
        Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
        match = ask()
        assert not match.runs.exists()
        with pytest.raises(Forbidden):
            agree_to_match(actor=ines, match=match, now=NOW)
        assert agree_to_match(actor=marta, match=match, now=NOW).runs.exists()

    def test_a_side_lent_at_the_table_has_agreed(self, ask, olaf):
        match = ask()
        lend_side(actor=olaf, match=match, side="away", now=NOW)
        assert match.runs.exists()

    def test_a_coach_without_account_is_the_leagues_to_answer_for(self, ask, tell, marta, olaf):
        Membership.objects.filter(user=olaf).update(user=None, name="Wilma")
        match = ask()
        assert not match.runs.exists()
        agree_to_match(actor=marta, match=match, now=NOW)
        call_off(actor=marta, match=match, reason="", now=NOW)
        told = tell()
        assert (told.state, told.awaits) == (Match.State.REPORTED, "league")
        assert confirm_report(actor=marta, match=told, now=NOW).state == Match.State.POST_MATCH

    def test_on_the_pages(self, ask, client, ines, olaf):
        page = f"/matches/{ask(now=timezone.now()).uuid}/"
        client.force_login(ines)
        shown = client.get(page).content.decode()
        assert "waits for Olaf to agree" in shown
        assert "it lapses on" in shown
        assert "Take it back" in shown
        client.force_login(olaf)
        assert "Will you play this match?" in client.get(page).content.decode()
        assert client.post(f"{page}agree/").status_code == 302
        assert "Will you play" not in client.get(page).content.decode()

    def test_declined_where_it_is_asked(self, ask, client, olaf):
        match = ask()
        client.force_login(olaf)
        assert "Decline" in client.get(f"/matches/{match.uuid}/").content.decode()
        assert client.post(f"/matches/{match.uuid}/call-off/").status_code == 302
        match.refresh_from_db()
        assert match.state == Match.State.CALLED_OFF
        assert "/steps/" not in client.get(f"/matches/{match.uuid}/").content.decode()

    def test_the_form_offers_what_the_league_allows(self, client, ines, marta, rovers, scurriers):
        league = rovers.league
        listed, new = f"/leagues/{league.uuid}/matches/", f"/leagues/{league.uuid}/matches/new/"
        client.force_login(ines)
        assert not client.get(new).context["form"].initial["is_friendly"]
        rules(league, marta, unscheduled="friendlies")
        assert client.get(new).context["form"].initial["is_friendly"]
        rules(league, marta, unscheduled="none")
        assert new not in client.get(listed).content.decode()
        assert "No match beside the schedule" in client.get(new).content.decode()


class TestAgreeingLater:
    """What has to hold when a match begins has to hold when it is agreed to."""

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            (lambda league, marta: rules(league, marta, unscheduled="none"), {"only_fixtures"}),
            (
                lambda *_: Entry.objects.filter(team__name="Underquay Scurriers").update(
                    state=Entry.State.LEFT
                ),
                {"not_entered"},
            ),
            (
                lambda *_: Team.objects.filter(name="Underquay Scurriers").update(
                    state=Team.State.RETIRED
                ),
                {"team_retired"},
            ),
            (lambda *_: Season.objects.update(state=Season.State.OVER), {"season_over"}),
        ],
    )
    @pytest.mark.parametrize("door", ["agree", "lend", "confirm"])
    def test_asks_again(self, league, marta, ask, tell, olaf, *, door, change, expected):
        match = tell(occasion=A_FRIENDLY) if door == "confirm" else ask(occasion=A_FRIENDLY)
        change(league, marta)
        yes = {
            "agree": agree_to_match,
            "lend": partial(lend_side, side="away"),
            "confirm": confirm_report,
        }[door]
        with pytest.raises(Refused) as refused:
            yes(actor=olaf, match=match, now=NOW)
        assert codes(refused) == expected
        assert call_off(actor=olaf, match=match, reason="", now=NOW).state == "called-off"

    def test_by_the_rules_that_hold_then(self, league, marta, ask, olaf, season):
        match = ask()
        rules(league, marta, repeat__rival=7)
        match = agree_to_match(actor=olaf, match=match, now=NOW)
        season.refresh_from_db()
        assert match.pin_id == season.pin_id


class TestAnInvitation:
    @pytest.fixture
    def third(self, draft_team, make_user, join):
        cleo = make_user("Cleo")
        join(cleo)
        return draft_team("Third Wheel", actor=cleo)

    @pytest.fixture
    def elsewhere(self, league, third, scurriers, marta):
        """Olaf's team plays somebody else meanwhile, from its chapter to the last step."""

        def play(**about):
            return record_result(
                actor=marta,
                league=league,
                home=third,
                away=scurriers,
                score={"home": 1, "away": 0},
                crowd={"home": 0, "away": 0},
                now=NOW,
                **{"played_on": DAY, "occasion": Occasion(is_scheduled=True)} | about,
            )

        return play

    @pytest.mark.parametrize("door", ["ask", "tell"])
    def test_keeps_nobody_but_the_inviter(
        self, ask, tell, marta, olaf, *, elsewhere, door, third, scurriers
    ):
        match = ask() if door == "ask" else tell()
        play_on(elsewhere(), marta)
        with pytest.raises(Refused) as refused:
            ask(away=third)
        assert codes(refused) == {"post_match_open"}
        yes = agree_to_match if door == "ask" else confirm_report
        yes(actor=olaf, match=match, now=NOW)
        chapters = match.sides.get(side="away").team.chapters
        assert chapters.order_by("-position").first().match == match.uuid
        assert present(scurriers).treasury > 50_000

    @pytest.mark.parametrize("door", ["ask", "tell"])
    def test_does_not_keep_the_last_match_from_being_corrected(
        self, ask, tell, finished, marta, *, door
    ):
        ask() if door == "ask" else tell()
        edits = {"answers": {("home", "fortune"): {"winnings/second": 6}}}
        edits["answers"]["away", "fortune"] = {"winnings": 4}
        seen = look_at_correction(actor=marta, match=finished, **edits)
        assert (seen.changes, seen.conflicts) == (True, [])
        told = look_at_correction(actor=marta, match=finished, score={"home": 2, "away": 0})
        assert "kicked_off_since" not in {reason.code for reason in told.conflicts}

    @pytest.mark.parametrize("door", ["ask", "tell"])
    def test_finds_both_as_they_stand_when_it_is_agreed_to(
        self, ask, tell, marta, olaf, rovers, *, door
    ):
        match = ask() if door == "ask" else tell()
        about = {"basket": {"hire/lineman": 1}, "word": Word(reason="A gift", cover=True)}
        finish_hiring(actor=marta, team=rovers, now=NOW, **about)
        yes = agree_to_match if door == "ask" else confirm_report
        yes(actor=olaf, match=match, now=NOW)
        side = match.sides.select_related("chapter").get(side="home")
        assert rovers.chapters.order_by("-position").first() == side.chapter
        now = present(rovers)
        came = side.kick_off or side.arrived
        assert (came["value"], len(came["team"]["players"])) == (now.value, 12)

    def test_waits_while_the_invited_play(self, ask, olaf, elsewhere):
        match = ask()
        elsewhere()
        with pytest.raises(Refused) as refused:
            agree_to_match(actor=olaf, match=match, now=NOW)
        assert codes(refused) == {"post_match_open"}

    def test_does_not_slip_under_what_was_played_since(self, ask, olaf, marta, elsewhere):
        match = ask(played_on=DAY - timedelta(2))
        play_on(elsewhere(), marta)
        with pytest.raises(Refused) as refused:
            agree_to_match(actor=olaf, match=match, now=NOW)
        assert codes(refused) == {"out_of_order"}

    @pytest.mark.parametrize("door", ["ask", "tell"])
    def test_is_withdrawn_by_the_inviter(self, ask, tell, ines, *, door):
        match = ask() if door == "ask" else tell()
        assert call_off(actor=ines, match=match, reason="", now=NOW).state == "called-off"

    def test_lapses(self, ask, run_jobs, olaf):
        match = ask()
        soon, late = NOW + timedelta(hours=167), NOW + timedelta(hours=169)
        look(soon)
        assert not Job.objects.filter(kind="matches.lapse").exists()
        with pytest.raises(Conflict) as conflict:
            agree_to_match(actor=olaf, match=match, now=late)
        assert "lapsed" in conflict.value.sentences[0]
        League.objects.update(closed_at=late)
        look(late)
        assert not lapse(match, now=late)
        League.objects.update(closed_at=None)
        look(late)
        match.refresh_from_db()
        assert match.state == Match.State.CALLED_OFF
        look(late + timedelta(hours=1))
        assert Job.objects.filter(kind="matches.lapse").count() == 1

    def test_is_not_repeated_without_end(self, league, marta, ask, tell, *, ines, olaf):
        rules(league, marta, unscheduled__invitations=2)
        call_off(actor=olaf, match=ask(), reason="", now=NOW)
        call_off(actor=ines, match=tell(), reason="", now=NOW)
        for door in (ask, tell):
            with pytest.raises(Refused) as refused:
                door()
            assert codes(refused) == {"asked_too_often"}
        assert "2 times" in refused.value.sentences[0]
        theirs = begin_match(
            actor=olaf,
            league=league,
            home=Team.objects.get(name="Underquay Scurriers"),
            away=Team.objects.get(name="Greywater Rovers"),
            played_on=DAY,
            now=NOW,
        )
        agree_to_match(actor=ines, match=theirs, now=NOW)
        call_off(actor=olaf, match=theirs, reason="", now=NOW)
        assert ask()

    def test_of_whoever_runs_the_league_needs_no_answer(self, league, marta, ask, olaf):
        rules(league, marta, unscheduled__invitations=1)
        call_off(actor=olaf, match=ask(), reason="", now=NOW)
        assert ask(marta).runs.exists()


class TestAnInventedReport:
    def test_never_confirms_itself(self, tell, ines, olaf, run_jobs, *, rovers):
        match = tell()
        assert match.confirms_at is None
        run_jobs()
        assert [each.to for each in mail.outbox] == [[olaf.email]]
        later = NOW + timedelta(days=99)
        assert (owe_reminders(now=later), owe_confirmations(now=later)) == (0, 0)
        assert not confirm_unanswered(match=match, now=later)
        with pytest.raises(Forbidden):
            confirm_report(actor=ines, match=match, now=NOW)
        assert present(rovers).treasury == 50_000

    def test_is_called_off_by_whoever_never_agreed(self, tell, olaf):
        match = tell()
        assert call_off(actor=olaf, match=match, reason="", now=NOW).state == "called-off"
        assert tell().state == Match.State.REPORTED

    @pytest.mark.parametrize("scheduled", [True, False])
    def test_of_somebody_who_runs_the_league_waits_too(self, tell, ines, olaf, *, scheduled):
        Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
        match = tell(occasion=Occasion(is_scheduled=scheduled))
        assert (match.state, match.awaits) == (Match.State.REPORTED, "away")
        assert bool(match.confirms_at) == scheduled
        with pytest.raises(Forbidden):
            confirm_report(actor=ines, match=match, now=NOW)
        assert confirm_report(actor=olaf, match=match, now=NOW).confirmed_at

    @pytest.mark.parametrize("alone", [True, False])
    def test_against_a_team_that_lost_its_coach(self, tell, ines, scurriers, marta, *, alone):
        Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
        long_ago = NOW - timedelta(days=9)
        gone = Tenure.objects.filter(team=scurriers)
        gone.update(since=long_ago, until=long_ago, ended_at=long_ago)
        if alone:
            Membership.objects.filter(user=marta).update(role=Role.COACH)
        match = tell(occasion=Occasion(is_scheduled=True))
        expected = ("post-match", "", True) if alone else ("reported", "league", False)
        assert (match.state, match.awaits, match.confirmed_alone) == expected

    def test_of_others_holds_at_once_by_whoever_runs_the_league(self, tell, marta):
        assert tell(marta, occasion=Occasion(is_scheduled=True)).confirmed_at


class TestATypedReport:
    def test_that_is_withdrawn_keeps_what_was_typed(self, tell, ines, client):
        """Score, FAME and how it ended are where it is entered anew."""
        conceded = MatchEnding("conceded", "away", could_field=3)
        match = tell(occasion=Occasion(is_scheduled=True), ending=conceded)
        told = match.reports.get().data
        client.force_login(ines)
        address = f"/matches/{match.uuid}/"
        assert "Withdraw the report" in client.get(address).content.decode()
        assert client.post(f"{address}withdraw/").status_code == 302
        page = client.get(address)
        shown = page.content.decode()
        assert "The report was withdrawn. What it told is still here" in shown
        assert "Report 5–0" in shown
        ending = page.context["ending"]
        assert (ending["ending"].value(), ending["could_field"].value()) == ("conceded", 3)
        (forgotten,) = (
            row
            for row in client.get(f"{address}totals/").context["form"].rows["home"]
            if not row.number
        )
        assert forgotten.cells[0].value == "5"
        again = submit_report(actor=ines, match=match, ending=conceded, now=NOW)
        assert again.reports.order_by("-version").first().data == told


class TestBothSidesOneCoachs:
    @pytest.fixture
    def second(self, draft_team, ines):
        return draft_team("Greywater Reserves", actor=ines)

    @pytest.mark.parametrize("scheduled", [True, False])
    def test_somebody_else_confirms_it(self, tell, second, ines, marta, *, scheduled):
        match = tell(away=second, occasion=Occasion(is_scheduled=scheduled))
        assert (match.state, match.awaits, match.confirms_at) == ("reported", "league", None)
        with pytest.raises(Forbidden) as forbidden:
            confirm_report(actor=ines, match=match, now=NOW)
        assert "Somebody else" in forbidden.value.sentences[0]
        (waiting,) = waiting_for(marta, now=NOW)
        assert waiting.match == match
        confirmed = confirm_report(actor=marta, match=match, now=NOW)
        assert (confirmed.state, confirmed.confirmed_alone) == ("post-match", False)

    def test_nobody_else_can_where_one_is_alone(self, tell, draft_team, marta, client):
        Membership.objects.exclude(user=marta).update(until=NOW)
        pair = [draft_team(name, actor=marta) for name in ("Ants", "Bees")]
        match = tell(marta, *pair)
        assert (match.state, match.confirmed_alone) == ("post-match", True)
        assert "nobody else vouches" in client.get(f"/matches/{match.uuid}/").content.decode()

    def test_a_deputy_does(self, tell, draft_team, marta, make_user, join):
        join(make_user("Dora"), Role.DEPUTY)
        pair = [draft_team(name, actor=marta) for name in ("Ants", "Bees")]
        assert tell(marta, *pair).awaits == "league"


class TestSilence:
    @pytest.fixture
    def told(self, tell):
        return tell(occasion=Occasion(is_scheduled=True))

    def test_counts_after_it_was_said_twice(self, told, olaf, run_jobs):
        run_jobs()
        assert told.confirms_at == NOW + timedelta(hours=72)
        assert owe_reminders(now=NOW + timedelta(hours=47)) == 0
        soon = NOW + timedelta(hours=49)
        assert owe_reminders(now=soon) == 1
        assert remind_of_report(match=told, now=soon)
        assert not remind_of_report(match=told, now=soon)
        run_jobs()
        assert [each.to for each in mail.outbox] == [[olaf.email]] * 2
        assert "still waits" in mail.outbox[1].subject
        assert confirm_unanswered(match=told, now=NOW + timedelta(hours=73))

    def test_leaves_a_day_where_nobody_could_say_it_in_time(self, told):
        late = NOW + timedelta(days=9)
        assert owe_confirmations(now=late) == 0
        assert not confirm_unanswered(match=told, now=late)
        remind_of_report(match=told, now=late)
        assert not confirm_unanswered(match=told, now=late + timedelta(hours=23))
        assert confirm_unanswered(match=told, now=late + timedelta(hours=24))


def test_nobody_agrees_with_themselves_to_a_correction(draft_team, ines, marta, tell):
    match = tell(away=draft_team("Greywater Reserves", actor=ines))
    match = confirm_report(actor=marta, match=match, now=NOW)
    wish = {"score": {"home": 6, "away": 0}}
    seen = look_at_correction(actor=ines, match=match, **wish).seen
    values = {"seen": seen, "reason": "Six.", "now": NOW}
    proposal = propose_correction(actor=ines, match=match, **values, **wish)
    with pytest.raises(Forbidden):
        agree_to_correction(actor=ines, match=match, proposal=proposal.uuid, now=NOW)
