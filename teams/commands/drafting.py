"""Drafting a team: begun, changed as often as one likes, and finished once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from league.models import Membership, Season
from league.permissions import COACHING, must_be_member, runs
from league.pins import book_of
from league.rulebook import answers_of, circumstances, must_allow, rule, said
from rules.engine import rulings
from rules.engine.circumstances import OfRace
from teams.commands.founding import found_team, place_faults, room_faults
from teams.drafts import (
    Recruit,
    asked,
    looks_faults,
    made_out,
    name_of,
    people_of,
    race_faults,
    readable,
    recruits,
    weigh,
)
from teams.models import Chapter, Draft, Team
from teams.newcomers import Person
from teams.newcomers import faults as people_faults
from teams.on_record import reason_faults
from teams.permissions import must_draft, not_your_draft
from teams.purchases import Word, may_bend, must_stand_at
from teams.queries.drafts import names_in_league, with_rules
from teams.suggestions import suggest_kits
from teams.wishes import Wish, count_of, slot_parts, with_count, with_skill, without_skill
from web.lines import tidied

MOST_OPEN_DRAFTS = 20
MOST_LOTS = 1000
# What a draft keeps of what its coach wants.
KEPT = ("wish", "people", "name", "shirt", "trim", "name_lot", "people_lot")


@dataclass(frozen=True, slots=True)
class CountChange:
    """One more or one fewer of something: `players.lineman`, `staff.cheerleader`."""

    subject: str
    by: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """A skill for whoever has this slot, `lineman/2`; or one that they shall not have after all."""

    slot: str
    skill: str
    is_taken_back: bool = False


def begin_draft(
    *,
    actor: User,
    season: Season,
    race: str,
    now: datetime,
    coach: Membership | None = None,
    shirt: str = "",
    trim: str = "",
) -> Draft:
    """Begin a team of a race, for oneself or, by the commissioner's hand, for another coach."""
    membership = must_be_member(actor, season.league, *COACHING)
    coach = coach or membership
    if coach != membership and not runs(membership):
        raise not_your_draft()
    with transaction.atomic():
        # The place in the league is the lock: open drafts are counted under it.
        coach = Membership.objects.select_for_update(no_key=True).get(pk=coach.pk)
        draft = Draft(season=season, coach=coach, race=race, begun_at=now, changed_at=now)
        suggested = suggest_kits(str(draft.uuid))
        draft.shirt, draft.trim = shirt or suggested[0], trim or suggested[1]
        reasons = [
            *why_no_draft(season, coach, by=membership, now=now),
            *race_faults(book_of(season.pin), race),
            *looks_faults(draft),
        ]
        if reasons:
            raise Refused(*reasons)
        draft.save()
        _note("begin_draft", draft, actor=actor, now=now)
    return draft


def why_no_draft(
    season: Season, coach: Membership, *, by: Membership, now: datetime
) -> list[Reason]:
    reasons = [*room_faults(season, coach, by=by, now=now), *place_faults(season.league, coach)]
    if coach.drafts.filter(finished_at=None).count() >= MOST_OPEN_DRAFTS:
        many = _("%(most)d drafts lie open. Finish or drop one first.")
        reasons.append(Reason("too_many_drafts", many % {"most": MOST_OPEN_DRAFTS}))
    return reasons


def change_draft(
    *,
    actor: User,
    draft: Draft,
    now: datetime,
    revision: int | None = None,
    wish: Wish | None = None,
    people: Mapping[str, Person] | None = None,
    step: CountChange | None = None,
    lessons: Iterable[Lesson] = (),
    chosen: Mapping[str, str] | None = None,
    suggest_again: Literal["", "name", "people"] = "",
    name: str | None = None,
    shirt: str | None = None,
    trim: str | None = None,
) -> Draft:
    """Note what the coach wants now; it may still break every rule there is.

    People go by the rulebook's keys or by their slots. What is as it was suggested stays a
    suggestion. Raises Conflict where another hand has changed the draft since `revision`, and
    Refused with everything that cannot be kept at all.
    """
    must_draft(actor, draft)
    with transaction.atomic():
        draft = locked(draft, revision)
        before = _kept(draft)
        if wish is not None:
            draft.wish = readable(draft, wish)
        reasons: list[Reason] = []
        if people is not None:
            draft.people = _called(draft, people, reasons)
        _identify(draft, reasons, name=name, shirt=shirt, trim=trim)
        if reasons:
            raise Refused(*reasons)
        _suggest_again(draft, suggest_again)
        if step is not None or lessons or chosen:
            wanted = _stepped(draft, step) if step else draft.wish
            wanted = {**wanted, "rules": dict(chosen)} if chosen else wanted
            draft.wish = readable(draft, _taught(wanted, lessons))
        if _kept(draft) != before:
            draft.revision += 1
            draft.changed_at = now
            draft.save(update_fields=[*KEPT, "revision", "changed_at"])
            # A coach's own taps are nobody's business; another hand's are on record.
            if draft.coach.user != actor:
                _note("change_draft", draft, actor=actor, now=now, revision=draft.revision)
    return draft


