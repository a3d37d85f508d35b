"""The scoreboard and the viewer's page, by forms and by JSON."""

import json
from types import MappingProxyType
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acts.failures import Refused
from league.commands.leagues import create_league
from league.models import League
from matches.commands.reporting import confirm_report, submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.models import Match, StepRun
from matches.pitch.reports import MatchEnding
from rules.editions import edition
from rules.words import name
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import asked, begin_and_agree, give, open_runs, play_on
from tests.matches.test_match_day import keys, tap
from tests.matches.test_pages import words
from tests.rules.evening import quiet

pytestmark = pytest.mark.pure

HOME, AWAY = "home", "away"


@pytest.fixture
def browser(client):
    """A browser in which somebody is signed in: `browser(ines)`."""

    def signed_in(person):
        client.force_login(person)
        return client

    return signed_in


@pytest.fixture
def on(league, rovers, scurriers, ines, marta):
    """The Rovers and the Scurriers on the pitch."""
    match = begin_and_agree(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    return play_on(match, marta)


def board(match):
    return f"/matches/{match.uuid}/board/"


def form(kind, side="", **fields):
    return {"uuid": str(uuid4()), "kind": kind, "side": side, **fields}


def send(client, match, *forms, since=0):
    return client.post(
        f"{board(match)}taps/",
        json.dumps({"taps": [urlencode(each, doseq=True) for each in forms], "since": since}),
        content_type="application/json",
    )


def state(client, match, etag="", since=0):
    headers = {"If-None-Match": etag} if etag else {}
    return client.get(f"{board(match)}state/", {"since": since}, headers=headers)


def mended(told):
    """All that an answer puts on the page."""
    return "".join(part["html"] for part in told["parts"])


def taps(match, *given, actor):
    return enter_taps(actor=actor, match=match, taps=given, now=NOW)


class TestForms:
    def test_a_touchdown_by_a_shirt(self, browser, on, ines):
        page = browser(ines)
        scorer = keys(on, HOME)[3]
        assert f'value="{scorer}"' in page.get(board(on)).content.decode()
        sent = page.post(board(on), form("touchdown", HOME, player=scorer))
        assert sent["Location"] == board(on)
        kept = on.taps.get()
        assert (kept.kind, kept.side, kept.data) == ("touchdown", HOME, {"player": scorer})

    def test_sent_twice_counts_once(self, browser, on, ines):
        page, once = browser(ines), form("touchdown", HOME, player="")
        page.post(board(on), once)
        page.post(board(on), once)
        assert on.taps.get().data == {}

    @pytest.mark.parametrize(
        ("sent", "kept"),
        [
            (form("turn", HOME, half="1", turn="3"), {"half": 1, "turn": 3}),
            (form("crowd", home="0", away="0"), {"home": 0, "away": 0}),
            (form("weather", weather="blizzard"), {"weather": "blizzard"}),
            (form("kick-off", result="riot"), {"result": "riot"}),
            (form("note", note="A dog on the pitch."), {}),
        ],
    )
    def test_each_kind_of_tap(self, browser, on, olaf, sent, kept):
        assert browser(olaf).post(board(on), sent).status_code == 302
        assert on.taps.get().data == kept

    def test_nonsense_is_told_and_nothing_kept(self, browser, on, ines):
        for wrong in (
            form("touchdown", HOME, player="nobody"),
            form("dance", HOME),
            form("turn", HOME, half="1", turn="9"),
            form("casualty", HOME, player="draft/1", how="magic"),
            {"kind": "note", "note": "no name"},
            form("dice", of=str(uuid4()), asked="|99999999D6|x"),
        ):
            answer = browser(ines).post(board(on), wrong)
            assert answer.status_code == 422
            assert 'role="alert"' in answer.content.decode()
        assert not on.taps.exists()

    def test_undo_is_for_ones_own_last_tap(self, browser, on, ines, olaf):
        (scored,) = taps(on, tap("touchdown", HOME), actor=ines)
        assert "Undo Touchdown" not in words(browser(olaf).get(board(on)))
        assert "Undo Touchdown" in words(browser(ines).get(board(on)))
        browser(ines).post(board(on), form("void", of=str(scored.uuid)))
        assert "Nothing has happened yet" in words(browser(ines).get(board(on)))

    def test_what_was_taken_back_stays_on_record(self, browser, on, *, ines, olaf, marta):
        hurt = tap("casualty", AWAY, player=keys(on, AWAY)[0], how="crowd")
        said = (
            tap("touchdown", HOME),
            tap("weather", weather="nice"),
            hurt,
            tap("dice", of=str(hurt.uuid), answers={"": 65}),
        )
        taps(on, *said, actor=ines)
        for gone in said[:3]:
            taps(on, tap("void", of=str(gone.uuid)), actor=marta)
        shown = words(browser(olaf).get(board(on)))
        rovers = "Greywater Rovers Touchdown: not remembered taken back by Marta"
        assert rovers in shown
        assert "Weather: Nice taken back by Marta" in shown
        assert shown.count("taken back by Marta") == 3
        assert "(crowd) taken back by Marta" in shown

    def test_an_oddity_is_pointed_out(self, browser, on, ines):
        scorer = keys(on, HOME)[0]
        taps(on, tap("sent-off", HOME, player=scorer), actor=ines)
        page = browser(ines)
        page.post(board(on), form("touchdown", HOME, player=scorer))
        assert "was off the pitch by then: sent off" in words(page.get(board(on)))

    def test_is_for_those_at_the_table(self, browser, client, on, make_user, ines):
        assert client.get(board(on))["Location"].startswith("/sign-in/")
        assert browser(make_user("Nell")).get(board(on)).status_code == 403
        submit_report(actor=ines, match=on, ending=MatchEnding(), now=NOW)
        late = browser(ines)
        shown = words(late.get(board(on)))
        assert "waits to be confirmed. The board is here to be read." in shown
        assert late.post(board(on), form("touchdown", HOME)).status_code == 409


class TestCasualty:
    def hurt(self, page, match, **fields):
        asked = {"asked": "|D68|roll", "answer.roll.0": "6", "answer.roll.1": "5"}
        about = {"player": keys(match, AWAY)[0], "by": keys(match, HOME)[2], "how": "block"}
        sent = form("casualty", AWAY, **about, **asked, **fields)
        assert page.post(board(match), sent).status_code == 302
        return match.taps.latest("number")

    def test_typed_dice_are_the_rulebooks(self, browser, on, ines):
        hurt = self.hurt(browser(ines), on)
        assert hurt.data["answers"] == {"": 65}
        assert hurt.data["outcome"] == "dead"

    def test_is_treated_once_the_roll_is_seen(self, browser, on, ines, olaf):
        page = browser(ines)
        hurt = self.hurt(page, on)
        assert "Use: Apothecary" in words(page.get(board(on)))
        treat = form("dice", of=str(hurt.uuid), treated="apothecary")
        assert page.post(board(on), treat).status_code == 302
        shown = words(page.get(board(on)))
        assert "Apothecary: roll D68" in shown
        assert "Use: Apothecary" not in shown
        roll = form("dice", of=str(hurt.uuid), roll="apothecary/roll")
        assert page.post(board(on), roll).status_code == 302
        again = on.taps.latest("number").data["answers"]["apothecary/roll"]
        if again != 65:
            kept = form(
                "dice",
                of=str(hurt.uuid),
                **{"asked": "apothecary/kept|choose|kept", "answer.kept": str(again)},
            )
            assert page.post(board(on), kept).status_code == 302
        twice = form("dice", of=str(hurt.uuid), treated="apothecary")
        assert page.post(board(on), twice).status_code == 422
        match = submit_report(actor=ines, match=on, ending=MatchEnding(), now=NOW)
        assert match.reports.get().data["casualties"][0]["apothecary"] is True
        confirm_report(actor=olaf, match=match, now=NOW)

    def test_a_treated_man_may_play_on(self, on, ines):
        victim = keys(on, AWAY)[0]
        dead = tap("casualty", AWAY, player=victim, how="crowd", answers={"": 65})
        of = str(dead.uuid)
        rescue = {"apothecary/roll": 33, "apothecary/kept": "33"}
        taps(
            on,
            dead,
            tap("dice", of=of, treated="apothecary", answers=rescue),
            tap("touchdown", AWAY, player=victim),
            actor=ines,
        )
        assert on.taps.count() == 3

    def test_goes_with_its_dice_when_taken_back(self, on, ines):
        victim = keys(on, AWAY)[0]
        hurt = tap("casualty", AWAY, player=victim, how="crowd")
        of = str(hurt.uuid)
        taps(on, hurt, tap("dice", of=of, answers={"": 65}), tap("void", of=of), actor=ines)
        taps(on, tap("touchdown", AWAY, player=victim), actor=ines)
        assert on.taps.count() == 4

    def test_asks_for_what_is_open(self, browser, on, ines):
        page = browser(ines)
        sent = form("casualty", AWAY, player=keys(on, AWAY)[0], how="unknown")
        page.post(board(on), sent)
        shown = page.get(board(on)).content.decode()
        assert f'id="casualty-{sent["uuid"]}"' in shown
        page.post(board(on), form("dice", of=sent["uuid"], roll=""))
        assert on.taps.latest("number").data["rolled"] == [""]


class TestJson:
    def test_a_batch_gives_the_version_and_what_came_since(self, browser, on, ines, olaf):
        taps(on, tap("touchdown", AWAY), actor=olaf)
        answer = send(browser(ines), on, form("touchdown", HOME), form("note", note="Well."))
        told = answer.json()
        assert answer.status_code == 200
        assert told["version"] == Match.objects.get(pk=on.pk).revision
        assert [(each["kind"], each["mine"]) for each in told["taps"]] == [
            ("touchdown", False), ("touchdown", True), ("note", True),
        ]  # fmt: skip
        assert told["last"] == 3
        assert 'data-score="home">1<' in mended(told)

    def test_a_refused_batch_names_each_tap_and_keeps_none(self, browser, on, ines):
        good, wrong = form("touchdown", HOME), form("touchdown", HOME, player="nobody")
        answer = send(browser(ines), on, good, wrong)
        assert answer.status_code == 422
        assert [each["subject"] for each in answer.json()["errors"]] == [wrong["uuid"]]
        assert not on.taps.exists()
        assert send(browser(ines), on, good).status_code == 200

    def test_nothing_new_is_answered_by_two_statements(self, browser, on, ines, olaf):
        page = browser(ines)
        first = state(page, on)
        assert first.json()["taps"] == []
        with CaptureQueriesContext(connection) as asked:
            assert state(page, on, first["ETag"]).status_code == 304
        ours = [
            each["sql"] for each in asked if "matches" in each["sql"] or "league" in each["sql"]
        ]
        assert len(ours) <= 2
        taps(on, tap("touchdown", AWAY), actor=olaf)
        news = state(page, on, first["ETag"])
        assert [each["said"] for each in news.json()["taps"]] == ["Touchdown: not remembered"]
        assert state(page, on, news["ETag"], since=1).status_code == 304

    def test_is_for_those_at_the_table(self, browser, client, on, make_user):
        assert send(client, on, form("touchdown", HOME)).status_code == 401
        assert state(client, on).status_code == 401
        stranger = browser(make_user("Nell"))
        assert send(stranger, on, form("touchdown", HOME)).status_code == 403
        assert state(stranger, on).status_code == 403
        League.objects.update(is_public=False)
        assert send(stranger, on, form("touchdown", HOME)).status_code == 404
        assert stranger.get(f"/matches/{on.uuid}/live/").status_code == 404

    @pytest.mark.parametrize("body", ["", "[]", "{}", '{"taps": 3}', '{"taps": [3]}', "[" * 9999])
    def test_what_cannot_be_read_is_refused(self, browser, on, ines, body):
        answer = browser(ines).post(f"{board(on)}taps/", body, content_type="application/json")
        assert answer.status_code == 422


def live(match):
    return f"/matches/{match.uuid}/live/"


class TestViewersPage:
    def test_leads_back_to_the_match_and_draws_no_bar_of_nothing(self, client, on, ines):
        shown = client.get(live(on)).content.decode()
        assert f'href="/matches/{on.uuid}/steps/"' in shown
        assert '<rect class="vb"' not in shown
        taps(on, tap("touchdown", HOME, player=keys(on, HOME)[3]), actor=ines)
        assert '<rect class="vb"' in client.get(live(on)).content.decode()

    def test_tells_how_it_went(self, browser, client, on, ines, olaf):
        home, away = keys(on, HOME), keys(on, AWAY)
        (wrong, *_rest) = taps(
            on,
            tap("interception", AWAY, player=away[5]),
            tap("turn", AWAY, half=1, turn=1),
            tap("kick-off", result="riot"),
            tap("casualty", AWAY, player=away[0], by=home[2], how="block", answers={"": 65}),
            tap("turn", HOME, half=1, turn=1),
            tap("touchdown", HOME, player=home[3]),
            tap("sent-off", HOME, player=home[4]),
            tap("weather", weather="blizzard"),
            tap("crowd", home=0, away=0),
            NewTap(uuid4(), "note", "", {}, "A dog on the pitch."),
            actor=ines,
        )
        taps(on, tap("void", of=str(wrong.uuid)), actor=ines)
        shown = words(client.get(live(on)))
        people = {each["key"]: each for each in on.sides.get(side=AWAY).kick_off["people"]}
        victim = people[away[0]]["name"]
        for told in (
            "Greywater Rovers 1, Underquay Scurriers 0",
            "First half",
            "Kick-off Riot",
            "1–0",
            "Weather: Blizzard",
            "rolls of a single match. : 0–0",
            "Gate: 14,000",
            "A dog on the pitch.",
            "Who killed whom",
            f"{victim} Underquay Scurriers · killed by 3",
            "1 Sent off 0",
            "As they kicked off",
            "What the match changed",
        ):
            assert told in shown
        assert people[away[5]]["name"] in shown  # on the roster
        assert "Interception" not in shown.replace("Interceptions", "")

    def test_goes_on_after_the_report(self, browser, client, on, ines, olaf):
        taps(on, tap("touchdown", HOME), actor=ines)
        match = submit_report(actor=ines, match=on, ending=MatchEnding(), now=NOW)
        match = confirm_report(actor=olaf, match=match, now=NOW)
        play_on(match, ines, sides=("", HOME))
        play_on(match, olaf)
        shown = words(client.get(live(on)))
        assert "Winnings" in shown
        assert "over" in shown

    def test_of_a_score_alone(self, client, match):
        assert "only how it ended" in words(client.get(live(match)))

    def test_before_the_kick_off(self, client, league, rovers, scurriers, *, ines):
        match = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        assert client.get(live(match)).status_code == 200
        assert client.get(board(match)).status_code == 302

    @pytest.mark.parametrize("count", [0, 300])
    def test_takes_twelve_statements_whatever_its_length(
        self, browser, on, ines, count, django_assert_max_num_queries
    ):
        home, away = keys(on, HOME), keys(on, AWAY)
        for at in range(0, count, 100):
            entered = [tap("completion", HOME, player=home[n % 11]) for n in range(at, at + 90)]
            hurt = [
                tap("casualty", AWAY, player=away[n % 11], how="block", answers={"": 33})
                for n in range(10)
            ]
            taps(on, *entered, *(hurt if at == 0 else []), actor=ines)
        page = browser(ines)
        for address in (live(on), board(on), f"{board(on)}state/"):
            with django_assert_max_num_queries(12):
                answer = page.get(address)
            assert answer.status_code == 200

    def test_follows_by_version(self, client, on, ines):
        first = client.get(live(on))
        version = first.context["version"]
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(live(on), headers={"If-None-Match": version})
        assert answer.status_code == 304
        assert len(asked) <= 2
        taps(on, tap("touchdown", HOME), actor=ines)
        assert client.get(live(on), headers={"If-None-Match": version}).status_code == 200


class DealtCards:
    """A match in a league that plays with cards."""

    house = MappingProxyType({"plays": True})

    @pytest.fixture
    def league(self, marta):
        return create_league(
            actor=marta,
            name="The Card League",
            edition_key="bb2016",
            house=self.house,
            teams_per_coach=20,
            now=NOW,
        )

    @pytest.fixture
    def on(self, league, rovers, scurriers, ines, olaf):
        match = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        while runs := open_runs(match):
            run = runs[0]
            for ask in asked(run):
                is_theirs = run.side == AWAY or "/away/" in ask.key
                give(run, olaf if is_theirs else ines, {ask.key: quiet(ask)})
        return Match.objects.get(pk=match.pk)


class TestInducements:
    @pytest.fixture
    def on(self, begin):
        return begin({"away: inducements": {"bloodweiser-keg": 1}})

    def refused(self, match, actor, *given):
        with pytest.raises(Refused) as refused:
            taps(match, *given, actor=actor)
        return [(each.code, each.subject) for each in refused.value.reasons]

    def oddities(self, match, client):
        told = client.get(f"/api/v1/matches/{match.uuid}/taps/").json()["oddities"]
        return [each["code"] for each in told]

    def test_are_those_that_the_side_has(self, browser, on, ines, olaf):
        assert (
            browser(olaf)
            .post(board(on), form("inducement", AWAY, what="bloodweiser-keg"))
            .status_code
            == 302
        )
        assert on.taps.get().data == {"what": "bloodweiser-keg"}
        strange = tap("inducement", HOME, what="bloodweiser-keg")
        assert self.refused(on, ines, strange) == [("not_had", str(strange.uuid))]
        page = browser(ines).post(board(on), form("inducement", HOME, what="wizard"))
        assert page.status_code == 422
        assert "Greywater Rovers has no Wizard in this match" in words(page)
        assert on.taps.count() == 1

    def test_that_a_kick_off_gave_are_there(self, browser, on, ines):
        assert 'value="bribe"' not in browser(ines).get(board(on)).content.decode()
        taps(on, tap("kick-off", result="get-the-ref"), actor=ines)
        assert browser(ines).get(board(on)).content.decode().count('value="bribe"') == 2
        taps(on, tap("inducement", HOME, what="bribe"), actor=ines)

    def test_that_lose_their_kick_off_keep_the_report_back(self, on, ines):
        gift = tap("kick-off", result="get-the-ref")
        taps(on, gift, tap("inducement", HOME, what="bribe"), actor=ines)
        taps(on, tap("void", of=str(gift.uuid)), actor=ines)
        with pytest.raises(Refused, match="not_had"):
            submit_report(actor=ines, match=on, ending=MatchEnding(), now=NOW)

    def test_used_more_often_than_had_are_odd(self, on, olaf, client):
        taps(on, tap("inducement", AWAY, what="bloodweiser-keg"), actor=olaf)
        assert self.oddities(on, client) == []
        taps(on, tap("inducement", AWAY, what="bloodweiser-keg"), actor=olaf)
        assert self.oddities(on, client) == ["used_again"]

    def test_are_no_cards(self, on, olaf):
        card = tap("card", AWAY, card="Blatant Foul")
        assert self.refused(on, olaf, card) == [("no_cards", str(card.uuid))]


class TestCards(DealtCards):
    def hand(self, match, side):
        chapter = match.sides.get(side=side).chapter
        (event,) = chapter.events.filter(visible="side")
        return next(effect["value"] for effect in event.effects if effect["what"] == "hand")

    def pages(self, person, browser, match):
        page = browser(person)
        yield page.get(board(match)).content.decode()
        yield page.get(live(match)).content.decode()
        yield (
            mended(state(page, match).json()) if page.get(board(match)).status_code == 200 else ""
        )

    def test_a_coach_sees_only_his_own(self, browser, on, make_user, *, ines, olaf, marta):
        own, theirs = self.hand(on, HOME), self.hand(on, AWAY)
        assert own
        assert theirs
        assert own[0] in browser(ines).get(board(on)).content.decode()
        for person, hidden in (
            (ines, theirs), (olaf, own), (marta, own + theirs), (make_user("Nell"), own + theirs)
        ):  # fmt: skip
            for shown in self.pages(person, browser, on):
                assert not [card for card in hidden if card in shown]

    def test_is_public_once_played(self, browser, on, ines, olaf):
        card = self.hand(on, HOME)[0]
        called = name(edition("bb2016").catalogue, card)
        before = words(browser(olaf).get(live(on)))
        assert "Cards played" not in before
        assert browser(ines).post(board(on), form("card", HOME, card=card)).status_code == 302
        assert f"Cards played {called}" in words(browser(olaf).get(live(on)))
        assert f'value="{card}"' not in browser(ines).get(board(on)).content.decode()

    def test_is_played_once_and_from_the_hand(self, on, ines):
        own, theirs = self.hand(on, HOME), self.hand(on, AWAY)
        taps(on, tap("card", HOME, card=own[0]), actor=ines)
        for card in (own[0], theirs[0], "Blatant Foul"):
            with pytest.raises(Refused, match="not_on_the_hand"):
                taps(on, tap("card", HOME, card=card), actor=ines)
        assert on.taps.count() == 1

    @pytest.mark.parametrize("whose", ["theirs", "anything"])
    def test_of_another_is_not_found_out_by_trying(self, on, whose, *, ines, marta):
        card = self.hand(on, AWAY)[0] if whose == "theirs" else "blatant-foul"
        for nosy in (ines, marta):
            with pytest.raises(Refused) as refused:
                taps(on, tap("card", AWAY, card=card), actor=nosy)
            assert [each.code for each in refused.value.reasons] == ["not_your_hand"]


class TestPhysicalCards(DealtCards):
    house = MappingProxyType({"plays": True, "plays.physical": True})

    def test_are_counted(self, browser, on, ines):
        shown = words(browser(ines).get(board(on)))
        assert "1 card at the kick-off" in shown
        assert "Name of the card" in shown

    def test_is_public_once_played(self, browser, on, ines, client):
        browser(ines).post(board(on), form("card", HOME, card="Magic Helmet"))
        assert "Cards played Magic Helmet" in words(client.get(live(on)))

    def test_star_ascendant_asks_after_the_match_who_was_there_to_the_end(self, on, ines, marta):
        """Line 2725: an award more, whatever else was named."""
        taps(on, tap("card", HOME, card="Star Ascendant"), actor=ines)
        report = submit_report(actor=ines, match=on, ending=MatchEnding(), now=NOW)
        match = confirm_report(actor=marta, match=report, now=NOW)
        rising = keys(on, HOME)[4]
        heard = set()
        play_on(match, marta, said={"home: mvp/star-ascendant": [rising]}, heard=heard)
        assert heard == {"home: mvp/star-ascendant"}
        team = on.sides.get(side=HOME).team
        assert team.contracts.get(key=rising).player.awards == {"mvp": 1}
        theirs = StepRun.objects.get(match=on, side=AWAY, step="improvements")
        assert "mvp/star-ascendant" not in theirs.asked

    def test_more_than_were_kept_are_odd(self, browser, on, ines, client):
        for _card in range(2):
            taps(on, tap("card", HOME, card="Magic Helmet"), actor=ines)
        told = client.get(f"/api/v1/matches/{on.uuid}/taps/").json()["oddities"]
        assert [each["code"] for each in told] == ["more_cards_than_had"]
        assert "had 1 cards at the kick-off" in words(browser(ines).get(board(on)))

    def test_that_are_bought_show_their_price(
        self, browser, league, rovers, scurriers, *, ines, olaf
    ):
        match = begin_and_agree(
            actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
        texts = {"inducements": {"special-play/dirty-tricks": 1}}
        for actor in (ines, olaf, ines, olaf):
            match = play_on(match, actor, said=texts)
        for page in (browser(ines).get(live(match)), browser(ines).get(board(match))):
            assert "50,000" in words(page)
        assert "1 × Dirty Tricks, 50,000" in words(browser(olaf).get(live(match)))
