"""The toy's functions: two rulings of its own, and sequences that are nothing like bb2016's."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rules.answers import EditionAnswers
from rules.book import Book, Questions
from rules.editions import Edition
from rules.engine import effects as e
from rules.engine.asks import Step, choose, confirm, roll
from rules.engine.circumstances import OfRace, OfTeam
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sequence import SequenceStep, step
from rules.engine.state import Player, Team
from rules.glossary import Word
from rules.house import KnobChapter, Knobs, Preset
from rules.house.shared import SHARED, shared
from rules.house.standings import TIE_BREAKERS
from rules.knobs import Flag
from rules.team_sheet import TeamSheet

question = Questions()


def characteristic(book: Book, team: Team, player: Player, name: str) -> int:
    """As it is now. A better target number is a lower one; who cannot throw never will."""
    printed = book.position(team.race, player.position).profile[name]
    if name not in book.catalogue.traits.targets:
        return printed + player.net(name)
    return printed - player.net(name) if printed else 0


def purse(book: Book, player: Player) -> int:
    """Points that are earned and not yet spent."""
    earned = sum(book.figure("spp-awards", award) * n for award, n in player.awards.items())
    return earned - player.spent


@dataclass(frozen=True)
class Picked:
    """Whom a coach wants to begin with: six, and nobody costs anything."""

    race: str
    players: Mapping[str, int] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"


@question("draft-offers", "Who can be picked for a new team.")
def draft_offers(book: Book, at: OfRace) -> Ruling:
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    return allowed(
        because=[
            Line(
                "offer",
                0,
                {"subject": f"players.{key}", "what": key, "at_most": position.max},
            )
            for key, position in book.race(at.race).positions.items()
        ]
    )


@question("draft-bill", "Whom a new team has so far.")
def draft_bill(book: Book, wish: Picked) -> Ruling:
    positions = book.race(wish.race).positions
    picked = [key for key in positions for _ in range(wish.players.get(key, 0))]
    return allowed(
        *(e.Joined(Player(f"{wish.window}/{n}", key, 0)) for n, key in enumerate(picked, 1))
    )


@question("draft", "Whether a new team may begin like this.")
def draft(book: Book, wish: Picked) -> Ruling:
    begun = draft_bill(book, wish)
    count, squad = sum(wish.players.values()), book.catalogue.traits.fields
    if count != squad:
        told = {"count": count, "at_least": squad, "at_most": squad}
        return refused([Reason("squad-size", "players", told)], otherwise=begun)
    return begun


@dataclass(frozen=True)
class Newcomer:
    """Somebody who has played elsewhere, as a sheet tells of them."""

    position: str
    skills: tuple[str, ...] = ()
    raised: Mapping[str, int] = field(default_factory=dict)
    lowered: Mapping[str, int] = field(default_factory=dict)
    niggles: int = 0
    misses_next: bool = False
    awards: Mapping[str, int] = field(default_factory=dict)
    extra: int = 0


@dataclass(frozen=True)
class Arriving:
    race: str
    players: tuple[Newcomer, ...] = ()
    record: Mapping[str, int] = field(default_factory=dict)
    window: str = "adoption"


@question("adoption", "Whether a team from elsewhere may go on here.")
def adoption(book: Book, at: Arriving) -> Ruling:
    joined = allowed(
        *(
            e.Joined(Player(f"{at.window}/{n}", each.position, 0, awards=dict(each.awards)))
            for n, each in enumerate(at.players, 1)
        )
    )
    count, squad = len(at.players), book.catalogue.traits.fields
    if count != squad:
        told = {"count": count, "at_least": squad, "at_most": squad}
        return refused([Reason("squad-size", "players", told)], otherwise=joined)
    return joined


@question("entrance", "Whether a team may take part.")
def entrance(book: Book, at: OfTeam) -> Ruling:
    return allowed()


@dataclass(frozen=True)
class Bump:
    """`side` is whose bump it is, where both sides have theirs in one step."""

    player: str
    side: str = ""


@question("bump", "What a bump does to a player.")
def bump(book: Book, at: Bump) -> Step:
    table = book.catalogue.tables["casualty"]
    whose = f"{at.side}/{at.player}" if at.side else at.player
    rolled = yield from roll(f"bump/{whose}", table.dice)
    row = table.row(rolled)
    effects = {
        "none": [],
        "miss-next-game": [e.MissesNext(at.player)],
        "lower": [e.Lowered(at.player, row.holds.get("characteristic", ""))],
        "gone": [e.Left(at.player, "moved-away")],
    }[row["effect"]]
    return allowed(*effects, because=[Line("bump", rolled, {"result": row.name})])


@dataclass(frozen=True)
class Lesson:
    team: Team
    player: str


@question("lesson", "What a player learns for their points.")
def lesson(book: Book, at: Lesson) -> Step:
    player = at.team.players[at.player]
    level = str(player.improvements + 1)
    key = f"lesson/{at.player}/{level}"
    learnable = [skill.key for skill in book.catalogue.skills_in("BT")]
    wish = yield from choose(key, *learnable, *book.catalogue.characteristics)
    is_skill = wish in book.catalogue.skills
    price = book.figure("lessons", "skill" if is_skill else "characteristic")
    if (short := price - purse(book, player)) > 0:
        return refused([Reason("too-few-points", "player", {"short": short})])
    learnt = {"skill": wish} if is_skill else {"characteristic": wish}
    return allowed(
        e.Spent(at.player, price),
        e.ImprovementOwed(at.player, level, []),
        e.Improved(at.player, level, 0, **learnt),
        because=[Line("price", -price, {"learnt": wish})],
    )


@step
def call_heads(doing):
    """Before the match there is nothing but the coin, and each side's wish."""
    doing.add(e.Fact("starts", (yield from choose("coin", *SIDES, who="either"))))


