"""What somebody wishes to change in a match, as edits of what was put in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Forbidden, Reason, Refused
from matches.asked import same
from matches.commands.reporting import decided
from matches.commands.tapping import Entering, NewTap
from matches.models import Answer, StepRun, Tap
from matches.permissions import MatchAccess
from matches.pitch import crowd, reports, resources
from matches.pitch.contradictions import contradictions
from matches.pitch.lineups import field_of, occasion, standing, standing_taps
from matches.pitch.reports import DEEDS, MatchEnding, StandingTap
from matches.presentation.progress import crowd_before
from matches.reading import side_of
from matches.record import MatchRecord
from matches.replay.replaying import Edits, Place
from matches.steps import only_server_rolls
from rules.engine.lineup import CROWD
from rules.engine.match import SIDES, other

Told = Mapping[str, int]
Kind = Tap.Kind
# What may say before which other tap it came.
PLACED = (*DEEDS, Kind.KNOCK_OUT, Kind.CASUALTY)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be otherwise: score or crowd, answers, taps on the pitch, or how it ended."""

    score: Told | None = None
    crowd: Told | None = None
    answers: Mapping[Place, Mapping[str, Any]] = field(default_factory=dict)
    taps: Sequence[NewTap] = ()
    ending: MatchEnding | None = None

    def as_data(self) -> dict[str, Any]:
        """To be kept until somebody agrees."""
        return {
            "score": dict(self.score) if self.score else None,
            CROWD: dict(self.crowd) if self.crowd else None,
            "answers": [[*place, dict(given)] for place, given in self.answers.items()],
            "taps": [
                [str(tap.uuid), tap.kind, tap.side, dict(tap.data), tap.note] for tap in self.taps
            ],
            "ending": self.ending.as_data() if self.ending else None,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Wish":
        taps = [
            NewTap(UUID(uuid), kind, side, told, note)
            for uuid, kind, side, told, note in data["taps"]
        ]
        # What the server threw when it was proposed waits for it.
        ending = replace(MatchEnding.of(data["ending"]), throw=True) if data["ending"] else None
        answers = {(side, step): given for side, step, given in data["answers"]}
        return cls(data["score"], data[CROWD], answers, taps, ending)

    def edits(
        self, record: MatchRecord, *, actor: User, access: MatchAccess, now: datetime
    ) -> Edits:
        """What is really to be changed. Raises Refused where it cannot be."""
        self._must_see(record, access)
        retold = EditedReport(record, self, Entering(record, access, actor, now, is_reopened=True))
        report = retold.report()
        carried = retold.carried(report) if report else {}
        return Edits(
            report if report != record.told else None,
            {place: dict(_changed(record, place, given)) for place, given in self.answers.items()},
            retold.fresh,
            carried,
        )

    def _must_see(self, record: MatchRecord, access: MatchAccess) -> None:
        """Whoever may not see an answer does not learn it by guessing either."""
        for place, given in self.answers.items():
            run = record.runs.get(place)
            stands = record.answers_to(run) if run else {}
            for key in given:
                if key in stands and not access.sees_answer(stands[key]):
                    raise Forbidden.because(
                        "not_yours_to_answer", _("This is for the other side to answer."), key
                    )


def _changed(
    record: MatchRecord, place: Place, given: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """The answers that say something else than what stands."""
    side, step = place
    if step not in record.steps or record.steps[step][1].joint != (side == ""):
        raise Refused.because("no_such_step", _("There is no such step."), f"{side}/{step}")
    run = record.runs.get(place)
    stands = record.given(run) if run else {}
    for key, value in given.items():
        if key not in stands or not same(stands[key], value):
            _must_be_finished(run, place)
            yield key, value


def _must_be_finished(run: StepRun | None, place: Place) -> None:
    if run is not None and run.finished_at is None:
        sentence = _("This step is not finished. Answer it, there is nothing to correct yet.")
        raise Refused.because("step_open", sentence, f"{place[0] or 'joint'}/{place[1]}")


class EditedReport:
    """A match with other taps, as its report would be."""

    def __init__(self, record: MatchRecord, wish: Wish, entering: Entering) -> None:
        self.record, self.wish, self.access = record, wish, entering.access
        wished = _wished(record, wish) if _is_told(record, wish) else []
        self.fresh = entering.read(_in_their_place(wished, standing(entering.all)))
        self.taps: list[StandingTap] = standing_taps(entering.all)

    def report(self) -> dict[str, Any] | None:
        """None where nothing on the pitch is to be otherwise."""
        record, wish = self.record, self.wish
        if not (_is_told(record, wish)):
            return None
        on = field_of(record, self.taps)
        score, given = self._by_score() if record.match.by_score else self._by_taps()
        wished = _ending(record, wish) or MatchEnding.of(record.told)
        ending, reasons = decided(record, score, wished, self.access)
        reasons = [
            *self._crowd_faults(given),
            *contradictions(record, self.taps, on, dice_follow=True),
            *self._too_many(score),
            *reasons,
        ]
        reasons += resources.contradictions(record, self.taps)
        if reasons:
            raise Refused(*reasons)
        data = reports.as_data(self.taps, on, ending, **occasion(record.match))
        return data | {"score": dict(score)} | ({CROWD: dict(given)} if given else {})

    def _by_taps(self) -> tuple[Told, None]:
        return reports.score_of(self.taps), None

    def _by_score(self) -> tuple[Told, Told | None]:
        data = self.record.told
        score = self.wish.score or data["score"]
        if reasons := reports.faults(score):
            raise Refused(*reasons)
        return score, self.wish.crowd or data.get(CROWD)

    def _crowd_faults(self, given: Told | None) -> list[Reason]:
        pin, stands = self.record.match.pin, self.record.told.get(CROWD, crowd.NOBODY_CAME)
        return crowd.untold_faults(pin, self.access, given, stands=stands) if given else []

    def _too_many(self, score: Told) -> list[Reason]:
        named = reports.score_of([tap for tap in self.taps if tap.player])
        sentence = _("Players are named for more than this side scored.")
        return [
            Reason("score_does_not_add_up", sentence, f"score_{side}")
            for side in SIDES
            if named[side] > score[side]
        ]

    def carried(self, report: Mapping[str, Any]) -> dict[Place, dict[str, Answer | None]]:
        """Dice stay with their casualty: told by its tap, or by whom it befell."""
        step = next(iter(self.record.sequence.after))
        run = self.record.run(None, step)
        stored = self.record.answers_to(run) if run else {}
        before = {hurt["tap"]: hurt for hurt in self.record.told.get("casualties", ())}
        still = {hurt["tap"] for hurt in report["casualties"]}
        gone = [hurt for tap, hurt in before.items() if tap not in still]
        dice = reports.dice_of(self.taps)
        answers: dict[str, Answer | None] = {}
        for hurt in report["casualties"]:
            tap, key = hurt["tap"], reports.casualty_key(hurt)
            was = before.get(tap) or _same_victim(hurt, gone) or self._same_side(hurt, gone)
            if was is None or reports.casualty_key(was) != key:
                answers |= {each: self._kept(stored[each]) for each in _under(stored, key)}
                old = reports.casualty_key(was) if was else None
                moved = _under(stored, old) if old else []
                answers |= {key + each.removeprefix(old or ""): stored[each] for each in moved}
            if tap not in before:
                answers |= {
                    reports.casualty_key(hurt, rest): Answer(value=value)
                    for rest, value in dice.get(tap, {}).items()
                }
        return {("", step): answers} if answers else {}

    def _kept(self, answer: Answer) -> Answer | None:
        """A casualty that is told again finds what the server threw for it before."""
        return answer if self._by_server and answer.source == Answer.Source.SERVER else None

    def _same_side(
        self, hurt: Mapping[str, Any], gone: list[Mapping[str, Any]]
    ) -> Mapping[str, Any] | None:
        """What only the server rolls holds for the side, whoever is named."""
        same = (each for each in gone if self._by_server and each["side"] == hurt["side"])
        if was := next(same, None):
            gone.remove(was)
        return was

    @property
    def _by_server(self) -> bool:
        return only_server_rolls(self.record.book, next(iter(self.record.sequence.after)))


def _is_told(record: MatchRecord, wish: Wish) -> bool:
    """Whether anything about the pitch is wished to be otherwise."""
    return bool(
        wish.taps
        or _ending(record, wish)
        or (wish.score and wish.score != record.told["score"])
        or _crowd(record, wish)
    )


def _ending(record: MatchRecord, wish: Wish) -> MatchEnding | None:
    """How it is to have ended, if otherwise than it did."""
    wished = wish.ending
    return None if not wished or wished.says_the_same(MatchEnding.of(record.told)) else wished


def _crowd(record: MatchRecord, wish: Wish) -> Told | None:
    """What the crowd is to have given, if it is another."""
    stands = record.told.get(CROWD) or {
        side: crowd_before(record.match.pin, record.events[side]) for side in SIDES
    }
    return wish.crowd if wish.crowd and wish.crowd != stands else None


def _wished(record: MatchRecord, wish: Wish) -> list[NewTap]:
    """The taps to enter. The crowd of a match that has taps is one of them."""
    if any(tap.kind == Kind.DICE or tap.data.get("roll") for tap in wish.taps):
        sentence = _("The dice of a casualty are answers by now: change those.")
        raise Refused.because("dice_are_answers", sentence)
    if record.match.by_score:
        return [*wish.taps]
    if wish.score and wish.score != record.told["score"]:
        sentence = _("This match was told tap by tap: add one, or take one back.")
        raise Refused.because("told_by_taps", sentence, "score")
    if given := _crowd(record, wish):
        name = uuid5(record.match.uuid, f"{record.match.revision}/{CROWD}")
        return [*wish.taps, NewTap(name, Kind.CROWD, "", dict(given))]
    return [*wish.taps]


def _in_their_place(wished: Sequence[NewTap], stand: Sequence[Tap]) -> list[NewTap]:
    """What is told instead of something takes its place. When anything else was, nobody says in a
    correction: whatever somebody did comes before their casualty."""
    known = {str(tap.uuid): tap for tap in stand}
    gone = {str(tap.data.get("of")) for tap in wished if tap.kind == Kind.VOID}
    hurt: dict[tuple[str, str], str] = {}
    for each in stand:
        if each.kind == Kind.CASUALTY and str(each.uuid) not in gone:
            hurt.setdefault((each.side, each.data["player"]), str(each.uuid))
    placed: list[NewTap] = []
    for tap in wished:
        last = placed[-1] if placed else None
        was = known.get(str(last.data.get("of"))) if last and last.kind == Kind.VOID else None
        instead = was is not None and (was.kind, was.side) == (tap.kind, tap.side)
        before = str(was.uuid) if was and instead else hurt.get(_doer(tap))
        is_placed = tap.kind in PLACED and "before" not in tap.data and before
        placed.append(replace(tap, data={**tap.data, "before": before}) if is_placed else tap)
    return placed


def _doer(tap: NewTap) -> tuple[str, str]:
    side, doer = tap.side, tap.data.get("player")
    if tap.kind == Kind.CASUALTY and tap.side:
        side, doer = other(side_of(tap.side)), tap.data.get("by")
    return side, str(doer or "")


def _same_victim(
    hurt: Mapping[str, Any], gone: list[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """A casualty that was taken back and told anew of the same player keeps its dice."""
    for each in gone:
        if (each["side"], each["player"]) == (hurt["side"], hurt["player"]):
            gone.remove(each)
            return each
    return None


def _under(stored: Mapping[str, Answer], key: str) -> list[str]:
    return [each for each in stored if each == key or each.startswith(f"{key}/")]
