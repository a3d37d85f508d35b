"""Casualties: the die, the opposing coach's D66, whoever can undo it, and what stays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.prematch import may_treat
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Step, confirm, roll
from rules.engine.faults import one_of_faults
from rules.engine.fielding import star_of
from rules.engine.growth import may_fall, own_skills, skill_faults
from rules.engine.match import Hurt
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

Outcome = Literal["reserves", "out", "dead"]
# An injury for which nobody rolls: a team-mate whom somebody Always Hungry has eaten (2279, 5957).
EATEN = "eaten"
CROWD = "crowd"
MACHINE = "death-roller"


@dataclass(frozen=True, slots=True)
class Casualty:
    """A casualty among those who play for a team.

    `player` is an id of the roster or of somebody `hired` for the match; `skills` are those of a
    hired one, or what a roster player has besides. `nth` counts their casualties in the match.
    `apothecary` says whether he could still help, and `how` how it happened: whoever is pushed into
    the crowd is beyond him. `seen_again` says whether they did something on the pitch afterwards.
    """

    team: Team
    player: str
    nth: int = 1
    hired: Literal["", "star", "mercenary"] = ""
    position: str = ""
    skills: tuple[str, ...] = ()
    apothecary: bool = False
    how: str = ""
    by: str = ""
    side: Literal["", "home", "away"] = ""
    injury: Literal["", "eaten"] = ""
    seen_again: bool = False

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
        how=hurt.how,
        by=hurt.by,
        side=hurt.side,
        injury=injury,
        seen_again=hurt.seen_again,
    )


@question("casualty", _("What becomes of a player who suffers a casualty."))
def casualty(book: Book, at: Casualty) -> Step:
    """Casualty die, serious injury, apothecary, Regeneration, in this order.

    Source 911-935, 3793-3870, 2620-2632, 3454-3465, 6029-6034.
    """
    if reasons := list(_faults(book, at)):
        return refused(reasons)
    if at.injury == EATEN:
        lines = [Line("eaten")]
        lasting = list(_lasting(book, at, "dead", lines))
        return _became(at, _fact(at, (), ["Dead"], "dead"), lasting, lines)
    lines = []
    rolled, row = yield from _rolled(book, at, lines)
    if (yield from _healed(book, at, lines)):
        return allowed(_fact(at, rolled, [row.name], "reserves"), because=lines)
    if (yield from _regenerates(book, at, lines)):
        return allowed(_fact(at, rolled, [row.name], "reserves"), because=lines)
    effect = _repaired(book, at, row["effect"], lines)
    outcome: Outcome = "dead" if effect == "dead" else "out"
    lasting = list(_lasting(book, at, effect, lines))
    return _became(at, _fact(at, rolled, [row.name], outcome), lasting, lines)


def _became(
    at: Casualty, fact: e.Fact, lasting: Sequence[e.Effect], lines: Sequence[Line]
) -> Ruling:
    """Nobody scores who is dead or out of the match."""
    outcome = fact.value["outcome"]
    if at.seen_again and outcome == "dead":
        return refused([Reason("dead-by-then", "seen_again", {"player": at.player})])
    if at.seen_again and outcome == "out":
        return refused([Reason("out-by-then", "seen_again", {"player": at.player})])
    return allowed(fact, *lasting, because=lines)


def _fact(at: Casualty, rolled: Sequence[int], results: Sequence[str], outcome: Outcome) -> e.Fact:
    """What the match record keeps: the results, and where the player went."""
    kept = {
        "player": at.player,
        "rolled": [*rolled],
        "results": [*results],
        "outcome": outcome,
        **({"by": at.by} if at.by else {}),
    }
    return e.Fact("casualty", kept)


def _rolled(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    """The opposing coach's die, and the D66 of a serious injury at once (6045)."""
    table = book.catalogue.tables["casualty"]
    die = yield from roll(at.key, table.dice, who="opponent")
    row = table.row(die)
    lines.append(Line("casualty-roll", None, {"rolled": die, "result": row.name}))
    if row["effect"] != "serious":
        return (die,), row
    serious = book.catalogue.tables["serious-injury"]
    rolled = yield from roll(
        f"{at.key}/serious", serious.dice, who="opponent", because=tuple(lines)
    )
    row = serious.row(rolled)
    lines.append(Line("casualty-roll", None, {"rolled": rolled, "result": row.name}))
    return (die, rolled), row


