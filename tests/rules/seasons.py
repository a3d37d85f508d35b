"""Seasons out of a seed: random races, drafts and matches, and coaches who are never idle."""

import random
from dataclasses import dataclass, field, replace

from rules.editions import edition
from rules.editions.bb2016.draft import Draft, draft
from rules.editions.bb2016.growth import skills_of
from rules.editions.bb2016.sponsors import willing_sponsors
from rules.engine.asks import Ask, Confirm, Pick
from rules.engine.fold import fold
from rules.engine.match import SIDES, Hurt, Match, Report, other
from rules.engine.rulings import Allowed
from rules.engine.state import Home, Team
from tests.rules.answering import Seeded
from tests.rules.playing import StepRefused, play_through

# What a coach may be refused for having put too much into their basket.
TOO_MUCH = {
    "cannot-afford",
    "more-than-allowed",
    "too-many-of-position",
    "too-many-players",
    "too-many-rerolls",
    "too-many-apothecaries",
    "too-many-rostered-stars",
    "no-apothecary-for-race",
}
STADIUMS = ("ice", "integrated-merchandise-stalls", "reputation-for-spectacle", "broadcast-studio")
CAUSES = ("block", "block", "blitz", "foul", "crowd", "other")


class Busy(Seeded):
    """Plausible answers from a seed, and baskets with something in them."""

    def __call__(self, ask, context):
        pen = self.pen(ask, context)
        if isinstance(ask, Pick) and not ask.key.endswith("drawn"):
            return pen.sample(ask.candidates, pen.randint(ask.at_least, ask.at_most))
        if isinstance(ask, Confirm):
            return pen.random() < 0.7
        return super().__call__(ask, context)

    def pen(self, ask, context):
        return random.Random(f"{self.seed}/{context.match.id}/{context.side}/{ask.key}")

    def basket(self, ask, pen):
        if ask.key == "journeymen":
            return {pen.choice(ask.offers).key: ask.offers[0].at_most - (pen.random() < 0.1)}
        if ask.key.endswith("/decks") and not ask.purse:
            draw = max(offer.at_most for offer in ask.offers)
            return {offer.key: 1 for offer in pen.sample(ask.offers, draw)}
        basket, purse = {}, ask.purse
        for offer in pen.sample(ask.offers, len(ask.offers)):
            free = offer.price == 0
            if offer.at_most and offer.price <= purse and pen.random() < (0.06 if free else 0.25):
                basket[offer.key] = 1
                purse -= offer.price
            if offer.key.startswith(("free/", "sign/")) and offer.price <= purse:
                basket[offer.key] = 1
                purse -= offer.price
        return basket


@dataclass
class Season:
    """What a season was made of, and what became of it."""

    rules: object
    teams: dict[str, Team] = field(default_factory=dict)
    answers: dict[str, dict] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    done: dict[str, tuple[list, list]] = field(default_factory=dict)
    drafted: dict[str, Team] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    joint_asks: list[Ask] = field(default_factory=list)

    @property
    def steps(self):
        key = self.rules.house.edition
        return edition(key).pre_match, edition(key).post_match


def drafted(rules, name, race_key, pen):
    """A legal team with what a million buys, at least eleven of them, at random."""
    race = rules.race(race_key)
    line = race.journeymen[0]
    wish = Draft(race_key, {line: 11}, window=name)
    for _ in range(40):
        key = pen.choice([*race.positions])
        players = dict(wish.players)
        if pen.random() < 0.7 and players[line] > 4:
            players[line] -= 1
        players[key] = players.get(key, 0) + 1
        more = replace(wish, players=players)
        if pen.random() < 0.3:
            more = replace(wish, rerolls=wish.rerolls + 1)
        elif pen.random() < 0.3 and not rules.house["fan-factor.free"]:
            more = replace(wish, fan_factor=wish.fan_factor + 1)
        elif pen.random() < 0.2:
            more = replace(wish, staff={pen.choice(["apothecary", "cheerleader"]): 1})
        if isinstance(draft(rules, more), Allowed):
            wish = more
    ruling = draft(rules, wish)
    assert isinstance(ruling, Allowed), ruling
    return _with_a_past(rules, fold(Team(race_key), ruling.effects), pen)


def _with_a_past(rules, team, pen):
    """Gold, fans, a sponsor, a home and a veteran, as after some seasons."""
    past = {"treasury": 10_000 * pen.choice([0, 3, 12, 35, 60]), "fan_factor": pen.randint(0, 14)}
    if rules.house["sponsors"]:
        past["sponsor"] = pen.choice(["", *willing_sponsors(rules, team)])
        past["ongoing_sponsors"] = pen.randint(0, 2)
    if rules.house["stadiums"] and pen.random() < 0.6:
        past["home"] = Home(pen.choice(STADIUMS), f"home of {team.race}", pen.random() < 0.5)
    veteran = pen.choice([*team.players.values()])
    veteran = replace(veteran, awards={"mvp": 10}, improvements=3)
    return replace(team, players={**team.players, veteran.id: veteran}, **past)


