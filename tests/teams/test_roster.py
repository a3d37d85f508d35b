"""The roster: every figure on the sheet, in any order, for whoever may see it."""

import re
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.commands.leagues import create_league
from league.models import League, Membership, Role
from rules.engine import effects as e
from rules.engine.rulings import total
from rules.engine.state import Home, Player
from teams import ledger, projection
from teams.models import Team, Tenure
from teams.newcomers import Person
from teams.queries.rosters import roster_for
from tests.conftest import NOW
from tests.teams.history import LINEMEN, ask, play, put

pytestmark = pytest.mark.pure


@pytest.fixture
def coach(make_user, league):
    """Somebody of the league who has nothing to do with Marta's team."""
    bram = make_user("Bram")
    Membership.objects.create(league=league, user=bram, role=Role.COACH, since=NOW)
    return bram


@pytest.fixture
def changed(draft_team, season):
    """A team in which everything that can differ does."""
    team = draft_team(wish=LINEMEN)
    keys = [contract.key for contract in team.contracts.order_by("number")]
    star, hurt, owed = keys[0], keys[1], keys[2]
    put(
        team,
        ledger.LedgerEntry(
            "improvement",
            (
                e.Earned(star, "touchdown", 5),
                e.Earned(star, "completion", 1),
                e.Earned(owed, "touchdown", 2),
                e.ImprovementOwed(star, "1", [5, 5]),
                e.Improved(star, "1", 30_000, skill="catch"),
                e.ImprovementOwed(star, "2", [6, 6]),
                e.Improved(star, "2", 50_000, characteristic="st"),
                e.ImprovementOwed(owed, "1", [2, 3]),
                e.Lowered(hurt, "ma"),
                e.Niggled(hurt, 2),
                e.MissesNext(hurt),
            ),
        ),
        ledger.LedgerEntry(
            "adjustment",
            (
                e.Staff("cheerleader", 2),
                e.Sponsor("farblast-and-sons"),
                e.OngoingSponsors(1),
                e.HomeStadium(Home("sloping-pitch", "The Anchor Bank", owned=True)),
                e.Fund(30_000),
                e.RosteredStar("griff-oberwald"),
                e.Recorded({"played": 6, "won": 3, "drawn": 1, "lost": 2, "friendlies": 1}),
                e.Joined(Player("b/1", "blitzer", 90_000)),
                e.Joined(Player("j/1", "lineman", 50_000, journeyman=True)),
            ),
        ),
        season=season,
    )
    return team


def test_a_star_under_contract_is_a_fan_favourite(changed, client, marta):
    """Line 1616; on the page and for programs."""
    client.force_login(marta)
    assert "Fan Favourite" in text_of(read(client, changed))
    (member,) = client.get(f"/api/v1/teams/{changed.uuid}/").json()["star"]["members"]
    assert member["skills"][-1] == "fan-favourite"


