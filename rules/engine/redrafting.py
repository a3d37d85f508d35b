"""The re-draft between two seasons: what there is to spend, and what it takes to come back."""

from collections.abc import Iterator, Mapping, Sequence

from rules.book import Book
from rules.engine.drafting import MOST_COUNTED, Wish, budget_faults, uncounted_faults
from rules.engine.rulings import Line, Reason, total
from rules.engine.state import Player, Team

# The most gold that a league may add to a budget by its commissioner's word.
MOST_GRANTED = 10_000_000


def budget_lines(book: Book, team: Team, prize: int, rewards: Mapping[str, str]) -> list[Line]:
    """The budget line by line; the sum is what may be spent. `rewards` are what is counted in the
    team's record, by the knob that says what each is worth."""
    lines = [Line("budget", book.house["re-draft.budget"])]
    if book.house["re-draft.treasury"]:
        lines.append(Line("treasury", team.treasury))
    elif kept := min(prize, team.treasury):
        lines.append(Line("prize", kept))
    for knob, counted in rewards.items():
        each, count = book.house[f"re-draft.{knob}"], team.record.get(counted, 0)
        if each and count:
            lines.append(Line(knob, each * count, {"count": count, "each": each}))
    cap = book.house["re-draft.cap"]
    if cap and (over := total(lines) - cap) > 0:
        lines.append(Line("cap", -over, {"cap": cap}))
    return lines


def granted(budget: Sequence[Line], grant: int) -> list[Line]:
    """With what the league adds, if it adds anything."""
    return [*budget, Line("grant", grant)] if grant else [*budget]


def return_line(book: Book, player: Player) -> Line:
    """What a player wants for another season: their value, and a fee for each already played, the
    one that is just over included."""
    seasons = player.seasons_over
    fee: int = book.house["re-draft.agent"] * seasons
    params = {"player": player.id, "value": player.value, "fee": fee, "seasons": seasons}
    return Line("return", -(player.value + fee), params)


def count_faults(wish: Wish) -> Iterator[Reason]:
    """Nobody means so many; what would come true names everybody."""
    yield from (each.about("players") for each in uncounted_faults(wish, MOST_COUNTED))


def return_faults(team: Team, returning: Sequence[str]) -> Iterator[Reason]:
    if len(set(returning)) != len(returning):
        yield Reason("picked-twice", "returning", integrity=True)
    for id_ in returning:
        player = team.players.get(id_)
        if player is None or player.journeyman:
            yield Reason("not-under-contract", f"returning.{id_}", integrity=True)


def over_budget(lines: Sequence[Line], budget: Sequence[Line]) -> Iterator[Reason]:
    yield from budget_faults(-total(lines), total(budget), integrity=True)
