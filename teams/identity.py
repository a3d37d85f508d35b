"""What a team is called and looks like, and what of it could not be kept."""

import unicodedata
from collections.abc import Mapping

from django.utils.translation import gettext as _

from acts.failures import Reason
from teams.models import LONGEST_NAME
from web.crests import KITS, PATTERNS, SHAPES
from web.lines import TURNING, UNPRINTABLE, tidied, what_is_wrong_with

LONGEST_MOTTO = 120
LONGEST_STORY = 4000

# Which of a few things each of these is; an empty crest is drawn by the team's lot.
CHOICES: Mapping[str, tuple[Mapping[str, str], str]] = {
    "shirt": (KITS, "no_such_kit"),
    "trim": (KITS, "no_such_kit"),
    "crest_shape": ({"": "", **SHAPES}, "no_such_shape"),
    "crest_pattern": ({"": "", **PATTERNS}, "no_such_pattern"),
}


def identity_faults(wanted: Mapping[str, str], *, may_be_nameless: bool = False) -> list[Reason]:
    """Everything wrong with what is given of name, motto, story, colours and crest."""
    reasons = []
    if "name" in wanted:
        name = tidied(wanted["name"])
        reasons += what_is_wrong_with(
            name,
            subject="name",
            at_most=LONGEST_NAME,
            may_be_empty=may_be_nameless and not name,
        )
    if motto := wanted.get("motto"):
        reasons += what_is_wrong_with(motto, subject="motto", at_most=LONGEST_MOTTO)
    reasons += story_faults(wanted.get("story", ""))
    for name, (options, code) in CHOICES.items():
        if name in wanted and wanted[name] not in options:
            reasons.append(Reason(code, _("It is one of those on offer."), name))
    return reasons


def paragraphs(text: str) -> str:
    """Trimmed, composed, and with one kind of line break."""
    return tidied(text.replace("\r\n", "\n").replace("\r", "\n"))


def story_faults(story: str) -> list[Reason]:
    reasons = []
    if len(story) > LONGEST_STORY:
        sentence = _("%(n)d characters at most.") % {"n": LONGEST_STORY}
        reasons.append(Reason("too_long", sentence, "story"))
    plain = story.replace("\n", "").replace("\t", "")
    if any(unicodedata.category(char) in UNPRINTABLE or char in TURNING for char in plain):
        sentence = _("Plain text, please: there are control characters in it.")
        reasons.append(Reason("not_plain_text", sentence, "story"))
    return reasons
