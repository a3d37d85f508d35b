"""The rulings library: all of it loads, what is wrong in it stops the start, and what it says."""

from collections import Counter

import pytest

from rules.reading import BadRules
from rules.rulings import RELATIONS, library, rulings, rulings_on, topics

pytestmark = pytest.mark.pure


def test_every_chapter_is_there_with_all_its_rulings():
    counts = Counter((each.source, each.chapter) for each in rulings().values())
    wanted = {
        ("lrb4-faq", "Questions and answers at the end of the book"): 74,
        ("oberwald", "What players do on the pitch"): 89,
        ("oberwald", "Turns, turnovers and what surrounds a match"): 63,
        ("oberwald", "Handicaps, league play and odds and ends"): 72,
    }
    assert {chapter: counts[chapter] for chapter in wanted} == wanted


def test_rulings_stand_in_the_order_of_their_sources():
    places = [(each.source, each.line) for each in rulings().values()]
    assert places == sorted(places)


def test_every_topic_has_a_ruling():
    used = {each.topic for each in rulings().values()}
    used |= {name.removeprefix("rule:") for each in rulings().values() for name in each.about}
    assert set(topics()) - used == set()


def test_every_relation_to_the_edition_occurs():
    assert {each.lrb4 for each in rulings().values()} == set(RELATIONS)


def test_no_question_of_a_source_stands_twice():
    asked = Counter((each.source, each.topic, each.question) for each in rulings().values())
    assert [question for question, times in asked.items() if times > 1] == []


# Read again in the sources: key, line, relation, who says so, how the answer begins.
BY_HAND = [
    ("fumble-is-always-a-turnover", 6048, "agrees", "", "Yes"),
    ("pass-block-against-dump-off", 5841, "compatible", "", "Yes"),  # answered at 5886
    ("pass-block-in-the-middle-of-a-block", 5967, "compatible", "", "No"),  # at 5988
    ("no-refunds", 5933, "compatible", "", "It may do so and gets nothing"),  # at 5911
    ("too-few-for-the-line", 5916, "compatible", "", "Its coach concedes"),  # at 5940
    ("re-rolls-left-for-overtime", 6028, "agrees", "", "Those that are left"),  # at 5976
    ("dirty-player-on-both", 169, "superseded", "Jervis Johnson", "On both"),
    ("ball-into-the-crowd-on-purpose", 177, "superseded", "Jervis Johnson", "Yes"),
    ("bombs-are-not-the-pass", 197, "compatible", "Jervis Johnson", "No"),
    ("when-a-coach-may-concede", 280, "agrees", "Blood Bowl Magazine 1, page 18", "At the start"),
    ("no-characteristic-above-ten", 290, "compatible", "Jervis Johnson", "Yes, 10"),
    ("titchy-counts-half", 298, "other-edition", "", "As half a player"),
    ("price-of-the-deathroller", 299, "superseded", "", "180,000"),
]


@pytest.mark.parametrize(("key", "line", "lrb4", "said_by", "begins"), BY_HAND)
def test_a_ruling_says_what_its_source_says(key, line, lrb4, said_by, begins):
    ruling = rulings()[key]
    assert (ruling.line, ruling.lrb4, ruling.said_by) == (line, lrb4, said_by)
    assert ruling.answer.startswith(begins)


def test_a_bare_yes_that_was_paired_by_what_was_left_is_not_certain():
    """5834 and 5914 answer 5853 and 5936: every other question of theirs has its answer."""
    paired = [rulings()["pass-skill-on-fumbled-hail-mary"]]
    paired += [rulings()["characteristic-raised-again-after-loss"]]
    assert [(each.line, each.answer, each.certain) for each in paired] == [
        (5853, "Yes.", False),
        (5936, "Yes.", False),
    ]


def test_alternatives_are_one_ruling_with_choices():
    """144 to 147; 193 and 194."""
    assert len(rulings()["when-actions-are-declared"].options) == 4
    fumbled = rulings()["when-a-pass-is-fumbled"]
    assert fumbled.options[0] == "A 1 before or after modifiers"
    assert fumbled.answer.startswith("As the league chooses")


def test_rulings_are_found_by_what_they_are_about():
    on_guard = {each.key for each in rulings_on("skill", "guard")}
    assert {"guard-does-not-help-fouls", "guard-and-assists-at-fouls"} <= on_guard
    assert "mvp-for-the-dead" in {each.key for each in rulings_on("step", "improvements")}
    assert rulings_on("skill", "juggle") == ()
    with pytest.raises(ValueError, match="'spell' is none of skill, team"):
        rulings_on("spell", "fireball")


def test_rulings_on_a_rule_are_those_of_its_topic_and_those_that_name_it():
    on_overtime = {each.key: each.topic for each in rulings_on("rule", "overtime")}
    assert on_overtime["length-of-overtime"] == "overtime"
    assert on_overtime["leader-re-roll-in-overtime"] == "leader"


# --- what stops the start

TOPICS = '[topics]\nfrenzy = "Frenzy"\n'
HEAD = 'source = "oberwald"\nchapter = "Skills"\n'
RULING = (
    '[[ruling]]\nkey = "frenzy-twice"\ntopic = "frenzy"\nquestion = "Twice?"\nanswer = "No."\n'
    'about = ["skill:frenzy"]\nline = 7\nlrb4 = "agrees"\n'
)


@pytest.fixture
def shelf(tmp_path):
    """Loads a library of the given files."""

    def load(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text)
        return library(tmp_path)

    return load


