"""Regulations as leagues publish them, said with the forms of the pages alone."""

from collections import Counter
from itertools import combinations

import pytest
from django.utils import timezone

from competition.models import Fixture, Stage
from jobs import runner
from league.models import League
from league.queries import current_season
from rules.engine.effects import Fact
from rules.engine.rulings import Refused
from tests.competition.filling import Desk
from tests.teams.history import ask

# What forms can say; what comes of it is tried in both databases.
pytestmark = pytest.mark.pure

ELEVEN = {f"players.{row}.position": "Lineman" for row in range(11)}


class Office(Desk):
    """A commissioner with a league to run, from its founding on."""

    def found(self, template):
        self.fill("/leagues/new/", {"name": "Kettle & Anchor", "template": template})
        self.league = League.objects.get()
        self.home = f"/leagues/{self.league.uuid}/"

    def season(self, path=""):
        return f"{self.home}season/{path}"

    def stage(self, name):
        return current_season(self.league).stages.get(name=name)

    def adopt(self, *coaches):
        """A team of eleven linemen for each, called after its coach; all of them are let in."""
        for coach in coaches:
            values = {"race": "human", "coach": "", "coach_name": coach, "name": coach}
            sheet = self.fill(f"{self.home}adopt/", values)
            self.fill(sheet, ELEVEN, press=("do", "finish"))
        self.fill(self.season(), to="register-all/")

    def sort(self, **divisions):
        """Divisions by hand: `sort(Red=["Anna", "Bert"])`."""
        names = "\r\n".join(divisions)
        entries = {str(each): each.pk for each in current_season(self.league).entries.all()}
        chosen = {
            f"division_{entries[name]}": number
            for number, inside in enumerate(divisions.values())
            for name in inside
        }
        page = self.season("divisions/")
        asked = self.client.get(page, {"names": names}).request["QUERY_STRING"]
        self.fill(f"{page}?{asked}", chosen, press=("how", "hand"))

    def seed(self, *names):
        entries = {str(each): each.pk for each in current_season(self.league).entries.all()}
        seeds = {f"seed_{entries[name]}": seed for seed, name in enumerate(names, start=1)}
        self.fill(self.season("divisions/"), seeds, press=("how", "seeds"))

    def plan_otherwise(self, name, **told):
        self.fill(self.season(f"stages/{self.stage(name).uuid}/change/"), told)

    def start(self, name):
        self.fill(self.season(f"stages/{self.stage(name).uuid}/start/"))
        runner.run_due(now=timezone.now())
        assert self.stage(name).state == Stage.State.RUNNING
        return self.stage(name)

    def enter(self, stage, scores):
        """Scores round by round, as they are typed: `{("Anna", "Bert"): (2, 1)}`, either way
        round; casualties may follow."""
        for of in stage.rounds.order_by("number"):
            values = {}
            for fixture in of.fixtures.filter(state=Fixture.State.OPEN):
                home, away = str(fixture.home), str(fixture.away)
                if (home, away) in scores:
                    values |= self._typed(fixture, *scores[home, away])
                elif (away, home) in scores:
                    td, cas = scores[away, home][:2], scores[away, home][2:]
                    values |= self._typed(fixture, *reversed(td), *reversed(cas))
            if values:
                page = self.season(f"stages/{stage.uuid}/rounds/{of.number}/scores/")
                self.fill(page, values, press=("stay", "1"))

    def _typed(self, fixture, *numbers):
        keys = ("score_home", "score_away", "cas_home", "cas_away")
        return {f"{fixture.uuid}.{key}": n for key, n in zip(keys, numbers, strict=False)}

    def table(self, stage):
        """As the page of standings shows it: name and points."""
        page = self.client.get(f"{self.home}standings/", {"stage": str(stage.uuid)})
        return [
            [(line.who.name, line.row.points) for line in table.lines]
            for table in page.context["page"].tables
        ]


@pytest.fixture
def office(client, marta):
    client.force_login(marta)
    return Office(client)


def met(stage):
    """How often two met, by the one at home and the one away."""
    fixtures = stage.fixtures.exclude(state=Fixture.State.BYE)
    return Counter((str(each.home), str(each.away)) for each in fixtures)


