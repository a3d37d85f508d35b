"""Casualties: the D16, the apothecary, Regeneration, and what stays; and the dead who play on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2020.players import may_fall, skills_of
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, choose, confirm, roll
from rules.engine.choosing import rules_of
from rules.engine.faults import one_of_faults, team_faults
from rules.engine.growth import member_faults, skill_faults
from rules.engine.match import Hurt
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

BADLY_HURT = "badly-hurt"
# Whom the dead of the opponents may join as, by the special rule of the team.
RISES_AS = {"masters-of-undeath": "zombie-lineman", "vampire-lord": "thrall-lineman"}
STAY_DEAD = ("regeneration", "stunty")


@dataclass(frozen=True, slots=True)
class Casualty:
    """A casualty among those who play for a team.

    `player` is an id of the roster, or of somebody `hired` for the match; `skills` are those of a
    hired one, or what a roster player has besides. `nth` counts their casualties in the match.
    `apothecary` says whether one could still help. `injury` is one for which nobody rolls.
    """

    team: Team
    player: str
    nth: int = 1
    hired: Literal["", "star", "mercenary"] = ""
    skills: tuple[str, ...] = ()
    apothecary: bool = False
    by: str = ""
    side: Literal["", "home", "away"] = ""
    injury: Literal["", "badly-hurt"] = ""
    seen_again: bool = False
    could_return: bool = False

    @property
    def key(self) -> str:
        whose = f"{self.side}/{self.player}" if self.side else self.player
        return f"casualty/{whose}/{self.nth}"


def suffered(team: Team, hurt: Hurt) -> Casualty:
    """A casualty as the pitch saw it."""
    injury: Any = hurt.injury
    return Casualty(
        team,
        hurt.player,
        nth=hurt.nth,
        hired=hurt.hired,
        skills=hurt.skills,
        apothecary=hurt.apothecary,
        by=hurt.by,
        side=hurt.side,
        injury=injury,
        seen_again=hurt.seen_again,
        could_return=hurt.could_return,
    )


@question("casualty", _("What becomes of a player who suffers a casualty."))
def casualty(book: Book, at: Casualty) -> Step:
    """The D16 with niggles and Decay, an apothecary's choice, Regeneration, the lasting injury."""
    if reasons := list(_faults(book, at)):
        return refused(reasons)
    lines: list[Line] = []
    row, rolled, is_patched = yield from _rolled(book, at, lines)
    if not is_patched and (yield from _regenerates(book, at, lines)):
        return allowed(_fact(at, rolled, row, "reserves"), because=lines)
    lost = ""
    if row["effect"] == "lasting" and not at.hired:
        lost = yield from _lost(book, at, lines)
    outcome = "dead" if row["effect"] == "dead" else "reserves" if is_patched else "out"
    if at.seen_again and (outcome == "dead" or (outcome == "out" and not at.could_return)):
        code = "dead-by-then" if outcome == "dead" else "out-by-then"
        return refused([Reason(code, "seen_again", {"player": at.player})])
    if at.hired and row["effect"] != "none":
        lines.append(Line("waived-for-stars" if at.hired == "star" else "not-on-the-roster"))
    return allowed(_fact(at, rolled, row, outcome), *_lasting(at, row, lost), because=lines)


