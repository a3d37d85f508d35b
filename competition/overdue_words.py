"""Overdue matches in words: what each coach did, and why a ruling is drafted."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.overdue import Effort, Ruling

RULINGS: Mapping[Ruling, str | Promise] = {
    Ruling.EXTEND: gettext_lazy("More time"),
    Ruling.FORFEIT_HOME: gettext_lazy("Forfeit: %(home)s did not turn up"),
    Ruling.FORFEIT_AWAY: gettext_lazy("Forfeit: %(away)s did not turn up"),
    Ruling.DRAW: gettext_lazy("A draw"),
    Ruling.VOID: gettext_lazy("Void"),
}
CHOICES = tuple((each.value, said) for each, said in RULINGS.items())
BECAUSE: Mapping[Ruling, str | Promise] = {
    Ruling.FORFEIT_HOME: gettext_lazy(
        "%(away)s proposed dates and waited %(hours)d hours or more before the deadline; %(home)s "
        "left them unanswered."
    ),
    Ruling.FORFEIT_AWAY: gettext_lazy(
        "%(home)s proposed dates and waited %(hours)d hours or more before the deadline; %(away)s "
        "left them unanswered."
    ),
    Ruling.DRAW: gettext_lazy("One side proposed, the other declined and named no other date."),
    Ruling.VOID: gettext_lazy("Neither side proposed a date."),
}


def ruling_said(ruling: Ruling, names: Mapping[str, str]) -> str:
    return str(RULINGS[ruling]) % names


def drafted_because(
    ruling: Ruling,
    made: Mapping[str, Effort],
    names: Mapping[str, str],
    *,
    agreed: bool,
    fair_chance: int,
) -> str:
    """Why this is drafted, and nothing else, by what is on record. A fair chance is in hours."""
    hours = {"hours": fair_chance}
    if ruling in BECAUSE:
        return str(BECAUSE[ruling]) % {**names, **hours}
    if agreed:
        return _("A date had been agreed on.")
    if all(effort.tried for effort in made.values()):
        return _("Both sides proposed dates.")
    for side, effort in made.items():
        about = {"team": names[side], **hours}
        if effort.asked_late:
            late = _("%(team)s was asked less than %(hours)d hours before the deadline.")
            return late % about
        if not effort.can_answer and any(each.tried for each in made.values()):
            return _("%(team)s was asked, but its coach has no account to answer with.") % about
    return _("Nobody can be blamed by what is on record.")


def left_lying(day: str, *, kicked_off: bool) -> str:
    """Why nobody is blamed for a match that was begun, and what leads on from there."""
    if kicked_off:
        sentence = _(
            "Begun on %(day)s, not finished. Finish it and report it, or call that match off to "
            "decide it."
        )
    else:
        sentence = _(
            "Begun on %(day)s and never kicked off. Play it, or call that match off to decide it."
        )
    return sentence % {"day": day}


def did_said(effort: Effort) -> list[str]:
    """What one side did about a match, in sentences."""
    sentences = []
    if effort.proposed:
        sentences.append(
            ngettext("Proposed %(n)d date.", "Proposed %(n)d dates.", effort.proposed)
            % {"n": effort.proposed}
        )
    if effort.accepted:
        sentences.append(
            ngettext("Accepted %(n)d date.", "Accepted %(n)d dates.", effort.accepted)
            % {"n": effort.accepted}
        )
    if effort.declined:
        sentences.append(
            ngettext("Declined %(n)d date.", "Declined %(n)d dates.", effort.declined)
            % {"n": effort.declined}
        )
    if effort.left_unanswered:
        sentences.append(
            ngettext(
                "Left %(n)d proposal unanswered.",
                "Left %(n)d proposals unanswered.",
                effort.left_unanswered,
            )
            % {"n": effort.left_unanswered}
        )
    if effort.asked_late:
        sentences.append(
            ngettext(
                "Was asked too late to answer, %(n)d time.",
                "Was asked too late to answer, %(n)d times.",
                effort.asked_late,
            )
            % {"n": effort.asked_late}
        )
    return sentences or [_("Did nothing that is on record.")]