def pitch(rules, match, seed):
    """What happened on the pitch: goals, passes, casualties, and how it ended."""
    pen = random.Random(f"{seed}/{match.id}/pitch")
    touchdowns = {side: pen.randint(0, 3) for side in SIDES}
    able = {side: [p.id for p in match.teams[side].available] for side in SIDES}
    stars = {side: _hired(match, side) for side in SIDES}
    level = touchdowns["home"] == touchdowns["away"]
    ends = pen.random()
    play_off = pen.random() < 0.2
    return Report(
        touchdowns,
        {
            side: _deeds(pen, [*able[side], *stars[side]], touchdowns[side])
            for side in SIDES
            if able[side]
        },
        tuple(_casualties(rules, match, pen, able, stars)),
        {
            side: tuple(p.id for p in match.teams[side].players.values() if p.misses_next)
            for side in SIDES
        },
        stars,
        friendly=pen.random() < 0.15,
        play_off=play_off,
        final=play_off and pen.random() < 0.5,
        decided_for=pen.choice(SIDES) if level and pen.random() < 0.5 else "",
        conceded_by=pen.choice(SIDES) if ends < 0.25 else "",
        conceded_before_set_up=ends < 0.1,
        could_field=pen.choice([0, 2, 3, 7]) if ends < 0.1 else 11,
        promo_tour=tuple(side for side in SIDES if rules.house["plays"] and pen.random() < 0.1),
    )


def _hired(match, side):
    off = match.all_of(side, "does-not-play")
    stars = tuple(star for star in match.all_of(side, "hired-star") if star not in off)
    count = len(match.all_of(side, "mercenary"))
    return (*stars, *(f"{match.id}/{side}/mercenary/{n}" for n in range(1, count + 1)))


def _deeds(pen, able, touchdowns):
    deeds = {}
    hero = pen.choice(able)
    awards = ["touchdown"] * touchdowns + ["casualty"] * pen.randint(0, 3)
    awards += ["completion"] * pen.randint(0, 6) + ["interception"] * pen.randint(0, 1)
    for award in awards:
        tally = deeds.setdefault(hero if pen.random() < 0.7 else pen.choice(able), {})
        tally[award] = tally.get(award, 0) + 1
    return deeds


def _casualties(rules, match, pen, able, stars):
    for side in SIDES:
        team = match.teams[side]
        race = rules.race(team.race)
        star = [team.star] if team.star else []
        everyone = [*able[side], *stars[side], *star]
        for victim in pen.sample(everyone, min(len(everyone), pen.randint(0, 6))):
            hired = ""
            if victim in stars[side]:
                hired = "mercenary" if "/mercenary/" in victim else "star"
            yield Hurt(
                side,
                victim,
                cause=pen.choice(CAUSES),
                hired=hired,
                apothecary=race.apothecary and pen.random() < 0.2,
                igor=not race.apothecary and pen.random() < 0.2,
                weeping_dagger=rules.house.edition == "bb2016" and pen.random() < 0.1,
                killer_skills=_skills_of_one(rules, match, pen, able, other(side)),
            )


def _skills_of_one(rules, match, pen, able, side):
    if not able[side]:
        return ()
    team = match.teams[side]
    return skills_of(rules, team.race, team.players[pen.choice(able[side])])


def play(season, steps, match, seed):
    """A sequence to its end; a basket that was too full loses something and is tried again."""
    given = season.answers.setdefault(match.id, {})
    pen = random.Random(f"{seed}/{match.id}/again")
    busy = Busy(seed)

    def answer(ask, context):
        if context.side is None:
            season.joint_asks.append(ask)
        return busy(ask, context)

    while True:
        try:
            return play_through(season.rules, steps, match, given, answer)
        except StepRefused as stopped:
            codes = {reason.code for reason in stopped.refused.reasons}
            baskets = [
                answer
                for answer in given[stopped.place].values()
                if isinstance(answer, dict) and answer
            ]
            if not (codes <= TOO_MUCH and baskets):
                raise
            del baskets[-1][pen.choice([*baskets[-1]])]


def play_season(seed, *, teams=4, rounds=3, in_edition="bb2016", **turned):
    """A season in which everybody meets somebody in each round."""
    rules = edition(in_edition).book(**turned)
    pen = random.Random(seed)
    season = Season(rules)
    races = pen.sample([*rules.catalogue.races], teams)
    for number, race in enumerate(races, start=1):
        season.drafted[f"t{number}"] = drafted(rules, f"t{number}", race, pen)
    season.teams = dict(season.drafted)
    for number in range(1, rounds + 1):
        names = pen.sample([*season.teams], teams)
        for home, away in zip(names[::2], names[1::2], strict=True):
            _play_match(season, f"r{number}-{home}-{away}", home, away, seed)
    return season


def _play_match(season, id_, home, away, seed):
    pre_match, post_match = season.steps
    elsewhere = tuple(t.star for n, t in season.teams.items() if n not in (home, away) and t.star)
    match = Match(
        id_,
        {"home": season.teams[home], "away": season.teams[away]},
        rostered_elsewhere=elsewhere,
    )
    match, before = play(season, pre_match, match, seed)
    season.reports[id_] = pitch(season.rules, match, seed)
    match = replace(match, report=season.reports[id_])
    match, after = play(season, post_match, match, seed)
    season.done[id_] = before, after
    season.matches[id_] = match
    season.teams[home], season.teams[away] = match.teams["home"], match.teams["away"]
