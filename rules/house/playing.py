"""What every game has of playing, reporting and rolling."""

from rules.knobs import POST_MATCH, Choice, Knob, Whole, _

TYPED = {
    "free": _("typed freely"),
    "witnessed": _("typed, and confirmed by the other coach"),
    "server": _("rolled by the server only"),
}

KNOCK_OUT: tuple[Knob, ...] = (
    Choice(
        key="knock-out.drawn",
        label=_("A drawn knock-out match"),
        sentence=_("How a winner is found where one is needed."),
        default="overtime",
        options={
            "overtime": _("overtime, then penalties"),
            "penalties": _("penalties at once: a die plus unused re-rolls"),
            "replay": _("one replay, and if that is drawn overtime, then penalties"),
            "higher-seed": _("the higher seed goes on"),
        },
    ),
)

REPORTS: tuple[Knob, ...] = (
    Whole(
        key="report.confirms-after",
        label=_("Reports confirm themselves"),
        sentence=_("Hours after which a report that nobody answers counts; 0 is never."),
        default=72,
        at_least=0,
        at_most=1000,
    ),
    Whole(
        key="overdue.fair-chance",
        label=_("A fair chance to answer"),
        sentence=_(
            "Hours that a proposed date has to wait before the deadline, so that silence counts "
            "against a coach."
        ),
        default=48,
        at_least=1,
        at_most=1000,
    ),
    Whole(
        key="overdue.begun",
        label=_("Begun and not finished"),
        sentence=_(
            "Hours after which a match that was begun and left lying is shown to whoever runs the "
            "league; once kicked off, also after its deadline."
        ),
        default=24,
        at_least=1,
        at_most=1000,
    ),
    Whole(
        key="overdue.more-time",
        label=_("More time for an overdue match"),
        sentence=_("Days that a drafted ruling gives two coaches who both tried."),
        default=7,
        at_least=1,
        at_most=99,
    ),
    Whole(
        key="post-match.days",
        needs=POST_MATCH,
        label=_("Hire & Fire closes"),
        sentence=_("Days after a match in which coaches may still hire and fire; 0 is any number."),
        default=0,
        at_least=0,
        at_most=90,
    ),
)

DICE: tuple[Knob, ...] = tuple(
    Choice(
        key=f"dice.{what}",
        label=label,
        sentence=_("How these dice reach the record."),
        default="free",
        options=TYPED,
        needs=POST_MATCH if what in ("improvements", "money") else {},
    )
    for what, label in {
        "pre-match": _("Dice before the match"),
        "casualties": _("Casualty dice"),
        "improvements": _("Improvement dice"),
        "money": _("Dice for gold and fans"),
        "penalties": _("Penalty dice"),
    }.items()
)
