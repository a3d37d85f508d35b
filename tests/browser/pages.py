"""The crawler's map: every address of the site, and what each kind of visitor finds there.

An entry names a URL pattern, or gives a path; later rooms add theirs to PAGES. `found` holds the
status per role, or the name of the page that the role is sent to instead.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

ROLES = ("anonymous", "coach", "operator")
EVERYBODY = dict.fromkeys(ROLES, 200)


@dataclass(frozen=True)
class Entry:
    name: str
    path: str = ""
    found: dict[str, int | str] = field(default_factory=lambda: dict(EVERYBODY))
    # Makes what the page is about and gives the address's arguments.
    arrange: Callable[[Any], dict[str, Any]] | None = None

    def address(self, visitor: Any) -> str:
        if self.path:
            return self.path
        return reverse(self.name, kwargs=self.arrange(visitor) if self.arrange else None)


PAGES = [
    Entry("home"),
    Entry("words"),
    Entry("words, none found", path="/words/?q=xyzzy", found={"anonymous": 200}),
    Entry("styleguide"),
    Entry("styleguide, page 3", path="/styleguide/?sort=trims&page=3", found={"anonymous": 200}),
    Entry("not found", path="/nowhere/", found=dict.fromkeys(ROLES, 404)),
]

# Patterns of names that no person opens in a browser, each with the reason.
EXEMPT = {
    "theme": "takes a form and sends back",
    "robots": "plain text for machines",
    "manifest": "JSON for phones",
}
