"""The rulebook's answers as sentences, from codes and parameters."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _

from rules.catalogue import Catalogue
from rules.engine.effects import Earned, Effect, Fact, HomeStadium, Joined, To, kind_of, to_data
from rules.engine.rulings import Line, Reason
from rules.words.asks import ask_words
from rules.words.effects import EFFECTS, FACTS, FACTS_OF_PARTS
from rules.words.labels import label, plain, title
from rules.words.lines import LINES
from rules.words.names import NOBODY, People, name, offer_name, say, signed
from rules.words.nearest import nearest_key
from rules.words.reasons import REASONS
from rules.words.sayings import Saying, fitting

__all__ = [
    "People",
    "ask_words",
    "effect_words",
    "label",
    "line_words",
    "name",
    "offer_name",
    "plain",
    "reason_params",
    "reason_words",
    "say",
    "signed",
    "title",
]

# What these hold is a change, and its sign belongs to it.
DIFFERENCES = frozenset({"amount", "by"})


def reason_words(catalogue: Catalogue, reason: Reason) -> str:
    """Why not, as a sentence; of what nobody has heard of, with what it might have been."""
    text = _filled(catalogue, REASONS.get(reason.code), reason.params) or plain(reason.code)
    near = reason_params(catalogue, reason).get("near")
    if near is None or "near" in reason.params:
        return text
    return _("%(sentence)s Is it %(near)s?") % {"sentence": text, "near": near}


def reason_params(catalogue: Catalogue, reason: Reason) -> dict[str, Any]:
    """What a reason is made of, for programs."""
    params = dict(reason.params)
    if "near" not in params and (near := nearest_key(catalogue, reason)):
        params["near"] = near
    return params


def line_words(catalogue: Catalogue, line: Line, people: People = NOBODY) -> str:
    """What an amount is, or what was found out."""
    saying = LINES.get(line.code)
    params = line.params
    if line.code in ("set-aside", "withheld"):
        rule = Reason(params["rule"], params=params["about"])
        params = {**params, "rule": reason_words(catalogue, rule)}
    text = _filled(catalogue, saying, params, people)
    if text is None and line.code in catalogue.inducements:
        text = _filled(catalogue, LINES["ware"], line.params, people)
    return text or plain(line.code)


def _fact_words(catalogue: Catalogue, what: str, value: Any, people: People) -> str:
    label = FACTS.get(what, plain(what))
    if value is True:
        return str(label)
    if isinstance(value, Mapping) and what in FACTS_OF_PARTS:
        parts = {key: say(catalogue, each, people, key) for key, each in value.items()}
        with suppress(KeyError):
            return str(FACTS_OF_PARTS[what]) % parts
    return _("%(what)s: %(value)s") % {"what": label, "value": say(catalogue, value, people)}


def effect_words(catalogue: Catalogue, effect: Effect, people: People = NOBODY) -> str:
    """What changes, as a sentence."""
    known: dict[str, Any]
    match effect:
        case To(side=side, effect=below):
            return _("%(side)s: %(effect)s") % {
                "side": say(catalogue, side),
                "effect": effect_words(catalogue, below, people),
            }
        case Fact(what=what, value=value):
            return _fact_words(catalogue, what, value, people)
        case Joined(player=player):
            who = f"{name(catalogue, player.position)} ({people.ours.get(player.id, player.id)})"
            known = {"player": who, "skills": player.skills}
        case Earned(times=times) if times < 0:
            known = {"player": effect.player, "award": effect.award, "taken": -times}
        case HomeStadium(home=home):
            known = {"home": home and home.called}
        case _:
            known = {key: value for key, value in to_data(effect).items() if key != "kind"}
    kind = kind_of(effect)
    words = fitting(EFFECTS[kind], known)
    return (words or plain(kind)) % {
        key: signed(value)
        if key in DIFFERENCES and isinstance(value, int)
        else say(catalogue, value, people, key)
        for key, value in known.items()
    }


def _filled(
    catalogue: Catalogue,
    saying: Saying | None,
    params: Mapping[str, Any],
    people: People = NOBODY,
) -> str | None:
    words = fitting(saying, params) if saying is not None else None
    return words and words % {
        key: say(catalogue, value, people, key) for key, value in params.items()
    }
