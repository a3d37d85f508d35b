"""What to do next, as every page, the API and mails say it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing that waits for somebody: a key for programs, a sentence and a button for people,
    where each of them does it, and until when. `posts` says that the button does it at once."""

    what: str
    why: str
    button: str
    page: str
    api: str
    due: datetime | None = None
    posts: bool = False
