"""Improvement rolls: the dice, and what they let a coach choose."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rules.book import Book
from rules.editions.bb2016.circumstances import sponsor_says
from rules.editions.bb2016.growth import PILING_ON, is_played, member_faults, skills_of
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine import learning, limits
from rules.engine.asks import Asking, Step, choose, roll
from rules.engine.dice import dice as dice_of
from rules.engine.growth import characteristic, level, points, rolls_due, skill_kind
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _, off


@dataclass(frozen=True, slots=True)
class Improvement:
    """One roll for the next level that a player of the team has reached."""

    team: Team
    player: str


@question("improvement", _("An improvement roll: which dice a player is to choose by."))
def improvement(book: Book, at: Improvement) -> Step:
    """2D6, or a sponsor's three dice of which two are kept (source 1118-1130, 1676-1680)."""
    reasons = list(member_faults(book, at.team, at.player))
    if not reasons and not rolls_due(book, at.team.players[at.player]):
        reasons.append(_not_earned(book, at.team.players[at.player]))
    if reasons:
        return refused(reasons)
    number = str(at.team.players[at.player].improvements + 1)
    key = f"improvement/{at.player}/{number}"
    deal = sponsor_says(book, at.team.sponsor)
    rolled, kept = yield from _dice(book, key, deal)
    return allowed(
        e.ImprovementOwed(at.player, number, kept),
        *_price(deal, at.player, rolled),
        because=[
            Line("dice", sum(kept), {"rolled": rolled, "kept": kept}),
            *_price_lines(deal, at.player, rolled),
        ],
    )


def _not_earned(book: Book, player: Player) -> Reason:
    reached = level(book, points(book, player))
    params = {
        "points": points(book, player),
        "rolls": reached["rolls"],
        "made": player.improvements,
    }
    return Reason("not-earned", "player", params)


def _dice(book: Book, key: str, deal: Mapping[str, Any]) -> Asking:
    """The dice as rolled, and the two that count."""
    dice = book.catalogue.tables["improvement"].dice
    if "improvement_dice" not in deal:
        rolled = yield from roll(key, dice, follows_player=True)
        return rolled, rolled
    rolled = yield from roll(key, f"{deal['improvement_dice']}D6", follows_player=True)
    pairs = sorted({tuple(sorted(pair)) for pair in combinations(rolled, deal["kept_dice"])})
    if len(pairs) == 1:
        return rolled, [*pairs[0]]
    texts = {"+".join(map(str, pair)): [*pair] for pair in pairs}
    return rolled, texts[(yield from choose(f"{key}/kept", *texts, follows_player=True))]


def _price(deal: Mapping[str, Any], player: str, rolled: list[int]) -> Iterator[e.Effect]:
    """What equal dice cost: a match missed, and with 1s a niggling injury besides."""
    if max(Counter(rolled).values()) >= deal.get("equal_misses_next", len(rolled) + 1):
        yield e.MissesNext(player)
    if rolled.count(1) >= deal.get("ones_niggling", len(rolled) + 1):
        yield e.Niggled(player)


def _price_lines(deal: Mapping[str, Any], player: str, rolled: list[int]) -> list[Line]:
    codes = {e.MissesNext: "equal-dice-miss-a-match", e.Niggled: "ones-leave-a-niggle"}
    return [Line(codes[type(effect)]) for effect in _price(deal, player, rolled)]


@dataclass(frozen=True, slots=True)
class ImprovementChoice:
    """An improvement that is rolled and still open; its dice stand with the player."""

    team: Team
    player: str
    level: str


