"""Whoever runs the league and plays in the season replaces another team's coach with notice."""

from datetime import timedelta

import pytest
from django.db.models import Q

from competition.models import Fixture
from league.commands.leagues import close_league, reopen_league
from league.commands.members import add_coach_by_name
from matches.commands.reporting import confirm_report
from matches.models import Match
from teams.permissions import head_coach
from tests.conftest import NOW

DAY = timedelta(days=1)


@pytest.fixture
def guests(enter_team, plan, start, *, marta, ines, olaf, time_machine):
    """Olaf's team. Marta, who alone runs the league, plays in the season like him."""
    enter_team("House Eleven", actor=marta)
    enter_team("Greywater Rovers", actor=ines)
    team = enter_team("Underquay Scurriers", actor=olaf).team
    start(plan(plays_ahead=True))
    time_machine.move_to(NOW + DAY, tick=False)
    return team


@pytest.fixture
def alt(coach):
    return coach("Alt")


@pytest.fixture
def give(guests, api):
    """Ask for the team to be given to somebody."""

    def give(by, to, **about):
        values = {"coach": str(to.memberships.get().uuid), **about}
        return api(by).post(f"/api/v1/teams/{guests.uuid}/coaches/", values, format="json")

    return give


@pytest.fixture
def turn_down(guests, api):
    def turn_down(by, made):
        return api(by).delete(f"/api/v1/teams/{guests.uuid}/coaches/{made.json()['uuid']}/")

    return turn_down


def coached_by(team):
    return head_coach(team).coach.user


def test_the_coach_stays_three_days_and_is_told(
    give, guests, *, marta, olaf, alt, api, browser, mailoutbox, run_jobs, time_machine, league
):
    made = give(marta, alt, since=NOW.isoformat())
    assert (made.status_code, made.json()["has_notice"]) == (201, True)
    assert coached_by(guests) == olaf
    run_jobs()
    (mail,) = [each for each in mailoutbox if each.to == [olaf.email]]
    assert "you may turn it down" in mail.body
    (notice,) = api(olaf).get("/api/v1/me/to-do/").json()["notices"]
    assert notice["coach"] == "Alt"
    for page in ("/", f"/leagues/{league.uuid}/", f"/teams/{guests.uuid}/coaches/"):
        assert "urn it down" in browser(olaf).get(page).content.decode()
    for path in ("players", "retirement"):
        assert api(alt).post(f"/api/v1/teams/{guests.uuid}/{path}/").status_code in (403, 405)
    time_machine.move_to(NOW + 4 * DAY, tick=False)
    assert coached_by(guests) == alt
    assert not api(olaf).get("/api/v1/me/to-do/").json()["notices"]


def test_they_turn_it_down_and_have_a_week_of_peace(
    give, turn_down, guests, *, marta, olaf, alt, coach, time_machine, mailoutbox, run_jobs
):
    made = give(marta, alt)
    assert turn_down(alt, made).status_code == 403
    assert turn_down(olaf, made).status_code == 204
    run_jobs()
    (mail,) = [each for each in mailoutbox if "turned down" in each.body]
    assert (mail.to, "You may plan it again from" in mail.body) == ([marta.email], True)
    again = give(marta, alt)
    assert again.status_code == 422
    assert "turned that down" in again.content.decode()
    time_machine.move_to(NOW + 5 * DAY, tick=False)
    assert coached_by(guests) == olaf
    time_machine.move_to(NOW + 9 * DAY, tick=False)
    assert give(marta, alt).status_code == 201
    assert coached_by(guests) == olaf


def test_they_agree_and_it_is_done(give, guests, *, marta, olaf, alt, browser):
    give(marta, alt)
    place = alt.memberships.get()
    form = {"kind": "coach", "coach": str(place.uuid)}
    assert browser(olaf).post(f"/teams/{guests.uuid}/coaches/", form).status_code == 302
    assert coached_by(guests) == alt


def test_until_then_they_are_not_taken_away(give, guests, *, marta, olaf, alt, api, league):
    # Also where the two have no match to come.
    Fixture.objects.update(state=Fixture.State.CANCELLED)
    give(marta, alt)
    hers, place = api(marta), olaf.memberships.get()
    member = f"/api/v1/leagues/{league.uuid}/members/{place.uuid}/"
    assert hers.patch(member, {"role": "viewer"}, format="json").status_code == 422
    assert hers.delete(member).status_code == 422
    first = guests.tenures.get(coach=place)
    ended = hers.delete(f"/api/v1/teams/{guests.uuid}/coaches/{first.uuid}/")
    assert (ended.status_code, coached_by(guests)) == (422, olaf)


@pytest.mark.parametrize("kind", ["second", "stand-in"])
def test_nobody_is_put_beside_them(give, *, marta, olaf, alt, kind):
    about = {"kind": kind, "until": (NOW + 3 * DAY).isoformat()}
    refused = give(marta, alt, **about)
    assert (refused.status_code, "A commissioner can make" in refused.content.decode()) == (
        422,
        True,
    )
    assert give(olaf, alt, **about).status_code == 201


def test_at_once_by_whoever_does_not_play_or_where_nobody_is_replaced(
    give, guests, *, marta, olaf, alt, coach, api, league, time_machine
):
    assert give(coach("Dora", role="deputy"), alt).status_code == 201
    assert coached_by(guests) == alt
    place = alt.memberships.get()
    time_machine.move_to(NOW + 2 * DAY, tick=False)
    left = api(alt).delete(f"/api/v1/leagues/{league.uuid}/members/{place.uuid}/")
    assert left.status_code == 204
    assert give(marta, olaf).json()["has_notice"] is False
    assert coached_by(guests) == olaf


