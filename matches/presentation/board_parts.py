"""The parts of the scoreboard that taps change: whoever has the page is sent those alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string

from matches.models import Tap
from matches.presentation.board import Board, HalfOfBoard
from matches.presentation.live import Live
from matches.presentation.timeline import TITLES
from rules.engine.lineup import CROWD

Kind = Tap.Kind
BOARD, MORE = "matches/board.html", "matches/board_more.html"
# Deeds that are told by tapping a shirt, and whether it may be nobody's.
PICKED = {
    Kind.TOUCHDOWN: True,
    Kind.COMPLETION: True,
    Kind.INTERCEPTION: True,
    Kind.SENT_OFF: False,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page by its id: as long as it `shows` the same, it stays as it is.

    One that comes and goes says within what, and after which other part it stands.
    """

    id: str
    template: str
    shows: Any
    about: Mapping[str, Any] = field(default_factory=dict)
    within: str = ""
    after: str = ""


def changed(before: Board | None, now: Board) -> dict[str, Any]:
    """What to mend on a page that shows the board as it was before; all of it where nobody knows
    what it shows."""
    had = {part.id: part.shows for part in _parts(before)} if before else {}
    parts = [*_parts(now), *([] if before else _of_no_tap())]
    about = {**now.about(), "is_mending": True}
    return {
        "whole": before is None,
        "parts": [
            {
                "id": part.id,
                "within": part.within,
                "after": part.after,
                "html": render_to_string(part.template, {**about, **part.about}),
            }
            for part in parts
            if part.id not in had or had[part.id] != part.shows
        ],
        "gone": sorted(had.keys() - {part.id for part in parts}),
    }


def _of_no_tap() -> Iterator[Part]:
    yield Part("board-lendings", f"{BOARD}#lendings", None)


def _parts(board: Board) -> Iterator[Part]:
    is_on = board.about()["is_on"]
    live = board.live
    yield Part("board-period", f"{BOARD}#period", board.half)
    yield Part("board-weather", f"{BOARD}#weather", live.weather_tapped)
    yield Part("board-crowd", f"{BOARD}#crowd", live.told.get(CROWD))
    for half in board.sides:
        about = {"half": half}
        yield Part(f"score-{half.side}", f"{BOARD}#score", (half.score, half.counts), about)
        if board.pitch.counts_turns:
            yield Part(f"turns-{half.side}", f"{BOARD}#turns", half.turn, about)
    lines = [(each.at, each.team, each.in_one_line) for each in board.recent]
    yield Part("board-recent", f"{BOARD}#recent", (lines, board.oddities, board.held))
    yield from _entries(board)
    if is_on:
        yield from _casualties(board)
        undo = board.undo
        yield Part("board-undo", f"{BOARD}#undo", undo and (undo.tap.uuid, undo.in_one_line))
        if board.pitch.counts_turns:
            yield Part("board-next", f"{BOARD}#next", board.next_turn)
        yield from _dialogs(board)


def _entries(board: Board) -> Iterator[Part]:
    after = ""
    for moment, may_take_back in board.entries:
        about = {"moment": moment, "may_take_back": may_take_back}
        shows = (moment.at, moment.team, moment.in_one_line, moment.because, may_take_back)
        name = f"entry-{moment.tap.uuid}"
        yield Part(name, f"{BOARD}#entry", shows, about, "board-all", after)
        after = name
    if not after:
        after = "entry-none"
        yield Part(after, f"{BOARD}#no_entry", None, {}, "board-all")
    for gone in board.taken_back:
        name = f"gone-{gone.uuid}"
        yield Part(name, f"{BOARD}#taken_back", gone, {"gone": gone}, "board-all", after)
        after = name


def _casualties(board: Board) -> Iterator[Part]:
    after = ""
    for each in board.casualties:
        shows = (each.victim, each.asked, each.treatments, each.because)
        about = {"casualty": each}
        yield Part(each.key, "matches/board_asks.html", shows, about, "casualties", after)
        after = each.key


def _dialogs(board: Board) -> Iterator[Part]:
    home, away = board.sides
    if board.pitch.weathers(board.live.record.book):
        yield Part("weather-now", f"{MORE}#weather", board.live.weather_tapped)
    for half, foe in ((home, away), (away, home)):
        if board.pitch.knows_players:
            yield from _of_shirts(board, half, foe)
        if board.pitch.side_counts:
            name = f"counts-{half.side}"
            yield Part(name, "matches/board_counts.html", half.marks, {"half": half})
            yield Part(f"marks-{half.side}", f"{MORE}#marks", half.marks, {"half": half})
        if board.has_cards:
            played = _played(board.live)
            name = f"cards-{half.side}"
            yield Part(name, "matches/board_cards.html", played, {"half": half})
        if board.has_balls:
            yield Part(f"balls-{half.side}", f"{MORE}#balls", half.balls, {"half": half})
        if board.has_inducements:
            name = f"inducements-{half.side}"
            yield Part(name, f"{MORE}#inducements", half.inducements, {"half": half})


def _of_shirts(board: Board, half: HalfOfBoard, foe: HalfOfBoard) -> Iterator[Part]:
    for kind, may_be_nobody in PICKED.items():
        if kind in (Kind.COMPLETION, Kind.INTERCEPTION) and kind not in board.deeds:
            continue
        name = f"tap-{kind}-{half.side}"
        about = {
            "half": half,
            "id": name,
            "kind": str(kind),
            "title": str(TITLES[kind]),
            "may_be_nobody": may_be_nobody,
        }
        yield Part(f"{name}-form", "matches/board_pick.html#form", half.shirts, about)
    name = f"tap-casualty-{half.side}"
    shows = (half.shirts, half.opponents, half.injuries, half.treatments, board.first_roll)
    about = {"half": half, "foe": foe, "id": name}
    yield Part(f"{name}-form", "matches/board_casualty.html#form", shows, about)
    if board.treats_knock_outs:
        name = f"tap-knock-out-{half.side}"
        treated = (half.shirts, half.treats_knock_outs)
        yield Part(name, "matches/board_knock_out.html", treated, {"half": half})


def _played(live: Live) -> list[Any]:
    return [tap.data["card"] for tap in live.taps if tap.kind == Kind.CARD]
