"""Every code has its sentence, and no sentence speaks of what nobody told it."""

import re

import pytest
from django.utils.translation import override

from rules.editions import edition
from rules.editions.bb2016.fans import CAUSES
from rules.editions.bb2016.redraft import REWARDS
from rules.editions.bb2016.value import STAFF
from rules.editions.bb2020.players import KINDS
from rules.engine import effects as e
from rules.engine.rulings import Line, Reason
from rules.engine.state import Home, Player
from rules.loading import load
from rules.words import People, effect_words, line_words, reason_words
from rules.words.effects import EFFECTS, FACTS
from rules.words.lines import LINES
from rules.words.options import ABOUT, NAMES
from rules.words.reasons import REASONS
from rules.words.sayings import ways
from tests.rules_api.codes import SOURCE, Computed, found

pytestmark = pytest.mark.pure

CATALOGUE = edition("bb2016").catalogue
TABLES = CATALOGUE.tables
SECOND = load("bb2020")
SAID = {
    "reason": REASONS,
    # A line tells of what was reckoned, or of what an option comes to.
    "line": {
        code: [
            way
            for sayings in (LINES, NAMES, ABOUT)
            if code in sayings
            for way in ways(sayings[code])
        ]
        for code in {*LINES, *NAMES, *ABOUT}
    },
}
USES, COMPUTED = found()
OF_DICE = ["dice-range", "dice-shape"]

# Where a code is computed, everything that it can be. None: handed on from elsewhere.
CAN_BE = {
    Computed("line", "_without_a_roster(book, at)", "injury.py"): [
        "lasts-for-stars-too",
        "not-on-the-roster",
        "waived-for-stars",
    ],
    Computed("line", "at.cause", "fans.py"): [*CAUSES],
    Computed("line", "code", "injury.py"): ["injuries", "no-exchange"],
    Computed("line", "award", "growth.py"): [
        *TABLES["spp-awards"].named,
        *SECOND.tables["spp-awards"].named,
    ],
    Computed("line", "chosen.kind", "improvement.py"): [*TABLES["value-modifiers"].named],
    Computed("line", "code", "mvp.py"): [
        "points-lost-star",
        "points-lost-hired",
        "nominee-dead",
        "nominee-hired",
    ],
    Computed("line", "codes[type(effect)]", "improvement.py"): [
        "equal-dice-miss-a-match",
        "ones-leave-a-niggle",
    ],
    Computed("line", "key", "sponsors.py"): [
        *TABLES["sponsor-search"].named,
        "one-time-sponsorship",
    ],
    Computed("line", "key", "residency.py"): [*TABLES["residency"].named],
    Computed("line", "key.partition('/')[0]", "hiring.py"): [
        "hire",
        "sign",
        "reroll",
        "staff",
        "star",
    ],
    Computed("line", "kind", "growth.py"): ["skill", "double-skill"],
    Computed("line", "kind", "training.py"): ["skill", "double-skill"],
    Computed("line", "knob", "redrafting.py"): [*REWARDS],
    Computed("line", "name", "growth.py"): [*CATALOGUE.characteristics],
    Computed("line", "wares[key].group", "wares.py"): ["old-card", "star", "ware"],
    Computed("line", "code", "rating.py"): ["rerolls", "fan-factor", *STAFF],
    Computed("line", "code", "hire.py"): ["hire", "reroll", "staff"],
    Computed("reason", "fault.code", "hire.py"): None,
    Computed("line", "what", "value.py"): [*STAFF],
    Computed("line", "why", "fortune.py"): ["conceded", "stayed-away"],
    Computed("line", "why if candidates else 'nobody-eligible'", "mvp.py"): [
        "conceded",
        "friendly",
        "opponent-conceded",
        "played",
    ],
    Computed("line", "f'{kind}-gold'", "unplayed.py"): [
        f"{kind}-gold" for kind in ("walkover", "forfeit", "void", "bye")
    ],
    Computed("line", "code", "drafting.py"): ["rerolls", "fan-factor", "dedicated-fans", *STAFF],
    Computed("line", "codes[at.conceded]", "fortune.py"): [
        "gate-shared",
        "gate-lost",
        "gate-whole",
    ],
    Computed("line", "kind", "advancement.py"): [*SECOND.tables["value-modifiers"].named],
    Computed("line", "kind", "players.py"): [*KINDS],
    Computed("line", "name", "players.py"): [*SECOND.characteristics],
    Computed("reason", "code", "injury.py"): ["dead-by-then", "out-by-then"],
    Computed("reason", "code", "players.py"): ["too-high", "too-low"],
    Computed("reason", "code", "asks.py"): OF_DICE,
    Computed("reason", "code", "improvement.py"): OF_DICE,
    Computed("reason", "code", "knobs.py"): None,
    Computed("reason", "code", "describing.py"): None,
    Computed("reason", "params['rule']", "__init__.py"): None,
    Computed("reason", "line.params['rule']", "withheld.py"): None,
}


