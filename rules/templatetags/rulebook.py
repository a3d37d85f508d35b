"""What the rulebook adds to any page: skills that explain themselves, and the ways to its pages."""

import secrets
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules import captions
from rules.captions import Caption, plain
from rules.places import WITH_OWN_PAGES, Place
from rules.queries import skill_names

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.simple_tag(takes_context=True)
def skill(context: Context, wanted: str, edition: str = "") -> SafeString | str:
    """A skill's name that says what it does on hover, focus and tap: `{% skill "block" %}`.

    By key or name, of the edition given or of the page's catalogue. A name that the edition does
    not know stays a name.
    """
    # Words of a template are safe strings; files are only found by plain ones.
    edition = edition + "" or context["catalogue"].edition
    skill_name = skill_names(edition).get(wanted)
    if skill_name is None:
        return wanted
    return format_html(
        '<span class="term"><button type="button" popovertarget="{0}" aria-describedby="{0}-says">'
        '{1}</button><span class="tip" id="{0}" popover><span id="{0}-says" role="tooltip">{2}'
        '</span> <a href="{3}">{4}</a></span></span>',
        # Parts are swapped into pages that hold the same skills, so ids can't be counted.
        f"s{secrets.token_hex(4)}",
        skill_name.name,
        skill_name.summary,
        address(edition, Place("skills", skill_name.key)),
        _("More on %(skill)s") % {"skill": skill_name.name},
    )


@register.simple_tag
def address(edition: str, place: Place) -> str:
    """Where an entry of the book is read."""
    if place.key and place.page in WITH_OWN_PAGES:
        path = reverse(f"rules:{place.page}-one", args=[edition, place.key])
    else:
        path = page_address(edition, place.page)
    return f"{path}#{place.anchor}" if place.anchor else path


@register.simple_tag
def page_address(edition: str, page: str) -> str:
    return reverse("rules:page", args=[edition, page])


@register.simple_tag(takes_context=True)
def characteristic(context: Context, name: str, value: int) -> str:
    """A characteristic as the edition writes it."""
    text: str = context["catalogue"].said(name, value)
    return text


@register.filter
def title(page: str) -> Caption:
    return captions.TITLES[page]


@register.filter
def sentence(page: str) -> Caption:
    return captions.SENTENCES[page]


@register.filter
def entered_by(by: str) -> Caption:
    return captions.ENTRIES.get(by, "")


@register.filter
def column(name: str) -> Caption:
    if name.startswith("d6_"):
        return name.removeprefix("d6_")
    return captions.COLUMNS.get(name) or plain(name)


@register.filter
def lasting(key: str) -> Caption:
    return captions.LASTING.get(key) or plain(key)


@register.filter
def set_name(key: str) -> Caption:
    return captions.SETS.get(key) or plain(key)


@register.filter
def figure(value: Any) -> str:
    """A cell of a table: gold with commas, a true minus, a key as words, nothing as nothing."""
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}".replace("-", MINUS)
    return plain(value) if value[:1].islower() else str(value)
