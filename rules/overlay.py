"""Laying an edition over its base: entries change field by field, and what is gone is gone."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.reading import BadRules

Raw = dict[str, Any]

# Fields that name team lists, stars or inducements: what has left the edition leaves these, too.
REFERENCES = ("plays_for", "only_for", "not_for", "cost_for", "max_for", "stars", "inducements")


def laid_over(base: Raw, own: Raw) -> Raw:
    """The base with what an edition says otherwise; `without` names what it does not have, `whole`
    what it states from the beginning."""
    anew = own.get("whole", [])
    said = {name: value for name, value in own.items() if name != "whole"}
    merged: Raw = _merged(_begun_anew(base, said, anew), said, "")
    gone = set(_gone(base, own.get("without", {})))
    return {name: _struck(value, gone, name) for name, value in merged.items()} if gone else merged


def _begun_anew(base: Raw, own: Raw, anew: list[str]) -> Raw:
    """The base without those shelves and tables, all of which the edition states itself."""
    left = dict(base)
    for path in anew:
        shelf, _, key = path.partition(".")
        for said, whose in ((base, "the base has"), (own, "the edition states")):
            if shelf not in said or (key and key not in said[shelf]):
                raise BadRules("edition.toml", f"whole {path}", f"{whose} nothing of that name")
        if key:
            left[shelf] = {name: below for name, below in left[shelf].items() if name != key}
        else:
            del left[shelf]
    return left


def keyed(value: Any) -> bool:
    """Whether this is a list of entries, each with a key."""
    return isinstance(value, list) and all(
        isinstance(entry, dict) and "key" in entry for entry in value
    )


def _merged(base: Any, own: Any, where: str) -> Any:
    if isinstance(base, dict) and isinstance(own, dict):
        texts = {name: value for name, value in own.items() if name != "without"}
        merged = base | {
            name: _merged(base.get(name), value, f"{where}{name}.") for name, value in texts.items()
        }
        for name, gone in own.get("without", {}).items():
            merged[name] = _left_over(base.get(name), merged.get(name), gone, f"{where}{name}")
        return merged
    if keyed(base) and keyed(own):
        by_key = {entry["key"]: entry for entry in base}
        for entry in own:
            key = entry["key"]
            by_key[key] = _merged(by_key.get(key, {}), entry, f"{where}{key}.")
        return list(by_key.values())
    if base and keyed(base):
        raise BadRules("an overlay", where.rstrip("."), "an entry has no key")
    return own


def _left_over(base: Any, merged: Any, gone: list[str], where: str) -> Any:
    """A table or a list without some of its entries, all of which the base must have."""
    if not (isinstance(base, dict) or keyed(base)):
        raise BadRules("edition.toml", f"without {where}", "the base has nothing of that name")
    here = set(base) if isinstance(base, dict) else {entry["key"] for entry in base}
    if strangers := set(gone) - here:
        raise BadRules("edition.toml", f"without {where}", f"not in the base: {sorted(strangers)}")
    if isinstance(merged, dict):
        return {key: below for key, below in merged.items() if key not in gone}
    return [entry for entry in merged if entry["key"] not in gone]


def _gone(base: Raw, without: Mapping[str, list[str]]) -> Iterator[str]:
    """Every name of the team lists, stars and inducements that are gone."""
    for shelf in ("team", "star", "inducement"):
        for entry in base.get(shelf, []):
            if entry["key"] in without.get(shelf, []):
                yield from (entry["name"], *entry.get("also", []))


def _struck(value: Any, gone: set[str], where: str) -> Any:
    """The same without those names, wherever a field refers to them."""
    if isinstance(value, list):
        return [_struck(each, gone, where) for each in value]
    if not isinstance(value, dict):
        return value
    struck = {}
    for name, below in value.items():
        if name not in REFERENCES:
            struck[name] = _struck(below, gone, f"{where}, {value.get('key', name)}")
            continue
        kept = (
            {each: said for each, said in below.items() if each not in gone}
            if isinstance(below, dict)
            else [each for each in below if each not in gone]
        )
        if name == "only_for" and below and not kept:
            # An empty list would mean everybody.
            raise BadRules(where, str(value.get("key", "?")), "is only for teams that are gone")
        struck[name] = kept
    return struck
