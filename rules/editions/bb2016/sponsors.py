"""Sponsors: finding one, what each pays, what each asks, and how a deal ends."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueItem
from rules.editions.bb2016.circumstances import sponsor, sponsor_says, team_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Ask, Meanings, Roll, Step, choose, pick, roll, together
from rules.engine.faults import Result, negative_faults, result_faults
from rules.engine.fold import fold
from rules.engine.growth import player_faults
from rules.engine.rulings import Allowed, Line, Reason, allowed, refused, total
from rules.engine.state import Team
from rules.knobs import _, off

Mishap = Generator[tuple[Ask, ...], tuple[Any, ...], tuple[list[e.Effect], list[Line]]]


@dataclass(frozen=True, slots=True)
class OfSponsors:
    team: Team


def sponsor_faults(book: Book, team: Team) -> list[Reason]:
    unsponsored = [] if book.house["sponsors"] else [off("sponsors")]
    return [*unsponsored, *team_faults(book, team)]


# --- looking for one


@dataclass(frozen=True, slots=True)
class SponsorSearch:
    """A match as sponsors see it; `casualties` are all that the opponent suffered."""

    team: Team
    result: Result
    touchdowns: int = 0
    opponent_touchdowns: int = 0
    casualties: int = 0
    play_off: bool = False
    final: bool = False


@question("sponsor-search", _("Whether a team finds a sponsor, and the deal that it takes."))
def sponsor_search(book: Book, at: SponsorSearch) -> Step:
    """A D16, the fan factor after this match's roll and the match (1326-1340, 1621-1636).

    The lines up to the deal add up to the result; the deal's own follow.
    """
    if faults := [*sponsor_faults(book, at.team), *_search_faults(at)]:
        return refused(faults)
    die: int = yield from roll("sponsor-search", book.catalogue.tables["sponsor-search"].dice)
    lines = _search_lines(book, at, die)
    open_to = willing_sponsors(book, at.team)
    deals = book.catalogue.tables["sponsor-deal"].row(total(lines))["deals"]
    deals = [deal for deal in deals if deal != "major" or open_to]
    if not deals:
        return allowed(because=[*lines, Line("deal", None, {"deal": "none"})])
    deal = yield from choose(
        "sponsor-search/deal",
        *deals,
        "none",
        because=tuple(lines),
        means=_deals(book, open_to),
    )
    lines.append(Line("deal", None, {"deal": deal}))
    if deal == "one-time":
        signed = yield from one_time_sponsorship(book, OfSponsors(at.team))
    elif deal == "ongoing":
        signed = allowed(e.OngoingSponsors(1))
    elif deal == "major":
        name = yield from choose("sponsor-search/sponsor", *open_to)
        signed = yield from major_sponsor(book, Signing(at.team, name))
    else:
        signed = allowed()
    if not isinstance(signed, Allowed):
        return signed
    return allowed(*signed.effects, because=[*lines, *signed.because])


def _deals(book: Book, open_to: list[str]) -> Meanings:
    """What each kind of deal pays, and whom it may keep busy."""
    tables = book.catalogue.tables
    once, ongoing = (tables[f"{kind}-sponsorship"].named for kind in ("one-time", "ongoing"))
    pays = {"each": book.house["sponsors.one-time"]}, {"each": ongoing["gold"]["value"]}
    one_time, each_match = (
        {"dice": rows["gold"]["dice"], "mishap": rows["mishap"]["value"], **each}
        for rows, each in zip((once, ongoing), pays, strict=True)
    )
    return {
        "one-time": Line("deal-once", None, one_time),
        "ongoing": Line("deal-ongoing", None, each_match),
        "major": Line("deal-major", None, {"sponsors": open_to}),
        "none": Line("no-deal"),
    }


def _search_faults(at: SponsorSearch) -> Iterator[Reason]:
    yield from result_faults(at.result)
    yield from negative_faults(
        touchdowns=at.touchdowns,
        opponent_touchdowns=at.opponent_touchdowns,
        casualties=at.casualties,
    )
    if at.final and not at.play_off:
        yield Reason("final-is-a-play-off", "final", integrity=True)


def _search_lines(book: Book, at: SponsorSearch, die: int) -> list[Line]:
    fans = at.team.fan_factor * book.figure("sponsor-search", "fan-factor")
    counted = {
        "owner": at.team.home is not None and at.team.home.owned,
        "win": at.result == "won",
        "two-touchdowns": at.touchdowns - at.opponent_touchdowns >= 2,
        "three-casualties": at.casualties >= 3,
        "five-casualties": at.casualties >= 5,
        "play-off": at.play_off,
        "final": at.final,
    }
    return [
        Line("die", die),
        Line("fan-factor", fans),
        *(
            Line(key, book.figure("sponsor-search", key))
            for key, counts in counted.items()
            if counts
        ),
    ]


# --- smaller deals


@question("one-time-sponsorship", _("What a sponsor pays once, and whom it keeps busy."))
def one_time_sponsorship(book: Book, at: OfSponsors) -> Step:
    """Gold at once; on a second die of 1 a random player misses the next match (1638-1640)."""
    if faults := sponsor_faults(book, at.team):
        return refused(faults)
    rows = book.catalogue.tables["one-time-sponsorship"].named
    key = "one-time-sponsorship"
    die, mishap = yield from together(
        Roll(key, dice=rows["gold"]["dice"]), Roll(f"{key}/mishap", dice=rows["mishap"]["dice"])
    )
    gold = die * book.house["sponsors.one-time"]
    lines = [Line(key, gold, {"die": die}), Line("mishap-die", None, {"die": mishap})]
    effects: list[e.Effect] = [e.Gold(gold, key)]
    if mishap == rows["mishap"]["value"]:
        more_effects, more_lines = yield from busy_elsewhere(at.team, key)
        effects += more_effects
        lines += more_lines
    return allowed(*effects, because=lines)


@question("ongoing-sponsorship", _("What ongoing sponsors pay after a match."))
def ongoing_sponsorship(book: Book, at: OfSponsors) -> Step:
    """Each deal made before this match pays and may keep a player busy (1642-1646).

    The lines add up to all that is paid.
    """
    if faults := sponsor_faults(book, at.team):
        return refused(faults)
    rows = book.catalogue.tables["ongoing-sponsorship"].named
    effects: list[e.Effect] = []
    lines: list[Line] = []
    for number in range(1, at.team.ongoing_sponsors + 1):
        key = f"ongoing-sponsorship/{number}"
        die, mishap = yield from together(
            Roll(key, dice=rows["gold"]["dice"]),
            Roll(f"{key}/mishap", dice=rows["mishap"]["dice"]),
        )
        gold = die * rows["gold"]["value"]
        effects.append(e.Gold(gold, "ongoing-sponsorship"))
        lines.append(Line("ongoing-sponsorship", gold, {"deal": number, "die": die}))
        lines.append(Line("mishap-die", None, {"deal": number, "die": mishap}))
        if mishap == rows["mishap"]["value"]:
            more_effects, more_lines = yield from busy_elsewhere(fold(at.team, effects), key)
            effects += more_effects
            lines += more_lines
    return allowed(*effects, because=lines)


def busy_elsewhere(team: Team, key: str, count: int = 1) -> Mishap:
    """Random players of all under contract; who misses the next match already just misses it."""
    candidates = [player.id for player in team.contracted]
    count = min(count, len(candidates))
    if not count:
        return [], []
    drawn = yield from pick(f"{key}/drawn", candidates, at_least=count, at_most=count)
    effects: list[e.Effect] = [
        e.MissesNext(each) for each in drawn if not team.players[each].misses_next
    ]
    return effects, [
        Line("busy-elsewhere", None, {"player": each, "anyway": team.players[each].misses_next})
        for each in drawn
    ]


# --- major sponsors


@dataclass(frozen=True, slots=True)
class Signing:
    team: Team
    sponsor: str


@question("major-sponsor", _("Whether a team may sign with a major sponsor, and what begins."))
def major_sponsor(book: Book, at: Signing) -> Step:
    """One at a time: signing ends the deal that there was (1650-1680)."""
    if faults := [
        *sponsor_faults(book, at.team),
        *signing_faults(book, at.team, at.sponsor),
        *_squad_faults(book, at.team),
    ]:
        return refused(faults)
    effects: list[e.Effect] = ending(book, at.team) if at.team.sponsor else []
    lines = [Line("ended", None, {"sponsor": at.team.sponsor})] if effects else []
    effects.append(e.Sponsor(at.sponsor))
    lines.append(Line("signed", None, {"sponsor": at.sponsor}))
    team = replace(fold(at.team, effects), sponsor=at.sponsor)
    effects += yield from _name_bombardier(book, team, "major-sponsor/bombardier")
    return allowed(*effects, because=lines)


def signing_faults(book: Book, team: Team, name: str) -> Iterator[Reason]:
    """Why a sponsor and a team do not come together."""
    entry = sponsor(book, name)
    if entry is None:
        yield Reason("no-such-sponsor", "sponsor", {"sponsor": name}, integrity=True)
        return
    if team.race in _not_for(book, entry):
        yield Reason("race-not-sponsored", "sponsor", {"sponsor": name, "race": team.race})
    if name in team.blacklisted_by:
        yield Reason("blacklisted", "sponsor", {"sponsor": name})
    if name == team.sponsor:
        yield Reason("sponsored-already", "sponsor", {"sponsor": name})
    elif sponsor_says(book, team.sponsor).get("ends_only_at_end"):
        yield Reason("ends-only-at-the-end", "team.sponsor", {"sponsor": team.sponsor})


def _squad_faults(book: Book, team: Team) -> Iterator[Reason]:
    """Players of positions that the list does not know: nobody could say who is of the line."""
    if team.race in book.catalogue.races:
        for player in team.players.values():
            yield from player_faults(book, team.race, player, f"team.players.{player.id}")


def willing_sponsors(book: Book, team: Team) -> list[str]:
    return [
        entry.key
        for entry in book.catalogue.shelves["sponsor"]
        if not list(signing_faults(book, team, entry.key))
    ]


def _not_for(book: Book, entry: CatalogueItem) -> set[str]:
    names = set(entry.holds["not_for"])
    return {race.key for race in book.catalogue.races.values() if names & {race.name, *race.also}}


@question("bombardier", _("Who becomes the bombardier that a sponsor equips."))
def bombardier(book: Book, at: OfSponsors) -> Step:
    """Another may be named once the first has left (1664)."""
    faults = [*sponsor_faults(book, at.team), *_squad_faults(book, at.team)]
    if not _equipment(book, at.team):
        if book.house["sponsors"]:
            faults.append(Reason("sponsor-equips-nobody", "team.sponsor"))
    elif not lacks_bombardier(book, at.team):
        faults.append(Reason("has-a-bombardier", "team.players"))
    if faults:
        return refused(faults)
    effects = yield from _name_bombardier(book, at.team, "bombardier")
    return allowed(*effects)


def lacks_bombardier(book: Book, team: Team) -> bool:
    """Whether the sponsor equips somebody, and nobody has the equipment."""
    skills = _equipment(book, team)
    return bool(skills) and not any(skills <= {*player.lent} for player in team.contracted)


def _equipment(book: Book, team: Team) -> set[str]:
    """The skills that the team's sponsor lends to one player."""
    names = sponsor_says(book, team.sponsor).get("player_skills", [])
    return {skill.key for skill in book.catalogue.skills.values() if skill.name in names}


