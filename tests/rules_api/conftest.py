"""Callers of the rulebook."""

import pytest
from django.test import Client


@pytest.fixture
def ask(client):
    """Ask for a ruling by API: `ask("winnings", {...}, answers={...})`."""

    def post(name, circumstances=None, edition="bb2016", **body):
        if circumstances is not None:
            body["circumstances"] = circumstances
        return client.post(
            f"/api/v1/rules/{edition}/rulings/{name}/", body, content_type="application/json"
        )

    return post


@pytest.fixture
def client():
    """Nobody in particular, who is told when something breaks."""
    return Client(raise_request_exception=True)


def errors(answer):
    """What was refused as {subject: code}, after a look at the one shape."""
    assert answer.status_code == 422, answer.content
    assert list(answer.json()) == ["errors"]
    for error in answer.json()["errors"]:
        assert list(error) == ["code", "message", "subject", "params"]
        assert error["message"]
    return {error["subject"]: error["code"] for error in answer.json()["errors"]}
