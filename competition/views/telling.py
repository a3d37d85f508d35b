"""Buttons that do one thing: carried out and said, or refused in a sentence, on the same page."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest

from acts.failures import Conflict, Refused


def tell(request: HttpRequest, command: Callable[[], object], done: str) -> bool:
    """Carry out a command and say so. What it refuses is told with every reason."""
    try:
        command()
    except (Refused, Conflict) as failure:
        for sentence in failure.sentences:
            messages.error(request, sentence, extra_tags=request.path)
        return False
    if done:
        messages.success(request, done)
    return True
