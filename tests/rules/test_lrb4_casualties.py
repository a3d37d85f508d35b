"""Living Rulebook 4: injuries with all their rows, who heals them, and whom the dead join.

Lines are those of the rulebook; rulings are asked one by one, but where only a match can tell.
"""

import pytest

from rules.editions.lrb4.injury import Casualty
from rules.editions.lrb4.raising import RaiseDead, Rot
from rules.engine.circumstances import HireAndFire
from rules.engine.effects import Fact, Left, Lowered, MissesNext, Niggled
from rules.engine.match import Hurt, Report
from rules.engine.rulings import Allowed, Refused
from tests.rules.lrb4_matches import BOOK, ask, evening, player, squad

pytestmark = pytest.mark.pure

HEALED = {"apothecary": 1}


def hurt(team, victim, *dice, house=None, **more):
    """A casualty with the dice that fall: its own, the D66, the apothecary's, Regeneration's."""
    at = Casualty(team, victim, **more)
    keys = {"die": at.key, "serious": f"{at.key}/serious", "regeneration": f"{at.key}/regeneration"}
    keys |= {"heals": f"{at.key}/apothecary/roll", "treats": f"{at.key}/apothecary"}
    answers = {keys[name]: value for each in dice for name, value in each.items()}
    return ask("casualty", at, answers, **(house or {}))


def outcome(ruling):
    assert isinstance(ruling, Allowed), ruling
    fact, *lasting = ruling.effects
    return fact.value["outcome"], lasting


def codes(ruling):
    assert isinstance(ruling, Refused), ruling
    return sorted(reason.code for reason in ruling.reasons)


MISS = [MissesNext("h1")]


@pytest.mark.parametrize(
    ("die", "left"),
    [(1, ("out", [])), (3, ("out", [])), (6, ("dead", [Left("h1", "dead")]))],
)
def test_badly_hurt_leaves_nothing_and_a_six_is_death_912(die, left):
    assert outcome(hurt(squad("h"), "h1", {"die": die})) == left


@pytest.mark.parametrize("die", [4, 5])
@pytest.mark.parametrize(
    ("rows", "lasting"),
    [
        ((11, 13, 14, 16, 21, 23, 24, 26, 31, 33, 34, 36), []),
        ((41, 43, 44, 46, 51, 52, 53, 54, 55, 56), [Niggled("h1")]),
        ((61, 62), [Lowered("h1", "ma")]),
        ((63,), [Lowered("h1", "st")]),
        ((64,), [Lowered("h1", "ag")]),
        ((65, 66), [Lowered("h1", "av")]),
    ],
)
def test_a_serious_injury_costs_the_next_match_and_what_its_row_says_3836(die, rows, lasting):
    for row in rows:
        ruling = hurt(squad("h"), "h1", {"die": die}, {"serious": row})
        assert outcome(ruling) == ("out", MISS + lasting), row


@pytest.mark.parametrize(
    ("position", "race", "row", "before", "falls"),
    [
        # At most two points in all, injuries that were healed by a rise not counted (3868, 5936).
        ("lineman", "human", 66, {"lowered": {"av": 1}}, True),
        ("lineman", "human", 66, {"lowered": {"av": 2}}, False),
        ("lineman", "human", 66, {"lowered": {"av": 2}, "raised": {"av": 1}}, True),
        # Never below one, however little was lost.
        ("mummy", "khemri", 64, {}, False),
        ("mummy", "khemri", 64, {"raised": {"ag": 1}}, True),
        ("treeman", "halfling", 61, {}, True),
        ("treeman", "halfling", 61, {"lowered": {"ma": 1}}, False),
    ],
)
def test_no_characteristic_falls_by_more_than_two_or_below_one_3868(
    position, race, row, before, falls
):
    victim = player("h1", position, race, **before)
    line = {"human": "lineman", "khemri": "skeleton", "halfling": "halfling"}[race]
    team = squad("h", victim, race=race, line=line)
    ruling = hurt(team, "h1", {"die": 4}, {"serious": row}, {"regeneration": 3})
    _went, effects = outcome(ruling)
    # The injury stands, and with it the missed match: only the loss is ignored (rulings).
    assert MissesNext("h1") in effects
    assert any(isinstance(each, Lowered) for each in effects) is falls
    assert ("loss-ignored" in [line.code for line in ruling.because]) is not falls


# --- the apothecary, and Regeneration after him


@pytest.mark.parametrize(("heals", "went"), [(1, "dead"), (2, "reserves"), (6, "reserves")])
def test_an_apothecary_fails_on_a_one_even_with_the_dead_2629(heals, went):
    team = squad("h", staff=HEALED)
    told = [{"die": 6}, {"treats": True}, {"heals": heals}]
    assert outcome(hurt(team, "h1", *told, apothecary=True))[0] == went


