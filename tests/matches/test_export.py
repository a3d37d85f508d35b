"""What a person put into matches is in the file with everything about them."""

import json
from uuid import uuid4

from matches.commands.reporting import dispute_report, submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW


def download(client, person):
    client.force_login(person)
    return json.loads(client.get("/me/download/").content)


def test_the_download_tells_what_one_answered(client, finished, olaf):
    answers = download(client, olaf)["match_answers"]
    assert {each["match"] for each in answers} == {str(finished.uuid)}
    fortune = [each for each in answers if each["step"] == "fortune"]
    assert [(each["asked"], each["answer"]) for each in fortune] == [
        ("winnings", 3),
        ("fan-factor", [1, 1]),
    ]


def test_the_download_tells_what_one_entered_and_disputed(client, on_the_pitch, ines, olaf):
    note = NewTap(uuid4(), "note", note="Rain from the second half on.")
    enter_taps(actor=olaf, match=on_the_pitch, taps=[note], now=NOW)
    submit_report(actor=ines, match=on_the_pitch, ending=MatchEnding(), now=NOW)
    dispute_report(actor=olaf, match=on_the_pitch, reason="It was 2-2.", now=NOW)
    his, hers = download(client, olaf), download(client, ines)
    (tap,) = his["match_taps"]
    assert (tap["match"], tap["kind"], tap["note"]) == (
        str(on_the_pitch.uuid), "note", "Rain from the second half on.",
    )  # fmt: skip
    (dispute,) = his["disputed_reports"]
    assert (dispute["side"], dispute["reason"]) == ("away", "It was 2-2.")
    assert (hers["match_taps"], hers["disputed_reports"]) == ([], [])
