"""How a step's ruling is taken apart for two ledgers, and what becomes of events on a change."""

from dataclasses import dataclass

import pytest

from matches.entries import written
from matches.replay.event_changes import aligned
from rules.engine import effects as e
from rules.engine.rulings import Allowed, Line
from teams.ledger import LedgerEntry

pytestmark = pytest.mark.pure

HOME_GOLD, AWAY_GOLD = (e.To(side, e.Gold(40_000, "exposure")) for side in ("home", "away"))


def step(*parts):
    return Allowed(
        tuple(x for part in parts for x in part.effects),
        tuple(x for part in parts for x in part.because),
        parts=parts,
    )


class TestTakingApart:
    def test_a_sides_step_is_all_its_own(self):
        ruling = step(
            Allowed((e.Gold(60_000, "winnings"),), (Line("die", 60_000),), name="winnings"),
            Allowed((), (Line("change"),), name="fan-factor"),
        )
        found = written(ruling, step="fortune", side="away", place=9)
        assert found.entries["home"] == []
        assert [(x.kind, x.gold, x.step) for x in found.entries["away"]] == [
            ("winnings", 60_000, 9),
            ("fan-factor", 0, 9),
        ]

    def test_a_joint_one_is_split_by_whom_it_befalls(self):
        exposure = Allowed((HOME_GOLD, AWAY_GOLD), (Line("exposure", 40_000),), name="exposure")
        found = written(step(exposure), step="settlement", side=None, place=7)
        for side in ("home", "away"):
            (entry,) = found.entries[side]
            assert (entry.gold, entry.because) == (40_000, (Line("exposure", 40_000),))

    def test_a_line_goes_to_the_side_that_it_names(self):
        lines = (Line("die", 3, {"side": "home"}), Line("die", 5, {"side": "away"}))
        found = written(
            step(Allowed((HOME_GOLD, AWAY_GOLD), lines, name="roll-off")),
            step="settlement",
            side=None,
            place=7,
        )
        assert found.entries["home"][0].because == lines[:1]
        assert found.entries["away"][0].because == lines[1:]

    def test_what_befalls_no_team_belongs_to_the_match(self):
        rain = Allowed((e.Fact("weather", "rain"),), (Line("dice", 3),), name="weather")
        found = written(step(rain), step="conditions", side=None, place=0)
        assert found.entries == {"home": [], "away": []}
        assert (found.facts, found.because) == ([e.Fact("weather", "rain")], [Line("dice", 3)])

    def test_what_only_some_may_see_stands_by_itself(self):
        hand = Allowed(
            (e.Fact("hand", ["a"], visible="side"), e.Fact("cards", 1)),
            (Line("drawn", 1), Line("card", None, {"card": "a"}, visible="side")),
            name="cards",
        )
        public, own = written(step(hand), step="cards", side="home", place=2).entries["home"]
        assert (public.visible, public.effects) == ("public", (e.Fact("cards", 1),))
        assert (own.visible, [line.code for line in own.because]) == ("side", ["card"])

    def test_effects_of_no_ruling_share_an_entry_under_the_steps_name(self):
        ruling = step(
            Allowed((e.To("home", e.Earned("p1", "touchdown")),)),
            Allowed((e.To("home", e.Recorded({"played": 1})),)),
            Allowed(),
        )
        (entry,) = written(ruling, step="report", side=None, place=6).entries["home"]
        assert (entry.kind, len(entry.effects)) == ("report", 2)


@dataclass(frozen=True)
class Event:
    """As much of an event as aligning looks at."""

    kind: str
    ordinal: int


def entries(*kinds):
    """`a` and `a2` are one kind with other effects."""
    return [LedgerEntry(kind[0], (e.Gold(int(kind[1:] or 1), "tests"),)) for kind in kinds]


def becomes(was, now, ordinals=None):
    """Each slot as a word: a stays, a>b replaced, a> gone, >b@n new at ordinal n."""
    events = [
        Event(kind, ordinal) for kind, ordinal in zip(was, ordinals or range(len(was)), strict=True)
    ]
    new = entries(*now)
    values = {id(entry): kind for entry, kind in zip(new, now, strict=True)}
    sentences = []
    for slot in aligned(events, entries(*was), new):
        old = slot.event.kind if slot.event else ""
        after = values[id(slot.entry)] if slot.entry else ""
        place = "" if slot.event else f"@{slot.ordinal}"
        sentences.append(old if slot.stays else f"{old}>{after}{place}")
    return sentences


class TestAligning:
    @pytest.mark.parametrize(
        ("was", "now", "expected"),
        [
            (["a", "b"], ["a", "b"], ["a", "b"]),
            (["a", "b"], ["a2", "b"], ["a>a2", "b"]),
            (["a", "b", "c"], ["a2", "b", "c2"], ["a>a2", "b", "c>c2"]),
            (["a", "b", "c"], ["a", "c"], ["a", "b>", "c"]),
            (["a", "c"], ["a", "b", "c"], ["a", ">b@0", "c"]),
            (["a", "b"], ["a", "b", "c"], ["a", "b", ">c@1"]),
            (["b"], ["a", "b"], ["b>a", ">b@0"]),
            ([], ["a"], [">a@None"]),
            (["a"], [], ["a>"]),
        ],
    )
    def test_changes_only_what_differs(self, was, now, expected):
        assert becomes(was, now) == expected

    def test_rewrites_what_would_hold_too_early(self):
        """A new one at the ordinal of its neighbours is written later, so they are too."""
        assert becomes(["a", "c"], ["a", "b", "c"], ordinals=[5, 5]) == ["a", "c>b", ">c@5"]
