"""An edition laid over its base: what it may say, and what stops the start."""

import pytest

from rules.editions import NoSuchEdition, edition
from rules.loading import load, own_words, raw_of
from rules.overlay import laid_over
from rules.reading import DATA, BadRules

pytestmark = pytest.mark.pure


@pytest.fixture
def overlay(tmp_path):
    """Loads an edition made of the given text, laid over bb2016."""

    def lay(text="", *, base='base = "bb2016"', **files):
        folder = tmp_path / "mine"
        folder.mkdir()
        head = f'key = "mine"\ntitle = "Mine"\n{base}\n'
        (folder / "edition.toml").write_text(head + text)
        for name, said in files.items():
            (folder / f"{name}.toml").write_text(said)
        return load("mine", tmp_path)

    return lay


def test_an_empty_overlay_is_its_base_under_another_name(overlay):
    mine, base = overlay(), load("bb2016")
    assert (mine.edition, mine.title) == ("mine", "Mine")
    assert mine.races == base.races
    assert mine.tables == base.tables
    assert mine.digest != base.digest


def test_a_nested_entry_changes_only_in_what_is_said(overlay):
    mine = overlay(
        teams='[[team]]\nkey = "human"\n[[team.position]]\nkey = "catcher"\ncost = 75000\n'
    )
    human, theirs = mine.races["human"], load("bb2016").races["human"]
    assert human.positions["catcher"].cost == 75_000
    assert human.positions["catcher"].skills == theirs.positions["catcher"].skills
    assert [*human.positions] == [*theirs.positions]
    assert human.positions["blitzer"] == theirs.positions["blitzer"]
    assert mine.races["orc"] == load("bb2016").races["orc"]


def test_any_change_of_data_changes_the_digest(tmp_path):
    def digest(name, max_):
        (tmp_path / name).mkdir()
        text = f'key = "same"\ntitle = "Same"\nbase = "bb2016"\n[tables.draft]\nline = {max_}\n'
        (tmp_path / name / "edition.toml").write_text(text)
        return load(name, tmp_path).digest

    assert digest("one", 1) == digest("two", 1) != digest("three", 2)


def test_an_overlay_may_lie_over_an_overlay(tmp_path):
    for name, base, cost in (("lower", "bb2016", 55_000), ("upper", "lower", 65_000)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "edition.toml").write_text(
            f'key = "{name}"\ntitle = "{name}"\nbase = "{base}"\n'
            f'[[team]]\nkey = "human"\n[[team.position]]\nkey = "lineman"\ncost = {cost}\n'
        )
    assert load("upper", tmp_path).races["human"].positions["lineman"].cost == 65_000
    assert load("lower", tmp_path).races["human"].positions["lineman"].cost == 55_000


def test_an_edition_is_read_once_however_it_is_asked_for():
    assert load("bb2016") is load("bb2016", DATA) is edition("bb2016").catalogue


def test_who_is_gone_is_gone_from_every_list(overlay):
    mine = overlay(
        '[without]\nteam = ["khorne", "halfling"]\n'
        'star = ["deeproot-strongbranch", "hakflem-skuttlespike"]\n'
        'inducement = ["runesmith"]\n'
    )
    assert not {"khorne", "halfling"} & {*mine.races}
    assert all("halfling" not in star.plays_for for star in mine.stars.values())
    assert "halfling" in load("bb2016").stars["morg-n-thorg"].plays_for
    assert mine.inducements["halfling-master-chef"].cost_for == {}
    assert "Hakflem Skuttlespike" in load("bb2016").races["skaven"].stars
    assert "Hakflem Skuttlespike" not in mine.races["skaven"].stars
    assert "Runesmith" in load("bb2016").races["slayer-hold"].inducements
    assert mine.races["slayer-hold"].inducements == ()


def test_a_part_of_an_entry_may_be_gone(overlay):
    mine = overlay(teams='[[team]]\nkey = "goblin"\nwithout.position = ["ooligan"]\n')
    assert "ooligan" not in mine.races["goblin"].positions
    assert "doom-diver" in mine.races["goblin"].positions