@step
def make_a_wish(doing):
    doing.add(e.Fact("wish", (yield from roll("wish", "D16"))))


@step
def bandages(doing):
    """Deeds and bumps of both sides."""
    for side in SIDES:
        for player, deeds in doing.match.report.deeds.get(side, {}).items():
            for award, times in deeds.items():
                doing.add(e.Earned(player, award, times), side=side)
    # Whoever was hurt twice is looked after once.
    hurts = {(hurt.side, hurt.player): hurt for hurt in doing.match.report.casualties}
    for side, player in hurts:
        yield from doing.ask(bump(doing.book, Bump(player, side)), side=side)


@step
def lessons(doing):
    """Whoever has the points may spend them, as often as they last."""
    cheapest = doing.book.figure("lessons", "skill")
    for player in list(doing.team.players.values()):
        if purse(doing.book, player) >= cheapest and (yield from confirm(f"spend/{player.id}")):
            yield from doing.ask(lesson(doing.book, Lesson(doing.team, player.id)))


BREAKERS = ("points", "wins", "td-difference", "lots")
STANDINGS = (
    *shared("points.win", "points.draw", "points.loss", "points.concession", "points.bye"),
    *shared("points.forfeit", "points.overtime-win", "points.overtime-loss"),
    *shared("walkover.score", "forfeit.score", "void.score", "bye.score"),
    replace(SHARED["knock-out.drawn"], options={"higher-seed": "by seed"}, default="higher-seed"),
    replace(
        SHARED["tie-breakers"],
        options={key: TIE_BREAKERS[key] for key in BREAKERS},
        default=["points", "td-difference", "lots"],
    ),
    *shared("unscheduled", "unscheduled.friendlies", "unscheduled.lapses-after"),
    *shared("unscheduled.invitations", "repeat.in-a-row", "repeat.rival"),
)
REPORTS = shared(
    "report.confirms-after", "overdue.fair-chance", "overdue.begun", "overdue.more-time"
)

KNOBS = Knobs(
    "toy",
    chapters=(
        KnobChapter(
            "nap",
            "Naps",
            (
                Flag(
                    key="nap-time", label="Nap time", sentence="Half-time is longer.", default=False
                ),
            ),
        ),
        KnobChapter("standings", "Standings", STANDINGS),
        KnobChapter("reports", "Reports", REPORTS),
        KnobChapter("dice", "Dice", shared("dice.pre-match", "dice.casualties")),
        KnobChapter("words", "In words", shared("words")),
    ),
    presets=(
        Preset("core", "Plain", "As children play it."),
        Preset("sleepy", "Sleepy", "With a nap.", {"nap-time": True}),
    ),
)

SHEET = TeamSheet(
    figures=(),
    staff=(),
    strength=None,
    squad=lambda book: range(book.catalogue.traits.fields, book.catalogue.traits.fields + 1),
)

ANSWERS = EditionAnswers(
    draft_offers=draft_offers,
    draft_bill=draft_bill,
    draft=draft,
    entrance=entrance,
    strength=None,
    player_value=None,
    profile=None,
    experience=None,
    hire=None,
    adopt=adoption,
    adjust=None,
    redrafting=None,
    trade=None,
    give_up_home=None,
    inducement_budget=None,
    overtime=None,
    penalties=None,
    walkover=None,
    forfeit=None,
    void=None,
    bye=None,
    late_entry=None,
)

EDITION = Edition(
    "toy",
    question,
    SHEET,
    ANSWERS,
    KNOBS,
    pre_match=(
        SequenceStep("coin", "The coin", call_heads, joint=True),
        SequenceStep("wish", "A wish", make_a_wish),
    ),
    post_match=(
        SequenceStep("bandages", "Bandages", bandages, joint=True),
        SequenceStep("lessons", "Lessons", lessons),
    ),
    glossary={"Nap": Word("Nap", "The ten minutes in which nobody plays.")},
    data=Path(__file__).parent / "data",
)
