"""Tables as coaches paste them: every usual spelling is read, every fault is said where it is."""

import pytest

from acts.failures import Refused
from rules.editions import edition
from teams.arriving.adoptees import read_row, read_rows
from teams.arriving.pasting import read_table
from teams.arriving.spellings import Marks, read_marks, read_number, read_position

pytestmark = pytest.mark.pure

BOOK = edition("bb2016").book()
CATALOGUE = BOOK.catalogue
SHEET = """Greywater Rovers\t\t
#\tPlayer\tPosition\tMA\tSkills\tNig\t-MA\tCP\tTD\tCAS\tMVP\tSPP\tMNG\tValue\tMood
1\tBig Tam\tOgre\t5\tLoner, Mighty Blow\t\t\t\t\t2\t\t4\t\t140k\tgood
2\tJory Vane\tHuman Blitzer\t7\tBlock, Guard, Tackle\t1\t1\t\t3\t5\t1\t24\tx\t130\t
3\t\t\t\t\t\t\t0\t0\t0\t0\t0
"""


def row(**cells):
    return read_row(BOOK, "human", {"position": "Lineman", **cells})


def faults(adopted):
    return [(reason.code, reason.subject) for reason in adopted.reasons]


class TestTheTable:
    def test_as_copied_from_a_spreadsheet(self):
        pasted = read_table(SHEET, CATALOGUE)
        tam, jory = pasted.rows
        assert (tam["number"], tam["name"], tam["casualty"], tam["spp"]) == (
            "1",
            "Big Tam",
            "2",
            "4",
        )
        assert jory["injuries"] == "1x niggle, -1 MA"
        assert jory["misses_next"] == "x"
        squad = read_rows(BOOK, "human", pasted.rows)
        assert not squad.reasons
        assert squad.players[0]["skills"] == []
        assert squad.players[1] == {
            "position": "blitzer",
            "skills": ["guard", "tackle"],
            "raised": {},
            "lowered": {"ma": 1},
            "niggles": 1,
            "misses_next": True,
            "awards": {"touchdown": 3, "casualty": 5, "mvp": 1},
            "extra": 0,
        }

    def test_says_which_columns_it_took_as_empty_and_which_it_could_not_read(self):
        notes = read_table(SHEET, CATALOGUE).notes
        assert notes == [
            "No column for INT: taken as empty.",
            "Columns that nobody could read, and left out: Mood.",
        ]

    @pytest.mark.parametrize("mark", ["\t", ";", ","])
    def test_by_tabs_semicolons_and_commas_in_any_order_of_columns(self, mark):
        lines = [["Skills", "SPP", "Pos", "No."], ['"Block, Dodge"', "16", "Lineman", "12"]]
        pasted = read_table("\r\n".join(mark.join(line) for line in lines), CATALOGUE)
        (found,) = pasted.rows
        assert (found["skills"], found["number"], found["spp"]) == ("Block, Dodge", "12", "16")

    def test_skills_in_several_columns(self):
        pasted = read_table("Pos\tSkill\tSkill\nLineman\tBlock\tDodge", CATALOGUE)
        assert pasted.rows[0]["skills"] == "Block, Dodge"

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "blank"),
            ("a few words of no use", "no_header"),
            ("name\ttd\nAda\t1", "column_missing"),
            ("name\tpos\tpos\nAda\tLineman\tOgre", "column_twice"),
            ("pos,skills\nLineman,Block,Dodge", "too_wide"),
            ("pos\tname\n\t", "no_rows"),
            ("pos\tname\n" + "Lineman\tAda\n" * 10_000, "too_many_rows"),
            ("pos\tname\nLineman\t" + "x" * 5_000, "cell_too_long"),
            ("pos\tname\nLineman\t" + "x" * 300_000, "too_long"),
            ('pos,name\n"' + "x" * 140_000, "not_a_table"),
        ],
    )
    def test_what_is_no_table_is_refused_in_a_sentence(self, text, code):
        with pytest.raises(Refused) as raised:
            read_table(text, CATALOGUE)
        assert [reason.code for reason in raised.value.reasons] == [code]
        assert {reason.subject for reason in raised.value.reasons} == {"table"}

    def test_a_missing_column_is_said_by_name(self):
        with pytest.raises(Refused, match="Position"):
            read_table("name\ttd\nAda\t1", CATALOGUE)


class TestARow:
    def test_points_without_a_kind(self):
        assert row(spp="17").player["extra"] == 17
        assert row(spp="17", touchdown="3", mvp="1").player["extra"] == 17 - 3 * 3 - 5
        assert row(touchdown="3").player["extra"] == 0

    def test_points_that_contradict_the_deeds(self):
        contradicting = row(spp="3", touchdown="3")
        assert faults(contradicting) == [("spp_too_few", "spp")]
        assert "9 SPP" in str(contradicting.reasons[0].message)

    @pytest.mark.parametrize("number", ["0", "100", "999", "-1", "seven", "1.5", "٣"])
    def test_a_number_that_is_none(self, number):
        assert faults(row(number=number)) == [("number_out_of_range", "number")]

    def test_a_shirt_as_sheets_write_it(self):
        assert row(number="#7").person.number == 7
        assert row(number="").person.number == 0

    @pytest.mark.parametrize(
        ("cell", "value"),
        [("touchdown", "1.5"), ("mvp", "many"), ("spp", "-3"), ("misses_next", "perhaps")],
    )
    def test_a_cell_that_cannot_be_read_is_named(self, cell, value):
        assert [subject for _code, subject in faults(row(**{cell: value}))] == [cell]

    def test_the_dead_stay_where_they_are(self):
        assert faults(row(injuries="Dead")) == [("dead", "injuries")]


