"""A season as it is played: who takes part, stages and fixtures, results and standings."""

from competition.models.awards import Award
from competition.models.dates import DateProposal
from competition.models.redrafts import Downtime, HealingDie, Redraft
from competition.models.results import Adjustment, Lot, Result, ResultSetAside, Standing
from competition.models.seasons import Division, Entry
from competition.models.stages import Fixture, Place, Round, Stage
from competition.models.trades import Trade, TradedPlayer

__all__ = [
    "Adjustment",
    "Award",
    "DateProposal",
    "Division",
    "Downtime",
    "Entry",
    "Fixture",
    "HealingDie",
    "Lot",
    "Place",
    "Redraft",
    "Result",
    "ResultSetAside",
    "Round",
    "Stage",
    "Standing",
    "Trade",
    "TradedPlayer",
]