BAD = {
    "an unknown entry in without": (
        '[without]\nteam = ["halflings-of-the-moon"]\n',
        ["without team", "not in the base: ['halflings-of-the-moon']"],
    ),
    "an unknown list in without": (
        '[without]\nteems = ["human"]\n',
        ["without teems", "the base has nothing of that name"],
    ),
    "an unknown part in without": (
        '[[team]]\nkey = "goblin"\nwithout.position = ["hooligan"]\n',
        ["without team.goblin.position", "hooligan"],
    ),
    "an unknown race": ('[[team]]\nkey = "humen"\nreroll_cost = 50000\n', ["humen", "missing"]),
    "an unknown position": (
        '[[team]]\nkey = "human"\n[[team.position]]\nkey = "catchers"\ncost = 70000\n',
        ["Human", "missing"],
    ),
    "an unknown star": ('[[star]]\nkey = "griff"\ncost = 70000\n', ["griff", "missing"]),
    "an unknown inducement": ('[[inducement]]\nkey = "keg"\ncost = 50000\n', ["keg", "missing"]),
    "an unknown skill": ('[[skill]]\nkey = "blok"\noptional = true\n', ["blok", "missing"]),
    "an unknown table": ("[tables.draught]\nline = 7\n", ["draught", "missing"]),
    "an unknown thing on a shelf": ('[[sponsor]]\nkey = "mcm"\nline = 7\n', ["name is missing"]),
    "a field that nothing has": (
        '[[team]]\nkey = "human"\nmascot = "cow"\n',
        ["human", "unknown mascot"],
    ),
    "an entry without a key": ('[[team]]\nname = "Human"\n', ["team", "no key"]),
    "a skill that nobody knows": (
        '[[team]]\nkey = "human"\n[[team.position]]\nkey = "catcher"\nskills = ["Juggle"]\n',
        ["Human, Catcher", "nothing is called Juggle"],
    ),
    "a skill that is gone but still had": ('[without]\nskill = ["dodge"]\n', ["Dodge"]),
    "a star without anybody to play for": (
        '[without]\nteam = ["pestilent-vermin"]\n',
        ["Buboe Festerspit", "plays for nobody"],
    ),
    "an inducement for nobody": (
        '[without]\nteam = ["skaven", "pestilent-vermin", "underworld"]\n',
        ["is only for teams that are gone"],
    ),
    "a price that is none": (
        '[[team]]\nkey = "human"\n[[team.position]]\nkey = "catcher"\ncost = -5\n',
        ["Human, Catcher", "-5 is not a price"],
    ),
    "weather for eleven twice and none for four": (
        '[[weather_table]]\nkey = "standard"\n'
        '[[weather_table.row]]\nkey = "blizzard"\nfrom = 11\n'
        '[[weather_table.row]]\nkey = "nice"\nfrom = 5\n',
        ["[[weather_table]]", "4 stands there 0 times"],
    ),
    "a referee for no twelve": (
        '[[referee_table]]\nkey = "league"\n'
        'row = [{from = 2, to = 11, name = "Nobody", referee = "standard"}]\n',
        ["[[referee_table]]", "12 stands there 0 times"],
    ),
    "dice that nobody sells": (
        '[tables.gate]\nby = "roll"\ndice = "5X"\n',
        ["gate", "'5X' are no dice"],
    ),
    "a helper whose dice show more than their rows": (
        '[[inducement]]\nkey = "papa-skullbones"\ndice = "D16"\n',
        ["Papa Skullbones", "9 stands there 0 times"],
    ),
    "points neither collected nor spent": ('[traits]\nspp = "hoarded"\n', ["hoarded"]),
    "an unknown measure of strength": ('[traits]\nstrength = "height"\n', ["height"]),
    "a target that is no characteristic": ('[traits]\ntargets = ["pa"]\n', ["pa"]),
    "other injury dice than the table's": ('[traits]\ninjury_dice = "D16"\n', ["casualty", "D16"]),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD)
def test_a_bad_overlay_stops_the_start_and_says_where(overlay, text, said):
    with pytest.raises(BadRules) as stopped:
        overlay(text)
    for words in said:
        assert words in str(stopped.value)


def test_without_needs_a_base(overlay):
    with pytest.raises(BadRules, match="there is no base"):
        overlay('[without]\nteam = ["human"]\n', base="")


def test_an_edition_says_what_it_is(overlay):
    with pytest.raises(BadRules, match="no characteristics, traits, categories"):
        overlay(base="")


def test_a_base_that_is_not_there(overlay):
    with pytest.raises(BadRules, match=r"bb2061/edition\.toml"):
        overlay(base='base = "bb2061"')


def test_a_file_that_is_no_toml(overlay):
    with pytest.raises(BadRules, match=r"mine/teams\.toml"):
        overlay(teams="[[team")


def test_nobody_wrote_that_edition():
    with pytest.raises(NoSuchEdition):
        edition("bb1988")


def test_laying_over_leaves_the_base_alone():
    base = raw_of("bb2016")
    before = str(base)
    laid_over(base, own_words("crp"))
    assert str(base) == before
