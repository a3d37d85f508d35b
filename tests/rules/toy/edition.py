"""The toy's functions: two rulings of its own, and sequences that are nothing like bb2016's."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from rules.answers import EditionAnswers, Redrafting
from rules.book import Book, Questions
from rules.bounds import counts_within
from rules.editions import Edition
from rules.engine import effects as e
from rules.engine.asks import Step, choose, confirm, roll
from rules.engine.choosing import choice_faults, marks, rules_of
from rules.engine.circumstances import OfRace, OfTeam, SeasonEnd
from rules.engine.lineup import Pitch, Tally
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.sequence import SequenceStep, step
from rules.engine.squads import position_faults
from rules.engine.state import Player, Team
from rules.glossary import Word
from rules.house import KnobChapter, Knobs, Preset
from rules.house.shared import SHARED, shared
from rules.house.standings import TIE_BREAKERS
from rules.knobs import Flag
from rules.team_sheet import PlayerByHand, TeamSheet

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
    rules: Mapping[str, str] = field(default_factory=dict)
    seasons_finished: int = 0
    window: str = "draft"


@question("draft-offers", "Who can be picked for a new team.")
def draft_offers(book: Book, at: OfRace) -> Ruling:
    if at.race not in book.catalogue.races:
        return refused([Reason("no-such-race", "race", {"race": at.race}, integrity=True)])
    race = book.race(at.race)
    return allowed(
        because=[
            Line(
                "offer",
                0,
                {"subject": f"players.{key}", "what": key, "at_most": race.most_of(key)},
            )
            for key in race.positions
        ]
    )


@question("draft-bill", "Whom a new team has so far.")
def draft_bill(book: Book, wish: Picked) -> Ruling:
    positions = book.race(wish.race).positions
    picked = [key for key in positions for _ in range(wish.players.get(key, 0))]
    return allowed(
        *(e.Joined(Player(f"{wish.window}/{n}", key, 0)) for n, key in enumerate(picked, 1)),
        *marks(wish.rules),
    )


@question("draft", "Whether a new team may begin like this.")
def draft(book: Book, wish: Picked) -> Ruling:
    begun = draft_bill(book, wish)
    reasons = [
        *squad_faults(book, wish.race, wish.players),
        *choice_faults(book.race(wish.race), wish.rules),
    ]
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    return refused(reasons, otherwise=begun) if reasons else begun


def squad_faults(book: Book, race: str, counts: Mapping[str, int]) -> list[Reason]:
    """Six, and of each position as many as the list says."""
    count, squad = sum(counts.values()), book.catalogue.traits.fields
    params = {"count": count, "at_least": squad, "at_most": squad}
    return [
        *([Reason("squad-size", "players", params)] if count != squad else []),
        *position_faults(book.race(race), counts, "players.{}".format),
    ]


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
    rules: Mapping[str, str] = field(default_factory=dict)
    record: Mapping[str, int] = field(default_factory=dict)
    window: str = "adoption"


@question("adoption", "Whether a team from elsewhere may go on here.")
def adoption(book: Book, at: Arriving) -> Ruling:
    joined = allowed(
        *(
            e.Joined(Player(f"{at.window}/{n}", each.position, 0, awards=dict(each.awards)))
            for n, each in enumerate(at.players, 1)
        ),
        *marks(at.rules),
    )
    counts = Counter(each.position for each in at.players)
    reasons = [
        *squad_faults(book, at.race, counts),
        *choice_faults(book.race(at.race), at.rules),
    ]
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    return refused(reasons, otherwise=joined) if reasons else joined


@dataclass(frozen=True)
class Mending:
    """What grown-ups put right: deeds of one player, and whether they must sit out."""

    team: Team
    player: str = ""
    awards: Mapping[str, int] = counts_within(-99, 99)
    misses_next: Literal["unchanged", "yes", "no"] = "unchanged"


@question("mending", "What is put right by hand.")
def mending(book: Book, at: Mending) -> Ruling:
    player = at.team.players.get(at.player)
    if player is None:
        return refused([Reason("nobody-named", "player", integrity=True)])
    reasons = [
        Reason("below-zero", f"awards.{award}", {"have": has, "taken": -by}, integrity=True)
        for award, by in at.awards.items()
        if (has := player.awards.get(award, 0)) + by < 0
    ]
    if reasons:
        return refused(reasons)
    effects: list[e.Effect] = [e.Earned(player.id, *each) for each in at.awards.items()]
    if at.misses_next != "unchanged":
        effects.append(e.MissesNext(player.id, misses=at.misses_next == "yes"))
    return allowed(*effects)


@dataclass(frozen=True)
class Regrouping:
    """Who stays for another summer, and who is picked beside them."""

    team: Team
    window: str
    returning: tuple[str, ...] = ()
    wish: Picked = field(default_factory=lambda: Picked(""))


@question("regrouping-budget", "Nobody pays anything.")
def regrouping_budget(book: Book, at: SeasonEnd) -> Ruling:
    return allowed()


@question("regrouping-rest", "Everybody is well again after a winter.")
def regrouping_rest(book: Book, at: SeasonEnd) -> Ruling:
    missing = (each.id for each in at.team.players.values() if each.misses_next)
    return allowed(*(e.MissesNext(each, misses=False) for each in missing))


@question("regrouping", "Who plays next summer.")
def regrouping(book: Book, at: Regrouping) -> Ruling:
    picked = [key for key, n in at.wish.players.items() for _ in range(n)]
    stays = (
        e.Renewed(id_) if id_ in at.returning else e.Left(id_, "moved-away")
        for id_ in at.team.players
    )
    joins = (e.Joined(Player(f"{at.window}/{n}", key, 0)) for n, key in enumerate(picked, 1))
    done = allowed(*stays, *joins)
    counts = Counter([*picked, *(at.team.players[id_].position for id_ in at.returning)])
    reasons = squad_faults(book, at.team.race, counts)
    return refused(reasons, otherwise=done) if reasons else done


# Not among its answers: the toy's teams go on as they are. Some who play it have it.
REGROUPING = Redrafting(
    budget=regrouping_budget,
    healing=regrouping_rest,
    redraft=regrouping,
    begins_with=lambda book, team, won: {"players": {}},
    wish=("players",),
)


@question("entrance", "Whether a team may take part.")
def entrance(book: Book, at: OfTeam) -> Ruling:
    return allowed()


@question("helpers", "Who would come and help a team.")
def helpers(book: Book, at: OfTeam) -> Ruling:
    race, rules = book.race(at.team.race), rules_of(book, at.team)
    stars = [key for key, star in book.catalogue.stars.items() if star.is_for(race, rules)]
    return allowed(e.Fact("helpers", stars))


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
    own = book.position(at.team.race, player.position).skills
    lacking = {
        skill.key: Reason(
            "skill-needs",
            "",
            {"skill": skill.key, "player": at.player, "needs": [*skill.needs]},
        )
        for skill in book.catalogue.skills_in("BT")
        if skill.lacks((*own, *player.skills))
    }
    learnable = [each.key for each in book.catalogue.skills_in("BT") if each.key not in lacking]
    wish = yield from choose(key, *learnable, *book.catalogue.characteristics, withheld=lacking)
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


class Sandlot(Pitch):
    score = Tally("run", "Runs", "R", "run difference", "runs scored", "runs let in")


BREAKERS = {
    **{key: TIE_BREAKERS[key] for key in ("points", "wins", "lots")},
    "run-difference": "run difference",
}
STANDINGS = (
    *shared("points.win", "points.draw", "points.loss", "points.concession", "points.bye"),
    *shared("points.forfeit", "points.overtime-win", "points.overtime-loss"),
    *shared("walkover.score", "forfeit.score", "void.score", "bye.score"),
    replace(SHARED["knock-out.drawn"], options={"higher-seed": "by seed"}, default="higher-seed"),
    replace(
        SHARED["tie-breakers"],
        options=BREAKERS,
        default=["points", "run-difference", "lots"],
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
    player_by_hand=PlayerByHand(parts=("awards", "misses-next")),
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
    adjust=mending,
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
    pitch=Sandlot(),
)
