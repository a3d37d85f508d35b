"""The pages of matches: recorded, answered and corrected without script, and by htmx."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import League, Role
from matches.commands.recording import record_result
from matches.models import Match
from tests.conftest import NOW
from tests.matches.conftest import DAY, answer, fortunes, present, run_of
from tests.matches.playing import begin_and_agree, play_on
from tests.teams.test_ledger import gold, put


@pytest.fixture
def browser(client):
    """A browser in which somebody is signed in: `browser(ines)`."""

    def signed_in(person):
        client.force_login(person)
        return client

    return signed_in


def words(response):
    """What the page says, without its markup."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", unescape(text))


def step(match, side="home"):
    return f"/matches/{match.uuid}/steps/{side}/fortune/"


class TestRecording:
    def form(self, rovers, scurriers, **other):
        values = {
            "home": rovers.uuid, "away": scurriers.uuid, "played_on": "2026-03-07",
            "score_home": 2, "score_away": 1, "crowd_home": 1, "crowd_away": 0,
            "form_key": "k",
        }  # fmt: skip
        return values | other

    def test_leads_to_the_match(self, browser, ines, league, rovers, scurriers):
        page = browser(ines)
        new = f"/leagues/{league.uuid}/matches/new/"
        assert "Greywater Rovers" in words(page.get(new))
        sent = page.post(new, self.form(rovers, scurriers))
        assert sent.status_code == 302
        assert sent["Location"] == f"/matches/{Match.objects.get().uuid}/"

    def test_opens_in_a_zone_that_nobody_knows_any_more(self, browser, ines, league, rovers):
        League.objects.update(time_zone="Atlantic/Atlantis")
        assert browser(ines).get(f"/leagues/{league.uuid}/matches/new/").status_code == 200

    def test_sent_twice_happens_once(self, browser, ines, league, rovers, scurriers):
        page, new = browser(ines), f"/leagues/{league.uuid}/matches/new/"
        first, second = (page.post(new, self.form(rovers, scurriers)) for _ in range(2))
        assert first["Location"] == second["Location"]
        assert Match.objects.count() == 1

    def test_shows_every_reason_at_its_field(self, browser, ines, league, rovers, scurriers):
        tomorrow = (DAY + timedelta(days=4000)).isoformat()
        wrong = self.form(rovers, scurriers, away=rovers.uuid, played_on=tomorrow)
        page = browser(ines).post(f"/leagues/{league.uuid}/matches/new/", wrong)
        assert page.status_code == 422
        assert "A team does not play against itself." in words(page)
        assert "This day is yet to come." in words(page)
        assert not Match.objects.exists()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"score_home": 100},
            {"score_home": "<b>2</b>"},
            {"score_home": "1.5"},
            {"crowd_home": 10},
            {"home": "nobody"},
            {"home": "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"},
            {"played_on": "yesterday"},
            {"played_on": "\u202e2026-03-07"},
        ],
    )
    def test_takes_no_nonsense(self, browser, ines, league, rovers, *, scurriers, wrong):
        new = f"/leagues/{league.uuid}/matches/new/"
        page = browser(ines).post(new, self.form(rovers, scurriers, **wrong))
        assert page.status_code == 422
        assert "<b>2</b>" not in page.content.decode()
        assert not Match.objects.exists()

    def test_is_for_whoever_plays(self, browser, client, make_user, join, league, *, rovers):
        new = f"/leagues/{league.uuid}/matches/new/"
        assert client.get(new)["Location"].startswith("/sign-in/")
        assert browser(make_user("Eve")).get(new).status_code == 403
        vera = make_user("Vera")
        join(vera, Role.VIEWER)
        assert browser(vera).get(new).status_code == 403

    def test_says_so_where_two_teams_are_wanting(self, browser, marta, league):
        assert "Two teams make a match" in words(
            browser(marta).get(f"/leagues/{league.uuid}/matches/new/")
        )