def test_then_they_coach_it_like_anybody(give, guests, *, marta, alt, api, league, time_machine):
    """The coach before had three days: nothing that the next one agrees to waits any longer."""
    give(marta, alt)
    time_machine.move_to(NOW + 5 * DAY, tick=False)
    fixture = Fixture.objects.filter(Q(home__team=guests) | Q(away__team=guests)).get(
        Q(home__team__name="House Eleven") | Q(away__team__name="House Eleven")
    )
    values = {
        "score": {"home": 2, "away": 1},
        "crowd": {"home": 0, "away": 0},
        "played_on": f"{NOW + 5 * DAY:%Y-%m-%d}",
    }
    match = api(marta).post(f"/api/v1/fixtures/{fixture.uuid}/match/", values, format="json")
    assert match.status_code == 201, match.content
    confirm_report(actor=alt, match=Match.objects.get(), now=NOW + 5 * DAY)
    assert Match.objects.get().confirmed_at


@pytest.mark.parametrize("who", ["somebody without an account", "oneself"])
def test_only_another_with_an_account_follows(give, guests, *, marta, league, api, who):
    """Also where no match is to come between the two."""
    Fixture.objects.update(state=Fixture.State.CANCELLED)
    place = marta.memberships.get()
    if who != "oneself":
        place = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
    values = {"coach": str(place.uuid)}
    refused = api(marta).post(f"/api/v1/teams/{guests.uuid}/coaches/", values, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "plays_against_it")


def test_a_team_that_could_still_enter_plays_too(
    draft_team, enter_team, *, marta, olaf, alt, api, time_machine
):
    """Whoever runs the league does not replace coaches first and register after that."""
    draft_team("House Eleven", actor=marta)
    team = enter_team("Underquay Scurriers", actor=olaf).team
    time_machine.move_to(NOW + DAY, tick=False)
    values = {"coach": str(alt.memberships.get().uuid)}
    made = api(marta).post(f"/api/v1/teams/{team.uuid}/coaches/", values, format="json")
    assert made.json()["has_notice"] is True


def test_a_plan_of_somebody_who_came_to_play_since_is_turned_down(
    draft_team, enter_team, *, marta, olaf, alt, api, browser, time_machine
):
    """Whoever plans it first and founds a team after that gains nothing by it."""
    team = enter_team("Underquay Scurriers", actor=olaf).team
    time_machine.move_to(NOW + DAY, tick=False)
    at = f"/api/v1/teams/{team.uuid}/coaches/"
    values = {"coach": str(alt.memberships.get().uuid), "since": (NOW + 9 * DAY).isoformat()}
    made = api(marta).post(at, values, format="json").json()
    plan = f"{at}{made['uuid']}/"
    assert (made["has_notice"], api(olaf).delete(plan).status_code) == (False, 403)
    assert not api(olaf).get("/api/v1/me/to-do/").json()["notices"]
    draft_team("House Eleven", actor=marta)
    (notice,) = api(olaf).get("/api/v1/me/to-do/").json()["notices"]
    assert notice["coach"] == "Alt"
    assert "Turn it down" in browser(olaf).get(f"/teams/{team.uuid}/coaches/").content.decode()
    assert api(olaf).delete(plan).status_code == 204
    assert team.tenures.get().until is None
    again = api(marta).post(at, values, format="json")
    assert (again.status_code, again.json()["errors"][0]["code"]) == (422, "turned_down")


def test_a_team_that_lost_its_coach_is_something_to_do(guests, *, marta, olaf, ines, api, league):
    at = f"/api/v1/leagues/{league.uuid}/to-do/"
    place = olaf.memberships.get()
    api(olaf).delete(f"/api/v1/leagues/{league.uuid}/members/{place.uuid}/")
    for who, values in ((marta, True), (ines, False)):
        answer = api(who).get(at).content.decode()
        assert (
            "Underquay Scurriers plays in the season and has lost its coach" in answer
        ) is values
    (todo,) = [each for each in api(marta).get(at).json() if each["what"] == "find-coach"]
    assert todo["address"].endswith(f"/teams/{guests.uuid}/coaches/")
    values = {"coach": str(ines.memberships.get().uuid)}
    assert api(marta).post(todo["address"], values, format="json").status_code == 201
    assert "find-coach" not in api(marta).get(at).content.decode()


def test_closing_the_league_does_not_eat_the_notice(
    give, turn_down, guests, *, marta, olaf, alt, api, league, time_machine
):
    made = give(marta, alt)
    time_machine.move_to(NOW + 2 * DAY, tick=False)
    closed = api(marta).post(f"/api/v1/leagues/{league.uuid}/close/")
    assert closed.status_code == 200
    time_machine.move_to(NOW + 30 * DAY, tick=False)
    assert api(marta).post(f"/api/v1/leagues/{league.uuid}/reopen/").status_code == 200
    assert coached_by(guests) == olaf
    time_machine.move_to(NOW + 32 * DAY, tick=False)
    assert coached_by(guests) == olaf
    assert turn_down(olaf, made).status_code == 204
    assert guests.tenures.get(coach=olaf.memberships.get()).until is None


def test_after_a_closed_time_they_come_three_days_later(
    give, guests, *, marta, alt, league, time_machine
):
    give(marta, alt)
    close_league(actor=marta, league=league, now=NOW + 2 * DAY)
    time_machine.move_to(NOW + 30 * DAY, tick=False)
    reopen_league(actor=marta, league=league, now=NOW + 30 * DAY)
    time_machine.move_to(NOW + 33 * DAY, tick=False)
    assert coached_by(guests) == alt
    # What had come true before is left as it is.
    close_league(actor=marta, league=league, now=NOW + 34 * DAY)
    reopen_league(actor=marta, league=league, now=NOW + 35 * DAY)
    assert coached_by(guests) == alt
