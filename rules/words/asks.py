"""What a step wants to know, as a short sentence made from the ask's key."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from rules.catalogue import Catalogue
from rules.engine.asks import Ask, Pick, Roll, Shop
from rules.words.names import name, say

# Parts of keys that say more as words of their own.
PARTS: Mapping[str, str | Promise] = {
    "again": later("keep the die or roll again"),
    "second": later("the second die"),
    "drawn": later("drawn by lot"),
    "chosen": later("the coach's choice"),
    "nominees": later("who is named"),
    "die": later("the die"),
    "kept": later("what stands"),
    "keep": later("what is kept"),
    "kicks": later("who kicks off"),
    "first": later("who goes first"),
    "accept": later("take the offer"),
    "use-home": later("play in the own home"),
    "mishap": later("whether somebody is kept busy"),
    "missing": later("how many miss the next match"),
    "decks": later("from which decks"),
    "exchange": later("what is exchanged"),
    "points": later("points taken off"),
    "at-home": later("at home"),
    "sits-out": later("who makes room for the guest"),
    "mvp": later("most valuable player"),
    "star-ascendant": later("Star Ascendant, if still on the pitch at the end"),
    "coin": later("the coin"),
    "serious": later("the serious injury"),
    "result": later("what age takes"),
    "picked": later("the result of choice"),
    "raises": later("what rises"),
    "thrud": later("Thrud's own fans"),
    "sig-bill": later("the guild's bill"),
    "moved": later("what is moved to petty cash"),
    "advancement": later("advancement"),
    "taken": later("what is taken"),
    "random": later("a skill by chance"),
    "lasting": later("the lasting injury"),
}


def ask_words(catalogue: Catalogue, ask: Ask, called: Mapping[str, str] | None = None) -> str:
    """The ask as a sentence; `called` says what players are called whose ids are in its key."""
    # "Apothecary: roll D68" says it once.
    key = ask.key.removesuffix("/roll") if isinstance(ask, Roll) else ask.key
    about = ", ".join(_parts(catalogue, key, called or {}))
    about = about[:1].upper() + about[1:]
    match ask:
        case Pick(at_most=most) if most > 1 and ask.key.endswith("/nominees"):
            return _("Name %(count)s players: a die makes one of them most valuable player") % {
                "count": most
            }
        case Roll(dice=dice):
            return _("%(about)s: roll %(dice)s") % {"about": about, "dice": dice}
        case Pick(at_least=fewest, at_most=most) if fewest != most:
            return _("%(about)s: pick %(fewest)s to %(most)s") % {
                "about": about,
                "fewest": say(catalogue, fewest),
                "most": say(catalogue, most),
            }
        case Pick(at_most=count) | Shop(purse=0, count=count) if count:
            return _("%(about)s: pick %(count)s") % {
                "about": about,
                "count": say(catalogue, count),
            }
        case Shop(purse=purse) if purse:
            return _("%(about)s: buy, with %(purse)s to spend") % {
                "about": about,
                "purse": say(catalogue, purse),
            }
        case _:
            return about


def _parts(catalogue: Catalogue, key: str, called: Mapping[str, str]) -> list[str]:
    """The parts of a key in words, from the second of its kind on with a number. A player's id may
    have parts of its own, and stays whole."""
    for id_, name_ in called.items():
        before, found, after = f"/{key}/".partition(f"/{id_}/")
        if found:
            first, last = (_parts(catalogue, half.strip("/"), called) for half in (before, after))
            return [*first, name_, *last]
    return [_part(catalogue, part) for part in key.split("/") if part not in ("", "1")]


def _part(catalogue: Catalogue, part: str) -> str:
    if part in PARTS:
        return str(PARTS[part])
    known = name(catalogue, part)
    return known if known != part else part.replace("-", " ")