@pytest.mark.parametrize(("die", "went"), [(3, "dead"), (4, "reserves")])
def test_regeneration_comes_after_an_apothecary_who_failed_3456(die, went):
    troll = player("h1", "troll", "orc")
    team = squad("h", troll, race="orc", staff=HEALED)
    told = [{"die": 6}, {"treats": True}, {"heals": 1}, {"regeneration": die}]
    assert outcome(hurt(team, "h1", *told, apothecary=True))[0] == went


@pytest.mark.parametrize(("how", "codes_"), [("crowd", ["beyond-the-stands"]), ("rock", None)])
def test_who_is_pushed_into_the_crowd_is_beyond_him_but_not_from_a_thrown_rock_6031(how, codes_):
    told = [{"die": 6}, {"treats": True}, {"heals": 2}]
    ruling = hurt(squad("h", staff=HEALED), "h1", *told, apothecary=True, how=how)
    if codes_:
        assert codes(ruling) == codes_
    else:
        assert outcome(ruling) == ("reserves", [])


VAMPIRES = squad(
    *("h", player("h1", "vampire", "vampire")), race="vampire", line="thrall", staff=HEALED
)
BLOODY = tuple(BOOK.position("vampire", "vampire").skills)


@pytest.mark.parametrize(
    ("victim", "about", "may"),
    [
        ("h1", {}, False),
        ("h2", {}, True),
        ("freebooter/1", {"hired": "mercenary", "skills": BLOODY}, False),
        # For this match a Bone Head (4442), and a Vampire still.
        ("freebooter/1", {"hired": "mercenary", "skills": (*BLOODY, "bone-head")}, False),
        ("freebooter/2", {"hired": "mercenary"}, True),
        ("freebooter/2", {"hired": "mercenary", "skills": ("mighty-blow",)}, True),
        ("thrud-the-barbarian", {"hired": "star", "skills": ("block",)}, False),
    ],
)
def test_vampires_have_an_apothecary_for_thralls_alone_2605(victim, about, may):
    told = [{"die": 6}, {"treats": True}, {"heals": 2}, {"regeneration": 1}]
    told = told if may else told[:1]
    ruling = hurt(VAMPIRES, victim, *told, apothecary=True, **about)
    if may:
        assert outcome(ruling) == ("reserves", [])
    else:
        assert codes(ruling) == ["not-theirs-to-heal"]


def test_the_eaten_are_dead_without_a_die_and_beyond_all_help_5957():
    goblin = player("h1", "goblin", "goblin")
    team = squad("h", goblin, race="goblin", line="goblin", staff=HEALED)
    assert outcome(hurt(team, "h1", injury="eaten")) == ("dead", [Left("h1", "dead")])
    assert codes(hurt(team, "h1", injury="eaten", apothecary=True)) == ["beyond-recovery"]
    assert codes(hurt(squad("h"), "h1", injury="eaten")) == ["not-to-be-eaten"]


@pytest.mark.parametrize(
    ("star", "about", "dice", "remembered"),
    [
        ("griff-oberwald", {}, {"die": 6}, {"star": "griff-oberwald", "dead": True}),
        ("griff-oberwald", {}, {"die": 1}, None),
        # By a hungry Troll.
        (
            *("scrappa-sorehead", {"skills": ("right-stuff",), "injury": "eaten"}, {}),
            {"star": "scrappa-sorehead", "dead": True},
        ),
        # A wreck, and repaired in time for the next match (2971-2977).
        ("the-deathroller", {"skills": ("death-roller",)}, {"die": 6}, None),
    ],
)
@pytest.mark.parametrize("lasts", [False, True])
def test_stars_injuries_are_waived_unless_the_league_keeps_them_4281(
    star, about, dice, remembered, lasts
):
    house = {"stars.injuries": lasts}
    ruling = hurt(squad("h"), star, dice, hired="star", house=house, **about)
    facts = [each.value for each in ruling.effects if each.what == "star-hurt"]
    assert facts == ([remembered] if lasts and remembered else [])


# --- Raise the Dead


def raised(team, **about):
    at = RaiseDead(team, "x", **about)
    return ask("raise-dead", at, {at.key: True})


def undead(count=11, race="undead"):
    return squad("a", race=race, line="zombie", count=count)


@pytest.mark.parametrize(
    ("race", "position", "rises"),
    [
        ("human", "lineman", True),
        ("orc", "black-orc", True),
        ("chaos", "chaos-warrior", True),
        ("lizardman", "saurus", True),
        ("undead", "mummy", True),
        ("human", "ogre", False),
        ("ogre", "ogre", False),
        ("ogre", "goblin", False),
        ("orc", "goblin", False),
        ("goblin", "troll", False),
        ("skaven", "rat-ogre", False),
        ("halfling", "halfling", False),
        ("wood-elf", "treeman", False),
        ("lizardman", "skink", False),
        ("nurgle", "beast-of-nurgle", False),
        ("chaos-dwarf", "minotaur", False),
    ],
)
def test_only_the_dead_of_about_human_size_rise_2571(race, position, rises):
    ruling = raised(undead(), skills=BOOK.position(race, position).skills)
    assert isinstance(ruling, Allowed if rises else Refused)


