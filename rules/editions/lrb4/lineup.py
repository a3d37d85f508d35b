"""Who takes the field: the roster, stars and freebooters, a talent from the stands."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rules.book import Book
from rules.catalogue import CatalogueItem, Table
from rules.editions.lrb4.injury import EATEN, casualty, suffered
from rules.editions.lrb4.prematch import APOTHECARY
from rules.editions.lrb4.raising import ZOMBIE
from rules.engine import effects as e
from rules.engine.asks import Step
from rules.engine.fielding import own_player, star_players
from rules.engine.growth import own_skills
from rules.engine.lineup import LineupPlayer, Pitch, Tally, WithoutRoll
from rules.engine.match import Hurt, Match, Report, Side
from rules.engine.rulings import Allowed, Ruling
from rules.engine.state import Team
from rules.knobs import _

LOOKED_UP = (
    *("injury", "casualty", "serious-injury", "match-winnings", "fan-factor"),
    *("fan-factor-modifiers", "spp-awards", "spp-levels", "improvement", "ageing"),
)


class Lrb4Pitch(Pitch):
    """Only a block earns points for the casualty that it causes (3936-3943)."""

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
    rerolls_from = MappingProxyType({"extra-training": 1, "master-chef": 1})
    # Fans and coaches in each kick-off, a Leader, the Master Chef and trophies.
    rerolls_unwritten = 8
    injuries_without_roll = (
        WithoutRoll(
            EATEN,
            _("Eaten"),
            _("By a team-mate who is Always Hungry: dead, and beyond all help"),
            causes=("team-mate",),
            skills=frozenset({"right-stuff"}),
        ),
    )
    treats_knock_outs = frozenset({APOTHECARY})  # 6034
    ticks = (("COMP", 4), ("TD", 4), ("INT", 2), ("CAS", 3), ("MVP", 1))

    def tallied(self, book: Book, report: Report, tally: str) -> tuple[int, int]:
        return self.casualties(book, report, "home"), self.casualties(book, report, "away")

    def kick_offs(self, book: Book) -> tuple[CatalogueItem, ...]:
        return book.catalogue.shelves["kickoff_table"][0].entries

    def weathers(self, book: Book, table: str = "") -> tuple[CatalogueItem, ...]:
        return book.catalogue.shelves["weather_table"][0].entries

    def tables_in_play(self, book: Book) -> Iterator[CatalogueItem | Table]:
        for shelf in ("weather_table", "kickoff_table", "handicap_table"):
            yield from book.catalogue.shelves[shelf]
        yield from (book.catalogue.tables[key] for key in LOOKED_UP)

    def boxes(self, book: Book) -> tuple[Sequence[str], Sequence[str]]:
        before = [
            *(_("Weather"), _("The gate"), _("Handicap rolls"), _("Handicap")),
            *(_("Niggles"), _("Coin")),
        ]
        after = [
            *(_("Touchdowns"), _("Casualties"), _("Winnings, home"), _("Winnings, away")),
            *(_("MVP, home"), _("MVP, away"), _("Star player rolls"), _("Ageing")),
            *(_("Fan factor, home"), _("Fan factor, away")),
        ]
        return before, after

    def lineup(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """Everybody with what they have for this match alone."""
        team = match.teams[side]
        sits_out = match.all_of(side, "sits-out")
        people = (
            *(
                own_player(
                    book,
                    team,
                    player,
                    skills=own_skills(book, team.race, player),
                    sits_out=sits_out,
                )
                for player in team.players.values()
            ),
            *_hired(book, match, side),
        )
        return tuple(_today(who, match, side) for who in people)

    def treatments(self, book: Book, match: Match, side: Side) -> Mapping[str, int]:
        """The team's own apothecary, unless he brought somebody back before the match (2634)."""
        team = match.teams[side]
        if not book.race(team.race).apothecary:
            return {}
        uses = team.staff.get(APOTHECARY, 0) - len(match.all_of(side, "brought-back"))
        return {APOTHECARY: uses} if uses > 0 else {}

    def inducements(self, book: Book, match: Match, side: Side) -> Counter[str]:
        """What was hired, and what the handicap table gave."""
        hired = Counter({fact["key"]: fact["count"] for fact in match.all_of(side, "inducement")})
        return hired + Counter(match.all_of(side, "handicap"))

    def joining(self, book: Book, match: Match, side: Side) -> tuple[LineupPlayer, ...]:
        """A Zombie raised at once (2577)."""
        race = book.race(match.teams[side].race)
        if not race.necromancer or ZOMBIE not in race.positions:
            return ()
        zombie = race.positions[ZOMBIE]
        return (
            LineupPlayer(
                f"joined/{ZOMBIE}", "joined", ZOMBIE, skills=zombie.skills, profile=zombie.profile
            ),
        )

    def casualty(self, book: Book, team: Team, hurt: Hurt) -> Step | Ruling:
        return casualty(book, suffered(team, hurt))

    def is_dead(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "dead"

    def plays_on(self, ruling: Allowed) -> bool:
        return _outcome(ruling) == "reserves"


def _outcome(ruling: Allowed) -> str:
    facts = (each for each in ruling.effects if isinstance(each, e.Fact))
    return next((str(each.value["outcome"]) for each in facts if each.what == "casualty"), "")


def playing_stars(match: Match, side: Side) -> list[str]:
    """Stars whom not both sides have hired."""
    stays_away = match.all_of(side, "does-not-play")
    return [star for star in match.all_of(side, "hired-star") if star not in stays_away]


def thruds_following(book: Book, match: Match, side: Side) -> int:
    """What Thrud adds to the fan factor of the side for which he plays, while he does (3583)."""
    has = any(
        "thruds-fans" in member.skills
        for star in playing_stars(match, side)
        for member in book.catalogue.stars[star].members
    )
    return book.figure("thruds-fans", "fan-factor") if has else 0


def _hired(book: Book, match: Match, side: Side) -> Iterator[LineupPlayer]:
    """Stars, freebooters, and whom the handicap table found in the stands."""
    sits_out = match.all_of(side, "sits-out")
    for star in playing_stars(match, side):
        for each in star_players(book, star, "star"):
            yield replace(each, absent=each.key in sits_out)
    race = book.race(match.teams[side].race)
    for what in ("freebooter", "talent"):
        for number, fact in enumerate(match.all_of(side, what), 1):
            position = race.positions[fact["position"]]
            yield LineupPlayer(
                f"{what}/{number}",
                "mercenary",
                position.key,
                skills=position.skills,
                profile=position.profile,
                absent=f"{what}/{number}" in sits_out,
            )


def _today(who: LineupPlayer, match: Match, side: Side) -> LineupPlayer:
    """With what they were given for this match."""
    given = [each for each in match.all_of(side, "for-the-match") if each["player"] == who.key]
    if not given:
        return who
    skills = dict.fromkeys((*who.skills, *(key for each in given for key in each["skills"])))
    more = Counter[str]()
    for each in given:
        more.update(each["raises"])
    profile = {name: value + more[name] for name, value in who.profile.items()}
    return replace(who, skills=tuple(skills), profile=profile)


FIELD = Lrb4Pitch()
