"""Mail: a plain-text template whose first line is the subject, sent from inside a job."""

import uuid
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template import Context, engines

# Where nobody but the operator reads what is sent.
KEPT_HERE = frozenset(
    f"django.core.mail.backends.{kind}.EmailBackend" for kind in ("console", "dummy", "filebased")
)


def mail_reaches_people() -> bool:
    """Whether there is a mail server; without one a link has to be handed over."""
    return settings.EMAIL_BACKEND not in KEPT_HERE


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
