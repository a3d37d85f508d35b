"""The pieces that every page is set from."""

import re
import secrets
from datetime import datetime
from itertools import zip_longest
from typing import Any, cast

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.forms import BoundField
from django.template.context import Context
from django.templatetags.static import static
from django.utils import dateformat
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.sent_forms import FIELD
from web import crests, dice, glossary, icons
from web.sums import Term

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.simple_tag
def asset(path: str) -> str:
    """A static file's address; a missing manifest must not break the page that reports an error."""
    try:
        return static(path)
    except ValueError:
        return f"{settings.STATIC_URL}{path}"


# --- numbers ------------------------------------------------------------------------------------
@register.filter
def gold(amount: int) -> str:
    """Full gold with commas and a true minus: 1,380,000."""
    return f"{amount:,}".replace("-", MINUS)


@register.filter
def signed(amount: int) -> str:
    """A difference, always with its sign: +40,000, −3, and a bare 0."""
    return f"{amount:+,}".replace("-", MINUS) if amount else "0"


@register.filter(expects_localtime=True)
def moment(at: datetime) -> str:
    """A date and a time, as the whole site writes them: Mon 16 Nov 2026, 05:12."""
    return dateformat.format(at, "D j M Y, H:i")


@register.filter(expects_localtime=True)
def moment_and_zone(at: datetime) -> str:
    """The same with its zone, where somebody in another one may read it."""
    return dateformat.format(at, "D j M Y, H:i T")


@register.simple_tag
def delta(amount: int) -> SafeString:
    """A signed difference in green or rust; the sign tells, the colour helps."""
    way = "up" if amount > 0 else "down" if amount < 0 else "level"
    return format_html('<span class="delta {}">{}</span>', way, signed(amount))


@register.simple_tag
def moved(places: int) -> SafeString:
    """How far a team moved in the standings since the last round."""
    if not places:
        shown, text, way = "·", _("unchanged"), "dim"
    elif places > 0:
        shown, way = f"↑{places}", "delta up"
        text = ngettext("up %(n)s place", "up %(n)s places", places) % {"n": places}
    else:
        shown, way = f"↓{-places}", "delta down"
        text = ngettext("down %(n)s place", "down %(n)s places", -places) % {"n": -places}
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="vh">{}</span></span>',
        way,
        shown,
        text,
    )


@register.simple_tag
def score(home: int, away: int) -> SafeString:
    """Two plates from the scoreboard."""
    return format_html(
        '<span class="score"><span class="plate">{}</span><span class="vh">–</span>'
        '<span class="plate">{}</span></span>',
        home,
        away,
    )


@register.simple_tag
def form_tiles(results: str) -> SafeString:
    """The last results, oldest first, as tiles: `{% form_tiles "WDWWL" %}`."""
    names = {"W": _("won"), "D": _("drew"), "L": _("lost")}
    letters = {"W": _("W"), "D": _("D"), "L": _("L")}
    return format_html(
        '<span class="form" role="img" aria-label="{}">{}</span>',
        _("Last results: %(results)s") % {"results": ", ".join(names[r] for r in results)},
        format_html_join(
            "",
            '<i class="{}" aria-hidden="true">{}</i>',
            ((result.lower(), letters[result]) for result in results),
        ),
    )


# --- drawings -----------------------------------------------------------------------------------
@register.simple_tag
def icon(name: str) -> SafeString:
    return icons.draw(name)


@register.simple_tag
def mark() -> SafeString:
    """The because mark on its claret tile."""
    return SafeString(
        '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">'
        '<rect x="1" y="1" width="22" height="22" rx="4" fill="#a3123f"/><g fill="#fff">'
        '<circle cx="7.5" cy="8" r="2.6"/><circle cx="16.5" cy="8" r="2.6"/>'
        '<circle cx="12" cy="16" r="2.6"/></g></svg>'
    )


@register.simple_tag(takes_context=True)
def crest(context: Context, crest: crests.Crest, size: str = "") -> SafeString:
    """A team's crest; the outlines that it is cut from are added to the page by themselves."""
    _whole_render(context)["crests"] = True
    return crests.draw(crest, size=size)


@register.simple_tag(takes_context=True)
def crest_shapes(context: Context, always: bool = False) -> SafeString | str:
    """The outlines for all crests: where one was drawn, or where parts will bring some later."""
    return crests.draw_shapes() if always or "crests" in _whole_render(context) else ""


def _whole_render(context: Context) -> dict[str, Any]:
    # The bottom of the stack is the one place that includes, blocks and their page all share.
    return cast("dict[str, Any]", context.render_context.dicts[0])


