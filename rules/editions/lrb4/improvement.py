"""Star player rolls: the dice, what they let a coach choose, and the years that they cost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, choose, roll
from rules.engine.dice import dice as dice_of
from rules.engine.growth import (
    characteristic,
    level,
    may_fall,
    own_skills,
    points,
    rolls_due,
)
from rules.engine.learning import learnable, not_raised, skills_withheld, stands_as
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Improvement:
    """One roll for the next level that a player of the team has reached."""

    team: Team
    player: str


@question("improvement", _("A star player roll: which dice a player is to choose by."))
def improvement(book: Book, at: Improvement) -> Step:
    """2D6 for each level reached (4011-4028)."""
    reasons = list(_member_faults(book, at.team, at.player))
    if not reasons and not rolls_due(book, at.team.players[at.player]):
        reasons.append(_not_earned(book, at.team.players[at.player]))
    if reasons:
        return refused(reasons)
    number = str(at.team.players[at.player].improvements + 1)
    spec = book.catalogue.tables["improvement"].dice
    faces = yield from roll(f"improvement/{at.player}/{number}", spec, follows_player=True)
    return allowed(
        e.ImprovementOwed(at.player, number, faces),
        because=[Line("dice", sum(faces), {"rolled": faces, "kept": faces})],
    )


def _not_earned(book: Book, player: Player) -> Reason:
    reached = level(book, points(book, player))
    about = {"points": points(book, player), "rolls": reached["rolls"]}
    return Reason("not-earned", "player", about | {"made": player.improvements})


@dataclass(frozen=True, slots=True)
class Ageing:
    """A player who has just made their star player roll of a level."""

    team: Team
    player: str
    level: str


@question("ageing", _("Whether a star player roll costs a player some of their youth."))
def ageing(book: Book, at: Ageing) -> Step:
    """2D6 against the level's row, and 2D6 more for whoever fails (4123-4150).

    No apothecary helps; a niggling injury by age costs no match, and what would go beyond a limit
    is ignored.
    """
    if reasons := [*_member_faults(book, at.team, at.player), *_level_faults(book, at.level)]:
        return refused(reasons)
    table = book.catalogue.tables["ageing"]
    target = _target(book, at.level)
    key = f"ageing/{at.player}/{at.level}"
    faces = yield from roll(key, table.dice, follows_player=True)
    about = {"player": at.player, "faces": faces, "needed": target}
    if sum(faces) >= target:
        return allowed(because=[Line("still-young", sum(faces), about)])
    lines = [Line("has-aged", sum(faces), about)]
    again = yield from roll(f"{key}/result", table.dice, follows_player=True, because=tuple(lines))
    row = table.row(sum(again))
    lines.append(Line("age-takes", sum(again), {"faces": again, "result": row.name}))
    player = at.team.players[at.player]
    if row["effect"] == "niggling":
        return allowed(e.Niggled(at.player), because=lines)
    if may_fall(book, at.team.race, player, row["effect"]):
        return allowed(e.Lowered(at.player, row["effect"]), because=lines)
    lines.append(Line("loss-ignored", None, {"characteristic": row["effect"]}))
    return allowed(because=lines)


def _target(book: Book, number: str) -> int:
    """What the dice must reach by the row of the level that the roll was made for."""
    rows = book.catalogue.tables["spp-levels"].rows
    target: int = next(row["ageing"] for row in rows if str(row["rolls"]) == number)
    return target


def _level_faults(book: Book, number: str) -> Iterator[Reason]:
    rows = book.catalogue.tables["spp-levels"].rows
    known = [str(row["rolls"]) for row in rows if row["rolls"]]
    if number not in known:
        yield Reason("not-an-option", "level", {"options": known}, integrity=True)


@dataclass(frozen=True, slots=True)
class ImprovementChoice:
    """A star player roll that is still open; its dice stand with the player."""

    team: Team
    player: str
    level: str


@question("improvement-choice", _("What a player learns by their star player roll."))
def improvement_choice(book: Book, at: ImprovementChoice) -> Step:
    """A skill, by a double any skill or a trait, or a characteristic (4042-4105)."""
    reasons = list(_member_faults(book, at.team, at.player))
    if not reasons:
        reasons = list(_owed_faults(book, at.team.players[at.player], at.level))
    if reasons:
        return refused(reasons)
    player = at.team.players[at.player]
    faces = player.owed[at.level]
    options = options_by(book, at.team.race, player, faces)
    if not options:
        return refused([Reason("nothing-left-to-learn", "player", {"player": at.player})])
    known = own_skills(book, at.team.race, player)
    chosen = yield from choose(
        f"improvement-choice/{at.player}/{at.level}",
        *options,
        withheld=dict(_withheld(book, at.team.race, player, faces, options)),
        follows_player=True,
        because=(
            stands_as(book, at.team.race, player, known),
            Line("dice", None, {"faces": [*faces]}),
            Line("may-wait"),
        ),
        means=dict(_means(book, at.team.race, player, options)),
    )
    skill, name = options[chosen]
    about = {"player": at.player, "what": skill or name}
    line = Line("learns", None, about) if skill else Line("rises", None, about)
    return allowed(e.Improved(at.player, at.level, 0, skill, name), because=[line])


Options = Mapping[str, tuple[str, str]]


def options_by(
    book: Book, race: str, player: Player, faces: Sequence[int]
) -> dict[str, tuple[str, str]]:
    """Everything that two dice allow: by the answer that picks it a skill, or a characteristic.

    Whoever has no skill left to take chooses as by a double (4045-4047).
    """
    position, known = book.position(race, player.position), own_skills(book, race, player)
    is_double = len(set(faces)) == 1
    skills = list(learnable(book, position, known, is_double=is_double))
    if not skills:
        skills = list(learnable(book, position, known, is_double=True))
    options = {skill: (skill, "") for skill in skills}
    for name in book.catalogue.tables["improvement"].row(sum(faces))["choices"]:
        if name != "skill" and may_rise(book, player, name):
            options[f"+{name}"] = ("", name)
    return options


def may_rise(book: Book, player: Player, name: str) -> bool:
    """Two above the start at most; a point that was lost makes room again (4065, 5936)."""
    return player.net(name) < book.figure("characteristic-limits", "gain-max")


def _means(book: Book, race: str, player: Player, options: Options) -> Iterator[tuple[str, Line]]:
    normal = {each.key for each in book.catalogue.skills_in(_letters(book, race, player))}
    for key, (skill, name) in options.items():
        if name:
            stands = characteristic(book, race, player, name)
            yield key, Line("characteristic", None, {"stands": stands, "becomes": stands + 1})
        else:
            kind = "skill" if skill in normal else "double-skill"
            yield key, Line("learnt", None, {"kind": kind})


def _letters(book: Book, race: str, player: Player) -> str:
    return book.position(race, player.position).normal


def _withheld(
    book: Book, race: str, player: Player, faces: Sequence[int], options: Options
) -> Iterator[tuple[str, Reason]]:
    position, known = book.position(race, player.position), own_skills(book, race, player)
    yield from skills_withheld(
        book, position, known, player, dice=faces, options=options, barred={}
    )
    choices = book.catalogue.tables["improvement"].row(sum(faces))["choices"]
    for name in book.catalogue.characteristics:
        if f"+{name}" not in options:
            why = not_raised(book, race, player, name, choices=choices, dice=faces)
            yield f"+{name}", why


def _member_faults(book: Book, team: Team, player: str) -> Iterator[Reason]:
    yield from team_faults(book, team)
    if player not in team.players:
        yield Reason("no-such-player", "player", {"player": player}, integrity=True)


def _owed_faults(book: Book, player: Player, number: str) -> Iterator[Reason]:
    if number not in player.owed:
        yield Reason("not-owed", "level", {"level": number}, integrity=True)
        return
    spec = book.catalogue.tables["improvement"].dice
    if code := dice_of(spec).fault(player.owed[number]):
        subject = f"team.players.{player.id}.owed.{number}"
        yield Reason(code, subject, {"dice": spec}, integrity=True)
