"""Special plays: the ordinary draw and its four variants."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.plays import Drawing, SpecialPlays
from rules.engine.drive import Asks
from rules.engine.effects import Fact, To
from rules.engine.rulings import Allowed, Refused, total
from tests.rules.builders import book

pytestmark = pytest.mark.pure

DECKS = {
    deck.key: [f"{deck.key}/{card.key}" for card in deck.entries]
    for deck in book().catalogue.shelves["deck"]
}
NAMES = [key for key in DECKS if not key.startswith("lrb6-")]
VARIANTS = {
    "standard": "special-plays",
    "points": "special-plays-points",
    "draft": "special-plays-draft",
    "one-deck": "special-plays-one-deck",
    "round-robin": "special-plays-round-robin",
}


def rules(variant="standard", **turned):
    return book(plays=True, **{"plays.variant": variant}, **turned)


def sides(home=1_000_000, away=900_000, *, one_off=False, home_bought=None, away_bought=None):
    return SpecialPlays(Drawing(home, home_bought or {}), Drawing(away, away_bought or {}), one_off)


def shuffled(name):
    """Every deck in the order it is printed in."""
    return {f"{name}/{deck}/drawn": cards for deck, cards in DECKS.items()}


def draw(answers, at=None, variant="standard", **turned):
    name = VARIANTS[variant]
    under = {f"{name}/{key}": value for key, value in answers.items()}
    return question[name].ask(rules(variant, **turned), at or sides(), shuffled(name) | under)


def codes(ruling):
    assert isinstance(ruling, Refused)
    return [(reason.code, reason.subject) for reason in ruling.reasons]


def open_keys(ruling):
    assert isinstance(ruling, Asks)
    return [ask.key for ask in ruling.open]


def told(ruling, what):
    assert isinstance(ruling, Allowed)
    return {
        effect.side: effect.effect.value
        for effect in ruling.effects
        if isinstance(effect, To) and effect.effect.what == what
    }


def first_of(ruling):
    return next(e.value for e in ruling.effects if isinstance(e, Fact) and e.what == "draws-first")


# --- the ordinary draw


@pytest.mark.parametrize(
    ("value", "number", "keep"),
    [
        (0, 2, 1),
        (999_999, 2, 1),
        (1_000_000, 3, 2),
        (1_999_999, 3, 2),
        (2_000_000, 4, 3),
        (2_999_999, 4, 3),
        (3_000_000, 5, 4),
        (9_000_000, 5, 4),
    ],
)
def test_the_higher_value_says_how_many_for_both(value, number, keep):
    """Lines 1261-1265."""
    for at in (sides(value, 0), sides(0, value)):
        off_die = {"first/1/home": 6, "first/1/away": 1}
        ruling = draw(off_die, at, **{"plays.physical": True})
        expected = {"draw": number, "keep": keep, "bought": {}}
        assert told(ruling, "special-plays") == {"home": expected, "away": expected}


def test_the_higher_value_draws_first():
    """Line 1259."""
    assert open_keys(draw({})) == ["special-plays/home/decks"]
    assert open_keys(draw({}, sides(900_000, 1_000_000))) == ["special-plays/away/decks"]


def test_equal_values_roll_off():
    at = sides(1_000_000, 1_000_000)
    assert open_keys(draw({}, at)) == ["special-plays/first/1/home", "special-plays/first/1/away"]
    again = {"first/1/home": 2, "first/1/away": 2, "first/2/home": 2, "first/2/away": 3}
    assert open_keys(draw(again, at)) == ["special-plays/away/decks"]


HOME_DRAWS = {
    "home/decks": {"heroic-feats": 2, "dirty-tricks": 1},
    "home/keep": [DECKS["heroic-feats"][1], DECKS["dirty-tricks"][0]],
}


def test_a_coach_draws_from_any_decks_looks_and_keeps_some():
    """Line 1259."""
    asked = draw({"home/decks": {"heroic-feats": 2, "dirty-tricks": 1}})
    (keep,) = asked.open
    assert keep.candidates == (*DECKS["heroic-feats"][:2], DECKS["dirty-tricks"][0])
    assert (keep.at_least, keep.at_most, keep.visible, keep.who) == (2, 2, "side", "side")
    away = {"away/decks": {"heroic-feats": 3}, "away/keep": DECKS["heroic-feats"][3:5]}
    ruling = draw(HOME_DRAWS | away)
    assert told(ruling, "hand") == {
        "home": HOME_DRAWS["home/keep"],
        "away": DECKS["heroic-feats"][3:5],
    }
    assert first_of(ruling) == "home"


def test_decks_are_shared_and_nobody_sees_their_order():
    """Line 5670."""
    asked = draw(HOME_DRAWS | {"away/decks": {"heroic-feats": 3}})
    assert asked.open[0].candidates == tuple(DECKS["heroic-feats"][2:5])
    assert asked.open[0].who == "opponent"
    orders = [ask for ask in asked.answered if ask.key.endswith("/drawn")]
    assert [ask.key for ask in orders] == [
        "special-plays/heroic-feats/drawn",
        "special-plays/dirty-tricks/drawn",
    ]
    assert {ask.visible for ask in orders} == {"server"}
    assert all(ask.at_least == len(ask.candidates) for ask in orders)


def test_only_the_six_decks_of_the_book_are_drawn_from():
    asked = draw({})
    assert [(offer.key, offer.at_most) for offer in asked.open[0].offers] == [
        (key, 3) for key in NAMES
    ]


@pytest.mark.parametrize("mix", [{}, {"heroic-feats": 2}, {"heroic-feats": 3, "dirty-tricks": 1}])
def test_exactly_as_many_are_drawn_as_the_table_says(mix):
    assert codes(draw({"home/decks": mix})) == [("wrong-number", "special-plays/home/decks")]


def test_a_bought_card_comes_from_its_deck_and_is_kept():
    """Lines 1259, 1433 and 2168: it is drawn before the others and adds to what is kept."""
    at = sides(away_bought={"dirty-tricks": 2, "random-events": 1})
    away = {
        "away/decks": {"magical-memorabilia": 3},
        "away/keep": DECKS["magical-memorabilia"][:2],
    }
    home = HOME_DRAWS | {"home/keep": [DECKS["heroic-feats"][0], DECKS["dirty-tricks"][2]]}
    ruling = draw(home | away, at)
    assert told(ruling, "hand")["home"] == home["home/keep"]
    assert told(ruling, "hand")["away"] == [
        *DECKS["dirty-tricks"][:2],
        DECKS["random-events"][0],
        *DECKS["magical-memorabilia"][:2],
    ]
    for side, hand in told(ruling, "hand").items():
        lines = [line for line in ruling.because if line.params.get("side") == side]
        assert total(lines) == len(hand)


def test_the_arithmetic_does_not_tell_who_holds_what():
    away = {"away/decks": {"heroic-feats": 3}, "away/keep": DECKS["heroic-feats"][3:5]}
    text = str(draw(HOME_DRAWS | away).because)
    assert not any(card in text for cards in DECKS.values() for card in cards)


# --- round robin


def test_no_deck_may_lead_another_by_more_than_one():
    """Line 2186."""
    where = "special-plays-round-robin/home/decks"
    two_of_one = {"home/decks": {"heroic-feats": 2, "dirty-tricks": 1}}
    assert codes(draw(two_of_one, variant="round-robin")) == [("one-deck-leads", where)]
    both = draw({"home/decks": {"heroic-feats": 2}}, variant="round-robin")
    assert codes(both) == [("wrong-number", where), ("one-deck-leads", where)]
    mixed = {"home/decks": dict.fromkeys(NAMES[:3], 1)}
    assert open_keys(draw(mixed, variant="round-robin")) == ["special-plays-round-robin/home/keep"]


# --- points


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 2),
        (1_299_999, 2),
        (1_300_000, 3),
        (1_799_999, 3),
        (1_800_000, 4),
        (2_299_999, 4),
        (2_300_000, 5),
    ],
)
def test_points_by_the_higher_value(value, expected):
    """Lines 2084-2088; 2,290,000 as decided."""
    asked = draw({"first/1/home": 6, "first/1/away": 1}, sides(value, 0), "points")
    assert asked.open[0].purse == expected


@pytest.mark.parametrize(("face", "expected"), [(1, 2), (2, 3), (3, 3), (4, 4), (5, 4), (6, 5)])
def test_points_by_a_die_in_a_one_off_match(face, expected):
    """Lines 2076-2080."""
    at = sides(5_000_000, one_off=True)
    assert open_keys(draw({}, at, "points")) == ["special-plays-points/points"]
    assert draw({"points": face}, at, "points").open[0].purse == expected


def test_decks_cost_points_and_no_more_are_spent_than_there_are():
    """Lines 2094-2100."""
    at = sides(1_800_000)
    asked = draw({}, at, "points")
    assert {offer.key: (offer.price, offer.at_most) for offer in asked.open[0].offers} == {
        "miscellaneous-mayhem": (4, 1),
        "benefits-of-training": (2, 2),
        "heroic-feats": (2, 2),
        "magical-memorabilia": (2, 2),
        "dirty-tricks": (1, 4),
        "random-events": (1, 4),
    }
    over = draw({"home/decks": {"miscellaneous-mayhem": 1, "dirty-tricks": 1}}, at, "points")
    assert codes(over) == [("over-points", "special-plays-points/home/decks")]
    assert over.reasons[0].params["over"] == 1


def test_cards_may_be_exchanged_once_but_not_bought_ones():
    """Line 2102."""
    at = sides(1_800_000, home_bought={"random-events": 1})
    home = {"home/decks": {"heroic-feats": 1, "dirty-tricks": 2}}
    asked = draw(home, at, "points")
    (exchange,) = asked.open
    assert exchange.candidates == (DECKS["heroic-feats"][0], *DECKS["dirty-tricks"][:2])
    assert (exchange.at_least, exchange.at_most, exchange.visible) == (0, 3, "side")
    returned = [DECKS["heroic-feats"][0], DECKS["dirty-tricks"][0]]
    ruling = draw(home | {"home/exchange": returned, "away/decks": {}}, at, "points")
    assert told(ruling, "hand") == {
        "home": [
            DECKS["random-events"][0],
            DECKS["dirty-tricks"][1],
            DECKS["heroic-feats"][1],
            DECKS["dirty-tricks"][2],
        ],
        "away": [],
    }


# --- one deck


def one_deck(answers, at=None, **turned):
    won = {"chooser/1/home": 1, "chooser/1/away": 6}
    return draw(won | answers, at, "one-deck", **turned)


def test_the_winner_of_a_roll_off_names_the_only_deck():
    """Line 2139."""
    asked = one_deck({})
    assert open_keys(asked) == ["special-plays-one-deck/deck"]
    assert (asked.open[0].options, asked.open[0].who) == (tuple(NAMES), "opponent")


@pytest.mark.parametrize(
    ("at", "face", "cards"),
    [
        (sides(one_off=True), 1, 1),
        (sides(one_off=True), 2, 2),
        (sides(one_off=True), 5, 2),
        (sides(one_off=True), 6, 3),
        (sides(1_299_999), None, 2),
        (sides(1_300_000), None, 3),
        (sides(1_800_000), None, 4),
        (sides(2_300_000), None, 5),
    ],
)
def test_cards_of_the_one_deck_by_die_or_value(at, face, cards):
    """Lines 2143-2154."""
    answers = {"deck": "heroic-feats"} | ({"cards": face} if face else {})
    asked = one_deck(answers, at)
    assert open_keys(asked) == ["special-plays-one-deck/home/exchange"]
    assert asked.open[0].candidates == tuple(DECKS["heroic-feats"][:cards])


def test_one_card_may_be_exchanged():
    """Line 2160."""
    answers = {
        "deck": "heroic-feats",
        "home/exchange": [DECKS["heroic-feats"][0]],
        "away/exchange": [],
    }
    ruling = one_deck(answers)
    assert told(ruling, "hand") == {
        "home": DECKS["heroic-feats"][1:3],
        "away": DECKS["heroic-feats"][3:5],
    }
    two = one_deck(answers | {"home/exchange": DECKS["heroic-feats"][:2]})
    assert codes(two) == [("wrong-number", "special-plays-one-deck/home/exchange")]


def test_a_deck_that_runs_out_gives_what_is_left():
    """Nine cards of Magical Memorabilia for twice five."""
    answers = {"deck": "magical-memorabilia", "home/exchange": [], "away/exchange": []}
    ruling = one_deck(answers, sides(2_300_000))
    hands = told(ruling, "hand")
    assert (len(hands["home"]), len(hands["away"])) == (5, 4)
    assert not set(hands["home"]) & set(hands["away"])


# --- draft


DRAFT = {"first/1/home": 2, "first/1/away": 5}


def test_a_draft_picks_decks_in_turn_and_deals_one_to_each():
    """Line 2110."""
    at = sides(1_300_000)
    asked = draw(DRAFT, at, "draft")
    assert [(ask.key, ask.who) for ask in asked.open] == [
        ("special-plays-draft/deck/1", "opponent")
    ]
    decks = {"deck/1": "heroic-feats", "deck/2": "heroic-feats", "deck/3": "dirty-tricks"}
    second = draw(DRAFT | {"deck/1": "heroic-feats"}, at, "draft")
    assert second.open[0].who == "side"
    home, away = draw(DRAFT | decks, at, "draft").open
    feats, tricks = DECKS["heroic-feats"], DECKS["dirty-tricks"]
    assert (home.key, home.candidates) == (
        "special-plays-draft/home/keep/1",
        (feats[1], feats[2], tricks[1]),
    )
    assert (away.key, away.candidates) == (
        "special-plays-draft/away/keep/1",
        (feats[0], feats[3], tricks[0]),
    )
    assert (home.visible, away.visible) == ("side", "side")


def test_coaches_keep_one_and_pass_the_rest_until_one_is_left():
    """Line 2129."""
    feats, tricks = DECKS["heroic-feats"], DECKS["dirty-tricks"]
    answers = DRAFT | {
        "deck/1": "heroic-feats",
        "deck/2": "heroic-feats",
        "deck/3": "dirty-tricks",
        "home/keep/1": [feats[1]],
        "away/keep/1": [tricks[0]],
    }
    home, away = draw(answers, sides(1_300_000), "draft").open
    assert home.candidates == (feats[0], feats[3])
    assert away.candidates == (feats[2], tricks[1])
    answers |= {"home/keep/2": [feats[3]], "away/keep/2": [feats[2]]}
    ruling = draw(answers, sides(1_300_000), "draft")
    assert told(ruling, "hand") == {"home": [feats[1], feats[3]], "away": [tricks[0], feats[2]]}


@pytest.mark.parametrize(
    ("at", "face", "cards"),
    [
        (sides(one_off=True), 1, 2),
        (sides(one_off=True), 2, 3),
        (sides(one_off=True), 5, 3),
        (sides(one_off=True), 6, 4),
        (sides(1_299_999), None, 2),
        (sides(1_300_000), None, 3),
        (sides(1_800_000), None, 4),
        (sides(2_300_000), None, 5),
    ],
)
def test_a_starting_deck_by_die_or_value_keeps_one_fewer(at, face, cards):
    """Lines 2114-2125."""
    answers = DRAFT | ({"cards": face} if face else {})
    ruling = draw(answers, at, "draft", **{"plays.physical": True})
    assert told(ruling, "special-plays")["home"] == {
        "draw": cards,
        "keep": cards - 1,
        "bought": {},
    }
    assert first_of(ruling) == "away"


# --- what all of them share


@pytest.mark.parametrize(("variant", "name"), VARIANTS.items())
def test_a_ruling_is_for_leagues_that_draw_like_this(variant, name):
    assert codes(question[name].ask(book(), sides(), {})) == [("not-in-this-league", "plays")]
    other = "points" if variant != "points" else "draft"
    assert codes(question[name].ask(rules(other), sides(), {})) == [
        ("not-in-this-league", "plays.variant")
    ]


@pytest.mark.parametrize(("variant", "name"), VARIANTS.items())
def test_bad_circumstances_are_named_all_at_once(variant, name):
    at = sides(-1, -2, home_bought={"tarot": 1}, away_bought={"dirty-tricks": -1})
    assert codes(question[name].ask(rules(variant), at, {})) == [
        ("negative", "home.value"),
        ("negative", "away.value"),
        ("no-such-deck", "home.bought"),
        ("negative", "away.bought.dirty-tricks"),
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_on_the_table_are_only_counted(variant):
    at = sides(1_300_000, home_bought={"dirty-tricks": 2})
    answers = {"first/1/home": 6, "first/1/away": 1, "deck": "heroic-feats"}
    answers |= {"chooser/1/home": 6, "chooser/1/away": 1}
    ruling = draw(answers, at, variant, **{"plays.physical": True})
    assert told(ruling, "hand") == {}
    assert told(ruling, "special-plays")["home"]["bought"] == {"dirty-tricks": 2}


def test_a_league_that_only_sells_old_cards_deals_those():
    """Lines 3461-3477."""
    name = "special-plays-bought"
    at = sides(home_bought={"lrb6-good-karma": 2}, away_bought={"lrb6-good-karma": 1})
    league = book(**{"plays.lrb6": "inducement"})
    ruling = question[name].ask(league, at, shuffled(name))
    karma = DECKS["lrb6-good-karma"]
    assert told(ruling, "hand") == {"home": karma[:2], "away": karma[2:3]}
    assert codes(question[name].ask(book(), at, {})) == [("not-in-this-league", "plays.lrb6")]


@given(
    # A real generator: one that shrinks towards equal dice would tie a roll-off for ever.
    st.integers(0, 2**32).map(random.Random),
    st.sampled_from([500_000, 1_000_000, 1_500_000, 2_500_000, 3_500_000]),
    st.sampled_from([*VARIANTS]),
    st.dictionaries(st.sampled_from(NAMES), st.integers(1, 2), max_size=2),
)
def test_however_it_is_drawn_no_card_is_in_two_hands(chance, value, variant, bought):
    name = VARIANTS[variant]
    at = sides(value, 400_000, home_bought=bought, away_bought=bought)
    answers = {}
    outcome = question[name].ask(rules(variant), at, answers)
    while isinstance(outcome, Asks):
        for ask in outcome.open:
            answers[ask.key] = _any_answer(ask, chance, variant, value)
        outcome = question[name].ask(rules(variant), at, answers)
    hands = told(outcome, "hand")
    assert not set(hands["home"]) & set(hands["away"])
    for side, hand in hands.items():
        assert len(set(hand)) == len(hand)
        lines = [line for line in outcome.because if line.params.get("side") == side]
        assert total(lines) == len(hand)
    assert outcome == question[name].ask(rules(variant), at, answers)


def _any_answer(ask, chance, variant, value):
    if ask.kind == "roll":
        return chance.randint(1, 6)
    if ask.kind == "choose":
        return chance.choice(ask.options)
    if ask.kind == "pick":
        return chance.sample(ask.candidates, chance.randint(ask.at_least, ask.at_most))
    if variant == "points":
        return {chance.choice(ask.offers).key: 0, "dirty-tricks": 2}
    number = {500_000: 2, 1_000_000: 3, 1_500_000: 3, 2_500_000: 4, 3_500_000: 5}[value]
    return dict.fromkeys(chance.sample(NAMES, number), 1)
