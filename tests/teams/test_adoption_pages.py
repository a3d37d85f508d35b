"""The pages of adoptions and adjustments: pasted, corrected, finished, previewed, taken back."""

import re

import pytest
from django.urls import reverse

from league.models import Membership, Role
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import begin_adoption, change_adoption
from teams.models import Adoption, Team
from tests.conftest import NOW

TABLE = """#\tName\tPosition\tSkills\tInjuries\tTD\tSPP\tMNG
1\tJory Vane\tHuman Blitzer\tBlock, Guard\t\t2\t6\t
2\tMab Carrow\tLineman\t\tNiggling, -MA\t\t\tx
"""


@pytest.fixture
def signed_in(client, marta):
    client.force_login(marta)
    return client


@pytest.fixture
def begun(league, marta):
    return begin_adoption(
        actor=marta, league=league, race="human", coach_name="Edda", name="Rovers", now=NOW
    )


@pytest.fixture
def address(league, begun):
    return reverse("teams:adoption", args=[league.uuid, begun.uuid])


def sent(begun, do="check", rows=(), **fields):
    """The whole form, as a browser sends it."""
    begun = Adoption.objects.get(pk=begun.pk)
    cells = {
        f"players.{n}.{name}": said for n, row in enumerate(rows) for name, said in row.items()
    }
    return {
        "revision": begun.revision,
        "rows": len(rows),
        "name": begun.name,
        "race": "human",
        "coach": begun.coach.uuid,
        "shirt": "royal",
        "trim": "white",
        "do": do,
        **cells,
        **fields,
    }


def text(answer):
    return answer.content.decode()


class TestBeginning:
    def test_with_a_coach_who_has_no_account(self, signed_in, league):
        page = reverse("teams:begin-adoption", args=[league.uuid])
        answer = signed_in.post(page, {"race": "orc", "coach_name": "Edda", "name": "Gouged Eye"})
        begun = Adoption.objects.get()
        assert answer.url == reverse("teams:adoption", args=[league.uuid, begun.uuid])
        assert (begun.race, str(begun.coach)) == ("orc", "Edda")
        assert "Gouged Eye" in text(signed_in.get(page))

    def test_needs_a_coach(self, signed_in, league):
        page = reverse("teams:begin-adoption", args=[league.uuid])
        answer = signed_in.post(page, {"race": "orc"})
        assert answer.status_code == 422
        assert "Who coaches the team?" in text(answer)

    def test_is_dropped(self, signed_in, league, begun):
        signed_in.post(reverse("teams:drop-adoption", args=[league.uuid, begun.uuid]))
        assert not Adoption.objects.exists()


