"""What people type about dates, parsed; the commands decide."""

import hashlib
import json
import re
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.commands.timetables import LONGEST_NOTICE
from competition.models import Round, Stage
from competition.overdue_words import CHOICES
from competition.scheduling.dates import DAYS_AT_MOST, Cadence, Holiday
from competition.timetables import WALL, Timetable
from league.models import LONGEST_NAME
from web.fields import LineField, WallTimeField
from web.forms import Form, Segment, Stepper

WEEKDAYS = (
    ("", _("As the first day")),
    *enumerate(
        (
            *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday")),
            *(_("Friday"), _("Saturday"), _("Sunday")),
        )
    ),
)
NO_SUCH_DAY = _("There is no such day. Write it like 2026-03-28.")
A_DAY = r"(\d{4}-\d{1,2}-\d{1,2})"
HOLIDAY = re.compile(rf"{A_DAY}(?:\s*(?:–|—|-|to|until|\.\.)\s*{A_DAY})?")


def day_field(**options: Any) -> forms.DateField:
    return forms.DateField(
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": NO_SUCH_DAY},
        **options,
    )


class HolidaysField(forms.CharField):
    """Days without rounds, a line for each: `2026-12-21 – 2027-01-06`, or a single day."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(
            f"{each.first}" if each.first == each.last else f"{each.first} – {each.last}"
            for each in value
        )

    def clean(self, value: Any) -> tuple[Holiday, ...]:
        typed = super().clean(value) or ""
        lines = [line.strip() for line in typed.splitlines() if line.strip()]
        holidays, wrong = [], []
        for line in lines:
            try:
                holidays.append(_holiday(line))
            except ValueError:
                sentence = _("“%(line)s” is no stretch of days. Write 2026-12-21 – 2027-01-06.")
                wrong.append(forms.ValidationError(sentence, "no_such_days", {"line": line[:60]}))
        if wrong:
            raise forms.ValidationError(wrong)
        return tuple(holidays)


def _holiday(line: str) -> Holiday:
    match = HOLIDAY.fullmatch(line)
    if match is None:
        raise ValueError(line)
    first, last = (_day(day) for day in (match[1], match[2] or match[1]))
    return Holiday(first, last)


def _day(typed: str) -> date:
    year, month, day = map(int, typed.split("-"))
    return date(year, month, day)


class Dates(Form):
    """The dates of a stage. `seen` names the timetable whose rounds were looked at last: what is
    saved is what was seen."""

    first = day_field(label=_("First day"), help_text=_("The first round begins on it, or after."))
    every = forms.IntegerField(
        label=_("A round every"), min_value=1, max_value=DAYS_AT_MOST, initial=1, widget=Stepper
    )
    unit = forms.ChoiceField(
        label=_("Weeks or days"),
        choices=(("weeks", _("weeks")), ("days", _("days"))),
        initial="weeks",
        widget=Segment,
    )
    weekday = forms.TypedChoiceField(
        label=_("Begins on a"), choices=WEEKDAYS, coerce=int, empty_value=None, required=False
    )
    days_to_play = forms.IntegerField(
        label=_("Days to play"),
        min_value=0,
        max_value=DAYS_AT_MOST,
        required=False,
        help_text=_("From its first day to the deadline. Left empty: until the next round begins."),
    )
    deadline = forms.TimeField(
        label=_("Deadline, at"),
        input_formats=["%H:%M", "%H:%M:%S"],
        initial="23:59",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("There is no such time. Write it like 23:59.")},
    )
    holidays = HolidaysField(
        label=_("Holidays"),
        required=False,
        max_length=4000,
        help_text=_("One line each, like 2026-12-21 – 2027-01-06. No round begins or ends then."),
    )
    remind_days = forms.IntegerField(
        label=_("Remind both coaches, days before"),
        min_value=0,
        max_value=LONGEST_NOTICE,
        initial=3,
        widget=Stepper,
        help_text=_("By mail, once before each deadline. 0 is never."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    @classmethod
    def of(cls, stage: Stage, given: Any, *, today: date) -> "Dates":
        kept = Timetable.kept_in(stage)
        if kept is None:
            return cls(given, initial={"first": today, "remind_days": stage.remind_days})
        initial = {
            "first": kept.first,
            "every": kept.cadence.every,
            "unit": kept.cadence.unit,
            "weekday": kept.cadence.weekday,
            "days_to_play": kept.days_to_play,
            "deadline": kept.deadline,
            "holidays": kept.holidays,
            "remind_days": stage.remind_days,
        }
        return cls(given, initial=initial)

    def told(self) -> Timetable:
        fields = self.cleaned_data
        return Timetable(
            first=fields["first"],
            cadence=Cadence(fields["every"], fields["unit"], fields["weekday"]),
            deadline=fields["deadline"],
            days_to_play=fields["days_to_play"],
            holidays=fields["holidays"],
        )

    def mark(self) -> str:
        """What the timetable is known by when it comes back."""
        kept = json.dumps(self.told().as_kept(), sort_keys=True)
        return hashlib.sha256(kept.encode()).hexdigest()[:16]

    def was_seen(self) -> bool:
        return bool(self.cleaned_data["seen"] == self.mark())


class RoundDates(Form):
    """Other dates for one round."""

    starts_on = day_field(label=_("Begins on"), required=False)
    due = WallTimeField(label=_("Deadline"), required=False)

    @classmethod
    def of(cls, of: Round, given: Any) -> "RoundDates":
        due = datetime.strptime(of.due_wall, WALL) if of.due_wall else None  # noqa: DTZ007 (a wall has no zone)
        return cls(given, initial={"starts_on": of.starts_on, "due": due})


class Propose(Form):
    """A date and a place for a fixture, by the league's clock."""

    kick_off = WallTimeField(label=_("Day and time"))
    venue = LineField(
        label=_("Place"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("A pub, a table, or nothing if it is where you always play."),
    )


class RuleOverdue(Form):
    """What a commissioner says of a match that was not played in time."""

    ruling = forms.ChoiceField(label=_("Ruling"), choices=CHOICES)
    until = WallTimeField(label=_("More time until"), required=False)
    reason = LineField(label=_("Why"), max_length=500)