def read(client, team, **query):
    answer = client.get(f"/teams/{team.uuid}/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page):
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def names_in_order(page):
    return re.findall(r'class="team"\s+href="/players/[^"]+">([^<]+)<', page)


class TestFigures:
    def test_characteristics_show_what_they_were_and_why(self, changed, marta):
        rows = roster_for(marta, changed.uuid).rows
        star, hurt = rows[0].sheet, rows[1].sheet
        strength = star.characteristics[1]
        assert (strength.said, strength.born_said, strength.way) == ("4", "3", "better")
        assert [line.sentence for line in strength.because.lines] == [
            "ST of the position",
            "ST raised",
        ]
        assert strength.because.total == 4
        movement = hurt.characteristics[0]
        assert (movement.now, movement.born, movement.way) == (5, 6, "worse")
        assert star.characteristics[0].because.lines == ()

    def test_skills_are_given_gained_or_lent(self, changed, marta):
        roster = roster_for(marta, changed.uuid)
        blitzer = next(row for row in roster.rows if row.position_key == "blitzer")
        assert (blitzer.sheet.given, blitzer.sheet.gained) == (("block",), ())
        assert roster.rows[0].sheet.gained == ("catch",)
        assert roster.rows[-1].sheet.lent == ("loner",)

    def test_points_show_the_way_to_the_next_level(self, changed, marta):
        star = roster_for(marta, changed.uuid).rows[0].sheet.experience
        assert (star.points, star.next_at, star.level, star.rolls_due) == (16, 31, "Veteran", 0)
        assert star.because.total == 16

    def test_a_value_adds_up_to_what_the_ledger_keeps(self, changed, marta):
        for row in roster_for(marta, changed.uuid).rows:
            assert row.sheet.value_because.total == row.sheet.value
        assert roster_for(marta, changed.uuid).rows[0].sheet.value == 130_000

    def test_team_value_is_the_rulebooks_sum_and_the_projections(self, changed, season, marta):
        worth = roster_for(marta, changed.uuid).worth
        ruling = ask(season, "team-value", team=projection.read(changed).state)
        assert worth.total == changed.value == total(ruling.because)
        assert sum(line.amount for line in worth.lines) == worth.total
        assert worth.players_total + sum(line.amount for line in worth.others) == worth.total
        assert [row.misses_next for row in worth.missing] == [True]

    def test_team_value_speaks_of_players_by_name(self, changed, marta):
        roster = roster_for(marta, changed.uuid)
        text = " ".join(line.sentence for line in roster.worth.players)
        assert "draft/" not in text
        assert all(row.name in text for row in roster.rows if not row.misses_next)

    def test_who_can_play_and_who_cannot(self, changed, marta):
        roster = roster_for(marta, changed.uuid)
        assert (len(roster.squad), len(roster.rows), roster.can_play) == (12, 13, 12)
        assert [row.number for row in roster.absent] == [2]

    def test_whoever_has_left_is_remembered_with_the_reason(self, team, season, marta):
        dead, fired = (contract.key for contract in team.contracts.all()[:2])
        gone = (e.Left(dead, "dead"), e.Left(fired, "fired"))
        put(team, ledger.LedgerEntry("hire-and-fire", gone), season=season)
        former = roster_for(marta, team.uuid).gone
        assert {(each.number, each.how, each.is_dead) for each in former} == {
            (1, "dead", True),
            (2, "let go", False),
        }


class TestThePage:
    def test_says_everything_on_the_sheet(self, client, changed):
        said = text_of(read(client, changed))
        for words in (
            "Human · Marta · founded 2026",
            "3–1–2",
            "and 1 friendly",
            "Apothecary",
            "Cheerleader × 2",
            "Farblast &amp; Sons Ordnance Solutions",
            "1 ongoing deal",
            "The Anchor Bank (Sloping Pitch), the team&#x27;s own",
            "30,000 in the fund",
            "Griff Oberwald",
            "2 niggles",
            "−1 MA",
            "MNG",
            "Skill-up open",
            "Journeyman",
            "12 of 16. 12 can play the next match.",
            f"{changed.value:,}",
            "misses the next match, so their 50,000 does not count until they are back",
        ):
            assert words in said

    def test_a_struck_figure_is_the_one_he_was_born_with(self, client, changed):
        page = read(client, changed)
        assert re.search(r'class="stat better">.*?<s>3</s>', page, re.DOTALL)
        assert re.search(r'class="stat worse">.*?<s>6</s>', page, re.DOTALL)

    def test_the_last_gold_leads_into_the_ledger(self, client, team, season):
        play(team, season=season, number=1)
        page = read(client, team)
        winnings = team.events.get(kind="winnings")
        assert f"/teams/{team.uuid}/ledger/?event={winnings.seq}#event-{winnings.seq}" in page
        assert f"{team.treasury:,}" in text_of(page)

    def test_tells_the_teams_story_in_its_paragraphs(self, client, team):
        assert "Their story" not in read(client, team)
        Team.objects.filter(pk=team.pk).update(story="Once.\n\n<b>Upon</b> a time.")
        page = read(client, team)
        assert "<p>Once.</p>" in page
        assert "<p>&lt;b&gt;Upon&lt;/b&gt; a time.</p>" in page

    def test_an_address_that_is_nobodys_is_not_found(self, client, db):
        assert client.get(f"/teams/{uuid4()}/").status_code == 404
        assert client.get(f"/teams/{uuid4()}/roster.pdf").status_code == 404

    def test_is_only_read(self, client, team):
        assert client.post(f"/teams/{team.uuid}/").status_code == 405


class TestSorting:
    COLUMNS = (
        *("number", "name", "position", "ma", "st", "ag", "av", "skills", "injuries"),
        *("completion", "touchdown", "interception", "casualty", "mvp", "spp", "value"),
    )

    def test_every_column_is_a_way_to_sort(self, client, changed, marta):
        assert {*roster_for(marta, changed.uuid).columns} == {*self.COLUMNS}
        page = read(client, changed)
        for column in self.COLUMNS:
            assert re.search(rf'href="\?sort=-?{column}"', page)

    def test_goes_by_number_unless_told(self, changed, marta):
        assert [row.number for row in roster_for(marta, changed.uuid).rows] == [*range(1, 14)]

    def test_goes_both_ways_and_keeps_equals_in_the_order_of_their_numbers(self, changed, marta):
        down = [row.number for row in roster_for(marta, changed.uuid, sort="-spp").rows]
        assert down[:3] == [1, 3, 2]
        up = [row.number for row in roster_for(marta, changed.uuid, sort="spp").rows]
        assert up[-2:] == [3, 1]
        assert up[:2] == [2, 4]

    def test_the_page_is_in_that_order_and_says_so(self, client, changed, marta):
        page = read(client, changed, sort="-value")
        rows = roster_for(marta, changed.uuid, sort="-value").rows
        assert names_in_order(page) == [row.name for row in rows]
        assert 'aria-sort="descending"' in page
        assert 'href="?sort=value"' in page

    def test_position_goes_as_the_team_list_has_it(self, team, marta):
        rows = roster_for(marta, team.uuid, sort="position").rows
        assert [row.position_key for row in rows][:6] == ["lineman"] * 5 + ["catcher"]

    @pytest.mark.parametrize("sort", ["xyzzy", "-", "--spp", "<script>", "__class__"])
    def test_what_is_no_column_is_passed_over(self, client, team, sort):
        page = read(client, team, sort=sort)
        assert 'aria-sort="ascending"' in page
        assert "<script>" not in page.replace('<script src="', "")

    def test_htmx_gets_the_table_alone(self, client, team):
        headers = {"HX-Request": "true", "HX-Target": "squad"}
        part = client.get(f"/teams/{team.uuid}/?sort=-ma", headers=headers).content.decode()
        assert part.lstrip().startswith("<section")
        assert "<html" not in part


class TestWhoMaySee:
    @pytest.fixture
    def insiders(self, coach, operator):
        return coach, operator

    @pytest.fixture
    def hidden(self, draft_team, league):
        team = draft_team()
        League.objects.filter(pk=league.pk).update(is_public=False)
        return team

    @pytest.mark.parametrize("page", ["", "roster.pdf", "ledger/"])
    def test_a_private_team_is_its_leagues(self, client, hidden, insiders, make_user, page):
        address = f"/teams/{hidden.uuid}/{page}"
        assert client.get(address).status_code == 404
        client.force_login(make_user("Nosy"))
        assert client.get(address).status_code == 404
        for person in insiders:
            client.force_login(person)
            assert client.get(address).status_code == 200

    def test_a_public_one_is_everybodys(self, client, team, make_user):
        assert "The Reivers" in read(client, team)
        client.force_login(make_user("Nosy"))
        assert "The Reivers" in read(client, team)

    def test_a_member_of_another_league_is_a_stranger(self, client, hidden, make_user):
        nosy = make_user("Nosy")
        create_league(actor=nosy, name="Elsewhere", edition_key="bb2016", now=NOW)
        client.force_login(nosy)
        assert client.get(f"/teams/{hidden.uuid}/").status_code == 404

    def test_second_coach_and_stand_in_are_named_for_what_they_are(self, client, team, coach):
        place = Membership.objects.get(user=coach)
        Tenure.objects.create(team=team, coach=place, kind=Tenure.Kind.SECOND, since=NOW)
        assert "Human · Marta · Bram (second coach)" in text_of(read(client, team))


ODD_NAMES = [
    "<script>alert(1)</script>",
    "Zoë 😀 Łąka",
    "محمد علي",
    "דוד בן גוריון",
    "田中さくら",
    "'; DROP TABLE teams_team; --",
    "%(player)s {{ player }} %s",
    "x" * 60,
    "&amp;",
]


class TestOddNames:
    @pytest.fixture
    def odd(self, draft_team):
        people = {f"draft/{n}": Person(name, n) for n, name in enumerate(ODD_NAMES, start=1)}
        return draft_team(name="<b>Ünïcode</b> 🏈 & Söhne", people=people)

    def test_stand_harmlessly_on_every_page(self, client, odd, season):
        play(odd, season=season, number=1)
        players = [contract.player.uuid for contract in odd.contracts.select_related("player")]
        team = f"/teams/{odd.uuid}/"
        for address in (team, f"{team}ledger/", *(f"/players/{uuid}/" for uuid in players)):
            page = client.get(address).content.decode()
            assert "<script>alert" not in page
            assert "<b>Ünïcode" not in page
            assert "&lt;b&gt;Ünïcode&lt;/b&gt; 🏈 &amp; Söhne" in page
        assert "%(player)s {{ player }} %s" in client.get(team).content.decode()

    def test_stand_on_paper_too(self, client, odd):
        answer = client.get(f"/teams/{odd.uuid}/roster.pdf")
        assert answer.status_code == 200
        said = words_of(answer)
        assert "<script>alert(1)</script>" in said
        assert "Zoë" in said
        assert "&amp;" in said


def words_of(answer):
    (page,) = PdfReader(BytesIO(answer.content)).pages
    return re.sub(r"\s+", " ", page.extract_text())


class TestOnPaper:
    def test_holds_the_sheet_on_one_page_of_a4(self, client, changed):
        answer = client.get(f"/teams/{changed.uuid}/roster.pdf")
        assert answer["Content-Type"] == "application/pdf"
        assert answer["Content-Disposition"] == 'inline; filename="the-reivers.pdf"'
        (page,) = PdfReader(BytesIO(answer.content)).pages
        assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
        said = words_of(answer)
        for words in ("The Reivers", "Human · Marta", "4 (3)", "+Catch", "2 niggles", "16 / 31"):
            assert words in said
        assert f"= {changed.value:,}" in said

    def test_is_still_one_page_with_sixteen_long_names_and_all_there_is_to_learn(
        self, client, draft_team, season
    ):
        names = {
            f"draft/{n}": Person(f"Maximilian-Theodor von Hohen {n:>30}", n) for n in range(1, 12)
        }
        team = draft_team(name="W" * 60, people=names)
        more = [Player(f"more/{n}", "lineman", 50_000) for n in range(5)]
        put(
            team, ledger.LedgerEntry("x", tuple(e.Joined(player) for player in more)), season=season
        )
        learnt = ("guard", "mighty-blow", "pass-block", "dauntless", "nerves-of-steel", "tackle")
        lessons = [
            effect
            for contract in team.contracts.all()
            for level, skill in enumerate(learnt, start=1)
            for effect in (
                e.ImprovementOwed(contract.key, str(level), [6, 6]),
                e.Improved(contract.key, str(level), 20_000, skill=skill),
            )
        ]
        hurt = [e.Lowered(c.key, name) for c in team.contracts.all() for name in ("ma", "av")]
        put(team, ledger.LedgerEntry("improvement", (*lessons, *hurt)), season=season)
        answer = client.get(f"/teams/{team.uuid}/roster.pdf")
        said = words_of(answer)
        assert said.count("+Nerves of Steel") == 16

    def test_is_the_same_file_for_the_same_roster(self, client, team):
        address = f"/teams/{team.uuid}/roster.pdf"
        assert client.get(address).content == client.get(address).content

    def test_carries_its_own_letters(self, client, team):
        (page,) = PdfReader(BytesIO(client.get(f"/teams/{team.uuid}/roster.pdf").content)).pages
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
        ours = [font for font in fonts if "DejaVuSansCondensed" in font["/BaseFont"]]
        assert ours
        assert all("/FontFile2" in font["/FontDescriptor"] for font in ours)


class TestStatements:
    def count(self, client, address):
        with CaptureQueriesContext(connection) as statements:
            assert client.get(address).status_code == 200
        return sum("SAVEPOINT" not in each["sql"] for each in statements)

    @pytest.mark.parametrize("signed_in", [True, False])
    def test_a_fixed_number_for_a_roster_of_any_size_and_age(
        self, client, team, season, marta, signed_in
    ):
        if signed_in:
            client.force_login(marta)
        address = f"/teams/{team.uuid}/"
        at_eleven = self.count(client, address)
        # Whoever may register the team is told whether it is.
        assert at_eleven <= (10 if signed_in else 8)
        more = [Player(f"more/{n}", "lineman", 50_000) for n in range(5)]
        put(
            team, ledger.LedgerEntry("x", tuple(e.Joined(player) for player in more)), season=season
        )
        assert len(roster_for(marta, team.uuid).rows) == 16
        assert self.count(client, address) == at_eleven
        for number in range(1, 201 if signed_in else 3):
            play(team, season=season, number=number)
        assert team.events.count() > (600 if signed_in else 4)
        assert self.count(client, address) == at_eleven
        assert self.count(client, f"{address}roster.pdf") <= 8
        ledger_page = self.count(client, f"{address}ledger/?season=1&kind=winnings")
        assert ledger_page == self.count(client, f"{address}ledger/")
        assert ledger_page <= 9
