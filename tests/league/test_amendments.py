"""House rules amended: from a stated round on, for a stated reason, and what was played stays."""

import pytest
from django.db import transaction

from acts.failures import Conflict, Refused
from acts.models import Act
from league.commands.house_rules import change_house_rules
from league.models import Amendment, RulesPin, Season
from league.pins import bring_into_force, latest_pin, pin_for
from league.queries import current_season
from matches.commands.recording import record_result
from tests.conftest import NOW, play_freely
from tests.league.conftest import codes

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

WHY = "Voted on at the pub."


@pytest.fixture
def amend(league, marta):
    """Change the rules of a season on which a team rests: `amend({"plays": True}, 3)`."""

    def do(house, from_round=None, reason=WHY, **told):
        told = {"actor": marta, "league": league, "now": NOW} | told
        return change_house_rules(house=house, from_round=from_round, reason=reason, **told)

    return do


@pytest.fixture
def open_round(season):
    def do(number):
        with transaction.atomic():
            return bring_into_force(season, number)

    return do


class TestWhenOneIsNeeded:
    def test_not_before_a_team_is_there(self, league, marta, season, amend):
        pin = amend({"plays": True})
        season.refresh_from_db()
        assert (season.pin, Amendment.objects.count()) == (pin, 0)

    def test_as_soon_as_a_team_is_there(self, amend, team):
        with pytest.raises(Refused) as failure:
            amend({"plays": True}, reason=" ")
        assert codes(failure) == {"from_round": "round_missing", "reason": "reason_missing"}
        assert RulesPin.objects.count() == 1

    def test_in_any_season_that_runs(self, amend, league):
        Season.objects.update(state=Season.State.RUNNING)
        with pytest.raises(Refused) as failure:
            amend({"plays": True})
        assert codes(failure) == {"from_round": "round_missing"}

    def test_everything_wrong_is_said_at_once(self, amend, team):
        with pytest.raises(Refused) as failure:
            amend({"points.win": 100}, 0, "x" * 301)
        assert codes(failure) == {
            "points.win": "out-of-range",
            "from_round": "round_out_of_range",
            "reason": "too_long",
        }

    def test_what_changes_nothing_needs_none(self, amend, team, season):
        assert amend({"points.win": 3}, None, "") == season.pin


class TestFromTheStart:
    def test_holds_at_once_and_is_on_record(self, amend, team, league, marta):
        before = current_season(league).pin
        pin = amend({"points.win": 2}, 1)
        season = current_season(league)
        assert season.pin == pin
        amendment = Amendment.objects.get()
        assert (amendment.before, amendment.pin, amendment.from_round) == (before, pin, 1)
        assert (amendment.reason, amendment.made_by) == (WHY, marta)
        act = Act.objects.get(name="league.change_house_rules")
        assert (act.payload["from_round"], act.reason) == (1, WHY)

    def test_what_was_played_keeps_its_pin(self, *, amend, draft_team, league, marta):
        home, away = draft_team("Rovers"), draft_team("Rangers")
        before = play_freely(league).pin
        match = record_result(
            actor=marta,
            league=league,
            home=home,
            away=away,
            score={"home": 1, "away": 0},
            crowd={"home": 0, "away": 0},
            played_on=NOW.date(),
            now=NOW,
        )
        amend({"points.win": 2}, 1)
        match.refresh_from_db()
        assert match.pin == before
        assert home.events.first().pin.house == {}


