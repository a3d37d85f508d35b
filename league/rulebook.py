"""The rulebook's answers as a command's own: asked for, and refused in sentences."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from acts.failures import Missing, Reason, Refused
from league.models import League
from league.pins import book_of
from league.queries import current_season
from rules.answers import EditionAnswers, Ruled
from rules.book import Book, Question
from rules.catalogue import Catalogue
from rules.describing import Unfit, read
from rules.editions import edition
from rules.engine import rulings
from rules.engine.asks import Answers, Ask
from rules.engine.drive import Asks
from rules.team_sheet import TeamSheet
from rules.words import reason_params, reason_words

At = TypeVar("At")
Answered = TypeVar("Answered")


def answers_of(book: Book) -> EditionAnswers:
    """What the book's edition answers to the product."""
    return edition(book.house.edition).answers


def team_sheet_of(book: Book) -> TeamSheet:
    """What a team of the book's edition has."""
    return edition(book.house.edition).sheet


# What a game need not have, by the name of its answer: what is said to whoever asks for it.
ABSENT: Mapping[str, tuple[str, str | Promise]] = {
    "adjust": ("no_adjustment", _("This edition knows no adjustments.")),
    "adopt": ("no_adoption", _("This edition adopts no teams.")),
    "give_up_home": ("no_homes", _("This edition knows no homes.")),
    "hire": ("no_hire_and_fire", _("This edition has no Hire & Fire.")),
    "redrafting": ("no_redraft", _("This edition has no re-draft.")),
    "trade": ("no_trades", _("This edition has no trades.")),
}


def must_have(answer: Answered | None, what: str) -> Answered:
    """An edition's answer, by its name. Raises Missing where its game has no such thing."""
    if answer is None:
        raise Missing.because(*ABSENT[what])
    return answer


def game_of(league: League) -> EditionAnswers:
    """What a league's game answers. One statement."""
    return answers_of(book_of(current_season(league).pin))


def must_play_with(league: League, what: str) -> None:
    """Raises Missing where a league's game has no such thing. One statement."""
    must_have(getattr(game_of(league), what), what)


def rule(
    book: Book, question: Question[At, Ruled], at: At, answers: Answers | None = None
) -> rulings.Ruling:
    """What the book says of these circumstances, everything that it asks being answered."""
    outcome = question.ask(book, at, answers or {})
    match outcome:
        case Asks(open=asks):
            raise LookupError(f"{question.name} still wants to know {[ask.key for ask in asks]}")
        case _:
            return outcome


def asks(book: Book, question: Question[At, Ruled], at: At) -> tuple[Ask, ...]:
    """What the book wants to know before it rules. Raises Refused with every reason, in words."""
    outcome = question.ask(book, at, {})
    match outcome:
        case Asks(open=open_asks):
            return open_asks
        case rulings.Refused(reasons=reasons):
            raise Refused(*said(reasons, book.catalogue))
        case _:
            return ()


def circumstances(book: Book, question: Question[At, Ruled], data: object, **known: Any) -> At:
    """What a ruling is asked about, out of JSON and what is known already: by keys alone, since
    what was said is what commands keep. Raises Refused with every fault, in words."""
    try:
        made: At = read(question.circumstances, data, book.catalogue, by_name=False, **known)
    except Unfit as unfit:
        raise Refused(*said(unfit.reasons, book.catalogue)) from unfit
    return made


def must_allow(
    book: Book, question: Question[At, Ruled], at: At, answers: Answers | None = None
) -> rulings.Allowed:
    """The ruling if it is allowed. Raises Refused with every reason, in words."""
    ruling = rule(book, question, at, answers)
    if isinstance(ruling, rulings.Refused):
        raise Refused(*said(ruling.reasons, book.catalogue))
    return ruling


def said(reasons: Iterable[rulings.Reason], catalogue: Catalogue) -> list[Reason]:
    return [
        Reason(
            reason.code,
            reason_words(catalogue, reason),
            reason.subject,
            reason_params(catalogue, reason),
        )
        for reason in reasons
    ]
