"""What is sold before a match, and what a full treasury is in danger of."""

from rules.knobs import Flag, Several, _

STARS = Flag(
    key="stars",
    label=_("Star players"),
    sentence=_("Stars may be hired for a match."),
    default=True,
)
STARS_BARRED = Several(
    key="stars.barred",
    rests_on={"stars": (True,)},
    label=_("Stars that stay away"),
    sentence=_("Stars who may not be hired in this league."),
    default=[],
    of="stars",
)
INDUCEMENTS_BARRED = Several(
    key="inducements.barred",
    label=_("Inducements that are not sold"),
    sentence=_("Inducements that nobody may buy in this league."),
    default=[],
    of="inducements",
)
MISTAKES = Flag(
    key="mistakes",
    label=_("Expensive mistakes"),
    sentence=_("A team with 100,000 or more in its treasury may lose some of it."),
    default=True,
)
