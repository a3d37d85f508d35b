"""Replays that meet a conflict, who answers in a joint step, and who may see what."""

from dataclasses import replace

import pytest

from rules.editions.bb2016.beforehand import PRE_MATCH
from rules.editions.bb2016.postmatch import POST_MATCH
from rules.engine.asks import Confirm, Roll
from rules.engine.effects import Fact, Gold, Improved, To, from_data, to_data
from rules.engine.match import Hurt, Match, Report
from rules.engine.rulings import Line, allowed
from rules.engine.visibility import answerer, may_see_ask, shown, visible_of
from tests.rules.builders import book
from tests.rules.evening import Quiet, after, before, squad
from tests.rules.playing import StepRefused, as_it_was, play_through, told_in

pytestmark = pytest.mark.pure

BOOK = book()
WON, LOST = Report({"home": 1, "away": 0}), Report({"home": 0, "away": 1})


def evening(id_, teams, report, answers, answer, *, kick_off=None, elsewhere=None):
    """A whole match: pre-match, or the one that stands, and post-match."""
    match = Match(id_, teams)
    given = answers.setdefault(id_, {})
    if kick_off is None:
        match, kick_off = play_through(BOOK, PRE_MATCH, match, given, answer)
    else:
        match = as_it_was(match, kick_off)
    match = replace(match, report=report)
    match, done = play_through(BOOK, POST_MATCH, match, given, answer, elsewhere=elsewhere)
    return match.teams, kick_off, done


def teams():
    return {"home": squad("h"), "away": squad("a")}


def nobody(ask, context):
    raise AssertionError(f"nothing new should be asked: {ask}")


# --- conflicts


def test_a_purchase_that_can_no_longer_be_paid_is_a_conflict_at_its_place():
    """20,000 and 40,000 won bought a lineman and a cheerleader; lost, there are 50,000."""
    answers = {}
    start = {"home": squad("h", treasury=20_000), "away": squad("a")}
    texts = {"home: hire-and-fire": {"hire/lineman": 1, "staff/cheerleader": 1}}
    evening("m1", start, WON, answers, Quiet(**texts))
    with pytest.raises(StepRefused) as stopped:
        evening("m1", start, LOST, answers, Quiet(**texts))
    assert stopped.value.place == "hire-and-fire/home"
    (reason,) = stopped.value.refused.reasons
    assert (reason.code, reason.params["short"]) == ("cannot-afford", 10_000)


def test_gold_spent_before_a_kick_off_that_was_never_won_is_a_conflict_at_its_place():
    """50,000 went to a keg in the second match; replayed, the first has left 40,000."""
    answers = {}
    after_first, _, _ = evening("m1", teams(), WON, answers, Quiet())
    rich = {
        side: replace(team, treasury=team.treasury + 10_000) for side, team in after_first.items()
    }
    texts = {"home: inducements": {"bloodweiser-keg": 1}}
    first = replace(rich["home"], fan_factor=6)
    _, kick_off, _ = evening("m2", rich | {"home": first}, WON, answers, Quiet(**texts))
    assert [e for d in kick_off for e in d.ruling.effects if e == Gold(-50_000, "inducements")]
    poor = rich | {"home": replace(first, treasury=40_000)}
    with pytest.raises(StepRefused) as stopped:
        evening("m2", poor, WON, answers, nobody, kick_off=kick_off)
    assert stopped.value.place == "inducements/home"
    (reason,) = stopped.value.refused.reasons
    assert (reason.code, reason.integrity) == ("impossible", True)


def test_a_player_who_died_in_the_replay_cannot_score_in_the_next_match():
    answers, said = {}, {"casualty/home/h1/1": 33}
    hurt = Report({"home": 1, "away": 0}, casualties=(Hurt("home", "h1"),))
    scored = Report({"home": 1, "away": 0}, {"home": {"h1": {"touchdown": 1}}})
    between, _, _ = evening("m1", teams(), hurt, answers, Quiet(**said))
    _, kick_off, _ = evening("m2", between, scored, answers, Quiet())
    answers["m1"]["report/joint"]["casualty/home/h1/1"] = 68
    between, _, _ = evening("m1", teams(), hurt, answers, Quiet())
    with pytest.raises(StepRefused) as stopped:
        evening("m2", between, scored, answers, Quiet(), kick_off=kick_off)
    assert stopped.value.place == "report/joint"
    assert [reason.code for reason in stopped.value.refused.reasons] == ["no-such-player"]


def test_an_improvement_follows_its_player_to_the_match_where_he_now_earns_it():
    """Six points in the first match; with one touchdown less only after the second."""
    answers = {}
    twice = Report({"home": 2, "away": 0}, {"home": {"h4": {"touchdown": 2}}})
    once = Report({"home": 1, "away": 0}, {"home": {"h4": {"touchdown": 1}}})
    texts = {"improvement/h4/1": [5, 6], "improvement-choice/h4/1": "+ag"}
    between, first, _ = evening("m1", teams(), twice, answers, Quiet(**texts))
    _, second, _ = evening("m2", between, once, answers, Quiet())
    values = {
        id_: {place: dict(given) for place, given in of.items()} for id_, of in answers.items()
    }
    again = {"elsewhere": told_in(answers)}
    between, _, done = evening("m1", teams(), once, values, Quiet(), kick_off=first, **again)
    assert improved(done, "h4") == []
    _, _, done = evening("m2", between, once, values, Quiet(), kick_off=second, **again)
    assert improved(done, "h4") == [Improved("h4", "1", 40_000, characteristic="ag")]


