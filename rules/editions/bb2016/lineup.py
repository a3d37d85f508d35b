"""Who takes the field: the roster, a rostered star, and whoever was hired for the match."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueItem, Table
from rules.editions.bb2016.balls import may_kick_off_with
from rules.editions.bb2016.circumstances import stadium_says
from rules.editions.bb2016.crowd import FansAndFame
from rules.editions.bb2016.growth import skills_of
from rules.editions.bb2016.injury import BADLY_HURT, EATEN, THRALL, casualty, suffered
from rules.editions.bb2016.raising import ZOMBIE
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.fielding import own_player, star_of, star_players
from rules.engine.lineup import LineupPlayer, Pitch, Tally, WithoutRoll
from rules.engine.match import Hurt, Match, Report, Side
from rules.engine.rulings import Allowed, Ruling
from rules.engine.state import Team
from rules.knobs import _

APOTHECARY, IGOR, WANDERING = "apothecary", "igor", "wandering-apothecary"
BRIBE, REROLL = "bribe", "extra-team-training"
FAN_FAVOURITE = "fan-favourite"
HALVES = 2
# Tables for the back of the match sheet, and the house rule without which nobody needs them.
LOOKED_UP = (
    ("stadiums", ("random-stadium",)),
    ("", ("casualty", "gate", "fame", "winnings", "fan-factor", "spp-awards")),
    ("", ("spp-levels", "improvement")),
    ("expenses.spiralling", ("spiralling-expenses",)),
    ("mistakes", ("expensive-mistakes",)),
    ("plays", ("special-play-draw",)),
    ("stadiums", ("residency", "residency-offer")),
    ("sponsors", ("sponsor-search", "sponsor-deal")),
)


def _chosen(book: Book, shelf: str, rule: str) -> CatalogueItem:
    """The table that the league has chosen; where the home side picks, the ordinary one."""
    tables = book.catalogue.shelves[shelf]
    return next((each for each in tables if each.key == book.house[rule]), tables[0])


class BB2016Pitch(Pitch):
    """Only a block earns points for the casualty it causes (1114)."""

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
    deeds = ("touchdown", "completion", "interception")
    credited = frozenset({"block"})
    crowd = FansAndFame()
    gifts = MappingProxyType({"get-the-ref": "bribe"})
    rerolls_from = MappingProxyType(
        {REROLL: 1, "halfling-master-chef": 3, "galandril-silverwater": 3}
    )
    rerolls_from_a_card = 2
    # A Leader, a sponsor, the stadium, and three results of the kick-off table in one half.
    rerolls_unwritten = 6
    injuries_without_roll = (
        WithoutRoll(
            BADLY_HURT,
            _("Badly hurt, no roll"),
            _("Somebody Stunty on an injury roll of 9, or a Thrall who was bitten"),
            skills=frozenset({"stunty"}),
            positions=frozenset({THRALL}),
        ),
        WithoutRoll(
            EATEN,
            _("Eaten"),
            _("By a team-mate who is Always Hungry: dead, and beyond all help"),
            causes=("team-mate",),
            skills=frozenset({"right-stuff"}),
        ),
    )
    treats_knock_outs = frozenset({APOTHECARY})  # 623
    brings_back = frozenset({"krot-shockwhisker"})  # 3150

    ticks = (("TD", 4), ("COMP", 4), ("INT", 2), ("CAS", 3), ("MVP", 1))

    def tallied(self, book: Book, report: Report, tally: str) -> tuple[int, int]:
        return self.casualties(book, report, "home"), self.casualties(book, report, "away")

    def kick_offs(self, book: Book) -> tuple[CatalogueItem, ...]:
        return _chosen(book, "kickoff_table", "kick-off.table").entries

    def weathers(self, book: Book, table: str = "") -> tuple[CatalogueItem, ...]:
        return tuple(
            row
            for each in book.catalogue.shelves["weather_table"]
            for row in each.entries
            if each.key == (table or each.key)
        )

    def tables_in_play(self, book: Book) -> Iterator[CatalogueItem | Table]:
        tables, house = book.catalogue.tables, book.house
        yield _chosen(book, "weather_table", "weather.table")
        yield _chosen(book, "kickoff_table", "kick-off.table")
        if house["referees"]:
            yield _chosen(book, "referee_table", "referees.table")
        for rule, keys in LOOKED_UP:
            if not rule or house[rule]:
                yield from (tables[key] for key in keys if key in tables)

    def boxes(self, book: Book) -> tuple[Sequence[str], Sequence[str]]:
        before = [
            _("Weather"),
            *([_("Stadium")] if book.house["stadiums"] else []),
            *([_("Referee")] if book.house["referees"] else []),
            *(_("Gate, home"), _("Gate, away"), _("FAME, home"), _("FAME, away"), _("Coin")),
            *([_("Match events")] if book.house["match-events"] else []),
        ]
        after = [
            *(_("Touchdowns"), _("Casualties"), _("MVP, home"), _("MVP, away")),
            *(_("Improvements"), _("Winnings, home"), _("Winnings, away")),
            *(_("Fan factor, home"), _("Fan factor, away")),
        ]
        return before, after

    def lineup(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        team = match.teams[side]
        sits_out = match.all_of(side, "sits-out")
        return (
            *(
                own_player(
                    book,
                    team,
                    player,
                    skills=skills_of(book, team.race, player),
                    sits_out=sits_out,
                )
                for player in team.players.values()
            ),
            *(self.under_contract(book, team.star) if team.star else ()),
            *(
                each
                for star in playing_stars(match, side)
                for each in star_players(book, star, "star")
            ),
            *_mercenaries(book, match, side),
        )

    def under_contract(self, book: Book, star: str) -> tuple[LineupPlayer, ...]:
        """With Fan Favourite besides (1616)."""
        return tuple(
            replace(each, skills=tuple(dict.fromkeys((*each.skills, FAN_FAVOURITE))))
            for each in star_players(book, star, "rostered-star")
        )

    def casualties(self, book: Book, report: Report, side: Side) -> int:
        """Which casualties count in the tables is the league's choice."""
        counted = book.house["standings.casualties"]
        if counted == "spp":  # no star collects points, rostered or hired (1427, 1618)
            own = {
                player: deeds
                for player, deeds in report.deeds.get(side, {}).items()
                if star_of(player) not in book.catalogue.stars
            }
            return super().casualties(book, replace(report, deeds={side: own}), side)
        return sum(
            hurt.side != side and (counted == "suffered" or hurt.is_inflicted)
            for hurt in report.casualties
        )

    def is_ordinary(self, book: Book, report: Report) -> bool:
        """Giving up with too few to set up is an ordinary loss (571)."""
        if not report.conceded_by:
            return True
        most = book.figure("concession", "field-max")
        return report.conceded_before_set_up and report.could_field <= most

    def treatments(self, book: Book, match: Match, side: Side) -> Mapping[str, int]:
        """The team's own, those who wander (1429) or wait on site (1724); an Igor once (1423)."""
        team = match.teams[side]
        hired = self.inducements(book, match, side)
        healers = team.staff.get(APOTHECARY, 0) + hired[WANDERING]
        if book.race(team.race).apothecary:
            healers += _here(book, match).get("apothecaries", 0)
        found = {APOTHECARY: healers, IGOR: hired[IGOR]}
        return {what: count for what, count in found.items() if count}

    def inducements(self, book: Book, match: Match, side: Side) -> Counter[str]:
        """What was bought, and what the stadium gives to both sides (1710, 1724)."""
        bought = Counter({fact["key"]: fact["count"] for fact in match.all_of(side, "inducement")})
        here = _here(book, match)
        bought[BRIBE] += HALVES * here.get("bribes_per_half", 0)
        if not book.race(match.teams[side].race).apothecary:
            bought[REROLL] += here.get("apothecaries", 0)
        return +bought + Counter(_staff(match, side))

    def balls(self, book: Book, race: str, used: tuple[str, ...]) -> tuple[str, ...]:
        return may_kick_off_with(book, race, used)

    def joining(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """A Zombie raised at once (625), and hired staff that may step onto the pitch (1443)."""
        race = book.race(match.teams[side].race)
        staff = (LineupPlayer(f"joined/{key}", "joined", key) for key in _staff(match, side))
        if not race.necromancer or ZOMBIE not in race.positions:
            return tuple(staff)
        zombie = race.positions[ZOMBIE]
        risen = LineupPlayer(
            f"joined/{ZOMBIE}", "joined", ZOMBIE, skills=zombie.skills, profile=zombie.profile
        )
        return (risen, *staff)

    def casualty(self, book: Book, team: Team, hurt: Hurt) -> Step | Ruling:
        return casualty(book, suffered(team, hurt))

    def is_dead(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "dead"

    def plays_on(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "reserves"


def _here(book: Book, match: Match) -> Mapping[str, Any]:
    """The numbers of the stadium that the match is played in."""
    return stadium_says(book, match.fact("stadium", ""))


def _outcome(ruling: Allowed) -> str:
    facts = (each for each in ruling.effects if isinstance(each, e.Fact))
    return next((str(each.value["outcome"]) for each in facts if each.what == "casualty"), "")


def _staff(match: Match, side: Side) -> list[str]:
    stays_away = set(match.all_of(side, "does-not-play"))
    return [key for key in match.all_of(side, "hired-staff") if key not in stays_away]


def playing_stars(match: Match, side: Side) -> list[str]:
    """Stars who play for nobody else today, and those who came of their own accord (4627)."""
    stays_away = set(match.all_of(side, "does-not-play"))
    hired = (star for star in match.all_of(side, "hired-star") if star not in stays_away)
    return [*hired, *guests(match, side)]


def guests(match: Match, side: Side) -> tuple[str, ...]:
    """Whoever turned up with the fans."""
    return match.all_of(side, "joins-for-the-match")


def _mercenaries(book: Book, match: Match, side: Side) -> Iterator[LineupPlayer]:
    race = match.teams[side].race
    for number, fact in enumerate(match.all_of(side, "mercenary"), 1):
        position = book.position(race, fact["position"])
        learnt = (fact["skill"],) if fact["skill"] else ()
        yield LineupPlayer(
            f"mercenary/{number}",
            "mercenary",
            position.key,
            skills=(*position.skills, "loner", *learnt),
            profile=position.profile,
        )


FIELD = BB2016Pitch()
