"""Whatever the data state is read by somebody: no number lies there that nothing goes by.

Read is what the rulebook's own code looks up by its key. A figure that another place decides has to
say the same as that place; what only matters on the pitch is told on the pages and named here.
"""

import ast
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from rules import catalogue as kinds
from rules.editions.bb2016.house import KNOBS
from rules.house import House
from rules.loading import load

pytestmark = pytest.mark.pure

ROOT = Path(__file__).parents[2]
BASE = load("bb2016")
HOUSE = House(KNOBS)


def sources(*rooms):
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def looked_up(*rooms):
    """Every word that something is looked up by: `x["word"]`, `x.get("word")`, `"word" in x`."""
    found = set()
    for path in sources(*rooms):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Subscript(slice=key):
                    found.add(text(key))
                case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_rest]):
                    found.add(text(key))
                case ast.Compare(left=key):
                    found.add(text(key))
    return found


@cache
def looked_up_figures():
    """Tables that are read whole, and single figures of the others, as the rulebook's code says."""
    whole, single = set(), set()
    for path in sources("rules", "matches"):
        tree = ast.parse(path.read_text())
        above = {below: node for node in ast.walk(tree) for below in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(attr="figure"), args=[table, key]):
                    if text(key) and text(table):
                        single.add((text(table), text(key)))
                    else:
                        whole |= {text(each) for each in ast.walk(table)}
                case ast.Subscript(value=ast.Attribute(attr="tables"), slice=table):
                    name, use = text(table) or ast.unparse(table), above[node]
                    key = text(getattr(above.get(use), "slice", None))
                    if getattr(use, "attr", "") == "named" and key:
                        single.add((name, key))
                    elif getattr(use, "attr", "") != "dice":
                        whole.add(name)
    return whole, single


# --- effects of stadiums and sponsors


@pytest.mark.parametrize("shelf", ["stadium_table", "sponsor"])
def test_every_effect_changes_a_ruling(shelf):
    entries = [entry for each in BASE.shelves[shelf] for entry in (each, *each.entries)]
    stated = {(entry.key, effect) for entry in entries for effect in entry.holds.get("effects", {})}
    read = looked_up("rules/editions")
    assert {(key, effect) for key, effect in stated if effect not in read} == set()


# --- columns


# What only the pages tell.
SHOWN = {
    "deck": {"copies", "limited", "origin", "playing_card", "printed_cards"},
    "event_set": {"lasts", "number", "count"},
    "kickoff_table": {"optional"},
    "weather_table": {"optional"},
    "referee": {"get_the_ref"},
    "sponsor": {"award", "drawback", "also"},
    "hall_of_fame_team": {"team", "dice", "row"},
}


def shown():
    """Everything that a template or the search takes out of an entry."""
    pages = [path.read_text() for path in (ROOT / "templates/rules").glob("*.html")]
    return "\n".join(pages) + (ROOT / "rules/search.py").read_text()


@pytest.mark.parametrize("shelf", sorted(BASE.shelves))
def test_every_column_of_a_shelf_is_read_or_shown(shelf):
    def columns(entry):
        yield from entry.holds
        for below in entry.entries:
            yield from columns(below)

    stated = {column for entry in BASE.shelves[shelf] for column in columns(entry)}
    told, pages = SHOWN.get(shelf, set()), shown()
    unread = stated - looked_up("rules", "matches") - told
    assert unread == set()
    assert {column for column in told & stated if column not in pages} == set()


@pytest.mark.parametrize(
    "kind", [kinds.Skill, kinds.Race, kinds.Position, kinds.Star, kinds.Inducement, kinds.Traits]
)
def test_every_field_of_the_catalogue_is_read_or_shown(kind):
    code = "\n".join(path.read_text() for path in sources("rules", "matches", "teams"))
    known = code + shown()
    assert [each.name for each in fields(kind) if f".{each.name}" not in known] == []


# --- figures


def dice(table, key):
    return BASE.tables[table].named[key]["dice"]


def stadium(attribute, effect):
    tables = BASE.shelves["stadium_table"]
    found = {entry.key: entry for table in tables for entry in table.entries}
    return found[attribute].holds["effects"][effect]


