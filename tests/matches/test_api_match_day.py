"""A whole match through the API alone, from its beginning to its end, and who sees what of it."""

import pytest

from league.models import RulesPin
from matches.models import Answer, Match
from tests.conftest import NOW
from tests.matches.conftest import present
from tests.matches.playing import play_on
from tests.matches.through_the_api import (
    answer_all,
    answer_one,
    enter,
    program_of,
    quiet_answer,
    tap,
    to_answer,
)

DAY = "2026-03-07"


@pytest.fixture
def hers(ines):
    return program_of(ines)


@pytest.fixture
def his(olaf):
    return program_of(olaf)


@pytest.fixture
def boss(marta):
    return program_of(marta)


@pytest.fixture
def begun(hers, his, league, rovers, scurriers):
    """The address of a match that has just begun."""
    values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY}
    made = hers.post(f"/api/v1/leagues/{league.uuid}/matches/begin/", values)
    assert made.status_code == 201, made.json()
    begun = f"/api/v1/matches/{made.json()['uuid']}/"
    assert his.post(f"{begun}agree/").status_code == 200
    return begun


@pytest.fixture
def kicked_off(begun, ines, olaf):
    """`test_a_whole_match` goes there by the API."""
    match = Match.objects.get()
    for coach in (ines, olaf) * 5:
        match = play_on(match, coach)
    assert match.state == Match.State.PLAYING
    return begun


def codes(answer):
    return {error["code"] for error in answer.json()["errors"]}


def to_do(match, caller):
    found = caller.get(match).json()["to_do"]
    return [(each["what"], each["whose"], each["is_yours"]) for each in found]


def test_a_whole_match(begun, hers, his, *, client, rovers, scurriers):
    assert hers.get(begun).json()["phase"] == "pre-match"
    assert client.get(f"{begun}lineups/").status_code == 404
    answer_all(begun, hers, his)
    assert to_do(begun, his) == [("play", "joint", True)]
    lineups = client.get(f"{begun}lineups/").json()
    home, away = ([each["key"] for each in lineups[side]["people"]] for side in ("home", "away"))
    assert len(home) == 11
    sent = enter(
        begun,
        hers,
        tap("touchdown", "home", player=home[0]),
        tap("casualty", "away", player=away[0], by=home[2], how="block", answers={"": 57}),
        tap("touchdown", "home"),
    )
    assert sent.status_code == 200, sent.json()
    enter(begun, his, tap("touchdown", "away", player=away[1]))
    shown = client.get(begun).json()
    assert (shown["home"]["score"], shown["away"]["score"]) == (2, 1)
    reported = hers.post(f"{begun}report/", {})
    assert (reported.status_code, reported.json()["state"]) == (200, "reported")
    assert to_do(begun, his) == [("confirm", "away", True)]
    assert to_do(begun, hers) == [("confirm", "away", False)]
    assert hers.post(f"{begun}report/confirm/").status_code == 403
    assert his.post(f"{begun}report/confirm/").json()["phase"] == "post-match"
    answer_all(begun, hers)
    assert hers.get(begun).json()["home"]["is_through"]
    assert {each["whose"] for each in his.get(begun).json()["to_do"]} == {"away"}
    answer_all(begun, his)
    over = his.get(begun).json()
    assert (over["state"], over["phase"], over["to_do"]) == ("over", "over", [])
    (listed,) = client.get(f"/api/v1/leagues/{over['league']}/matches/").json()["results"]
    assert listed == {key: over[key] for key in listed}
    assert present(rovers).record["won"] == 1
    assert present(scurriers).record["lost"] == 1


