"""The Competition Rules' own rulings, and a match through both of its sequences."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions import edition
from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.fortune import Winnings
from rules.editions.bb2016.improvement import ImprovementChoice
from rules.editions.bb2016.injury import Casualty
from rules.editions.bb2016.market import Buying
from rules.editions.bb2016.mvp import Mvp
from rules.editions.bb2016.plays import Drawing, SpecialPlays
from rules.editions.crp.petty_cash import PettyCash
from rules.editions.crp.questions import GONE
from rules.editions.crp.sequences import _with
from rules.engine import effects as e
from rules.engine.circumstances import InducementBudget, Purse
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.match import SIDES, Hurt, Match, Report
from rules.engine.mistakes import Mistakes
from rules.engine.rulings import Allowed, total
from rules.engine.state import Team
from tests.rules.answering import Seeded, keys, lines, reasons
from tests.rules.builders import book, player, team
from tests.rules.playing import as_it_was, changed, play_through

pytestmark = pytest.mark.pure

CRP = edition("crp")


def ask(name, at, answers=None, **house):
    return CRP.questions[name].ask(CRP.book(**house), at, answers or {})


# --- petty cash


def moved(home=0, away=0):
    """What each side moves, in steps of 10,000; nothing where there is nothing to move."""
    steps = {"home": home, "away": away}
    return {f"inducement-budget/{s}/moved": {"petty-cash": n} for s, n in steps.items()}


def cash_of(ruling):
    """The petty cash of both sides."""
    return tuple(
        effect.effect.value
        for side in SIDES
        for effect in ruling.effects
        if isinstance(effect, e.To)
        and effect.side == side
        and isinstance(effect.effect, e.Fact)
        and effect.effect.what == "inducement-gold"
    )


# Home is worth 1,800,000 and away 1,720,000: 80,000 apart.
APART = PettyCash(Purse(1_800_000, 200_000), Purse(1_720_000, 200_000))


@pytest.mark.parametrize(
    ("home", "away", "cash"),
    [
        (0, 0, (0, 80_000)),
        (0, 2, (0, 80_000)),  # what the underdog moves is taken off their share
        (0, 8, (0, 80_000)),
        (0, 10, (20_000, 100_000)),  # now the other is the underdog
        (5, 0, (50_000, 130_000)),  # what the favourite moves the underdog gets as well
        (5, 13, (50_000, 130_000)),
        (5, 20, (120_000, 200_000)),
    ],
)
def test_gold_moved_to_petty_cash_counts_in_team_value_rulings_69(home, away, cash):
    ruling = ask("inducement-budget", APART, moved(home, away))
    assert cash_of(ruling) == cash


def test_what_is_moved_leaves_the_treasury():
    ruling = ask("inducement-budget", APART, moved(5, 13))
    gold = [effect for effect in ruling.effects if isinstance(effect, e.To)]
    assert e.To("home", e.Gold(-50_000, "petty-cash")) in gold
    assert e.To("away", e.Gold(-130_000, "petty-cash")) in gold
    assert lines(ruling, side="away") == [("moved", 130_000)]
    assert lines(ruling, side="home") == [("moved", 50_000)]


def test_the_higher_value_declares_first_and_the_other_knows():
    first = ask("inducement-budget", APART)
    assert keys(first) == ["inducement-budget/home/moved"]
    assert [each.who for each in first.open] == ["side"]
    then = ask("inducement-budget", APART, {"inducement-budget/home/moved": {}})
    assert keys(then) == ["inducement-budget/away/moved"]
    assert [(each.visible, each.who) for each in then.answered] == [("public", "side")]
    assert [each.who for each in then.open] == ["opponent"]
    swapped = PettyCash(APART.away, APART.home)
    assert keys(ask("inducement-budget", swapped)) == ["inducement-budget/away/moved"]


def test_at_equal_values_somebody_was_named_or_the_dice_decide():
    level = PettyCash(Purse(1_000_000, 50_000), Purse(1_000_000, 50_000))
    named = ask("inducement-budget", replace(level, first="away"))
    assert keys(named) == ["inducement-budget/away/moved"]
    asked = ask("inducement-budget", level)
    assert keys(asked) == ["inducement-budget/1/home", "inducement-budget/1/away"]
    rolled = {"inducement-budget/1/home": 2, "inducement-budget/1/away": 5}
    assert keys(ask("inducement-budget", level, rolled)) == ["inducement-budget/away/moved"]
    even = ask("inducement-budget", replace(level, first="home"), moved())
    assert cash_of(even) == (0, 0)


def test_nobody_is_asked_who_has_nothing_to_move():
    poor = PettyCash(Purse(1_100_000, 9_999), Purse(1_000_000))
    ruling = ask("inducement-budget", poor)
    assert isinstance(ruling, Allowed)
    assert cash_of(ruling) == (0, 100_000)


def test_nobody_moves_more_than_he_has():
    ruling = ask("inducement-budget", APART, moved(21))
    assert reasons(ruling) == [("more-than-offered", "inducement-budget/home/moved")]


def test_bad_circumstances_are_refused_all_at_once():
    bad = PettyCash(Purse(-1, 0), Purse(0, -5), "nobody")
    assert reasons(ask("inducement-budget", bad)) == [
        ("negative", "home.value"),
        ("negative", "away.treasury"),
        ("not-a-side", "first"),
    ]


@settings(deadline=None)
@given(
    st.tuples(*[st.integers(0, 300).map(lambda n: n * 10_000)] * 2),
    st.tuples(*[st.integers(0, 40)] * 2),
    st.data(),
)
def test_petty_cash_is_level_with_what_it_is_for(values, treasuries, data):
    """Nobody gets less than they moved, and with it both sides are worth the same."""
    purses = [Purse(v, t * 10_000) for v, t in zip(values, treasuries, strict=True)]
    steps = [data.draw(st.integers(0, most)) for most in treasuries]
    answers = moved(*steps)
    ruling = ask("inducement-budget", PettyCash(*purses, first="home"), answers)
    cash = cash_of(ruling)
    assert all(got >= step * 10_000 for got, step in zip(cash, steps, strict=True))
    assert values[0] + cash[0] == values[1] + cash[1]
    for side, got in zip(SIDES, cash, strict=True):
        assert total([line for line in ruling.because if line.params["side"] == side]) == got
    assert ask("inducement-budget", PettyCash(*purses, first="home"), answers) == ruling


def test_the_bases_way_stays_the_bases():
    theirs = edition("bb2016").questions["inducement-budget"]
    assert theirs.circumstances is InducementBudget
    assert CRP.questions["inducement-budget"].circumstances is PettyCash


# --- buying


HUMANS = team(treasury=500_000)


def offers(at, **house):
    (only,) = ask("inducements", at, **house).open
    return {offer.key: offer.price for offer in only.offers}


def test_only_petty_cash_buys():
    at = Buying(HUMANS, given=150_000)
    assert ask("inducements", at).open[0].purse == 150_000
    ruling = ask("inducements", at, {"inducements": {"wizard": 1}})
    assert ruling.effects == (e.Fact("inducement", {"key": "wizard", "count": 1}),)
    assert total(ruling.because) == 0
    over = ask("inducements", at, {"inducements": {"wizard": 1, "bloodweiser-keg": 1}})
    assert reasons(over) == [("cannot-afford", "treasury")]


def test_unspent_petty_cash_is_lost():
    at = Buying(HUMANS, given=150_000)
    ruling = ask("inducements", at, {"inducements": {"bloodweiser-keg": 1}})
    assert [line.params["lost"] for line in ruling.because if line.code == "given"] == [100_000]
    assert not any(isinstance(effect, e.Gold) for effect in ruling.effects)


def test_the_wizard_is_standard_unless_the_league_says_no():
    at = Buying(HUMANS, given=150_000)
    assert offers(at)["wizard"] == 150_000
    assert "wizard" not in offers(at, **{"inducements.wizard": False})
    assert "wizard" not in offers(at, **{"inducements.barred": ["wizard"]})
    theirs = edition("bb2016").questions["inducements"].ask(book(), at, {})
    assert "wizard" not in {offer.key for offer in theirs.open[0].offers}


def test_no_famous_staff_is_for_sale_whatever_the_league_says():
    sold = offers(Buying(HUMANS, given=500_000), **{"inducements.staff": True, "plays": True})
    assert not {"horatio-x-scottenheim", "kari-coldsteel"} & {*sold}
    assert not any(key.startswith("special-play") for key in sold)


def test_a_bad_buyer_is_refused_with_every_reason():
    nobody = Buying(Team("martians", treasury=-1), given=-1)
    assert reasons(ask("inducements", nobody)) == [
        ("no-such-race", "team.race"),
        ("negative", "given"),
        ("negative", "team.treasury"),
    ]


# --- cards, in one of three ways


def cards(**house):
    sold = offers(Buying(HUMANS, given=500_000), **house)
    return {key.removeprefix("special-play/"): n for key, n in sold.items() if "play/" in key}, sold


def test_cards_are_off_unless_switched_on():
    assert cards()[0] == {}


PRICES = {
    "lrb6-miscellaneous-mayhem": 50_000,
    "lrb6-team-plays": 50_000,
    "lrb6-magic-items": 50_000,
    "lrb6-dirty-tricks": 50_000,
    "lrb6-good-karma": 100_000,
    "lrb6-random-events": 200_000,
    "lrb6-desperate-measures": 400_000,
}


def test_cards_beside_other_inducements_3475():
    sold, everything = cards(**{"plays.lrb6": "inducement"})
    assert sold == PRICES
    assert "wizard" in everything
    six = {"special-play/lrb6-team-plays": 5, "special-play/lrb6-dirty-tricks": 1}
    at = Buying(HUMANS, given=500_000)
    ruling = ask("inducements", at, {"inducements": six}, **{"plays.lrb6": "inducement"})
    assert reasons(ruling) == [("more-than-allowed", "old-card")]


def test_cards_instead_of_other_inducements_3476():
    sold, everything = cards(**{"plays.lrb6": "instead"})
    assert sold == PRICES
    assert len(everything) == len(PRICES)


def test_cards_from_gold_of_their_own_3477():
    house = {"plays.lrb6": "allowance", "plays.lrb6-allowance": 100_000}
    sold, _ = cards(**house)
    assert sold == {deck: price for deck, price in PRICES.items() if price <= 100_000}
    basket = {"inducements": {"special-play/lrb6-good-karma": 1, "wizard": 1}}
    ruling = ask("inducements", Buying(HUMANS, given=150_000), basket, **house)
    assert [c for c, _ in lines(ruling)] == ["old-card", "wizard", "card-gold", "given"]
    assert total(ruling.because) == 0


def test_bought_cards_are_dealt_from_their_deck():
    at = SpecialPlays(Drawing(1_000_000, {"lrb6-good-karma": 1}), Drawing(900_000))
    deck = next(d for d in CRP.catalogue.shelves["deck"] if d.key == "lrb6-good-karma")
    order = [f"{deck.key}/{card.key}" for card in deck.entries]
    house = {"plays.lrb6": "inducement"}
    answers = {"special-plays-bought/lrb6-good-karma/drawn": order}
    ruling = ask("special-plays-bought", at, answers, **house)
    assert e.To("home", e.Fact("hand", order[:1], visible="side")) in ruling.effects
    assert reasons(ask("special-plays-bought", at)) == [("not-in-this-league", "plays.lrb6")]


# --- what the knobs decide


def test_the_mvp_is_drawn_from_all_who_could_play():
    eleven = team()
    at = Mvp(eleven, absent=("p3",), dead=("p4",))
    (draw,) = ask("mvp", at).open
    assert draw.key == "mvp/1/drawn"
    assert {*draw.candidates} == {*eleven.players} - {"p3"}
    ruling = ask("mvp", at, {"mvp/1/drawn": ["p7"]})
    assert ruling.effects == (e.Fact("mvp", "p7"), e.Earned("p7", "mvp"))
    assert keys(ask("mvp", at, mvp="coach")) == ["mvp/1/chosen"]
    assert keys(ask("mvp", at, mvp="nominate-three")) == ["mvp/1/nominees"]


def test_there_are_no_expensive_mistakes_unless_the_league_wants_them():
    rich = Mistakes(600_000)
    assert reasons(ask("expensive-mistakes", rich)) == [("not-in-this-league", "mistakes")]
    assert isinstance(ask("expensive-mistakes", rich, mistakes=True), Asks)


@pytest.mark.parametrize(
    ("value", "due"),
    [
        (1_740_000, 0),
        (1_750_000, 10_000),
        (1_890_000, 10_000),
        (1_900_000, 20_000),
        (2_050_000, 30_000),
    ],
)
def test_spiralling_expenses_are_standard_3443(value, due):
    at = Winnings(team(), "lost", team_value=value)
    ruling = ask("winnings", at, {"winnings": 6})
    assert total(ruling.because) == 60_000 - due
    off = ask("winnings", at, {"winnings": 6}, **{"expenses.spiralling": False})
    assert total(off.because) == 60_000


def test_a_human_catcher_costs_70_000():
    wish = Draft("human", {"lineman": 8, "catcher": 4}, 2)
    ruling = ask("draft", wish)
    assert ("hire", -280_000) in lines(ruling)
    assert total(ruling.because) == 1_000_000 - 400_000 - 280_000 - 100_000


def test_a_list_that_is_gone_cannot_be_drafted():
    assert reasons(ask("draft", Draft("khorne", {"pit-fighter": 11}))) == [("no-such-race", "race")]


def test_nobody_has_a_weeping_dagger():
    at = Casualty(team(), "p1", weeping_dagger=True)
    assert reasons(ask("casualty", at)) == [("no-such-skill", "weeping_dagger")]


def test_piling_on_may_be_learnt():
    blitzer = player("p1", "blitzer", awards={"touchdown": 2}, improvements=1, owed={"1": [1, 2]})
    at = ImprovementChoice(team(blitzer), "p1", "1")
    (choice,) = ask("improvement-choice", at).open
    assert any("piling-on" in option for option in choice.options)
    (without,) = ask("improvement-choice", at, **{"piling-on": False}).open
    assert not any("piling-on" in option for option in without.options)


def test_questions_about_what_there_is_not_are_gone():
    base = edition("bb2016").questions
    assert {*base} - {*CRP.questions} == {*GONE}
    assert {*CRP.questions} <= {*base}
    overridden = {name for name in CRP.questions if CRP.questions[name] != base[name]}
    assert overridden == {"inducement-budget", "inducements"}


# --- a match


class Answers(Seeded):
    """Both sides move gold and the underdog buys."""

    def basket(self, ask, pen):
        if ask.key.endswith("/moved"):
            return {"petty-cash": pen.randint(0, ask.offers[0].at_most)}
        if ask.key == "inducements":
            prices = {offer.key: offer.price for offer in ask.offers}
            wanted = [k for k in ("special-play/lrb6-team-plays", "wizard") if k in prices]
            left, basket = ask.purse, {}
            for key in wanted:
                if prices[key] <= left:
                    basket[key], left = 1, left - prices[key]
            return basket
        return super().basket(ask, pen)


SKAVEN = Draft("skaven", {"lineman": 7, "gutter-runner": 4}, 3, window="skaven")
HALFLINGS = Draft("halfling", {"halfling": 13, "treeman": 2}, 3, window="halflings")


def drafted(wish):
    return fold(Team(wish.race), ask("draft", wish).effects)


def kicked_off(rules, answers, seed):
    match = Match("m", {"home": drafted(SKAVEN), "away": drafted(HALFLINGS)})
    before = edition(rules.house.edition).pre_match
    return play_through(rules, before, match, answers, Answers(seed))


def pitch(match, **about):
    scorer = match.teams["home"].available[0].id
    report = Report(
        {"home": 2, "away": 0},
        {"home": {scorer: {"touchdown": 2}}},
        (Hurt("away", match.teams["away"].available[0].id),),
        **about,
    )
    return replace(match, report=report)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("cards", ["off", "inducement", "instead", "allowance"])
def test_a_match_goes_through_both_sequences(seed, cards):
    rules, answers = CRP.book(**{"plays.lrb6": cards}), {}
    match, before = kicked_off(rules, answers, seed)
    places = [done.place.partition("/")[0] for done in before]
    assert list(dict.fromkeys(places)) == [
        "conditions",
        "inducement-gold",
        "inducements",
        "kick-off",
    ]
    played, after = play_through(rules, CRP.post_match, pitch(match), answers, Answers(seed))
    places = list(dict.fromkeys(done.place.partition("/")[0] for done in after))
    assert places[:4] == ["report", "improvements", "points", "fortune"]
    assert places[4:6] == ["hire-and-fire", "next-match"]
    assert {*places[6:]} <= {"skill-ups"}
    assert played.teams["home"].record["won"] == 1
    scorer = match.teams["home"].available[0].id
    assert played.teams["home"].players[scorer].awards["touchdown"] == 2
    asked = {key for given in answers.values() for key in given}
    words = ("stadium", "referee", "sponsor", "residency", "upkeep", "match-events", "mistakes")
    assert not [key for key in asked if key.startswith(words)]
    assert "mvp/1/drawn" in asked
    again, same = play_through(rules, CRP.post_match, pitch(match), answers, nobody)
    assert (again, changed(after, same)) == (played, [])


def nobody(ask, context):
    raise AssertionError(f"nothing new should be asked: {ask}")


def test_petty_cash_leaves_the_treasury_before_the_match():
    rules, answers = CRP.book(), {}
    match = Match("m", {"home": drafted(SKAVEN), "away": drafted(HALFLINGS)})
    before = match.teams["home"].treasury
    steps = before // 10_000
    answers["inducement-gold/joint"] = {"inducement-budget/home/moved": {"petty-cash": steps}}
    match, done = play_through(rules, CRP.pre_match, match, answers, Answers(1))
    assert before == 150_000
    assert match.teams["home"].treasury == 0
    assert match.side_fact("home", "inducement-gold") >= before
    assert {"key": "wizard", "count": 1} in match.all_of("home", "inducement")
    fresh = Match("m", {"home": drafted(SKAVEN), "away": drafted(HALFLINGS)})
    assert as_it_was(fresh, done).teams == match.teams


@pytest.mark.parametrize("key", ["bb2016", "crp"])
@pytest.mark.parametrize(("could_field", "points"), [(11, -2), (2, 0)])
def test_a_concession_is_settled_and_counts_in_the_table(key, could_field, points):
    """Punished unless two or fewer could be fielded (1393); then it is an ordinary loss."""
    rules = edition(key).book(**{"points.concession": -2})
    match, _ = kicked_off(rules, {}, 3)
    given_up = pitch(
        match, conceded_by="away", conceded_before_set_up=True, could_field=could_field
    )
    played, after = play_through(rules, edition(key).post_match, given_up, {}, Answers(3))
    assert "settlement/joint" in [done.place for done in after]
    assert played.side_fact("home", "league-points") == 3
    assert played.side_fact("away", "league-points") == points


def test_a_sequence_knows_the_steps_it_changes():
    with pytest.raises(LookupError, match="no step"):
        _with(CRP.pre_match, match_events=None)