class TestTheSheet:
    def test_says_beforehand_what_the_league_plays_without(self, signed_in, address):
        shown = text(signed_in.get(address))
        assert shown.count("the house rule “Sponsors” says so") == 1
        assert shown.count("the house rule “Stadiums” says so") >= 3
        assert re.search(r"Not on offer \(\d\d\)", shown)
        assert shown.count("The house rule “Rostered stars” is off") == 1

    def test_pasted_read_and_finished(self, signed_in, begun, address):
        answer = signed_in.post(address, sent(begun, "read", table=TABLE, treasury="85.000"))
        assert (answer.status_code, answer.url) == (302, address)
        page = text(signed_in.get(address))
        assert "No column for COMP, INT, CAS, MVP: taken as empty." in page
        assert "no rule speaks against it" in page
        rows = Adoption.objects.get().sheet["players"]
        answer = signed_in.post(address, sent(begun, "finish", rows, treasury="85.000"))
        team = Team.objects.get()
        assert answer.url == reverse("teams:roster", args=[team.uuid])
        assert (team.treasury, team.contracts.count()) == (85_000, 2)
        assert team.contracts.get(number=2).player.misses_next
        roster = text(signed_in.get(answer.url))
        assert "Jory Vane" in roster

    def test_every_fault_stands_at_its_cell(self, signed_in, begun, address):
        rows = [
            {"position": "Wardancer", "number": "0", "name": "x" * 500},
            {},
            {"position": "Lineman", "skills": "Blok", "touchdown": "1.5", "number": "4"},
            {"position": "Ogre", "number": "4"},
        ]
        answer = signed_in.post(address, sent(begun, "finish", rows, treasury="85000.5"))
        assert answer.status_code == 422
        assert not Team.objects.exists()
        errors = answer.context["form"].errors
        assert {*errors} == {
            "treasury",
            "players.0.position",
            "players.0.number",
            "players.0.name",
            "players.2.skills",
            "players.2.touchdown",
            "players.3.number",
        }
        page = text(answer)
        assert "Wardancer plays for Wood Elf, not for Human." in page
        assert "Is it Block?" in page
        assert "Number 4 is on another shirt already" in page

    def test_what_was_typed_is_kept_however_wrong(self, signed_in, begun, address):
        signed_in.post(address, sent(begun, "check", [{"position": "Nobody", "skills": "Blok"}]))
        page = text(signed_in.get(address))
        assert 'value="Nobody"' in page
        assert 'value="Blok"' in page
        assert "2 things are wrong" in page

    def test_markup_is_shown_and_not_obeyed(self, signed_in, begun, address):
        nasty = "<script>alert(1)</script>"
        row = {"name": nasty, "position": nasty, "skills": nasty, "number": nasty}
        page = text(signed_in.post(address, sent(begun, "finish", [row], name="<i>R</i>")))
        assert "<script>alert" not in page
        assert "<i>R</i>" not in page
        assert "&lt;script&gt;" in page

    @pytest.mark.parametrize(
        ("table", "said"),
        [
            ("name\ttd\nAda\t1", "The column Position is missing"),
            ("no table at all", "No line says what the columns are"),
            ("pos\tname\n" + "Lineman\tAda\n" * 10_000, "10,000 rows, and 40 at most"),
            ("", "Something has to stand here"),
        ],
    )
    def test_what_is_no_table_stays_in_its_field(self, signed_in, begun, address, table, said):
        answer = signed_in.post(address, sent(begun, "read", table=table))
        assert answer.status_code == 422
        assert said in text(answer)
        assert answer.context["form"]["table"].value() == table
        assert not Adoption.objects.get().sheet.get("players")

    def test_rows_are_added_and_left_out(self, signed_in, begun, address):
        rows = [{"position": "Lineman", "gone": "on"}, {"position": "Ogre"}]
        signed_in.post(address, sent(begun, "add", rows))
        kept = Adoption.objects.get().sheet["players"]
        assert [row["position"] for row in kept] == ["Ogre", "", "", "", ""]

    def test_rules_are_set_aside_with_a_reason(self, signed_in, begun, address):
        rows = [{"position": "Lineman"}]
        answer = signed_in.post(address, sent(begun, "finish", rows, rerolls="9"))
        assert answer.status_code == 422
        assert "a commissioner may set aside" in text(answer)
        answer = signed_in.post(address, sent(begun, "finish", rows, rerolls="9", override="on"))
        assert "Say why: it stays on record." in text(answer)
        word = {"override": "on", "reason": "They always had nine."}
        answer = signed_in.post(address, sent(begun, "finish", rows, rerolls="9", **word))
        assert answer.status_code == 302
        assert Team.objects.get().events.get().act.reason == "They always had nine."

    def test_two_hands_at_once(self, signed_in, begun, address, marta):
        stale = sent(begun, name="Mine")
        change_adoption(actor=marta, adoption=begun, name="Theirs", now=NOW)
        answer = signed_in.post(address, stale)
        assert answer.status_code == 409
        assert "changed elsewhere" in text(answer)
        assert Adoption.objects.get().name == "Theirs"

    def test_who_may(self, client, league, address, make_user, signed_in):
        client.logout()
        assert client.get(address).status_code == 302
        coach = make_user("Cole")
        Membership.objects.create(league=league, user=coach, role=Role.COACH, since=NOW)
        client.force_login(coach)
        assert client.get(address).status_code == 403
        assert client.get(reverse("teams:begin-adoption", args=[league.uuid])).status_code == 403
        league.is_public = False
        league.save()
        client.force_login(make_user("Eve"))
        assert client.get(address).status_code == 404

    @pytest.mark.parametrize("count", [1, 16])
    def test_reads_the_database_as_often_for_many_as_for_one(
        self, signed_in, begun, address, count, django_assert_num_queries
    ):
        rows = [{"position": "Lineman", "name": f"Number {n}"} for n in range(count)]
        signed_in.post(address, sent(begun, rows=rows))
        signed_in.get(address)
        with django_assert_num_queries(9):
            assert signed_in.get(address).status_code == 200


