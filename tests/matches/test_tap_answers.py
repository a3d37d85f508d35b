"""A tap is answered by what it changed, and so is the other phone that hears of it."""

import gzip
import json
import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.commands.lending import lend_side
from matches.models import Match
from tests.conftest import NOW
from tests.matches.playing import keys, tap
from tests.matches.test_board import AWAY, HOME, board, form, on, state, taps

__all__ = ["on"]

pytestmark = pytest.mark.pure

MOST_STATEMENTS = 12
MOST_BYTES = 5_000
# Beginning and end of a transaction and of its parts: nothing is read or written by them.
BRACKETS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
DEAD = {"asked": "|D68|roll", "answer.roll.0": "6", "answer.roll.1": "5"}


class Phone:
    """A page with the board, as the script keeps it: parts by their ids, and what it knows."""

    def __init__(self, person, match):
        self.client, self.match = Client(headers={"Accept-Encoding": "gzip"}), match
        self.client.force_login(person)
        self.last, self.version, self.parts = 0, "", {}
        self.look()

    def taps(self, *forms):
        payload = {
            "taps": [urlencode(each) for each in forms],
            "since": self.last,
            "version": self.version,
        }
        return self.take(
            lambda: self.client.post(
                f"{board(self.match)}taps/", json.dumps(payload), content_type="application/json"
            )
        )

    def look(self):
        return self.take(lambda: state(self.client, self.match, self.version, self.last))

    def take(self, ask):
        with CaptureQueriesContext(connection) as seen:
            answer = ask()
        assert answer.status_code == 200, text_of(answer)
        told = json.loads(text_of(answer))
        if told["whole"]:
            self.parts = {}
        for gone in told["gone"]:
            del self.parts[gone]
        for part in told["parts"]:
            self.parts[part["id"]] = part["html"]
        self.last, self.version = told["last"], answer["ETag"]
        statements = [each["sql"] for each in seen if not each["sql"].startswith(BRACKETS)]
        return answer, told, statements


def text_of(answer):
    is_small = "Content-Encoding" not in answer.headers
    return (answer.content if is_small else gzip.decompress(answer.content)).decode()


def played_for_a_while(match, actor):
    """An evening that is well on: many entries, and one that was taken back."""
    home, away = keys(match, HOME), keys(match, AWAY)
    entered = [
        tap("turn", side, half=1, turn=turn) for turn in range(1, 8) for side in (AWAY, HOME)
    ]
    entered += [tap("completion", HOME, player=each) for each in home]
    entered += [tap("touchdown", AWAY, player=away[3]), tap("touchdown", HOME)]
    taps(match, *entered, actor=actor)
    taps(match, tap("void", of=str(entered[-1].uuid)), actor=actor)


def each_kind(match):
    home, away = keys(match, HOME), keys(match, AWAY)
    hurt = form("casualty", AWAY, player=away[1], by=home[2], how="block")
    scored = form("touchdown", HOME, player=home[3])
    return {
        "touchdown": scored,
        "turn": form("turn", AWAY, half="1", turn="8"),
        "sent off": form("sent-off", HOME, player=home[4]),
        "hurt": hurt,
        "died": form("casualty", HOME, player=home[5], how="crowd", **DEAD),
        "rolled": form("dice", of=hurt["uuid"], roll=""),
        "weather": form("weather", weather="blizzard"),
        "kick-off": form("kick-off", result="riot"),
        "note": form("note", note="A dog on the pitch."),
        "taken back": form("void", of=scored["uuid"]),
        "next half": form("turn", HOME, half="2", turn="1"),
    }


def test_costs_few_statements_and_bytes_for_either_phone(on, ines, olaf):
    played_for_a_while(on, ines)
    mine, theirs = Phone(ines, on), Phone(olaf, on)
    for kind, sent in each_kind(on).items():
        for answer, told, statements in (mine.taps(sent), theirs.look()):
            assert not told["whole"], kind
            assert len(statements) <= MOST_STATEMENTS, "\n".join([kind, *statements])
            assert len(answer.content) <= MOST_BYTES, (
                kind,
                len(answer.content),
                [*map(part_size, told["parts"])],
            )


