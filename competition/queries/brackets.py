"""A knock-out drawn: where every match stands, and the lines between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from competition.fixture_words import round_said
from competition.models import Fixture, Stage
from competition.queries.fixtures import FixtureLine, SlotView, fixture_lines, rounds_of
from competition.queries.seasons import SeasonView

HEADS = 52
ROW = 84
BOX = 60
HALF = BOX // 2
# Width of a box and of the gap beside it: few rounds have room, many have to be narrower.
ROOMY, NARROW = (280, 120), (196, 44)
FEW_ROUNDS = 3
LETTERS = {ROOMY[0]: 26, NARROW[0]: 19}


@dataclass(frozen=True, slots=True)
class BoxSide:
    slot: SlotView
    name: str
    y: int
    text_y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A match as it is drawn."""

    line: FixtureLine
    x: int
    y: int
    width: int
    sides: tuple[BoxSide, BoxSide]

    @property
    def middle(self) -> int:
        return self.y + HALF

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def text_x(self) -> int:
        return self.x + 20

    @property
    def score_x(self) -> int:
        return self.right - 10

    @property
    def note_y(self) -> int:
        return self.y - 8


@dataclass(frozen=True, slots=True)
class Column:
    said: str
    x: int
    lines: Sequence[FixtureLine]


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    height: int
    columns: Sequence[Column]
    boxes: Sequence[Box]
    wires: Sequence[str]
    champion: str

    @property
    def latest_first(self) -> list[Column]:
        return list(reversed(self.columns))


def bracket_of(view: SeasonView, stage: Stage) -> Drawing:
    """Two statements."""
    rounds = rounds_of(stage)
    lines = fixture_lines(view.entrants, stage.fixtures.all())
    called = {
        each.number: round_said(stage, each.number, rounds=len(rounds), name=each.name)
        for each in rounds
    }
    return drawn(lines, called)


def drawn(lines: Sequence[FixtureLine], called: Mapping[int, str]) -> Drawing:
    """Every match between those that it takes its sides from; the final at the end."""
    width, gap = ROOMY if len(called) <= FEW_ROUNDS else NARROW
    columns = {
        number: Column(text, (width + gap) * at, [ln for ln in lines if ln.round == number])
        for at, (number, text) in enumerate(sorted(called.items()))
    }
    heights = _heights(lines)
    boxes = {
        line.fixture.number: _box(line, columns[line.round].x, heights[line.fixture.number], width)
        for line in lines
    }
    final = lines[-1] if lines else None
    won = [slot.name for slot in (final.home, final.away) if slot.won] if final else []
    return Drawing(
        (width + gap) * len(columns) - gap,
        max((box.y for box in boxes.values()), default=0) + BOX + 30,
        list(columns.values()),
        list(boxes.values()),
        list(_wires(boxes, gap)),
        won[0] if won else "",
    )


def _heights(lines: Sequence[FixtureLine]) -> dict[int, int]:
    """The top of each match. A fixed bracket is a tree; re-seeded rounds are stacked evenly."""
    by_number = {line.fixture.number: line.fixture for line in lines}
    heights: dict[int, int] = {}
    rows = iter(range(len(lines) + 1))

    def stand(number: int) -> int:
        feeders = [stand(each) for each in _feeders(by_number[number], by_number)]
        heights[number] = sum(feeders) // len(feeders) if feeders else HEADS + ROW * next(rows)
        return heights[number]

    third = {number for number, each in by_number.items() if each.home_from.startswith("L")}
    is_tree = not any(each.home_from.startswith("R") for each in by_number.values())
    if is_tree and by_number:
        stand(max(by_number))
    else:
        heights |= _stacked(lines, third)
    for number in third:
        heights[number] = heights[max(by_number)] + ROW + 36
    return heights


def _stacked(lines: Sequence[FixtureLine], third: set[int]) -> dict[int, int]:
    by_round: dict[int, list[int]] = {}
    for line in lines:
        if line.fixture.number not in third:
            by_round.setdefault(line.round, []).append(line.fixture.number)
    most = max((len(numbers) for numbers in by_round.values()), default=1)
    return {
        number: HEADS + ROW * most * (2 * at + 1) // (2 * len(numbers)) - ROW // 2
        for numbers in by_round.values()
        for at, number in enumerate(numbers)
    }


def _feeders(fixture: Fixture, known: Mapping[int, Fixture]) -> list[int]:
    """The matches whose winners come into this one."""
    slots = (fixture.home_from, fixture.away_from)
    return [int(slot[1:]) for slot in slots if slot.startswith("W") and int(slot[1:]) in known]


def _box(line: FixtureLine, x: int, y: int, width: int) -> Box:
    sides = tuple(
        BoxSide(slot, _short(slot.name, LETTERS[width]), y + HALF * at, y + HALF * at + 21)
        for at, slot in enumerate((line.home, line.away))
    )
    return Box(line, x, y, width, (sides[0], sides[1]))


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def _wires(boxes: Mapping[int, Box], gap: int) -> Iterator[str]:
    known = {number: box.line.fixture for number, box in boxes.items()}
    for number, box in boxes.items():
        for feeder in _feeders(known[number], known):
            start = boxes[feeder]
            turn = box.x - gap // 2
            yield f"M{start.right} {start.middle}H{turn}V{box.middle}H{box.x}"
