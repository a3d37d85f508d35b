"""Amendments of the house rules: when one is needed, and what each changes."""

from dataclasses import dataclass

from league.hooks import RuleDependents
from league.house_rules import Change, changes
from league.models import Amendment, Season
from league.pins import amendments_of, book_of

LAST_ROUND = 999


@dataclass(frozen=True, slots=True)
class Amended:
    """An amendment as a page shows it: each choice as it was and as it will be."""

    amendment: Amendment
    changes: list[Change]
    is_to_come: bool
    holds_now: bool


def is_amended(season: Season) -> bool:
    """Whether a change of the rules is on record with a round and a reason.

    Before registration opens, and until the first team is there, it is nobody's business.
    """
    match season.state:
        case Season.State.PREPARING:
            return False
        case Season.State.REGISTRATION:
            return any(RuleDependents(season).send())
        case _:
            return True


def round_under_way(season: Season) -> int:
    """Before the first one is opened, what holds from it on holds already."""
    return max(1, season.latest_round)


def earliest_round(season: Season) -> int:
    """From which round on rules can still be amended: the one under way, and not before what is
    decided already."""
    last = season.amendments.order_by("id").last()
    return max(round_under_way(season), last.from_round if last else 1)


def amended(season: Season) -> list[Amended]:
    """Every amendment of a season, in the order in which they hold. One statement."""
    return [
        Amended(
            amendment=each,
            changes=changes(book_of(each.before), book_of(each.pin)),
            is_to_come=each.from_round > round_under_way(season),
            holds_now=each.pin_id == season.pin_id,
        )
        for each in amendments_of(season)
    ]