@question("improvement-choice", _("What a player learns by their improvement roll."))
def improvement_choice(book: Book, at: ImprovementChoice) -> Step:
    """A skill or a characteristic, whichever the dice allow, and its value (1149-1170)."""
    reasons = list(member_faults(book, at.team, at.player))
    if not reasons:
        reasons = list(_owed_faults(book, at.team.players[at.player], at.level))
    if reasons:
        return refused(reasons)
    player = at.team.players[at.player]
    options = improvement_options(
        book, at.team.race, player, player.owed[at.level], sponsor=at.team.sponsor
    )
    if not options:
        return refused([Reason("nothing-left-to-learn", "player", {"player": at.player})])
    beyond = dict(unlearnable(book, at.team, player, player.owed[at.level], options))
    where = f"improvement-choice/{at.player}/{at.level}"
    means = dict(_worths(book, at.team.race, player, options))
    known = (
        learning.stands_as(book, at.team.race, player, skills_of(book, at.team.race, player)),
        Line("dice", None, {"faces": [*player.owed[at.level]]}),
        Line("may-wait"),
    )
    text = yield from choose(
        where, *options, withheld=beyond, follows_player=True, because=known, means=means
    )
    chosen = options[text]
    return allowed(
        e.Improved(at.player, at.level, chosen.value, chosen.skill, chosen.characteristic),
        because=[
            Line(chosen.kind, chosen.value, {"chosen": chosen.skill or chosen.characteristic})
        ],
    )


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a roll allows: its line in the table of values, and what it adds."""

    kind: str
    value: int
    skill: str = ""
    characteristic: str = ""


def _worths(
    book: Book, race: str, player: Player, options: Mapping[str, Option]
) -> Iterator[tuple[str, Line]]:
    """What each adds to the player's value, and what a characteristic becomes."""
    for key, option in options.items():
        worth: dict[str, Any] = {"gold": option.value, "kind": option.kind}
        if option.characteristic:
            stands = characteristic(book, race, player, option.characteristic)
            worth |= {"stands": stands, "becomes": stands + 1}
        yield key, Line("characteristic" if option.characteristic else "learnt", None, worth)


def improvement_options(
    book: Book, race: str, player: Player, dice: Sequence[int], *, sponsor: str = ""
) -> dict[str, Option]:
    """Everything that these two dice allow, by the answer that picks it: `block`, `+ma`."""
    options = {}
    is_double = len(set(dice)) == 1
    for skill in learnable(book, race, player, is_double=is_double):
        kind = skill_kind(book, race, player, skill)
        options[skill] = Option(kind, book.figure("value-modifiers", kind), skill=skill)
    for name in book.catalogue.tables["improvement"].row(sum(dice))["choices"]:
        if name != "skill" and may_rise(book, race, player, name, sponsor=sponsor):
            value = book.figure("value-modifiers", name)
            options[f"+{name}"] = Option(name, value, characteristic=name)
    return options


def learnable(
    book: Book, race: str, player: Player, *, is_double: bool, beside: Collection[str] = ()
) -> Iterator[str]:
    """Skills of the player's columns that they do not know; Extraordinary ones are in none.

    Nobody has both Grab and Frenzy (4775).
    """
    position, known = book.position(race, player.position), skills_of(book, race, player)
    yield from learning.learnable(
        book, position, known, is_double=is_double, beside=beside, barred=_not_played(book)
    )


def _not_played(book: Book) -> dict[str, Reason]:
    """Skills that the league plays without."""
    keys = (key for key in book.catalogue.skills if not is_played(book, key))
    return {key: off(PILING_ON, skill=key) for key in keys}


def unlearnable(
    book: Book, team: Team, player: Player, dice: Sequence[int], options: Mapping[str, Option]
) -> Iterator[tuple[str, Reason]]:
    """Everything that these dice do not give, and why not."""
    position = book.position(team.race, player.position)
    known = skills_of(book, team.race, player)
    yield from learning.skills_withheld(
        book, position, known, player, dice=dice, options=options, barred=_not_played(book)
    )
    choices = book.catalogue.tables["improvement"].row(sum(dice))["choices"]
    banned = sponsor_says(book, team.sponsor).get("banned_improvements", ())
    for name in book.catalogue.characteristics:
        if f"+{name}" in options:
            continue
        if name in choices and name in banned:
            params = {"characteristic": name, "player": player.id, "sponsor": team.sponsor}
            yield f"+{name}", Reason("sponsor-bans", "", params)
        else:
            yield (
                f"+{name}",
                learning.not_raised(book, team.race, player, name, choices=choices, dice=dice),
            )


def may_rise(book: Book, race: str, player: Player, name: str, *, sponsor: str = "") -> bool:
    """At most 2 above the start and at most 10, on the net value (1155, 5698-5699)."""
    return name not in sponsor_says(book, sponsor).get(
        "banned_improvements", ()
    ) and limits.may_rise(book, race, player, name)


def _owed_faults(book: Book, player: Player, number: str) -> Iterator[Reason]:
    if number not in player.owed:
        yield Reason("not-owed", "level", {"level": number}, integrity=True)
        return
    spec = book.catalogue.tables["improvement"].dice
    if code := dice_of(spec).fault(player.owed[number]):
        subject = f"team.players.{player.id}.owed.{number}"
        yield Reason(code, subject, {"dice": spec}, integrity=True)
