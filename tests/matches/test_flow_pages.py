"""The way of a match on its pages, from the first die to the last step."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.commands.house_rules import change_house_rules
from league.commands.members import add_coach_by_name
from matches.commands.answering import answer_step
from matches.commands.reporting import confirm_report, submit_report
from matches.commands.tapping import enter_taps
from matches.models import Answer, Match, Witness
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY, present
from tests.matches.playing import agreed, begin_and_agree, keys, open_runs, play_on, tap


@pytest.fixture
def browser(client):
    """A browser in which somebody is signed in: `browser(ines)`."""

    def signed_in(person):
        client.force_login(person)
        return client

    return signed_in


@pytest.fixture
def begun(league, rovers, scurriers, ines):
    return begin_and_agree(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )


@pytest.fixture
def on_the_pitch(begun, marta):
    return play_on(begun, marta)


@pytest.fixture
def reported(on_the_pitch, ines):
    return submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)


@pytest.fixture
def afterwards(on_the_pitch, marta):
    return submit_report(actor=marta, match=on_the_pitch, ending=MatchEnding(), now=NOW)


def words(page):
    text = re.sub(r"<(script|style|template).*?</\1>", " ", page.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split()).replace("&amp;", "&")


def place(match, rest=""):
    return f"/matches/{match.uuid}/{rest}"


def step(match, side="joint", name="conditions"):
    return place(match, f"steps/{side}/{name}/")


def state(match):
    return Match.objects.get(pk=match.pk).state


def forms_in(page):
    return set(re.findall(r'action="(/matches/[^"]+)"', page.content.decode()))


class TestBeginning:
    def sent(self, rovers, scurriers, **other):
        values = {
            "home": rovers.uuid, "away": scurriers.uuid, "played_on": "2026-03-07",
            "do": "begin", "form_key": "k",
        }  # fmt: skip
        return values | other

    def test_leads_into_the_pre_match(self, browser, ines, league, rovers, scurriers):
        page = browser(ines)
        new = f"/leagues/{league.uuid}/matches/new/"
        assert "Begin the match" in words(page.get(new))
        shown = page.post(new, self.sent(rovers, scurriers, is_friendly="on"), follow=True)
        match = Match.objects.get()
        assert (match.state, match.is_friendly) == ("pre-match", True)
        assert "waits for Olaf to agree" in words(shown)
        assert step(match) not in forms_in(shown)
        agreed(match)
        shown = page.get(place(match))
        assert "both together" in words(shown)
        assert step(match) in forms_in(shown)

    def test_of_a_day_to_come_is_refused(self, browser, ines, league, rovers, scurriers):
        new = f"/leagues/{league.uuid}/matches/new/"
        page = browser(ines).post(new, self.sent(rovers, scurriers, played_on="2999-01-01"))
        assert page.status_code == 422
        assert "This day is yet to come." in words(page)
        assert not Match.objects.exists()


class TestThePage:
    @pytest.mark.parametrize("stage", ["begun", "on_the_pitch", "reported", "afterwards"])
    def test_takes_at_most_fourteen_statements(self, request, browser, marta, stage):
        match, page = request.getfixturevalue(stage), browser(marta)
        page.get(place(match))
        with CaptureQueriesContext(connection) as asked:
            assert page.get(place(match)).status_code == 200
        assert len(asked) <= 14

    def test_shows_a_joint_step_once(self, browser, begun, ines):
        page = browser(ines).get(place(begun)).content.decode()
        assert page.count(f'action="{step(begun)}"') == 1

    def test_shows_viewers_no_form(self, client, on_the_pitch):
        page = client.get(place(on_the_pitch))
        assert page.status_code == 200
        assert forms_in(page) == set()


class TestPreMatch:
    def test_is_rolled_through_by_the_server(self, browser, begun, ines, olaf):
        page = browser(ines)
        sent = page.post(step(begun), {"revision": 0, "roll": "all"}, follow=True)
        assert sent.status_code == 200
        assert Answer.objects.get(key="weather").source == "server"
        page.post(step(begun, name="inducement-gold"), {"revision": 0, "roll": "all"})
        assert Answer.objects.filter(key__startswith="inducement-order/1/").count() == 2
        shown = [browser(each).get(place(begun)).content.decode() for each in (ines, olaf)]
        assert sorted('value="home"' in each for each in shown) == [False, True]

    def test_buys_nothing_with_one_tap(self, browser, begun, marta, ines, olaf):
        play_on(begun, marta, until="inducements")
        (run,) = [run for run in open_runs(begun) if run.step == "inducements"][:1]
        buyer = {"home": ines, "away": olaf}[run.side]
        shown = words(browser(buyer).get(place(begun)))
        assert "Star players" in shown
        assert "Mercenaries" in shown
        assert "Famous staff" in shown
        # What cannot be had is folded, each reason once.
        assert re.search(r"Not on offer \(\d\d\)", shown)
        assert shown.count("The house rule “Wizard” is off") == 1
        sent = {"revision": 0, "nothing": "inducements"}
        browser(buyer).post(step(begun, run.side, "inducements"), sent)
        assert Answer.objects.get(key="inducements").value == {}

    def test_purchases_are_the_own_coachs(self, browser, begun, marta, ines, olaf):
        play_on(begun, marta, until="inducements")
        (run,) = [run for run in open_runs(begun) if run.step == "inducements"][:1]
        stranger = {"home": olaf, "away": ines}[run.side]
        sent = {"revision": 0, "answer.inducements.shown": 1, "answer.inducements.bribe": 1}
        page = browser(stranger).post(step(begun, run.side, "inducements"), sent)
        assert page.status_code == 403
        assert not Answer.objects.filter(key="inducements").exists()

    def test_takes_no_die_of_seven(self, browser, begun, ines):
        sent = {"revision": 0, "answer.weather.0": 7, "answer.weather.1": 1}
        page = browser(ines).post(step(begun), sent)
        assert page.status_code == 422
        assert not Answer.objects.exists()

    def test_of_a_stale_tab_is_told(self, browser, begun, ines, marta):
        play_on(begun, marta, until="inducements")
        page = browser(ines).post(step(begun), {"revision": 0, "roll": "all"}, follow=True)
        assert "This step is finished already." in words(page)

    def test_is_called_off_by_a_coach(self, browser, begun, ines, rovers):
        shown = browser(ines).post(place(begun, "call-off/"), {"reason": ""}, follow=True)
        assert "This match was called off." in words(shown)
        assert state(begun) == "called-off"
        present(rovers)


class TestOnThePitch:
    def test_offers_what_is_to_do(self, browser, on_the_pitch, ines):
        page = browser(ines).get(place(on_the_pitch))
        assert "The match is on" in words(page)
        assert place(on_the_pitch, "report/") in forms_in(page)
        assert place(on_the_pitch, "interrupt/") in forms_in(page)
        assert "Report 0–0" in words(page)

    def test_is_broken_off_and_goes_on_another_day(self, browser, on_the_pitch, ines):
        page = browser(ines)
        assert "broken off" in words(page.post(place(on_the_pitch, "interrupt/"), follow=True))
        early = page.post(place(on_the_pitch, "resume/"), {"played_on": "2026-03-06"})
        assert early.status_code == 422
        page.post(place(on_the_pitch, "resume/"), {"played_on": "2026-03-07"})
        assert state(on_the_pitch) == "playing"
        again = page.post(place(on_the_pitch, "resume/"), {"played_on": "2026-03-07"}, follow=True)
        assert "This match is being played." in words(again)

    def test_is_not_for_strangers(self, browser, on_the_pitch, make_user, join):
        eve = make_user("Eve")
        join(eve)
        for rest in ("interrupt/", "totals/"):
            assert browser(eve).post(place(on_the_pitch, rest)).status_code == 403

    @pytest.mark.parametrize(
        "sent",
        [
            {"ending": "flood"},
            {"ending": "conceded"},
            {"ending": "conceded", "conceded_by": "home", "could_field": 12},
            {"ending": "overtime", "winner": "home"},
            {"ending": "penalties", "shots_home": "4 x", "shots_away": "2 1"},
            {"ending": "penalties", "shots_home": "4 4", "shots_away": "2"},
            {},
        ],
    )
    def test_takes_no_ending_that_cannot_be(self, browser, on_the_pitch, ines, sent):
        page = browser(ines).post(place(on_the_pitch, "report/"), sent)
        assert page.status_code == 422
        assert state(on_the_pitch) == "playing"

    def test_ends_with_a_concession(self, browser, on_the_pitch, ines):
        on_show = place(on_the_pitch, "live/")
        sent = {"ending": "conceded", "conceded_by": "away", "could_field": 2}
        shown = browser(ines).post(place(on_the_pitch, "report/"), sent, follow=True)
        assert "Underquay Scurriers conceded." in words(shown)
        assert "Underquay Scurriers conceded." in words(browser(ines).get(on_show))
        assert on_the_pitch.reports.get().data["could_field"] == 2


class TestReport:
    def test_waits_for_the_other_coach(self, browser, on_the_pitch, ines, olaf):
        Match.objects.update(is_scheduled=True)
        reported = submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        own = browser(ines).get(place(reported))
        assert place(reported, "confirm/") not in forms_in(own)
        assert place(reported, "withdraw/") in forms_in(own)
        assert "it confirms itself on" in words(own)
        other = browser(olaf).get(place(reported))
        assert {place(reported, "confirm/"), place(reported, "dispute/")} <= forms_in(other)
        browser(olaf).post(place(reported, "confirm/"))
        assert state(reported) == "post-match"

    def test_tells_what_became_of_casualties(self, browser, on_the_pitch, ines, olaf):
        victim = keys(on_the_pitch, "away")[0]
        hurt = tap("casualty", "away", player=victim, how="block", answers={"": 53})
        enter_taps(actor=ines, match=on_the_pitch, taps=[hurt], now=NOW)
        submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
        assert "53: Smashed Hip" in words(browser(olaf).get(place(on_the_pitch)))

    def test_is_disputed_with_a_reason_and_settled(self, browser, reported, olaf, marta):
        page = browser(olaf).post(place(reported, "dispute/"), {"reason": " "})
        assert page.status_code == 422
        assert "Say why" in words(page)
        browser(olaf).post(place(reported, "dispute/"), {"reason": "It was <b>2-2</b>."})
        his = words(browser(olaf).get(place(reported)))
        assert "Confirm it after all, or wait" in his
        assert "or withdraw it: then it is entered anew" not in his
        shown = browser(marta).get(place(reported))
        assert "or withdraw it: then it is entered anew" in words(shown)
        assert "It was &lt;b&gt;2-2&lt;/b&gt;." in shown.content.decode()
        browser(marta).post(place(reported, "confirm/"))
        assert state(reported) == "post-match"

    def test_is_withdrawn(self, browser, reported, ines):
        browser(ines).post(place(reported, "withdraw/"))
        assert state(reported) == "playing"

    def test_that_was_sent_again_is_no_correction(self, browser, reported, ines, olaf):
        page = browser(ines)
        page.post(place(reported, "withdraw/"))
        page.post(place(reported, "report/"), {"ending": "played"})
        browser(olaf).post(place(reported, "confirm/"))
        assert reported.reports.count() == 2
        assert "corrected" not in words(page.get(place(reported)))

    def test_of_a_match_that_is_over_is_told(self, browser, afterwards, ines):
        sent = {"ending": "played"}
        page = browser(ines).post(place(afterwards, "report/"), sent, follow=True)
        assert "This match has been played. What follows it is under way." in words(page)
        assert afterwards.reports.count() == 1


class TestOnePhone:
    def test_is_lent_by_the_coach(self, browser, begun, ines, olaf, marta):
        browser(olaf).post(place(begun, "lend/away/"))
        play_on(begun, marta, until="inducements")
        play_on(begun, ines, until="match-events")
        assert state(begun) == "playing"
        shown = words(browser(olaf).get(place(begun)))
        assert "Olaf let the other coach enter for Underquay Scurriers" in shown
        browser(olaf).post(place(begun, "take-back/away/"))
        assert not begun.sides.get(side="away").in_other_hands

    def test_takes_the_others_password(self, browser, begun, ines):
        page = browser(ines).post(place(begun, "lend/away/"), {"password": "a guess"})
        assert page.status_code == 422
        assert not begun.sides.get(side="away").in_other_hands
        browser(ines).post(place(begun, "lend/away/"), {"password": "a fine password"})
        assert begun.sides.get(side="away").in_other_hands

    def test_is_no_way_of_guessing_passwords(self, browser, begun, ines):
        found = [
            browser(ines).post(place(begun, "lend/away/"), {"password": f"guess {n}"}).status_code
            for n in range(30)
        ]
        assert found[0] == 422
        assert found[-1] == 429
        page = browser(ines).post(place(begun, "lend/away/"), {"password": "a fine password"})
        assert page.status_code == 429
        assert not begun.sides.get(side="away").in_other_hands

    def test_needs_no_lending_where_the_coach_has_no_account(
        self, browser, begun, league, scurriers, *, ines, marta
    ):
        tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        scurriers.tenures.update(coach=tom)
        assert "Scurriers has an account" in words(browser(ines).get(place(begun)))
        play_on(begun, marta, until="inducements")
        play_on(begun, ines)
        assert state(begun) == "playing"

    def test_buys_nothing_for_both_with_one_tap(self, browser, begun, *, ines, olaf, marta):
        play_on(begun, marta, until="inducements")
        (run,) = open_runs(begun)
        assert run.side == "home"
        address = place(begun, "steps/home/inducements/")
        sent = {"revision": run.revision, "nothing-for-both": "inducements"}
        assert "Nothing for both" not in words(browser(ines).get(place(begun)))
        assert browser(ines).post(address, sent).status_code == 403
        assert [each.side for each in open_runs(begun)] == ["home"]
        browser(olaf).post(place(begun, "lend/away/"))
        assert "Nothing for both" in words(browser(ines).get(place(begun)))
        assert browser(ines).post(address, sent).status_code == 302
        assert "inducements" not in [each.step for each in open_runs(begun)]

    def test_is_not_lent_by_the_other_coach(self, browser, begun, ines, make_user, join):
        assert browser(ines).post(place(begun, "lend/away/")).status_code == 403
        eve = make_user("Eve")
        join(eve)
        sent = {"password": "a fine password"}
        assert browser(eve).post(place(begun, "lend/away/"), sent).status_code == 403
        assert browser(ines).post(place(begun, "lend/joint/")).status_code == 404


@pytest.fixture
def begun_by(league, marta, draft_team, ines, olaf):
    """A match by house rules of its own: `begun_by(plays=True)`."""

    def begin(house):
        change_house_rules(
            actor=marta, league=league, house=house, from_round=None, reason="", now=NOW
        )
        home = draft_team("Greywater Rovers", actor=ines)
        away = draft_team("Underquay Scurriers", actor=olaf)
        return begin_and_agree(
            actor=ines, league=league, home=home, away=away, played_on=DAY, now=NOW
        )

    return begin


class TestWitnesses:
    def test_mark_typed_dice_until_the_other_coach_saw_them(self, browser, begun_by, ines, olaf):
        match = begun_by({"dice.pre-match": "witnessed"})
        sent = {"revision": 0, "answer.weather.0": 3, "answer.weather.1": 4}
        own = browser(ines).post(step(match), sent, follow=True)
        assert "1 roll not witnessed" in words(own)
        saw = place(match, "witness/joint/conditions/")
        assert saw not in forms_in(own)
        assert browser(ines).post(saw, follow=True).status_code == 200
        assert not Witness.objects.exists()
        other = browser(olaf).get(place(match))
        assert saw in forms_in(other)
        opened = b'<details class="more" open>'
        assert opened in other.content
        assert opened not in own.content
        shown = browser(olaf).post(saw, follow=True)
        assert "not witnessed" not in words(shown)
        assert opened not in shown.content
        assert Witness.objects.get().by == olaf


class TestClosingTime:
    def test_lets_a_coach_buy_nothing_any_more(self, browser, begun_by, ines, marta):
        match = play_on(begun_by({"post-match.days": 3}), marta)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        play_on(match, marta, until="hire-and-fire")
        shown = browser(ines).get(place(match))
        assert "Hire & Fire closed after 10 March 2026" in words(shown)
        hire = step(match, "home", "hire-and-fire")
        shop = "answer.hire-and-fire"
        sent = {"revision": 0, f"{shop}.shown": 1, f"{shop}.hire/lineman": 1}
        page = browser(ines).post(hire, sent)
        assert page.status_code == 422
        assert "closed after" in words(page)
        assert browser(marta).post(hire, sent).status_code == 302
        assert Answer.objects.get(key="hire-and-fire").value == {"hire/lineman": 1}


def test_a_step_is_rolled_on_until_something_else_is_asked(begun, ines):
    answer_step(
        actor=ines, match=begun, side=None, step="conditions", revision=0, answers=[],
        now=NOW + timedelta(minutes=1), roll_on=True,
    )  # fmt: skip
    assert [run.step for run in open_runs(begun)] == ["inducement-gold"]


def test_the_most_valuable_player_is_named_by_shirt_number_and_name(client, report, rovers, olaf):
    match = confirm_report(actor=olaf, match=report(), now=NOW)
    client.force_login(olaf)
    shown = client.get(place(match)).content.decode()
    assert "Name 3 players: a die makes one of them most valuable player" in shown
    worn = match.sides.get(side="away").arrived["team"]["players"].values()
    for player in worn:
        assert f"{player['number']} {player['name']}" in shown


def test_whoever_joins_is_called_by_name(client, league, *, rovers, scurriers, marta):
    begun = begin_and_agree(
        actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    match = play_on(begun, marta)
    hurt = {"player": keys(match, "home")[0], "how": "foul", "answers": {"": 57}}
    enter_taps(actor=marta, match=match, taps=[tap("casualty", "home", **hurt)], now=NOW)
    submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    play_on(match, marta)
    came = rovers.contracts.get(key__contains="/journeyman/").player
    client.force_login(marta)
    shown = client.get(f"/matches/{match.uuid}/").content.decode()
    assert came.name in shown
    assert "/journeyman/" not in shown


def test_a_casualty_is_asked_about_by_the_name_of_its_own_side(client, on_the_pitch, marta):
    """Players of both teams go by the same keys, and the other coach throws the dice."""
    home, away = (keys(on_the_pitch, side)[0] for side in ("home", "away"))
    assert home == away
    hurt = tap("casualty", "home", player=home, by=away, how="block")
    enter_taps(actor=marta, match=on_the_pitch, taps=[hurt], now=NOW)
    match = submit_report(actor=marta, match=on_the_pitch, ending=MatchEnding(), now=NOW)
    victim = match.sides.get(side="home").kick_off["people"][0]["name"]
    client.force_login(marta)
    assert f"Casualty, Greywater Rovers, {victim}: roll D68" in words(client.get(place(match)))


def test_a_page_that_has_the_match_as_it_stands_is_told_so(client, begun, ines):
    client.force_login(ines)
    version = client.get(place(begun)).context["version"]
    assert client.get(place(begun), headers={"If-None-Match": version}).status_code == 304
    answer_step(
        actor=ines, match=begun, side=None, step="conditions", revision=0, answers=[],
        now=NOW, roll_on=True,
    )  # fmt: skip
    assert client.get(place(begun), headers={"If-None-Match": version}).status_code == 200


@pytest.mark.pure
@pytest.mark.parametrize("state", Match.State)
def test_every_state_is_a_sentence_of_its_own(state):
    said = Match(state=state).as_it_stands
    assert said.endswith(".")
    assert [each for each in Match.State if Match(state=each).as_it_stands == said] == [state]
