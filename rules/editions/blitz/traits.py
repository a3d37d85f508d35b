"""What a coach has learnt: a trait after every match of the league, each to be used once a game."""

from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.blitz.draft import race_faults
from rules.editions.blitz.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, choose, roll
from rules.engine.circumstances import OfTeam
from rules.engine.lineup import UsableMark
from rules.engine.rulings import Line, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

TRAITS = "coach-traits"
PREFIX = "trait/"
READY, USED = "ready", "used"


@dataclass(frozen=True)
class NewTrait:
    """A coach after a match of the league."""

    team: Team


@question("coach-trait", _("Which trait a coach gains after a match of the league."))
def coach_trait(book: Book, at: NewTrait) -> Step:
    """The sum of two D8 on the table; whoever has that trait chooses one that they lack (1961)."""
    if faults := list(race_faults(book, at.team.race)):
        return refused(faults)
    table = book.catalogue.tables[TRAITS]
    lacking = [row["key"] for row in table.rows if PREFIX + row["key"] not in at.team.marks]
    if not lacking:
        return allowed(because=[Line("all-traits")])
    dice = yield from roll("coach-trait", table.dice)
    rolled: str = table.row(sum(dice))["key"]
    lines = [Line("coach-trait", sum(dice), {"dice": dice, "trait": rolled})]
    gained = rolled
    if rolled not in lacking:
        why = Line("has-trait", None, {"trait": rolled})
        gained = yield from choose("coach-trait/chosen", *lacking, because=(why,))
        lines.append(Line("chosen-trait", None, {"trait": gained}))
    return allowed(e.Marked(PREFIX + gained, READY), because=lines)


@question("coach-traits", _("The traits of a coach, and which of them are used already."))
def coach_traits(book: Book, at: OfTeam) -> Ruling:
    if faults := list(race_faults(book, at.team.race)):
        return refused(faults)
    return allowed(because=[_as_it_is(at.team, row["key"]) for row in traits_of(book, at.team)])


def _as_it_is(team: Team, trait: str) -> Line:
    if team.marks[PREFIX + trait] == USED:
        return Line("trait-used", None, {"trait": trait})
    return Line("trait-ready", None, {"trait": trait})


@question("league-over", _("What a coach loses when the league is over: every trait."))
def league_over(book: Book, at: OfTeam) -> Ruling:
    """A trait lasts until the end of the league (1975)."""
    if faults := list(race_faults(book, at.team.race)):
        return refused(faults)
    return allowed(*(e.Marked(mark, "") for mark in at.team.marks if is_trait(mark)))


def traits_of(book: Book, team: Team) -> list[CatalogueRow]:
    """In the order of the table."""
    rows = book.catalogue.tables[TRAITS].rows
    return [row for row in rows if PREFIX + row["key"] in team.marks]


def usable(book: Book, team: Team) -> tuple[UsableMark, ...]:
    worth = book.catalogue.tables["with-a-trait"].named
    alone = {"bribe-the-ref": worth["bribe-the-ref"]["value"]}
    return tuple(
        UsableMark(PREFIX + row["key"], row.name, row["summary"], alone.get(row["key"], 0))
        for row in traits_of(book, team)
    )


def noted(team: Team, used: tuple[str, ...]) -> list[e.Effect]:
    """What the traits of a coach become, of which some are used: all others may be used again."""
    wanted = {mark: USED if mark in used else READY for mark in team.marks if is_trait(mark)}
    return [e.Marked(mark, text) for mark, text in wanted.items() if team.marks[mark] != text]


def is_trait(mark: str) -> bool:
    return mark.startswith(PREFIX)
