"""What comes of matches that nobody played."""

from rules.house.standings import SCORES
from rules.knobs import Knob

UNPLAYED: tuple[Knob, ...] = (*SCORES,)