def _healed(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    """At once or not at all; on a 1 it stands, otherwise the player never left the pitch."""
    if not at.apothecary:
        return False
    if not (yield from confirm(f"{at.key}/apothecary", because=tuple(lines))):
        return False
    row = book.catalogue.tables["treatment"].named["apothecary"]
    die = yield from roll(f"{at.key}/apothecary/roll", row["dice"])
    lines.append(Line("healing-die", None, {"die": die, "needed": row["value"]}))
    return die >= row["value"]


def _regenerates(book: Book, at: Casualty, lines: list[Line]) -> Asking:
    if "regeneration" not in _skills(book, at):
        return False
    row = book.catalogue.tables["treatment"].named["regeneration"]
    die = yield from roll(f"{at.key}/regeneration", row["dice"])
    lines.append(Line("regeneration", None, {"die": die, "needed": row["value"]}))
    return die >= row["value"]


def _repaired(book: Book, at: Casualty, effect: str, lines: list[Line]) -> str:
    """A machine is wrecked for this match, and whole again in the next one (2971-2977)."""
    if effect == "none" or MACHINE not in _skills(book, at):
        return effect
    lines.append(Line("waived-for-stars"))
    return "none"


def _lasting(book: Book, at: Casualty, effect: str, lines: list[Line]) -> Iterator[e.Effect]:
    """What the roster remembers, and nothing of whoever was hired, but a star's injuries where the
    league keeps track of them (4279-4287)."""
    if effect == "none":
        return
    if at.hired:
        keeps = at.hired == "star" and book.house.get("stars.injuries", False)
        waived = Line("lasts-for-stars-too" if keeps else "waived-for-stars")
        lines.append(Line("not-on-the-roster") if at.hired == "mercenary" else waived)
        if keeps:
            yield e.Fact("star-hurt", {"star": star_of(at.player), "dead": effect == "dead"})
        return
    if effect == "dead":
        yield e.Left(at.player, "dead")
        return
    yield e.MissesNext(at.player)
    if effect == "niggling":
        yield e.Niggled(at.player)
    elif effect in book.catalogue.characteristics:
        if may_fall(book, at.team.race, at.team.players[at.player], effect):
            yield e.Lowered(at.player, effect)
        else:
            lines.append(Line("loss-ignored", None, {"characteristic": effect}))


def _skills(book: Book, at: Casualty) -> tuple[str, ...]:
    if at.hired:
        return at.skills
    return (*own_skills(book, at.team.race, at.team.players[at.player]), *at.skills)


def _faults(book: Book, at: Casualty) -> Iterator[Reason]:
    if at.nth < 1:
        yield Reason("out-of-range", "nth", {"at_least": 1}, integrity=True)
    yield from one_of_faults("hired", at.hired, ("", "star", "mercenary"))
    yield from one_of_faults("injury", at.injury, ("", EATEN))
    person = [*team_faults(book, at.team), *skill_faults(book, at.skills, "skills")]
    if not at.hired and at.player not in at.team.players:
        person.append(Reason("no-such-player", "player", {"player": at.player}, integrity=True))
    if at.hired and at.player in at.team.players:
        person.append(Reason("not-hired", "player", {"player": at.player}, integrity=True))
    yield from person
    if not person:
        yield from _help_faults(book, at)


def _help_faults(book: Book, at: Casualty) -> Iterator[Reason]:
    """Whom the apothecary may not treat, and who is not eaten."""
    about = {"player": at.player}
    if at.injury == EATEN and (at.by or "right-stuff" not in _skills(book, at)):
        yield Reason("not-to-be-eaten", "injury", about)
    if not at.apothecary:
        return
    if not book.race(at.team.race).apothecary:
        yield Reason("no-apothecary-for-race", "apothecary", {"race": at.team.race})
        return
    if at.injury == EATEN:
        yield Reason("beyond-recovery", "apothecary", about)
    if at.how == CROWD:
        yield Reason("beyond-the-stands", "apothecary", about)
    if not _is_theirs_to_heal(book, at):
        params = {**about, "race": at.team.race}
        yield Reason("not-theirs-to-heal", "apothecary", params)


def _is_theirs_to_heal(book: Book, at: Casualty) -> bool:
    """Who was hired for the match is told by their skills: there is nobody else whose they are."""
    if own := at.team.players.get(at.player):
        return may_treat(book, at.team, own)
    only = book.catalogue.tables["apothecary-only"].named.get(at.team.race)
    if only is None:
        return True
    others = [
        set(position.skills)
        for position in book.race(at.team.race).positions.values()
        if position.key not in only["positions"]
    ]
    return at.hired != "star" and not any(skills <= {*at.skills} for skills in others)
