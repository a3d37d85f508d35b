"""What happens before a match and in it."""

from rules.house.shared import shared
from rules.knobs import Knob

MATCH: tuple[Knob, ...] = (*shared("knock-out.drawn"),)
