"""Teams of Blood Bowl 2020 and their matches, in plain values, with the answers that matter.

Whatever is not answered is quiet (`evening.py`): a D16 shows three, Badly Hurt, nobody buys
anything, and the first on offer is taken.
"""

from dataclasses import replace

from rules.editions.bb2020.edition import EDITION
from rules.engine.match import Match, Report
from rules.engine.state import Player, Team
from tests.rules.evening import Played, Quiet
from tests.rules.playing import play_through

CATALOGUE = EDITION.catalogue


class Faithful(Quiet):
    """No prayer of theirs comes up twice, unless a test says so."""

    def __call__(self, ask, context):
        if ask.key.startswith("prayers/") and ask.key not in self.said:
            self.put.append(ask)
            return 16 - int(ask.key.split("/")[1])
        return super().__call__(ask, context)


def ask(name, at, answers=None, **house):
    """One question under house rules given by their keys."""
    return EDITION.questions[name].ask(EDITION.book(**house), at, answers or {})


def player(id_="p1", position="", race="human", **fields):
    listed = CATALOGUE.races[race]
    key = position or listed.journeymen[0]
    fields.setdefault("cost", listed.positions[key].cost)
    return Player(id=id_, position=key, **fields)


def squad(name, *special, race="human", **fields):
    """A team of eleven whose ids begin with its name; the special ones come first."""
    others = [player(f"{name}{n}", race=race) for n in range(len(special) + 1, 12)]
    fields.setdefault("fan_factor", 2)
    people = {each.id: each for each in (*special, *others)}
    return Team(race=race, players=people, **fields)


def evening(home, away, report, **said):
    """A whole match: every step before it and after it. `said` are answers by their keys, or by
    `side: key` where both sides are asked the same."""
    house = said.pop("house", {})
    book, answers, steps = EDITION.book(**house), {}, {}
    answer = Faithful(**said)
    match = Match("m1", {"home": home, "away": away})
    match, before = play_through(book, EDITION.pre_match, match, answers, answer)
    match, after = play_through(
        book, EDITION.post_match, replace(match, report=report), answers, answer
    )
    strangers = set(answer.said) - set(answer.asked)
    assert not strangers, f"never asked: {strangers}, but {[each.key for each in answer.put]}"
    steps = {each.place: each.ruling for each in (*before, *after)}
    again, retold = play_through(
        book, EDITION.pre_match, Match("m1", {"home": home, "away": away}), answers, None
    )
    again, told = play_through(
        book, EDITION.post_match, replace(again, report=report), answers, None
    )
    effects = {each.place: each.ruling.effects for each in (*retold, *told)}
    assert effects == {place: ruling.effects for place, ruling in steps.items()}
    assert again.teams == match.teams
    return Played(match, steps, {each.key: each for each in answer.put})


def result(home, away, **more):
    return Report({"home": home, "away": away}, **more)
