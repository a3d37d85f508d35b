"""Mail: a plain-text template whose first line is the subject, sent from inside a job."""

import uuid
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template import Context, engines


def send_mail(*, template: str, to: str, job: uuid.UUID, **context: Any) -> None:
    """Send one mail. A job that is tried again sends it under the same Message-ID, so that a
    mailbox which got it already may drop the second."""
    subject, body = _written(template, context)
    EmailMessage(
        subject=subject,
        body=body,
        to=[to],
        headers={"Message-ID": _message_id(job), "Auto-Submitted": "auto-generated"},
    ).send()


def _written(template: str, context: dict[str, Any]) -> tuple[str, str]:
    # Plain text: an apostrophe in a name must not arrive as &#x27;.
    source = engines["django"].get_template(template).template  # type: ignore[attr-defined]
    text: str = source.render(Context(context, autoescape=False))
    subject, _, body = text.strip().partition("\n")
    return subject.strip(), body.strip() + "\n"


def _message_id(job: uuid.UUID) -> str:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{job}@{domain}>"
