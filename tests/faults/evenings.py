"""Evenings at one table over HTTP: two phones, and a server that may be gone at any moment.

Dice and choices follow from the seed and from what is asked, never from who was quicker.
"""

import json
import random
import re
import threading
import time
import uuid
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import requests

from tests.jobs.installation import PATIENCE_SECONDS, Installation
from tests.matches.through_the_api import MOST_ASKS, bold_answer, quiet_answer

NAMES = uuid.UUID("7d0ad6a0-6a0f-4c7a-9d55-5e3f4e0d6f11")
A_MATCH = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HOME, AWAY = "home", "away"


class Writes:
    """Counts what both phones send, and knows which of it was answered."""

    def __init__(self) -> None:
        self.begun = 0
        self.repeated = 0
        self.answered: list[str] = []
        self.changed = threading.Condition()

    def begin(self) -> str:
        with self.changed:
            self.begun += 1
            self.changed.notify_all()
        return str(uuid.uuid4())

    def end(self, key: str) -> None:
        with self.changed:
            self.answered.append(key)
            self.changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.begun >= count, PATIENCE_SECONDS)

    def wait_beyond(self, count: int) -> None:
        """Until more than so many were answered."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.answered) > count, PATIENCE_SECONDS)


class Phone:
    """Sends what it has until it is answered: the same under the same key, however often."""

    def __init__(self, origin: str, secret: str, writes: Writes) -> None:
        self.origin, self.writes = origin, writes
        self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str) -> dict:
        answer = self._send("GET", path, None, self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: dict, *, refusable: bool = False) -> requests.Response:
        key = self.writes.begin()
        answer = self._send("POST", path, body, self.headers | {"Idempotency-Key": key})
        if answer.ok:
            self.writes.end(key)
        else:
            assert refusable, answer.text
            assert answer.status_code in (409, 422), answer.text
        return answer

    def _send(self, method, path, body, headers) -> requests.Response:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return requests.request(
                    method, self.origin + path, json=body, headers=headers, timeout=PATIENCE_SECONDS
                )
            except requests.RequestException:
                assert time.monotonic() < deadline, "the server never came back"
                if method == "POST":
                    self.writes.repeated += 1
                time.sleep(0.05)


@dataclass
class Evening:
    """A fixture from the coin to the last post-match step, each coach on a phone of their own."""

    phones: dict[str, Phone]
    seed: str

    def play(self, fixture: str) -> None:
        begin = {"played_on": time.strftime("%Y-%m-%d", time.gmtime())}
        begun = self.phones[HOME].post(f"/api/v1/fixtures/{fixture}/begin/", begin).json()
        self.match = f"/api/v1/matches/{begun['match']}/"
        self._together(lambda side: self._answer_on(side, "pre-match"))
        self._together(self._tap)
        self.phones[HOME].post(f"{self.match}report/", {})
        self.phones[AWAY].post(f"{self.match}report/confirm/", {})
        self._together(lambda side: self._answer_on(side, "post-match"))
        over = self.phones[HOME].get(self.match)
        assert (over["state"], over["to_do"]) == ("over", [])

    def _together(self, work) -> None:
        with ThreadPoolExecutor(2) as both:
            list(both.map(work, (HOME, AWAY)))

    # --- steps

    def _answer_on(self, side: str, phase: str) -> None:
        """Answer what is this side's to answer until nothing more can come."""
        phone = self.phones[side]
        for _ask in range(MOST_ASKS):
            answered = len(phone.writes.answered)
            match = phone.get(self.match)
            if match["phase"] != phase or match[side]["is_through"]:
                return
            steps = [phone.get(each["address"]) | each for each in match["to_do"] if _mine(each)]
            wanted = [step for step in steps if any(ask["may_answer"] for ask in step["asks"])]
            if wanted:
                self._answer(phone, wanted[0])
            else:
                phone.writes.wait_beyond(answered)
        raise AssertionError(f"{side} is asked without end")

    def _answer(self, phone: Phone, step: dict) -> None:
        """Somebody may have been quicker, which is a 409 and no harm; what is refused is told
        quietly."""
        asks = [ask for ask in step["asks"] if ask["may_answer"]]
        texts = {ask["key"]: self._said(step, ask) for ask in asks}
        for _try in range(2):
            answers = [{"key": key, "value": value} for key, value in texts.items()]
            body = {"revision": step["revision"], "answers": answers}
            answer = phone.post(step["address"], body, refusable=True)
            if answer.status_code != 422:
                return
            refused = {error["subject"] for error in answer.json()["errors"]}
            wrong = [ask for ask in asks if ask["key"] in refused] or asks
            texts |= {ask["key"]: quiet_answer(ask) for ask in wrong}
        raise AssertionError(answer.text)

    def _said(self, step: dict, ask: dict):
        """The same whoever is asked, and in whichever match; also of whoever joined in one."""
        key = A_MATCH.sub("", ask["key"])
        return bold_answer(ask, random.Random(f"{self.seed} {step['whose']} {step['step']} {key}"))

    # --- the pitch

    def _tap(self, side: str) -> None:
        """The home side's phone has the touchdowns and the casualties, the other the passes."""
        lineups = self.phones[side].get(f"{self.match}lineups/")
        chance = random.Random(f"{self.seed} {side}")
        people = {
            each: [who["key"] for who in lineups[each]["people"] if not who["absent"]]
            for each in (HOME, AWAY)
        }
        for number, (kind, whose, data) in enumerate(_afternoon(side, people, chance)):
            name = str(uuid.uuid5(NAMES, f"{self.seed} {side} {number}"))
            tap = {"uuid": name, "kind": kind, "side": whose, "data": data}
            self.phones[side].post(f"{self.match}taps/", {"taps": [tap]})


