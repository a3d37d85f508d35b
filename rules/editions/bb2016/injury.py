"""Casualties: the roll, whoever can undo it, and what stays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import member_faults, skills_of, star_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Roll, Step, choose, confirm, roll, together
from rules.engine.faults import one_of_faults
from rules.engine.fielding import star_of
from rules.engine.fold import fold
from rules.engine.growth import may_fall, skill_faults
from rules.engine.match import Hurt
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

Outcome = Literal["reserves", "out", "dead"]
# Injuries for which nobody rolls: a Stunty on a 9, a Thrall who was bitten (4939, 4691), and a
# team-mate who was eaten (4671).
BADLY_HURT, EATEN = "badly-hurt", "eaten"
THRALL = "thrall"


@dataclass(frozen=True, slots=True)
class Casualty:
    """A casualty among those who play for a team.

    `player` is an id of the roster, the rostered star's key (of a pair with a number), or the id
    of somebody `hired` for the match. `skills` are those of a hired one, or what a roster player
    has besides. `nth` counts their casualties in the match. `apothecary` and `igor` say whether one
    could still help; `weeping_dagger` whether the casualty came from a block by somebody who has
    it. `by` is the opponents' id of whoever did it, where that is known. `side` tells the two teams
    apart where both are asked about together: their players may have the same ids. `injury` is one
    for which nobody rolls. `seen_again` says whether they did something on the pitch afterwards,
    and `could_return` whether their side has what brings somebody back who is out.
    """

    team: Team
    player: str
    nth: int = 1
    hired: Literal["", "star", "mercenary"] = ""
    skills: tuple[str, ...] = ()
    apothecary: bool = False
    igor: bool = False
    weeping_dagger: bool = False
    by: str = ""
    side: Literal["", "home", "away"] = ""
    injury: Literal["", "badly-hurt", "eaten"] = ""
    seen_again: bool = False
    could_return: bool = False

    @property
    def key(self) -> str:
        whose = f"{self.side}/{self.player}" if self.side else self.player
        return f"casualty/{whose}/{self.nth}"

    @property
    def is_rostered_star(self) -> bool:
        return not self.hired and bool(self.player) and star_of(self.player) == self.team.star

    @property
    def is_star(self) -> bool:
        return self.hired == "star" or self.is_rostered_star


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
        igor=hurt.igor,
        weeping_dagger=hurt.weeping_dagger,
        by=hurt.by,
        side=hurt.side,
        injury=injury,
        seen_again=hurt.seen_again,
        could_return=hurt.could_return,
    )


@question("casualty", _("What becomes of a player who suffers a casualty."))
def casualty(book: Book, at: Casualty) -> Step:
    """Casualty roll, apothecary, Regeneration, Weeping Dagger, in this order.

    Source 1060-1102, 623, 1423-1429, 1617, 4671, 4691, 4723, 4885, 4939, 4987.
    """
    if reasons := list(_faults(book, at)):
        return refused(reasons)
    lines: list[Line] = []
    if at.injury == EATEN and not at.is_rostered_star:
        lines.append(Line("eaten"))
        fact = _fact(at, (), [_result(book, "dead").name], "dead")
        return _became(at, fact, [*_killed(book, at, lines)], lines)
    skills = _skills(book, at)
    rolled = yield from _rolled(book, at, skills, lines)
    rolled, is_patched = yield from _apothecary(book, at, rolled, lines)
    rows = [_row(book, each) for each in rolled]
    if at.injury and not at.is_rostered_star:
        rows = [_result(book, "none")]
    names = [row.name for row in rows]
    if not is_patched and (yield from _regenerates(book, at, skills, lines)):
        return allowed(_fact(at, rolled, names, "reserves"), because=lines)
    is_stabbed = yield from _stabbed(book, at, rolled, rows, lines)
    outcome = _outcome(rows, is_patched=is_patched)
    lasting = list(_lasting(book, at, rows, lines))
    if is_stabbed and not at.hired:
        lasting.append(e.MissesNext(at.player))
    fact = _fact(at, rolled, names, outcome, is_stabbed=is_stabbed)
    return _became(at, fact, lasting, lines)


def _became(at: Casualty, fact: e.Fact, lasting: Sequence[e.Effect], lines: list[Line]) -> Ruling:
    """Nobody scores who is dead, or out of the match with nothing to bring them back."""
    outcome = fact.value["outcome"]
    if at.seen_again and outcome == "dead":
        return refused([Reason("dead-by-then", "seen_again", {"player": at.player})])
    if at.seen_again and outcome == "out" and not at.could_return:
        return refused([Reason("out-by-then", "seen_again", {"player": at.player})])
    return allowed(fact, *lasting, because=lines)


def _row(book: Book, rolled: int) -> CatalogueRow:
    return book.catalogue.tables["casualty"].row(rolled)


def _result(book: Book, effect: str) -> CatalogueRow:
    return next(row for row in book.catalogue.tables["casualty"].rows if row["effect"] == effect)


def _outcome(rows: Sequence[CatalogueRow], *, is_patched: bool) -> Outcome:
    if any(row["effect"] == "dead" for row in rows):
        return "dead"
    return "reserves" if is_patched else "out"


def _fact(
    at: Casualty,
    rolled: Sequence[int],
    results: Sequence[str],
    outcome: Outcome,
    *,
    is_stabbed: bool = False,
) -> e.Fact:
    """What the match record keeps: the results that counted, and where the player went."""
    return e.Fact(
        "casualty",
        {
            "player": at.player,
            "rolled": [*rolled],
            "results": [*results],
            "outcome": outcome,
            "stabbed": is_stabbed,
            **({"by": at.by} if at.by else {}),
        },
    )


# --- the rolls, in their order


def _rolled(book: Book, at: Casualty, skills: Sequence[str], lines: list[Line]) -> Asking:
    """The opposing coach's roll, two with Decay; some are Badly Hurt without one."""
    if at.is_rostered_star:
        lines.append(Line("rostered-star-badly-hurt", None, {"star": at.player}))
        return ()
    if at.injury == BADLY_HURT:
        lines.append(Line("badly-hurt-without-roll"))
        return ()
    keys = [at.key]
    if "decay" in skills:
        times = book.figure("treatment", "decay-rolls")
        keys += [f"{at.key}/decay/{number}" for number in range(2, times + 1)]
    spec = book.catalogue.tables["casualty"].dice
    rolled = yield from together(*(Roll(key, dice=spec, who="opponent") for key in keys))
    lines += [
        Line("casualty-roll", None, {"rolled": r, "result": _row(book, r).name}) for r in rolled
    ]
    return rolled


