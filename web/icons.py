"""Icons on a 24 grid: 2 px, square ends, always beside a word."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

ICONS = {
    "ball": "M3 21C2 11 9 2 21 3c1 10-6 19-18 18zM8 16l8-8M9 12l3 3M12 9l3 3",
    "pass": "M3 19C7 9 13 6 20 6M15 3l5 3-3 5",
    "hurt": "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
    "hand": "M5 19C4 11 10 5 19 5c1 8-5 14-14 14zM3 3l18 18",
    "card": "M6 3h12v18H6z",
    "undo": "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
    "check": "M4 13l5 5L20 6",
    "clock": "M12 3a9 9 0 1 0 .01 0M12 7v6l4 2",
    "alert": "M12 3 22 20H2zM12 9v5M12 17v.5",
    "next": "M5 12h14M13 6l6 6-6 6",
    "back": "M19 12H5M11 6l-6 6 6 6",
    "out": "M7 3h10v18H7zM11 12h10M18 9l3 3-3 3",
    "rain": "M6 14a4 4 0 0 1 1-8 6 6 0 0 1 11 2 3 3 0 0 1 0 6zM8 18l-1 3M13 18l-1 3M18 18l-1 3",
    "print": "M7 9V3h10v6M5 17H3V9h18v8h-2M7 14h10v7H7z",
    "note": "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5",
    "whistle": "M3 8h9V5h4v3h1a6 6 0 1 1-6 7l-3-2H3z",
    "menu": "M3 6h18M3 12h18M3 18h18",
    "star": "M12 3l3 6 6 1-4.5 4.5 1 6.5-5.5-3-5.5 3 1-6.5L3 10l6-1z",
    "cup": "M7 3h10v7a5 5 0 0 1-10 0zM7 5H3v3c0 2 2 3 4 3M17 5h4v3c0 2-2 3-4 3M12 15v4M8 21h8",
}


def draw(name: str) -> SafeString:
    return format_html(
        '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', ICONS[name]
    )
