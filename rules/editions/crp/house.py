"""What these rules leave to their leagues: as bb2016, without what they do not have."""

from rules.editions.bb2016.house import KNOBS as BASE
from rules.house import Preset
from rules.knobs import _

KNOBS = BASE.laid_over(
    "crp",
    says={
        "piling-on": True,
        "inducements.wizard": True,
        "inducements.staff": False,
        "mvp": "random",
        "expenses.spiralling": True,
        "mistakes": False,
    },
    without=(
        "stadiums",
        "referees",
        "referees.table",
        "match-events",
        "plays",
        "plays.variant",
        "plays.price",
        "stars.rostered",
        "inducements.staff",
        "sponsors",
        "sponsors.one-time",
        "re-draft.keeps",
    ),
    presets=(
        BASE.presets["core"],
        Preset(
            "everything",
            _("Everything"),
            _("Special balls, and inducements of single races."),
            {
                "special-balls": True,
                "piling-on": True,
                "inducements.wizard": True,
                "inducements.team-specific": True,
            },
        ),
    ),
)
