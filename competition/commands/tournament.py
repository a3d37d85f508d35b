"""A tournament's people: pasted as a list, added at the door, here or gone."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import count

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.entries import lock_season as held_season
from competition.commands.entries import why_no_room
from competition.commands.rounds import lock_stage, not_begun
from competition.entrant_lists import MOST_LINES, EntrantLine, read_entrant, read_list
from competition.models import Entry, Place, Stage
from competition.tables import rebuild
from league.models import Season
from league.permissions import must_run
from league.pins import book_of
from league.registration import why_ended

DOWN = (Entry.State.REGISTERED, Entry.State.ACCEPTED)


def look_at_list(season: Season, text: str) -> list[EntrantLine]:
    """What a pasted list would enter, each line with all that speaks against it; nothing is
    written. One statement. Raises Refused where there is nothing to read, or too much."""
    lines = read_list(text, book_of(season.pin).catalogue.races)
    if not lines:
        raise Refused.because("nobody_on_list", _("There is nobody on this list."), "text")
    if len(lines) > MOST_LINES:
        sentence = _("%(lines)d people at once are too many: %(most)d at most.")
        said = sentence % {"lines": len(lines), "most": MOST_LINES}
        raise Refused.because("too_many_lines", said, "text")
    _find_doubles(season, lines)
    return lines


def paste_entrants(*, actor: User, season: Season, text: str, now: datetime) -> list[Entry]:
    """Enter everybody on a list, without accounts and rosters; whoever has no number is given one.

    All of them, or nobody and every reason under `<line>.<column>`.
    """
    must_run(actor, season.league)
    with transaction.atomic():
        season = held_season(season)
        if reasons := why_nobody_enters(season):
            raise Refused(*reasons)
        lines = look_at_list(season, text)
        faults = [fault for line in lines for fault in line.faults]
        if faults := [*why_no_room(season, more=len(lines)), *faults]:
            raise Refused(*faults)
        return _enter(season, lines, actor=actor, now=now)


def add_entrant(
    *,
    actor: User,
    season: Season,
    name: str,
    now: datetime,
    club: str = "",
    race: str = "",
    number: str = "",
) -> Entry:
    """Enter somebody who stands at the desk: here, and paired from the next round on.

    Raises Refused with every fault at its field.
    """
    must_run(actor, season.league)
    values = {"name": name, "club": club, "race": race, "number": number}
    with transaction.atomic():
        season = held_season(season)
        line = read_entrant(values, book_of(season.pin).catalogue.races)
        _find_doubles(season, [line])
        at_fields = [each.at(each.subject.partition(".")[2]) for each in line.faults]
        if reasons := [*why_nobody_enters(season), *why_no_room(season), *at_fields]:
            raise Refused(*reasons)
        (entry,) = _enter(season, [line], actor=actor, now=now)
        if season.state == Season.State.RUNNING or _is_counted(season):
            _mark(season, [entry], here=True, actor=actor, now=now)
    return entry


def _is_counted(season: Season) -> bool:
    """Whether anybody keeps count of who is here. As long as nobody does, one who is checked in
    would be the only one to play."""
    return season.entries.filter(checked_in_at__isnull=False).exists()


def take_for_here(stage: Stage, *, now: datetime) -> None:
    """Where nobody kept count, whoever plays is here: from then on people come and go by name."""
    if not _is_counted(stage.season):
        inside = stage.places.filter(until_round=None).values("entry")
        stage.season.entries.filter(pk__in=inside).update(checked_in_at=now)


def check_in(*, actor: User, season: Season, people: Collection[Entry], now: datetime) -> None:
    """Note who is here: from now on only they are paired. Whoever comes while the Swiss is running
    joins it with its next round; whoever had gone comes back with the points they had."""
    must_run(actor, season.league)
    with transaction.atomic():
        season = held_season(season)
        if reasons := why_nobody_enters(season):
            raise Refused(*reasons)
        _mark(season, people, here=True, actor=actor, now=now)


def check_out(*, actor: User, season: Season, people: Collection[Entry], now: datetime) -> None:
    """Note who is not here, or gone: they stay in the standings and are paired no more."""
    must_run(actor, season.league)
    with transaction.atomic():
        _mark(held_season(season), people, here=False, actor=actor, now=now)


def why_nobody_enters(season: Season) -> list[Reason]:
    """People come until the day is over, also while rounds are played."""
    if season.state in (Season.State.REGISTRATION, Season.State.RUNNING):
        return []
    closed = Reason("registration_closed", _("Registration is not open."))
    return why_ended(season) or [closed]


def _find_doubles(season: Season, lines: Sequence[EntrantLine]) -> None:
    rows = list(season.entries.select_related("team"))
    names = {str(entry).casefold() for entry in rows if entry.state in DOWN}
    numbers = {entry.number: str(entry) for entry in rows if entry.number is not None}
    told = Counter(line.number for line in lines if line.number is not None)
    first: dict[str, int] = {}
    for line in lines:
        name = line.name.casefold()
        if name and name in names:
            sentence = _("%(name)s is entered already.") % {"name": line.name}
            line.find("entered_already", sentence, "name")
        elif name and first.setdefault(name, line.at) != line.at:
            sentence = _("%(name)s stands in line %(line)d already.")
            line.find("twice", sentence % {"name": line.name, "line": first[name]}, "name")
        if line.number in numbers:
            sentence = _("%(number)d is the number of %(name)s.")
            text = sentence % {"number": line.number, "name": numbers[line.number]}
            line.find("number_taken", text, "number")
        elif line.number is not None and told[line.number] > 1:
            text = _("More than one has the number %(number)d.") % {"number": line.number}
            line.find("number_twice", text, "number")


def _enter(
    season: Season, lines: Sequence[EntrantLine], *, actor: User, now: datetime
) -> list[Entry]:
    free = _free_numbers(season, lines)
    made = Entry.objects.bulk_create(
        Entry(
            season=season,
            name=line.name,
            club=line.club,
            race=line.race,
            number=line.number or next(free),
            state=Entry.State.ACCEPTED,
            registered_at=now,
        )
        for line in lines
    )
    record_act(
        "competition.enter_people",
        actor=actor,
        now=now,
        season=str(season.uuid),
        entries=[str(entry.uuid) for entry in made],
    )
    return made


def _free_numbers(season: Season, lines: Sequence[EntrantLine]) -> Iterator[int]:
    taken = {*season.entries.values_list("number", flat=True), *(line.number for line in lines)}
    return (number for number in count(1) if number not in taken)


def _mark(
    season: Season, people: Collection[Entry], *, here: bool, actor: User, now: datetime
) -> None:
    entries = season.entries.filter(
        pk__in=[entry.pk for entry in people],
        state=Entry.State.ACCEPTED,
        checked_in_at__isnull=here,
    )
    moved = list(entries.order_by("id"))
    if not moved:
        return
    swiss = season.stages.filter(state=Stage.State.RUNNING, format=Stage.Format.SWISS, follows=None)
    running = [lock_stage(stage) for stage in swiss.order_by("id")]
    for stage in running:
        take_for_here(stage, now=now)
    season.entries.filter(pk__in=[entry.pk for entry in moved]).update(
        checked_in_at=now if here else None
    )
    if here:
        for stage in running:
            _let_in(stage, moved)
    record_act(
        "competition.check_in" if here else "competition.check_out",
        actor=actor,
        now=now,
        season=str(season.uuid),
        entries=[str(entry.uuid) for entry in moved],
    )


def _let_in(stage: Stage, people: Sequence[Entry]) -> None:
    """Give places to those who have none, from the first round that has not begun."""
    inside = set(stage.places.values_list("entry", flat=True))
    late = [entry for entry in people if entry.pk not in inside]
    if not late:
        return
    last = stage.places.aggregate(last=Max("seed"))["last"] or 0
    waits = not_begun(stage).order_by("number").first()
    after = stage.rounds.aggregate(last=Max("number"))["last"] or 0
    first = waits.number if waits else after + 1
    Place.objects.bulk_create(
        Place(stage=stage, entry=entry, seed=last + offset, from_round=first)
        for offset, entry in enumerate(late, start=1)
    )
    rebuild(stage)
