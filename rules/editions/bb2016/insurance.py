"""The Star Insurance Guild: what it pays for the dead, and the bill for those who left."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book import Book
from rules.editions.bb2016.circumstances import contract, sponsor_says
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.sponsors import busy_elsewhere, ending, sponsor_faults
from rules.engine import effects as e
from rules.engine.asks import Step, choose, roll
from rules.engine.faults import negative_faults
from rules.engine.growth import player_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Death:
    """A team and the player that it has lost, on its roster still or not."""

    team: Team
    player: Player


@question("sig-payout", _("What the Star Insurance Guild pays for a player who died."))
def sig_payout(book: Book, at: Death) -> Ruling:
    """Half the player's current value, up to the next 10,000 (1670)."""
    if faults := [
        *_insurance_faults(book, at.team, "death_share_percent"),
        *player_faults(book, at.team.race, at.player, "player"),
    ]:
        return refused(faults)
    says = sponsor_says(book, at.team.sponsor)
    share = at.player.value * says["death_share_percent"]
    step = says["rounding"]
    gold = -(-share // (100 * step)) * step
    about = {"player": at.player.id, "value": at.player.value, "sponsor": at.team.sponsor}
    return allowed(e.Gold(gold, "insurance"), because=[Line("insurance", gold, about)])


@dataclass(frozen=True, slots=True)
class Departures:
    """How many left the roster in this post-match: dead, fired, gone after a concession."""

    team: Team
    removed: int = 0


@question("sig-bill", _("What the Star Insurance Guild asks for when players left the team."))
def sig_bill(book: Book, at: Departures) -> Step:
    """A die no higher than their number brings the bill, at the end of hire and fire (1672).

    Whoever cannot pay has not paid. The lines add up to what the treasury loses.
    """
    if faults := [
        *_insurance_faults(book, at.team, "claim_dice"),
        *negative_faults(removed=at.removed),
    ]:
        return refused(faults)
    says = sponsor_says(book, at.team.sponsor)
    if not at.removed:
        return allowed(because=[Line("removed", None, {"count": 0})])
    die: int = yield from roll("sig-bill", says["claim_dice"])
    lines = [Line("claim-die", None, {"die": die, "removed": at.removed})]
    if die > at.removed:
        return allowed(because=lines)
    faces: list[int] = yield from roll("sig-bill/premium", says["premium_dice"])
    premium = sum(faces) * says["premium_per_point"]
    about = {"faces": faces, "premium": premium}
    if premium <= at.team.treasury:
        answer = yield from choose("sig-bill/pay", "pay", "refuse")
        if answer == "pay":
            lines.append(Line("premium", -premium, about))
            return allowed(e.Gold(-premium, "insurance-premium"), because=lines)
    lines.append(Line("unpaid", None, about))
    return (yield from _unpaid(book, at.team, lines))


def _unpaid(book: Book, team: Team, so_far: list[Line]) -> Step:
    """The treasury is emptied, players miss the next match, and the guild never comes back."""
    says = sponsor_says(book, team.sponsor)
    missing: int = yield from roll("sig-bill/missing", says["unpaid_missing_dice"])
    effects, lines = yield from busy_elsewhere(team, "sig-bill", missing)
    taken: list[e.Effect] = [e.Gold(-team.treasury, "insurance-unpaid")] if team.treasury else []
    return allowed(
        *taken,
        *effects,
        *ending(book, team),
        *([e.Blacklisted(team.sponsor)] if says["blacklisted"] else []),
        because=[*so_far, Line("treasury-emptied", -team.treasury), *lines],
    )


def _insurance_faults(book: Book, team: Team, clause: str) -> Iterator[Reason]:
    yield from sponsor_faults(book, team)
    if clause not in contract(book, team.sponsor):
        yield Reason("not-insured", "team.sponsor")