def test_every_computed_code_is_known_here():
    of_dice = {Computed("reason", "player.owed[number]", "improvement.py")}
    of_asks = {Computed("reason", "value", "asks.py")}
    assert set(COMPUTED) - of_dice - of_asks == set(CAN_BE)


def test_every_code_has_a_sentence():
    every = {(use.kind, use.code) for use in USES} | {
        (computed.kind, code) for computed, codes in CAN_BE.items() for code in codes or []
    }
    assert [each for each in sorted(every) if each[1] not in SAID[each[0]]] == []


def test_every_use_of_a_code_can_be_said_with_what_it_carries():
    mute = [
        use
        for use in USES
        if use.params is not None
        and not any(
            way.gaps() | set(way.values) <= use.params for way in ways(SAID[use.kind][use.code])
        )
    ]
    assert mute == []


@pytest.mark.parametrize("kind", ["reason", "line"])
def test_no_sentence_names_what_its_code_never_carries(kind):
    carried = {}
    for use in USES:
        if use.kind == kind:
            carried.setdefault(use.code, []).append(use.params)
    for codes in [codes for computed, codes in CAN_BE.items() if computed.kind == kind]:
        for code in codes or []:
            carried.setdefault(code, []).append(None)
    lost = [
        (code, str(way.words))
        for code, saying in SAID[kind].items()
        for way in ways(saying)
        if not any(
            params is None or way.gaps() | set(way.values) <= params
            for params in carried.get(code, [])
        )
    ]
    assert lost == []


def test_every_effect_has_a_sentence():
    assert set(e.KINDS) - {"to", "fact"} == set(EFFECTS)


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (e.Gold(60_000, "winnings"), "+60,000 gold"),
        (e.Gold(-1_200_000, "draft"), "−1,200,000 gold"),
        (e.Joined(Player("draft/1", "lineman", 50_000)), "Lineman (draft/1) joins"),
        (
            e.Joined(Player("draft/2", "lineman", 50_000, skills=("block", "dodge"))),
            "Lineman (draft/2) joins with Block, Dodge",
        ),
        (e.LastingInducement("bribe", 2), "Bribe for every match: +2"),
        (e.LastingInducement("star/griff-oberwald", -1), "Griff Oberwald for every match: −1"),
        (e.Improved("p1", "1", 20_000, skill="block"), "p1 learns Block"),
        (e.Improved("p1", "1", 50_000, characteristic="st"), "p1 has one more ST"),
        (e.Earned("p1", "mvp"), "p1 is the most valuable player"),
        (e.Earned("p1", "touchdown", 2), "p1 earns: touchdown, 2 times"),
        (e.Earned("p1", "touchdown", -1), "p1 loses: touchdown, 1 times"),
        (e.PointsGiven("p1", -3), "Star player points of p1: −3"),
        (e.SkillGiven("p1", "block", 20_000), "p1 is given Block"),
        (e.SkillTaken("p1", "block", 20_000), "p1 has Block no more"),
        (e.Raised("p1", "st", 1, 50_000), "p1 has one more ST"),
        (e.Raised("p1", "st", -1, -50_000), "One raise of p1's ST is taken back"),
        (e.Raised("p1", "st", 2, 100_000), "Raises of p1's ST: +2"),
        (e.Lowered("p1", "ag"), "p1 loses a point of AG"),
        (e.Lowered("p1", "ag", -1), "p1 has a lost point of AG back"),
        (e.Lowered("p1", "ag", 2), "Lost points of p1's AG: +2"),
        (e.MissesNext("p1"), "p1 misses the next match"),
        (e.MissesNext("p1", misses=False), "p1 may play again"),
        (e.HomeStadium(None), "No home any more"),
        (e.HomeStadium(Home("sloping-pitch")), "At home: Sloping Pitch"),
        (e.Sponsor(""), "No major sponsor any more"),
        (e.RosteredStar("griff-oberwald"), "Griff Oberwald is under contract"),
        (e.To("away", e.FanFactor(-1)), "away: Fan factor: −1"),
        (e.Fact("weather", "sweltering-heat"), "The weather: Sweltering Heat"),
        (e.Fact("hand", ["dirty-tricks/x", "y"]), "The hand: dirty-tricks/x, y"),
        (e.Fact("something-new", None), "Something new: none"),
    ],
)
def test_effects_are_told_with_names_signs_and_commas(effect, sentence):
    assert effect_words(CATALOGUE, effect) == sentence