class TestSteps:
    def test_before_the_match_tell_a_stale_caller_how_they_stand(self, begun, hers, his):
        address = to_answer(begun, hers)[0]
        while len(hers.get(address).json()["asks"]) < 2:
            answer_one(address, hers)
            address = to_answer(begun, hers)[0]
        step = hers.get(address).json()
        ask = step["asks"][0]
        sent = {
            "revision": step["revision"],
            "answers": [{"key": ask["key"], "value": quiet_answer(ask)}],
        }
        answered = hers.post(address, sent)
        assert answered.status_code == 200
        late = his.post(address, sent)
        assert (late.status_code, codes(late)) == (409, {"step_moved"})
        assert late.json()["present"] == answered.json()

    def test_tell_every_reason(self, begun, hers):
        (first,) = (each["address"] for each in hers.get(begun).json()["to_do"])
        asks = hers.get(first).json()["asks"]
        wrong = [{"key": ask["key"], "value": "a shoe"} for ask in asks]
        refused = hers.post(first, {"revision": 0, "answers": wrong})
        assert refused.status_code == 422
        assert {each["subject"] for each in refused.json()["errors"]} == {
            ask["key"] for ask in asks
        }
        assert not Answer.objects.exists()

    def test_sent_twice_under_one_key_are_answered_once(self, begun, hers):
        (first,) = (each["address"] for each in hers.get(begun).json()["to_do"])
        ask = next(each for each in hers.get(first).json()["asks"] if each["kind"] == "roll")
        sent = {"revision": 0, "answers": [{"key": ask["key"], "roll": True}]}
        one, two = (
            hers.post(first, sent, headers={"Idempotency-Key": "k"}).json() for _ in range(2)
        )
        assert one == two
        assert Answer.objects.count() == 1


class TestBeginning:
    def test_is_for_whoever_plays(self, client, *, make_user, league, rovers, scurriers):
        begin = f"/api/v1/leagues/{league.uuid}/matches/begin/"
        values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY}
        assert program_of(make_user("Eve")).post(begin, values).status_code == 403
        assert client.post(begin, values, content_type="application/json").status_code == 401
        assert not Match.objects.exists()

    def test_twice_is_refused(self, begun, hers, league, rovers, scurriers):
        values = {"home": rovers.uuid, "away": scurriers.uuid, "played_on": DAY}
        again = hers.post(f"/api/v1/leagues/{league.uuid}/matches/begin/", values)
        assert (again.status_code, codes(again)) == (422, {"post_match_open"})

    def test_can_be_called_off(self, begun, his, hers):
        off = his.post(f"{begun}call-off/", {})
        assert (off.status_code, off.json()["state"]) == (200, "called-off")
        assert (off.json()["phase"], off.json()["to_do"]) == ("over", [])
        again = hers.post(f"{begun}call-off/", {})
        assert (again.status_code, codes(again)) == (409, {"called_off"})

    def test_after_the_kick_off_the_league_calls_it_off_and_says_why(self, kicked_off, hers, boss):
        assert hers.post(f"{kicked_off}call-off/", {"reason": "Rain"}).status_code == 403
        refused = boss.post(f"{kicked_off}call-off/", {})
        assert (refused.status_code, codes(refused)) == (422, {"reason_missing"})
        assert boss.post(f"{kicked_off}call-off/", {"reason": "Rain"}).status_code == 200


