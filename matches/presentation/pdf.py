"""The match sheet: one A4 to be printed, both rosters in front and the tables overleaf."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_LEFT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from league.rulebook import answers_of, team_sheet_of
from matches.models import MatchSide
from matches.presentation.printed_tables import rows_of, title_of
from rules.book import Book
from rules.catalogue import Catalogue
from rules.editions import edition
from rules.engine import state
from rules.engine.lineup import LineupPlayer, Pitch
from rules.engine.rulings import Allowed
from rules.reading import read_as
from rules.words import line_words
from rules.words import name as called
from teams import snapshots
from teams.figures import figures_of
from teams.lettering import BOLD, PLAIN, fonts, marked_up
from teams.models import Team
from teams.queries.coach_rosters import cards_of, marks_of
from teams.queries.rosters import Roster
from teams.sheets import RosterSheet, sheet_of
from web.templatetags.touchback import gold

WIDTH, HEIGHT = landscape(A4)
MARGIN, GAP = 9 * mm, 5 * mm
ROOM = WIDTH - 2 * MARGIN
INK, DIM, LINE = colors.HexColor("#131f19"), colors.HexColor("#445149"), colors.HexColor("#b7c4b3")
# Tried in turn until everything fits.
SIZES = (8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0, 3.5)
COLUMNS = 3
# Characteristics of so many letters need no more room than their figures.
SHORT = 3
BOX = "\N{WHITE SQUARE}"
# Whoever is not on the roster; of others the position says enough.
STANDINGS: Mapping[str, str | Promise] = {
    "star": later("Star player"),
    "rostered-star": later("Star player"),
    "mercenary": later("Mercenary"),
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One player of a squad, or somebody hired for the match. Skills are keys of the catalogue's.

    Who has no number wears none.
    """

    number: int
    name: str
    position: str
    figures: Sequence[str]
    skills: Sequence[str]
    misses_it: bool = False

    @classmethod
    def of(
        cls, number: int, name: str, position: str, sheet: RosterSheet, misses_it: bool
    ) -> "Listed":
        figures = [each.said for each in sheet.characteristics]
        skills = (*sheet.given, *sheet.lent, *sheet.gained)
        return cls(number, name, position, figures, skills, misses_it)


@dataclass(frozen=True, slots=True)
class Squad:
    """A team as it comes to the match, or as it kicked off."""

    name: str
    value: int
    team: Team | state.Team
    players: Sequence[Listed]
    book: Book
    is_past: bool = False


def squad_now(roster: Roster) -> Squad:
    team = roster.head.team
    players = [
        Listed.of(row.number, row.name, row.position, row.sheet, row.misses_next)
        for row in roster.rows
    ]
    players += _of_cards(roster.head.book, team)
    return Squad(team.name, team.value, team, players, roster.head.book)


def _of_cards(book: Book, team: Team | state.Team) -> list[Listed]:
    """Where players are cards: those of the list, and what their coach may use."""
    sheet = team_sheet_of(book)
    if not sheet.plays_cards:
        return []
    cards = [
        Listed(0, f"{each.count} × {each.name}", "", [said for _key, said in each.profile], [])
        for each in cards_of(book, team.race)
    ]
    marks = marks_of(book, sheet, team.marks)
    return [*cards, *(Listed(0, f"{BOX} {each.name}", each.summary, [], []) for each in marks)]


def squad_then(row: MatchSide, book: Book, people: Iterable[LineupPlayer] = ()) -> Squad:
    """As the side kicked off, or came to a match that never did, whatever became of the team
    since. Of the `people` on the pitch those follow the roster who are not on it."""
    frozen: Mapping[str, Any] = row.kick_off or row.arrived
    team = snapshots.read_back(frozen["team"])
    players = [
        Listed.of(
            player.number,
            player.name,
            called(book.catalogue, player.position),
            sheet_of(book, team.race, player),
            player.misses_next,
        )
        for player in sorted(team.players.values(), key=lambda player: player.number)
    ]
    others = [_hired(each, book.catalogue) for each in people if each.key not in team.players]
    listed = [*players, *others, *_of_cards(book, team)]
    return Squad(row.team.name, frozen["value"], team, listed, book, is_past=True)