def part_size(part):
    return part["id"], len(part["html"])


def test_dialogs_stay_as_they_are_unless_somebody_is_gone(on, ines):
    phone = Phone(ines, on)
    _answer, told, _statements = phone.taps(form("touchdown", HOME, player=keys(on, HOME)[3]))
    assert not [part["id"] for part in told["parts"] if part["id"].startswith("tap-")]
    died = form("casualty", AWAY, player=keys(on, AWAY)[0], how="crowd", **DEAD)
    _answer, told, _statements = phone.taps(died)
    changed = {part["id"] for part in told["parts"]}
    assert {"tap-touchdown-away-form", "tap-casualty-home-form"} <= changed
    assert "tap-touchdown-home-form" not in changed


def test_a_page_that_was_mended_shows_what_a_reload_would(on, ines, olaf):
    mine, theirs = Phone(ines, on), Phone(olaf, on)
    home, away = keys(on, HOME), keys(on, AWAY)
    died = form("casualty", AWAY, player=away[0], by=home[2], how="block", **DEAD)
    crowd = [] if not mine.parts.get("board-crowd") else [form("crowd", home="0", away="0")]
    more = [died, form("dice", of=died["uuid"], treated="apothecary"), *crowd]
    more += [form("void", of=died["uuid"]), form("completion", AWAY, player=away[2])]
    for sent in (*each_kind(on).values(), *more):
        mine.taps(sent)
        theirs.look()
        for phone, person in ((mine, ines), (theirs, olaf)):
            fresh = Phone(person, on)
            known = dict(fresh.parts)
            known.pop("board-lendings")
            phone.parts.pop("board-lendings", None)
            assert phone.parts == known, sent
            assert phone.last == fresh.last


def test_parts_stand_on_the_page_as_it_is_loaded(on, ines):
    played_for_a_while(on, ines)
    phone = Phone(ines, on)
    page = text_of(phone.client.get(board(on)))
    for name in phone.parts:
        assert f'id="{name}"' in page
    assert page.count(" data-part") == len(phone.parts)


def test_whatever_is_no_tap_has_everything_sent(on, ines, olaf):
    phone = Phone(ines, on)
    lend_side(actor=olaf, match=on, side=AWAY, now=NOW)
    taps(on, tap("touchdown", HOME), tap("touchdown", AWAY), actor=ines)
    _answer, told, _statements = phone.look()
    assert told["whole"]
    assert "Olaf let the other coach enter" in phone.parts["board-lendings"]


def test_an_answer_carries_no_token_and_a_page_one_that_differs_each_time(on, ines):
    phone = Phone(ines, on)
    answer, _told, _statements = phone.taps(form("touchdown", HOME))
    assert "csrfmiddlewaretoken" not in text_of(answer)
    pages = [text_of(phone.client.get(board(on))) for _look in range(2)]
    first, second = (TOKEN.search(page)[1] for page in pages)
    assert first != second


def test_each_tap_is_a_revision(on, ines):
    before = Match.objects.get(pk=on.pk).revision
    taps(on, tap("touchdown", HOME), tap("touchdown", AWAY), actor=ines)
    assert Match.objects.get(pk=on.pk).revision == before + 2


def test_a_tap_of_every_day_is_small_before_it_is_compressed(on, ines):
    played_for_a_while(on, ines)
    phone = Phone(ines, on)
    for kind in ("touchdown", "turn", "sent off", "note", "next half"):
        answer, _told, _statements = phone.taps(each_kind(on)[kind])
        assert len(text_of(answer)) <= MOST_BYTES, kind


def test_the_other_phone_looks_on_by_the_version_of_a_compressed_answer(on, ines, olaf):
    played_for_a_while(on, ines)
    phone = Phone(olaf, on)
    assert phone.version.startswith("W/")
    assert state(phone.client, on, phone.version, phone.last).status_code == 304
