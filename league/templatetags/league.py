"""Words for what rows of leagues hold only as keys."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def named(names: Mapping[str, str], key: str) -> str:
    """What this key is called; a key that nobody has named is called as it is."""
    return names.get(key, key)
