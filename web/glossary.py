"""The words as coaches say them, each with one sentence for whoever does not.

Those that every game has stand here; each game brings its own (`GamesPlayed`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from acts.hooks import Hook


class GameWord(Protocol):
    """A word of a game, marked for translation."""

    @property
    def said(self) -> str: ...

    @property
    def meaning(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Word:
    """`said` is what stands on the page, `meaning` what it opens to."""

    said: str | Promise
    meaning: str | Promise


@dataclass(frozen=True, slots=True)
class Game:
    title: str
    words: Mapping[str, GameWord]


WORDS: dict[str, Word] = {
    "Bye": Word(_("Bye"), _("A round in which a team has no opponent and does not play.")),
    "Confirm": Word(
        _("Confirm"), _("To sign what the other coach entered, so that it counts for both.")
    ),
    "Forfeit": Word(
        _("Forfeit"), _("A match lost without being played, by the league's house rules.")
    ),
    "Real dice": Word(
        _("Real dice"), _("Thrown at the table and tapped in; drawn here with an outline.")
    ),
    "Server dice": Word(
        _("Server dice"), _("Thrown by Touchback and kept before anybody sees them; drawn solid.")
    ),
    "Standings": Word(
        _("Standings"), _("The league table: who stands where, and by which tie-breaker.")
    ),
    "W-D-L": Word(_("W–D–L"), _("Matches won, drawn and lost, in that order.")),
}


class GamesPlayed(Hook[Mapping[str, Game]]):
    """The games that are played here, by their keys."""


def games() -> dict[str, Game]:
    return {key: game for played in GamesPlayed().send() for key, game in played.items()}


def word_of(key: str, game: str = "") -> Word | None:
    """A word of a game, or of whichever has it; None if nobody says so."""
    if key in WORDS:
        return WORDS[key]
    for name, each in games().items():
        if key in each.words and game in ("", name):
            return Word(gettext(each.words[key].said), gettext(each.words[key].meaning))
    return None


def words(game: str = "") -> dict[str, Word]:
    """The words of one game, or of all that are played here."""
    named = [key for name, each in games().items() if game in ("", name) for key in each.words]
    found = {key: word_of(key, game) for key in (*WORDS, *named)}
    return {key: word for key, word in found.items() if word}


def matching(text: str, game: str = "") -> list[tuple[str, Word]]:
    """Words whose name or meaning holds the text, in the order of the alphabet."""
    wanted = text.strip().casefold()
    found = [
        (key, word)
        for key, word in words(game).items()
        if wanted in str(word.said).casefold() or wanted in str(word.meaning).casefold()
    ]
    return sorted(found, key=lambda entry: str(entry[1].said).casefold())
