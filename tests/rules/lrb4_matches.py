"""Matches of Living Rulebook 4 in plain values, with the answers that matter.

Whatever is not answered: every die shows three, a D66 reads 33, the second handicap roll 21, the
home side wins the toss, nobody buys or treats anything, and the first on offer is taken.
"""

from dataclasses import dataclass, field, replace

from rules.editions.lrb4.edition import EDITION
from rules.engine.asks import Choose, Confirm, Pick, Roll
from rules.engine.dice import dice
from rules.engine.effects import Fact, To
from rules.engine.match import Match, Report
from rules.engine.state import Player, Team
from tests.rules.playing import changed, play_through

BOOK = EDITION.book()


def ask(name, at, answers=None, **house):
    book = EDITION.book(**house) if house else BOOK
    return EDITION.questions[name].ask(book, at, answers or {})


def player(id_, position="lineman", race="human", **more):
    return Player(id_, position, BOOK.position(race, position).cost, **more)


def squad(name, *special, race="human", line="lineman", count=11, **more):
    """A team of eleven whose ids begin with its name; the special ones come first."""
    others = [player(f"{name}{n}", line, race) for n in range(len(special) + 1, count + 1)]
    more.setdefault("fan_factor", 5)
    return Team(race, players={each.id: each for each in (*special, *others)}, **more)


@dataclass
class Evening:
    """A match that was played through; the same answers must lead to the same effects again."""

    match: Match
    report: Report
    said: dict = field(default_factory=dict)
    house: dict = field(default_factory=dict)

    def __post_init__(self):
        self.put = []
        book, begun = EDITION.book(**self.house), replace(self.match)
        begun = replace(begun, report=replace(Report(), **self._occasion()))
        before_answers, after_answers = {}, {}
        kicked_off, self.before = play_through(book, EDITION.pre_match, begun, before_answers, self)
        kicked_off = replace(kicked_off, report=self.told(book, kicked_off))
        self.over, self.after = play_through(
            book, EDITION.post_match, kicked_off, after_answers, self
        )
        strangers = (
            set(self.said)
            - {ask.key for ask in self.put}
            - {f"{side}: {ask.key}" for ask in self.put for side in ("home", "away", "joint")}
        )
        assert not strangers, f"never asked: {strangers}; asked {[a.key for a in self.put]}"
        again, before = play_through(book, EDITION.pre_match, begun, before_answers, _nobody)
        again = replace(again, report=kicked_off.report)
        _over, after = play_through(book, EDITION.post_match, again, after_answers, _nobody)
        assert changed([*self.before, *self.after], [*before, *after]) == []
        self.steps = {done.place: done.ruling for done in (*self.before, *self.after)}

    def _occasion(self):
        return {"semi_final": self.report.semi_final, "final": self.report.final}

    def told(self, book, match):
        """The report with who sat out and who was hired, as the pitch knows them."""
        people = {s: EDITION.pitch.lineup(book, match, s) for s in ("home", "away")}
        return replace(
            self.report,
            sat_out={s: tuple(w.key for w in people[s] if w.absent) for s in people},
            hired={s: tuple(w.key for w in people[s] if w.is_hired) for s in people},
        )

    def __call__(self, ask, context):
        self.put.append(ask)
        for key in (f"{context.side or 'joint'}: {ask.key}", ask.key):
            if key in self.said:
                return self.said[key]
        return quiet(ask)

    def __getitem__(self, side):
        return self.over.teams[side]

    def lines(self, place, side=None):
        return [
            (line.code, line.amount)
            for line in self.steps[place].because
            if line.amount is not None and side in (None, line.params.get("side"))
        ]

    def facts(self, place, what):
        found = [
            each.effect if isinstance(each, To) else each for each in self.steps[place].effects
        ]
        return [each.value for each in found if isinstance(each, Fact) and each.what == what]


def _nobody(ask, context):
    raise AssertionError(f"asked anew: {ask.key}")


def quiet(ask):
    match ask:
        case Roll(dice="D66", key=key) if key.startswith("handicap"):
            return 10 * int(key.split("/")[2]) + int(key.split("/")[3])
        case Roll():
            sides = dice(ask.dice).sides
            return dice(ask.dice).rolled(tuple(min(3, each) for each in sides))
        case Choose():
            return ask.options[0]
        case Pick():
            return list(ask.candidates[: ask.at_least])
    return False if isinstance(ask, Confirm) else {}


def evening(home, away, report=None, *, house=None, **said):
    match = Match("m1", {"home": home, "away": away})
    answers = said.pop("said", {})
    return Evening(match, report or Report({"home": 1, "away": 0}), answers, house or {})
