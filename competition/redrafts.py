"""What a re-draft comes to: who heals, the budget, the price, and every rule that it breaks."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Subquery
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.failures import Reason, Refused
from competition.models import Award, Downtime, Entry, HealingDie, Redraft
from league.models import Season
from league.pins import book_of
from league.rulebook import answers_of, circumstances, must_allow, must_have, rule, said
from matches.unfinished import open_sides
from rules.answers import Redrafting
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.asks import Roll
from rules.engine.circumstances import SeasonEnd
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Line, total
from teams import ledger
from teams.models import Team
from teams.office import office_faults
from teams.permissions import TeamAccess
from teams.projection import Roster
from teams.purchases import Purchase
from teams.wishes import Wish

TOOK_PART = (Entry.State.ACCEPTED, Entry.State.LEFT)
MOST_RETURNING = 100


@dataclass(frozen=True)
class Healing:
    """Dice for niggling injuries: those that are asked for, and those that have fallen."""

    asks: tuple[Roll, ...]
    dice: Mapping[str, int]
    outcome: Allowed | None

    @property
    def is_done(self) -> bool:
        return self.outcome is not None

    @property
    def open(self) -> list[Roll]:
        return [ask for ask in self.asks if ask.key not in self.dice]

    def dice_of(self, player: str) -> list[int | None]:
        """What a player's dice show, None for one that has not fallen yet."""
        return [self.dice.get(ask.key) for ask in self.asks if healed_by(ask.key) == player]


def healed_by(die: str) -> str:
    """Whose injury a die is thrown for: its key is the question, the player, and its number."""
    return die.partition("/")[2].rpartition("/")[0]


def redrafting(book: Book) -> Redrafting:
    return must_have(answers_of(book).redrafting, "redrafting")


def heal(book: Book, present: state.Team, dice: Mapping[str, int]) -> Healing:
    """Ask the rulebook what heals. Dice that nobody asks for any more are left aside.

    Raises Missing where the edition knows no re-draft, Refused where a die shows what it cannot.
    """
    question = redrafting(book).healing
    at = SeasonEnd(present)
    first = question.ask(book, at, {})
    asks = (
        tuple(ask for ask in first.open if isinstance(ask, Roll)) if isinstance(first, Asks) else ()
    )
    known = {ask.key: dice[ask.key] for ask in asks if ask.key in dice}
    match question.ask(book, at, known):
        case rulings.Refused(reasons=reasons):
            raise Refused(*said(reasons, book.catalogue))
        case Allowed() as outcome:
            return Healing(asks, known, outcome)
        case _:
            return Healing(asks, known, None)


@dataclass(frozen=True)
class Reckoned(Purchase):
    """A re-draft as the rulebook sees it; `present` is the team with whoever has healed."""

    roster: Roster
    healing: Healing
    granted: int = 0
    won: int = 0

    @cached_property
    def budget_lines(self) -> tuple[Line, ...]:
        at = SeasonEnd(self.present, prize=self.won)
        return must_allow(self.book, redrafting(self.book).budget, at).because

    @property
    def budget(self) -> int:
        return total(self.budget_lines)

    @property
    def bill(self) -> tuple[Line, ...]:
        """What goes out, without the budget's own lines."""
        return (
            self.would_be.because[len(self.budget_lines) + bool(self.granted) :]
            if self.would_be
            else ()
        )

    @property
    def price(self) -> int:
        return -total(self.bill)

    @property
    def left(self) -> int:
        return self.budget + self.granted - self.price


def reckon(
    book: Book, roster: Roster, redraft: Redraft, dice: Mapping[str, int], *, grant: int = 0
) -> Reckoned:
    """Ask the rulebook about a re-draft as it stands. One statement."""
    healing = heal(book, roster.state, dice)
    present = fold(roster.state, healing.outcome.effects) if healing.outcome else roster.state
    won = won_before(roster, redraft.season)
    wanted = {
        "window": window_of(redraft.season),
        "returning": [key for key in redraft.returning if key in present.players],
        "wish": {**redraft.wish, "race": present.race},
        # An edition without gold and prizes is told of none.
        **({"grant": grant} if grant else {}),
        **({"prize": won.gold} if won.gold else {}),
        **({"prizes": won.inducements} if won.inducements else {}),
    }
    question = redrafting(book).redraft
    ruling = rule(book, question, circumstances(book, question, wanted, team=present))
    return Reckoned(book, present, ruling, roster, healing, grant, won.gold)