def test_every_fact_that_the_rulings_state_is_labelled():
    source = "".join(path.read_text() for path in (SOURCE / "editions").rglob("*.py"))
    stated = set(re.findall(r"""Fact\(\s*"([\w-]+)\"""", source))
    assert stated - set(FACTS) == set()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (Line("hire", -100_000, {"position": "blitzer", "count": 2, "each": 90_000}),
         "Blitzer: 2 × 90,000"),
        (Line("skill", -20_000, {"position": "blitzer", "skill": "guard"}),
         "Blitzer with Guard, a normal skill"),
        (Line("skill", 20_000, {"skill": "guard"}), "Guard, a normal skill"),
        (Line("rostered-star", 1, {"star": "griff-oberwald"}), "Griff Oberwald, the team's star"),
        (Line("bribe", -50_000, {"what": "bribe", "count": 1, "each": 50_000}),
         "Bribe: 1 × 50,000"),
        (Line("die", 40_000, {"die": 4, "dice": "D6"}), "The D6 shows 4"),
        (Line("die", 4), "The die"),
        (Line("fame", 10_000, {"fame": -1, "times": 1}), "FAME −1"),
        (Line("nobody-thought-of-it", 1), "Nobody thought of it"),
    ],
)  # fmt: skip
def test_lines_are_told_by_what_they_carry(line, sentence):
    assert line_words(CATALOGUE, line) == sentence


PEOPLE = People(ours={"draft/1": "Cob Netter"}, theirs={"draft/1": "Grim"})


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (e.Left("draft/1", "dead"), "Cob Netter is dead"),
        (e.Left("draft/2", "moved-away"), "draft/2 leaves"),
        (e.Joined(Player("draft/1", "lineman", 50_000)), "Lineman (Cob Netter) joins"),
        (e.Niggled("draft/1", 2), "Niggling injuries of Cob Netter: +2"),
        (e.Fact("mvps", ["draft/1"]), "Most valuable players: Cob Netter"),
        (e.Fact("raised", {"position": "zombie", "victim": "draft/1"}),
         "Grim rises as Zombie"),
        (e.Blacklisted("farblast-and-sons"), "Farblast & Sons Ordnance Solutions never comes back"),
    ],
)  # fmt: skip
def test_players_are_told_by_the_names_that_are_given(effect, sentence):
    assert effect_words(CATALOGUE, effect, PEOPLE) == sentence


def test_lines_tell_our_players_from_theirs_though_both_have_the_same_id():
    ours = Line("player", 50_000, {"player": "draft/1", "cost": 50_000, "improvements": 0})
    assert line_words(CATALOGUE, ours, PEOPLE) == "Cob Netter, as hired"
    theirs = Line("not-raised", None, {"victim": "draft/1"})
    assert line_words(CATALOGUE, theirs, PEOPLE) == "Grim is left in peace"


def test_reasons_are_told_with_names():
    reason = Reason("no-apothecary-for-race", "staff.apothecary", {"race": "undead"})
    assert reason_words(CATALOGUE, reason) == "Undead teams have no use for an apothecary."


def test_sentences_are_translated_when_they_are_said_not_when_they_are_written():
    with override("en"):
        assert reason_words(CATALOGUE, Reason("negative")) == "This cannot be less than nothing."


def test_a_rule_that_was_set_aside_is_said_as_the_rule_itself():
    aside = Line(
        "set-aside", None, {"rule": "too-many-players", "about": {"count": 17, "at_most": 16}}
    )
    assert line_words(CATALOGUE, aside) == "Set aside: 17 players, and there is room for 16."