def _apothecary(book: Book, at: Casualty, rolled: tuple[int, ...], lines: list[Line]) -> Asking:
    """A second roll and the coach's choice; Badly Hurt either way means patched up (623)."""
    if not at.apothecary or at.is_star:
        return rolled, False
    exchange = {
        "yes": Line("exchange", None, {"rolled": bool(rolled)}),
        "no": _injuries(book, rolled or (), "no-exchange"),
    }
    treated = yield from confirm(f"{at.key}/apothecary", because=tuple(lines), means=exchange)
    if not treated:
        return rolled, False
    if not rolled:  # a second roll could not be better
        lines.append(Line("patched-up"))
        return rolled, True
    spec = book.catalogue.tables["casualty"].dice
    again = yield from roll(f"{at.key}/apothecary/roll", spec, who="opponent")
    instead = [(*rolled[:n], again, *rolled[n + 1 :]) for n in range(len(rolled))]
    texts = {"+".join(map(str, results)): results for results in (rolled, *instead)}
    kept = rolled
    if len(texts) > 1:
        means = {key: _injuries(book, results) for key, results in texts.items()}
        kept = texts[(yield from choose(f"{at.key}/apothecary/kept", *texts, means=means))]
    lines.append(Line("apothecary", None, {"rolled": again, "kept": [*kept]}))
    is_patched = all(_row(book, each)["effect"] == "none" for each in kept)
    if is_patched:
        lines.append(Line("patched-up"))
    return kept, is_patched


def _injuries(book: Book, rolled: Sequence[int], code: str = "injuries") -> Line:
    """Results by name, with the point that they would cost."""
    rows = [_row(book, each) for each in rolled] or [_result(book, "none")]
    lost = [row["effect"] for row in rows if row["effect"] in book.catalogue.characteristics]
    names = {"results": [row.name for row in rows]}
    return Line(code, None, names | ({"loses": lost} if lost else {}))


def _regenerates(book: Book, at: Casualty, skills: Sequence[str], lines: list[Line]) -> Asking:
    """4 or more heals everything; an Igor may repeat one failure in a match (4885, 1423)."""
    if "regeneration" not in skills:
        return False
    needed = book.figure("treatment", "regeneration")
    die = yield from roll(f"{at.key}/regeneration", "D6")
    lines.append(Line("regeneration", None, {"die": die, "needed": needed}))
    if die < needed and at.igor and not at.is_star and (yield from confirm(f"{at.key}/igor")):
        die = yield from roll(f"{at.key}/igor/roll", "D6")
        lines.append(Line("igor", None, {"die": die, "needed": needed}))
    return die >= needed


def _stabbed(
    book: Book, at: Casualty, rolled: Sequence[int], rows: Sequence[CatalogueRow], lines: list[Line]
) -> Asking:
    """Whether the dagger makes somebody who rolled Badly Hurt miss a match (4987)."""
    if not (rolled and at.weeping_dagger) or any(row["effect"] != "none" for row in rows):
        return False
    needed = book.figure("treatment", "weeping-dagger")
    die = yield from roll(f"{at.key}/weeping-dagger", "D6", who="opponent")
    lines.append(Line("weeping-dagger", None, {"die": die, "needed": needed}))
    return die >= needed


# --- what stays


