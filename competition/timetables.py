"""When the rounds of a stage are played: set once, for those that are still to be made too."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from itertools import groupby
from typing import Any, Self

from django.db.models import Exists, OuterRef

from competition.models import Entry, Fixture, Round, Stage
from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import Cadence, Holiday, RoundDates, round_dates

WALL = "%Y-%m-%d %H:%M"
EVERY_WEEK = Cadence()


@dataclass(frozen=True, slots=True)
class Timetable:
    """What a commissioner says of a stage's dates; `from_round` is the first that it is about."""

    first: date
    cadence: Cadence = EVERY_WEEK
    deadline: time = time(23, 59)
    days_to_play: int | None = None
    holidays: tuple[Holiday, ...] = ()
    from_round: int = 1

    def dates(self, *, rounds: int, zone: str) -> tuple[RoundDates, ...]:
        """Start and deadline of so many rounds. Raises Unworkable with every reason."""
        return round_dates(
            rounds=rounds,
            first=self.first,
            cadence=self.cadence,
            zone=zone,
            deadline=self.deadline,
            days_to_play=self.days_to_play,
            holidays=self.holidays,
            first_number=self.from_round,
        )

    def as_kept(self) -> dict[str, Any]:
        return {
            "first": self.first.isoformat(),
            "every": self.cadence.every,
            "unit": self.cadence.unit,
            "weekday": self.cadence.weekday,
            "deadline": f"{self.deadline:%H:%M}",
            "days_to_play": self.days_to_play,
            "holidays": [[str(each.first), str(each.last)] for each in self.holidays],
            "from_round": self.from_round,
        }

    @classmethod
    def kept_in(cls, stage: Stage) -> Self | None:
        kept: Mapping[str, Any] = stage.timetable
        if not kept:
            return None
        return cls(
            first=date.fromisoformat(kept["first"]),
            cadence=Cadence(kept["every"], kept["unit"], kept["weekday"]),
            deadline=time.fromisoformat(kept["deadline"]),
            days_to_play=kept["days_to_play"],
            holidays=tuple(
                Holiday(date.fromisoformat(first), date.fromisoformat(last))
                for first, last in kept["holidays"]
            ),
            from_round=kept["from_round"],
        )


def rounds_to_date(stage: Stage) -> range:
    """The numbers of the rounds that a new timetable is about: from the first that is to come, or
    that is open and either has nothing played in it or was never dated. Two statements at most."""
    last = 0
    played = Fixture.objects.filter(round=OuterRef("pk"), state=Fixture.State.PLAYED)
    for each in stage.rounds.annotate(has_begun=Exists(played)).order_by("number"):
        is_untouched = each.due_at is None or not each.has_begun
        if each.state == Round.State.PLANNED or (each.state == Round.State.OPEN and is_untouched):
            return range(each.number, max(expected_rounds(stage), _last(stage)) + 1)
        last = each.number
    if last and stage.format != Stage.Format.SWISS:
        return range(0)
    return range(last + 1, expected_rounds(stage) + 1)


def _last(stage: Stage) -> int:
    found = stage.rounds.order_by("number").last()
    return found.number if found else 0


def expected_rounds(stage: Stage) -> int:
    """How many rounds it takes, as far as that is known before they are made."""
    if stage.format == Stage.Format.SWISS:
        return stage.swiss_rounds
    if stage.state != Stage.State.PLANNED:
        return _last(stage)
    if stage.format == Stage.Format.OPEN:
        return 1
    entered = stage.season.entries.filter(state=Entry.State.ACCEPTED)
    divisions = sorted(entered.values_list("division", flat=True), key=lambda each: each or 0)
    sizes = [len(list(group)) for _division, group in groupby(divisions)] or [2]
    if stage.format == Stage.Format.ROUND_ROBIN:
        most = max(sizes)
        return max(1, (most - 1 if most % 2 == 0 else most) * stage.legs + stage.cross_games)
    teams = sum(min(size, stage.top_of_each) for size in sizes) + stage.wild_cards
    return max(1, ((teams if stage.follows_id else sum(sizes)) - 1).bit_length())


def date_round(stage: Stage, of: Round) -> None:
    """Give a round that was just made the dates that the stage's timetable has for it."""
    timetable = Timetable.kept_in(stage)
    if timetable is None or of.number < timetable.from_round:
        return
    rounds = of.number - timetable.from_round + 1
    try:
        dates = timetable.dates(rounds=rounds, zone=stage.season.league.time_zone)
    except Unworkable:
        # More rounds came than were foreseen, and this one's deadline falls where clocks jump.
        return
    write_dates(of, dates[-1])


def write_dates(of: Round, when: RoundDates) -> None:
    of.starts_on = when.starts_at.date()
    of.due_wall = f"{when.deadline_at:{WALL}}"
    of.due_at = when.deadline_at
    of.save(update_fields=["starts_on", "due_wall", "due_at"])
