"""Matches played by programs: whatever is asked of them is answered quietly."""

from uuid import uuid4

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.commands.tokens import create_token
from rules.engine.asks import Choose, Confirm, Offer, Pick, Roll, Shop
from rules.engine.dice import dice
from tests.rules.evening import quiet

ASKS = {"roll": Roll, "choose": Choose, "pick": Pick, "shop": Shop, "confirm": Confirm}
MOST_ASKS = 300


def program_of(person):
    client = APIClient()
    secret = create_token(actor=person, name="Bot", now=timezone.now())[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def ask_in(data):
    """The ask that a step tells as JSON, without what it tells of it besides."""
    kind = ASKS[data["kind"]]
    besides = {"kind", "withheld"}
    fields = {key: data[key] for key in kind.__dataclass_fields__.keys() - besides if key in data}
    if kind is Shop:
        wares = ((each["key"], each["price"], each["at_most"]) for each in data["offers"])
        fields["offers"] = [Offer(*ware) for ware in wares]
    return kind(**fields)


def quiet_answer(data):
    return quiet(ask_in(data))


def bold_answer(data, chance):
    """Dice as they fall, choices as they come, and of what is on offer one thing that is within
    the purse."""
    ask = ask_in(data)
    match ask:
        case Roll():
            thrown = dice(ask.dice)
            return thrown.rolled(tuple(chance.randint(1, sides) for sides in thrown.sides))
        case Choose():
            return chance.choice(ask.options)
        case Pick():
            return chance.sample(list(ask.candidates), ask.at_least)
        case Confirm():
            return chance.random() < 0.5
        case Shop() if not (ask.key == "journeymen" or ask.key.endswith("/decks")):
            within = [each for each in ask.offers if each.at_most and 0 < each.price <= ask.purse]
            return {chance.choice(within).key: 1} if within else {}
    return quiet(ask)


def to_answer(match, caller):
    """The addresses of the steps that a caller is to answer."""
    return [
        each["address"]
        for each in caller.get(match).json()["to_do"]
        if each["what"] == "answer" and each["is_yours"]
    ]


def answer_one(address, caller):
    """Whether anything was asked of this caller."""
    step = caller.get(address).json()
    assert set(step) >= {"revision", "asks", "answered", "because"}
    mine = [ask for ask in step["asks"] if ask["may_answer"]]
    if not mine:
        return False
    answers = [{"key": ask["key"], "value": quiet_answer(ask)} for ask in mine]
    given = caller.post(address, {"revision": step["revision"], "answers": answers})
    assert given.status_code == 200, given.json()
    return True


def answer_all(match, *callers):
    """Answer whatever is asked of these callers until nothing is."""
    for _ in range(MOST_ASKS):
        if not any(
            answer_one(address, caller)
            for caller in callers
            for address in to_answer(match, caller)[:1]
        ):
            return
    raise AssertionError(callers[0].get(match).json()["to_do"])


def tap(kind, side="", **data):
    return {"uuid": str(uuid4()), "kind": kind, "side": side, "data": data}


def enter(match, caller, *taps):
    return caller.post(f"{match}taps/", {"taps": list(taps)})


def play(match, home, away, *, score):
    """From the pre-match to the last step: the home side reports, the other confirms."""
    answer_all(match, home, away)
    scored = [tap("touchdown", side) for side, many in score.items() for _ in range(many)]
    if scored:
        assert enter(match, home, *scored).status_code == 200
    assert home.post(f"{match}report/", {}).status_code == 200
    assert away.post(f"{match}report/confirm/").status_code == 200
    answer_all(match, home)
    answer_all(match, away)