def as_finished(book: Book, redraft: Redraft, dice: Mapping[str, int]) -> Reckoned:
    """What a re-draft came to when it was finished, out of the ledger: the team has moved on since.
    Four statements."""
    team, question = redraft.team, redrafting(book).redraft
    event = (
        team.events.filter(reverses=None, reversed_by=None, kind=question.name)
        .select_related("chapter")
        .get(chapter__season=redraft.season)
    )
    before = ledger.state_before(team, event.chapter, event.step)
    signed = team.contracts.filter(key__in=before.players).select_related("player").order_by("id")
    roster = Roster(team, {contract.key: contract for contract in signed}, before)
    healing = heal(book, before, dice)
    present = fold(before, healing.outcome.effects) if healing.outcome else before
    because = tuple(Line(**line) for line in event.because)
    granted = sum(line.amount or 0 for line in because if line.code == "grant")
    done = Allowed(tuple(ledger.effects_of(event)), because)
    won = won_before(roster, redraft.season)
    return Reckoned(book, present, done, roster, healing, granted, won.gold)


@dataclass(frozen=True, slots=True)
class Won:
    """Prizes of a team's last season; inducements as far as it still has them. How much of the gold
    is left is for the rulebook to say."""

    gold: int
    inducements: Mapping[str, int]


def won_before(roster: Roster, season: Season) -> Won:
    """What a team won with the last season that it took part in before this one. One statement."""
    last = Entry.objects.filter(team=roster.team, season__number__lt=season.number)
    played = last.exclude(state=Entry.State.REFUSED)
    latest = played.order_by("-season__number").values("pk")[:1]
    prizes = list(Award.objects.filter(entry=Subquery(latest)).values_list("gold", "inducement"))
    has = roster.state.inducements
    times = Counter(what for _gold, what in prizes if what)
    kept = {what: n for what, won in times.items() if (n := min(won, has.get(what, 0)))}
    return Won(sum(gold for gold, _what in prizes), kept)


def window_of(season: Season) -> str:
    """What the rulebook calls the re-draft into a season: rookies have their ids from it."""
    return f"redraft/{season.number}"


def as_it_was(book: Book, roster: Roster, season: Season) -> dict[str, Any]:
    """What a re-draft begins with: everybody comes back, and all is bought again that is sold. One
    statement at most."""
    present = roster.state
    won = won_before(roster, season).inducements if any(present.inducements.values()) else {}
    return {
        "returning": [player.id for player in present.contracted],
        "wish": redrafting(book).begins_with(book, present, won),
    }


def readable(book: Book, roster: Roster, season: Season, wish: Wish) -> dict[str, Any]:
    """The wish as it is kept. Raises Refused where it cannot be read; it may break any rule."""
    known = redrafting(book).wish
    kept = {field: wish[field] for field in known if wish.get(field)}
    if strangers := [field for field, said in wish.items() if said and field not in known]:
        sentence = _("Nothing of that name is asked for.")
        raise Refused(
            *(Reason("unknown-field", sentence, f"wish.{each}"[:200]) for each in strangers)
        )
    asked = {"window": window_of(season), "wish": {**kept, "race": roster.team.race}}
    circumstances(book, redrafting(book).redraft, asked, team=roster.state)
    return kept


def returning_faults(roster: Roster, returning: Iterable[str]) -> list[Reason]:
    nobody = _("Nobody under contract has this id.")
    return [
        Reason("not-under-contract", nobody, f"returning.{key}"[:200])
        for key in returning
        if key not in roster.state.players or roster.state.players[key].journeyman
    ]


def healing_faults(reckoned: Reckoned) -> list[Reason]:
    if reckoned.healing.is_done:
        return []
    left = len(reckoned.healing.open)
    sentence = ngettext(
        "The die for %(n)d niggling injury has not fallen yet.",
        "The dice for %(n)d niggling injuries have not fallen yet.",
        left,
    )
    return [Reason("healing_open", sentence % {"n": left}, "healing")]


