"""How a team goes on into the next season."""

from rules.house.redraft import AGENT, BUDGET, CAP
from rules.knobs import Gold, Knob, Several, Whole, _

RE_DRAFT: tuple[Knob, ...] = (
    *BUDGET,
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
    CAP,
    AGENT,
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