def test_a_library_of_one_ruling(shelf):
    ruling = shelf(topics=TOPICS, one=HEAD + RULING).rulings["frenzy-twice"]
    assert (ruling.source, ruling.chapter) == ("oberwald", "Skills")
    assert ruling.certain
    assert ruling.is_on("skill", "frenzy")
    assert ruling.is_on("rule", "frenzy")
    assert not ruling.is_on("skill", "dodge")


def test_what_another_edition_has_is_named_before_it_is_spoken_of(shelf):
    named = 'elsewhere = ["skill:titchy"]\n' + TOPICS
    assert shelf(topics=named, one=HEAD + RULING.replace("skill:frenzy", "skill:titchy"))


def changed(before, after):
    assert before in RULING
    return RULING.replace(before, after)


BAD = {
    "a field that nothing has": (RULING + "page = 3\n", ["frenzy-twice", "unknown page"]),
    "a field of the whole file": (RULING + 'chapter = "Mine"\n', ["frenzy-twice", "whole file's"]),
    "no answer": (changed('answer = "No."\n', ""), ["frenzy-twice", "answer is missing"]),
    "an empty answer": (changed('"No."', '" "'), ["frenzy-twice", "answer is empty"]),
    "an empty question": (changed('"Twice?"', '""'), ["frenzy-twice", "question is empty"]),
    "a key in capitals": (changed("frenzy-twice", "Frenzy"), ["Frenzy", "not one-like-this"]),
    "a relation that is none": (changed("agrees", "likes"), ["'likes' is none of agrees,"]),
    "a topic without a title": (
        changed('topic = "frenzy"', 'topic = "dodge"'),
        ["frenzy-twice", "no topic 'dodge'"],
    ),
    "a skill that nobody has": (changed("skill:frenzy", "skill:juggle"), ["'skill:juggle'"]),
    "a skill of another edition": (changed("skill:frenzy", "skill:titchy"), ["'skill:titchy'"]),
    "a kind that is none": (changed("skill:frenzy", "spell:fireball"), ["'spell:fireball'"]),
    "a step that is not gone": (changed("skill:frenzy", "step:tea"), ["'step:tea'"]),
    "a rule that is no topic": (changed("skill:frenzy", "rule:tea"), ["'rule:tea'"]),
    "the same thing twice": (
        changed('"skill:frenzy"', '"skill:frenzy", "skill:frenzy"'),
        ["about something twice"],
    ),
    "no choice": (RULING + 'options = ["Once"]\n', ["frenzy-twice", "is no choice"]),
    "twice the same choice": (RULING + 'options = ["Once", "Once"]\n', ["is no choice"]),
    "an empty choice": (RULING + 'options = ["Once", ""]\n', ["an option is empty"]),
    "a line beyond the text": (changed("line = 7", "line = 779"), ["line 779", "Oberwald FAQ"]),
    "a line that is no number": (changed("line = 7", 'line = "7"'), ["frenzy-twice.line", "int"]),
    "one table for all": (RULING.replace("[[ruling]]", "[ruling]"), ["ruling: list is wanted"]),
    "a shelf that is none": ('[[rulings]]\nkey = "x"\n', ["the whole file", "unknown rulings"]),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD)
def test_a_bad_ruling_is_refused_with_file_key_and_reason(shelf, text, said):
    with pytest.raises(BadRules) as stopped:
        shelf(topics=TOPICS, one=HEAD + text)
    for words in ("one.toml", *said):
        assert words in str(stopped.value)


def test_a_key_stands_in_one_file_only(shelf):
    with pytest.raises(BadRules, match=r"two\.toml, frenzy-twice: stands in one\.toml, too"):
        shelf(topics=TOPICS, one=HEAD + RULING, two=HEAD + RULING)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (HEAD.replace("oberwald", "hearsay"), "source: 'hearsay' is none of lrb4-faq, oberwald"),
        (HEAD.replace("Skills", " "), "chapter: is empty"),
        (HEAD.replace('"Skills"', "5"), "chapter: str is wanted, not 5"),
    ],
)
def test_a_file_says_what_it_is_from(shelf, head, said):
    with pytest.raises(BadRules, match=said):
        shelf(topics=TOPICS, one=head + RULING)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[topics]\nfrenzy = "Fury"\n', "frenzy: has two titles, 'Frenzy' and 'Fury'"),
        ('[topics]\nfury = ""\n', "fury: a key-like-this and a title"),
        ('[topics]\nFury = "Fury"\n', "Fury: a key-like-this and a title"),
        ('[titles]\nfury = "Fury"\n', "unknown titles"),
        ('topics = "fury"\n', "topics: dict is wanted"),
        ('elsewhere = ["skill:frenzy"]\n', "skill:frenzy: lrb4 has it itself"),
        ('elsewhere = ["skill:juggle"]\n', "skill:juggle: bb2016 does not have it either"),
    ],
)
def test_bad_topics_are_refused(shelf, text, said):
    files = {"topics": TOPICS, "topics_two": text, "one": HEAD + RULING}
    with pytest.raises(BadRules, match=rf"topics_two\.toml, .*{said}"):
        shelf(**files)


def test_a_topic_may_have_its_one_title_in_two_files(shelf):
    files = {"topics": TOPICS, "topics_two": TOPICS, "one": HEAD + RULING}
    assert shelf(**files).topics == {"frenzy": "Frenzy"}
