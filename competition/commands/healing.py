"""Dice for injuries between two seasons: thrown once, and put right where they were typed wrong."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.commands.redrafting import in_hand
from competition.models import HealingDie, Redraft
from competition.redrafts import dice_of, heal
from league.pins import book_of
from matches.dice.rolling import throw
from rules.engine.asks import Roll
from rules.engine.dice import dice
from teams import ledger, projection
from teams.models import Team
from teams.on_record import reason_faults
from teams.permissions import must_act
from web.lines import tidied


def roll_healing(
    *,
    actor: User,
    team: Team,
    now: datetime,
    thrown: Mapping[str, int] | None = None,
    by_server: bool = False,
) -> Redraft:
    """Note dice that were thrown at the table, and have the server throw the rest if asked to.

    A die falls once: the server's is kept before it is told. Raises Conflict where a die that has
    fallen shall show something else.
    """
    hand = must_act(actor, team)
    thrown = thrown or {}
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, hand, is_try=False, now=now)
        roster = projection.read(team)
        book = book_of(redraft.season.pin)
        fallen = dice_of(redraft)
        healing = heal(book, roster.state, {**thrown, **fallen})
        if strangers := thrown.keys() - {ask.key for ask in healing.asks}:
            sentence = _("No injury asks for this die.")
            raise Refused(*(Reason("not_asked", sentence, key[:200]) for key in sorted(strangers)))
        if any(fallen.get(key, face) != face for key, face in thrown.items()):
            raise Conflict.because("rolled_already", _("This die has fallen already, and stays."))
        new: dict[str, tuple[int, str]] = {
            key: (face, HealingDie.Source.TABLE) for key, face in thrown.items()
        }
        if by_server:
            for ask in healing.open:
                new[ask.key] = (_thrown(ask), HealingDie.Source.SERVER)
        new = {key: told for key, told in new.items() if key not in fallen}
        if not new:
            return redraft
        redraft.save()
        HealingDie.objects.bulk_create(
            HealingDie(
                redraft=redraft, key=key, value=face, source=source, rolled_by=actor, rolled_at=now
            )
            for key, (face, source) in new.items()
        )
        record_act(
            "competition.roll_healing",
            actor=actor,
            now=now,
            on_behalf_of=hand.on_behalf_of(team),
            team=str(team.uuid),
            rolled=sorted(new),
        )
    return redraft


def _thrown(ask: Roll) -> int:
    (face,) = dice(ask.dice).faces(throw(ask.dice)) or ()
    return face


def mend_die(
    *, actor: User, team: Team, key: str, value: int, now: datetime, reason: str = ""
) -> Redraft:
    """Put right what was typed for a die that fell at the table, as long as the re-draft is not
    finished. What it was typed as first stays to be seen.

    Whoever runs the league and does not coach the team gives a reason.
    """
    hand = must_act(actor, team)
    reason = tidied(reason)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, hand, is_try=False, now=now)
        die = HealingDie.objects.filter(redraft__season=redraft.season, redraft__team=team, key=key)
        mended = die.first()
        reasons = [*reason_faults(reason, wanted=not hand.coaches), *_why_not_mended(mended, value)]
        if reasons or mended is None:
            raise Refused(*reasons)
        if mended.value == value:
            return redraft
        before, mended.value = mended.value, value
        if mended.first_typed is None:
            mended.first_typed = before
        mended.mended_by, mended.mended_at, mended.reason = actor, now, reason
        mended.save(update_fields=["value", "first_typed", "mended_by", "mended_at", "reason"])
        record_act(
            "competition.mend_die",
            actor=actor,
            now=now,
            on_behalf_of=hand.on_behalf_of(team),
            reason=reason,
            team=str(team.uuid),
            key=key,
            before=before,
            after=value,
        )
    return redraft


def _why_not_mended(die: HealingDie | None, value: int) -> list[Reason]:
    if die is None:
        return [Reason("not_fallen", _("This die has not fallen yet."), "key")]
    if die.source == HealingDie.Source.SERVER:
        return [Reason("thrown_by_server", _("The server threw this die, and it stays."), "key")]
    if not 1 <= value <= 6:
        return [Reason("out_of_range", _("A die shows from 1 to 6."), "value")]
    return []
