"""Advancements, bought from a player's purse of points: by chance or by choice."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from rules.book import Book
from rules.editions.bb2020.players import (
    KINDS,
    columns,
    is_primary,
    learnable,
    may_rise,
    purse,
    skills_of,
)
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, choose, roll
from rules.engine.faults import team_faults
from rules.engine.growth import characteristic, member_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _

NOT_NOW = "not-now"
CHARACTERISTIC = "characteristic"
HALF = 3  # the first D6 picks the upper half of a table of skills up to this


@dataclass(frozen=True, slots=True)
class Advancement:
    """A player of the team who may spend points."""

    team: Team
    player: str


@question("advancement", _("What a player makes of their points, and what it adds to their value."))
def advancement(book: Book, at: Advancement) -> Step:
    """One advancement: two skills by chance, two by choice, or a characteristic by a D16."""
    reasons = [*team_faults(book, at.team), *member_faults(book, at.team, at.player)]
    if reasons:
        return refused(reasons)
    player = at.team.players[at.player]
    if not (wares := prices(book, at.team.race, player)):
        return refused([_too_poor(book, player)])
    key = f"advancement/{at.player}/{player.improvements + 1}"
    known = (Line("purse", None, {"points": purse(book, player)}),)
    means = {kind: Line("advancement-price", None, {"points": n}) for kind, n in wares.items()}
    means[NOT_NOW] = Line("not-now")
    kind = yield from choose(
        key,
        NOT_NOW,
        *wares,
        because=known,
        means=means,
        withheld=dict(_withheld(book, at.team.race, player, wares)),
        follows_player=True,
    )
    if kind == NOT_NOW:
        return allowed(because=[Line("saves-points", None, {"player": at.player})])
    bought: Ruling = yield from _bought(book, at, key, kind, wares[kind])
    return bought


def prices(book: Book, race: str, player: Player) -> dict[str, int]:
    """The kinds of advancement that the player can pay and has a use for."""
    rows = book.catalogue.tables["advancement-cost"].rows
    if player.improvements >= len(rows):
        return {}
    row, left = rows[player.improvements], purse(book, player)
    wares = {kind: row[kind] for kind in (*KINDS, CHARACTERISTIC) if row[kind] <= left}
    return {kind: price for kind, price in wares.items() if _has_use(book, race, player, kind)}


def _has_use(book: Book, race: str, player: Player, kind: str) -> bool:
    if kind == CHARACTERISTIC:
        return True
    return any(learnable(book, race, player, _letters(book, race, player, kind)))


def _letters(book: Book, race: str, player: Player, kind: str) -> str:
    primary, secondary = columns(book, race, player)
    return primary if kind.endswith("-primary") else secondary


def _too_poor(book: Book, player: Player) -> Reason:
    params = {"player": player.id, "points": purse(book, player), "made": player.improvements}
    return Reason("no-advancement", "player", params)


def _withheld(
    book: Book, race: str, player: Player, wares: dict[str, int]
) -> Iterator[tuple[str, Reason]]:
    row = book.catalogue.tables["advancement-cost"].rows[player.improvements]
    for kind in (*KINDS, CHARACTERISTIC):
        if kind in wares:
            continue
        if (short := row[kind] - purse(book, player)) > 0:
            yield kind, Reason("too-few-points", "", {"price": row[kind], "short": short})
        else:
            yield kind, Reason("no-skill-left", "", {"player": player.id})


def _bought(book: Book, at: Advancement, key: str, kind: str, price: int) -> Asking:
    player = at.team.players[at.player]
    if kind == CHARACTERISTIC:
        return (yield from _by_characteristic(book, at, key, price))
    letters = _letters(book, at.team.race, player, kind)
    if kind.startswith("random-"):
        skill, lines = yield from _by_chance(book, at, key, letters)
    else:
        skill, lines = (yield from _chosen(book, at, key, letters, kind)), []
    return _learns(book, at, kind, price, skill=skill, lines=lines)


def _chosen(book: Book, at: Advancement, key: str, letters: str, kind: str) -> Asking:
    player = at.team.players[at.player]
    gold = book.figure("value-modifiers", kind)
    options = [*learnable(book, at.team.race, player, letters)]
    means = {skill: Line("learnt", None, {"gold": gold, "kind": kind}) for skill in options}
    beyond = dict(_unlearnable(book, at.team.race, player, letters, options))
    return (
        yield from choose(
            f"{key}/skill", *options, means=means, withheld=beyond, follows_player=True
        )
    )


def _unlearnable(
    book: Book, race: str, player: Player, letters: str, options: list[str]
) -> Iterator[tuple[str, Reason]]:
    """Skills of the same categories that are not open, and why not."""
    known = skills_of(book, race, player)
    for skill in book.catalogue.skills_in(letters):
        params = {"skill": skill.key, "player": player.id, "position": player.position}
        if skill.key in options:
            continue
        if skill.key in known:
            yield skill.key, Reason("has-skill-already", "", params)
        elif clash := [each for each in known if each in skill.never_with]:
            yield skill.key, Reason("skill-barred-by", "", {**params, "by_skill": clash[0]})
        else:
            yield skill.key, Reason("skill-needs", "", {**params, "needs": [*skill.needs]})


def _by_chance(book: Book, at: Advancement, key: str, letters: str) -> Asking:
    """A category, then two D6 on its table, again while the skill is known or not open."""
    player = at.team.players[at.player]
    categories = book.catalogue.categories
    offered = [
        name.lower()
        for name, letter in categories.items()
        if letter and letter in letters and any(learnable(book, at.team.race, player, letter))
    ]
    category = offered[0]
    if len(offered) > 1:
        category = yield from choose(f"{key}/category", *offered, follows_player=True)
    letter = next(letter for name, letter in categories.items() if name.lower() == category)
    is_open = {*learnable(book, at.team.race, player, letter)}
    lines = []
    for time in count(1):
        first, second = yield from roll(f"{key}/random/{time}", "2D6", follows_player=True)
        row = book.catalogue.tables[f"random-{category}"].row(second + (6 if first > HALF else 0))
        skill = row["skill"]
        lines.append(Line("random-skill", None, {"faces": [first, second], "skill": skill}))
        if skill in is_open:
            break
    return skill, lines


def _by_characteristic(book: Book, at: Advancement, key: str, price: int) -> Asking:
    """What the D16 allows, or a skill in its place."""
    race, player = at.team.race, at.team.players[at.player]
    table = book.catalogue.tables["characteristic-improvement"]
    rolled = yield from roll(f"{key}/characteristic", table.dice, follows_player=True)
    row = table.row(rolled)
    risen = [name for name in row["choices"] if may_rise(book, race, player, name)]
    primary, secondary = columns(book, race, player)
    both = book.house["advancement.instead"] == "any"
    skills = [*learnable(book, race, player, primary + secondary if both else secondary)]
    means = {f"+{name}": _becomes(book, race, player, name) for name in risen}
    for skill in skills:
        kind = "chosen-primary" if is_primary(book, race, player, skill) else "chosen-secondary"
        gold = book.figure("value-modifiers", kind)
        means[skill] = Line("learnt", None, {"gold": gold, "kind": kind})
    if not means:
        return refused([Reason("nothing-left-to-learn", "player", {"player": player.id})])
    because = (Line("die", None, {"die": rolled, "result": row.name}),)
    taken = yield from choose(
        f"{key}/taken",
        *means,
        because=because,
        means=means,
        withheld=dict(_not_raised(book, race, player, row["choices"], risen)),
        follows_player=True,
    )
    lines = list(because)
    if taken.startswith("+"):
        name = taken[1:]
        return _learns(book, at, name, price, characteristic=name, lines=lines)
    kind = means[taken].params["kind"]
    return _learns(book, at, kind, price, skill=taken, lines=lines)


def _becomes(book: Book, race: str, player: Player, name: str) -> Line:
    stands = characteristic(book, race, player, name)
    better = Player(player.id, player.position, 0, raised={name: 1 + player.net(name)})
    if player.net(name) < 0:
        better = Player(player.id, player.position, 0, lowered={name: -player.net(name) - 1})
    becomes = characteristic(book, race, better, name)
    gold = book.figure("value-modifiers", name)
    params = {
        "gold": gold,
        "kind": name,
        "stands": book.catalogue.said(name, stands),
        "becomes": book.catalogue.said(name, becomes),
    }
    return Line("characteristic", None, params)


def _not_raised(
    book: Book, race: str, player: Player, by_the_roll: list[str], risen: list[str]
) -> Iterator[tuple[str, Reason]]:
    for name in book.catalogue.characteristics:
        params = {"characteristic": name, "player": player.id}
        if name in risen:
            continue
        if name in by_the_roll:
            stands = book.catalogue.said(name, characteristic(book, race, player, name))
            yield f"+{name}", Reason("rises-no-further", "", {**params, "stands": stands})
        else:
            yield f"+{name}", Reason("not-by-this-die", "", params)


def _learns(
    book: Book,
    at: Advancement,
    kind: str,
    price: int,
    *,
    skill: str = "",
    characteristic: str = "",
    lines: list[Line],
) -> Ruling:
    number = str(at.team.players[at.player].improvements + 1)
    value = book.figure("value-modifiers", kind)
    return allowed(
        e.Spent(at.player, price),
        e.ImprovementOwed(at.player, number, []),
        e.Improved(at.player, number, value, skill, characteristic),
        because=[
            *lines,
            Line("advancement-paid", None, {"points": price}),
            Line(kind, value, {"skill": skill} if skill else {"times": 1, "each": value}),
        ],
    )
