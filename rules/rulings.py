"""The rulings library: answers of two FAQs in our own words, read from its files and checked.

Both comment on one edition, whose catalogue the rulings point into and whose text they agree with
or not. Nothing of it binds a league that has not taken it on.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from rules.editions.lrb4.edition import EDITION
from rules.loading import load
from rules.places import SHELVES
from rules.reading import DATA, BadRules, read_as, read_file

LIBRARY = DATA / "rulings"
# Where `elsewhere` of the topics' files has to be known.
ANOTHER_EDITION = "bb2016"
TOPIC_FILES = "topics*.toml"

# What the text of the edition says to a ruling: the same, nothing, something else; or the ruling
# speaks of what the edition has not.
RELATIONS = ("agrees", "compatible", "superseded", "other-edition")
KINDS = ("skill", "team", "star", "inducement", "table", "step", "rule")
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Source:
    """A text that rulings were read from, and which of its lines hold them."""

    title: str
    first_line: int
    last_line: int


SOURCES: Mapping[str, Source] = {
    "lrb4-faq": Source("Living Rulebook 4, questions and answers", 5829, 6091),
    "oberwald": Source("Oberwald FAQ", 1, 778),
}


@dataclass(frozen=True, slots=True)
class LibraryRuling:
    """A question that people have asked, and its answer.

    `about` names things of the edition by kind and key: `skill:frenzy`; `rule:…` names a topic.
    Where the source leaves a choice, `options` are what there is to choose from. A ruling that is
    not `certain` has lost its question or a part of its answer in the source.
    """

    key: str
    topic: str
    question: str
    answer: str
    about: tuple[str, ...]
    line: int
    lrb4: str
    said_by: str = ""
    options: tuple[str, ...] = ()
    certain: bool = True
    source: str = ""
    chapter: str = ""

    def is_on(self, kind: str, key: str) -> bool:
        """Whether it is about something; about a rule it is, too, as one of the rule's topic."""
        return f"{kind}:{key}" in (*self.about, f"rule:{self.topic}")


@dataclass(frozen=True, slots=True)
class Library:
    """All rulings in the order of their sources, the titles of topics, and what the edition lacks
    that rulings may still be about."""

    rulings: Mapping[str, LibraryRuling]
    topics: Mapping[str, str]
    elsewhere: tuple[str, ...]


def rulings() -> Mapping[str, LibraryRuling]:
    """Every ruling by its key."""
    return library(LIBRARY).rulings


def topics() -> Mapping[str, str]:
    """The title of every topic by its key."""
    return library(LIBRARY).topics


def rulings_on(kind: str, key: str) -> tuple[LibraryRuling, ...]:
    """The rulings on a skill, a team list, a table or whatever else, by its key in the edition."""
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is none of {', '.join(KINDS)}")
    return tuple(each for each in rulings().values() if each.is_on(kind, key))


@cache
def library(folder: Path) -> Library:
    """The library of a folder. Raises BadRules, with file and entry, for one that is not whole."""
    topic_files = sorted(folder.glob(TOPIC_FILES))
    titles, elsewhere = _read_topics(topic_files)
    found: dict[str, LibraryRuling] = {}
    files: dict[str, str] = {}
    for path in sorted(set(folder.glob("*.toml")) - set(topic_files)):
        for ruling in _read_chapter(path):
            if ruling.key in found:
                raise BadRules(path.name, ruling.key, f"stands in {files[ruling.key]}, too")
            found[ruling.key], files[ruling.key] = ruling, path.name
    known = _known(titles, elsewhere)
    for ruling in found.values():
        for reason in _faults(ruling, titles, known):
            raise BadRules(files[ruling.key], ruling.key, reason)
    return Library(_in_order(found), titles, elsewhere)


def _in_order(found: Mapping[str, LibraryRuling]) -> dict[str, LibraryRuling]:
    order = [*SOURCES]
    ordered = sorted(found.values(), key=lambda each: (order.index(each.source), each.line))
    return {each.key: each for each in ordered}


# --- reading


