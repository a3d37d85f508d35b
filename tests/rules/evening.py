"""One match in plain values: a pre-match or a post-match with the answers that matter.

Whatever is not answered: every die shows three (a D3 two, casualty dice 33, Badly Hurt), the home
side wins a roll-off, nobody wants anything, and the first on offer is taken. Teams begin with fan
factor 6, so that two dice leave it alone and a winner's three add one.
"""

import re
from dataclasses import dataclass, replace

from rules.editions import edition
from rules.engine.asks import Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.effects import Fact, To
from rules.engine.match import Match, Report
from tests.rules import builders
from tests.rules.playing import play_through

FACES = {"D3": 2, "D68": 33}
SAYS_NO = ("none", "keep")


class Quiet:
    """Answers by key, or by place and key (`fortune/home: winnings`); anything else is quiet."""

    def __init__(self, **said):
        self.said = said
        self.asked = {}
        self.put = []

    def __call__(self, ask, context):
        self.put.append(ask)
        place = f"{context.side or 'joint'}: {ask.key}"
        for key in (place, ask.key):
            if key in self.said:
                self.asked[key] = ask
                return self.said[key]
        return quiet(ask)


def quiet(ask):
    match ask:
        case Roll():
            return _face(ask)
        case Choose():
            return next((each for each in SAYS_NO if each in ask.options), ask.options[0])
        case Pick():
            return list(ask.candidates[: ask.at_least])
        case Shop() if ask.key == "journeymen" or ask.key.endswith("/decks"):
            return {ask.offers[0].key: ask.offers[0].at_most}
    return False if isinstance(ask, Confirm) else {}


def _face(ask):
    if re.search(r"/\d+/away$", ask.key):  # a roll-off, which nobody wins with equal dice
        return 2
    faces = tuple(min(3, sides) for sides in dice(ask.dice).sides)
    return FACES.get(ask.dice, dice(ask.dice).rolled(faces))


@dataclass
class Played:
    """A match that was played through, its steps by place, and the asks that were put."""

    match: Match
    steps: dict
    asks: dict

    def __getitem__(self, side):
        return self.match.teams[side]

    def effects(self, place, side=""):
        """What a step did; of a joint step what it did to one side."""
        found = self.steps[place].effects
        return [each.effect for each in found if each_is(each, side)] if side else list(found)

    def facts(self, place, what):
        effects = [each.effect if isinstance(each, To) else each for each in self.effects(place)]
        return [each.value for each in effects if isinstance(each, Fact) and each.what == what]

    def because(self, place):
        """The lines with an amount, as pairs."""
        lines = self.steps[place].because
        return [(line.code, line.amount) for line in lines if line.amount is not None]


def each_is(effect, side):
    return isinstance(effect, To) and effect.side == side


def squad(name, *special, race="human", **fields):
    """A team of eleven whose ids begin with its name; the special ones come first."""
    line = builders.book().race(race).journeymen[0]
    others = [builders.player(f"{name}{n}", line, race) for n in range(len(special) + 1, 12)]
    fields.setdefault("fan_factor", 6)
    return builders.team(*special, *others, race=race, **fields)


def after(home=None, away=None, report=None, *, facts=None, sides=None, **more):
    """The post-match of two teams; `facts` are those that the pre-match left."""
    house, key = more.pop("house", {}), more.pop("in_edition", "bb2016")
    match = Match(
        "m1",
        {"home": home or squad("h"), "away": away or squad("a", race="orc")},
        report or Report({"home": 1, "away": 0}),
        {what: (value,) for what, value in (facts or {}).items()},
        {
            side: {what: (value,) for what, value in (sides or {}).get(side, {}).items()}
            for side in ("home", "away")
        },
    )
    return _play(edition(key).post_match, edition(key).book(**house), match, more)


def before(home=None, away=None, **more):
    """The pre-match of two teams."""
    house, key = more.pop("house", {}), more.pop("in_edition", "bb2016")
    elsewhere = more.pop("rostered_elsewhere", ())
    match = Match(
        "m1",
        {"home": home or squad("h"), "away": away or squad("a", race="orc")},
        rostered_elsewhere=elsewhere,
    )
    return _play(edition(key).pre_match, edition(key).book(**house), match, more)


def then(played, report, **more):
    """The post-match of a match whose pre-match was played."""
    house, key = more.pop("house", {}), more.pop("in_edition", "bb2016")
    match = replace(played.match, report=report)
    return _play(edition(key).post_match, edition(key).book(**house), match, more)


def _play(steps, book, match, more):
    answer = Quiet(**more.pop("said", {}))
    assert not more, more
    match, done = play_through(book, steps, match, {}, answer)
    strangers = set(answer.said) - set(answer.asked)
    assert not strangers, f"never asked: {strangers}, but {[ask.key for ask in answer.put]}"
    asks = {ask.key: ask for ask in answer.put}
    return Played(match, {each.place: each.ruling for each in done}, asks)
