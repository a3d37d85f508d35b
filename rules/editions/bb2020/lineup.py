"""Who takes the field, and what this edition knows of the pitch."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.book import Book
from rules.catalogue import CatalogueItem, Table
from rules.editions.bb2020.injury import BADLY_HURT, casualty, rises_as, suffered
from rules.editions.bb2020.players import JOURNEYMANS_SKILL, skills_of
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.fielding import own_player, star_of, star_players
from rules.engine.lineup import LineupPlayer, Pitch, Tally, WithoutRoll
from rules.engine.match import Hurt, Match, Report, Side
from rules.engine.rulings import Allowed, Ruling
from rules.engine.state import Team
from rules.knobs import _

APOTHECARY, WANDERING = "apothecary", "wandering-apothecaries"
REROLL = "extra-team-training"
LOOKED_UP = (
    *("injury", "injury-stunty", "casualty", "lasting-injury", "prayer", "spp-awards"),
    *("advancement-cost", "value-modifiers", "characteristic-improvement"),
    "expensive-mistakes",
)


class SecondSeason(Pitch):
    """Only a block earns points for the casualty it causes, unless Nuffle says more."""

    score = Tally(
        *("td", _("Touchdowns"), _("TD"), _("touchdown difference")),
        *(_("touchdowns scored"), _("touchdowns conceded")),
    )
    tallies = (
        Tally(
            *("cas", _("Casualties"), _("CAS"), _("casualty difference")),
            *(_("casualties inflicted"), _("casualties suffered")),
        ),
    )
    deeds = ("touchdown", "completion", "interception", "deflection", "superb-throw")
    credited = frozenset({"block"})
    gifts = MappingProxyType({"get-the-ref": "bribes"})
    rerolls_from = MappingProxyType({REROLL: 1, "halfling-master-chef": 3})
    # A Leader, and Brilliant Coaching in each drive.
    rerolls_unwritten = 6
    injuries_without_roll = (
        WithoutRoll(
            BADLY_HURT,
            _("Badly hurt, no roll"),
            _("Somebody Stunty on an injury roll of 9"),
            skills=frozenset({"stunty"}),
        ),
    )
    treats_knock_outs = frozenset({APOTHECARY})
    ticks = (("TD", 4), ("COMP", 4), ("DEF", 2), ("INT", 2), ("CAS", 3), ("TTM", 2), ("MVP", 1))

    def tallied(self, book: Book, report: Report, tally: str) -> tuple[int, int]:
        return self.casualties(book, report, "home"), self.casualties(book, report, "away")

    def kick_offs(self, book: Book) -> tuple[CatalogueItem, ...]:
        return book.catalogue.shelves["kickoff_table"][0].entries

    def weathers(self, book: Book, table: str = "") -> tuple[CatalogueItem, ...]:
        return tuple(
            row
            for each in book.catalogue.shelves["weather_table"]
            for row in each.entries
            if each.key == (table or each.key)
        )

    def tables_in_play(self, book: Book) -> Iterator[CatalogueItem | Table]:
        shelves, tables = book.catalogue.shelves, book.catalogue.tables
        chosen = book.house["weather.table"]
        weathers = shelves["weather_table"]
        yield next((each for each in weathers if each.key == chosen), weathers[0])
        yield from shelves["kickoff_table"]
        yield from (tables[key] for key in LOOKED_UP)

    def boxes(self, book: Book) -> tuple[Sequence[str], Sequence[str]]:
        before = [
            *(_("Fan factor, home"), _("Fan factor, away"), _("Weather")),
            *(_("Petty cash"), _("Prayers"), _("Coin")),
        ]
        after = [
            *(_("Touchdowns"), _("Casualties"), _("Winnings, home"), _("Winnings, away")),
            *(_("Dedicated fans, home"), _("Dedicated fans, away")),
            *(_("MVP, home"), _("MVP, away"), _("Advancements")),
        ]
        return before, after

    def lineup(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        team = match.teams[side]
        retired = [player.id for player in team.players.values() if player.retired]
        own = (
            own_player(book, team, each, skills=skills_of(book, team.race, each), sits_out=retired)
            for each in team.players.values()
        )
        stars = (
            each for key in playing_stars(match, side) for each in star_players(book, key, "star")
        )
        return (*own, *stars, *_mercenaries(book, match, side))

    def casualties(self, book: Book, report: Report, side: Side) -> int:
        """Which casualties count in the tables is the league's choice."""
        counted = book.house["standings.casualties"]
        if counted == "spp":
            own = {
                player: deeds
                for player, deeds in report.deeds.get(side, {}).items()
                if star_of(player) not in book.catalogue.stars
            }
            return super().casualties(book, _with_deeds(report, side, own), side)
        return sum(
            hurt.side != side and (counted == "suffered" or hurt.is_inflicted)
            for hurt in report.casualties
        )

    def is_ordinary(self, book: Book, report: Report) -> bool:
        """Giving up with three or fewer to set up is an ordinary loss."""
        if not report.conceded_by:
            return True
        most = book.figure("concession", "field-max")
        return report.conceded_before_set_up and report.could_field <= most

    def treatments(self, book: Book, match: Match, side: Side) -> Mapping[str, int]:
        wandering = self.inducements(book, match, side).get(WANDERING, 0)
        count = match.teams[side].staff.get(APOTHECARY, 0) + wandering
        return {APOTHECARY: count} if count else {}

    def inducements(self, book: Book, match: Match, side: Side) -> Mapping[str, int]:
        bought = Counter({fact["key"]: fact["count"] for fact in match.all_of(side, "inducement")})
        stays_away = set(match.all_of(side, "does-not-play"))
        staff = [key for key in match.all_of(side, "hired-staff") if key not in stays_away]
        return bought + Counter(staff)

    def joining(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """Whoever is raised plays at once."""
        team = match.teams[side]
        if not (key := rises_as(book, team)):
            return ()
        position = book.position(team.race, key)
        risen = LineupPlayer(
            f"joined/{key}", "joined", key, skills=position.skills, profile=position.profile
        )
        return (risen,)

    def casualty(self, book: Book, team: Team, hurt: Hurt) -> Step | Ruling:
        return casualty(book, suffered(team, hurt))

    def is_dead(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "dead"

    def plays_on(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "reserves"


def _with_deeds(report: Report, side: Side, deeds: Mapping[str, Mapping[str, int]]) -> Report:
    return Report(score=report.score, deeds={side: deeds}, hired=report.hired)


def _outcome(ruling: Allowed) -> str:
    facts = (each for each in ruling.effects if isinstance(each, e.Fact))
    return next((str(each.value["outcome"]) for each in facts if each.what == "casualty"), "")


def playing_stars(match: Match, side: Side) -> list[str]:
    """Stars whom the other side has not hired, too."""
    stays_away = set(match.all_of(side, "does-not-play"))
    return [star for star in match.all_of(side, "hired-star") if star not in stays_away]


def _mercenaries(book: Book, match: Match, side: Side) -> Iterator[LineupPlayer]:
    race = match.teams[side].race
    for number, fact in enumerate(match.all_of(side, "mercenary"), 1):
        position = book.position(race, fact["position"])
        learnt = (fact["skill"],) if fact["skill"] else ()
        yield LineupPlayer(
            f"mercenary/{number}",
            "mercenary",
            position.key,
            skills=(*position.skills, JOURNEYMANS_SKILL, *learnt),
            profile=position.profile,
        )


FIELD = SecondSeason()