@register.simple_tag(takes_context=True)
def team(
    context: Context, name: str, worn: crests.Crest, url: str = "", note: str = ""
) -> SafeString:
    """A team's name with its crest, in lists; they never stand apart."""
    return format_html(
        "<{}>{}<span>{}{}</span></{}>",
        format_html('a class="team" href="{}"', url) if url else SafeString('span class="team"'),
        crest(context, worn),
        name,
        format_html("<small>{}</small>", note) if note else "",
        "a" if url else "span",
    )


@register.simple_tag
def die(
    sides: int,
    value: int | None = None,
    *,
    by_server: bool = False,
    spent: bool = False,
    small: bool = False,
    silent: bool = False,
) -> SafeString:
    """A die: `{% die 6 4 %}` from the table, `{% die 6 4 by_server=True %}` from the server."""
    thrown = dice.Die(sides=sides, value=value, by_server=by_server, spent=spent)
    return dice.draw(thrown, small=small, silent=silent)


@register.inclusion_tag("web/sum.html")
def arithmetic(terms: list[Term], result: Term, said: str) -> dict[str, Any]:
    """A sum, term by term; `said` is the sentence for those who hear it."""
    shown = [(term, dice.draw(term.die, silent=True) if term.die else "") for term in terms]
    return {"terms": shown, "result": result, "said": said}


# --- words --------------------------------------------------------------------------------------
@register.simple_tag
def term(key: str, shown: str = "") -> SafeString:
    """A coach's word that explains itself on hover, focus and tap."""
    word = _word(key)
    return short_for(shown or word.said, word.meaning)


@register.simple_tag
def tally(of: Any) -> SafeString:
    """What an edition counts, for short."""
    return short_for(_(of.short), _(of.label))


@register.simple_tag
def tally_difference(of: Any) -> SafeString:
    return short_for(f"{_(of.short)}±", capfirst(_(of.difference)))


def _word(key: str) -> glossary.Word:
    if (found := glossary.word_of(key)) is None:
        raise LookupError(f"nobody explains {key}")
    return found


@register.simple_tag
def meaning(key: str) -> str | Promise:
    """What a coach's word means, for a button that says it and does something else when tapped."""
    return _word(key).meaning


@register.simple_tag
def word(label: str) -> SafeString | str:
    """A word of the glossary explains itself, any other is just said."""
    return term(label) if glossary.word_of(label) else label


@register.simple_tag
def short_for(shown: str | Promise, meaning: str | Promise) -> SafeString:
    """What only this page says so briefly: it opens to its meaning like a coach's word."""
    return format_html(
        '<span class="term"><button type="button" popovertarget="{0}" aria-describedby="{0}">'
        '{1}</button><span class="tip" id="{0}" role="tooltip" popover>{2}</span></span>',
        # Parts are swapped into pages that hold the same words, so ids can't be counted.
        f"term-{secrets.token_hex(4)}",
        shown,
        meaning,
    )


# --- forms --------------------------------------------------------------------------------------
@register.simple_tag
def label(field: BoundField) -> SafeString:
    """A field's label; the abbreviation that it begins with explains itself beside it.

    A button has no place within a label, so the label says the abbreviation only to be heard.
    """
    text = str(field.label)
    first = re.match(r"[A-Z]+\b", text)
    if not first or not glossary.word_of(first[0]):
        return format_html('<label for="{}">{}</label>', field.id_for_label, text)
    return format_html(
        '<div class="worded">{}<label for="{}"><span class="vh">{}</span>{}</label></div>',
        term(first[0]),
        field.id_for_label,
        first[0],
        text[first.end() :],
    )


@register.simple_tag
def form_key() -> SafeString:
    """For a form whose view works once per form: a second sending gets the first answer."""
    return format_html(
        '<input type="hidden" name="{}" value="{}" autocomplete="off">',
        FIELD,
        secrets.token_urlsafe(),
    )


# --- ways around --------------------------------------------------------------------------------
@register.simple_tag
def into(part: str, history: bool = True, moves: bool = True) -> SafeString:
    """For a link or form that fills `#part` instead of loading its page; both work without script.

    `history=False` for forms whose address is no page of its own, `moves=False` where the page's
    script says what comes into view.
    """
    return format_html(
        'hx-boost="true" hx-target="#{}" hx-swap="outerHTML{}"{}',
        part,
        "" if moves else " show:none",
        "" if history else SafeString(' hx-push-url="false"'),
    )


@register.inclusion_tag("web/folio.html")
def folio(*steps: str, note: str = "") -> dict[str, Any]:
    """Where one is: `{% folio "Leagues" home_url "Kettle & Anchor" note="Round 5 of 9" %}`.

    Labels and addresses in turn; the last label needs no address.
    """
    trail = list(zip_longest(steps[::2], steps[1::2], fillvalue=""))
    return {"trail": trail, "note": note}


@register.inclusion_tag("web/pager.html")
def pager(page: Page, part: str = "") -> dict[str, Any]:
    """The way through a long list; with `part` it turns pages in place."""
    return {"page": page, "part": part}
