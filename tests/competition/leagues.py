"""Small leagues for the tests of tables: entrants, results, house rules."""

from itertools import combinations

from hypothesis import strategies as st

from competition.standings.results import Adjustment, Bye, Drawing, Entrant, Played
from competition.standings.scheme import Scheme
from rules.editions import edition
from rules.house import House

ALL_BONUSES = ["td-3", "cas-3", "clean-sheet", "lost-by-one"]


def entrants(names):
    """One for each letter."""
    return [Entrant(key, f"Team {key}") for key in names]


def scheme(*tie_breakers, minimum=0, maximum=None, best=None, **points):
    turned = {f"points.{key.replace('_', '-')}": value for key, value in points.items()}
    if tie_breakers:
        turned["tie-breakers"] = [*tie_breakers]
    return Scheme(House(edition("bb2016").knobs, turned), minimum, maximum, best)


def game(home, away, td, cas=(0, 0), *, round=1, key=None, **more):  # noqa: A002
    """A match of two letters; its key tells teams and round unless another is given."""
    return Played.score(
        key or f"{home}{away}{round}", home, away, td, {"cas": cas}, round=round, **more
    )


def order(rows):
    return "".join(row.entrant.key for row in rows)


def places(rows):
    return [(row.place, row.entrant.key) for row in rows]


# --- any league whatever

TIE_BREAKERS = [
    "points", "wins", "win-rate", "td-difference", "td-for", "td-against", "cas-difference",
    "cas-for", "both-differences", "head-to-head", "opponents", "team-value", "lots",
]  # fmt: skip

scores = st.tuples(st.integers(0, 4), st.integers(0, 4))
endings = st.sampled_from(["played", "played", "played", "conceded", "forfeit", "ruled", "void"])


@st.composite
def any_scheme(draw, *, first_by_points=False):
    ways = draw(st.permutations(TIE_BREAKERS))[: draw(st.integers(1, len(TIE_BREAKERS)))]
    if first_by_points:
        ways = ["points", *(way for way in ways if way != "points")]
    limits = draw(
        st.sampled_from(
            [{}, {}, {}, {"best": 2}, {"maximum": 3}, {"maximum": 3, "best": 2}, {"minimum": 2}]
        )
    )
    return scheme(
        *ways,
        win=draw(st.integers(2, 4)),
        draw=draw(st.integers(1, 2)),
        loss=draw(st.integers(-1, 1)),
        forfeit=draw(st.integers(-2, 0)),
        bye=draw(st.integers(0, 3)),
        bonus=draw(st.lists(st.sampled_from(ALL_BONUSES), unique=True)),
        **limits,
    )


@st.composite
def any_game(draw, pair, round_, key):
    how = draw(endings)
    winner = ""
    td = draw(scores)
    if how in ("conceded", "forfeit"):
        options = ["home", "away"] + (["nobody"] if how == "forfeit" else [])
        winner = draw(st.sampled_from(options))
    return Played.score(
        key,
        *pair,
        td,
        {"cas": draw(scores)},
        winner=winner,
        how=how,
        round=round_,
        order=draw(st.integers(0, 2)),
        provisional=draw(st.booleans()),
    )


@st.composite
def any_results(draw, names):
    pairs = list(combinations(names, 2))
    met = draw(st.lists(st.sampled_from(pairs), max_size=12))
    results = [draw(any_game(pair, n % 5, f"g{n:02}")) for n, pair in enumerate(met)]
    idle = draw(st.lists(st.sampled_from(names), max_size=3))
    return [*results, *(Bye(f"b{n}", who, n % 5) for n, who in enumerate(idle))]


@st.composite
def any_league(draw, **limits):
    """Entrants, results, and whatever else goes into a table."""
    names = "ABCDEF"[: draw(st.integers(2, 6))]
    values = st.none() | st.sampled_from([1_000_000, 1_100_000])
    teams = [Entrant(key, draw(st.sampled_from(["Same", key])), draw(values)) for key in names]
    adjusted = draw(st.lists(st.tuples(st.sampled_from(names), st.integers(-3, 3)), max_size=2))
    drawn = draw(st.lists(st.permutations(names), max_size=2))
    return {
        "entrants": teams,
        "results": draw(any_results(names)),
        "scheme": draw(any_scheme(**limits)),
        "adjustments": [Adjustment(who, by, "late", 2) for who, by in adjusted],
        "lots": [Drawing(tuple(each[: draw(st.integers(2, len(each)))])) for each in drawn],
    }
