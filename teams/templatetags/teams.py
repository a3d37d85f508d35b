"""The pieces that a team's pages are set from."""

import secrets
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.rulebook import answers_of
from teams.crests import crest_of
from teams.drafts import name_of
from teams.models import Team
from teams.permissions import TeamAccess
from teams.queries.rosters import Injury
from teams.tabs import tabs_for
from teams.words import Because
from web import glossary
from web.dice import Die
from web.templatetags.touchback import crest, die, signed, term

register = template.Library()


register.filter(crest_of)
register.filter("draft_name", name_of)


@register.simple_tag(takes_context=True)
def team_crest(context: Context, team: Team, size: str = "") -> SafeString:
    return crest(context, crest_of(team), size)


@register.inclusion_tag("teams/tabs.html", takes_context=True)
def team_tabs(context: Context, team: Team, access: TeamAccess) -> dict[str, Any]:
    """The team's tabs that this hand may see, the page's own marked."""
    match = context["request"].resolver_match
    head = context.get("head")
    answers = answers_of(head.book) if head else None
    return {
        "tabs": tabs_for(access, team, answers),
        "team": team,
        "here": match.view_name if match else "",
    }


@register.simple_tag
def explained(shown: str, because: Because, total: str = "", css: str = "") -> SafeString | str:
    """A figure that shows its sum on hover, focus and tap; one without a sum is just a figure."""
    if not because:
        return format_html('<span class="{}">{}</span>', css, shown) if css else shown
    lines = format_html_join(
        "",
        '<span class="tip-line"><span>{}</span>{}</span>',
        (
            (
                line.sentence,
                ""
                if line.amount is None
                else format_html(' <span class="n">{}</span>', signed(line.amount)),
            )
            for line in because.lines
        ),
    )
    ending = (
        format_html('<span class="tip-line tip-total"><span>{}</span></span>', total)
        if total
        else ""
    )
    return format_html(
        '<span class="term figure"><button type="button" class="{3}" popovertarget="{0}"'
        ' aria-describedby="{0}">{1}</button><span class="tip" id="{0}" role="tooltip" popover>'
        "{2}{4}</span></span>",
        f"why-{secrets.token_hex(4)}",
        shown,
        lines,
        css,
        ending,
    )


@register.simple_tag
def injury(hurt: Injury) -> SafeString:
    text = term(hurt.word, hurt.said) if glossary.word_of(hurt.word) else hurt.said
    return format_html('<span class="inj {}">{}</span>', "out" if hurt.misses_next else "", text)


@register.simple_tag
def small_die(thrown: Die) -> SafeString:
    return die(thrown.sides, thrown.value, small=True)
