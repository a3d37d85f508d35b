"""What a person answered in matches is in the file with everything about him."""

import json


def test_the_download_tells_what_one_answered(client, finished, olaf):
    client.force_login(olaf)
    answers = json.loads(client.get("/me/download/").content)["match_answers"]
    assert {each["match"] for each in answers} == {str(finished.uuid)}
    assert [(each["step"], each["asked"], each["answer"]) for each in answers] == [
        ("fortune", "winnings", 3),
        ("fortune", "fan-factor", [1, 1]),
    ]