class TestThePage:
    def test_is_the_story_for_a_visitor_and_the_bookkeeping_is_one_link_away(
        self, browser, client, finished, make_user
    ):
        steps = f"/matches/{finished.uuid}/steps/"
        for person in (None, make_user("Nell")):
            visitor = browser(person) if person else client
            story = visitor.get(f"/matches/{finished.uuid}/")
            assert "story" in story.context
            assert f'href="{steps}"' in story.content.decode()
            assert "The way of the match" not in story.content.decode()
            told = visitor.get(steps)
            assert "The way of the match" in told.content.decode()
            assert "Together +70,000" in words(told)
            assert f'href="/matches/{finished.uuid}/"' in told.content.decode()
            assert "story" in visitor.get(f"/matches/{finished.uuid}/live/").context

    def test_is_the_work_for_its_coaches_and_whoever_runs_the_league(
        self, browser, finished, ines, olaf, marta
    ):
        for person in (ines, olaf, marta):
            page = browser(person).get(f"/matches/{finished.uuid}/")
            assert "Together +70,000" in words(page)
            assert "story" not in page.context

    def test_of_a_match_that_has_not_kicked_off_tells_a_visitor_how_far_it_is(
        self, client, league, rovers, scurriers, *, ines
    ):
        match = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        page = client.get(f"/matches/{match.uuid}/")
        assert "The way of the match" in page.content.decode()

    def test_takes_a_visitor_at_most_twelve_statements(
        self, client, finished, django_assert_max_num_queries
    ):
        client.get(f"/matches/{finished.uuid}/")
        with django_assert_max_num_queries(12):
            page = client.get(f"/matches/{finished.uuid}/")
        with django_assert_max_num_queries(2):
            again = client.get(
                f"/matches/{finished.uuid}/", headers={"If-None-Match": page.context["version"]}
            )
        assert again.status_code == 304

    def test_shows_the_score_and_whose_turn_it_is_to_anybody(self, client, match):
        page = client.get(f"/matches/{match.uuid}/steps/")
        assert "Greywater Rovers 2, Underquay Scurriers 1" in words(page)
        assert "Ines has this to do." in words(page)
        assert "Olaf has this to do." in words(page)
        assert 'name="answer.winnings.0"' not in page.content.decode()
        assert "Correct this match" not in words(page)

    def test_asks_a_coach_for_his_own_dice_only(self, browser, match, ines):
        page = browser(ines).get(f"/matches/{match.uuid}/").content.decode()
        assert page.count("Roll for me") == 1
        assert step(match, "home") in page
        assert step(match, "away") not in page

    def test_offers_the_commissioner_everything(self, browser, match, marta):
        page = browser(marta).get(f"/matches/{match.uuid}/").content.decode()
        assert page.count("Roll for me") == 2
        assert "Correct this match" in page

    def test_tells_the_arithmetic_of_what_is_done(self, client, finished):
        said = words(client.get(f"/matches/{finished.uuid}/steps/"))
        assert "The D6 shows 5 +50,000 FAME 1 +10,000 The match was won +10,000" in said
        assert "Together +70,000" in said
        assert "Fan factor changes by 1" in said

    def test_of_a_private_league_is_for_its_members(self, browser, client, match, olaf):
        League.objects.update(is_public=False)
        for place in (f"/matches/{match.uuid}/", f"/leagues/{match.league.uuid}/matches/"):
            client.logout()
            assert client.get(place).status_code == 404
            assert browser(olaf).get(place).status_code == 200

    def test_of_no_match_is_a_404(self, client, db):
        assert client.get("/matches/7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/").status_code == 404

    def test_takes_at_most_fourteen_statements_however_long_the_teams_have_lived(
        self, browser, match, marta, season, *, rovers, play, ines, olaf
    ):
        page = browser(marta)
        assert self.statements(page, match) == 14
        answer(match, actor=ines, winnings=1, winnings__again="keep", fan_factor=[1, 1, 1])
        answer(match, "away", actor=olaf, winnings=1, fan_factor=[1, 1])
        play_on(match, marta)
        assert self.statements(page, match) == 11
        for _ in range(3):
            put(rovers, gold(10_000), season=season)
            later = play(1, 1, fame=(0, 0))
            answer(later, actor=ines, winnings=1, fan_factor=[1, 1])
            answer(later, "away", actor=olaf, winnings=1, fan_factor=[1, 1])
            play_on(later, marta)
        # One more for each team that has moved on since: what it had then.
        assert self.statements(page, match) == 13
        assert self.statements(page, play(1, 0)) == 14

    def statements(self, page, match):
        page.get(f"/matches/{match.uuid}/")
        with CaptureQueriesContext(connection) as asked:
            assert page.get(f"/matches/{match.uuid}/").status_code == 200
        return len(asked)

    def test_of_a_league_lists_its_matches(self, client, finished, play, django_assert_num_queries):
        play(0, 3, day=DAY)
        place = f"/leagues/{finished.league.uuid}/matches/"
        with django_assert_num_queries(5):
            said = words(client.get(place))
        assert said.count("Greywater Rovers – Underquay Scurriers") == 2
        assert "7 Mar 2026" in said


