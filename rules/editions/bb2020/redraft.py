"""The re-draft between two seasons: who heals, what there is to spend, who comes back."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book import Book
from rules.bounds import within
from rules.editions.bb2020.draft import Draft, bill, shape_faults, support_faults
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine import redrafting
from rules.engine.asks import Roll, Step, together
from rules.engine.circumstances import MOST_WON, SeasonEnd
from rules.engine.drafting import race_faults, size_faults
from rules.engine.faults import team_faults
from rules.engine.redrafting import (
    MOST_GRANTED,
    count_faults,
    granted,
    over_budget,
    return_faults,
    return_line,
)
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.squads import position_faults
from rules.engine.state import Player, Team
from rules.knobs import _

REWARDS = {"match": "played", "win": "won", "draw": "drawn"}


@question("redraft-budget", _("What a team may spend on its next season."))
def redraft_budget(book: Book, at: SeasonEnd) -> Ruling:
    return allowed(because=budget_lines(book, at.team, at.prize))


def budget_lines(book: Book, team: Team, prize: int = 0) -> list[Line]:
    """The budget line by line; the sum is what may be spent."""
    return redrafting.budget_lines(book, team, prize, REWARDS)


@question("redraft-healing", _("Which injuries heal between two seasons."))
def redraft_healing(book: Book, at: SeasonEnd) -> Step:
    """A D6 for each niggle, and for each lost point of who is retired; an apothecary adds one."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    wounds = [wound for player in at.team.players.values() for wound in _wounds(player)]
    asks = [Roll(f"redraft-healing/{key}", dice="D6") for _player, _name, key in wounds]
    rolled = (yield from together(*asks)) if asks else ()
    more = book.figure("redraft", "apothecary") if at.team.staff.get("apothecary") else 0
    heals_on: int = book.house["re-draft.heals"]
    effects: list[e.Effect] = []
    lines = []
    for (player, name, _key), die in zip(wounds, rolled, strict=True):
        healed = die + more >= heals_on
        if healed:
            effects.append(e.Lowered(player, name, -1) if name else e.Niggled(player, -1))
        about = {"player": player, "die": die, "more": more, "healed": healed}
        if name:
            lines.append(Line("wound-healed", None, {**about, "characteristic": name}))
        else:
            lines.append(Line("niggle-healed", None, about))
    effects += [
        e.MissesNext(player.id, misses=False)
        for player in at.team.players.values()
        if player.misses_next
    ]
    return allowed(*effects, because=lines)


def _wounds(player: Player) -> Iterator[tuple[str, str, str]]:
    """Whose each is, the characteristic if it is a lost point, and a key of its own."""
    for number in range(1, player.niggles + 1):
        yield player.id, "", f"{player.id}/{number}"
    for name, times in player.lowered.items() if player.retired else ():
        for number in range(1, times + 1):
            yield player.id, name, f"{player.id}/{name}/{number}"


@dataclass(frozen=True, slots=True)
class Redraft:
    """Who shall come back, and what is bought beside them.

    `grant` is what the league adds to the budget by its commissioner's word; `prize` is gold won
    with the season that is over, `prizes` inducements, which no team has for good here.
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
    """All rules of the draft hold; players come back at their value plus the agent's fee, and the
    choices of the team and its fans stay."""
    wish = replace(at.wish, race=at.team.race, fan_factor=0, rules={})
    if reasons := [
        *shape_faults(book, wish),
        *count_faults(wish),
        *return_faults(at.team, at.returning),
    ]:
        return refused(reasons)
    race = book.race(at.team.race)
    back = [at.team.players[id_] for id_ in at.returning]
    squad = Counter(wish.players) + Counter(player.position for player in back)
    lines = [return_line(book, player) for player in back] + bill(book, race, wish)
    budget = granted(budget_lines(book, at.team, at.prize), at.grant)
    reasons = [
        *race_faults(book, race),
        *size_faults(book, squad.total()),
        *position_faults(race, squad, "players.{}".format),
        *support_faults(book, race, wish.rerolls, wish.staff),
        *([Reason("fan-factor-not-for-sale", "fan_factor")] if at.wish.fan_factor else []),
        *over_budget(lines, budget),
    ]
    done = allowed(*_effects(book, at, wish, budget, lines), because=[*budget, *lines])
    return refused(reasons, otherwise=done) if reasons else done


# What a coach may say of what is bought beside those who come back.
WISH = ("players", "rerolls", "staff")


def begins_with(book: Book, team: Team, won: Mapping[str, int]) -> dict[str, Any]:
    """All that is sold is bought again."""
    staff = {what: count for what, count in team.staff.items() if count}
    return {"players": {}, "rerolls": team.rerolls, "staff": staff}


def _effects(
    book: Book, at: Redraft, wish: Draft, budget: list[Line], lines: list[Line]
) -> Iterator[e.Effect]:
    for id_ in at.team.players:
        yield e.Renewed(id_) if id_ in at.returning else e.Left(id_, "contract-ended")
    yield e.Gold(total(budget) - at.team.treasury, "re-draft")
    for line in lines:
        yield e.Gold(line.amount or 0, line.code)
    for key, count in wish.players.items():
        cost = book.position(at.team.race, key).cost
        for number in range(1, count + 1):
            yield e.Joined(Player(f"{at.window}/{key}/{number}", key, cost))
    if by := wish.rerolls - at.team.rerolls:
        yield e.Rerolls(by)
    for what in STAFF:
        if by := wish.staff.get(what, 0) - at.team.staff.get(what, 0):
            yield e.Staff(what, by)
    yield e.Recorded({what: -count for what, count in at.team.record.items() if count})
