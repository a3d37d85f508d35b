"""Crests and kits: what a team wears, drawn as inline SVG in the kit's own colours."""

import hashlib
from dataclasses import dataclass
from typing import Self

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

# The same twenty stand in static/css/tokens.css as data-a (shirt) and data-b (trim).
KITS = {
    "claret": "#7b1e3b",
    "scarlet": "#c4202e",
    "rust": "#a8451a",
    "amber": "#eda41c",
    "lemon": "#f2d53c",
    "lime": "#9bbf3b",
    "bottle": "#14532d",
    "emerald": "#177a42",
    "teal": "#0d7372",
    "sky": "#78bfe8",
    "royal": "#1f4fb0",
    "navy": "#14284b",
    "violet": "#5b3a8c",
    "plum": "#863872",
    "rose": "#eb9bb3",
    "bone": "#efe6d0",
    "white": "#ffffff",
    "slate": "#59636d",
    "black": "#1a1a1a",
    "bronze": "#85592f",
}
# What people call them.
KIT_NAMES: dict[str, str | Promise] = {
    "claret": _("claret"),
    "scarlet": _("scarlet"),
    "rust": _("rust"),
    "amber": _("amber"),
    "lemon": _("lemon"),
    "lime": _("lime"),
    "bottle": _("bottle green"),
    "emerald": _("emerald"),
    "teal": _("teal"),
    "sky": _("sky blue"),
    "royal": _("royal blue"),
    "navy": _("navy"),
    "violet": _("violet"),
    "plum": _("plum"),
    "rose": _("rose"),
    "bone": _("bone"),
    "white": _("white"),
    "slate": _("slate"),
    "black": _("black"),
    "bronze": _("bronze"),
}
LEAST_CONTRAST = 2.5

SHAPES = {
    "shield": "M4 4h40v24c0 13-9 20-20 25C13 48 4 41 4 28z",
    "roundel": "M24 5a23 23 0 1 1 0 46a23 23 0 1 1 0-46z",
    "pennant": "M4 4h40v33L24 53 4 37z",
    "lozenge": "M24 2 46 28 24 54 2 28z",
    "hexagon": "M24 3 45 15v26L24 53 3 41V15z",
    "swallow-tail": "M5 4h38v49L24 43 5 53z",
}
PATTERNS = {
    "plain": "",
    "halves": "M24 0h24v56H24z",
    "hoops": "M0 8h48v9H0zM0 26h48v9H0zM0 44h48v9H0z",
    "stripes": "M9 0h8v56H9zM31 0h8v56h-8z",
    "sash": "M-4 8 8-4 54 44 44 56z",
    "chevron": "M0 20 24 2 48 20v13L24 15 0 33z",
    "quarters": "M24 0h24v28H24zM0 28h24v28H0z",
    "chief": "M0 0h48v17H0z",
}


@dataclass(frozen=True, slots=True)
class Crest:
    """Two kits, a shape, a pattern and up to three initials; or the address of a picture."""

    shirt: str
    trim: str
    shape: str
    pattern: str
    initials: str
    picture: str = ""

    @classmethod
    def of_team(
        cls, team: object, *, name: str, shirt: str, trim: str, shape: str = "", pattern: str = ""
    ) -> Self:
        """The crest of a team by its id; what its coach has not chosen, the id's hash chooses."""
        drawn_shape, drawn_pattern = lots(team)
        return cls(
            shirt=shirt,
            trim=readable_trim(shirt, trim),
            shape=shape or drawn_shape,
            pattern=pattern or drawn_pattern,
            initials=initials(name),
        )


def lots(team: object) -> tuple[str, str]:
    """Shape and pattern by the hash of a team's id: always the same for the same team."""
    digest = hashlib.sha256(str(team).encode()).digest()
    return list(SHAPES)[digest[0] % len(SHAPES)], list(PATTERNS)[digest[1] % len(PATTERNS)]


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isalnum()).upper()[:3]


def readable_trim(shirt: str, trim: str) -> str:
    """The trim, or white or black where the trim would not be seen on the shirt."""
    return trim if contrast(shirt, trim) >= LEAST_CONTRAST else plain_trim(shirt)


def plain_trim(shirt: str) -> str:
    """White or black, whichever is seen better on the shirt."""
    return max(("white", "black"), key=lambda plain: contrast(shirt, plain))


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two kits, from 1 to 21."""
    darker, lighter = sorted((_luminance(KITS[one]), _luminance(KITS[other])))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def draw(crest: Crest, *, size: str = "") -> SafeString:
    """The crest as inline SVG, or the picture that hangs in its place.

    `size` is "" in lists, "l" or "xl". Initials only from "l" on.
    """
    sized = f" crest-{size}" if size else ""
    if crest.picture:
        return format_html(
            '<img class="crest{}" src="{}" width="48" height="56" alt="" loading="lazy">',
            sized,
            crest.picture,
        )
    pattern = PATTERNS[crest.pattern]
    outline = SHAPES[crest.shape]
    lettered = size and crest.initials
    return format_html(
        '<svg class="crest{}" data-a="{}" data-b="{}" viewBox="0 0 48 56" aria-hidden="true">'
        '<g clip-path="url(#crest-{})"><path class="a" d="M0 0h48v56H0z"/>{}</g>'
        '<path class="o" d="{}"/>{}</svg>',
        sized,
        crest.shirt,
        crest.trim,
        crest.shape,
        format_html('<path class="b" d="{}"/>', pattern) if pattern else "",
        outline,
        format_html('<text x="24" y="34">{}</text>', crest.initials) if lettered else "",
    )


def draw_shapes() -> SafeString:
    """The six outlines that crests are cut from; once on a page."""
    return format_html(
        '<svg width="0" height="0" class="vh" aria-hidden="true"><defs>{}</defs></svg>',
        format_html_join("", '<clipPath id="crest-{}"><path d="{}"/></clipPath>', SHAPES.items()),
    )