class TestAdjusting:
    @pytest.fixture
    def page(self, team):
        return reverse("teams:adjust", args=[team.uuid])

    def test_shows_what_it_comes_to_and_then_does_it(self, signed_in, team, page):
        blitzer = team.contracts.filter(player__position="blitzer").first().player
        fields = {"treasury": "−5,000", "player": str(blitzer.uuid), "skill_given": "guard"}
        answer = signed_in.post(page, {**fields, "do": "preview"})
        assert answer.status_code == 200
        assert f"{blitzer.name} is given Guard" in text(answer)
        assert "970,000" in text(answer)
        assert team.events.count() == 1
        word = {"do": "confirm", "reason": "A fine.", "revision": team.revision}
        answer = signed_in.post(page, {**fields, **word})
        assert answer.url == reverse("teams:roster", args=[team.uuid])
        team.refresh_from_db()
        assert (team.treasury, team.value) == (45_000, 970_000)
        ledger = text(signed_in.get(reverse("teams:ledger", args=[team.uuid])))
        assert "A fine." in ledger
        assert reverse("teams:take-back", args=[team.uuid, 2]) in ledger

    def test_a_reason_is_asked_for_with_the_preview_still_there(self, signed_in, team, page):
        fields = {"treasury": "1000", "do": "confirm", "revision": team.revision}
        answer = signed_in.post(page, fields)
        assert answer.status_code == 422
        assert "Say why: it stays on record." in text(answer)
        assert "51,000" in text(answer)

    @pytest.mark.parametrize("gold", ["0.5", "1e5", "many", "9" * 15, "5-"])
    def test_gold_is_a_whole_number(self, signed_in, page, gold):
        answer = signed_in.post(page, {"treasury": gold, "do": "preview"})
        assert answer.status_code == 422
        assert "treasury" in answer.context["form"].errors

    @pytest.mark.parametrize(
        ("fields", "at"),
        [
            ({"treasury": "-60000"}, "treasury"),
            ({"niggles": "1"}, "player"),
            ({"rerolls": "-4"}, "rerolls"),
            ({}, "__all__"),
        ],
    )
    def test_what_cannot_be_is_said_at_its_field(self, signed_in, page, fields, at):
        answer = signed_in.post(page, {**fields, "do": "preview"})
        assert answer.status_code == 422
        assert {*answer.context["form"].errors} == {at}

    def test_rules_are_set_aside_on_purpose(self, signed_in, team, page):
        fields = {"rerolls": "9", "reason": "Nine lives.", "revision": team.revision}
        assert "at most are sold" in text(signed_in.post(page, {**fields, "do": "preview"}))
        assert signed_in.post(page, {**fields, "do": "confirm"}).status_code == 422
        answer = signed_in.post(page, {**fields, "override": "on", "do": "confirm"})
        assert answer.status_code == 302
        assert team.events.get(seq=2).act.override

    def test_sent_twice_it_happens_once(self, signed_in, team, page):
        fields = {"treasury": "1000", "reason": "A prize.", "revision": 1, "do": "confirm"}
        assert signed_in.post(page, fields).status_code == 302
        answer = signed_in.post(page, fields)
        assert answer.status_code == 409
        assert 'name="revision" value="2"' in text(answer)
        assert team.events.count() == 2

    def test_who_may(self, client, page, make_user):
        assert client.get(page).status_code == 302
        client.force_login(make_user("Cole"))
        assert client.get(page).status_code == 403
        assert client.post(page, {"treasury": "1", "do": "confirm"}).status_code == 403


class TestTakingBack:
    def test_shows_what_it_did_and_takes_it_back(self, signed_in, team, marta):
        adjust_team(actor=marta, team=team, change={"treasury": 9_000}, reason="A prize.", now=NOW)
        page = reverse("teams:take-back", args=[team.uuid, 2])
        assert "59,000" in text(signed_in.get(page))
        assert signed_in.post(page, {}).status_code == 422
        answer = signed_in.post(page, {"reason": "Not theirs."})
        assert answer.url == reverse("teams:ledger", args=[team.uuid])
        team.refresh_from_db()
        assert team.treasury == 50_000
        assert "taken back already" in text(signed_in.get(page))
        assert signed_in.post(page, {"reason": "Again."}).status_code == 409

    def test_the_opening_is_not(self, signed_in, team):
        page = reverse("teams:take-back", args=[team.uuid, 1])
        assert "how the team came to be" in text(signed_in.get(page))
        assert signed_in.get(reverse("teams:take-back", args=[team.uuid, 9])).status_code == 404

    def test_who_may(self, client, team, make_user):
        client.force_login(make_user("Cole"))
        page = reverse("teams:take-back", args=[team.uuid, 1])
        assert client.get(page).status_code == 403
