"""A match: what was put in (reports and answers) apart from what came of it (events of teams)."""

import uuid
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from acts.models import Act
from league.models import League, NeverChanged, RulesPin, Season
from rules.engine.lineup import CROWD
from teams.models import Chapter, Team, Words


class Match(models.Model):
    """Two teams on one pitch. `revision` counts everything that was ever put in.

    The score of one that was told afterwards by its score alone (`by_score`) has no pre-match.
    """

    class State(models.TextChoices):
        PRE_MATCH = "pre-match", _("pre-match")
        PLAYING = "playing", _("being played")
        INTERRUPTED = "interrupted", _("interrupted")
        REPORTED = "reported", _("reported")
        DISPUTED = "disputed", _("disputed")
        POST_MATCH = "post-match", _("post-match")
        OVER = "over", _("over")
        CALLED_OFF = "called-off", _("called off")

    class Awaits(models.TextChoices):
        HOME = "home", _("home")
        AWAY = "away", _("away")
        LEAGUE = "league", _("the league")
        OTHERS = "others", _("anybody else in the season")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="matches")
    season = models.ForeignKey(Season, models.PROTECT, related_name="matches")
    pin = models.ForeignKey(RulesPin, models.PROTECT, related_name="+")
    state = models.CharField(max_length=11, choices=State, default=State.PRE_MATCH)
    by_score = models.BooleanField(default=False)
    # What kind of match it is, as whoever arranged it says.
    is_friendly = models.BooleanField(default=False)
    is_knock_out = models.BooleanField(default=False)
    # Played because a knock-out match was drawn: this one finds a winner.
    is_replay = models.BooleanField(default=False)
    is_play_off = models.BooleanField(default=False)
    is_final = models.BooleanField(default=False)
    # Whether the league's schedule has the two play. Otherwise they agree on it between them.
    is_scheduled = models.BooleanField(default=False)
    # Stars who were not free and stadiums that others had when it began: nobody else's affairs
    # change it later.
    claims = models.JSONField(default=dict)
    # What the server threw for a correction that nobody has entered yet, by what asks for it.
    reserved_dice = models.JSONField(default=dict)
    played_on = models.DateField(_("played on"))
    entered_at = models.DateTimeField()
    kicked_off_at = models.DateTimeField(null=True)
    reported_at = models.DateTimeField(null=True)
    # Whose word the report is; empty where nobody in particular has to confirm it.
    reported_by = models.CharField(max_length=4, blank=True)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    # Whose answer it waits for: a side's, that of whoever runs the league, or anybody else's in the
    # season.
    awaits = models.CharField(max_length=6, choices=Awaits, blank=True)
    # When a report that nobody answers confirms itself, and when that was said again.
    confirms_at = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    # One person coached both sides and runs the league alone: nobody else vouches for it.
    confirmed_alone = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-played_on", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["league", "-played_on", "-id"]),
            models.Index(
                fields=["confirms_at"],
                condition=models.Q(state="reported"),
                name="match_to_confirm",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.played_on}"

    @property
    def as_it_stands(self) -> str:
        """What its state means, as a sentence."""
        return str(STANDS[self.State(self.state)])


STANDS = {
    Match.State.PRE_MATCH: _("This match has not kicked off yet."),
    Match.State.PLAYING: _("This match is being played."),
    Match.State.INTERRUPTED: _("This match was broken off, and goes on another day."),
    Match.State.REPORTED: _("This match was reported, and waits to be confirmed."),
    Match.State.DISPUTED: _("The report of this match is disputed."),
    Match.State.POST_MATCH: _("This match has been played. What follows it is under way."),
    Match.State.OVER: _("This match is over."),
    Match.State.CALLED_OFF: _("This match was called off."),
}


class MatchSide(models.Model):
    """One team in a match: its chapter, how it came to the match and how it kicked off.

    `in_other_hands` says that its coach lets the other one enter for them. A match off the schedule
    begins once both sides have agreed to it (`agreed_at`).
    """

    class Side(models.TextChoices):
        HOME = "home", _("home")
        AWAY = "away", _("away")

    match = models.ForeignKey(Match, models.PROTECT, related_name="sides")
    side = models.CharField(max_length=4, choices=Side)
    team = models.ForeignKey(Team, models.PROTECT, related_name="sides")
    chapter = models.OneToOneField(Chapter, models.PROTECT, related_name="side")
    arrived = models.JSONField()
    kick_off = models.JSONField(null=True)
    in_other_hands = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(null=True)
    through_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["match", "-side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side"], name="match_side"),
            models.UniqueConstraint(fields=["match", "team"], name="match_team_once"),
            models.UniqueConstraint(
                fields=["team"],
                # An invitation binds whoever agreed to it.
                condition=models.Q(through_at=None, agreed_at__isnull=False),
                name="match_one_open_for_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"


class Lending(models.Model):
    """A time in which the other coach entered for a side: by whose word, and until when.

    It stays on record, so that nobody looks at a hand of cards unseen.
    """

    side = models.ForeignKey(MatchSide, models.PROTECT, related_name="lendings")
    lent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    lent_at = models.DateTimeField()
    # Whether the side's coach typed the password on the other coach's phone.
    by_password = models.BooleanField(default=False)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["side", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["side"],
                condition=models.Q(taken_back_at=None),
                name="lending_one_open_for_a_side",
            )
        ]

    def __str__(self) -> str:
        return f"{self.side_id} lent by {self.lent_by_id}"