def finish_draft(
    *,
    actor: User,
    draft: Draft,
    now: datetime,
    revision: int | None = None,
    override: bool = False,
    reason: str = "",
) -> Team:
    """Make the team, or say everything that is wrong with it.

    A commissioner may set rules aside with a reason; the gold that is missing then is given.
    """
    membership = must_draft(actor, draft)
    may_bend(Word(reason, override), runs_league=runs(membership))
    with transaction.atomic():
        # The coach's place is held: their teams are counted under it, and it may be over by now.
        coach = Membership.objects.select_for_update(no_key=True).get(pk=draft.coach_id)
        draft = locked(draft, revision)
        weighed = weigh(draft, names_taken=names_in_league(draft.season))
        opening = weighed.allowed or (weighed.although if override else None)
        reasons = [
            *room_faults(draft.season, coach, by=membership, now=now),
            *place_faults(draft.season.league, coach),
            *reason_faults(reason, wanted=override and weighed.allowed is None),
            *(weighed.reasons if opening is None else ()),
        ]
        if reasons or opening is None:
            raise Refused(*reasons)
        act = _note(
            "finish_draft",
            draft,
            actor=actor,
            now=now,
            reason=tidied(reason),
            override=weighed.allowed is None,
            wish=draft.wish,
        )
        team = found_team(
            act=act,
            season=draft.season,
            coach=draft.coach,
            race=draft.race,
            name=weighed.name,
            shirt=draft.shirt,
            trim=draft.trim,
            ruling=opening,
            granted=weighed.short,
            kind=Chapter.Kind.DRAFT,
            people=people_of(weighed.squad),
            now=now,
            # Crests are drawn by lot from it: the team wears what its draft has shown.
            uuid=draft.uuid,
        )
        draft.team, draft.finished_at = team, now
        draft.save(update_fields=["team", "finished_at"])
    return team


def draft_team(
    *,
    actor: User,
    season: Season,
    race: str,
    wish: Wish,
    now: datetime,
    name: str = "",
    people: Mapping[str, Person] | None = None,
    **beginning: Any,
) -> Team:
    """A draft begun, filled in and finished at once: either there is a team, or nothing."""
    with transaction.atomic():
        draft = begin_draft(actor=actor, season=season, race=race, now=now, **beginning)
        draft = change_draft(actor=actor, draft=draft, now=now, name=name, wish=wish, people=people)
        return finish_draft(actor=actor, draft=draft, now=now)


def drop_draft(*, actor: User, draft: Draft, now: datetime) -> None:
    """Throw a draft away; it never had a history."""
    must_draft(actor, draft)
    with transaction.atomic():
        draft = locked(draft)
        _note("drop_draft", draft, actor=actor, now=now)
        draft.delete()


def locked(draft: Draft, revision: int | None = None) -> Draft:
    """The draft read again and held: it is finished once, and by one hand. Raises Conflict."""
    # Held first, read after: what is joined to a row that one waited for is as it was before.
    Draft.objects.select_for_update(no_key=True).filter(pk=draft.pk).first()
    fresh = with_rules().filter(pk=draft.pk).first()
    if fresh is None or fresh.finished_at is not None:
        raise Conflict.because("draft_over", _("This draft is finished already, or dropped."))
    moved = _("This draft was changed elsewhere. Here it is as it stands now.")
    must_stand_at(fresh, revision, "draft_moved", moved)
    return fresh


def _note(name: str, draft: Draft, *, actor: User, now: datetime, **about: Any) -> Act:
    """The act, with the coach for whom it was done: by their place if they have no account."""
    coach = draft.coach
    return record_act(
        f"teams.{name}",
        actor=actor,
        now=now,
        on_behalf_of=coach.user if coach.user != actor else None,
        draft=str(draft.uuid),
        coach=str(coach.uuid),
        **about,
    )


# --- what a change comes to


def _kept(draft: Draft) -> tuple[Any, ...]:
    return tuple(getattr(draft, field) for field in KEPT)


