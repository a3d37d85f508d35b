"""A player as they stand: characteristics, skills, the purse of points, and what they are worth."""

from collections.abc import Collection, Iterator

from rules.book import Book
from rules.editions.bb2020.questions import question
from rules.engine import effects as e
from rules.engine.circumstances import Experience, OfPlayer
from rules.engine.faults import negative_faults
from rules.engine.growth import (
    characteristic,
    own_skills,
    player_faults,
    point_faults,
    point_lines,
    points,
)
from rules.engine.profile import profiled
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player
from rules.knobs import _

JOURNEYMANS_SKILL = "loner-4"
# How a skill may be gained, the dearest first; how one was is not always known.
KINDS = ("chosen-primary", "chosen-secondary", "random-primary", "random-secondary")


def skills_of(book: Book, race: str, player: Player) -> tuple[str, ...]:
    """Every skill that a player has now: a journeyman is a loner until hired."""
    own = own_skills(book, race, player)
    is_loner = any(skill.startswith("loner-") for skill in own)
    return (*own, JOURNEYMANS_SKILL) if player.journeyman and not is_loner else own


def purse(book: Book, player: Player) -> int:
    """Points that are earned and not yet spent."""
    return points(book, player) - player.spent


def columns(book: Book, race: str, player: Player) -> tuple[str, str]:
    """The letters of their primary and of their secondary skills."""
    position = book.position(race, player.position)
    return position.normal, position.double


def is_primary(book: Book, race: str, player: Player, skill: str) -> bool:
    primary, _secondary = columns(book, race, player)
    return skill in {each.key for each in book.catalogue.skills_in(primary)}


def learnable(
    book: Book, race: str, player: Player, letters: str, beside: Collection[str] = ()
) -> Iterator[str]:
    """Skills of these categories that they do not know, and may have beside those that they do."""
    known = {*skills_of(book, race, player), *beside}
    for skill in book.catalogue.skills_in(letters):
        is_open = skill.key not in known and not known.intersection(skill.never_with)
        if is_open and not skill.lacks(known):
            yield skill.key


def _span(book: Book, name: str) -> tuple[int, int]:
    """The worst and the best that a characteristic can be, as the number that is written."""
    least, most = (book.figure("characteristic-limits", f"{name}-{end}") for end in ("min", "max"))
    return (most, least) if name in book.catalogue.lower_is_better else (least, most)


def may_rise(book: Book, race: str, player: Player, name: str) -> bool:
    """Twice at most, and to the end of its span; a loss is no improvement less."""
    _worst, best = _span(book, name)
    often = player.raised.get(name, 0) < book.figure("characteristic-limits", "gain-max")
    return often and characteristic(book, race, player, name) != best


def may_fall(book: Book, race: str, player: Player, name: str) -> bool:
    """To the other end; who cannot pass loses nothing there."""
    worst, _best = _span(book, name)
    return characteristic(book, race, player, name) not in (0, worst)


# --- value


@question("player-value", _("What a player is worth, and how the sum comes about."))
def player_value(book: Book, at: OfPlayer) -> Ruling:
    """The position's price and each advancement; injuries take nothing off."""
    if reasons := list(player_faults(book, at.race, at.player, "player")):
        return refused(reasons)
    lines = [Line("position", at.player.cost, {"position": at.player.position})]
    if at.player.value_added:
        params = {"count": at.player.improvements}
        lines.append(Line("advancements", at.player.value_added, params))
    return allowed(because=lines)


def kind_of_skill(book: Book, race: str, player: Player, skill: str, *, by_chance: bool) -> str:
    how = "random" if by_chance else "chosen"
    column = "primary" if is_primary(book, race, player, skill) else "secondary"
    return f"{how}-{column}"


def skill_line(
    book: Book, race: str, player: Player, skill: str, *, by_chance: bool = False
) -> Line:
    kind = kind_of_skill(book, race, player, skill, by_chance=by_chance)
    return Line(kind, book.figure("value-modifiers", kind), {"skill": skill})


def raise_line(book: Book, name: str, times: int) -> Line:
    each = book.figure("value-modifiers", name)
    return Line(name, times * each, {"times": times, "each": each})


# --- profile and experience


@question("player-profile", _("A player's characteristics and skills as they are now."))
def player_profile(book: Book, at: OfPlayer) -> Ruling:
    """Each difference from the position has its lines; skills are given, gained or lent."""
    return profiled(book, at, skills_of)


def cheapest(book: Book, advancements: int) -> int | None:
    """The points for the cheapest next advancement; None after the last."""
    rows = book.catalogue.tables["advancement-cost"].rows
    if advancements >= len(rows):
        return None
    row = rows[advancements]
    least: int = min(row[kind] for kind in (*KINDS, "characteristic"))
    return least


@question("experience", _("A player's points to spend, and what the next advancement costs."))
def experience(book: Book, at: Experience) -> Ruling:
    """The lines add up to what is left in the purse."""
    reasons = [
        *point_faults(book, at.awards, at.extra),
        *negative_faults(improvements=at.improvements, spent=at.spent),
    ]
    if reasons:
        return refused(reasons)
    lines = point_lines(book, at.awards, at.extra)
    if at.spent:
        lines.append(Line("points-spent", -at.spent))
    left, least = total(lines), cheapest(book, at.improvements)
    rows = book.catalogue.tables["advancement-cost"].rows
    is_due = least is not None and left >= least
    return allowed(
        e.Fact("points", left),
        e.Fact("level", rows[at.improvements - 1].name if 0 < at.improvements <= len(rows) else ""),
        e.Fact("rolls", at.improvements + int(is_due)),
        e.Fact("rolls-due", int(is_due)),
        e.Fact("to-next-level", None if least is None else max(0, least - left)),
        because=lines,
    )


# --- what can be wrong


def skill_open_faults(
    book: Book, race: str, player: Player, skill: str, subject: str
) -> Iterator[Reason]:
    """A skill that stands in neither of their columns."""
    within_reach = book.catalogue.skills_in("".join(columns(book, race, player)))
    if skill not in {each.key for each in within_reach}:
        params = {"position": player.position, "skill": skill}
        yield Reason("skill-in-no-column", subject, params)


def company_faults(
    book: Book, skills: Collection[str], known: Collection[str], subject: str
) -> Iterator[Reason]:
    """Skills that nobody has together, or learns without another."""
    entries = [book.catalogue.skills[key] for key in known if key in book.catalogue.skills]
    if clash := [skill.key for skill in entries if {*known} & {*skill.never_with}]:
        yield Reason("never-together", subject, {"skills": clash})
    for key in skills:
        skill = book.catalogue.skills.get(key)
        if skill and skill.lacks(known):
            yield Reason("needs-another", subject, {"skill": key, "needs": [*skill.needs]})


def span_faults(book: Book, race: str, player: Player, subject: str) -> Iterator[Reason]:
    """Characteristics that no advancements and injuries could have led to."""
    most = book.figure("characteristic-limits", "gain-max")
    for name in book.catalogue.characteristics:
        worst, best = _span(book, name)
        stands = characteristic(book, race, player, name)
        least, greatest = sorted((worst, best))
        params = {"characteristic": name, "stands": stands}
        if player.raised.get(name, 0) > most:
            yield Reason("too-high", f"{subject}raised.{name}", params)
        elif stands and not least <= stands <= greatest and (player.net(name)):
            code, where = ("too-high", "raised") if player.net(name) > 0 else ("too-low", "lowered")
            yield Reason(code, f"{subject}{where}.{name}", params)
