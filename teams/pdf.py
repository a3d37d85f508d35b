"""The roster as a PDF: one A4 page, whatever stands on it."""

from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from rules.words import name as called
from teams.lettering import BOLD, PLAIN, fonts, marked_up
from teams.queries.coach_rosters import CoachRoster
from teams.queries.rosters import Roster, RosterRow
from teams.sheets import Characteristic
from web.crests import KITS, readable_trim
from web.templatetags.touchback import gold

WIDTH, HEIGHT = landscape(A4)
MARGIN = 10 * mm
ROOM = WIDTH - 2 * MARGIN
INK, DIM, LINE = colors.HexColor("#131f19"), colors.HexColor("#445149"), colors.HexColor("#b7c4b3")
# As many matches as a coach's roster has room for at least.
LINES_FOR_GAMES = 10
# Tried in turn until everything fits.
SIZES = (8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4)


def draw_roster(roster: Roster) -> bytes:
    """The file; the same roster always gives the same bytes."""
    fonts()
    page = BytesIO()
    canvas = Canvas(page, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(roster.head.team.name)
    canvas.setCreator("Touchback")
    top = _scarf(canvas, roster)
    for size in SIZES:
        parts = [_heading(roster), _facts(roster), *_body(roster, size), _rest(roster, size)]
        heights = [part.wrap(ROOM, HEIGHT)[1] for part in parts]
        if sum(heights) + (len(parts) - 1) * 2 * mm <= top - MARGIN:
            break
    for part, height in zip(parts, heights, strict=True):
        top -= height
        part.drawOn(canvas, MARGIN, top)
        top -= 2 * mm
    canvas.showPage()
    canvas.save()
    return page.getvalue()


def _scarf(canvas: Canvas, roster: Roster) -> Any:
    """Stripes in the team's colours along the top; gives what is left of the page's height."""
    team, tall, top = roster.head.team, 4 * mm, HEIGHT - MARGIN
    shirt, trim = KITS[team.shirt], KITS[readable_trim(team.shirt, team.trim)]
    canvas.setFillColor(colors.HexColor(shirt))
    canvas.rect(MARGIN, top - tall, ROOM, tall, stroke=0, fill=1)
    canvas.setFillColor(colors.HexColor(trim))
    for stripe in range(int(ROOM // (12 * mm))):
        for begins in (6, 9):
            left = MARGIN + (stripe * 12 + begins) * mm
            canvas.rect(left, top - tall, 1.5 * mm, tall, stroke=0, fill=1)
    canvas.setStrokeColor(INK)
    canvas.rect(MARGIN, top - tall, ROOM, tall, stroke=1, fill=0)
    return top - tall - 3 * mm


# --- text


def _text(
    text: str, size: float, *, bold: bool = False, align: int = 0, dim: bool = False
) -> Paragraph:
    style = ParagraphStyle(
        "text",
        fontName=BOLD if bold else PLAIN,
        fontSize=size,
        leading=size * 1.18,
        alignment=align,
        textColor=DIM if dim else INK,
    )
    return Paragraph(marked_up(text, bold=bold), style)


def _heading(roster: Roster) -> Flowable:
    head = roster.head
    coaches = ", ".join(coach.name for coach in head.coaches)
    season = _("season %(number)d") % {"number": head.season.number}
    label = " · ".join(part for part in (head.race, coaches, head.team.league.name, season) if part)
    return Table(
        [[_text(head.team.name, 17, bold=True)], [_text(label, 8.5, dim=True)]],
        colWidths=[ROOM],
        style=_close(),
    )


def _body(roster: Roster, size: float) -> list[Flowable]:
    """The players; where they are cards, their coach's roster."""
    if roster.coach is None:
        return [_players(roster, size)]
    return [_games(roster.coach, size), _marks(roster.coach, size), _cards(roster.coach, size)]


def _games(coach: CoachRoster, size: float) -> Flowable:
    """A line for each match, with room for those to come."""
    labels = [_("Game"), _("Opponent"), _("Result"), _("League points"), *coach.counted]
    rows = [[_text(label, size - 1, bold=True) for label in labels]]
    for line in coach.matches:
        told = (line.opponent, line.result, line.points, *(n for _label, n in line.counts))
        rows.append([_text(str(each), size) for each in (line.number, *told)])
    empty = range(len(coach.matches) + 1, LINES_FOR_GAMES + 1)
    rows += [[_text(str(n), size), *[""] * (len(labels) - 1)] for n in empty]
    sums = ("", _("League totals"), "", coach.points, *(n for _label, n in coach.totals))
    rows.append([_text(str(each), size, bold=True) for each in sums])
    narrow = [22 * mm] * (len(labels) - 3)
    wide = ROOM - 14 * mm - 24 * mm - sum(narrow)
    return Table(rows, colWidths=[14 * mm, wide, 24 * mm, *narrow], style=_ruled())


def _marks(coach: CoachRoster, size: float) -> Flowable:
    rows = [
        [_text(label, size - 1, bold=True) for label in (coach.marks_label, "", _("Used"))],
        *(
            [
                _text(mark.name, size, bold=True),
                _text(mark.summary, size - 0.5),
                _text("X" if mark.is_used else "", size, align=TA_CENTER),
            ]
            for mark in coach.marks
        ),
    ]
    return Table(rows, colWidths=[45 * mm, ROOM - 60 * mm, 15 * mm], style=_ruled())


def _cards(coach: CoachRoster, size: float) -> Flowable:
    rows = [
        [
            _text(f"{card.count} × {card.name}", size, bold=True),
            _text(", ".join(f"{label} {said}" for label, said in card.profile), size),
            _text(", ".join(card.skills), size),
        ]
        for card in coach.cards
    ]
    return Table(rows, colWidths=[45 * mm, 70 * mm, ROOM - 115 * mm], style=_close())


def _facts(roster: Roster) -> Flowable:
    team = roster.head.team
    strength = roster.declared.strength
    record = "–".join(str(team.record.get(key, 0)) for key in ("won", "drawn", "lost"))
    facts = [
        *([(_(strength.label), gold(team.value))] if strength else []),
        *((_(figure.label), shown) for figure, shown in roster.figures),
        (_("W–D–L"), record),
        *(
            [(_("League points"), str(roster.coach.points))]
            if roster.coach
            else [
                (_("Players"), f"{len(roster.squad)} / {roster.places}"),
                (_("Can play"), str(roster.can_play)),
            ]
        ),
    ]
    return Table(
        [
            [_text(label, 7, dim=True) for label, _figure in facts],
            [_text(figure, 11, bold=True) for _label, figure in facts],
        ],
        colWidths=[ROOM / len(facts)] * len(facts),
        style=_close(),
    )


def _close() -> TableStyle:
    return TableStyle(
        [
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5),
        ]
    )


# --- the players


def _players(roster: Roster, size: float) -> Flowable:
    figures, tallies = roster.figure_columns, roster.tally_columns
    labels = [
        ("#", TA_CENTER),
        (_("Player"), TA_LEFT),
        *((column.label, TA_CENTER) for column in figures),
        (_("Skills"), TA_LEFT),
        (_("Injuries"), TA_LEFT),
        *((column.label, TA_RIGHT) for column in tallies),
        *([("SPP", TA_RIGHT)] if roster.has_experience else []),
        (_("Value"), TA_RIGHT),
    ]
    heads = [_text(label, size - 1, bold=True, align=align) for label, align in labels]
    rows: list[list[Any]] = [heads]
    rows += [_player(roster, row, size) for row in roster.rows]
    return Table(rows, colWidths=_widths(roster), repeatRows=1, style=_ruled())


def _player(roster: Roster, row: RosterRow, size: float) -> list[Any]:
    experience = row.sheet.experience
    position = row.position
    if row.is_journeyman:
        position = _("%(position)s, journeyman") % {"position": position}
    spp = ""
    if experience:
        spp = str(experience.points)
        if experience.next_at:
            spp += f" / {experience.next_at}"
    return [
        _text(str(row.number), size + 1, bold=True, align=TA_CENTER),
        [_text(row.name, size, bold=True), _text(position, size - 1, dim=True)],
        *(_figure(figure, size) for figure in row.sheet.characteristics),
        _skills(roster, row, size),
        _text(", ".join(injury.said for injury in row.injuries), size - 0.5),
        *(_text(str(t.count) if t.count else "·", size, align=TA_RIGHT) for t in row.tallies),
        *([_text(spp, size, align=TA_RIGHT)] if roster.has_experience else []),
        _text(gold(row.sheet.value), size, align=TA_RIGHT),
    ]


def _figure(figure: Characteristic, size: float) -> Paragraph:
    if not figure.way:
        return _text(figure.said, size, align=TA_CENTER)
    return _text(f"{figure.said} ({figure.born_said})", size, bold=True, align=TA_CENTER)


def _skills(roster: Roster, row: RosterRow, size: float) -> Paragraph:
    """Given ones plain, gained ones bold with a plus."""
    catalogue = roster.head.book.catalogue
    given = [marked_up(called(catalogue, key)) for key in (*row.sheet.given, *row.sheet.lent)]
    gained = [f"+{called(catalogue, key)}" for key in row.sheet.gained]
    gained += [f"+{figure.label}" for figure in row.sheet.characteristics if figure.way == "better"]
    style = ParagraphStyle("skills", fontName=PLAIN, fontSize=size - 0.5, leading=size * 1.12)
    sentences = [*given, *(marked_up(each, bold=True) for each in gained)]
    return Paragraph(", ".join(sentences), style)


def _widths(roster: Roster) -> list[float]:
    """Figures get what they need; names, skills and injuries share the rest."""
    figures = [11 * mm] * len(roster.figure_columns)
    tallies = [10 * mm] * len(roster.tally_columns)
    ends = [*([16 * mm] if roster.has_experience else []), 17 * mm]
    left = ROOM - sum(figures) - sum(tallies) - sum(ends) - 8 * mm
    return [8 * mm, left * 0.31, *figures, left * 0.49, left * 0.20, *tallies, *ends]


def _ruled() -> TableStyle:
    return TableStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEABOVE", (0, 0), (-1, 0), 2, INK),
            ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, LINE),
            ("LEFTPADDING", (0, 0), (-1, -1), 1.5),
            ("RIGHTPADDING", (0, 0), (-1, -1), 1.5),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ]
    )


