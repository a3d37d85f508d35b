"""What a re-draft comes to: who heals, the budget, the price, and every rule that it breaks."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Subquery
from django.utils.translation import gettext as _

from competition.models import Award, Entry, Redraft
from jobs.failures import Reason, Refused
from league.models import Season
from league.rulebook import answers_of, circumstances, must_allow, must_have, rule, said
from rules.answers import Redrafting
from rules.book import Book
from rules.engine import rulings, state
from rules.engine.asks import Roll
from rules.engine.circumstances import OfRace, SeasonEnd
from rules.engine.drive import Asks
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Line, total
from teams.projection import Roster
from teams.purchases import Purchase
from teams.wishes import Wish

KEPT = ("players", "rerolls", "fan_factor", "staff", "inducements", "skilled")
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
        "grant": grant,
        "prize": won.gold,
        "prizes": won.inducements,
    }
    question = redrafting(book).redraft
    ruling = rule(book, question, circumstances(book, question, wanted, team=present))
    return Reckoned(book, present, ruling, roster, healing, grant, won.gold)


@dataclass(frozen=True, slots=True)
class Won:
    """Prizes of a team's last season, as far as it still has them."""

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
    gold = sum(gold for gold, _what in prizes)
    return Won(min(gold, max(0, roster.state.treasury)), kept)


def window_of(season: Season) -> str:
    """What the rulebook calls the re-draft into a season: rookies have their ids from it."""
    return f"redraft/{season.number}"


def as_it_was(book: Book, roster: Roster, season: Season) -> dict[str, Any]:
    """What a re-draft begins with: everybody comes back, and all is bought again that is sold."""
    present = roster.state
    return {
        "returning": [player.id for player in present.contracted],
        "wish": {
            "players": {},
            "rerolls": present.rerolls,
            "staff": {what: count for what, count in present.staff.items() if count},
            "inducements": _bought_again(book, roster, season),
        },
    }


def _bought_again(book: Book, roster: Roster, season: Season) -> dict[str, int]:
    """What a team has for all its matches and may buy anew; prizes stay by themselves."""
    has = roster.state.inducements
    if not any(has.values()):
        return {}
    offers = must_allow(book, answers_of(book).draft_offers, OfRace(roster.team.race)).because
    sold = {str(line.params.get("subject", "")) for line in offers if line.code == "offer"}
    won = won_before(roster, season).inducements
    return {
        what: count
        for what, n in has.items()
        if (count := n - won.get(what, 0)) > 0 and f"inducements.{what}" in sold
    }


def readable(book: Book, roster: Roster, season: Season, wish: Wish) -> dict[str, Any]:
    """The wish as it is kept. Raises Refused where it cannot be read; it may break any rule."""
    kept = {field: wish[field] for field in KEPT if wish.get(field)}
    if strangers := [field for field in wish if field not in KEPT]:
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
