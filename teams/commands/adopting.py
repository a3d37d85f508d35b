"""Adopting a team that has played elsewhere: begun, changed at leisure, and finished once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from league.commands.members import add_coach_by_name
from league.models import League, Membership
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season
from league.rulebook import must_play_with
from rules.book import Book
from teams.arriving.arrivals import Arrival, weigh
from teams.arriving.sheets import read_sheet
from teams.commands.founding import found_team, place_faults, room_faults
from teams.identity import identity_faults
from teams.models import Adoption, Chapter, Team
from teams.on_record import reason_faults
from web.lines import tidied

MOST_OPEN = 50


def adopt_team(
    *,
    actor: User,
    league: League,
    arrival: Arrival,
    now: datetime,
    coach: Membership | None = None,
    coach_name: str = "",
    override: bool = False,
    reason: str = "",
    unread: tuple[Reason, ...] = (),
    uuid: UUID | None = None,
) -> Team:
    """Take a team in as it stands elsewhere, or say everything that is wrong with it.

    Its coach is a member, or somebody without an account who is entered by name. Rules may be
    overridden with a reason; what cannot be, nobody overrides.
    """
    own = must_run(actor, league)
    with transaction.atomic():
        season = current_season(league)
        season.league = league
        weighed = weigh(book_of(season.pin), arrival, unread)
        opening = weighed.allowed or (weighed.although if override else None)
        reasons = [
            *room_faults(season, coach, by=own, now=now),
            *coach_faults(league, coach, coach_name),
            *reason_faults(reason, wanted=override and weighed.allowed is None),
            *(weighed.reasons if opening is None else ()),
        ]
        if reasons or opening is None:
            raise Refused(*reasons)
        if coach is None:
            coach = add_coach_by_name(actor=actor, league=league, name=coach_name, now=now)
        act = record_act(
            "teams.adopt_team",
            actor=actor,
            now=now,
            on_behalf_of=coach.user if coach.user != actor else None,
            reason=tidied(reason),
            override=weighed.allowed is None,
            league=str(league.uuid),
            race=arrival.race,
            brings=dict(arrival.brings),
        )
        return found_team(
            act=act,
            season=season,
            coach=coach,
            race=arrival.race,
            name=arrival.name,
            shirt=arrival.shirt,
            trim=arrival.trim,
            ruling=opening,
            kind=Chapter.Kind.ADOPTION,
            people=arrival.by_key,
            uuid=uuid,
            now=now,
        )


def coach_faults(league: League, coach: Membership | None, coach_name: str) -> list[Reason]:
    if coach is None:
        if tidied(coach_name):
            return []
        return [Reason("no_coach", _("Who coaches the team?"), "coach")]
    return place_faults(league, coach)


def making_faults(book: Book, identity: Mapping[str, str]) -> list[Reason]:
    """What could not even be kept of a team in the making; it need have no name yet."""
    reasons = identity_faults(identity, may_be_nameless=True)
    if "race" in identity and identity["race"] not in book.catalogue.races:
        reasons.append(Reason("no-such-race", _("There is no such race."), "race"))
    return reasons


# --- an adoption in the making


def begin_adoption(
    *,
    actor: User,
    league: League,
    race: str,
    now: datetime,
    coach: Membership | None = None,
    coach_name: str = "",
    name: str = "",
    shirt: str = "claret",
    trim: str = "bone",
) -> Adoption:
    """Begin to bring a team over; it is nobody's team until the adoption is finished."""
    own = must_run(actor, league)
    must_play_with(league, "adopt")
    with transaction.atomic():
        # The league is the lock: open adoptions are counted under it.
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
        season = current_season(league)
        season.league = league
        reasons = [
            *room_faults(season, coach, by=own, now=now),
            *coach_faults(league, coach, coach_name),
        ]
        worn = {"race": race, "name": name, "shirt": shirt, "trim": trim}
        reasons += making_faults(book_of(season.pin), worn)
        if Adoption.objects.filter(season__league=league, finished_at=None).count() >= MOST_OPEN:
            many = _("%(most)d adoptions lie open. Finish or drop one first.")
            reasons.append(Reason("too_many_adoptions", many % {"most": MOST_OPEN}))
        if reasons:
            raise Refused(*reasons)
        if coach is None:
            coach = add_coach_by_name(actor=actor, league=league, name=coach_name, now=now)
        adoption = Adoption.objects.create(
            season=season,
            coach=coach,
            begun_by=actor,
            race=race,
            name=tidied(name),
            shirt=shirt,
            trim=trim,
            begun_at=now,
            changed_at=now,
        )
        record_act("teams.begin_adoption", actor=actor, now=now, adoption=str(adoption.uuid))
    return adoption