class TestFromALaterRound:
    def test_waits_for_its_round(self, amend, team, league, season, open_round):
        first = season.pin
        pin = amend({"points.win": 2}, 3)
        assert current_season(league).pin == first
        season = current_season(league)
        assert [pin_for(season, number).house for number in (1, 2, 3, 4)] == [
            {},
            {},
            {"points.win": 2},
            {"points.win": 2},
        ]
        open_round(1)
        open_round(2)
        assert current_season(league).pin == first
        assert open_round(3).pin == pin
        assert current_season(league).pin == pin
        # A fixture of an earlier round that was put off is still under the old rules.
        assert pin_for(current_season(league), 2) == first

    def test_a_round_opened_late_or_twice_brings_nothing_back(
        self, amend, team, league, open_round
    ):
        pin = amend({"points.win": 2}, 3)
        open_round(3)
        for number in (3, 2, 1):
            assert open_round(number).pin == pin
        assert current_season(league).latest_round == 3

    def test_a_second_one_is_about_the_first(self, amend, team, league, season, open_round):
        amend({"points.win": 2}, 3)
        latest = amend({"points.win": 2, "plays": True}, 5)
        assert latest_pin(current_season(league)) == latest
        assert [pin_for(season, number).house for number in (2, 4, 5)] == [
            {},
            {"points.win": 2},
            {"points.win": 2, "plays": True},
        ]

    def test_is_taken_back_by_another_from_the_same_round(self, amend, team, season, open_round):
        amend({"points.win": 2}, 3)
        amend({}, 3, "We think otherwise.")
        assert pin_for(season, 3).house == {}
        assert open_round(3).pin.house == {}
        assert Amendment.objects.count() == 2

    def test_is_not_from_a_round_before_what_is_decided(self, amend, team):
        amend({"points.win": 2}, 5)
        with pytest.raises(Refused, match="From round 5 on") as failure:
            amend({"points.win": 4}, 4)
        assert codes(failure) == {"from_round": "round_out_of_range"}

    def test_is_not_from_a_round_that_is_past(self, amend, team, league, open_round):
        open_round(4)
        with pytest.raises(Refused, match="From round 4 on"):
            amend({"points.win": 2}, 3)
        # The round under way may still change for what is yet to be played in it.
        pin = amend({"points.win": 2}, 4)
        assert current_season(league).pin == pin

    def test_two_hands_are_told(self, amend, team, season):
        seen = season.pin.uuid
        amend({"points.win": 2}, 3, pin=seen)
        with pytest.raises(Conflict):
            amend({"points.win": 4}, 3, pin=seen)


class TestThePages:
    @pytest.fixture
    def page(self, league):
        return f"/leagues/{league.uuid}/rules/"

    def test_the_form_asks_for_round_and_reason(self, browser, page, marta, team, league):
        client = browser(marta)
        shown = client.get(f"{page}edit/")
        form = shown.context["form"]
        assert "Put the amendment on record" in shown.content.decode()
        assert form["from_round"].value() == 1
        sent = as_sent(form) | {"points.win": "2", "from_round": "", "reason": ""}
        answer = client.post(f"{page}edit/", sent)
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"from_round", "reason"}
        sent |= {"from_round": "2", "reason": WHY}
        assert client.post(f"{page}edit/", sent)["Location"] == page
        assert Amendment.objects.get().from_round == 2
        # The form goes on from the last word, not from what holds now.
        assert client.get(f"{page}edit/").context["form"]["points.win"].value() == 2

    def test_without_a_team_it_asks_for_neither(self, browser, page, marta, league):
        form = browser(marta).get(f"{page}edit/").context["form"]
        assert not {"from_round", "reason"} & set(form.fields)

    def test_everybody_reads_what_holds_what_will_and_what_held(
        self, *, browser, page, amend, team, open_round
    ):
        amend({"points.win": 2}, 1, "A quick start.")
        amend({"points.win": 4, "words": "No dice on the floor."}, 3)
        shown = browser().get(page).content.decode()
        for words in (
            "Amended from round 1 on",
            "A quick start.",
            "holds now",
            "Amended from round 3 on",
            WHY,
            "to come",
            "No dice on the floor.",
        ):
            assert words in shown
        told = [
            [(change.before, change.after) for change in each.changes]
            for each in browser().get(page).context["amended"]
        ]
        assert told == [[("3", "2")], [("2", "4"), ("", "No dice on the floor.")]]
        open_round(3)
        shown = browser().get(page)
        assert "to come" not in shown.content.decode()
        assert [each.holds_now for each in shown.context["amended"]] == [False, True]


def as_sent(form):
    """What a browser would send back if nobody touched the form."""
    sent = {}
    for name in form.fields:
        match form[name].value():
            case dict() as places:
                sent |= {f"{name}.{option}": place for option, place in places.items()}
            case True:
                sent[name] = "on"
            case False | None:
                pass
            case value:
                sent[name] = value
    return sent