class TestAnswering:
    def test_goes_from_ask_to_ask_without_script(self, browser, match, ines, rovers):
        page = browser(ines)
        for given, next_ask in (
            ({"answer.winnings.0": 4}, "keep the die or roll again"),
            ({"answer.winnings.0": 4, "answer.winnings/again": "keep"}, "roll 3D6"),
        ):
            sent = {"revision": run_of(match).revision} | given
            assert next_ask in words(page.post(step(match), sent, follow=True))
        dice = {f"answer.fan-factor.{n}": face for n, face in enumerate((1, 2, 3))}
        page.post(step(match), {"revision": 2} | dice)
        assert run_of(match).finished_at is not None
        play_on(match, ines, sides=("home",))
        assert "Post-match is over" in words(page.get(f"/matches/{match.uuid}/"))
        assert present(rovers).treasury == 110_000

    def test_gives_htmx_the_part_alone(self, browser, match, ines):
        asking = {"HX-Request": "true", "HX-Target": "steps"}
        part = browser(ines).get(f"/matches/{match.uuid}/", headers=asking)
        assert part.content.decode().strip().startswith('<div id="steps"')
        sent = {"revision": 0, "answer.winnings.0": 7}
        refused = browser(ines).post(step(match), sent, headers=asking)
        assert refused.status_code == 422
        assert refused.content.decode().strip().startswith('<div id="steps"')

    def test_rolls_for_whoever_asks(self, browser, match, ines):
        page = browser(ines).post(step(match), {"revision": 0, "roll": "winnings"}, follow=True)
        assert "thrown by the server" in words(page)
        assert fortunes().get().source == "server"

    def test_shows_what_is_wrong_at_the_ask(self, browser, match, ines):
        page = browser(ines).post(step(match), {"revision": 0, "answer.winnings.0": 7})
        assert page.status_code == 422
        assert 'class="err"' in page.content.decode()
        assert not fortunes().exists()

    @pytest.mark.parametrize(
        "sent", [{}, {"answer.shoe": 4}, {"answer.winnings.0": ""}, {"roll": "<script>"}]
    )
    def test_of_nothing_says_so(self, browser, match, ines, sent):
        page = browser(ines).post(step(match), {"revision": 0} | sent)
        assert page.status_code == 422
        assert "<script>" not in page.content.decode().replace("<script src", "")
        assert 'role="alert"' in page.content.decode()

    @pytest.mark.parametrize("revision", ["0", "", "x", "-1", "9" * 30])
    def test_from_an_old_tab_is_told_and_changes_nothing(
        self, browser, match, ines, marta, revision
    ):
        answer(match, actor=marta, winnings=2)
        sent = {"revision": revision, "answer.winnings.0": 6}
        page = browser(ines).post(step(match), sent, follow=True)
        assert "Somebody has answered in the meantime." in words(page)
        assert fortunes().get().value == 2

    def test_from_an_old_tab_is_told_of_what_is_asked_no_more(self, browser, match, ines, marta):
        browser(marta).post(step(match), {"revision": 0, "roll": "winnings"})
        sent = {"revision": 0, "answer.winnings.0": 6}
        page = browser(ines).post(step(match), sent, follow=True)
        assert "Somebody has answered in the meantime." in words(page)
        assert fortunes().get().source == "server"

    def test_of_a_step_that_is_over_is_told(self, browser, finished, ines, rovers):
        sent = {"revision": 1, "answer.winnings.0": 6}
        page = browser(ines).post(step(finished), sent, follow=True)
        assert "This step is finished already." in words(page)
        assert present(rovers).treasury == 120_000

    def test_is_not_for_others(self, browser, client, match, olaf):
        sent = {"revision": 0, "answer.winnings.0": 6}
        assert client.post(step(match), sent)["Location"].startswith("/sign-in/")
        assert browser(olaf).post(step(match), sent).status_code == 403
        assert client.get(step(match)).status_code == 405