def change_adoption(
    *,
    actor: User,
    adoption: Adoption,
    now: datetime,
    revision: int | None = None,
    sheet: Mapping[str, Any] | None = None,
    coach: Membership | None = None,
    race: str | None = None,
    name: str | None = None,
    shirt: str | None = None,
    trim: str | None = None,
) -> Adoption:
    """Note what the sheet says now, however wrong it may be still; what is not given stays.

    Raises Conflict where another hand has changed it since `revision`.
    """
    must_run(actor, adoption.season.league)
    with transaction.atomic():
        adoption = locked(adoption)
        if revision is not None and revision != adoption.revision:
            raise Conflict.because(
                "adoption_moved",
                _("This adoption was changed elsewhere. Here it is as it stands now."),
            )
        given = {"race": race, "name": name, "shirt": shirt, "trim": trim}
        worn = {field: tidied(text) for field, text in given.items() if text is not None}
        reasons = making_faults(book_of(adoption.season.pin), worn)
        if coach is not None:
            reasons += coach_faults(adoption.season.league, coach, "")
        if reasons:
            raise Refused(*reasons)
        adoption.coach = coach or adoption.coach
        if sheet is not None:
            adoption.sheet = dict(sheet)
        for field, text in worn.items():
            setattr(adoption, field, text)
        adoption.revision += 1
        adoption.changed_at = now
        adoption.save(update_fields=[*worn, "coach", "sheet", "revision", "changed_at"])
    return adoption


def finish_adoption(
    *,
    actor: User,
    adoption: Adoption,
    now: datetime,
    override: bool = False,
    reason: str = "",
) -> Team:
    """Make the team that the sheet says, or say everything that is wrong with it."""
    must_run(actor, adoption.season.league)
    with transaction.atomic():
        adoption = locked(adoption)
        league = adoption.season.league
        read = read_sheet(book_of(current_season(league).pin), adoption)
        team = adopt_team(
            actor=actor,
            league=league,
            coach=adoption.coach,
            arrival=read.arrival,
            unread=read.unread,
            override=override,
            reason=reason,
            # The crest that the sheet has shown is drawn by it.
            uuid=adoption.uuid,
            now=now,
        )
        adoption.team, adoption.finished_at = team, now
        adoption.save(update_fields=["team", "finished_at"])
    return team


def drop_adoption(*, actor: User, adoption: Adoption, now: datetime) -> None:
    """Throw a sheet away; it never had a history."""
    must_run(actor, adoption.season.league)
    with transaction.atomic():
        adoption = locked(adoption)
        record_act("teams.drop_adoption", actor=actor, now=now, adoption=str(adoption.uuid))
        adoption.delete()


def locked(adoption: Adoption) -> Adoption:
    """The sheet read again and held: it is finished once, and by one hand. Raises Conflict."""
    # Held first, read after: what is joined to a row that one waited for is as it was before.
    Adoption.objects.select_for_update(no_key=True).filter(pk=adoption.pk).first()
    fresh = (
        Adoption.objects.select_related("season__league", "season__pin__catalogue", "coach__user")
        .defer("season__pin__catalogue__data")
        .filter(pk=adoption.pk)
        .first()
    )
    if fresh is None or fresh.finished_at is not None:
        raise Conflict.because("adoption_over", _("This adoption is finished already."))
    return fresh
