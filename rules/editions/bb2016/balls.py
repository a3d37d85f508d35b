"""Special balls: which of them a side may kick off with, and what becomes of the kicker."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, roll
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.knobs import _, off


@dataclass(frozen=True, slots=True)
class SpecialBall:
    """A kicking side at the start of a drive; `used` are its special balls of this match so far."""

    race: str
    ball: str
    used: tuple[str, ...] = ()


@question("special-ball", _("Whether a side may use a special ball, and if its kicker stays."))
def special_ball(book: Book, at: SpecialBall) -> Step:
    """Once a match; a double on the kick-off table gives the kicker away (943-1015).

    Goblins have three, and from the second on a die may give the kicker away as well.
    """
    if faults := list(_faults(book, at)):
        return refused(faults)
    balls, rule = _balls(book), _rule(book, at.race)
    lines: list[Line] = []
    is_caught = False
    is_watched = balls[at.ball].holds["sent_off"]
    if is_watched and rule.holds["sent_off_on_double"]:
        faces = yield from roll("special-ball/kick-off", "2D6", who="either")
        is_caught = len(set(faces)) == 1
        lines.append(Line("double" if is_caught else "no-double", None, {"faces": faces}))
    most = rule.holds["sent_off_again_max"]
    if is_watched and not is_caught and at.used and most:
        die = yield from roll("special-ball/again", "D6", who="either")
        is_caught = die <= most
        lines.append(Line("not-the-first", None, {"die": die, "at_most": most}))
    return allowed(
        e.Fact("special-ball", at.ball),
        e.Fact("kicker-sent-off", is_caught),
        because=lines or [Line("nobody-proves-it", None, {"ball": at.ball})],
    )


def may_kick_off_with(book: Book, race: str, used: tuple[str, ...]) -> tuple[str, ...]:
    """The balls that are left to a side after those that it used."""
    known = book.catalogue.shelves.get("ball", ())
    return tuple(b.key for b in known if not [*_faults(book, SpecialBall(race, b.key, used))])


def _balls(book: Book) -> Mapping[str, CatalogueItem]:
    return {ball.key: ball for ball in book.catalogue.shelves["ball"]}


def _rule(book: Book, race: str) -> CatalogueItem:
    """The race's own rule for its balls, or else everybody's."""
    rules = {rule.key: rule for rule in book.catalogue.shelves["ball_rule"]}
    name = book.race(race).name
    own = (rule for rule in rules.values() if name in rule.holds["only_for"])
    return next(own, rules["special-ball"])


def _faults(book: Book, at: SpecialBall) -> Iterator[Reason]:
    if not book.house["special-balls"]:
        yield off("special-balls")
    balls = _balls(book)
    for subject, key in (("ball", at.ball), *(("used", each) for each in at.used)):
        if key not in balls:
            yield Reason("no-such-ball", subject, {"ball": key}, integrity=True)
    if at.race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": at.race}, integrity=True)
        return
    if (ball := balls.get(at.ball)) and not _is_theirs(book, at.race, ball):
        yield Reason("not-their-ball", "ball", {"ball": at.ball, "race": at.race})
    if ball and at.used.count(at.ball) >= ball.holds["per_match"]:
        yield Reason("used-already", "ball", {"ball": at.ball})
    elif len(at.used) >= (most := _rule(book, at.race).holds["balls_per_match"]):
        yield Reason("no-more-balls", "used", {"count": len(at.used), "at_most": most})


def _is_theirs(book: Book, race: str, ball: CatalogueItem) -> bool:
    return not ball.holds["only_for"] or book.race(race).name in ball.holds["only_for"]