def _rolled(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    """The result that stands, the dice, and whether somebody was patched up."""
    table = book.catalogue.tables["casualty"]
    if at.injury == BADLY_HURT:
        lines.append(Line("badly-hurt-without-roll"))
        if at.apothecary and (yield from _treated(book, at, None, lines)):
            lines.append(Line("patched-up"))
            return table.rows[0], [], True
        return table.rows[0], [], False
    more = _modifiers(book, at)
    die = yield from roll(at.key, table.dice, who="opponent")
    row = table.row(die + sum(line.amount or 0 for line in more))
    lines += [Line("casualty-die", die, {"die": die}), *more]
    lines.append(Line("casualty-result", None, {"result": row.name}))
    if not at.apothecary or at.hired == "star":
        return row, [die], False
    if not (yield from _treated(book, at, row, lines)):
        return row, [die], False
    again = yield from roll(f"{at.key}/apothecary/roll", table.dice, who="opponent")
    second = table.row(again + sum(line.amount or 0 for line in more))
    kept, kept_die = row, die
    if second is not row:
        means = {str(die): _injury_line(row), str(again): _injury_line(second)}
        if (yield from choose(f"{at.key}/apothecary/kept", *means, means=means)) == str(again):
            kept, kept_die = second, again
    lines.append(Line("apothecary", None, {"rolled": again, "kept": kept.name}))
    is_patched = kept["effect"] == "none"
    if is_patched:
        lines.append(Line("patched-up"))
    return kept, [kept_die], is_patched


def _treated(book: Book, at: Casualty, row: CatalogueRow | None, lines: list[Line]) -> Asking:
    stays = row or book.catalogue.tables["casualty"].rows[0]
    means = {
        "yes": Line("exchange", None, {"rolled": row is not None}),
        "no": Line("no-exchange", None, {"results": [stays.name]}),
    }
    return (yield from confirm(f"{at.key}/apothecary", because=tuple(lines), means=means))


def _injury_line(row: CatalogueRow) -> Line:
    return Line("injuries", None, {"results": [row.name]})


def _modifiers(book: Book, at: Casualty) -> list[Line]:
    found = []
    own = at.team.players.get(at.player)
    if own and own.niggles and not at.hired:
        each = book.figure("treatment", "niggle")
        found.append(Line("niggle-modifier", each * own.niggles, {"count": own.niggles}))
    if "decay" in _skills(book, at):
        found.append(Line("decay", book.figure("treatment", "decay")))
    return found


def _regenerates(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    if "regeneration" not in _skills(book, at):
        return False
    needed = book.figure("treatment", "regeneration")
    die = yield from roll(f"{at.key}/regeneration", "D6")
    lines.append(Line("regeneration", None, {"die": die, "needed": needed}))
    return die >= needed


def _lost(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    """The characteristic that suffers; a die for one that can fall no further is thrown again."""
    table = book.catalogue.tables["lasting-injury"]
    player = at.team.players[at.player]
    able = {row["effect"] for row in table.rows if _falls(book, at, row)}
    for time in count(1) if able else ():
        key = f"{at.key}/lasting" if time == 1 else f"{at.key}/lasting/{time}"
        die = yield from roll(key, table.dice, who="opponent")
        row = table.row(die)
        lines.append(Line("casualty-roll", None, {"rolled": die, "result": row.name}))
        if row["effect"] in able:
            return row["effect"]
        lines.append(Line("loss-ignored", None, {"characteristic": row["effect"]}))
    lines.append(Line("nothing-to-lose", None, {"player": player.id}))
    return ""


def _falls(book: Book, at: Casualty, row: CatalogueRow) -> bool:
    return may_fall(book, at.team.race, at.team.players[at.player], row["effect"])


def _fact(at: Casualty, rolled: Sequence[int], row: CatalogueRow, outcome: str) -> e.Fact:
    """What the match record keeps: the result that counted, and where the player went."""
    value = {
        "player": at.player,
        "rolled": [*rolled],
        "results": [row.name],
        "outcome": outcome,
        **({"by": at.by} if at.by else {}),
    }
    return e.Fact("casualty", value)


def _lasting(at: Casualty, row: CatalogueRow, lost: str) -> Iterator[e.Effect]:
    """What the roster remembers; nothing of whoever was hired for the match."""
    if at.hired or row["effect"] == "none":
        return
    if row["effect"] == "dead":
        yield e.Left(at.player, "dead")
        return
    yield e.MissesNext(at.player)
    if row["effect"] == "niggling":
        yield e.Niggled(at.player)
    if lost:
        yield e.Lowered(at.player, lost)
        yield e.Fact("lasting-injury", at.player)


def _skills(book: Book, at: Casualty) -> tuple[str, ...]:
    if at.hired:
        return at.skills
    return (*skills_of(book, at.team.race, at.team.players[at.player]), *at.skills)


def _faults(book: Book, at: Casualty) -> Iterator[Reason]:
    if at.nth < 1:
        yield Reason("out-of-range", "nth", {"at_least": 1}, integrity=True)
    yield from team_faults(book, at.team)
    yield from one_of_faults("hired", at.hired, ("", "star", "mercenary"))
    yield from one_of_faults("injury", at.injury, ("", BADLY_HURT))
    person = [
        *skill_faults(book, at.skills, "skills"),
        *([] if at.hired else member_faults(book, at.team, at.player)),
    ]
    yield from person
    if not person and at.injury == BADLY_HURT and "stunty" not in _skills(book, at):
        yield Reason("rolls-for-it", "injury", {"player": at.player})


# --- the dead who play on


@dataclass(frozen=True, slots=True)
class RaiseDead:
    """An opponent who is dead for good, as they were; `raised` counts those of this match so far.

    `side` is the dead one's, where both sides are asked about together.
    """

    team: Team
    victim: str
    strength: int
    skills: tuple[str, ...] = ()
    is_star: bool = False
    raised: int = 0
    side: Literal["", "home", "away"] = ""

    @property
    def key(self) -> str:
        return f"raise-dead/{self.side}/{self.victim}" if self.side else f"raise-dead/{self.victim}"


@question("raise-dead", _("Whether a killed opponent joins the undead or a vampire lord."))
def raise_dead(book: Book, at: RaiseDead) -> Step:
    """Once in a match, of strength 4 or less; free, and counted in full."""
    if reasons := list(_raise_faults(book, at)):
        return refused(reasons)
    position = rises_as(book, at.team)
    if not (yield from confirm(at.key)):
        return allowed(because=[Line("not-raised", None, {"victim": at.victim})])
    risen = {"position": position, "victim": at.victim, "plays_at_once": True}
    params = {"victim": at.victim, "position": position}
    return allowed(e.Fact("raised", risen), because=[Line("rises-as", None, params)])


def rises_as(book: Book, team: Team) -> str:
    """The position as which a team raises the dead; empty for who raises none."""
    positions = book.race(team.race).positions
    known = (RISES_AS[rule] for rule in rules_of(book, team) if rule in RISES_AS)
    return next((key for key in known if key in positions), "")


def _raise_faults(book: Book, at: RaiseDead) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from skill_faults(book, at.skills, "skills")
    if at.team.race in book.catalogue.races and not rises_as(book, at.team):
        yield Reason("raises-nobody", "team.race", {"race": at.team.race})
    if at.strength > (most := book.figure("raised-dead", "strength-max")):
        yield Reason("too-strong", "strength", {"strength": at.strength, "at_most": most})
    for skill in STAY_DEAD:
        if skill in at.skills:
            yield Reason("skill-keeps-him-dead", "skills", {"skill": skill})
    if at.is_star:
        yield Reason("death-is-waived", "is_star")
    if at.raised >= (most := book.figure("raised-dead", "max")):
        yield Reason("raised-already", "raised", {"raised": at.raised, "at_most": most})