def improved(done, player):
    effects = [effect for each in done for effect in each.ruling.effects]
    return [each for each in effects if isinstance(each, Improved) and each.player == player]


# --- who answers in a joint step


@pytest.mark.parametrize(
    ("side", "victim", "thrower"), [("home", "h1", "away"), ("away", "a1", "home")]
)
def test_the_opposing_coach_rolls_a_casualty_and_its_own_coach_sends_the_apothecary(
    side, victim, thrower
):
    """1060: the roll is the opponent's, from whichever side the step is put."""
    both = {s: squad(s[0], staff={"apothecary": 1}) for s in ("home", "away")}
    report = Report({"home": 1, "away": 0}, casualties=(Hurt(side, victim, apothecary=True),))
    played = after(both["home"], both["away"], report)
    assert answerer(played.asks[f"casualty/{side}/{victim}/1"], None) == thrower
    assert answerer(played.asks[f"casualty/{side}/{victim}/1/apothecary"], None) == side


@pytest.mark.parametrize(("side", "other"), [("home", "away"), ("away", "home")])
def test_the_necromancer_answers_for_his_own_side(side, other):
    squads = {side: squad(side[0], race="undead"), other: squad(other[0])}
    victim = f"{other[0]}1"
    report = Report({"home": 1, "away": 0}, casualties=(Hurt(other, victim),))
    played = after(
        squads["home"], squads["away"], report, said={f"casualty/{other}/{victim}/1": 68}
    )
    assert answerer(played.asks[f"raise-dead/{other}/{victim}"], None) == side


def test_a_conceder_rolls_his_own_winnings():
    report = Report({"home": 0, "away": 0}, conceded_by="away")
    match = Match("m1", teams(), report)
    put = []

    def answer(ask, context):
        put.append((context.side, ask))
        return Quiet()(ask, context)

    play_through(BOOK, POST_MATCH, match, {}, answer)
    (joint,) = [ask for side, ask in put if ask.key == "winnings" and side is None]
    assert answerer(joint, None) == "away"


# --- who may see what


def everything():
    house = {"plays": True, "match-events": True}
    return before(squad("h"), squad("a"), house=house)


def test_a_hand_is_its_sides_own():
    played = everything()
    ruling = played.steps["kick-off/joint"]
    for viewer, hands in {"home": 1, "away": 1, None: 0}.items():
        seen = [
            each
            for each in shown(ruling, None, viewer).effects
            if isinstance(each, To) and each.effect.what == "hand"
        ]
        assert len(seen) == hands
        assert all(each.side == viewer for each in seen)


def test_a_match_event_is_nobodys_before_its_turn():
    """1789-1797: the event, its half and its turn, in effects and in the arithmetic alike."""
    played = everything()
    for side in ("home", "away"):
        ruling = played.steps[f"match-events/{side}"]
        assert len(ruling.effects) == 3
        assert shown(ruling, side, side).effects == ()
        assert [line.code for line in shown(ruling, side, side).because] == ["sets"]


def test_the_order_of_a_deck_is_the_servers_and_a_choice_from_it_its_sides():
    asks = everything().asks
    (deck,) = [ask for key, ask in asks.items() if key.endswith("/drawn") and "plays" in key]
    assert not any(may_see_ask(deck, None, viewer) for viewer in ("home", "away", None))
    keep = asks["special-plays/away/keep"]
    assert [may_see_ask(keep, None, viewer) for viewer in ("home", "away", None)] == [
        False,
        True,
        False,
    ]


def test_nothing_secret_is_said_twice_where_everybody_sees_it():
    """No public effect or line of a pre-match names a card that somebody holds."""
    played = everything()
    held = [card for s in ("home", "away") for card in played.match.side_fact(s, "hand")]
    assert held
    for place, ruling in played.steps.items():
        side = {"home": "home", "away": "away"}.get(place.rpartition("/")[2])
        public = repr(shown(ruling, side, None))
        assert not any(card in public for card in held)


def test_visibility_is_stored_with_a_fact_and_old_facts_are_public():
    secret = To("home", Fact("hand", ["a/b"], visible="side"))
    assert visible_of(secret) == "side"
    assert from_data(to_data(secret)) == secret
    assert visible_of(from_data({"kind": "fact", "what": "weather", "value": "nice"})) == "public"
    assert visible_of(Gold(10, "winnings")) == "public"


def test_a_secret_line_is_shown_to_the_side_that_it_names():
    ruling = allowed(because=[Line("card", 1, {"side": "away"}, visible="side")])
    assert shown(ruling, None, "away").because == ruling.because
    assert shown(ruling, None, "home").because == shown(ruling, None, None).because == ()


def test_what_either_coach_answers_is_no_single_sides():
    assert answerer(Roll("weather", dice="2D6", who="either"), None) is None
    assert answerer(Confirm("x", who="opponent"), "away") == "home"
    assert not may_see_ask(Confirm("x", who="either", visible="side"), None, "home")


def test_a_step_says_which_rulings_it_is_made_of():
    played = after(home=squad("h"), report=Report({"home": 2, "away": 1}))
    fortune = played.steps["fortune/home"]
    assert [part.name for part in fortune.parts] == ["winnings", "fan-factor"]
    assert tuple(e for part in fortune.parts for e in part.effects) == fortune.effects
    assert tuple(ln for part in fortune.parts for ln in part.because) == fortune.because
