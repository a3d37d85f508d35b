"""The re-draft between two seasons: who heals, what there is to spend, who comes back."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book import Book
from rules.bounds import within
from rules.editions.bb2016.draft import (
    Draft,
    bill,
    extra_faults,
    paid,
    shape_faults,
    squad_faults,
    staff_faults,
)
from rules.editions.bb2016.drafting import draft_offers
from rules.editions.bb2016.lasting import inducement_effects
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.training import rookies
from rules.editions.bb2016.value import STAFF
from rules.engine import effects as e
from rules.engine import redrafting
from rules.engine.asks import Roll, Step, together
from rules.engine.circumstances import MOST_WON, OfRace, SeasonEnd
from rules.engine.redrafting import (
    MOST_GRANTED,
    count_faults,
    granted,
    over_budget,
    return_faults,
    return_line,
)
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _

REWARDS = {
    "match": "played",
    "win": "won",
    "draw": "drawn",
    "touchdown": "touchdowns",
    "casualty": "casualties",
}


@question("redraft-budget", _("What a team may spend on its next season."))
def redraft_budget(book: Book, at: SeasonEnd) -> Ruling:
    return allowed(because=budget_lines(book, at.team, at.prize))


def budget_lines(book: Book, team: Team, prize: int = 0) -> list[Line]:
    """The budget line by line; the sum is what may be spent (source 5687-5690)."""
    return redrafting.budget_lines(book, team, prize, REWARDS)


@question("redraft-healing", _("Which niggling injuries heal between two seasons."))
def redraft_healing(book: Book, at: SeasonEnd) -> Step:
    """A D6 for each niggle; whoever had to miss the next match need not."""
    heals_on: int = book.house["re-draft.heals"]
    asks = [
        Roll(f"redraft-healing/{player.id}/{number}", dice="D6")
        for player in at.team.players.values()
        for number in range(1, player.niggles + 1)
    ]
    rolled = (yield from together(*asks)) if asks else ()
    dice = dict(zip((ask.key for ask in asks), rolled, strict=True))
    effects: list[e.Effect] = []
    because = []
    for player in at.team.players.values():
        prefix = f"redraft-healing/{player.id}/"
        shown = [die for key, die in dice.items() if key.startswith(prefix)]
        if healed := sum(die >= heals_on for die in shown):
            effects.append(e.Niggled(player.id, -healed))
        if shown:
            params = {"player": player.id, "dice": shown, "on": heals_on}
            because.append(Line("niggles-healed", healed, params))
        if player.misses_next:
            effects.append(e.MissesNext(player.id, misses=False))
    return allowed(*effects, because=because)


@dataclass(frozen=True, slots=True)
class Redraft:
    """Who shall come back, and what is bought beside them.

    `grant` is what the league adds to the budget by its commissioner's word. `prize` and `prizes`
    are the gold and the inducements that were won with the season that is over: these stay for the
    next one, for nothing (1516).
    """

    team: Team
    window: str
    returning: tuple[str, ...] = ()
    wish: Draft = field(default_factory=lambda: Draft(""))
    grant: int = within(0, MOST_GRANTED)
    prize: int = within(0, MOST_WON)
    prizes: Mapping[str, int] = field(default_factory=dict)


@question("redraft", _("Whether a team may begin its next season like this."))
def redraft(book: Book, at: Redraft) -> Ruling:
    """All rules of the draft hold; players come back at their value plus the agent's fee."""
    wish = replace(at.wish, race=at.team.race)
    if reasons := [
        *shape_faults(book, wish),
        *count_faults(wish),
        *return_faults(at.team, at.returning),
        *_prize_faults(at),
    ]:
        return refused(reasons)
    race = book.race(at.team.race)
    back = [at.team.players[id_] for id_ in at.returning]
    squad = dict(wish.players)
    for player in back:
        squad[player.position] = squad.get(player.position, 0) + 1
    lines = [return_line(book, player) for player in back] + bill(book, race, wish)
    lines += [Line("prize-kept", None, {"what": key}) for key, n in at.prizes.items() if n]
    budget = granted(budget_lines(book, at.team, at.prize), at.grant)
    reasons = [
        *squad_faults(book, race, replace(wish, players=squad)),
        *staff_faults(book, race, wish),
        *extra_faults(book, race, wish, at.prizes),
        *([Reason("fan-factor-not-for-sale", "fan_factor")] if wish.fan_factor else []),
        *over_budget(lines, budget),
    ]
    done = allowed(*_effects(book, at, wish, budget, lines), because=[*budget, *lines])
    return refused(reasons, otherwise=done) if reasons else done


