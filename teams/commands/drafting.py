"""Drafting a team: begun, changed as often as one likes, and finished once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Reason, Refused
from league.models import Membership, Role, Season
from league.permissions import must_be_member, runs
from league.pins import book_of
from league.rulebook import circumstances, rule, said
from rules.engine import rulings
from teams.commands.founding import found_team, identity_faults, people_faults
from teams.models import Chapter, Draft, Team
from teams.projection import Person

MOST_OPEN_DRAFTS = 20
WINDOW = "draft"


def begin_draft(
    *,
    actor: User,
    season: Season,
    race: str,
    now: datetime,
    coach: Membership | None = None,
    shirt: str = "claret",
    trim: str = "bone",
) -> Draft:
    """Begin a team of a race, for oneself or, by the commissioner's hand, for another coach."""
    membership = must_be_member(actor, season.league, Role.COACH, Role.DEPUTY, Role.COMMISSIONER)
    coach = coach or membership
    if coach != membership and not runs(membership):
        raise Forbidden.because("not_your_draft", _("A team is drafted by its own coach."))
    book = book_of(season.pin)
    with transaction.atomic():
        # The place in the league is the lock: open drafts are counted under it.
        Membership.objects.select_for_update(no_key=True).get(pk=coach.pk)
        reasons = why_no_draft(season, coach)
        if race not in book.catalogue.races:
            reasons.append(Reason("no-such-race", _("There is no such race."), "race"))
        if reasons:
            raise Refused(*reasons)
        draft = Draft.objects.create(
            season=season,
            coach=coach,
            race=race,
            shirt=shirt,
            trim=trim,
            begun_at=now,
            changed_at=now,
        )
        record_act("teams.begin_draft", actor=actor, now=now, draft=str(draft.uuid))
    return draft


def why_no_draft(season: Season, coach: Membership) -> list[Reason]:
    reasons = []
    if season.state == Season.State.OVER:
        reasons.append(Reason("season_over", _("This season is over.")))
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
    wish: Mapping[str, Any] | None = None,
    people: Mapping[str, Person] | None = None,
    **identity: str,
) -> Draft:
    """Note what the coach wants now; it may still break every rule there is.

    Raises Conflict where another hand has changed the draft since `revision`.
    """
    must_draft(actor, draft)
    with transaction.atomic():
        draft = locked(draft)
        if revision is not None and revision != draft.revision:
            raise Conflict.because(
                "draft_moved", _("This draft was changed elsewhere. Here it is as it stands now.")
            )
        if wish is not None:
            # Read for its faults alone: what cannot be read cannot be weighed later.
            circumstances(book_of(draft.season.pin), "draft", asked(draft, wish))
            draft.wish = dict(wish)
        if people is not None:
            draft.people = {key: [person.name, person.number] for key, person in people.items()}
        for name, said_ in identity.items():
            setattr(draft, name, said_)
        draft.revision += 1
        draft.changed_at = now
        draft.save()
    return draft


def finish_draft(*, actor: User, draft: Draft, now: datetime) -> Team:
    """Make the team, or say everything that is wrong with it."""
    must_draft(actor, draft)
    with transaction.atomic():
        draft = locked(draft)
        weighed = weigh(draft)
        reasons = [
            *identity_faults(draft.name, draft.shirt, draft.trim),
            *people_faults(people_of(draft)),
            *weighed.reasons,
        ]
        if reasons or weighed.ruling is None:
            raise Refused(*reasons)
        act = record_act(
            "teams.finish_draft",
            actor=actor,
            now=now,
            on_behalf_of=draft.coach.user if draft.coach.user != actor else None,
            draft=str(draft.uuid),
            wish=draft.wish,
        )
        team = found_team(
            act=act,
            season=draft.season,
            coach=draft.coach,
            race=draft.race,
            name=draft.name,
            shirt=draft.shirt,
            trim=draft.trim,
            ruling=weighed.ruling,
            kind=Chapter.Kind.DRAFT,
            people=people_of(draft),
            now=now,
        )
        draft.team, draft.finished_at = team, now
        draft.save(update_fields=["team", "finished_at"])
    return team


def drop_draft(*, actor: User, draft: Draft, now: datetime) -> None:
    """Throw a draft away; it never had a history."""
    must_draft(actor, draft)
    with transaction.atomic():
        draft = locked(draft)
        record_act("teams.drop_draft", actor=actor, now=now, draft=str(draft.uuid))
        draft.delete()


def must_draft(actor: User, draft: Draft) -> None:
    membership = must_be_member(actor, draft.season.league)
    if membership != draft.coach and not runs(membership):
        raise Forbidden.because("not_your_draft", _("A team is drafted by its own coach."))


def locked(draft: Draft) -> Draft:
    """The draft read again and held: it is finished once, and by one hand. Raises Conflict."""
    drafts = Draft.objects.select_for_update(of=("self",), no_key=True)
    fresh = (
        drafts.select_related("season__league", "season__pin__catalogue", "coach__user")
        .defer("season__pin__catalogue__data")
        .filter(pk=draft.pk)
        .first()
    )
    if fresh is None or fresh.finished_at is not None:
        raise Conflict.because("draft_over", _("This draft is finished already."))
    return fresh


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the rulebook says of a draft as it stands."""

    ruling: rulings.Allowed | None
    reasons: list[Reason]


def weigh(draft: Draft) -> Weighed:
    book = book_of(draft.season.pin)
    try:
        at = circumstances(book, "draft", asked(draft, draft.wish))
    except Refused as refused:
        return Weighed(None, list(refused.reasons))
    ruling = rule(book, "draft", at)
    if isinstance(ruling, rulings.Refused):
        return Weighed(None, said(ruling.reasons, book.catalogue))
    return Weighed(ruling, [])


def asked(draft: Draft, wish: Mapping[str, Any]) -> dict[str, Any]:
    """The wish with what only the house knows."""
    finished = draft.season.number - 1
    return {**wish, "race": draft.race, "seasons_finished": finished, "window": WINDOW}


def people_of(draft: Draft) -> dict[str, Person]:
    return {key: Person(name, number) for key, (name, number) in draft.people.items()}
