"""Ask the rulebook: any ruling, step by step, with its working."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules import queries
from rules.ask_form import QuestionForm
from rules.ask_steps import answer_as_typed, steps_of
from rules.asking import Put, put
from rules.book import AnyQuestion
from rules.catalogue import Catalogue
from rules.describing import Unfit
from rules.editions import Edition, NoSuchEdition
from rules.editions import edition as edition_of
from rules.engine.asks import Ask, Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.drive import Asks, Driven
from rules.engine.rulings import Allowed, Line, Reason, Refused, total
from rules.knobs import Flag
from rules.views import of_edition
from rules.words import effect_words, line_words, reason_words, title

PART = "asked"


@of_edition
def questions(request: HttpRequest, catalogue: Catalogue) -> HttpResponse:
    rules = edition_of(catalogue.edition)
    asked = [(each.name, title(each.name), _(each.sentence)) for each in rules.questions.values()]
    return render(
        request, "rules/ask.html", _frame(catalogue) | {"questions": sorted(asked, key=_by_title)}
    )


def _by_title(asked: tuple[str, str, str]) -> str:
    return asked[1].casefold()


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, edition: str, name: str) -> HttpResponse:
    rules, question = _found(edition, name)
    shown = [knob for knob in rules.knobs.values() if knob.key in knobs_read(rules.key, name)]
    form = QuestionForm(
        question.circumstances,
        rules,
        shown,
        rules.example(name),
        data=request.POST if request.method == "POST" else None,
    )
    is_asked = form.is_bound and not form.wants_more
    answer = _answer(rules, question, form, request.POST) if is_asked else {}
    about = {
        "name": name,
        "heading": title(name),
        "sentence": _(question.sentence),
        "form": form,
        "part": PART,
    }
    template = "rules/ask_ruling.html"
    if request.htmx.target == PART:  # type: ignore[attr-defined]
        template += f"#{PART}"
    status = answer.pop("status", 200)
    return render(request, template, _frame(rules.catalogue) | about | answer, status=status)


def _frame(catalogue: Catalogue) -> dict[str, Any]:
    return {"catalogue": catalogue, "pages": queries.pages_of(catalogue)}


def _found(key: str, name: str) -> tuple[Edition, AnyQuestion]:
    try:
        rules = edition_of(key)
    except NoSuchEdition:
        raise Http404 from None
    if name not in rules.questions:
        raise Http404
    return rules, rules.questions[name]


def _answer(
    rules: Edition, question: AnyQuestion, form: QuestionForm, typed: QueryDict
) -> dict[str, Any]:
    """What the page shows below the form."""
    circumstances, house = form.circumstances(), form.house()
    is_mistyped = form.take_mistyped()
    try:
        asked = put(rules, question, circumstances, house)
    except Unfit as unfit:
        homeless = _in_words(rules.catalogue, form.take(unfit.reasons))
        return {"refused": homeless, "is_unfit": True, "status": 422}
    if is_mistyped:
        return {"is_unfit": True, "status": 422}
    driven, answers = answer_as_typed(asked, typed)
    steps = steps_of(rules.catalogue, driven, answers)
    return {"steps": steps, **_outcome(rules.catalogue, driven, form, steps)}


def _outcome(
    catalogue: Catalogue, driven: Driven, form: QuestionForm, steps: list[Any]
) -> dict[str, Any]:
    match driven.outcome:
        case Refused(reasons=reasons):
            at_asks = {step.key for step in steps if step.errors}
            rest = [reason for reason in reasons if reason.subject not in at_asks]
            homeless = _in_words(catalogue, form.take(rest))
            return {"refused": homeless, "is_refused": True, "status": 422}
        case Allowed(effects=effects, because=because, parts=parts):
            return {
                "is_allowed": True,
                "effects": [effect_words(catalogue, effect) for effect in effects],
                "because": [(line_words(catalogue, line), line.amount) for line in because],
                "together": None if parts else _together(because),
            }
        case _:
            return {"is_open": True}


def _together(lines: Iterable[Line]) -> int | None:
    """The sum, where several amounts make one; two sides have one each."""
    counted = [line for line in lines if line.amount is not None]
    if len(counted) < 2 or any("side" in line.params for line in counted):
        return None
    return total(counted)


def _in_words(catalogue: Catalogue, reasons: Iterable[Reason]) -> list[str]:
    return [reason_words(catalogue, reason) for reason in reasons]


# --- which house rules a ruling reads


@cache
def knobs_read(key: str, name: str) -> frozenset[str]:
    """Found out by asking: its example, played through in a few ways under a few houses."""
    rules = edition_of(key)
    asked = rules.example(name)
    read: set[str] = set(asked["house"])
    everything = {knob.key: True for knob in rules.knobs.values() if isinstance(knob, Flag)}
    for turned in ({}, everything):
        question = rules.questions[name]
        try:
            told = put(rules, question, asked["circumstances"], {**turned, **asked["house"]})
        except Unfit:
            # Without an example nobody knows, so every rule is shown.
            return frozenset(rules.knobs)
        for way in (0, -1):
            _play(told, way)
        read |= told.read
    return frozenset(read)


def _play(told: Put, way: int) -> None:
    answers: dict[str, Any] = {}
    for _step in range(30):
        outcome = told.follow(answers).outcome
        if not isinstance(outcome, Asks):
            return
        answers |= {each.key: _any_answer(each, way) for each in outcome.open}


def _any_answer(ask: Ask, way: int) -> Any:
    """The first or the last of what an ask takes."""
    match ask:
        case Roll():
            return list(dice(ask.dice).results())[way]
        case Choose(options=options):
            return options[way]
        case Pick(candidates=candidates, at_least=fewest):
            return list(candidates[:fewest])
        case Confirm():
            return way == 0
        case Shop():
            return {}
        case _:
            raise TypeError(f"no answer for {ask.kind}")
