"""The toy's functions: two rulings of its own, and sequences that are nothing like bb2016's."""

from dataclasses import dataclass
from pathlib import Path

from rules.book import Book, Questions
from rules.editions import Edition
from rules.engine import effects as e
from rules.engine.asks import Step, choose, confirm, roll
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.sequence import SequenceStep, step
from rules.engine.state import Player, Team

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
class Bump:
    player: str


@question("bump", "What a bump does to a player.")
def bump(book: Book, at: Bump) -> Step:
    table = book.catalogue.tables["casualty"]
    rolled = yield from roll(f"bump/{at.player}", table.dice)
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


@question("lesson", "What a player learns for his points.")
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
    for hurt in doing.match.report.casualties:
        yield from doing.ask(bump(doing.book, Bump(hurt.player)), side=hurt.side)


@step
def lessons(doing):
    """Whoever has the points may spend them, as often as they last."""
    cheapest = doing.book.figure("lessons", "skill")
    for player in list(doing.team.players.values()):
        if purse(doing.book, player) >= cheapest and (yield from confirm(f"spend/{player.id}")):
            yield from doing.ask(lesson(doing.book, Lesson(doing.team, player.id)))


EDITION = Edition(
    "toy",
    question,
    pre_match=(
        SequenceStep("coin", "The coin", call_heads, joint=True),
        SequenceStep("wish", "A wish", make_a_wish),
    ),
    post_match=(
        SequenceStep("bandages", "Bandages", bandages, joint=True),
        SequenceStep("lessons", "Lessons", lessons),
    ),
    data=Path(__file__).parent / "data",
)
