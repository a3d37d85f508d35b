"""A write under a key happens once, and a repeat gets the first answer."""

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest
from django.db import connection

from acts.failures import Conflict, Refused
from acts.models import Receipt
from acts.receipts import keep, once
from tests.jobs.kinds import note, noted

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


def write(actor, *, body="touchdown", refuse=False):
    """What an API view does with a key: answer again, or do it and keep the answer."""
    with once(actor=actor, key="one", fingerprint=body, now=NOW) as receipt:
        if receipt.status is None:
            note(body)
            if refuse:
                raise Refused.because("not_yet", "Not before kick-off.")
            keep(receipt, status=201, body={"noted": body})
        return receipt.status, receipt.body


def test_the_same_key_and_body_get_the_same_answer_and_one_effect(marta):
    assert write(marta) == write(marta) == (201, {"noted": "touchdown"})
    assert noted() == ["touchdown"]


def test_the_same_key_with_another_body_is_a_conflict(marta):
    write(marta)
    with pytest.raises(Conflict) as refusal:
        write(marta, body="casualty")
    assert refusal.value.reasons[0].code == "idempotency_key_reused"
    assert noted() == ["touchdown"]


def test_two_people_may_use_the_same_key(marta, operator):
    write(marta)
    write(operator, body="casualty")
    assert noted() == ["touchdown", "casualty"]


def test_a_refused_write_leaves_no_receipt_and_may_be_repeated(marta):
    with pytest.raises(Refused):
        write(marta, refuse=True)
    assert not Receipt.objects.exists()
    assert noted() == []
    assert write(marta) == (201, {"noted": "touchdown"})


@pytest.mark.django_db(transaction=True)
def test_callers_at_the_same_time_get_one_effect_and_one_answer(marta):
    together = Barrier(4)
    answers = []

    def call():
        together.wait()
        try:
            answers.append(write(marta))
        finally:
            connection.close()

    callers = [Thread(target=call) for _number in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert answers == [(201, {"noted": "touchdown"})] * 4
    assert noted() == ["touchdown"]