class TestTaps:
    def test_are_followed_from_a_number_on(self, kicked_off, hers, client):
        enter(kicked_off, hers, tap("touchdown", "home"), tap("touchdown", "away"))
        everything = client.get(f"{kicked_off}taps/").json()
        assert [each["number"] for each in everything["taps"]] == [1, 2]
        later = client.get(f"{kicked_off}taps/?since=1").json()
        assert [each["number"] for each in later["taps"]] == [2]
        assert later["revision"] == client.get(kicked_off).json()["revision"]
        assert client.get(f"{kicked_off}taps/?since=x").status_code == 400

    def test_sent_twice_count_once_and_another_under_its_name_is_a_conflict(self, kicked_off, hers):
        one = tap("touchdown", "home")
        assert enter(kicked_off, hers, one).json() == enter(kicked_off, hers, one).json()
        another = enter(kicked_off, hers, one | {"side": "away"})
        assert (another.status_code, codes(another)) == (409, {"another_tap"})

    def test_name_the_tap_that_is_refused(self, kicked_off, hers, client):
        good, wrong = tap("touchdown", "home"), tap("touchdown", "home", player="nobody")
        refused = enter(kicked_off, hers, good, wrong)
        assert refused.status_code == 422
        assert [each["subject"] for each in refused.json()["errors"]] == [wrong["uuid"]]
        assert client.get(f"{kicked_off}taps/").json()["taps"] == []

    def test_ask_for_the_dice_of_a_casualty(self, kicked_off, hers, client):
        victim = client.get(f"{kicked_off}lineups/").json()["away"]["people"][0]["key"]
        hurt = tap("casualty", "away", player=victim, how="crowd")
        (told,) = enter(kicked_off, hers, hurt).json()["taps"]
        assert [(ask["key"], ask["kind"]) for ask in told["asks"]] == [("", "roll")]
        enter(kicked_off, hers, tap("dice", of=hurt["uuid"], roll=[""]))
        first, dice = client.get(f"{kicked_off}taps/").json()["taps"]
        assert dice["data"]["rolled"] == [""]
        assert "" not in {ask["key"] for ask in first["asks"]}

    def test_that_are_taken_back_say_so(self, kicked_off, hers, client):
        wrong = tap("touchdown", "home")
        enter(kicked_off, hers, wrong)
        enter(kicked_off, hers, tap("void", of=wrong["uuid"]))
        taps = client.get(f"{kicked_off}taps/").json()["taps"]
        assert [each["is_taken_back"] for each in taps] == [True, False]
        assert client.get(kicked_off).json()["home"]["score"] == 0

    def test_warn_of_what_is_odd(self, kicked_off, hers):
        sent = enter(kicked_off, hers, *(tap("touchdown", "home") for _ in range(8)))
        assert [each["code"] for each in sent.json()["oddities"]] == ["seldom_so_many"]

    def test_are_for_whoever_plays(self, kicked_off, make_user):
        eve = program_of(make_user("Eve"))
        assert enter(kicked_off, eve, tap("touchdown", "home")).status_code == 403
        assert eve.get(f"{kicked_off}taps/").status_code == 200

    def test_are_listed_in_a_fixed_number_of_statements(
        self, kicked_off, hers, client, django_assert_num_queries
    ):
        for _ in range(2):
            enter(kicked_off, hers, *(tap("touchdown", "home") for _ in range(4)))
            with django_assert_num_queries(4):
                client.get(f"{kicked_off}taps/")


class TestReport:
    def test_is_disputed_and_settled(self, kicked_off, hers, his, boss, client):
        hers.post(f"{kicked_off}report/", {"ending": "played"})
        assert his.post(f"{kicked_off}report/dispute/", {"reason": ""}).status_code == 400
        said = his.post(f"{kicked_off}report/dispute/", {"reason": "It was 2-2."})
        assert said.json()["state"] == "disputed"
        assert to_do(kicked_off, boss) == [("settle", "league", True)]
        assert [each["reason"] for each in hers.get(f"{kicked_off}report/").json()["disputes"]] == [
            "It was 2-2."
        ]
        assert client.get(f"{kicked_off}report/").json()["disputes"] == []
        assert hers.post(f"{kicked_off}report/confirm/").status_code == 403
        assert boss.post(f"{kicked_off}report/confirm/").status_code == 200
        (dispute,) = hers.get(f"{kicked_off}report/").json()["disputes"]
        assert dispute["settled_at"]

    def test_is_withdrawn_and_sent_again(self, kicked_off, hers, his):
        hers.post(f"{kicked_off}report/", {})
        assert his.post(f"{kicked_off}report/withdraw/").status_code == 403
        assert hers.post(f"{kicked_off}report/withdraw/").json()["state"] == "playing"
        enter(kicked_off, hers, tap("touchdown", "away"))
        hers.post(f"{kicked_off}report/", {})
        told = hers.get(f"{kicked_off}report/").json()
        assert (told["version"], told["score"]) == (2, {"home": 0, "away": 1})

    def test_of_a_concession_says_whose(self, kicked_off, hers):
        refused = hers.post(f"{kicked_off}report/", {"ending": "conceded"})
        assert (refused.status_code, codes(refused)) == (422, {"who_conceded"})
        gave_up = {"ending": "conceded", "side": "away", "could_field": 2}
        assert hers.post(f"{kicked_off}report/", gave_up).status_code == 200
        told = hers.get(f"{kicked_off}report/").json()
        assert (told["ending"], told["conceded_by"]) == ("conceded", "away")

    def test_of_whoever_runs_the_league_is_confirmed_with_it(self, kicked_off, boss):
        assert boss.post(f"{kicked_off}report/", {}).json()["phase"] == "post-match"

    @pytest.mark.parametrize(
        "ending", [{"ending": "danced"}, {"side": "left"}, {"shots": [{"home": 7, "away": 1}]}]
    )
    def test_of_nonsense_is_refused(self, kicked_off, hers, ending):
        assert hers.post(f"{kicked_off}report/", ending).status_code == 400

    def test_before_the_kick_off_is_a_conflict(self, begun, hers):
        early = hers.post(f"{begun}report/", {})
        assert (early.status_code, codes(early)) == (409, {"not_being_played"})


