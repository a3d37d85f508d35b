"""What a coach answers when the rulebook asks: dice as they fall, and choices that make sense."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.book import Book
from rules.engine.asks import Answers, Ask, Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice, kept_or_thrown_again
from rules.engine.sequence import StepContext
from simulator.purchases import basket_for

# How likely a coach says yes, by how the ask's key ends or begins.
YES: Mapping[str, float] = {
    "apothecary": 1.0,
    "igor": 1.0,
    "raise-dead": 0.95,
    "upkeep": 0.8,
    "use-home": 1.0,
    "promo-tour": 0.6,
    "sponsor-search/wanted": 0.8,
    "stadium-sale/wanted": 0.05,
    "stadium-purchase": 0.6,
    "residency": 0.7,
}

BIG = ("block", "guard", "mighty-blow", "+st", "stand-firm", "claw", "break-tackle", "tackle")
NIMBLE = ("block", "dodge", "+ag", "side-step", "catch", "+ma", "wrestle", "leap", "strip-ball")
PLAIN = ("block", "tackle", "guard", "dodge", "wrestle", "kick", "+st", "dirty-player", "fend")
HANDLER = ("pass", "accurate", "leader", "sure-hands", "block", "safe-throw", "nerves-of-steel")


class Decider:
    """A coach. All coaches of a league share one chance, so that a seed tells the whole story."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def answer(self, ask: Ask, context: StepContext[Book], given: Answers) -> Any:
        match ask:
            case Roll(dice=spec):
                return self.throw(spec)
            case Choose():
                return self._chosen(ask, context, given)
            case Confirm(key=key):
                return self.chance.random() < _likely(key)
            case Pick():
                return self._picked(ask, context)
            case Shop():
                return basket_for(ask, context, self.chance)
            case _:
                raise LookupError(f"nobody has thought of an answer to {ask.key}")

    def suffers(self, ask: Ask) -> Any:
        """The same about a casualty, asked while the match is on."""
        match ask:
            case Roll(dice=spec):
                return self.throw(spec)
            case Choose(options=options):
                return _least_hurt(options)
            case _:
                return True

    def throw(self, spec: str) -> Any:
        thrown = dice(spec)
        return thrown.rolled(tuple(self.chance.randint(1, sides) for sides in thrown.sides))

    def _chosen(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        for part, choose in _CHOICES.items():
            if part in ask.key:
                return choose(self, ask, context, given)
        return self.chance.choice(ask.options)

    def _picked(self, ask: Pick, context: StepContext[Book]) -> list[str]:
        if ask.key.endswith("/nominees"):
            own = context.match.teams[context.side or "home"].players
            known = [each for each in ask.candidates if each in own]
            wanted = known if len(known) >= ask.at_most else list(ask.candidates)
            return self.chance.sample(wanted, ask.at_most)
        if ask.at_least == ask.at_most:
            return self.chance.sample(ask.candidates, ask.at_most)
        more = self.chance.random() < 0.1 and ask.at_most > ask.at_least
        return self.chance.sample(ask.candidates, ask.at_least + int(more))

    # --- choices that deserve a thought

    def _learns(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        """One of the things that suit the player, the better ones more often."""
        wanted = [each for each in self._suiting(ask, context) if each in ask.options]
        if not wanted or self.chance.random() < 0.15:
            return self.chance.choice(ask.options)
        weights = [2.0**-place for place in range(len(wanted))]
        return self.chance.choices(wanted, weights)[0]

    def _suiting(self, ask: Choose, context: StepContext[Book]) -> tuple[str, ...]:
        team = context.match.teams[context.side or "home"]
        known = next((each for each in team.players.values() if f"/{each.id}/" in ask.key), None)
        key = known.position if known else ask.key.split("/")[2]
        position = context.book.position(team.race, key)
        if position.profile.get("st", 3) > 3:
            return BIG
        if {"pass", "sure-hands"} & set(position.skills):
            return HANDLER
        return NIMBLE if position.profile.get("ag", 3) > 3 else PLAIN

    def _throws_again(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        return kept_or_thrown_again(given[ask.key.rpartition("/")[0]])

    def _least(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        return _least_hurt(ask.options)

    def _best_dice(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        def worth(said: str) -> tuple[bool, int]:
            faces = [int(face) for face in said.split("+")]
            return len(set(faces)) == 1, sum(faces)

        return max(ask.options, key=worth)

    def _deal(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        deals = [each for each in ask.options if each != "none"]
        return self.chance.choice(deals) if deals and self.chance.random() < 0.9 else "none"

    def _pays(self, ask: Choose, context: StepContext[Book], given: Answers) -> str:
        return "pay" if self.chance.random() < 0.9 else "refuse"


Choice = Callable[[Decider, Choose, StepContext[Book], Answers], str]
_CHOICES: Mapping[str, Choice] = {
    "improvement-choice/": Decider._learns,
    "inducements/mercenary/": Decider._learns,
    "winnings/again": Decider._throws_again,
    "/apothecary/kept": Decider._least,
    "improvement/": Decider._best_dice,
    "sponsor-search/deal": Decider._deal,
    "sig-bill/pay": Decider._pays,
}


def _least_hurt(options: Sequence[str]) -> str:
    """Of several casualty rolls those that hurt least."""
    return min(options, key=lambda each: sorted(map(int, each.split("+")), reverse=True))


def _likely(key: str) -> float:
    found = (yes for part, yes in YES.items() if key.endswith(part) or key.startswith(part))
    return next(found, 0.5)