def _mine(to_do: dict) -> bool:
    return to_do["what"] == "answer" and to_do["is_yours"]


def _afternoon(side: str, people: dict, chance: random.Random) -> Iterable[tuple[str, str, dict]]:
    if side == AWAY:
        for _pass in range(4):
            yield "completion", AWAY, {"player": chance.choice(people[AWAY])}
        return
    hurt = {each: chance.sample(people[each], 2) for each in (HOME, AWAY)}
    fit = {each: [key for key in people[each] if key not in hurt[each]] for each in (HOME, AWAY)}
    for _touchdown in range(4):
        scorer = chance.choice((HOME, AWAY))
        yield "touchdown", scorer, {"player": chance.choice(fit[scorer])}
    for victim, other in ((AWAY, HOME), (HOME, AWAY)):
        for player in hurt[victim]:
            roll = 10 * chance.randint(1, 6) + chance.randint(1, 8)
            yield (
                "casualty",
                victim,
                {"player": player, "by": chance.choice(fit[other]), "how": "block"}
                | {"answers": {"": roll}},
            )


# --- outages


class Outages(threading.Thread):
    """Kills every process of an installation in mid-write, so often, and starts it again."""

    def __init__(
        self, installation: Installation, writes: Writes, *, kills: int, within: int, seed: str
    ) -> None:
        super().__init__(daemon=True)
        self.installation, self.writes = installation, writes
        chance = random.Random(f"{seed} outages")
        # Who is quicker differs, and so does how often somebody asks in vain: the end is spared.
        share = 0.9 * within / kills
        # A write takes some hundredths of a second: the pause lets the kill fall anywhere in it.
        self.moments = [
            (1 + int(share * (number + 0.9 * chance.random())), chance.random() * 0.1)
            for number in range(kills)
        ]
        self.came = 0

    def run(self) -> None:
        for write, pause in self.moments:
            self.writes.wait_for(write)
            time.sleep(pause)
            self.installation.power_fails()
            self.came += 1


def phones_of(installation: Installation, table: dict, writes: Writes) -> dict[str, Phone]:
    origin = f"http://127.0.0.1:{installation.port}"
    return {name: Phone(origin, secret, writes) for name, secret in table["secrets"].items()}


def play_league(phones: dict[str, Phone], league: dict, *, seed: str) -> None:
    for number, (fixture, at_home) in enumerate(league["fixtures"]):
        (away,) = (name for name in phones if name != at_home)
        sides = {HOME: phones[at_home], AWAY: phones[away]}
        Evening(sides, f"{seed} {number}").play(fixture)


def said_by(installation: Installation, call: str) -> dict:
    """What a function of tests/faults/table.py says."""
    return json.loads(installation.tell(f"from tests.faults import table; table.{call}"))
