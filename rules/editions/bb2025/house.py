"""What this edition leaves to its leagues: as bb2020, with one weather and any skill instead of a
characteristic."""

from rules.editions.bb2020.house import KNOBS as BASE
from rules.house import Preset
from rules.knobs import _

KNOBS = BASE.laid_over(
    "bb2025",
    says={"advancement.instead": "any"},
    without=("weather.table", "advancement.instead"),
    presets=(
        Preset("core", _("Blood Bowl 2025 league"), _("League play as in the book.")),
        BASE.presets["bonus"],
        BASE.presets["everything"],
    ),
)