def _hired(who: LineupPlayer, catalogue: Catalogue) -> Listed:
    sentences = [
        catalogue.said(each, who.profile[each]) if each in who.profile else ""
        for each in catalogue.characteristics
    ]
    position = called(catalogue, who.position)
    standing = str(STANDINGS.get(who.standing, position))
    return Listed(who.number, who.name or position, standing, sentences, who.skills, who.absent)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams that are to meet or have met, and what is known of it."""

    home: Squad
    away: Squad
    about: str
    book: Book

    @property
    def sides(self) -> tuple[Squad, Squad]:
        return self.home, self.away


def draw_sheet(pairing: Pairing) -> bytes:
    """The file: always two pages. The same pairing gives the same bytes."""
    fonts()
    page = BytesIO()
    canvas = Canvas(page, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(_title(pairing))
    canvas.setCreator("Touchback")
    _front(canvas, pairing)
    canvas.showPage()
    _overleaf(canvas, pairing.book)
    canvas.showPage()
    canvas.save()
    return page.getvalue()


def pitch_of(book: Book) -> Pitch:
    return edition(book.house.edition).pitch


def _title(pairing: Pairing) -> str:
    return " – ".join(each.name for each in pairing.sides)


def _text(
    text: str, size: float, *, bold: bool = False, align: int = TA_LEFT, dim: bool = False
) -> Paragraph:
    style = ParagraphStyle(
        "text",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=size * 1.15,
        alignment=align,
        textColor=DIM if dim else INK,
    )
    return Paragraph(marked_up(text, bold=bold), style)


# --- in front


def _front(canvas: Canvas, pairing: Pairing) -> None:
    half = (ROOM - GAP) / 2
    for size in SIZES:
        head = _heading(pairing, size)
        money = _money(pairing, size)
        rosters = [_roster(each, size, half) for each in pairing.sides]
        rooms = _rooms(pairing.book, size)
        heights = [part.wrap(ROOM, HEIGHT)[1] for part in (head, money, rooms)]
        tallest = max(part.wrap(half, HEIGHT)[1] for part in rosters)
        if sum(heights) + tallest + 3 * 2 * mm <= HEIGHT - 2 * MARGIN:
            break
    top = HEIGHT - MARGIN
    for part, height in ((head, heights[0]), (money, heights[1])):
        top -= height
        part.drawOn(canvas, MARGIN, top)
        top -= 2 * mm
    for number, roster in enumerate(rosters):
        roster.drawOn(canvas, MARGIN + number * (half + GAP), top - roster.wrap(half, HEIGHT)[1])
    rooms.drawOn(canvas, MARGIN, top - tallest - 2 * mm - heights[2])


def _heading(pairing: Pairing, size: float) -> Flowable:
    rows = [
        [_text(_title(pairing), size + 7, bold=True)],
        [_text(pairing.about, size, dim=True)],
    ]
    return Table(rows, colWidths=[ROOM], style=_close())


def _money(pairing: Pairing, size: float) -> Flowable:
    """What each side has, the difference of their strength and what each may spend, as the rulebook
    works it out, as long as there is something to spend."""
    strength = team_sheet_of(pairing.book).strength
    rows = []
    for squad in pairing.sides:
        facts = [(_(strength.label), gold(squad.value))] if strength else []
        facts += [(_(each.label), shown) for each, shown in figures_of(squad.book, squad.team)]
        text = " · ".join(f"{label} {figure}" for label, figure in facts)
        rows.append([_text(squad.name, size, bold=True), _text(text, size)])
    if strength:
        difference = abs(pairing.home.value - pairing.away.value)
        about = _("Difference %(gold)s") % {"gold": gold(difference)}
        sentences = [about, *_budget(pairing)]
        rows.append([_text(_("Inducements"), size, bold=True), _text(" · ".join(sentences), size)])
    return Table(rows, colWidths=[60 * mm, ROOM - 60 * mm], style=_ruled())


def _budget(pairing: Pairing) -> Iterator[str]:
    question = answers_of(pairing.book).inducement_budget
    if question is None or any(each.is_past for each in pairing.sides):
        return
    purses = {
        side: {"value": each.value, "treasury": each.team.treasury}
        for side, each in zip(("home", "away"), pairing.sides, strict=True)
    }
    at: Any = read_as(question.circumstances, purses, file="match sheet")
    outcome = question.ask(pairing.book, at, {})
    if isinstance(outcome, Allowed):
        for line in outcome.because:
            text = line_words(pairing.book.catalogue, line)
            yield text if line.amount is None else f"{text}: {gold(line.amount)}"


def _roster(squad: Squad, size: float, width: float) -> Flowable:
    figures = [name.upper() for name in squad.book.catalogue.characteristics]
    ticks = pitch_of(squad.book).ticks
    labels = ["#", squad.name, *figures, *(label for label, _boxes in ticks)]
    rows: list[list[Any]] = [
        [
            _text(label, size - 0.5, bold=True, align=TA_LEFT if n == 1 else TA_CENTER)
            for n, label in enumerate(labels)
        ]
    ]
    rows += [_player(each, squad.book, size) for each in squad.players]
    boxes = [max(8.0, 3.1 * many) * mm for _label, many in ticks]
    rooms = [(6.5 if len(name) <= SHORT else 2.4 * len(name)) * mm for name in figures]
    fixed = 6 * mm + sum(rooms) + sum(boxes)
    widths = [6 * mm, width - fixed, *rooms, *boxes]
    return Table(rows, colWidths=widths, style=_ruled())


def _player(row: Listed, book: Book, size: float) -> list[Any]:
    name = _shortened(row.name)
    if row.misses_it:
        name = _("%(player)s, misses this match") % {"player": name}
    boxes = ["" if row.misses_it else BOX * many for _label, many in pitch_of(book).ticks]
    return [
        _text(str(row.number or "–"), size, bold=True, align=TA_CENTER),
        [_text(name, size, bold=True), _text(_trade(row, book), size - 1.5, dim=True)],
        *(_text(each, size, align=TA_CENTER) for each in _filled(row, book)),
        *(_text(each, size, align=TA_CENTER) for each in boxes),
    ]


def _filled(row: Listed, book: Book) -> list[str]:
    """A cell for each characteristic, also of what has none."""
    empty = len(book.catalogue.characteristics) - len(row.figures)
    return [*row.figures, *[""] * empty]


def _trade(row: Listed, book: Book) -> str:
    """The player's position, and every skill."""
    known = ", ".join(called(book.catalogue, key) for key in row.skills)
    return f"{row.position}: {known}" if known else row.position


