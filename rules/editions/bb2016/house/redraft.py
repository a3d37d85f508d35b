"""How a team goes on into the next season."""

from rules.knobs import Flag, Gold, Knob, Several, Whole, _

RE_DRAFT: tuple[Knob, ...] = (
    Gold(
        key="re-draft.budget",
        label=_("Budget"),
        sentence=_("What every team has to begin with."),
        default=1_000_000,
    ),
    Flag(
        key="re-draft.treasury",
        label=_("Treasury is added"),
        sentence=_("What a team saved is added to its budget."),
        default=True,
    ),
    Gold(
        key="re-draft.match",
        label=_("For each match played"),
        sentence=_("Added to the budget."),
        default=20_000,
    ),
    Gold(
        key="re-draft.win",
        label=_("For each win"),
        sentence=_("Added to the budget."),
        default=20_000,
    ),
    Gold(
        key="re-draft.draw",
        label=_("For each draw"),
        sentence=_("Added to the budget."),
        default=10_000,
    ),
    Gold(
        key="re-draft.touchdown",
        label=_("For each touchdown"),
        sentence=_("Added to the budget."),
        default=0,
    ),
    Gold(
        key="re-draft.casualty",
        label=_("For each casualty that earned points"),
        sentence=_("Added to the budget."),
        default=0,
    ),
    Gold(
        key="re-draft.cap",
        label=_("Most that a budget can be"),
        sentence=_("0 means that there is no limit."),
        default=0,
    ),
    Gold(
        key="re-draft.agent",
        label=_("Agent's fee"),
        sentence=_(
            "A returning player costs so much more for each season already played, the one that is "
            "just over included."
        ),
        default=20_000,
    ),
    Whole(
        key="re-draft.heals",
        label=_("A niggle heals on"),
        sentence=_("Rolled with a D6 for each niggling injury; 7 means never."),
        default=4,
        at_least=2,
        at_most=7,
    ),
    Several(
        key="re-draft.keeps",
        rests_on={"sponsors": (True,), "stadiums": (True,), "stars.rostered": (True,)},
        label=_("What a team keeps"),
        sentence=_("What goes on into the next season beside fan factor."),
        default=[],
        options={
            "sponsors": _("sponsors"),
            "home": _("home stadium"),
            "fund": _("stadium fund"),
            "star": _("rostered star"),
        },
        options_need={
            "sponsors": {"sponsors": (True,)},
            "home": {"stadiums": (True,)},
            "fund": {"stadiums": (True,)},
            "star": {"stars.rostered": (True,)},
        },
    ),
)
