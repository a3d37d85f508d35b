"""What coaches write in their spreadsheets, read as what the rulebook calls it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial

from django.utils.translation import gettext as _

from acts.failures import Reason
from rules.catalogue import Catalogue, Position

LONGEST_SHOWN = 40
MOST_WORDS = 40
MOST_NAMED = 3
# Minus signs and dashes of every keyboard; sheets use them for "nothing", too.
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
NOTHING = frozenset({"", "-", "--", "0", "none", "nil", "n/a", "na", ".", "\N{MIDDLE DOT}"})
YES = frozenset({"1", "x", "y", "yes", "true", "m", "mng", "\N{CHECK MARK}"})
NO = NOTHING | {"n", "no", "false"}

# What people call characteristics; an edition has some of them.
CHARACTERISTICS: Mapping[str, str] = {
    **dict.fromkeys(("ma", "mov", "move", "movement", "movementallowance"), "ma"),
    **dict.fromkeys(("st", "str", "strength"), "st"),
    **dict.fromkeys(("ag", "agi", "agility"), "ag"),
    **dict.fromkeys(("pa", "passing"), "pa"),
    **dict.fromkeys(("av", "arm", "armour", "armor", "armourvalue", "armorvalue"), "av"),
}
NIGGLES = frozenset({"n", "ni", "nig", "niggle", "niggles", "niggling", "nigglinginjury"})
MISSES = frozenset({"m", "mng", "missnextgame", "missesnextgame", "missesnextmatch"})
DEAD = frozenset({"d", "dead", "rip", "died", "killed"})
# What sheets and later editions add to a position that has a name of its own.
ROLES = ("blocker", "blitzer", "catcher", "lineman", "linewoman", "runner", "thrower")
# "+1 ST", "ST+1", "-MA", "AG -2".
SIGNED = re.compile(
    r"(?P<sign>[+-])\s*(?P<by>\d{0,2})\s*(?P<word>[a-z ]+)"
    r"|(?P<word2>[a-z ]+?)\s*(?P<sign2>[+-])\s*(?P<by2>\d{0,2})"
)
# "2x Niggling", "N2", "niggle x2".
COUNTED = re.compile(r"(?P<before>\d{0,2})\s*x?\s*(?P<word>[a-z ]+?)\s*x?\s*(?P<after>\d{0,2})")
# What later editions write behind a skill: Mighty Blow +1, Loner 4+.
RATING = re.compile(r"\s*(?:\+\s*\d|\d\s*\+)$")
GROUPED = re.compile(r"\d{1,3}(?:[.,' \u00a0\u202f\u2019]\d{3})+")


def plainly(text: str) -> str:
    """Only letters and digits, small: "Side-Step" and "side step" are one."""
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in text if char.isalnum())


def shown(text: str) -> str:
    """What somebody wrote, short enough to be said back to them."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}\N{HORIZONTAL ELLIPSIS}"


# --- numbers


def read_number(text: str, *, at_most: int) -> int | None:
    """A count as spreadsheets write it: 85,000 or 85.000 or 85k. None if it is none.

    Nothing there, or a dash, is zero.
    """
    sentence = text.strip().translate(DASHES).casefold()
    if sentence in NOTHING:
        return 0
    sentence = re.sub(r"\s*(?:gp|gold)$", "", sentence)
    thousands = sentence.endswith("k")
    sentence = sentence.removesuffix("k").strip()
    if GROUPED.fullmatch(sentence):
        sentence = re.sub(r"\D", "", sentence)
    if not (sentence.isascii() and sentence.isdecimal()) or len(sentence) > len(str(at_most)):
        return None
    number = int(sentence) * (1_000 if thousands else 1)
    return number if number <= at_most else None


def read_yes(text: str) -> bool | None:
    """None where it says neither yes nor no."""
    sentence = text.strip().translate(DASHES).casefold()
    return True if sentence in YES else False if sentence in NO else None


# --- positions


def read_position(catalogue: Catalogue, race: str, text: str) -> str | Reason:
    """The key of a position of the race, in any usual spelling; or what is wrong with it."""
    if not text.strip():
        return Reason("missing", _("Which position do they play?"), "position")
    own = catalogue.races.get(race)
    if own is None:
        return text.strip()
    wanted = one_of_many(text)
    names = {one_of_many(each.name): key for key, each in own.positions.items()}
    names |= {plainly(key): key for key in own.positions}
    spoken = [wanted, *_without_race(wanted, [own.name, *own.also]), _without_role(wanted)]
    for look_up in (names.get, partial(_by_beginning, names)):
        if found := next(filter(None, map(look_up, spoken)), None):
            return found
    about = {"said": shown(text.strip()), "race": own.name}
    if elsewhere := _other_races(catalogue, wanted):
        about["others"] = ", ".join(elsewhere[:MOST_NAMED])
        sentence = _("%(said)s plays for %(others)s, not for %(race)s.")
        if len(elsewhere) > MOST_NAMED:
            sentence = _("%(said)s plays for %(others)s and others, not for %(race)s.")
        return Reason("no-such-position", sentence % about, "position")
    about["known"] = ", ".join(each.name for each in own.positions.values())
    sentence = _("%(race)s teams have no %(said)s. They have: %(known)s.")
    return Reason("no-such-position", sentence % about, "position")


