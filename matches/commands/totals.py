"""Totals of a match, as coaches who prefer paper have them: an editor of its taps."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from league.permissions import must_be_open
from matches import reading
from matches.commands.tapping import Entering, NewTap, count_in
from matches.models import Match, Tap
from matches.permissions import access_in, must_sit_at
from matches.pitch import reports
from matches.pitch.lineups import NOT_COUNTED, deeds_of, standing, standing_taps
from matches.pitch.reports import DEEDS, StandingTap, is_count
from rules.engine.match import SIDES, Side, other

MOST = 99
MOST_CASUALTIES = 60
MOST_KNOCK_OUTS = 60
Kind = Tap.Kind


@dataclass(frozen=True, slots=True)
class Casualty:
    """A casualty as it is told; `tap` names the one that stands so far. Without a player it is
    taken back.
    """

    side: str = ""
    player: str = ""
    by: str = ""
    by_side: str = ""
    how: str = "block"
    injury: str = ""
    treated: str = ""
    dice: Any = None
    roll: bool = False
    tap: str = ""


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A knock-out, with whoever was used up on it; `tap` as for a casualty."""

    side: str = ""
    player: str = ""
    treated: str = ""
    tap: str = ""


@dataclass(frozen=True, slots=True)
class Totals:
    """How often each did what, by side and player (empty: nobody remembers who); whoever is not
    mentioned stays as they are."""

    deeds: Mapping[Side, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    casualties: Sequence[Casualty] = ()
    knock_outs: Sequence[KnockOut] = ()


class EnteredSince(Conflict):
    """The match no longer counts what the caller saw."""


def totals_of(taps: Sequence[StandingTap]) -> Totals:
    """What these taps count."""
    deeds: dict[Side, dict[str, dict[str, int]]] = {side: {} for side in SIDES}
    for tap in taps:
        if tap.kind in DEEDS and tap.side:
            did = deeds[tap.side].setdefault(tap.player, dict.fromkeys(DEEDS, 0))
            did[tap.kind] += 1
    dice, treated = reports.dice_of(taps), reports.treatments_of(taps)
    rolled = {tap.data.get("of", tap.uuid) for tap in taps if "" in tap.data.get("rolled", ())}
    casualties = [
        Casualty(
            side=tap.side,
            player=tap.player,
            by=tap.data.get("by") or "",
            by_side=other(tap.side),
            how=tap.data["how"],
            injury=tap.data.get("injury") or "",
            treated=treated.get(tap.uuid, ""),
            dice=dice.get(tap.uuid, {}).get(""),
            roll=tap.uuid in rolled,
            tap=tap.uuid,
        )
        for tap in taps
        if tap.kind == Kind.CASUALTY and tap.side
    ]
    return Totals(deeds, casualties, [*_knock_outs(taps)])


def _knock_outs(taps: Sequence[StandingTap]) -> Iterator[KnockOut]:
    for tap in taps:
        if tap.kind == Kind.KNOCK_OUT and tap.side:
            yield KnockOut(tap.side, tap.player, tap.data.get("treated") or "", tap.uuid)


def enter_totals(
    *, actor: User, match: Match, revision: int, totals: Totals, now: datetime
) -> Match:
    """Add taps and take back the latest ones until the match counts what is told.

    Whoever enters for the match may change both sides. Raises EnteredSince where somebody was
    quicker.
    """
    with transaction.atomic():
        match = reading.held(match)
        record = reading.load(match)
        access = access_in(actor, record)
        must_sit_at(access)
        must_be_open(match.league)
        if match.state != Match.State.PLAYING:
            raise Conflict.because("not_being_played", match.as_it_stands)
        if match.revision != revision:
            raise EnteredSince.because(
                "entered_since",
                _("Somebody has entered something in the meantime. This is how it stands now."),
            )
        if reasons := [*_faults(totals, deeds_of(match))]:
            raise Refused(*reasons)
        entering = Entering(record, access, actor, now, takes_back_all=True)
        fresh = entering.take(Editing(standing(entering.all)).taps(totals))
        if fresh:
            record_act(
                "matches.enter_totals",
                actor=actor,
                now=now,
                match=str(match.uuid),
                taps=[tap.number for tap in fresh],
            )
            count_in(match, fresh)
    return match


def _faults(totals: Totals, known: Container[str]) -> Iterator[Reason]:
    sentence = _("A whole number from 0 to %(most)d.") % {"most": MOST}
    for side, players in totals.deeds.items():
        for player, deeds in players.items():
            for kind, count in deeds.items():
                if kind not in DEEDS or not is_count(count, MOST):
                    yield Reason("count_out_of_range", sentence, f"{side}.{player}.{kind}")
                elif count and kind not in known:
                    yield Reason("not_counted", str(NOT_COUNTED), f"{side}.{player}.{kind}")
    for number, casualty in enumerate(totals.casualties):
        if casualty.by and casualty.by_side == casualty.side:
            own = _("A casualty is credited to the other side. Say how: a team-mate.")
            yield Reason("own_side", own, f"casualties.{number}")


@dataclass
class Editing:
    """The taps that lead from what stands to what is wanted."""

    standing: Sequence[Tap]

    def taps(self, totals: Totals) -> list[NewTap]:
        """Whatever somebody did comes before their own casualty: the dead did it while they
        lived. So does a knock-out, after which they played on."""
        gone, hurts = self._casualties(totals)
        voids, deeds = self._deeds(totals)
        came_round, outs = self._knock_outs(totals)
        voids, deeds = [*voids, *came_round], [*deeds, *outs]
        doers = {(tap.side, tap.data.get("player")) for tap in deeds}
        doers |= {(other(reading.side_of(tap.side)), tap.data.get("by")) for tap in hurts}
        again = [
            tap
            for tap in self.standing
            if tap.kind == Kind.CASUALTY
            and tap not in gone
            and (tap.side, tap.data["player"]) in doers
        ]
        taken_back = [*voids, *(each for tap in (*gone, *again) for each in self._whole(tap))]
        return [
            *(NewTap(uuid4(), Kind.VOID, "", {"of": str(tap.uuid)}) for tap in taken_back),
            *deeds,
            *hurts,
            *(self._copied(tap) for tap in again),
        ]

    def _deeds(self, totals: Totals) -> tuple[list[Tap], list[NewTap]]:
        voids: list[Tap] = []
        fresh: list[NewTap] = []
        for side in SIDES:
            for player, deeds in totals.deeds.get(side, {}).items():
                for kind, wanted in deeds.items():
                    there = [
                        tap
                        for tap in self.standing
                        if (tap.kind, tap.side) == (kind, side)
                        and (tap.data.get("player") or "") == player
                    ]
                    voids += there[wanted:]
                    data = {"player": player} if player else {}
                    fresh += (
                        NewTap(uuid4(), kind, side, data) for _n in range(wanted - len(there))
                    )
        return voids, fresh

    def _casualties(self, totals: Totals) -> tuple[list[Tap], list[NewTap]]:
        there = {str(tap.uuid): tap for tap in self.standing if tap.kind == Kind.CASUALTY}
        gone: list[Tap] = []
        fresh: list[NewTap] = []
        for casualty in totals.casualties:
            tap = there.get(casualty.tap)
            if tap and self._is_as_told(tap, casualty):
                continue
            if tap:
                gone.append(tap)
            if casualty.player:
                fresh.append(self._hurt(casualty, tap))
        return gone, fresh

    def _knock_outs(self, totals: Totals) -> tuple[list[Tap], list[NewTap]]:
        there = {str(tap.uuid): tap for tap in self.standing if tap.kind == Kind.KNOCK_OUT}
        gone: list[Tap] = []
        fresh: list[NewTap] = []
        for knock_out in totals.knock_outs:
            tap = there.get(knock_out.tap)
            said = (tap.side, tap.data["player"], tap.data.get("treated") or "") if tap else ()
            if said == (knock_out.side, knock_out.player, knock_out.treated):
                continue
            gone += [tap] if tap else []
            if knock_out.player:
                data = {"player": knock_out.player, "treated": knock_out.treated}
                data = {name: value for name, value in data.items() if value}
                fresh.append(NewTap(uuid4(), Kind.KNOCK_OUT, knock_out.side, data))
        return gone, fresh

    def _is_as_told(self, tap: Tap, told: Casualty) -> bool:
        fallen = self._dice(tap)
        rolled = told.dice is None or told.dice == fallen.get("")
        return rolled and not (told.roll and "" not in fallen) and self._same(tap, told)

    def _same(self, tap: Tap, told: Casualty) -> bool:
        said = (tap.data.get(name) or "" for name in ("player", "by", "how", "injury"))
        stands = (tap.side, *said)
        wanted = (told.side, told.player, told.by, told.how, told.injury)
        return stands == wanted and self._treated(tap) == told.treated

    def _hurt(self, told: Casualty, before: Tap | None) -> NewTap:
        data: dict[str, Any] = {"player": told.player, "how": told.how}
        more = {"by": told.by, "injury": told.injury, "treated": told.treated}
        data |= {name: value for name, value in more.items() if value}
        if told.dice is not None:
            data["answers"] = {"": told.dice}
        elif told.roll:
            data["roll"] = [""]
        kept: Mapping[str, Any] = {}
        if before and self._dice_stay(before, told):
            kept = self._fallen(before)
            data.pop("answers", None)
        return NewTap(uuid4(), Kind.CASUALTY, told.side, data, kept=kept)

    def _dice_stay(self, tap: Tap, told: Casualty) -> bool:
        """Whether it is the same casualty otherwise told: nobody rolls twice for it."""
        whose = (tap.side, tap.data["player"], tap.data.get("injury") or "", self._treated(tap))
        return whose == (told.side, told.player, told.injury, told.treated) and told.dice in (
            None,
            self._dice(tap).get(""),
        )

    def _copied(self, tap: Tap) -> NewTap:
        data = {key: tap.data[key] for key in ("player", "by", "how", "injury") if key in tap.data}
        data |= {"treated": treated} if (treated := self._treated(tap)) else {}
        return NewTap(uuid4(), Kind.CASUALTY, tap.side, data, kept=self._fallen(tap))

    def _treated(self, tap: Tap) -> str:
        """Who was sent for, with the casualty or with its dice."""
        sent_for = [each.data.get("treated") or "" for each in self._whole(tap)]
        return max(sent_for)

    def _dice(self, tap: Tap) -> Mapping[str, Any]:
        return reports.dice_of(standing_taps(self.standing)).get(str(tap.uuid), {})

    def _fallen(self, tap: Tap) -> Mapping[str, Any]:
        """All dice that have fallen for a casualty, by whichever tap."""
        values: dict[str, Any] = {"answers": {}, "rolled": [], "outcome": "", "dice": {}}
        for each in self._whole(tap):
            values["answers"] |= each.data.get("answers", {})
            values["rolled"] += each.data.get("rolled", [])
            values["dice"] |= each.data.get("dice", {})
            values["outcome"] = each.data.get("outcome", values["outcome"])
        return {key: value for key, value in values.items() if value}

    def _whole(self, tap: Tap) -> list[Tap]:
        """A casualty with the dice that were sent after it."""
        later = [
            each
            for each in self.standing
            if each.kind == Kind.DICE and each.data["of"] == str(tap.uuid)
        ]
        return [tap, *later]
