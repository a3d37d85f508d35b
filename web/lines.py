"""Text that belongs on one line: names, hints, ways to be reached."""

import unicodedata

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from acts.failures import Reason

# Control characters, lone surrogates, line and paragraph separators: no place in a line, and the
# first two no place in PostgreSQL either.
UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
# These turn the text after them around and let one name pass for another.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def tidied(text: str) -> str:
    """Trimmed and in Unicode's composed form, so that what looks the same is the same."""
    return unicodedata.normalize("NFC", text.strip())


def what_is_wrong_with(
    text: str, *, subject: str, at_most: int, may_be_empty: bool = False
) -> list[Reason]:
    """Every reason why this text, already trimmed, cannot stand on one line."""
    reasons = []
    if any(unicodedata.category(char) in UNPRINTABLE or char in TURNING for char in text):
        reasons.append(
            Reason(
                "not_one_line", _("One line, please: no breaks, no control characters."), subject
            )
        )
    elif not may_be_empty and not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        reasons.append(Reason("blank", _("Something has to stand here."), subject))
    if len(text) > at_most:
        sentence = ngettext("%(n)d character at most.", "%(n)d characters at most.", at_most)
        reasons.append(Reason("too_long", sentence % {"n": at_most}, subject))
    return reasons