def _name_bombardier(
    book: Book, team: Team, key: str
) -> Generator[tuple[Ask, ...], tuple[Any, ...], list[e.Effect]]:
    """A player of a line position, if the sponsor equips one and the team has any (1664)."""
    skills = _equipment(book, team)
    positions = book.race(team.race).positions
    least = sponsor_says(book, team.sponsor).get("position_min", 0)
    line = [player.id for player in team.contracted if positions[player.position].max >= least]
    if not skills or not line:
        return []
    (named,) = yield from pick(key, line)
    lent = dict.fromkeys([*team.players[named].lent, *sorted(skills)])
    return [e.Lent(named, tuple(lent))]


# --- ending a deal


@dataclass(frozen=True, slots=True)
class SponsorEnding:
    """After the search, or at the very end of the post-match, when S.I.G. lets go."""

    team: Team
    at_the_end: bool = False


@question("end-sponsorship", _("Which deals a team ends, for nothing."))
def end_sponsorship(book: Book, at: SponsorEnding) -> Step:
    """Any ongoing deal and the major one after the search (1342, 1648, 1652).

    The Star Insurance Guild lets go only at the end of a post-match (1381, 1674), and then
    nobody else does.
    """
    if faults := sponsor_faults(book, at.team):
        return refused(faults)
    held_back = bool(sponsor_says(book, at.team.sponsor).get("ends_only_at_end"))
    major = [at.team.sponsor] if at.team.sponsor and held_back == at.at_the_end else []
    deals = [] if at.at_the_end else _ongoing(at.team)
    kept = [] if major or not held_back else [Line("ends-only-at-the-end")]
    if not major and not deals:
        return allowed(because=kept)
    most = len(major) + len(deals)
    ended = yield from pick("end-sponsorship", [*major, *deals], at_least=0, at_most=most)
    effects: list[e.Effect] = []
    if fewer := len([deal for deal in ended if deal in deals]):
        effects.append(e.OngoingSponsors(-fewer))
    if at.team.sponsor in ended:
        effects += ending(book, at.team)
    lines = [Line("ended", None, {"deal": deal}) for deal in ended]
    return allowed(*effects, because=[*lines, *kept])


def _ongoing(team: Team) -> list[str]:
    return [f"ongoing/{number}" for number in range(1, team.ongoing_sponsors + 1)]


def ending(book: Book, team: Team) -> list[e.Effect]:
    """The major deal is over: what was lent goes back."""
    lent = _equipment(book, team)
    returned: list[e.Effect] = [
        e.Lent(player.id, tuple(skill for skill in player.lent if skill not in lent))
        for player in team.contracted
        if lent and lent <= {*player.lent}
    ]
    return [*returned, e.Sponsor("")]