# --- everything else


def _rest(roster: Roster, size: float) -> Flowable:
    """Staff, deals and the sum that makes its strength."""
    strength = roster.declared.strength
    rows = [
        (_("Staff"), ", ".join(f"{each.said} × {each.count}" for each in roster.staff)),
        (_("Special rules"), ", ".join(each.name for each in roster.rules)),
        (_("Every match"), ", ".join(f"{e.said} × {e.count}" for e in roster.inducements)),
        (_("Star"), f"{roster.star.name}, {gold(roster.star.cost)}" if roster.star else ""),
        (_("Sponsor"), roster.sponsor),
        (_("Home stadium"), roster.home),
        (_("Miss the next match"), ", ".join(row.name for row in roster.absent)),
        *([(_(strength.label), _sum(roster))] if strength else []),
    ]
    shown = [
        [_text(label, size - 1, dim=True), _text(text, size - 0.5)] for label, text in rows if text
    ]
    ledger = _("Entry %(number)d of the ledger") % {"number": roster.head.team.revision}
    shown.append([_text(ledger, size - 1.5, dim=True), ""])
    return Table(shown, colWidths=[32 * mm, ROOM - 32 * mm], style=_close())


def _sum(roster: Roster) -> str:
    worth = roster.worth
    if worth is None:
        return ""
    players = _("%(n)d players %(gold)s") % {
        "n": len(worth.players),
        "gold": gold(worth.players_total),
    }
    others = [f"{line.sentence} = {gold(line.amount or 0)}" for line in worth.others]
    return f"{' + '.join([players, *others])} = {gold(worth.total)}"
