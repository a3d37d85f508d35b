"""What happens before a match and in it."""

from rules.house.shared import shared
from rules.knobs import Flag, Knob, Several, _

MATCH: tuple[Knob, ...] = (
    Several(
        key="stars.barred",
        label=_("Stars who are not for hire"),
        sentence=_("Whom the league does not let play."),
        default=[],
        of="stars",
    ),
    Flag(
        key="stars.injuries",
        label=_("Stars' injuries last"),
        sentence=_("Deaths and injuries of hired stars count for later matches, too."),
        default=False,
    ),
    *shared("knock-out.drawn"),
)