def _shortened(name: str, most: int = 40) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _rooms(book: Book, size: float) -> Flowable:
    """Room for the dice that are thrown at the table; what the league plays without needs none."""
    before, after = ([_(label) for label in row] for row in pitch_of(book).boxes(book))
    before += [""] * (len(after) - len(before))
    after += [""] * (len(before) - len(after))
    if not before:
        return Spacer(0, 0)
    rows = [
        [_text(label, size - 1.5, dim=True) for label in before],
        [""] * len(before),
        [_text(label, size - 1.5, dim=True) for label in after],
        [""] * len(after),
    ]
    style = TableStyle(
        [("BOX", (n, r), (n, r + 1), 0.6, INK) for n in range(len(before)) for r in (0, 2)]
        + [("LEFTPADDING", (0, 0), (-1, -1), 2), ("TOPPADDING", (0, 0), (-1, -1), 1)]
        + [("BOTTOMPADDING", (0, 0), (-1, -1), 0)]
    )
    tall = [size + 2, 9 * mm, size + 2, 9 * mm]
    return Table(rows, colWidths=[ROOM / len(before)] * len(before), rowHeights=tall, style=style)


# --- overleaf


def _overleaf(canvas: Canvas, book: Book) -> None:
    width = (ROOM - (COLUMNS - 1) * GAP) / COLUMNS
    for size in SIZES:
        columns = _in_columns([*_printed(book, size, width)], width)
        if columns is not None:
            break
    for number, column in enumerate(columns or ()):
        top = HEIGHT - MARGIN
        for part in column:
            top -= part.wrap(width, HEIGHT)[1]
            part.drawOn(canvas, MARGIN + number * (width + GAP), top)
            top -= 2 * mm


def _in_columns(parts: Sequence[Flowable], width: float) -> list[list[Flowable]] | None:
    """The tables one under the other, column after column; None if they do not fit."""
    columns: list[list[Flowable]] = [[]]
    left = HEIGHT - 2 * MARGIN
    for part in parts:
        tall = part.wrap(width, HEIGHT)[1] + 2 * mm
        if tall > left:
            columns.append([])
            left = HEIGHT - 2 * MARGIN
        if len(columns) > COLUMNS or tall > left:
            return None
        columns[-1].append(part)
        left -= tall
    return columns


def _printed(book: Book, size: float, width: float) -> Iterator[Flowable]:
    for table in pitch_of(book).tables_in_play(book):
        yield _box(title_of(table), [*rows_of(table, book)], size, width)


def _box(title: str, rows: Sequence[tuple[str, str, str]], size: float, width: float) -> Flowable:
    numbered = any(where for where, _name, _said in rows)
    shown: list[list[Any]] = [[_text(title, size + 1, bold=True), ""]]
    for where, name, text in rows:
        lead = where if numbered else name
        rest = f"{name}: {text}" if numbered and text else name if numbered else text
        shown.append([_text(lead, size, bold=True), _text(rest, size)])
    first = 12 * mm if numbered else 24 * mm
    style = _ruled()
    style.add("SPAN", (0, 0), (1, 0))
    style.add("VALIGN", (0, 0), (-1, -1), "TOP")
    return Table(shown, colWidths=[first, width - first], style=style)


def _close() -> TableStyle:
    return TableStyle(
        [
            (f"{side}PADDING", (0, 0), (-1, -1), 0 if side in ("LEFT", "RIGHT") else 0.5)
            for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")
        ]
    )


def _ruled() -> TableStyle:
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEABOVE", (0, 0), (-1, 0), 1.2, INK),
            ("LINEBELOW", (0, 0), (-1, -1), 0.3, LINE),
            ("LEFTPADDING", (0, 0), (-1, -1), 1),
            ("RIGHTPADDING", (0, 0), (-1, -1), 1),
            ("TOPPADDING", (0, 0), (-1, -1), 0.6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
        ]
    )