# Decided elsewhere: by a house rule that a league may turn, an inducement, another table.
SAID_ELSEWHERE = {
    ("home-stadium", "fans"): lambda: BASE.figure("gate", "home"),
    ("home-stadium", "visitor-gold"): lambda: BASE.figure("inducement-gold", "home-visitor"),
    ("inducement-gold", "spectacle"): lambda: stadium(
        "reputation-for-spectacle", "inducement_per_point"
    ),
    ("inducement-gold", "broadcast-discount"): lambda: stadium("broadcast-studio", "star_discount"),
    ("inducement-gold", "broadcast-minimum"): lambda: stadium("broadcast-studio", "star_minimum"),
    ("inducement-gold", "stars-max"): lambda: BASE.inducements["star-player"].max,
    ("inducement-gold", "staff-max"): lambda: BASE.inducements["famous-coaching-staff"].max,
    ("inducement-gold", "special-plays-max"): lambda: BASE.inducements["special-play"].max,
    ("rostered-stars", "hired-max"): lambda: BASE.figure(
        "inducement-gold", "stars-max-with-rostered"
    ),
    ("lrb6-cards", "allowance-min"): lambda: KNOBS["plays.lrb6-allowance"].at_least,
    ("lrb6-cards", "allowance-max"): lambda: KNOBS["plays.lrb6-allowance"].at_most,
    ("league-points", "win"): lambda: HOUSE["points.win"],
    ("league-points", "draw"): lambda: HOUSE["points.draw"],
    ("league-points", "loss"): lambda: HOUSE["points.loss"],
    ("spiralling-expenses", "breakpoint"): lambda: HOUSE["expenses.breakpoint"],
    ("spiralling-expenses", "step"): lambda: HOUSE["expenses.step"],
    ("journeymen", "roster-max"): lambda: HOUSE["draft.players-at-most"],
    ("raised-dead", "roster-max"): lambda: HOUSE["draft.players-at-most"],
    ("friendly", "winnings-dice"): lambda: int(dice("winnings", "friendly-die").removeprefix("D")),
    ("friendly", "division-matches"): lambda: HOUSE["repeat.rival"],
    ("friendly", "in-a-row"): lambda: HOUSE["repeat.in-a-row"],
    ("redraft", "treasury"): lambda: HOUSE["re-draft.budget"],
    ("redraft", "per-match"): lambda: HOUSE["re-draft.match"],
    ("redraft", "per-win"): lambda: HOUSE["re-draft.win"],
    ("redraft", "per-draw"): lambda: HOUSE["re-draft.draw"],
    ("redraft", "per-touchdown"): lambda: HOUSE["re-draft.touchdown"],
    ("redraft", "per-casualty"): lambda: HOUSE["re-draft.casualty"],
    ("redraft", "season-price"): lambda: HOUSE["re-draft.agent"],
    ("redraft", "niggling-heals"): lambda: HOUSE["re-draft.heals"],
    ("draft", "treasury"): lambda: HOUSE["draft.treasury"],
    ("draft", "players-min"): lambda: HOUSE["draft.players-at-least"],
    ("draft", "players-max"): lambda: HOUSE["draft.players-at-most"],
    ("draft", "free-fan-factor"): lambda: HOUSE["fan-factor.free-start"],
}

# Rolled or counted on the pitch: nothing is written down by it.
ON_THE_PITCH = {
    ("treatment", key)
    for key in (
        *("ko-recovery", "apothecary-uses", "apothecaries-per-casualty", "igor-uses"),
        *("bribe", "argue-the-call", "argue-ejected", "niggling"),
    )
} | {
    ("home-stadium", "crowd-save"),
    ("inducement-gold", "minutes"),
    ("overtime", "turns"),
    ("overtime", "empty-pitch-turns"),
    # A home, a die, a skill: one each is how the rulings are shaped.
    ("home-stadium", "homes-max"),
    ("inducement-gold", "roll-off"),
    ("mercenaries", "skills-max"),
    # Which position supplies journeymen stands with each list.
    ("journeymen", "position-min"),
}
TABLES_ON_THE_PITCH = {"injury"}
EXAMPLES = {"spiralling-examples"}


def unread_figures():
    whole, single = looked_up_figures()
    drawn = {"f'{tables}-one-off'": "-one-off", "f'{tables}-league'": "-league"}
    patterns = tuple(ending for name, ending in drawn.items() if name in whole)
    for name, table in BASE.tables.items():
        if name in whole | TABLES_ON_THE_PITCH | EXAMPLES or name.endswith(patterns):
            continue
        for row in table.rows:
            figure = (name, row.holds.get("key", row.name))
            if figure not in single | ON_THE_PITCH:
                yield figure


def test_every_figure_is_read_or_agrees_with_what_is():
    assert [figure for figure in unread_figures() if figure not in SAID_ELSEWHERE] == []


@pytest.mark.parametrize("figure", sorted(SAID_ELSEWHERE), ids="/".join)
def test_what_is_said_twice_is_said_alike(figure):
    assert BASE.figure(*figure) == SAID_ELSEWHERE[figure]()


def test_every_house_rule_is_read():
    rooms = ("rules", "matches", "teams", "competition", "league", "press")
    code = "\n".join(path.read_text() for path in sources(*rooms) if "/house/" not in str(path))
    kinds_of_fixture = ("walkover", "forfeit", "void", "bye", "dice", "points", "re-draft")
    unread = [
        key
        for key in KNOBS
        if f'"{key}"' not in code and key.partition(".")[0] not in kinds_of_fixture
    ]
    assert unread == []
