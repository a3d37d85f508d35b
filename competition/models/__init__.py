"""A season as it is played: who takes part, stages and fixtures, results and standings."""

from competition.models.dates import DateProposal
from competition.models.results import Adjustment, Lot, Result, Standing
from competition.models.seasons import Division, Entry
from competition.models.stages import Fixture, Place, Round, Stage

__all__ = [
    "Adjustment",
    "DateProposal",
    "Division",
    "Entry",
    "Fixture",
    "Lot",
    "Place",
    "Result",
    "Round",
    "Stage",
    "Standing",
]