class TestCorrecting:
    SCORE = "score_home=2&score_away=1&crowd_home=1&crowd_away=0"

    def score(self, **other):
        told = dict(part.split("=") for part in self.SCORE.split("&"))
        return told | {key: str(each) for key, each in other.items()}

    def dice(self, key, *faces, spec, side="home"):
        at = f"{side}.fortune.{key}"
        return {f"{at}.put": spec} | {f"{at}.{n}": face for n, face in enumerate(faces)}

    def seen(self, page):
        return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]

    def test_shows_what_stands(self, browser, finished, marta):
        page = browser(marta).get(f"/matches/{finished.uuid}/correct/")
        assert page.status_code == 200
        assert 'name="home.fortune.winnings/second.0"' in page.content.decode()
        assert "Apply the correction" not in words(page)

    def test_shows_the_difference_and_then_applies_it(self, browser, finished, marta, rovers):
        place = f"/matches/{finished.uuid}/correct/"
        edit = self.score() | self.dice("winnings/second", 6, spec="D6")
        looked = browser(marta).post(place, edit | {"do": "look"})
        assert "+70,000" in words(looked)
        assert "+80,000" in words(looked)
        assert "120,000 → 130,000" in words(looked)
        assert present(rovers).treasury == 120_000
        sent = edit | {"do": "apply", "seen": self.seen(looked), "reason": "It was a six"}
        assert browser(marta).post(place, sent)["Location"] == f"/matches/{finished.uuid}/"
        assert present(rovers).treasury == 130_000
        assert "corrected" in words(browser(marta).get(f"/matches/{finished.uuid}/"))
        again = browser(marta).post(place, sent)
        assert again.status_code == 409
        assert "Something moved since you looked." in words(again)

    def test_asks_for_other_dice_and_takes_none_that_were_meant_for_others(
        self, browser, finished, marta, rovers
    ):
        place = f"/matches/{finished.uuid}/correct/"
        old_dice = self.dice("fan-factor", 1, 1, 1, spec="3D6")
        edit = self.score(score_home=1)
        looked = browser(marta).post(place, edit | old_dice)
        assert "an answer is needed that was not asked for before" in words(looked)
        assert "Apply the correction" not in words(looked)
        new_dice = self.dice("fan-factor", 1, 1, spec="2D6")
        looked = browser(marta).post(place, edit | new_dice)
        sent = edit | new_dice | {"do": "apply", "seen": self.seen(looked), "reason": "1-1"}
        assert browser(marta).post(place, sent).status_code == 302
        assert present(rovers).record["drawn"] == 1
        assert "corrected" in words(browser(marta).get(f"/matches/{finished.uuid}/"))

    def test_lists_what_rests_on_it(self, browser, finished, marta, rovers, *, season):
        put(rovers, gold(-110_000), season=season)
        edit = self.score() | self.dice("winnings/second", 1, spec="D6")
        looked = browser(marta).post(f"/matches/{finished.uuid}/correct/", edit)
        assert "Greywater Rovers would be 30,000 short" in words(looked)
        assert "Apply the correction" not in words(looked)

    def test_wants_a_reason(self, browser, finished, marta, rovers):
        place = f"/matches/{finished.uuid}/correct/"
        edit = self.score() | self.dice("winnings/second", 6, spec="D6")
        seen = self.seen(browser(marta).post(place, edit))
        page = browser(marta).post(place, edit | {"do": "apply", "seen": seen, "reason": ""})
        assert page.status_code == 422
        assert present(rovers).treasury == 120_000

    @pytest.mark.parametrize("wrong", [{"score_home": 100}, {"crowd_home": "x"}, {}])
    def test_takes_no_nonsense(self, browser, finished, marta, wrong):
        told = self.score(**wrong) if wrong else self.dice("winnings/second", 7, spec="D6")
        if not wrong:
            told |= self.score()
        page = browser(marta).post(f"/matches/{finished.uuid}/correct/", told)
        assert page.status_code == 422

    def test_is_for_its_coaches_and_whoever_runs_the_league(
        self, browser, client, finished, *, ines, make_user
    ):
        place = f"/matches/{finished.uuid}/correct/"
        assert client.get(place)["Location"].startswith("/sign-in/")
        assert browser(make_user("Stranger")).get(place).status_code == 403
        assert browser(ines).get(place).status_code == 200


def test_a_team_that_is_called_markup_is_shown_harmlessly(draft_team, ines, olaf, league, client):
    names = ("<b>Bold</b> & 🏈", "\u05e2\u05d1\u05e8\u05d9\u05ea United")
    home, away = draft_team(names[0], actor=ines), draft_team(names[1], actor=olaf)
    match = record_result(
        actor=ines, league=league, home=home, away=away, score={"home": 0, "away": 0},
        crowd={"home": 0, "away": 0}, played_on=DAY, now=NOW,
    )  # fmt: skip
    page = client.get(f"/matches/{match.uuid}/").content.decode()
    assert "<b>Bold</b>" not in page
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