def dice_of(redraft: Redraft) -> dict[str, int]:
    """What has fallen, for the team's real re-draft and for its tries alike. One statement."""
    return {die.key: die.value for die in fallen(redraft)}


def fallen(redraft: Redraft) -> list[HealingDie]:
    """The dice themselves. One statement."""
    thrown = HealingDie.objects.filter(
        redraft__season=redraft.season_id, redraft__team=redraft.team_id
    )
    return list(thrown.order_by("id"))


def mended_said(roster: Roster, dice: Iterable[HealingDie]) -> list[str]:
    """Dice that were typed wrong and put right, a sentence for each."""
    sentence = _("A die for %(player)s was typed as %(first)s and corrected to %(now)s.")
    return [
        f"{sentence % {'player': hurt_by(roster, die), 'first': die.first_typed, 'now': die.value}}"
        f" {die.reason}".rstrip()
        for die in dice
        if die.first_typed is not None
    ]


def hurt_by(roster: Roster, die: HealingDie) -> str:
    """The name of whom a die is about."""
    key = healed_by(die.key)
    return roster.contracts[key].player.name if key in roster.contracts else key


def last_season(season: Season) -> Season | None:
    """The one before. One statement."""
    return Season.objects.filter(league=season.league_id, number=season.number - 1).first()


def must_be_redrafted(season: Season, team: Team) -> bool:
    """Whether a team of the last season's has not come into this one yet. Three statements."""
    if answers_of(book_of(season.pin)).redrafting is None:
        return False
    last = last_season(season)
    if last is None or not team.entries.filter(season=last, state__in=TOOK_PART).exists():
        return False
    done = Redraft.objects.filter(season=season, team=team, finished_at__isnull=False)
    return not done.exists()


def yet_to_redraft(season: Season) -> list[Team]:
    """The teams of the last season that have not come into this one. Two statements."""
    last = last_season(season)
    done = Redraft.objects.filter(season=season, finished_at__isnull=False).values("team")
    if last is None or answers_of(book_of(season.pin)).redrafting is None:
        return []
    played = Entry.objects.filter(season=last, state__in=TOOK_PART, team__isnull=False)
    teams = Team.objects.filter(pk__in=played.values("team"), state=Team.State.ACTIVE)
    return list(teams.exclude(pk__in=done).order_by("pk"))


def why_not_redraft(season: Season, team: Team) -> list[Reason]:
    """What keeps a team from its re-draft for now; trying is free."""
    last = last_season(season)
    if season.state == Season.State.OVER:
        sentence = _("The next season is not there yet. Until it is, re-drafts are only tried.")
        return [Reason("no_next_season", sentence)]
    reasons = []
    if last is None or not team.entries.filter(season=last, state__in=TOOK_PART).exists():
        sentence = _(
            "The team took part in no season before this one, so it keeps what it has. Its first "
            "re-draft comes after this season."
        )
        reasons.append(Reason("nothing_to_redraft", sentence))
    elif last.state != Season.State.OVER:
        reasons.append(Reason("season_not_over", _("The last season is not over yet.")))
    if open_sides().filter(team=team).exists():
        sentence = _("A match of this team is still open. Finish its post-match first.")
        reasons.append(Reason("match_open", sentence))
    return reasons


def why_not_by(access: TeamAccess, season: Season, team: Team, *, now: datetime) -> list[Reason]:
    """Why somebody does not re-draft a team now: the deadline is for its coaches, and whoever plays
    beside it leaves it to them, since a re-draft is never taken back."""
    late = [] if access.runs_league else overdue(season, now=now)
    person = access.membership.user if access.membership and not access.coaches else None
    by_office = office_faults(person, team) if person else []
    return [*why_not_redraft(season, team), *late, *by_office]


def overdue(season: Season, *, now: datetime) -> list[Reason]:
    due = Downtime.objects.filter(season=season).values_list("due_at", flat=True).first()
    if due is None or now <= due:
        return []
    sentence = _("The deadline was %(at)s. The commissioner can still re-draft the team.")
    at = date_format(localtime(due), "D j M Y, H:i")
    return [Reason("deadline_over", sentence % {"at": at})]