class TestSecrets:
    """Cards are drawn from the product's decks: a hand is its side's, and the decks' order and
    the events that wait are nobody's."""

    @pytest.fixture
    def season(self, season):
        house = {"plays": True, "match-events": True}
        pin = RulesPin.objects.create(catalogue=season.pin.catalogue, house=house, made_at=NOW)
        type(season).objects.filter(pk=season.pk).update(pin=pin)
        season.refresh_from_db()
        return season

    @pytest.fixture
    def hands(self, kicked_off, hers, his):
        lineups = [caller.get(f"{kicked_off}lineups/").json() for caller in (hers, his)]
        return {"home": lineups[0]["home"]["hand"], "away": lineups[1]["away"]["hand"]}

    def everything(self, match, caller):
        """All that the API tells somebody of a match and its teams."""
        shown = caller.get(match).json()
        places = [match, f"{match}lineups/", f"{match}taps/", f"{match}report/"]
        places += [step["address"] for step in shown["steps"]]
        for side in ("home", "away"):
            team = shown[side]["team"]["uuid"]
            places += [f"/api/v1/teams/{team}/", f"/api/v1/teams/{team}/events/"]
        answers = [caller.get(place) for place in places]
        assert {answer.status_code for answer in answers} == {200}
        return [answer.json() for answer in answers]

    def test_a_hand_is_for_its_side(self, kicked_off, hands, *, hers, his, boss, client):
        assert hands["home"]
        assert hands["away"]
        assert not set(hands["home"]) & set(hands["away"])
        for caller, own in ((hers, "home"), (his, "away"), (boss, ""), (client, "")):
            told = strings_in(self.everything(kicked_off, caller))
            for side, cards in hands.items():
                assert (set(cards) <= told) == (side == own)
                assert bool(set(cards) & told) == (side == own)

    def test_what_waits_is_for_nobody(self, kicked_off, *, hers, his, boss, client):
        secret = Answer.objects.filter(run__match__isnull=False, visible="server")
        keys = {answer.key for answer in secret}
        assert {"match-events/turn", "match-events/event/drawn"} <= keys
        for caller in (hers, his, boss, client):
            told = strings_in(self.everything(kicked_off, caller))
            assert not keys & told
            events = {answer.value[0] for answer in secret.filter(key="match-events/event/drawn")}
            assert not events & told

    @pytest.fixture
    def confirmed(self, kicked_off, hands, hers, his):
        hers.post(f"{kicked_off}report/", {})
        his.post(f"{kicked_off}report/confirm/")
        return kicked_off

    def test_a_correction_tells_no_more(self, confirmed, hands, *, hers, boss, client, marta):
        wish = {"taps": [tap("touchdown", "home")]}
        answer = boss.post(f"{confirmed}correction/preview/", wish)
        assert answer.json()["changes"]
        everything = {*hands["home"], *hands["away"]}
        assert not everything & strings_in(answer.json())
        hers_too = strings_in(hers.post(f"{confirmed}correction/preview/", wish).json())
        assert not set(hands["away"]) & hers_too
        client.force_login(marta)
        place = f"{confirmed.removeprefix('/api/v1')}correct/"
        for page in (client.get(place), client.post(place, {"ending": "played"})):
            assert not [card for card in everything if card in page.content.decode()]

    def test_a_guess_is_told_nothing(self, confirmed, boss):
        kept = Answer.objects.filter(visible="side", whose="away").latest("id")
        answers = [
            boss.post(
                f"{confirmed}correction/preview/",
                {
                    "answers": [
                        {
                            "side": kept.run.side or "joint",
                            "step": kept.run.step,
                            "key": kept.key,
                            "value": value,
                        }
                    ]
                },
            )
            for value in (kept.value, ["another/card"])
        ]
        assert [each.status_code for each in answers] == [403, 403]
        assert answers[0].json() == answers[1].json()


def strings_in(data):
    """Every string that stands somewhere in JSON, as key or as value."""
    match data:
        case str():
            return {data}
        case dict():
            return set(data) | strings_in(list(data.values()))
        case list():
            return set().union(*map(strings_in, data))
    return set()
