"""What happens on the pitch, tap by tap: sent once or twice, it counts once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from league.permissions import must_be_open
from league.pins import edition_of
from matches import reading
from matches.dice import held_dice
from matches.dice.called_off import hurt_before
from matches.models import Match, Tap
from matches.permissions import MatchAccess, access_in, must_sit_at, no_such_match
from matches.pitch import crowd, reports, resources, side_counts
from matches.pitch.casualties import CasualtyRecord, casualties_in, fall
from matches.pitch.contradictions import contradictions
from matches.pitch.lineups import NOT_COUNTED, deeds_of, field_of, standing_taps
from matches.pitch.reports import DEEDS, StandingTap
from matches.pitch.tap_shapes import shape_faults
from matches.record import MatchRecord
from matches.steps import dice_rule
from teams.models import Words

MOST_AT_ONCE = 200
MOST_TAPS = 2000
Kind = Tap.Kind
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewTap:
    """A tap as a phone sends it; `roll` names the dice that the server is to throw.

    `kept` are dice that had fallen for a casualty before it was told anew.
    """

    uuid: UUID
    kind: str
    side: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    kept: Mapping[str, Any] = field(default_factory=dict)


def enter_taps(*, actor: User, match: Match, taps: Sequence[NewTap], now: datetime) -> list[Tap]:
    """Enter all of them or none. What was entered before is passed over.

    Raises Conflict where a tap is another one under the same name, or the match is not on.
    """
    with transaction.atomic():
        record = reading.load(reading.held(match))
        return _enter(Entering(record, access_in(actor, record), actor, now), taps)


@dataclass(frozen=True, slots=True)
class Entered:
    """A match with all its taps, as whoever entered the last of them has it before them."""

    record: MatchRecord
    access: MatchAccess
    taps: Sequence[Tap]


def enter_taps_at(*, actor: User, uuid: UUID, taps: Sequence[NewTap], now: datetime) -> Entered:
    """The same by the match's name, where nobody has looked yet whether there is one, with what
    there is to show of it. Raises Missing."""
    with transaction.atomic():
        match = reading.lock_match(uuid)
        if match is None:
            raise no_such_match()
        record = reading.load(match)
        access = access_in(actor, record, missing=no_such_match())
        return Entered(record, access, _enter(Entering(record, access, actor, now), taps))


def _enter(entering: "Entering", taps: Sequence[NewTap]) -> list[Tap]:
    if len(taps) > MOST_AT_ONCE:
        at_once = {"most": MOST_AT_ONCE}
        many = _("%(most)d taps is as many as can be sent at once. Send the rest afterwards.")
        raise Refused(Reason("too_many_taps", many % at_once, "", at_once))
    match = entering.record.match
    must_sit_at(entering.access)
    must_be_open(match.league)
    if len(entering.all) + len(taps) > MOST_TAPS:
        params = {"most": MOST_TAPS}
        many = _(
            "%(most)d taps, those taken back included, is as many as a match holds. Report it "
            "as it stands, and correct the rest."
        )
        raise Refused(Reason("too_many_taps", many % params, "", params))
    fresh = entering.take(taps)
    if fresh:
        record_act(
            "matches.enter_taps",
            actor=entering.actor,
            now=entering.now,
            match=str(match.uuid),
            taps=[tap.number for tap in fresh],
        )
        count_in(match, fresh)
    return entering.all


@dataclass
class Entering:
    """Taps on their way into a match that is held."""

    record: MatchRecord
    access: MatchAccess
    actor: User
    now: datetime
    # Whether they also take back what somebody else entered.
    takes_back_all: bool = False
    # Of a match that is over, told otherwise: whoever may do that takes back what they like.
    is_reopened: bool = False

    def __post_init__(self) -> None:
        rows = self.record.match.taps.select_related("words", "actor")
        self.all = list(rows.order_by("number"))

    @cached_property
    def earlier(self) -> list[Tap]:
        """Casualties of the two in matches that were called off."""
        return hurt_before(self.record)

    def take(self, taps: Sequence[NewTap]) -> list[Tap]:
        fresh = self.read(taps)
        if reasons := self._contradictions(fresh):
            raise Refused(*reasons)
        keep(fresh)
        return fresh

    def read(self, taps: Sequence[NewTap]) -> list[Tap]:
        """What is new among them, not kept yet."""
        known = {tap.uuid: tap for tap in self.all}
        fresh: list[Tap] = []
        reasons: list[Reason] = []
        for new in taps:
            if there := known.get(new.uuid):
                self._must_be_the_same(there, new)
                continue
            self._must_be_on()
            if faults := shape_faults(new):
                reasons += faults
                continue
            tap = self._tap(new)
            reasons += self._faults(tap, known, new)
            known[new.uuid] = tap
            self.all.append(tap)
            fresh.append(tap)
        if reasons:
            raise Refused(*reasons)
        return fresh

    def _contradictions(self, fresh: Sequence[Tap]) -> list[Reason]:
        """Whatever cannot be since these were entered, each at one of them."""
        reasons = self._impossible(self.all) if fresh else []
        if not reasons:
            return []
        mine = {str(tap.uuid) for tap in fresh}
        before = [tap for tap in self.all if str(tap.uuid) not in mine]
        known = {(reason.code, reason.subject) for reason in self._impossible(before)}
        # Dice may make impossible what was entered before them; what is taken back only keeps the
        # report back.
        hurts = [str(tap.uuid) for tap in fresh if tap.kind in (Kind.CASUALTY, Kind.DICE)]
        return [
            reason if reason.subject in mine else replace(reason, subject=hurts[-1])
            for reason in reasons
            if reason.subject in mine or (hurts and (reason.code, reason.subject) not in known)
        ]

    def _impossible(self, rows: Sequence[Tap]) -> list[Reason]:
        taps = standing_taps(rows)
        return [
            *contradictions(self.record, taps, field_of(self.record, taps)),
            *resources.contradictions(self.record, taps),
            *side_counts.contradictions(taps),
        ]

    def _must_be_the_same(self, there: Tap, new: NewTap) -> None:
        """The server's own dice are no part of what was sent."""
        sent = {key: value for key, value in new.data.items() if key != "roll"}
        kept = {key: there.data.get(key) for key in sent if key != "answers"}
        values = {key: value for key, value in sent.items() if key != "answers"}
        if there.kind != new.kind or there.side != new.side or kept != values:
            raise Conflict.because(
                "another_tap", _("Another tap was sent under this name."), str(new.uuid)
            )

    def _must_be_on(self) -> None:
        if self.record.match.state != Match.State.PLAYING and not self.is_reopened:
            raise Conflict.because("not_being_played", self.record.match.as_it_stands)

    def _tap(self, new: NewTap) -> Tap:
        return Tap(
            match=self.record.match,
            uuid=new.uuid,
            number=self.all[-1].number + 1 if self.all else 1,
            kind=new.kind,
            side=new.side,
            data={key: value for key, value in new.data.items() if key != "roll"},
            words=Words(text=new.note) if new.note else None,
            actor=self.actor,
            at=self.now,
        )

    def _faults(self, tap: Tap, known: Mapping[UUID, Tap], new: NewTap) -> list[Reason]:
        match tap.kind:
            case Kind.VOID:
                return self._void(tap, known, new)
            case Kind.CASUALTY | Kind.DICE:
                return self._throw(tap, new)
            case Kind.CARD:
                return self._play_card(tap)
            case Kind.CROWD:
                return crowd.change_faults(self.record, self.access, str(tap.uuid))
            case Kind.KICK_OFF | Kind.WEATHER:
                return self._come_up(tap)
            case _:
                return self._count(tap)

    def _count(self, tap: Tap) -> list[Reason]:
        if tap.kind in (Kind.COUNT, Kind.MARK):
            return side_counts.take(self.record, tap)
        if tap.kind not in DEEDS or tap.kind in deeds_of(self.record.match):
            return []
        return [Reason("not_counted", str(NOT_COUNTED), str(tap.uuid))]

    def _void(self, tap: Tap, known: Mapping[UUID, Tap], new: NewTap) -> list[Reason]:
        """Whoever entered something takes it back, or whoever runs the league."""
        of = known.get(UUID(new.data["of"]))
        subject = str(new.uuid)
        if of is None or of.kind == Kind.VOID:
            return [Reason("no_such_tap", _("There is nothing to take back."), subject)]
        takes_all = self.takes_back_all or self.is_reopened or self.access.decides
        if not takes_all and of.actor_id != self.actor.pk:
            sentence = _(
                "Somebody else entered this. They take it back, or whoever runs the league does."
            )
            return [Reason("not_your_tap", sentence, subject)]
        if any(e.kind == Kind.VOID and e.data["of"] == str(of.uuid) for e in self.all):
            return [Reason("taken_back", _("This is taken back already."), subject)]
        if of.kind == Kind.CROWD and (
            faults := crowd.change_faults(self.record, self.access, subject)
        ):
            return faults
        tap.voids = of
        return []

    def _come_up(self, tap: Tap) -> list[Reason]:
        book = self.record.book
        is_kick_off = tap.kind == Kind.KICK_OFF
        declared = edition_of(self.record.match.pin).pitch
        rows = declared.kick_offs(book) if is_kick_off else declared.weathers(book)
        if tap.data["result" if is_kick_off else "weather"] in {row.key for row in rows}:
            return []
        sentence = _("This is on no table that the league uses.")
        return [Reason("not_on_the_table", sentence, str(tap.uuid))]

    def _play_card(self, tap: Tap) -> list[Reason]:
        """Whoever may not see a hand learns nothing of it by trying."""
        side = reading.side_of(tap.side)
        cards = resources.cards_of(self.record, side)
        if cards is None or cards.hand is None or side in self.access.enters_for:
            return []
        sentence = _("A card is played by the coach who holds it.")
        return [Reason("not_your_hand", sentence, str(tap.uuid))]

    def _throw(self, tap: Tap, new: NewTap) -> list[Reason]:
        """Note the dice of a casualty: typed ones, and those that the server throws."""
        rolls = tap.kind == Kind.CASUALTY and not tap.data.get("injury")
        if rolls and (gone := held_dice.instead_of([*self.earlier, *self.all], tap)):
            tap.data["instead_of"] = str(gone.uuid)
        if new.kept:
            tap.data |= new.kept
            return []
        subject = str(new.uuid)
        of = subject if tap.kind == Kind.CASUALTY else str(tap.data["of"])
        typed = tap.data.pop("answers", None) or {}
        suffering = suffering_of(self.record, standing_taps([*self.all, tap]), of)
        if suffering is None:
            return [Reason("no_such_casualty", _("There is no such casualty."), subject)]
        wanted = new.data.get("roll") or []
        if reasons := self._not_to_throw(suffering, typed, wanted, subject):
            return reasons
        try:
            fallen = fall(suffering, typed, wanted, self._thrown_before(tap, of))
        except Refused as refused:
            return [each.at(subject) for each in refused.reasons]
        tap.data |= fallen.as_data()
        treated = tap.data.get("treated")
        if tap.kind == Kind.DICE and treated:
            known = replace(suffering, answers={**suffering.answers, **fallen.answers})
            before = reports.treatments_of(standing_taps(self.all))
            if of in before or treated not in known.answered:
                return [Reason("not_to_treat", _("There is nothing to treat here."), subject)]
        return []

    def _not_to_throw(
        self, suffering: CasualtyRecord, typed: Data, wanted: Sequence[str], subject: str
    ) -> list[Reason]:
        if dice_rule(self.record.book, "report") == "server" and any(map(_is_face, typed.values())):
            sentence = _("In this league the server rolls these dice.")
            return [Reason("server_rolls", sentence, subject)]
        if wanted and suffering.hurt["seen_again"]:
            # Else whoever says so could have them thrown until they suit.
            sentence = _(
                "The victim was seen on the pitch after this casualty: take that back before the "
                "dice are thrown."
            )
            return [Reason("seen_again", sentence, subject)]
        return []

    def _thrown_before(self, tap: Tap, of: str) -> dict[str, Any]:
        """What the server threw for this casualty already, whether or not it was taken back."""
        hurt = next((each for each in (tap, *self.all) if str(each.uuid) == of), None)
        return held_dice.thrown_before([*self.earlier, *self.all], hurt) if hurt else {}


def count_in(match: Match, fresh: Sequence[Tap]) -> None:
    """Each tap is a revision: so a page knows whether it lacks taps alone (`differs_by_taps`)."""
    match.revision += len(fresh)
    match.save(update_fields=["revision"])


def keep(fresh: Sequence[Tap]) -> None:
    for tap in fresh:
        if tap.words:
            tap.words.save()
    # What is taken back may be among them, and comes first.
    Tap.objects.bulk_create(tap for tap in fresh if tap.kind != Kind.VOID)
    Tap.objects.bulk_create(tap for tap in fresh if tap.kind == Kind.VOID)


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def suffering_of(
    record: MatchRecord, taps: Sequence[StandingTap], uuid: str
) -> CasualtyRecord | None:
    """A casualty by its tap, with the dice that have fallen."""
    return casualties_in(record, taps, field_of(record, taps)).get(uuid)