# What a coach may say of what is bought beside those who come back.
WISH = ("players", "rerolls", "fan_factor", "staff", "inducements", "skilled")


def begins_with(book: Book, team: Team, won: Mapping[str, int]) -> dict[str, Any]:
    """All that is sold is bought again; prizes stay by themselves."""
    return {
        "players": {},
        "rerolls": team.rerolls,
        "staff": {what: count for what, count in team.staff.items() if count},
        "inducements": dict(_bought_again(book, team, won)),
    }


def _bought_again(book: Book, team: Team, won: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """What a team has for all its matches and may buy anew."""
    if not any(team.inducements.values()):
        return
    offers = draft_offers.ask(book, OfRace(team.race), {})
    lines = offers.because if isinstance(offers, Allowed) else ()
    sold = {line.params.get("subject") for line in lines if line.code == "offer"}
    for what, has in team.inducements.items():
        if (count := has - won.get(what, 0)) > 0 and f"inducements.{what}" in sold:
            yield what, count


def _prize_faults(at: Redraft) -> Iterator[Reason]:
    """Nobody keeps more than there is."""
    for key, count in at.prizes.items():
        if not 0 <= count <= (has := at.team.inducements.get(key, 0)):
            bounds = {"at_least": 0, "at_most": has}
            yield Reason("out-of-range", f"prizes.{key}", bounds, integrity=True)


def _effects(
    book: Book, at: Redraft, wish: Draft, budget: list[Line], lines: list[Line]
) -> Iterator[e.Effect]:
    for id_ in at.team.players:
        yield e.Renewed(id_) if id_ in at.returning else e.Left(id_, "contract-ended")
    yield e.Gold(total(budget) - at.team.treasury, "re-draft")
    yield from paid(lines)
    numbers: Counter[str] = Counter()
    for rookie in rookies(book, book.race(at.team.race), wish.players, wish.skilled):
        numbers[rookie.position] += 1
        id_ = f"{at.window}/{rookie.position}/{numbers[rookie.position]}"
        yield e.Joined(rookie.called(id_))
    if by := wish.rerolls - at.team.rerolls:
        yield e.Rerolls(by)
    for what in STAFF:
        if by := wish.staff.get(what, 0) - at.team.staff.get(what, 0):
            yield e.Staff(what, by)
    kept = Counter(at.prizes) + Counter(wish.inducements)
    yield from inducement_effects(at.team, kept)
    yield from _endings(book, at.team)
    yield e.Recorded({what: -count for what, count in at.team.record.items() if count})


def _endings(book: Book, team: Team) -> Iterator[e.Effect]:
    """What ends with the season unless the league lets a team keep it."""
    keeps = book.house["re-draft.keeps"]
    if "sponsors" not in keeps:
        if team.sponsor:
            yield e.Sponsor("")
        if team.ongoing_sponsors:
            yield e.OngoingSponsors(-team.ongoing_sponsors)
    if "home" not in keeps and team.home:
        yield e.HomeStadium(None)
    if "fund" not in keeps and team.fund:
        yield e.Fund(-team.fund)
    if "star" not in keeps and team.star:
        yield e.RosteredStar("")