def _squad(draft: Draft) -> tuple[Recruit, ...]:
    book = book_of(draft.season.pin)
    return recruits(draft, made_out(book, asked(book, draft, draft.wish)))


def _called(
    draft: Draft, people: Mapping[str, Person], reasons: list[Reason]
) -> dict[str, list[Any]]:
    """What the coach calls whom; those who were not mentioned stay as they were.

    Two in one shirt are kept, or nobody could ever change shirts; the draft is not legal by it.
    """
    squad = _squad(draft)
    known = {name: recruit for recruit in squad for name in (recruit.key, recruit.slot)}
    reasons += [
        Reason("no_such_player", _("Nobody on the draft has this key."), f"people.{key}")
        for key in people
        if key not in known
    ]
    values = {key: Person(tidied(person.name), person.number) for key, person in people.items()}
    reasons += [each for each in people_faults(values, {}) if each.code != "number_taken"]
    called = dict(draft.people)
    for key, person in values.items():
        if (recruit := known.get(key)) is None:
            continue
        own = Person(
            "" if _is_suggested(recruit, person, "name") else person.name,
            0 if _is_suggested(recruit, person, "number") else person.number,
        )
        called[recruit.slot] = [own.name, own.number]
    return {slot: own for slot, own in called.items() if own != ["", 0]}


def _is_suggested(recruit: Recruit, person: Person, field: str) -> bool:
    """Whether this is what the page suggested anyway."""
    is_shown = getattr(person, field) == getattr(recruit.person, field)
    return is_shown and not getattr(recruit.chosen, field)


def _identify(
    draft: Draft,
    reasons: list[Reason],
    *,
    name: str | None,
    shirt: str | None,
    trim: str | None,
) -> None:
    if name is not None:
        name = tidied(name)
        is_suggested = not draft.name and name == name_of(draft, names_in_league(draft.season))
        draft.name = "" if is_suggested else name
    draft.shirt = draft.shirt if shirt is None else shirt
    draft.trim = draft.trim if trim is None else trim
    reasons += looks_faults(draft)


def _suggest_again(draft: Draft, what: Literal["", "name", "people"]) -> None:
    """Another lot: for the team's name, or for everybody whom the coach has not named."""
    if what == "name":
        draft.name, draft.name_lot = "", (draft.name_lot + 1) % MOST_LOTS
    elif what == "people":
        draft.people_lot = (draft.people_lot + 1) % MOST_LOTS


def _stepped(draft: Draft, step: CountChange) -> Wish:
    """A step beyond what is offered stays where it is: two quick taps on the last place are one."""
    book = book_of(draft.season.pin)
    offers = {
        line.params["subject"]: line.params
        for line in must_allow(book, answers_of(book).draft_offers, OfRace(draft.race)).because
        if line.code == "offer"
    }
    is_offered = step.subject in offers
    count = count_of(draft.wish, step.subject) if is_offered or step.by < 0 else 0
    if not (is_offered or count):
        raise Refused(*_why_not_offered(draft, step))
    most = offers[step.subject].get("at_most", count + 1) if is_offered else 0
    wanted = max(0, min(count + step.by, max(most, count)))
    return with_count(draft.wish, step.subject, wanted)


def _why_not_offered(draft: Draft, step: CountChange) -> list[Reason]:
    """What the rulebook says of one of it."""
    params = {"offer": step.subject}
    nothing = _("There is nothing called “%(offer)s” to be had here.") % params
    not_offered = Reason("not-on-offer", nothing, step.subject, params)
    field, _dot, key = step.subject.partition(".")
    if field not in ("players", "staff", "inducements") or not key:
        return [not_offered]
    try:
        book = book_of(draft.season.pin)
        wanted = readable(draft, with_count(draft.wish, step.subject, 1))
        question = answers_of(book).draft
        ruled = rule(book, question, circumstances(book, question, asked(book, draft, wanted)))
    except Refused as refused:
        return list(refused.reasons)
    reasons = ruled.reasons if isinstance(ruled, rulings.Refused) else ()
    about = [each for each in reasons if each.subject == step.subject]
    return said(about, book.catalogue) or [not_offered]


def _taught(wish: Wish, lessons: Iterable[Lesson]) -> Wish:
    for lesson in lessons:
        position, number = slot_parts(lesson.slot)
        if not 1 <= number <= count_of(wish, f"players.{position}"):
            nobody = _("Nobody on the draft has this key.")
            raise Refused.because("no_such_player", nobody, f"people.{lesson.slot}")
        change = without_skill if lesson.is_taken_back else with_skill
        wish = change(wish, lesson.slot, lesson.skill)
    return wish
