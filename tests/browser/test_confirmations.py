"""What cannot be taken back asks first, with script and without."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import expect

from accounts.commands.tokens import create_token
from jobs.outbox import enqueue

pytestmark = pytest.mark.browser

WITH_AND_WITHOUT_SCRIPT = pytest.mark.parametrize(
    "script", [True, False], ids=["with script", "without script"]
)


@WITH_AND_WITHOUT_SCRIPT
def test_revoking_a_token_asks_first(open_page, marta, script):
    token, _secret = create_token(actor=marta, name="Score bot", now=timezone.now())
    page = open_page("/me/tokens/", user=marta, java_script_enabled=script, width=390)
    dialog = page.get_by_role("dialog", name="Revoke “Score bot”")
    page.get_by_role("button", name="Revoke Score bot").click()
    dialog.get_by_role("button", name="Leave it").click()
    expect(dialog).to_be_hidden()
    token.refresh_from_db()
    assert token.revoked_at is None
    page.get_by_role("button", name="Revoke Score bot").click()
    dialog.get_by_role("button", name="Revoke the token").click()
    expect(page.locator(".toast")).to_contain_text("“Score bot” is revoked.")


@WITH_AND_WITHOUT_SCRIPT
def test_discarding_a_job_asks_first(open_page, operator, script):
    later = timezone.now() + timedelta(hours=1)
    with transaction.atomic():
        job = enqueue("jobs.tidy", now=timezone.now(), due_at=later)
    page = open_page("/operator/jobs/?state=queued", user=operator, java_script_enabled=script)
    page.get_by_role("button", name="Discard Tidying up old jobs").click()
    job.refresh_from_db()
    assert job.state == "queued"
    page.get_by_role("button", name="Discard the job").click()
    expect(page.locator(".toast")).to_have_text("Discarded: Tidying up old jobs.")