def one_of_many(text: str) -> str:
    """In plain letters, and one of them: Linemen are a lineman."""
    sentence = re.sub(r"men$", "man", plainly(text))
    return sentence.removesuffix("s") if len(sentence) > 3 else sentence


def _without_race(word: str, races: Iterable[str]) -> list[str]:
    """A Human Lineman is a lineman."""
    names = [plainly(race) for race in races]
    return [word.removeprefix(name) for name in names if word.startswith(name)]


def _without_role(word: str) -> str:
    """A Black Orc Blocker is a Black Orc, a Skink Runner a Skink."""
    role = next((role for role in ROLES if word.endswith(role)), "")
    return word.removesuffix(role)


def _by_beginning(names: Mapping[str, str], wanted: str) -> str | None:
    """The one position that begins like this, if three letters or more tell it."""
    found = {key for name, key in names.items() if len(wanted) >= 3 and name.startswith(wanted)}
    return found.pop() if len(found) == 1 else None


def _other_races(catalogue: Catalogue, wanted: str) -> list[str]:
    def is_meant(position: Position) -> bool:
        return one_of_many(position.name) == wanted

    return [
        race.name
        for race in catalogue.races.values()
        if any(map(is_meant, race.positions.values()))
    ]


# --- skills and injuries


@dataclass
class Marks:
    """What a cell of skills or injuries says of a player."""

    skills: list[str] = field(default_factory=list)
    raised: Counter[str] = field(default_factory=Counter)
    lowered: Counter[str] = field(default_factory=Counter)
    niggles: int = 0
    misses_next: bool = False
    reasons: list[Reason] = field(default_factory=list)


def read_marks(catalogue: Catalogue, text: str, marks: Marks, *, subject: str) -> None:
    """Add what a cell says. A bare characteristic is a raise under skills, else a loss."""
    known = _skills(catalogue)
    for each in _split(text):
        if skill := known.get(plainly(each)) or known.get(plainly(RATING.sub("", each))):
            marks.skills.append(skill)
        elif several := _run_together(known, each):
            marks.skills += several
        elif not _read_figure(catalogue, each, marks, subject):
            marks.reasons.append(_stranger(catalogue, each, subject))


def _split(text: str) -> list[str]:
    """The entries of a cell; what stands in brackets is a remark."""
    text = re.sub(r"\([^()]*\)", " ", text.translate(DASHES))
    parts = (part.strip(" .") for part in re.split(r"[,;|/\n\r\t\N{BULLET}]+", text))
    return [part for part in parts if part.casefold() not in NOTHING]


def _run_together(known: Mapping[str, str], text: str) -> list[str]:
    """Skills with nothing but room between them; none if a word of it is something else."""
    words, found = text.split()[:MOST_WORDS], []
    while words:
        for length in range(min(len(words), 4), 0, -1):
            if skill := known.get(plainly("".join(words[:length]))):
                found.append(skill)
                words = words[length:]
                break
        else:
            return []
    return found


@lru_cache(maxsize=8)
def _skills_by(digest: str, names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {plainly(name): key for name, key in names}


def _skills(catalogue: Catalogue) -> Mapping[str, str]:
    names = [
        (name, skill.key)
        for skill in catalogue.skills.values()
        for name in (skill.key, *skill.also, skill.name)
    ]
    return _skills_by(catalogue.digest, tuple(names))


def _read_figure(catalogue: Catalogue, text: str, marks: Marks, subject: str) -> bool:
    """Whether it was a characteristic or an injury; then it is counted."""
    said = text.casefold().strip()
    if signed := SIGNED.fullmatch(said):
        word = plainly(signed["word"] or signed["word2"])
        times = int(signed["by"] or signed["by2"] or 1)
        return _change(catalogue, word, (signed["sign"] or signed["sign2"]) == "+", times, marks)
    if plainly(said) in CHARACTERISTICS:
        return _change(catalogue, plainly(said), subject == "skills", 1, marks)
    counted = COUNTED.fullmatch(said)
    if counted is None:
        return False
    word = plainly(counted["word"])
    if word in NIGGLES:
        marks.niggles += int(counted["before"] or counted["after"] or 1)
    elif set(word) == {"n"}:
        marks.niggles += len(word)
    elif word in MISSES:
        marks.misses_next = True
    elif word in DEAD:
        sentence = _("The dead do not come along. Leave them out.")
        marks.reasons.append(Reason("dead", sentence, subject))
    else:
        return False
    return True


def _change(catalogue: Catalogue, word: str, rises: bool, times: int, marks: Marks) -> bool:
    name = CHARACTERISTICS.get(word, "")
    if name not in catalogue.characteristics:
        return False
    (marks.raised if rises else marks.lowered)[name] += times
    return True


def _stranger(catalogue: Catalogue, text: str, subject: str) -> Reason:
    said = shown(text)
    near = get_close_matches(plainly(text)[:LONGEST_SHOWN], _skills(catalogue), n=1, cutoff=0.75)
    if near:
        meant = catalogue.skills[_skills(catalogue)[near[0]]].name
        sentence = _("Nobody knows “%(said)s”. Is it %(meant)s?") % {"said": said, "meant": meant}
    else:
        sentence = _("“%(said)s” is no skill, injury or characteristic.") % {"said": said}
    return Reason("not-understood", sentence, subject)