def _read_topics(paths: list[Path]) -> tuple[dict[str, str], tuple[str, ...]]:
    titles: dict[str, str] = {}
    elsewhere: list[str] = []
    for path in paths:
        said = _read(path, {"topics": dict, "elsewhere": list})
        for key, title in said.get("topics", {}).items():
            if not KEY.fullmatch(key) or not isinstance(title, str) or not title.strip():
                raise BadRules(path.name, key, "a key-like-this and a title are wanted")
            if titles.setdefault(key, title) != title:
                raise BadRules(path.name, key, f"has two titles, {titles[key]!r} and {title!r}")
        for name in said.get("elsewhere", []):
            if name in _things(EDITION.key):
                raise BadRules(path.name, name, f"{EDITION.key} has it itself")
            if name not in _things(ANOTHER_EDITION):
                raise BadRules(path.name, name, f"{ANOTHER_EDITION} does not have it either")
            elsewhere.append(name)
    return titles, tuple(elsewhere)


def _read_chapter(path: Path) -> Iterator[LibraryRuling]:
    said = _read(path, {"source": str, "chapter": str, "ruling": list})
    source, chapter = said.get("source", ""), said.get("chapter", "")
    if source not in SOURCES:
        raise BadRules(path.name, "source", f"{source!r} is none of {', '.join(SOURCES)}")
    if not chapter.strip():
        raise BadRules(path.name, "chapter", "is empty")
    for entry in said.get("ruling", []):
        if of_the_file := sorted({"source", "chapter"} & set(entry)):
            reason = f"unknown {', '.join(of_the_file)}: it is the whole file's"
            raise BadRules(path.name, str(entry.get("key", "?")), reason)
        ruling = read_as(LibraryRuling, entry, file=path.name)
        yield replace(ruling, source=source, chapter=chapter)


def _read(path: Path, wanted: Mapping[str, type]) -> dict[str, Any]:
    said = read_file(path)
    if strangers := sorted(set(said) - set(wanted)):
        raise BadRules(path.name, "the whole file", f"unknown {', '.join(strangers)}")
    for name, value in said.items():
        if not isinstance(value, wanted[name]):
            raise BadRules(path.name, name, f"{wanted[name].__name__} is wanted, not {value!r}")
    return said


# --- checking


def _faults(ruling: LibraryRuling, titles: Mapping[str, str], known: set[str]) -> Iterator[str]:
    if not KEY.fullmatch(ruling.key):
        yield "its key is not one-like-this"
    for name in ("question", "answer"):
        if not getattr(ruling, name).strip():
            yield f"its {name} is empty"
    if ruling.topic not in titles:
        yield f"no topic {ruling.topic!r}"
    if ruling.lrb4 not in RELATIONS:
        yield f"{ruling.lrb4!r} is none of {', '.join(RELATIONS)}"
    for name in ruling.about:
        if name not in known:
            yield f"is about {name!r}, which nothing is"
    if len(set(ruling.about)) < len(ruling.about):
        yield "is about something twice"
    yield from _faults_of_options(ruling.options)
    source = SOURCES[ruling.source]
    if not source.first_line <= ruling.line <= source.last_line:
        yield f"line {ruling.line} is not among those of {source.title}"


def _faults_of_options(options: tuple[str, ...]) -> Iterator[str]:
    if not all(option.strip() for option in options):
        yield "an option is empty"
    if options and len(set(options)) < max(2, len(options)):
        yield "is no choice: two different options are wanted"


def _known(titles: Mapping[str, str], elsewhere: tuple[str, ...]) -> set[str]:
    """All that a ruling may be about, as it is written there."""
    steps = (*EDITION.pre_match, *EDITION.post_match)
    return {
        *_things(EDITION.key),
        *elsewhere,
        *(f"step:{step.key}" for step in steps),
        *(f"rule:{key}" for key in titles),
    }


@cache
def _things(edition: str) -> frozenset[str]:
    """What an edition's catalogue has. A table on a page of its own goes by the page's name, and
    so do its rows by their keys."""
    catalogue = load(edition)
    shelves = [
        (page, shelf)
        for page, names in SHELVES.items()
        for shelf in names
        if shelf.endswith("_table") and shelf in catalogue.shelves
    ]
    rows = [
        row.key
        for _, shelf in shelves
        for table in catalogue.shelves[shelf]
        for row in table.entries
    ]
    by_kind: dict[str, Iterable[str]] = {
        "skill": catalogue.skills,
        "team": catalogue.races,
        "star": catalogue.stars,
        "inducement": catalogue.inducements,
        "table": [*catalogue.tables, *(page for page, _ in shelves), *rows],
    }
    return frozenset(f"{kind}:{key}" for kind, keys in by_kind.items() for key in keys)
