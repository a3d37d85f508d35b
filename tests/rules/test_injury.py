"""Casualties: every result, whoever can undo it, and what stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.bb2016.edition import question
from rules.editions.bb2016.injury import Casualty
from rules.engine import effects as e
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.rulings import Allowed
from tests.rules.builders import book, player, team

pytestmark = pytest.mark.pure

BOOK = book()
KEY = "casualty/p1/1"
ONE = team(player("p1"))
OUT, DEAD, RESERVES = "out", "dead", "reserves"


def hurt(at, answers=None, using=BOOK):
    return question["casualty"].ask(using, at, answers or {})


def answers(rolled, **more):
    """`answers(57, apothecary=True, apothecary_roll=23)` under the keys of player p1."""
    return {KEY: rolled} | {f"{KEY}/{name.replace('_', '/')}": said for name, said in more.items()}


def outcome(ruling):
    return ruling.effects[0].value["outcome"]


def lasting(ruling):
    return list(ruling.effects[1:])


def open_keys(step):
    return [each.key.removeprefix(f"{KEY}/") for each in step.open]


MNG = e.MissesNext("p1")


@pytest.mark.parametrize(
    ("rolled", "stays"),
    [
        (11, []),
        (38, []),
        *((number, [MNG]) for number in range(41, 49)),
        (51, [MNG, e.Niggled("p1")]),
        (52, [MNG, e.Niggled("p1")]),
        (53, [MNG, e.Lowered("p1", "ma")]),
        (54, [MNG, e.Lowered("p1", "ma")]),
        (55, [MNG, e.Lowered("p1", "av")]),
        (56, [MNG, e.Lowered("p1", "av")]),
        (57, [MNG, e.Lowered("p1", "ag")]),
        (58, [MNG, e.Lowered("p1", "st")]),
        (61, [e.Left("p1", "dead")]),
        (68, [e.Left("p1", "dead")]),
    ],
)
def test_the_casualty_table_row_by_row_1076_to_1094(rolled, stays):
    ruling = hurt(Casualty(ONE, "p1"), answers(rolled))
    assert lasting(ruling) == stays
    assert outcome(ruling) == (DEAD if rolled > 60 else OUT)


def test_the_opposing_coach_rolls_1062():
    (asked,) = hurt(Casualty(ONE, "p1")).open
    assert (asked.key, asked.dice, asked.who) == (KEY, "D68", "opponent")


def test_a_second_casualty_in_one_match_has_keys_of_its_own():
    assert hurt(Casualty(ONE, "p1", nth=2)).open[0].key == "casualty/p1/2"


@pytest.mark.parametrize("rolled", [19, 30, 39, 69, 71, "57", None])
def test_a_result_that_d68_cannot_show_is_refused(rolled):
    (reason,) = hurt(Casualty(ONE, "p1"), answers(rolled)).reasons
    assert reason.subject == KEY


# --- what a characteristic can lose


@pytest.mark.parametrize(
    ("race", "position", "fields", "rolled", "falls"),
    [
        ("human", "lineman", {"lowered": {"ma": 1}}, 53, True),
        ("human", "lineman", {"lowered": {"ma": 2}}, 53, False),
        ("human", "lineman", {"lowered": {"ma": 2}, "raised": {"ma": 1}}, 53, True),
        ("undead", "mummy", {}, 57, False),
        ("undead", "mummy", {"raised": {"ag": 1}}, 57, True),
        ("halfling", "treeman", {"lowered": {"ma": 1}}, 53, False),
        ("ogre", "snotling", {}, 58, False),
    ],
)
def test_two_below_the_start_and_never_below_one_1100(race, position, fields, rolled, falls):
    squad = team(player("p1", position, race, **fields), race=race)
    ruling = hurt(Casualty(squad, "p1"), answers(rolled, regeneration=1))
    assert lasting(ruling)[0] == MNG, "the missed match stays"
    assert bool(lasting(ruling)[1:]) is falls
    assert ("loss-ignored" in [line.code for line in ruling.because]) is not falls


# --- Decay


def test_decay_rolls_twice_and_both_hold_but_one_match_is_missed_4723():
    squad = team(player("p1", "rotter", "nurgle"), race="nurgle")
    at = Casualty(squad, "p1")
    assert [each.key for each in hurt(at).open] == [KEY, f"{KEY}/decay/2"]
    ruling = hurt(at, answers(57, decay_2=51))
    assert lasting(ruling) == [MNG, e.Lowered("p1", "ag"), e.Niggled("p1")]
    assert lasting(hurt(at, answers(11, decay_2=44))) == [MNG]
    assert lasting(hurt(at, answers(51, decay_2=66))) == [e.Left("p1", "dead")]
    assert lasting(hurt(at, answers(11, decay_2=12))) == []


def test_two_losses_of_decay_count_one_after_the_other():
    squad = team(player("p1", "rotter", "nurgle", lowered={"ag": 1}), race="nurgle")
    ruling = hurt(Casualty(squad, "p1"), answers(57, decay_2=57))
    assert lasting(ruling) == [MNG, e.Lowered("p1", "ag")]


def test_regeneration_heals_both_results_of_decay_4723():
    squad = team(player("p1", "tomb-guardian", "khemri"), race="khemri")
    ruling = hurt(Casualty(squad, "p1"), answers(66, decay_2=58, regeneration=4))
    assert (outcome(ruling), lasting(ruling)) == (RESERVES, [])


# --- apothecary


@pytest.mark.parametrize(
    ("first", "second", "kept", "where", "stays"),
    [
        (66, 11, "11", RESERVES, []),
        (66, 57, "57", OUT, [MNG, e.Lowered("p1", "ag")]),
        (11, 66, "11", RESERVES, []),
        (44, 66, "44", OUT, [MNG]),
        (44, 66, "66", DEAD, [e.Left("p1", "dead")]),
    ],
)
def test_the_apothecary_makes_a_second_roll_and_the_coach_chooses_623(
    first, second, kept, where, stays
):
    at = Casualty(ONE, "p1", apothecary=True)
    assert open_keys(hurt(at, answers(first))) == ["apothecary"]
    rolling = answers(first, apothecary=True)
    (again,) = hurt(at, rolling).open
    assert (again.dice, again.who) == ("D68", "opponent")
    rolling[again.key] = second
    (choice,) = hurt(at, rolling).open
    assert choice.options == (str(first), str(second))
    ruling = hurt(at, rolling | {choice.key: kept})
    assert (outcome(ruling), lasting(ruling)) == (where, stays)


def test_an_apothecary_who_stays_away_changes_nothing_not_even_for_the_badly_hurt():
    ruling = hurt(Casualty(ONE, "p1", apothecary=True), answers(23, apothecary=False))
    assert (outcome(ruling), lasting(ruling)) == (OUT, [])


def test_the_same_result_twice_leaves_nothing_to_choose():
    at = Casualty(ONE, "p1", apothecary=True)
    ruling = hurt(at, answers(57, apothecary=True, apothecary_roll=57))
    assert lasting(ruling) == [MNG, e.Lowered("p1", "ag")]


def test_an_apothecary_replaces_one_of_the_results_of_decay():
    squad = team(player("p1", lent=("decay",)))
    at = Casualty(squad, "p1", apothecary=True)
    said = answers(66, decay_2=57, apothecary=True, apothecary_roll=11)
    assert hurt(at, said).open[0].options == ("66+57", "11+57", "66+11")
    ruling = hurt(at, said | {f"{KEY}/apothecary/kept": "11+57"})
    assert (outcome(ruling), lasting(ruling)) == (OUT, [MNG, e.Lowered("p1", "ag")])


# --- Regeneration and Igor


@pytest.mark.parametrize("die", range(1, 7))
def test_regeneration_heals_on_four_or_more_4885(die):
    squad = team(player("p1", "zombie", "undead"), race="undead")
    ruling = hurt(Casualty(squad, "p1"), answers(66, regeneration=die))
    assert outcome(ruling) == (RESERVES if die >= 4 else DEAD)
    assert lasting(ruling) == ([] if die >= 4 else [e.Left("p1", "dead")])


def test_igor_repeats_a_failed_regeneration_if_the_coach_wants_1423():
    squad = team(player("p1", "zombie", "undead"), race="undead")
    at = Casualty(squad, "p1", igor=True)
    assert open_keys(hurt(at, answers(66, regeneration=3))) == ["igor"]
    assert outcome(hurt(at, answers(66, regeneration=3, igor=False))) == DEAD
    assert outcome(hurt(at, answers(66, regeneration=3, igor=True, igor_roll=4))) == RESERVES
    assert outcome(hurt(at, answers(66, regeneration=3, igor=True, igor_roll=3))) == DEAD
    assert outcome(hurt(at, answers(66, regeneration=4))) == RESERVES


def test_who_is_patched_up_need_not_regenerate_and_who_is_not_may():
    squad = team(player("p1", lent=("regeneration",)))
    at = Casualty(squad, "p1", apothecary=True)
    said = answers(66, apothecary=True, apothecary_roll=12)
    assert outcome(hurt(at, said | {f"{KEY}/apothecary/kept": "12"})) == RESERVES
    still_dead = said | {f"{KEY}/apothecary/kept": "66"}
    assert open_keys(hurt(at, still_dead)) == ["regeneration"]


# --- Weeping Dagger


@pytest.mark.parametrize("die", range(1, 7))
def test_the_dagger_makes_the_badly_hurt_miss_a_match_on_four_or_more_4987(die):
    at = Casualty(ONE, "p1", weeping_dagger=True)
    texts = {KEY: 38, f"{KEY}/weeping-dagger": die}
    assert lasting(hurt(at, texts)) == ([MNG] if die >= 4 else [])


@pytest.mark.parametrize("rolled", [41, 51, 58, 61])
def test_the_dagger_adds_nothing_to_a_worse_result(rolled):
    plain = hurt(Casualty(ONE, "p1"), answers(rolled))
    assert hurt(Casualty(ONE, "p1", weeping_dagger=True), answers(rolled)) == plain


def test_the_dagger_counts_after_the_apothecary_and_not_after_regeneration():
    at = Casualty(ONE, "p1", weeping_dagger=True, apothecary=True)
    said = answers(66, apothecary=True, apothecary_roll=12) | {
        f"{KEY}/apothecary/kept": "12",
        f"{KEY}/weeping-dagger": 4,
    }
    ruling = hurt(at, said)
    assert (outcome(ruling), lasting(ruling)) == (RESERVES, [MNG])
    squad = team(player("p1", "zombie", "undead"), race="undead")
    healed = hurt(Casualty(squad, "p1", weeping_dagger=True), answers(12, regeneration=4))
    assert (outcome(healed), lasting(healed)) == (RESERVES, [])


# --- stars, mercenaries, journeymen


@pytest.mark.parametrize(
    ("injuries", "code"), [(False, "waived-for-stars"), (True, "lasts-for-stars-too")]
)
def test_a_hired_star_is_healed_after_the_match_unless_the_league_says_no_1425(injuries, code):
    at = Casualty(ONE, "griff-oberwald", hired="star")
    ruling = hurt(at, {"casualty/griff-oberwald/1": 66}, book(**{"stars.injuries": injuries}))
    remembered = [e.Fact("star-hurt", {"star": "griff-oberwald", "dead": True})]
    assert (outcome(ruling), lasting(ruling)) == (DEAD, remembered if injuries else [])
    assert [line.code for line in ruling.because] == ["casualty-roll", code]


def test_no_apothecary_and_no_igor_for_stars_but_their_own_regeneration_1427():
    squad = team(player("p1", "zombie", "undead"), race="undead")
    skills = ("loner", "regeneration")
    at = Casualty(squad, "count-luthor-von-drakenborg", hired="star", skills=skills, igor=True)
    key = "casualty/count-luthor-von-drakenborg/1"
    assert outcome(hurt(at, {key: 66, f"{key}/regeneration": 3})) == DEAD
    human = Casualty(ONE, "griff-oberwald", hired="star", apothecary=True)
    assert outcome(hurt(human, {"casualty/griff-oberwald/1": 66})) == DEAD


def test_a_mercenary_may_be_patched_up_and_leaves_nothing_on_the_roster():
    at = Casualty(ONE, "m1", hired="mercenary", apothecary=True, weeping_dagger=True)
    assert [each.key for each in hurt(at, {"casualty/m1/1": 66}).open] == [
        "casualty/m1/1/apothecary"
    ]
    dead = hurt(at, {"casualty/m1/1": 66, "casualty/m1/1/apothecary": False})
    assert (outcome(dead), lasting(dead)) == (DEAD, [])
    stabbed = {
        "casualty/m1/1": 11,
        "casualty/m1/1/apothecary": False,
        "casualty/m1/1/weeping-dagger": 6,
    }
    assert lasting(hurt(at, stabbed)) == []


def test_a_rostered_star_is_badly_hurt_without_a_roll_1617():
    squad = team(player("p1"), star="griff-oberwald")
    at = Casualty(squad, "griff-oberwald", apothecary=True, weeping_dagger=True)
    ruling = hurt(at)
    assert (outcome(ruling), lasting(ruling)) == (OUT, [])
    pair = team(player("p1"), star="the-swift-twins")
    assert outcome(hurt(Casualty(pair, "the-swift-twins/2"))) == OUT


def test_a_journeyman_dies_like_anybody():
    squad = team(player("p1", journeyman=True))
    assert lasting(hurt(Casualty(squad, "p1"), answers(68))) == [e.Left("p1", "dead")]


def test_a_skill_that_a_player_has_for_this_match_counts_beside_his_own():
    squad = team(player("p1", "rotter", "nurgle"), race="nurgle")
    ruling = hurt(
        Casualty(squad, "p1", skills=("regeneration",)), answers(66, decay_2=11, regeneration=4)
    )
    assert (outcome(ruling), lasting(ruling)) == (RESERVES, [])


# --- bad circumstances


@pytest.mark.parametrize(
    ("at", "codes"),
    [
        (Casualty(ONE, "p9"), ["no-such-player"]),
        (Casualty(ONE, ""), ["no-such-player"]),
        (Casualty(ONE, "p1", nth=0), ["out-of-range"]),
        (Casualty(ONE, "p1", igor=True), ["no-igor-for-race"]),
        (Casualty(ONE, "p1", skills=("flying",)), ["no-such-skill"]),
        (Casualty(ONE, "p1", hired="star"), ["not-hired"]),
        (Casualty(ONE, "m1", hired="thief"), ["not-an-option"]),
        (Casualty(ONE, "m1", hired="star", skills=("flying",)), ["no-such-skill"]),
        (Casualty(team(player("p1"), star="nobody"), "nobody"), ["no-such-star"]),
        (
            Casualty(team(player("p1", "rotter", "nurgle"), race="nurgle"), "p1", apothecary=True),
            ["no-apothecary-for-race"],
        ),
        (
            Casualty(ONE, "p9", nth=0, igor=True),
            ["out-of-range", "no-such-player", "no-igor-for-race"],
        ),
    ],
)
def test_bad_circumstances_are_refused_with_all_reasons(at, codes):
    assert [r.code for r in hurt(at).reasons] == codes


VICTIMS = [
    ("human", "lineman", "apothecary"),
    ("undead", "zombie", "igor"),
    ("khemri", "tomb-guardian", "igor"),
    ("nurgle", "rotter", "igor"),
    ("halfling", "treeman", "apothecary"),
]


@settings(deadline=None)
@given(
    victim=st.sampled_from(VICTIMS),
    dagger=st.booleans(),
    lowered=st.dictionaries(st.sampled_from(["ma", "st", "ag", "av"]), st.integers(0, 2)),
    data=st.data(),
)
def test_whatever_is_rolled_there_is_an_answer_that_the_fold_bears(victim, dagger, lowered, data):
    race, position, helper = victim
    squad = team(player("p1", position, race, lowered=lowered), race=race)
    at = Casualty(squad, "p1", weeping_dagger=dagger, **{helper: True})
    texts = {}
    while isinstance(step := hurt(at, texts), Asks):
        for asked in step.open:
            if asked.kind == "roll":
                texts[asked.key] = data.draw(st.sampled_from(list(dice(asked.dice).results())))
            elif asked.kind == "confirm":
                texts[asked.key] = data.draw(st.booleans())
            else:
                texts[asked.key] = data.draw(st.sampled_from(asked.options))
    assert isinstance(step, Allowed)
    assert hurt(at, texts) == step
    after = fold(squad, lasting(step))
    assert ("p1" not in after.players) == (outcome(step) == DEAD)
    if "p1" in after.players:
        changed = after.players["p1"] != squad.players["p1"]
        assert changed == after.players["p1"].misses_next
    assert sum(isinstance(effect, e.MissesNext) for effect in lasting(step)) <= 1


class TestWithoutARoll:
    """Source 4939, 4691, 4671; what earns points is in 5694."""

    GOBLINS = team(player("p1", "goblin", "goblin"), race="goblin")
    VAMPIRES = team(
        player("p1", "thrall", "vampire"), player("p2", "vampire", "vampire"), race="vampire"
    )

    def test_a_stunty_is_badly_hurt_and_no_dagger_asks_for_more(self):
        at = Casualty(self.GOBLINS, "p1", injury="badly-hurt", weeping_dagger=True)
        ruling = hurt(at)
        assert (outcome(ruling), lasting(ruling)) == (OUT, [])
        assert ruling.effects[0].value["results"] == ["Badly Hurt"]

    def test_an_apothecary_patches_him_up_without_a_second_roll(self):
        at = Casualty(self.GOBLINS, "p1", injury="badly-hurt", apothecary=True)
        assert open_keys(hurt(at)) == ["apothecary"]
        assert outcome(hurt(at, {f"{KEY}/apothecary": True})) == RESERVES

    def test_a_bitten_thrall_is_badly_hurt_but_no_vampire(self):
        assert outcome(hurt(Casualty(self.VAMPIRES, "p1", injury="badly-hurt"))) == OUT
        refused = hurt(Casualty(self.VAMPIRES, "p2", injury="badly-hurt"))
        assert [each.code for each in refused.reasons] == ["rolls-for-it"]
        by_an_opponent = Casualty(self.VAMPIRES, "p1", injury="badly-hurt", by="x")
        assert [each.code for each in hurt(by_an_opponent).reasons] == ["rolls-for-it"]

    def test_whoever_is_eaten_is_dead_and_nobody_can_help(self):
        ruling = hurt(Casualty(self.GOBLINS, "p1", injury="eaten"))
        assert (outcome(ruling), lasting(ruling)) == (DEAD, [e.Left("p1", "dead")])
        helped = hurt(Casualty(self.GOBLINS, "p1", injury="eaten", apothecary=True))
        assert [each.code for each in helped.reasons] == ["beyond-recovery"]
        assert [each.code for each in hurt(Casualty(ONE, "p1", injury="eaten")).reasons] == [
            "not-to-be-eaten"
        ]

    def test_a_hired_goblin_is_spared_the_roll_too(self):
        skills = ("dodge", "right-stuff", "stunty")
        for injury, became in (("badly-hurt", OUT), ("eaten", DEAD)):
            at = Casualty(ONE, "m1", hired="mercenary", skills=skills, injury=injury)
            assert (outcome(hurt(at)), lasting(hurt(at))) == (became, [])


@pytest.mark.parametrize(
    ("rolled", "could_return", "code"),
    [(61, False, "dead-by-then"), (61, True, "dead-by-then"), (45, False, "out-by-then"),
     (11, False, "out-by-then"), (45, True, "")],
)  # fmt: skip
def test_nobody_plays_on_whom_the_dice_took_off(rolled, could_return, code):
    at = Casualty(ONE, "p1", seen_again=True, could_return=could_return)
    ruling = hurt(at, answers(rolled))
    assert [each.code for each in getattr(ruling, "reasons", ())] == ([code] if code else [])


def test_whoever_is_patched_up_plays_on():
    at = Casualty(ONE, "p1", seen_again=True, apothecary=True)
    kept = answers(61, apothecary=True, apothecary_roll=12, apothecary_kept="12")
    assert outcome(hurt(at, kept)) == RESERVES
