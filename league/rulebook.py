"""The rulebook's answers as a command's own: asked for, and refused in sentences."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.utils.functional import Promise

from jobs.failures import Missing, Reason, Refused
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


def must_have(answer: Answered | None, code: str, sentence: str | Promise) -> Answered:
    """An edition's answer. Raises Missing where its game has no such thing."""
    if answer is None:
        raise Missing.because(code, sentence)
    return answer


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