class TestSpellings:
    @pytest.mark.parametrize(
        ("said", "key"),
        [
            ("lineman", "lineman"),
            ("Human Linemen", "lineman"),
            ("BLITZERS", "blitzer"),
            ("Thr", "thrower"),
            ("  ogre ", "ogre"),
        ],
    )
    def test_positions(self, said, key):
        assert read_position(CATALOGUE, "human", said) == key

    @pytest.mark.parametrize(
        ("race", "said", "key"),
        [
            ("orc", "Black Orc Blocker", "black-orc"),
            ("chaos-dwarf", "Chaos Dwarf Blocker", "chaos-dwarf"),
            ("goblin", "Ooligan", "ooligan"),
            ("amazon", "Linewomen", "linewoman"),
            ("skaven", "gutter-runner", "gutter-runner"),
        ],
    )
    def test_positions_of_other_races(self, race, said, key):
        assert read_position(CATALOGUE, race, said) == key

    def test_every_position_and_skill_by_its_own_name(self):
        for race in CATALOGUE.races.values():
            for key, position in race.positions.items():
                assert read_position(CATALOGUE, race.key, position.name) == key
                assert read_position(CATALOGUE, race.key, f"{race.name} {position.name}") == key
        for skill in CATALOGUE.skills.values():
            for name in (skill.name, skill.key, *skill.also):
                marks = Marks()
                read_marks(CATALOGUE, name.upper(), marks, subject="skills")
                assert {*marks.skills} == {skill.key}, name

    @pytest.mark.parametrize(
        ("said", "of_the_other_race"),
        [("Wardancer", "Wood Elf"), ("<b>x</b>", "They have"), ("x" * 500, "They have")],
    )
    def test_positions_that_the_race_has_not(self, said, of_the_other_race):
        reason = read_position(CATALOGUE, "human", said)
        assert of_the_other_race in str(reason.message)
        assert len(str(reason.message)) < 200

    @pytest.mark.parametrize(
        ("said", "skills", "raised", "lowered", "niggles"),
        [
            ("Block, side-step; SIDE STEP", ["block", "side-step", "side-step"], {}, {}, 0),
            ("Block Dodge Strip Ball", ["block", "dodge", "strip-ball"], {}, {}, 0),
            ("Mighty Blow (+1), Loner 4+", ["mighty-blow", "loner"], {}, {}, 0),
            ("Str", [], {"st": 1}, {}, 0),
            ("ST+1, +MA, +2 AV", [], {"st": 1, "ma": 1, "av": 2}, {}, 0),
            ("+1 Strength", [], {"st": 1}, {}, 0),
            ("-1 AG/MA-1", [], {}, {"ag": 1, "ma": 1}, 0),
            ("−AV, Niggling", [], {}, {"av": 1}, 1),
            ("N", [], {}, {}, 1),
            ("NN", [], {}, {}, 2),
            ("2x niggle", [], {}, {}, 2),
            ("Niggling Injury x3", [], {}, {}, 3),
            ("–", [], {}, {}, 0),
            ("none", [], {}, {}, 0),
        ],
    )
    def test_skills_and_injuries(self, said, skills, raised, lowered, niggles):
        marks = Marks()
        read_marks(CATALOGUE, said, marks, subject="skills")
        assert marks.skills == skills
        assert (dict(marks.raised), dict(marks.lowered)) == (raised, lowered)
        assert (marks.niggles, marks.reasons) == (niggles, [])

    def test_a_bare_characteristic_is_a_loss_among_the_injuries(self):
        marks = Marks()
        read_marks(CATALOGUE, "MA, mng", marks, subject="injuries")
        assert (dict(marks.lowered), marks.misses_next) == ({"ma": 1}, True)

    @pytest.mark.parametrize("said", ["ST 4", "Blok", "<script>", "\N{FIRE}", "דוד", "x" * 900])
    def test_what_nobody_understands_is_said_back_and_short(self, said):
        marks = Marks()
        read_marks(CATALOGUE, said, marks, subject="skills")
        assert [reason.code for reason in marks.reasons] == ["not-understood"]
        assert len(str(marks.reasons[0].message)) < 120

    @pytest.mark.parametrize(
        ("said", "number"),
        [
            ("85,000", 85_000),
            ("85.000", 85_000),
            ("85'000", 85_000),
            ("85 000 gp", 85_000),
            ("85k", 85_000),
            ("", 0),
            ("–", 0),
            ("85000.5", None),
            ("0.5", None),
            ("1e5", None),
            ("-5", None),
            ("9" * 30, None),
        ],
    )
    def test_gold(self, said, number):
        assert read_number(said, at_most=1_000_000_000) == number