def _lasting(
    book: Book, at: Casualty, rows: Sequence[CatalogueRow], lines: list[Line]
) -> Iterator[e.Effect]:
    """What the roster remembers of the results; nothing of whoever was hired for the match."""
    if all(row["effect"] == "none" for row in rows):
        return
    if any(row["effect"] == "dead" for row in rows):
        yield from _killed(book, at, lines)
        return
    if at.hired:
        yield from _of_the_hired(book, at, lines, dead=False)
        return
    yield e.MissesNext(at.player)
    team = at.team
    for row in rows:
        effects = list(_marks(book, team, at.player, row, lines))
        team = fold(team, effects)
        yield from effects


def _killed(book: Book, at: Casualty, lines: list[Line]) -> Iterator[e.Effect]:
    if at.hired:
        yield from _of_the_hired(book, at, lines, dead=True)
    else:
        yield e.Left(at.player, "dead")


def _of_the_hired(book: Book, at: Casualty, lines: list[Line], *, dead: bool) -> Iterator[e.Effect]:
    lines.append(Line(_without_a_roster(book, at)))
    if at.hired == "star" and book.house["stars.injuries"]:
        yield e.Fact("star-hurt", {"star": star_of(at.player), "dead": dead})


def _without_a_roster(book: Book, at: Casualty) -> str:
    """What is said of a hired star's or mercenary's injury, since neither is on the roster."""
    if at.hired == "mercenary":
        return "not-on-the-roster"
    return "lasts-for-stars-too" if book.house["stars.injuries"] else "waived-for-stars"


def _marks(
    book: Book, team: Team, player: str, row: CatalogueRow, lines: list[Line]
) -> Iterator[e.Effect]:
    """A niggling injury or a lost point, unless the characteristic can fall no further (1100)."""
    if row["effect"] == "niggling":
        yield e.Niggled(player)
    elif row["effect"] in book.catalogue.characteristics:
        if may_fall(book, team.race, team.players[player], row["effect"]):
            yield e.Lowered(player, row["effect"])
        else:
            lines.append(Line("loss-ignored", None, {"characteristic": row["effect"]}))


# --- who it is about


def _skills(book: Book, at: Casualty) -> tuple[str, ...]:
    if at.hired:
        return at.skills
    if at.is_rostered_star:
        own = book.catalogue.stars[at.team.star].members[0].skills
    else:
        own = skills_of(book, at.team.race, at.team.players[at.player])
    return (*own, *at.skills)


def _faults(book: Book, at: Casualty) -> Iterator[Reason]:
    if at.nth < 1:
        yield Reason("out-of-range", "nth", {"at_least": 1}, integrity=True)
    yield from one_of_faults("hired", at.hired, dict.fromkeys(("", "star", "mercenary")))
    known = dict.fromkeys(("", BADLY_HURT, EATEN))
    yield from one_of_faults("injury", at.injury, known)
    person = list(_person_faults(book, at))
    yield from person
    if not person:
        yield from _without_roll_faults(book, at)
    if race := book.catalogue.races.get(at.team.race):
        if at.apothecary and not race.apothecary:
            yield Reason("no-apothecary-for-race", "apothecary", {"race": race.key})
        if at.igor and race.apothecary:
            yield Reason("no-igor-for-race", "igor", {"race": race.key})


def _without_roll_faults(book: Book, at: Casualty) -> Iterator[Reason]:
    """Whom the casualty roll is spared: the small, whoever is bitten, whoever can be thrown."""
    if at.is_rostered_star:
        return
    about = {"player": at.player}
    skills = _skills(book, at)
    if at.injury == BADLY_HURT and "stunty" not in skills and not _may_be_bitten(book, at):
        yield Reason("rolls-for-it", "injury", about)
    if at.injury == EATEN:
        if at.by or "right-stuff" not in skills:
            yield Reason("not-to-be-eaten", "injury", about)
        yield from (
            Reason("beyond-recovery", what, about)
            for what in ("apothecary", "igor")
            if getattr(at, what)
        )


def _may_be_bitten(book: Book, at: Casualty) -> bool:
    """A Thrall, by a Vampire of their own team (4691)."""
    race = book.catalogue.races.get(at.team.race)
    if at.by or not race or not any("blood-lust" in p.skills for p in race.positions.values()):
        return False
    own = at.team.players.get(at.player)
    return own.position == THRALL if own else at.hired == "mercenary"


def _person_faults(book: Book, at: Casualty) -> Iterator[Reason]:
    yield from skill_faults(book, at.skills, "skills")
    if at.weeping_dagger:
        yield from skill_faults(book, ["weeping-dagger"], "weeping_dagger")
    if at.hired:
        yield from team_faults(book, at.team)
        if at.player in at.team.players or star_of(at.player) in ("", at.team.star):
            yield Reason("not-hired", "player", {"player": at.player}, integrity=True)
    elif at.is_rostered_star:
        yield from team_faults(book, at.team)
        yield from star_faults(book, at.team)
    else:
        yield from member_faults(book, at.team, at.player)