def test_three_two_one_nought_with_bonuses_and_winter_by_one_die(office):
    office.found("short-league")
    office.fill(
        f"{office.home}rules/edit/",
        {
            "points.win": 3,
            "points.draw": 2,
            "points.loss": 1,
            "points.concession": 0,
            "points.forfeit": 0,
            "points.bonuses.td-3": 2,
            "points.bonuses.cas-3": 1,
            "weather.table": "winter",
            "weather.dice": "D6",
        },
    )
    shown = office.client.get(f"{office.home}rules/").content.decode()
    assert "winter" in shown
    assert "one die for an even spread" in shown
    assert "2 points for three or more touchdowns; 1 point for three or more casualties" in shown
    office.adopt("Anna", "Bert", "Cleo", "Dirk")
    league = office.start("League")
    assert sorted(map(sorted, met(league))) == sorted(
        map(list, combinations(("Anna", "Bert", "Cleo", "Dirk"), 2))
    )
    office.enter(
        league,
        {
            ("Anna", "Bert"): (3, 0, 4, 1),
            ("Anna", "Cleo"): (1, 1, 0, 3),
            ("Bert", "Dirk"): (2, 1),
            ("Cleo", "Dirk"): (0, 0),
        },
    )
    (late,) = league.fixtures.filter(
        state=Fixture.State.OPEN,
        home__team__name__in=["Anna", "Dirk"],
        away__team__name__in=["Anna", "Dirk"],
    )
    absent = "home" if str(late.home) == "Dirk" else "away"
    values = {"ending": "forfeit", "at_fault": absent, "reason": "Snowed in"}
    office.fill(f"/fixtures/{late.uuid}/rule/", values)
    # Anna: 3 + 2 + 1 for bonuses, 2, 3 by forfeit. Bert: 1, 3. Cleo: 2 + 1, 2. Dirk: 1, 2, 0.
    assert office.table(league) == [[("Anna", 11), ("Cleo", 5), ("Bert", 4), ("Dirk", 3)]]
    weather = ask(current_season(office.league), "weather", {"weather": 1})
    assert Fact("weather-table", "winter") in weather.effects
    assert isinstance(ask(current_season(office.league), "weather", {"weather": 7}), Refused)


def test_four_two_one_nought_swiss_with_a_point_for_a_narrow_loss(office):
    office.found("swiss-day")
    office.fill(
        f"{office.home}rules/edit/",
        {"points.win": 4, "points.draw": 2, "points.loss": 0, "points.bonuses.lost-by-one": 1},
    )
    stage = office.stage("Tournament")
    office.plan_otherwise("Tournament", swiss_rounds=2)
    day = f"/tournaments/{stage.uuid}/"
    looked = office.fill(
        f"{day}entrants/", {"text": "Anna\nBert\nCleo\nDirk"}, press=("do", "look")
    )
    office.fill(looked, press=("do", "enter"))
    office.fill(day, press=("do", "start"))
    office.fill(day, {"minutes": 120}, press=("do", "begin"))
    first = stage.fixtures.filter(round__number=1).order_by("number")
    scores = dict(zip(first, [(2, 1), (3, 1)], strict=True))
    office.fill(
        f"{day}results/",
        {
            f"score_{side}.{fixture.uuid}": td
            for fixture, score in scores.items()
            for side, td in zip(("home", "away"), score, strict=True)
        },
    )
    narrow, clear = first
    expected = {str(narrow.home): 4, str(narrow.away): 1, str(clear.home): 4, str(clear.away): 0}
    assert dict(office.table(stage)[0]) == expected
    office.fill(day, press=("do", "pair"))
    second = {
        frozenset((each.home_id, each.away_id)) for each in stage.fixtures.filter(round__number=2)
    }
    assert second == {
        frozenset((narrow.home_id, clear.home_id)),
        frozenset((narrow.away_id, clear.away_id)),
    }


NORTH = ("Anna", "Dirk", "Eva", "Hana")
SOUTH = ("Bert", "Cleo", "Finn", "Gus")


