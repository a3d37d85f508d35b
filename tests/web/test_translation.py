"""No letter of a template is shown that a translator could not change."""

import ast
import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

pytestmark = pytest.mark.pure

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
NAMES = {"Touchback", "Kettle & Anchor", "Bertil Rook"}
READ_OUT = {"aria-label", "alt", "title", "placeholder"}
UNREAD = {"code", "pre", "script", "style"}


class Reader(HTMLParser):
    """Collects what a person would read or hear."""

    def __init__(self):
        super().__init__()
        self.read = []
        self.unread = 0

    def handle_starttag(self, tag, attrs):
        self.unread += tag in UNREAD
        self.read += [value for name, value in attrs if name in READ_OUT and value]

    def handle_endtag(self, tag):
        self.unread -= tag in UNREAD

    def handle_data(self, data):
        if not self.unread:
            self.read.append(data)


def untranslated(source):
    plain, inside = [], ""
    for token in Lexer(source).tokenize():
        name = token.contents.split()[0] if token.contents.split() else ""
        if token.token_type == TokenType.BLOCK:
            if name in ("blocktranslate", "comment"):
                inside = name
            elif name == f"end{inside}":
                inside = ""
        elif token.token_type == TokenType.TEXT and not inside:
            plain.append(token.contents)
    reader = Reader()
    reader.feed("".join(plain))
    texts = (" ".join(text.split()) for text in reader.read)
    return [
        text for text in texts if re.search(r"[^\W\d_]{2}", text) and text.strip("· ") not in NAMES
    ]


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: path.relative_to(settings.BASE_DIR).as_posix()
)
def test_template_holds_no_words_outside_gettext(path):
    assert untranslated(path.read_text()) == []


def test_finder_of_untranslated_words_finds_them():
    assert untranslated("<p>Hello {% translate 'you' %}</p>") == ["Hello"]
    assert untranslated('<a href="x" title="Go {{ on }}">{{ name }} · </a>') == ["Go"]
    assert untranslated("{% blocktranslate %}Hello{% endblocktranslate %}<code>b</code>") == []


# What the book calls a rule.
BY_NAME = ("The Ballista in his Prime", "the-ballista-in-his-prime")
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
GENDERED = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)


ROOMS = [
    path
    for room in settings.BASE_DIR.glob("*/__init__.py")
    for path in sorted(room.parent.rglob("*.py"))
    if room.parent.name != "tests"
]


def sentences_in(source):
    """What is said to people, out of a module that says anything of the kind."""
    calls = ast.walk(ast.parse(source)) if GENDERED.search(source) else ()
    for call in calls:
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in GETTEXT:
            given = (each.value for each in call.args if isinstance(each, ast.Constant))
            yield from (value for value in given if isinstance(value, str))


def test_finder_of_sentences_finds_them():
    assert list(sentences_in('x = _("He is "\n "late") + "his"')) == ["He is late"]


def test_players_and_people_are_they():
    data = sorted((settings.BASE_DIR / "rules" / "data").rglob("*.toml"))
    lines = [line for path in (*TEMPLATES, *data) for line in path.read_text().splitlines()]
    lines += [sentence for path in ROOMS for sentence in sentences_in(path.read_text())]
    told = [line for line in lines if GENDERED.search(line) and not line.startswith("#")]
    assert [line for line in told if not any(name in line for name in BY_NAME)] == []