class OnlyAdded(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")

    def delete(self) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")


class AppendOnly(models.Model):
    """Something that somebody put in: never changed, only followed by something else."""

    at = models.DateTimeField()

    objects = OnlyAdded.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("what was put in; a change is another version")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NeverChanged("what was put in; a change is another version")


class Tap(AppendOnly):
    """Something that happened on the pitch, as it was entered; `uuid` is the sender's, so that what
    is sent twice counts once. What was wrong is voided by another tap.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("Turn")
        TOUCHDOWN = "touchdown", _("TD")
        COMPLETION = "completion", _("COMP")
        INTERCEPTION = "interception", _("INT")
        CASUALTY = "casualty", _("CAS")
        DICE = "dice", _("Casualty dice")
        KNOCK_OUT = "knock-out", _("KO")
        SENT_OFF = "sent-off", _("Sent off")
        KICK_OFF = "kick-off", _("Kick-off")
        BALL = "ball", _("Special ball")
        WEATHER = "weather", _("Weather")
        CROWD = CROWD, _("Crowd")
        CARD = "card", _("Card played")
        INDUCEMENT = "inducement", _("Inducement used")
        JOINS = "joins", _("Joins the match")
        COUNT = "count", _("Counted")
        MARK = "mark", _("Used")
        NOTE = "note", _("Note")
        VOID = "void", _("Taken back")

    match = models.ForeignKey(Match, models.PROTECT, related_name="taps")
    uuid = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    side = models.CharField(max_length=4, choices=MatchSide.Side, blank=True)
    data = models.JSONField(default=dict)
    words = models.ForeignKey(Words, models.PROTECT, null=True, related_name="+")
    voids = models.OneToOneField("self", models.PROTECT, null=True, related_name="voided_by")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "uuid"], name="tap_sent_once"),
            models.UniqueConstraint(fields=["match", "number"], name="tap_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number} {self.kind}"


class Dispute(models.Model):
    """Why a coach does not confirm a report, and how it ended."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="disputes")
    side = models.CharField(max_length=4, choices=MatchSide.Side)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    words = models.ForeignKey(Words, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["match", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(settled_at=None), name="dispute_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} disputed by {self.side}"


class Proposal(models.Model):
    """What a coach would have told otherwise of a match that is confirmed, until the other agrees.

    `seen` names the difference that they looked at: it lapses when anything moves.
    """

    class Outcome(models.TextChoices):
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OVERTAKEN = "overtaken", _("overtaken")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, related_name="proposals")
    side = models.CharField(max_length=4, choices=MatchSide.Side)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    wish = models.JSONField()
    seen = models.CharField(max_length=64)
    words = models.ForeignKey(Words, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)

    class Meta:
        ordering: ClassVar = ["match", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(settled_at=None), name="proposal_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} proposed by {self.side}"


class MatchReport(AppendOnly):
    """What happened on the pitch, put together from the taps; the last version holds."""

    version = models.PositiveSmallIntegerField(default=1)
    match = models.ForeignKey(Match, models.PROTECT, related_name="reports")
    data = models.JSONField()
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["match", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "version"], name="match_report_version")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} report {self.version}"


class StepRun(models.Model):
    """A step of the sequence in one match, of one side or of both together.

    `place` is its number among the steps of a match. Once it is over, `asked` names the asks that
    led there; `facts` and `because` hold what it settled for the match and for no team.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="runs")
    side = models.CharField(max_length=4, choices=MatchSide.Side, blank=True)
    step = models.CharField(max_length=40)
    place = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=0)
    asked = models.JSONField(default=list)
    facts = models.JSONField(default=list)
    because = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["match", "place", "-side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "side", "step"], name="step_run_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.step} {self.side or 'joint'}"


class Answer(AppendOnly):
    """What was answered to an ask; of several versions the last one holds."""

    version = models.PositiveSmallIntegerField(default=1)

    class Source(models.TextChoices):
        TABLE = "table", _("at the table")
        SERVER = "server", _("by the server")

    run = models.ForeignKey(StepRun, models.PROTECT, related_name="answers")
    key = models.CharField(max_length=200)
    value = models.JSONField(null=True)
    # What was rolled, as the books write it; empty where nothing was.
    dice = models.CharField(max_length=8, blank=True)
    source = models.CharField(max_length=6, choices=Source, default=Source.TABLE)
    # Nobody's where the server drew without being asked.
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    visible = models.CharField(max_length=6, default="public")
    # The side that answers; empty where no single one does.
    whose = models.CharField(max_length=4, choices=MatchSide.Side, blank=True)

    class Meta:
        ordering: ClassVar = ["run", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "key", "version"], name="answer_version")
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.key} {self.version}"


class Witness(AppendOnly):
    """The other coach saw dice that were typed."""

    answer = models.OneToOneField(Answer, models.PROTECT, related_name="witness")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    act = models.ForeignKey(Act, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.answer_id} seen by {self.by_id}"
