"""What may be typed into a name, and what comes of it."""

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, link_in

pytestmark = pytest.mark.django_db

REFUSED = {
    "line break": "Marta\nBcc: all@example.org",
    "carriage return": "Marta\rBcc: all@example.org",
    "tab": "Mar\tta",
    "line separator": "Mar\u2028ta",
    "control character": "Mar\x1bta",
    "next line": "Mar\x85ta",
    "null": "Mar\x00ta",
    "turned around": "Mar\u202eta",
    "isolated": "Mar\u2066ta",
    "nothing to read": "\u200b\u200b",
    "ten thousand characters": "x" * 10_000,
    "one too many": "x" * 61,
    "nothing": "",
    "only spaces": "   ",
}
KEPT = {
    "markup": ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    "emoji": ("Marta 👩‍🏫", "Marta 👩‍🏫"),
    "decomposed": ("Zoe\u0308", "Zo\u00eb"),
    "surrounded by space": ("  Marta \n", "Marta"),
    "quotes": ('O\'Hara "Ox" & Sons', 'O\'Hara "Ox" & Sons'),
    "sixty characters": ("ß" * 60, "ß" * 60),
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_refused_at_the_field(client, mailoutbox, run_jobs, name):
    answer = client.post("/sign-up/", {"name": name, "email": "bram@example.org"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    run_jobs()
    assert mailoutbox == []


@pytest.mark.parametrize(("name", "kept"), KEPT.values(), ids=KEPT)
def test_kept_as_it_reads_and_shown_as_text(client, mailed, name, kept):
    client.post("/sign-up/", {"name": name, "email": "bram@example.org"})
    link = link_in(mailed()[0])
    client.post(link, {"name": name, "new_password": PASSWORD, "time_zone": "UTC"})
    assert User.objects.get().name == kept
    assert b"<script>alert" not in client.get("/me/").content


def test_a_mail_says_the_name_as_it_is_written(client, mailed, make_user):
    make_user("O'Hara & <b>Sons</b>", email="ohara@example.org")
    client.post("/forgotten/", {"email": "ohara@example.org"})
    assert "Hello O'Hara & <b>Sons</b>," in mailed()[0].body


@pytest.mark.parametrize(
    "address",
    [
        "bram",
        "bram@",
        "a@b.org\nBcc: c@d.org",
        "a@b.org, c@d.org",
        "x" * 300 + "@b.org",
        "\x00@b.org",
    ],
)
def test_what_is_no_address_is_refused_at_the_field(client, address):
    for page in ("/sign-up/", "/forgotten/", "/sign-in/"):
        given = {"name": "Bram", "email": address, "password": "x"}
        answer = client.post(page, given)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["email"]