@pytest.mark.parametrize(
    ("team", "about", "refusals"),
    [
        (undead(15), {}, None),
        (undead(16), {}, ["too-many-players"]),
        # Whoever was hired for the match is one of the sixteen, too (4270, 2575).
        (undead(14), {"hired": 1}, None),
        (undead(14), {"hired": 2}, ["too-many-players"]),
        (undead(), {"raised": 1}, ["raised-already"]),
        (undead(16), {"hired": -1}, ["negative"]),
        (undead(), {"raised": -1}, ["negative"]),
        (undead(), {"is_star": True}, ["death-is-waived"]),
        (squad("a", race="khemri", line="skeleton"), {}, ["no-necromancer"]),
        (squad("a", race="vampire", line="thrall"), {}, ["no-necromancer"]),
        (undead(race="necromantic"), {}, None),
    ],
)
def test_a_necromancer_raises_one_a_match_while_there_is_a_place_2574(team, about, refusals):
    ruling = raised(team, **about)
    if refusals:
        assert codes(ruling) == refusals
    else:
        fact = {"position": "zombie", "victim": "x", "plays_at_once": True}
        assert ruling.effects == (Fact("raised", fact),)


def test_a_freebooter_takes_the_place_that_a_zombie_would_have_2574():
    zombies = [player(f"a{n}", "zombie", "undead") for n in range(1, 5)]

    def killing(*bought):
        return evening(
            squad("h"),
            squad("a", *zombies, race="undead", line="skeleton", count=14, treasury=200_000),
            Report({"home": 1, "away": 0}, casualties=(Hurt("home", "h1", by="a1"),)),
            said={
                "away: inducements": dict.fromkeys(bought, 1),
                "casualty/home/h1/1": 6,
                **({} if len(bought) > 1 else {"raise-dead/home/h1": True}),
            },
        )

    hired = ("freebooter/ghoul", "freebooter/zombie")
    assert len(killing(*hired[:1]).facts("report/joint", "raised")) == 1
    assert killing(*hired).facts("report/joint", "raised") == []


# --- Nurgle's Rot


NURGLE = squad("a", race="nurgle", line="nurgle-beastman")
ROTTEN = {"killed_by": "block", "killer_skills": ("nurgles-rot",)}


@pytest.mark.parametrize(
    ("team", "about", "refusals"),
    [
        (NURGLE, {}, None),
        (NURGLE, {"killed_by": "foul"}, None),
        (NURGLE, {"killed_by": "a sneeze"}, ["not-an-option"]),
        (NURGLE, {"killed_by": "other"}, ["not-by-block-blitz-or-foul"]),
        (NURGLE, {"killer_skills": ("tentacles",)}, ["killer-has-no-rot"]),
        (NURGLE, {"is_star": True}, ["death-is-waived"]),
        (squad("a", race="chaos", line="beastman"), {}, ["no-rotters-for-race"]),
        # Whether there is room for one is asked after the match, when they join (2321).
        (squad("a", race="nurgle", line="nurgle-beastman", count=16), {}, None),
    ],
)
def test_whom_a_beast_of_nurgle_kills_becomes_a_rotter_2312(team, about, refusals):
    ruling = ask("rot", Rot(team, "x", **ROTTEN | about))
    if refusals:
        assert codes(ruling) == refusals
    else:
        fact = {"position": "rotter", "victim": "x", "plays_at_once": False}
        assert ruling.effects == (Fact("raised", fact),)


def test_a_full_team_takes_its_free_rotter_for_somebody_who_retires_2318():
    """Four Rotters and twelve more; one of the four goes, and another comes for nothing."""
    four = [player(f"a{n}", "rotter", "nurgle") for n in range(1, 5)]
    beast = player("a5", "beast-of-nurgle", "nurgle")
    match = evening(
        squad("h"),
        squad("a", *four, beast, race="nurgle", line="nurgle-beastman", count=16),
        Report(
            {"home": 0, "away": 0},
            casualties=(Hurt("home", "h1", by="a5", killer_skills=("nurgles-rot",)),),
        ),
        said={
            "casualty/home/h1/1": 6,
            "away: hire-and-fire": {"free/1": 1, "fire/a1": 1},
        },
    )
    team = match["away"]
    assert (len(team.players), team.position_count("rotter")) == (16, 4)
    assert "a1" not in team.players
    assert team.staff == {"assistant-coach": 1}
    # As the team stood there was no room for one, and the page says so.
    (window,) = ask("hire-and-fire", HireAndFire(match.match.teams["away"], "w", ("rotter",))).open
    assert offered(window, "free/1") == (0, 1)
    assert window.withheld["free/1"].code == "too-many-players"
    (window,) = ask("hire-and-fire", HireAndFire(NURGLE, "w", ("rotter",))).open
    assert (offered(window, "free/1"), "free/1" in window.withheld) == ((1, 1), False)


def offered(window, key):
    (offer,) = [each for each in window.offers if each.key == key]
    return offer.at_most, offer.limit