def test_two_conferences_home_and_away_and_two_games_across_by_seed(office):
    office.found("club-season")
    office.adopt(*NORTH, *SOUTH)
    office.seed(*(name for pair in zip(NORTH, SOUTH, strict=True) for name in pair))
    office.sort(North=NORTH, South=SOUTH)
    office.plan_otherwise("Regular season", legs=2, cross_games=2, seeding="hand")
    season = office.start("Regular season")
    games = met(season)
    inside = {pair: n for pair, n in games.items() if (pair[0] in NORTH) == (pair[1] in NORTH)}
    assert inside == {
        (one, other): 1 for half in (NORTH, SOUTH) for one in half for other in half if one != other
    }
    across = {frozenset(pair): n for pair, n in games.items() if pair not in inside}
    # The first two of either conference meet, and so do the last two.
    assert across == {
        frozenset((one, other)): 1
        for north, south in ((NORTH[:2], SOUTH[:2]), (NORTH[2:], SOUTH[2:]))
        for one in north
        for other in south
    }
    at_home = Counter(home for home, _away in games)
    assert set(at_home.values()) == {4}
    busy = Counter(
        (each.round_id, side)
        for each in season.fixtures.all()
        for side in (each.home_id, each.away_id)
    )
    assert set(busy.values()) == {1}


# The better of two wins, by as many touchdowns as they are apart.
REDS = {"Anna": 9, "Bert": 6, "Cleo": 5, "Dirk": 1}
WHITES = {"Eva": 8, "Finn": 7, "Gus": 6, "Hana": 3}
BLUES = {"Igor": 9, "Jana": 8, "Karl": 2, "Lena": 1}


def test_the_top_two_of_three_divisions_and_the_two_best_thirds(office):
    office.found("club-season")
    office.adopt(*REDS, *WHITES, *BLUES)
    office.sort(Red=REDS, White=WHITES, Blue=BLUES)
    office.plan_otherwise("Play-offs", top_of_each=2, wild_cards=2)
    season = office.start("Regular season")
    office.enter(
        season,
        {
            (one, other): (division[one] - division[other], 0)
            for division in (REDS, WHITES, BLUES)
            for one, other in combinations(division, 2)
        },
    )
    assert [[name for name, _points in rows] for rows in office.table(season)] == [
        [*REDS],
        [*WHITES],
        [*BLUES],
    ]
    fates = dict(season.standings.values_list("entry__team__name", "fate"))
    assert {fates["Bert"], fates["Finn"], fates["Jana"]} == {"clinched"}
    # A third may still be one of the two best thirds.
    assert {fates["Cleo"], fates["Gus"], fates["Karl"]} == {""}
    assert {fates["Dirk"], fates["Hana"], fates["Lena"]} == {"out"}
    play_offs = office.start("Play-offs")
    seeds = [str(place.entry) for place in play_offs.places.order_by("seed")]
    # Winners of divisions by touchdown difference, then runners-up, then the thirds but Karl.
    assert set(seeds[:3]) == {"Anna", "Eva", "Igor"}
    assert set(seeds[3:6]) == {"Bert", "Finn", "Jana"}
    assert set(seeds[6:]) == {"Cleo", "Gus"}
    first = play_offs.fixtures.filter(round__number=1)
    assert {frozenset((str(each.home), str(each.away))) for each in first} == {
        frozenset((seeds[n], seeds[7 - n])) for n in range(4)
    }


def test_open_play_of_two_matches_at_least_three_at_most_and_the_best_two(office):
    office.found("open-league")
    office.adopt("Anna", "Bert", "Cleo", "Dirk")
    office.plan_otherwise("Open play", fewest=2, most=3, best=2)
    ladder = office.start("Open play")
    entries = {str(place.entry): place.entry for place in ladder.places.all()}
    page = office.season(f"stages/{ladder.uuid}/arrange/")

    def arrange(home, away):
        office.fill(page, {"home": entries[home].pk, "away": entries[away].pk})

    for home, away in (("Anna", "Bert"), ("Anna", "Cleo"), ("Bert", "Anna"), ("Cleo", "Dirk")):
        arrange(home, away)
    with pytest.raises(AssertionError, match="Anna plays 3 matches already: no more count"):
        arrange("Anna", "Dirk")
    office.enter(
        ladder,
        {
            ("Anna", "Bert"): (2, 0),
            ("Anna", "Cleo"): (1, 1),
            ("Bert", "Anna"): (1, 0),
            ("Cleo", "Dirk"): (0, 3),
        },
    )
    # Anna's defeat is beyond her best two. Dirk has won, and played once only.
    assert office.table(ladder) == [[("Anna", 4), ("Bert", 3), ("Cleo", 1), ("Dirk", 3)]]
    shown = office.client.get(f"{office.home}standings/").content.decode()
    assert "1 match more was played and does not count." in shown
    assert "Not ranked: 1 more match to play." in shown
    assert "Above Dirk, which has not played the 2 matches that it takes to be ranked." in shown
