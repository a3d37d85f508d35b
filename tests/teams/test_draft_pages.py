"""The draft's pages: who sees them, what a tap answers, and what is said where."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from acts.models import Act
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.commands.members import accept_invitation, add_coach_by_name
from league.queries import current_season
from teams.commands.drafting import Lesson, begin_draft, change_draft, finish_draft
from teams.models import Draft, Team
from tests.conftest import A_TEAM, NOW

TEN = {"players": {"lineman": 10}}
HTMX = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "draft"}


class Fields(HTMLParser):
    """What a browser would send of a form, without any button."""

    def __init__(self, page):
        super().__init__()
        self.sent = {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag != "input" or not attrs.get("name"):
            return
        if attrs.get("type") == "radio" and "checked" not in attrs:
            return
        self.sent[attrs["name"]] = attrs.get("value") or ""


def fields(response):
    found = Fields(response.content.decode()).sent
    return {
        name: value for name, value in found.items() if name not in ("form_key", "theme", "next")
    }


def text(response):
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(page.replace("&#x27;", "'").replace("&amp;", "&").split())


@pytest.fixture
def draft(season, marta):
    return begin_draft(actor=marta, season=season, race="human", now=NOW)


@pytest.fixture
def address(draft):
    return reverse("teams:draft", args=[draft.uuid])


@pytest.fixture
def begin(league):
    return reverse("teams:begin-draft", args=[league.uuid])


@pytest.fixture
def home(client, marta):
    client.force_login(marta)
    return client


@pytest.fixture
def tap(home, address):
    """Send the page as it stands, with a button or with something typed."""

    def tap(expect=200, **told):
        sent = fields(home.get(address)) | {name.replace("__", "."): v for name, v in told.items()}
        answer = home.post(address, sent, **HTMX)
        assert answer.status_code == expect
        return answer

    return tap


class TestChoosingARace:
    def test_shows_every_race_and_what_it_is_like(self, home, begin):
        shown = text(home.get(begin))
        for said in ("Wood Elf", "Black Orc", "Re-roll 60,000", "no apothecary", "Block, Tackle"):
            assert said in shown

    def test_begins_a_draft_in_the_chosen_colours(self, home, begin):
        answer = home.post(begin, {"race": "orc", "shirt": "bottle", "trim": "amber"})
        draft = Draft.objects.get()
        assert answer.url == reverse("teams:draft", args=[draft.uuid])
        assert (draft.race, draft.shirt, draft.trim) == ("orc", "bottle", "amber")

    def test_happens_once_however_often_the_form_is_sent(self, home, begin):
        for _ in range(2):
            answer = home.post(begin, {"race": "orc", "form_key": "k"})
        assert answer.url == reverse("teams:draft", args=[Draft.objects.get().uuid])

    def test_offers_only_what_the_league_drafts_and_says_why_not(self, home, marta):
        house = {"draft.races": ["orc", "human"]}
        league = create_league(
            actor=marta, name="Old Foes", edition_key="bb2016", house=house, now=NOW
        )
        begin = reverse("teams:begin-draft", args=[league.uuid])
        answer = home.get(begin)
        assert set(re.findall(r'name="race" value="([\w-]+)"', answer.content.decode())) == {
            *house["draft.races"]
        }
        assert "Wood Elf teams are not drafted in this league." in text(answer)
        refused = home.post(begin, {"race": "wood-elf"})
        assert refused.status_code == 422
        assert not Draft.objects.exists()

    def test_says_beforehand_what_a_race_cannot_have(self, home, marta):
        house = {"draft.permanent-inducements": ["bribe", "igor"], "fan-factor.free": True}
        league = create_league(
            actor=marta, name="One Day", edition_key="bb2016", house=house, now=NOW
        )
        begin = reverse("teams:begin-draft", args=[league.uuid])
        shown = text(home.post(begin, {"race": "nurgle"}, follow=True))
        assert "Nurgle teams have no use for an apothecary." in shown
        assert "Fan factor is given in this league, not bought." in shown
        assert "None of what the league sells for all matches" in shown

    @pytest.mark.parametrize("race", ["", "gnome", "<b>", "x" * 500, "\x00"])
    def test_refuses_what_is_no_race(self, home, begin, race):
        assert home.post(begin, {"race": race}).status_code == 422
        assert not Draft.objects.exists()

    def test_lists_the_drafts_that_lie_open(self, home, begin, draft, marta):
        assert reverse("teams:draft", args=[draft.uuid]) in home.get(begin).content.decode()
        draft = change_draft(actor=marta, draft=draft, wish=A_TEAM, now=NOW)
        finish_draft(actor=marta, draft=draft, now=NOW)
        assert reverse("teams:draft", args=[draft.uuid]) not in home.get(begin).content.decode()

    def test_the_commissioner_chooses_for_whom(self, home, begin, league, marta):
        bram = add_coach_by_name(actor=marta, league=league, name="Old Bram", now=NOW)
        assert "Old Bram" in text(home.get(begin))
        answer = home.post(begin, {"race": "orc", "coach": bram.uuid}, follow=True)
        assert Draft.objects.get().coach == bram
        assert "for Old Bram" in text(answer)

    @pytest.mark.parametrize("coach", ["nobody", "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"])
    def test_for_nobody_else(self, home, begin, coach):
        assert home.post(begin, {"race": "orc", "coach": coach}).status_code == 422

    @pytest.mark.parametrize("drafts", [1, 6])
    def test_asks_a_fixed_number_of_times(
        self, home, begin, season, drafts, django_assert_num_queries
    ):
        (commissioner,) = season.league.memberships.all()
        for _ in range(drafts):
            begin_draft(actor=commissioner.user, season=season, race="orc", now=NOW)
        with django_assert_num_queries(10):
            home.get(begin)


class TestWhoSees:
    @pytest.fixture
    def olaf(self, make_user, marta, league):
        olaf = make_user("Olaf")
        _, secret = invite(actor=marta, league=league, now=NOW)
        accept_invitation(actor=olaf, secret=secret, now=NOW)
        return olaf

    def test_nobody_who_is_not_signed_in(self, client, address, begin, draft):
        drop = reverse("teams:drop-draft", args=[draft.uuid])
        for answer in (client.get(address), client.get(begin), client.post(drop)):
            assert answer.url.startswith("/sign-in/")

    def test_a_stranger_none_of_it(self, client, make_user, address, begin):
        client.force_login(make_user("Ned"))
        for page in (address, begin):
            assert client.get(page).status_code == 403
            assert client.post(page, {"race": "orc"}).status_code == 403

    def test_a_stranger_not_even_that_a_private_league_is_there(
        self, client, make_user, address, begin, league
    ):
        type(league).objects.update(is_public=False)
        client.force_login(make_user("Ned"))
        for page in (address, begin):
            assert client.get(page).status_code == 404

    def test_another_coach_his_own_only(self, client, olaf, address, begin, draft):
        client.force_login(olaf)
        assert client.get(address).status_code == 403
        assert client.post(address, {"more": "players.lineman"}).status_code == 403
        assert str(draft.uuid) not in client.get(begin).content.decode()
        drop = reverse("teams:drop-draft", args=[draft.uuid])
        assert client.post(drop).status_code == 403
        assert Draft.objects.count() == 1

    def test_the_commissioner_everybodys(self, home, begin, season, olaf):
        draft = begin_draft(actor=olaf, season=season, race="orc", now=NOW)
        assert str(draft.uuid) in home.get(begin).content.decode()
        assert home.get(reverse("teams:draft", args=[draft.uuid])).status_code == 200

    def test_a_draft_that_there_is_not(self, home):
        nowhere = reverse("teams:draft", args=["7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"])
        assert home.get(nowhere).status_code == 404


class TestTheDraft:
    def test_shows_prices_profiles_skills_and_limits(self, home, address):
        page = home.get(address)
        shown = text(page)
        for said in ("Blitzer 90,000 · 0–4", "MA 7", "50,000 now, later 100,000", "1,000,000"):
            assert said in shown
        assert "Nobody yet; it takes 11 players." in shown
        assert "popovertarget" in page.content.decode()

    def test_a_tap_answers_with_the_part_and_the_dock(self, tap):
        answer = tap(more="players.blitzer")
        page = answer.content.decode()
        assert "<!DOCTYPE" not in page
        assert 'hx-swap-oob="patch"' in page
        assert "910,000" in text(answer)
        assert "One player is too few; it takes 11." in text(answer)

    def test_a_tap_without_script_comes_back_to_its_place(self, home, address):
        answer = home.post(address, fields(home.get(address)) | {"more": "players.blitzer"})
        assert answer.status_code == 302
        assert answer.url == f"{address}#players.blitzer"
        assert Draft.objects.get().wish["players"] == {"blitzer": 1}

    def test_a_full_position_says_so(self, tap):
        assert "140,000 · 0–1, full" in text(tap(more="players.ogre"))

    def test_what_is_typed_is_kept_with_a_tap_elsewhere(self, tap):
        tap(more="players.blitzer")
        values = {"called__blitzer/1": "Griselda", "wears__blitzer/1": "13", "name": "The Reivers"}
        tap(more="players.lineman", **values)
        draft = Draft.objects.get()
        assert draft.people == {"blitzer/1": ["Griselda", 13]}
        assert draft.name == "The Reivers"
        assert draft.wish["players"] == {"lineman": 1, "blitzer": 1}

    def test_a_stale_tab_is_shown_the_draft_as_it_stands(self, home, address, tap):
        stale = fields(home.get(address))
        tap(more="players.blitzer")
        for headers in (HTMX, {}):
            answer = home.post(address, stale | {"more": "players.lineman"}, **headers)
            assert answer.status_code == 409
            assert "was changed elsewhere" in text(answer)
            assert "910,000" in text(answer)
        assert Draft.objects.get().wish["players"] == {"blitzer": 1}

    @pytest.mark.parametrize("number", ["0", "999", "-1", "1.5", "seven", "9" * 500, "٣٣٣"])
    def test_a_number_that_no_shirt_has_is_refused_where_it_was_typed(self, tap, number):
        tap(more="players.blitzer")
        values = {"wears__blitzer/1": number, "called__blitzer/1": "Griselda"}
        answer = tap(422, **values)
        assert "A shirt number is from 1 to 99." in text(answer)
        assert 'value="Griselda"' in answer.content.decode()
        assert 'aria-invalid="true"' in answer.content.decode()
        assert Draft.objects.get().people == {}

    def test_everything_that_cannot_be_kept_is_said_at_once_and_in_the_dock(self, tap):
        tap(more="players.blitzer")
        answer = tap(
            422, name="x" * 500, **{"wears__blitzer/1": "0", "called__blitzer/1": "y" * 500}
        )
        assert text(answer).count("60 characters at most.") >= 2
        assert "A shirt number is from 1 to 99." in text(answer)
        assert "Nothing is wrong with it." not in text(answer)

    @pytest.mark.parametrize(
        "name",
        [
            "<script>alert(1)</script>",
            "Zoë 🏈 of the 7",
            "עברית",
            "Quote \" and ' and {{ braces }}",
        ],
    )
    def test_an_unusual_name_is_shown_harmlessly(self, tap, name):
        tap(more="players.blitzer")
        page = tap(name=name, **{"called__blitzer/1": name}).content.decode()
        assert "<script>alert" not in page
        sent = Fields(page).sent
        assert sent["name"] == sent["called.blitzer/1"] == name

    @pytest.mark.parametrize("name", ["x" * 500, "a\u202eb", "line\u2028break", "nul\x00"])
    def test_a_name_that_cannot_stand_on_a_line_is_refused(self, tap, name):
        answer = tap(422, name=name)
        assert 'role="alert"' in answer.content.decode()
        assert Draft.objects.get().name == ""

    @pytest.mark.parametrize(
        "told",
        [
            {"more": "players.goblin"},
            {"more": ""},
            {"less": "players"},
            {"learn__x": "block"},
            {"forget": "x"},
            {"called__nobody/1": "Otto"},
            {"shirt": "beige"},
        ],
    )
    def test_what_no_button_sends_is_refused(self, tap, told):
        tap(422, **told)
        assert Draft.objects.get().wish == {}

    def test_other_names_are_suggested_by_a_button(self, tap):
        before = Fields(tap(more="players.blitzer").content.decode()).sent
        after = Fields(tap(again="people").content.decode()).sent
        assert before["called.blitzer/1"] != after["called.blitzer/1"]
        assert before["name"] == after["name"]
        assert Fields(tap(again="name").content.decode()).sent["name"] != before["name"]

    def test_colours_are_changed_and_shown(self, tap):
        page = tap(shirt="bottle", trim="amber").content.decode()
        assert re.search(r'<svg class="crest crest-l" data-a="bottle" data-b="amber"', page)

    @pytest.mark.parametrize("players", [1, 16])
    def test_asks_a_fixed_number_of_times(
        self, home, address, draft, players, django_assert_num_queries
    ):
        wish = {"players": {"lineman": players}}
        change_draft(actor=draft.coach.user, draft=draft, wish=wish, name="X", now=NOW)
        with django_assert_num_queries(5):
            home.get(address)

    def test_skills_are_bought_and_dropped(self, home, marta):
        house = {"resurrection": True, "resurrection.skills": 3}
        league = create_league(
            actor=marta, name="The Cup", edition_key="bb2016", house=house, now=NOW
        )
        draft = begin_draft(actor=marta, season=current_season(league), race="human", now=NOW)
        draft = change_draft(
            actor=marta,
            draft=draft,
            wish={"players": {"blitzer": 2}},
            lessons=[Lesson("blitzer/2", "claws")],
            now=NOW,
        )
        address = reverse("teams:draft", args=[draft.uuid])
        page = home.get(address)
        assert "By a double, 30,000" in page.content.decode()
        row = page.content.decode().partition('id="row-blitzer/2"')[2].partition("</li>\n")[2]
        assert "Claws is open to no Blitzer" in row
        sent = fields(page) | {"learn.blitzer/2": "guard", "forget": "blitzer/2 claws"}
        assert home.post(address, sent, **HTMX).status_code == 200
        draft.refresh_from_db()
        assert draft.wish["skilled"] == [
            {"position": "blitzer", "skills": []},
            {"position": "blitzer", "skills": ["guard"]},
        ]

    def test_inducements_for_good_are_stepped_too(self, home, marta):
        house = {"draft.permanent-inducements": ["star-player", "bribe"]}
        league = create_league(
            actor=marta, name="The Cup", edition_key="bb2016", house=house, now=NOW
        )
        draft = begin_draft(actor=marta, season=current_season(league), race="human", now=NOW)
        address = reverse("teams:draft", args=[draft.uuid])
        sent = fields(home.get(address)) | {"more": "inducements.star/griff-oberwald"}
        answer = home.post(address, sent, **HTMX)
        assert "Griff Oberwald 320,000 · 0–1, full" in text(answer)
        assert "680,000" in text(answer)


class TestFinishing:
    @pytest.fixture
    def legal(self, draft, marta):
        return change_draft(actor=marta, draft=draft, wish=A_TEAM, now=NOW)

    def test_leads_to_the_team(self, home, address, legal):
        sent = fields(home.get(address)) | {"finish": "1", "name": "The Reivers"}
        answer = home.post(address, sent)
        team = Team.objects.get()
        assert answer.url == reverse("teams:roster", args=[team.uuid])
        assert team.name == "The Reivers"

    def test_leads_there_with_script_too_and_so_does_a_second_tap(self, home, address, legal):
        sent = fields(home.get(address)) | {"finish": "1"}
        for _ in range(2):
            answer = home.post(address, sent, **HTMX)
            team = Team.objects.get()
            assert answer.headers["HX-Redirect"] == reverse("teams:roster", args=[team.uuid])

    def test_says_everything_that_is_wrong_and_keeps_what_was_typed(self, tap, team):
        tap(more="players.ogre")
        answer = tap(422, finish="1", name=team.name)
        shown = text(answer)
        assert "One player is too few; it takes 11." in shown
        assert "Another team of the league has this name." in shown
        assert Draft.objects.get(team=None).name == team.name

    def test_a_finished_draft_is_its_team(self, home, address, legal, marta):
        team = finish_draft(actor=marta, draft=legal, now=NOW)
        assert home.get(address).url == reverse("teams:roster", args=[team.uuid])


class TestTheCommissionersWord:
    def test_finishes_although_a_rule_says_no(self, home, address, draft, marta):
        change_draft(actor=marta, draft=draft, wish=TEN, now=NOW)
        page = home.get(address)
        assert "The rule that says no can be set aside" in text(page)
        sent = {**fields(page), "finish": "override", "reason": ""}
        refused = home.post(address, sent)
        assert refused.status_code == 422
        assert "Say why: it stays on record." in text(refused)
        done = home.post(address, {**sent, "reason": "Their tenth is on his way"}, follow=True)
        assert done.status_code == 200
        ledger = home.get(reverse("teams:ledger", args=[Team.objects.get().uuid]))
        assert "Their tenth is on his way" in text(ledger)
        assert "Set aside: " in text(ledger)

    def test_keeps_the_reason_while_something_else_is_tapped(self, home, address, draft, marta):
        change_draft(actor=marta, draft=draft, wish=TEN, now=NOW)
        sent = {**fields(home.get(address)), "reason": "Because"}
        tapped = home.post(address, {**sent, "less": "players.lineman"}, **HTMX)
        assert 'value="Because"' in tapped.content.decode()

    def test_is_offered_to_whoever_runs_the_league_and_where_it_helps(
        self, *, home, address, draft, marta, client, make_user, league, season
    ):
        change_draft(actor=marta, draft=draft, wish=A_TEAM, now=NOW)
        assert "set aside" not in text(home.get(address))
        olaf = make_user("Olaf")
        _, secret = invite(actor=marta, league=league, now=NOW)
        accept_invitation(actor=olaf, secret=secret, now=NOW)
        own = begin_draft(actor=olaf, season=season, race="human", now=NOW)
        change_draft(actor=olaf, draft=own, wish=TEN, now=NOW)
        client.force_login(olaf)
        theirs = reverse("teams:draft", args=[own.uuid])
        assert "set aside" not in text(client.get(theirs))
        sent = {**fields(client.get(theirs)), "finish": "override", "reason": "Mine"}
        assert client.post(theirs, sent).status_code == 403


class TestDropping:
    def test_throws_it_away(self, home, draft, begin):
        answer = home.post(reverse("teams:drop-draft", args=[draft.uuid]))
        assert answer.url == begin
        assert not Draft.objects.exists()
        assert Act.objects.filter(name="teams.drop_draft").exists()

    def test_takes_more_than_a_look(self, home, draft):
        assert home.get(reverse("teams:drop-draft", args=[draft.uuid])).status_code == 405

    def test_in_another_tab_is_told(self, home, address, draft):
        sent = fields(home.get(address))
        home.post(reverse("teams:drop-draft", args=[draft.uuid]))
        assert home.post(address, sent | {"more": "rerolls"}, **HTMX).status_code == 404
