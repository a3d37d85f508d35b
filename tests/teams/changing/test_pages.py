"""The pages on which a team is changed: what they show, and to whom."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from teams.commands.hiring import change_basket, finish_hiring
from teams.commands.retiring import retire_team
from teams.commands.windows import open_window
from teams.models import Contract, Team, Window


def page(answer):
    return unescape(answer.content.decode())


def fields(team, **sent):
    """What the form of Hire & Fire sends when nothing was touched, and what was."""
    return {
        "reroll": team.rerolls,
        "staff/assistant-coach": team.staff.get("assistant-coach", 0),
        "staff/cheerleader": team.staff.get("cheerleader", 0),
        "staff/apothecary": team.staff.get("apothecary", 0),
        **sent,
    }


@pytest.fixture
def hire(reivers):
    return reverse("teams:hire", args=[reivers.uuid])


class TestWhoSeesWhat:
    PAGES = ("hire", "names", "identity")

    @pytest.mark.parametrize("name", PAGES)
    def test_a_coach_and_the_commissioner(self, reivers, bram, marta, as_user, name):
        for person in (bram, marta):
            answer = as_user(person).get(reverse(f"teams:{name}", args=[reivers.uuid]))
            assert answer.status_code == 200

    @pytest.mark.parametrize("name", PAGES)
    def test_nobody_else(self, reivers, stranger, cato, as_user, name):
        address = reverse(f"teams:{name}", args=[reivers.uuid])
        assert as_user(stranger).get(address).status_code == 403
        assert as_user(cato).post(address).status_code == 403
        assert as_user(None).get(address).status_code == 302

    @pytest.mark.parametrize("name", [*PAGES, "coaches", "window"])
    def test_a_private_league_is_not_there_for_strangers(
        self, reivers, league, stranger, as_user, name
    ):
        league.is_public = False
        league.save()
        address = reverse(f"teams:{name}", args=[reivers.uuid])
        assert as_user(stranger).get(address).status_code == 404

    def test_who_coached_is_for_everybody(self, reivers, as_user, bram):
        answer = as_user(None).get(reverse("teams:coaches", args=[reivers.uuid]))
        assert answer.status_code == 200
        assert "Bram" in page(answer)
        assert '<form method="post" class="stack"' not in answer.content.decode()

    def test_windows_are_for_the_commissioner(self, reivers, league, bram, marta, as_user):
        for address in (
            reverse("teams:windows", args=[league.uuid]),
            reverse("teams:window", args=[reivers.uuid]),
        ):
            assert as_user(bram).get(address).status_code == 403
            assert as_user(bram).post(address).status_code == 403
            assert as_user(marta).get(address).status_code == 200


class TestHireAndFire:
    def test_a_closed_window_says_when_it_opens(self, hire, bram, as_user):
        answer = as_user(bram).get(hire)
        assert "The window is closed" in page(answer)
        assert "hire/lineman" not in page(answer)

    def test_an_open_one_shows_offers_and_what_is_left(self, hire, window, bram, as_user):
        shown = page(as_user(bram).get(hire))
        assert "50,000 · has 5 of 16" in shown
        assert "90,000 · has 4 of 4" in shown
        assert 'name="hire/ogre"' in shown
        assert re.search(r"Not on offer \(\d\d\)", shown)
        assert shown.count("The house rule “Rostered stars” is off") == 1
        assert "The basket is empty." in shown

    def test_a_tap_is_kept_and_adds_up(self, hire, reivers, window, bram, as_user):
        browser = as_user(bram)
        sent = fields(reivers, **{"hire/lineman": 2, "staff/cheerleader": 1})
        answer = browser.post(hire, sent, headers={"HX-Request": "true", "HX-Target": "outcome"})
        shown = page(answer)
        assert answer.status_code == 200
        assert "<html" not in shown
        assert "This costs 110,000; 60,000 is missing." in shown
        assert "−60,000" in shown
        assert "1,060,000" in shown
        assert "Lineman × 2" in shown
        assert shown.count('name="number.window/1/lineman/') == 2
        window.refresh_from_db()
        assert window.basket == {"hire/lineman": 2, "staff/cheerleader": 1}
        assert 'value="2"' in page(browser.get(hire))

    def test_without_script_the_whole_page_comes_back(self, hire, reivers, window, bram, as_user):
        answer = as_user(bram).post(hire, fields(reivers, **{"hire/lineman": 1}))
        assert answer.status_code == 200
        assert "<html" in page(answer)
        assert "Finish for 50,000" in page(answer)

    def test_fewer_re_rolls_are_dropped(self, hire, reivers, window, bram, as_user):
        as_user(bram).post(hire, fields(reivers, reroll=1))
        window.refresh_from_db()
        assert window.basket == {"drop-reroll": 2}

    def test_finish_buys_with_the_names_on_the_page(self, hire, reivers, window, bram, as_user):
        browser = as_user(bram)
        browser.post(hire, fields(reivers, **{"hire/lineman": 1}))
        fired = reivers.contracts.get(number=2)
        key = "window/1/lineman/1"
        sent = fields(
            reivers,
            **{
                "hire/lineman": 1,
                f"fire/{fired.key}": "on",
                f"name.{key}": "<b>Cob</b>",
                f"number.{key}": 2,
                "finish": 1,
            },
        )
        answer = browser.post(hire, sent, follow=True)
        assert "Hire & Fire is done. Treasury: 0." in page(answer)
        joined = reivers.contracts.select_related("player").get(number=2, until=None)
        assert joined.player.name == "<b>Cob</b>"
        names = browser.get(reverse("teams:names", args=[reivers.uuid])).content.decode()
        assert "&lt;b&gt;Cob" in names
        assert "<b>Cob" not in names

    def test_a_suggestion_that_nobody_touched_is_what_he_gets(
        self, hire, reivers, window, bram, as_user
    ):
        browser = as_user(bram)
        answer = browser.post(hire, fields(reivers, **{"hire/lineman": 1}))
        newcomer = answer.context["buying"].newcomers[0].person
        browser.post(
            hire,
            fields(
                reivers,
                **{
                    "hire/lineman": 1,
                    "name.window/1/lineman/1": newcomer.name,
                    "number.window/1/lineman/1": newcomer.number,
                    "finish": 1,
                },
            ),
        )
        contract = reivers.contracts.select_related("player").get(key="window/1/lineman/1")
        assert (contract.player.name, contract.number) == (newcomer.name, newcomer.number)

    def test_a_refused_finish_says_everything_and_keeps_the_basket(
        self, hire, reivers, window, bram, as_user
    ):
        sent = fields(reivers, **{"hire/blitzer": 1, "staff/apothecary": 2, "finish": 1})
        answer = as_user(bram).post(hire, sent)
        assert answer.status_code == 422
        shown = page(answer)
        assert "Not finished." in shown
        assert "5 × Blitzer, and 4 at most may play." in shown
        assert "2 apothecaries, and 1 is the most." in shown
        assert "This costs 140,000; 90,000 is missing." in shown
        window.refresh_from_db()
        assert window.basket == {"hire/blitzer": 1, "staff/apothecary": 1}

    @pytest.mark.parametrize(
        "sent",
        [
            {"hire/lineman": "many"},
            {"hire/lineman": "-1"},
            {"hire/lineman": "1.5"},
            {"hire/lineman": "999"},
            {"reroll": "nine"},
            {"number.window/1/lineman/1": "999", "name.window/1/lineman/1": "Cob"},
            {"number.window/1/lineman/1": "0", "name.window/1/lineman/1": "Cob"},
            {"name.window/1/lineman/1": "x" * 500, "number.window/1/lineman/1": "5"},
        ],
    )
    def test_bad_input_is_told_at_the_field(self, hire, window, bram, as_user, sent):
        answer = as_user(bram).post(hire, fields(window.team, **{"finish": 1, **sent}))
        assert answer.status_code == 422
        assert window.team.events.count() == 1

    def test_a_window_that_closed_meanwhile_is_told(self, hire, reivers, window, bram, as_user):
        Window.objects.filter(pk=window.pk).update(closes_at=timezone.now() - timedelta(hours=1))
        answer = as_user(bram).post(hire, fields(reivers, **{"hire/lineman": 1, "finish": 1}))
        assert answer.status_code == 422
        assert "The window is closed" in page(answer)

    def test_a_coach_who_presses_twice_is_told_the_same(self, hire, reivers, window, bram, as_user):
        fired = reivers.contracts.get(number=2)
        wish = {"hire/lineman": 1, f"fire/{fired.key}": "on", "finish": 1, "form_key": "k"}
        sent = fields(reivers, revision=0, **wish)
        browser = as_user(bram)
        for _press in range(2):
            assert browser.post(hire, sent)["Location"] == hire
        assert reivers.events.count() == 2
        assert [(each.closed_at is None, each.basket) for each in reivers.windows.all()] == [
            (False, {"hire/lineman": 1, f"fire/{fired.key}": 1})
        ]

    def test_a_commissioner_who_presses_twice_leaves_no_basket_behind(
        self, hire, reivers, marta, as_user
    ):
        wish = {"hire/lineman": 1, "finish": 1, "reason": "A gift", "form_key": "k"}
        for _press in range(2):
            sent = fields(reivers, revision=0, **wish)
            assert as_user(marta).post(hire, sent).status_code == 302
        assert [each.closed_at is None for each in reivers.windows.all()] == [False]

    def test_finish_is_not_behind_the_tap_that_it_overtook(
        self, hire, reivers, window, bram, as_user
    ):
        browser = as_user(bram)
        wish = {"hire/lineman": 1, "name.window/1/lineman/1": "Cob Netter"}
        sent = fields(reivers, revision=0, **wish, **{"number.window/1/lineman/1": 20})
        assert browser.post(hire, sent).status_code == 200
        assert browser.post(hire, sent | {"finish": 1}).status_code == 302
        assert reivers.contracts.get(number=20).player.name == "Cob Netter"

    @pytest.mark.parametrize("finish", [{}, {"finish": 1}])
    def test_a_tab_that_is_behind_overwrites_nothing(
        self, hire, reivers, *, window, bram, as_user, finish
    ):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket={"hire/ogre": 1})
        answer = as_user(bram).post(hire, fields(reivers, revision=0, reroll=2, **finish))
        assert answer.status_code == 409
        assert "This basket was changed elsewhere." in page(answer)
        assert 'name="revision" value="1"' in page(answer)
        window.refresh_from_db()
        assert (window.basket, window.closed_at) == ({"hire/ogre": 1}, None)

    def test_a_tap_on_a_page_that_is_behind_loads_it_anew(
        self, hire, reivers, window, bram, as_user
    ):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket={"hire/ogre": 1})
        browser = as_user(bram)
        tap = {"HX-Request": "true", "HX-Target": "outcome"}
        answer = browser.post(hire, fields(reivers, revision=0, reroll=2), headers=tap)
        assert answer["HX-Refresh"] == "true"
        assert "This basket was changed elsewhere." in page(browser.get(hire))

    def test_each_tap_brings_the_next_revision(self, hire, reivers, window, bram, as_user):
        tap = {"HX-Request": "true", "HX-Target": "purse"}
        browser = as_user(bram)
        for revision in range(3):
            sent = fields(reivers, revision=revision, **{"hire/lineman": revision})
            shown = page(browser.post(hire, sent, headers=tap))
            assert f'name="revision" value="{revision + 1}"' in shown

    def test_what_saw_the_last_window_knows_nothing_of_the_next(
        self, hire, reivers, window, *, bram, marta, as_user
    ):
        finish_hiring(actor=bram, team=reivers, now=timezone.now())
        open_window(actor=marta, team=reivers, now=timezone.now())
        answer = as_user(bram).post(hire, fields(reivers, revision=0, reroll=2))
        assert answer.status_code == 409

    def test_after_a_windows_time_the_commissioner_has_a_basket_of_his_own(
        self, hire, reivers, window, *, bram, marta, as_user
    ):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket={"hire/ogre": 1})
        Window.objects.filter(pk=window.pk).update(closes_at=timezone.now() - timedelta(hours=1))
        browser = as_user(marta)
        shown = browser.get(hire)
        assert "The basket is empty." in page(shown)
        wish = {"reroll": 2, "reason": "They wanted none", "finish": 1}
        revision = shown.context["buying"].window.revision
        answer = browser.post(hire, fields(reivers, revision=revision) | wish)
        assert answer.status_code == 302
        reivers.refresh_from_db()
        assert reivers.rerolls == 2

    def test_the_basket_is_emptied(self, hire, reivers, window, bram, as_user):
        change_basket(actor=bram, team=reivers, now=timezone.now(), basket={"hire/ogre": 1})
        as_user(bram).post(reverse("teams:drop-basket", args=[reivers.uuid]))
        window.refresh_from_db()
        assert window.basket == {}

    def test_somebody_who_is_gone_leaves_the_basket(self, hire, reivers, window, bram, as_user):
        Window.objects.filter(pk=window.pk).update(basket={"fire/draft/99": 1})
        assert as_user(bram).get(hire).status_code == 200

    def test_the_commissioner_says_why_and_lets_pass(self, hire, reivers, marta, as_user):
        browser = as_user(marta)
        assert "You act outside of any window: say why." in page(browser.get(hire))
        sent = fields(reivers, **{"hire/blitzer": 1, "finish": 1})
        answer = browser.post(hire, sent)
        assert answer.status_code == 422
        assert "Say why: it stays on record." in page(answer)
        sent |= {"reason": "The old rules", "override": "on", "cover": "on", "form_key": "k"}
        assert browser.post(hire, sent).status_code == 302
        assert [event.kind for event in reivers.events.all()] == [
            *("draft", "grant", "hire-and-fire")
        ]
        # The same form again, by a double press, buys nothing more.
        assert browser.post(hire, sent).status_code == 302
        assert reivers.events.count() == 3

    def test_as_many_statements_at_sixteen_players_as_at_eleven(
        self, draft_team, marta, as_user, django_assert_num_queries
    ):
        eleven = draft_team("Eleven")
        many = {"players": {"lineman": 15, "blitzer": 1}, "rerolls": 0, "staff": {}}
        sixteen = draft_team("Sixteen", wish={**many, "fan_factor": 0})
        browser = as_user(marta)
        for team in (eleven, sixteen):
            change_basket(
                actor=marta, team=team, now=timezone.now(), basket={"staff/cheerleader": 1}
            )
            with django_assert_num_queries(11):
                browser.get(reverse("teams:hire", args=[team.uuid]))


class TestWindows:
    def test_the_commissioner_opens_and_closes(self, reivers, bram, marta, as_user, hire):
        browser = as_user(marta)
        address = reverse("teams:window", args=[reivers.uuid])
        soon = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
        assert browser.post(address, {"closes_at": soon}).status_code == 302
        assert "The window is open." in page(as_user(bram).get(hire))
        assert browser.post(f"{address}close/").status_code == 302
        assert "The window is closed" in page(as_user(bram).get(hire))

    @pytest.mark.parametrize(
        "closes_at", ["2020-01-01T10:00", "soon", "9999-99-99T99:99", "9999-12-31T23:59"]
    )
    def test_a_time_that_is_none_is_refused(self, reivers, marta, as_user, closes_at):
        answer = as_user(marta).post(
            reverse("teams:window", args=[reivers.uuid]), {"closes_at": closes_at}
        )
        assert answer.status_code == 422
        assert not Window.objects.exists()

    def test_for_all_teams_at_once(self, reivers, team, league, marta, as_user):
        address = reverse("teams:windows", args=[league.uuid])
        browser = as_user(marta)
        browser.post(address, {"teams": [str(reivers.uuid), str(team.uuid)]})
        assert Window.objects.count() == 2
        shown = page(browser.get(address))
        assert shown.count('<span class="tag wait">open</span>') == 2

    def test_for_none_is_refused(self, reivers, league, marta, as_user):
        answer = as_user(marta).post(reverse("teams:windows", args=[league.uuid]), {})
        assert answer.status_code == 422

    def test_a_league_without_teams_says_so(self, league, marta, as_user):
        answer = as_user(marta).get(reverse("teams:windows", args=[league.uuid]))
        assert "No teams yet" in page(answer)


class TestNames:
    def sent(self, team, **changes):
        found = {}
        for contract in Contract.objects.filter(team=team).select_related("player"):
            key = f"people.{contract.player.uuid}"
            found |= {f"{key}.name": contract.player.name, f"{key}.number": contract.number}
        return found | changes

    def test_two_shirts_are_swapped(self, reivers, bram, as_user):
        one, other = (reivers.contracts.get(number=number) for number in (1, 2))
        changes = {
            f"people.{one.player.uuid}.number": 2,
            f"people.{other.player.uuid}.number": 1,
        }
        address = reverse("teams:names", args=[reivers.uuid])
        assert as_user(bram).post(address, self.sent(reivers, **changes)).status_code == 302
        one.refresh_from_db()
        other.refresh_from_db()
        assert (one.number, other.number) == (2, 1)

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"number": 2}, "is on another shirt already"),
            ({"number": 0}, "At least 1."),
            ({"number": 999}, "At most 99."),
            ({"name": "x" * 500}, "60 characters at most"),
            ({"name": ""}, "required"),
        ],
    )
    def test_what_is_wrong_stands_at_the_field(self, reivers, bram, as_user, wrong, sentence):
        key = f"people.{reivers.contracts.get(number=1).player.uuid}"
        changes = {f"{key}.{field}": value for field, value in wrong.items()}
        answer = as_user(bram).post(
            reverse("teams:names", args=[reivers.uuid]),
            self.sent(reivers, **changes),
        )
        assert answer.status_code == 422
        assert sentence in page(answer)
        assert reivers.events.count() == 1


class TestCoaches:
    def test_a_second_coach_by_the_first(self, reivers, bram, catos_place, as_user):
        address = reverse("teams:coaches", args=[reivers.uuid])
        browser = as_user(bram)
        browser.post(address, {"kind": "second", "coach": str(catos_place.uuid)})
        shown = page(browser.get(address))
        assert "Cato" in shown
        assert "second coach" in shown
        tenure = reivers.tenures.get(kind="second")
        browser.post(reverse("teams:end-tenure", args=[reivers.uuid, tenure.uuid]))
        assert "Before" in page(browser.get(address))

    def test_a_stand_in_without_an_end_is_refused(self, reivers, bram, catos_place, as_user):
        answer = as_user(bram).post(
            reverse("teams:coaches", args=[reivers.uuid]),
            {"kind": "stand-in", "coach": str(catos_place.uuid)},
        )
        assert answer.status_code == 422
        assert "A stand-in needs an end." in page(answer)

    @pytest.mark.parametrize("by", ["Bram", "Marta"])
    def test_a_new_coach_by_the_first_or_the_commissioner(
        self, reivers, *, bram, marta, cato, as_user, by
    ):
        sent = {"kind": "coach", "coach": str(cato.memberships.get().uuid)}
        address = reverse("teams:coaches", args=[reivers.uuid])
        assert as_user(bram if by == "Bram" else marta).post(address, sent).status_code == 302
        assert as_user(bram).get(reverse("teams:names", args=[reivers.uuid])).status_code == 403
        assert as_user(cato).get(reverse("teams:names", args=[reivers.uuid])).status_code == 200

    def test_strangers_change_nothing(self, reivers, stranger, place, as_user):
        sent = {"kind": "second", "coach": str(place.uuid)}
        address = reverse("teams:coaches", args=[reivers.uuid])
        assert as_user(stranger).post(address, sent).status_code == 403
        assert as_user(None).post(address, sent).url.startswith(reverse("accounts:sign-in"))
        assert reivers.tenures.get().kind == "coach"

    def test_a_team_is_retired_and_brought_back(self, reivers, marta, bram, as_user):
        address = reverse("teams:retire", args=[reivers.uuid])
        asks_first = page(as_user(bram).get(reverse("teams:coaches", args=[reivers.uuid])))
        assert 'popovertarget="retire-team"' in asks_first
        as_user(bram).post(address, {"reason": "Moved away"})
        assert Team.objects.get(pk=reivers.pk).state == "retired"
        assert "Retired." in page(as_user(None).get(reverse("teams:coaches", args=[reivers.uuid])))
        assert as_user(bram).post(address, {"back": 1}).status_code == 403
        as_user(marta).post(address, {"back": 1})
        assert Team.objects.get(pk=reivers.pk).state == "active"

    def test_a_retired_team_hires_nobody(self, reivers, marta, bram, as_user, hire):
        retire_team(actor=marta, team=reivers, now=timezone.now())
        answer = as_user(marta).post(hire, fields(reivers, **{"hire/lineman": 1}))
        assert answer.status_code == 422
        assert "The team is retired." in page(answer)
        assert 'id="basket"' in page(answer)


class TestIdentity:
    SENT = {  # noqa: RUF012
        "name": "Bram's Reivers",
        "shirt": "royal",
        "trim": "navy",
        "crest_shape": "roundel",
        "crest_pattern": "",
        "motto": "<i>Never</i> twice",
        "story": "One.\r\n\r\nTwo.",
    }

    def test_it_is_kept_and_shown_harmlessly(self, reivers, bram, as_user):
        address = reverse("teams:identity", args=[reivers.uuid])
        assert as_user(bram).post(address, self.SENT).status_code == 302
        reivers.refresh_from_db()
        assert (reivers.shirt, reivers.motto) == ("royal", "<i>Never</i> twice")
        raw = as_user(bram).get(address).content.decode()
        assert "<i>Never" not in raw
        assert "data-trim-gave-way hidden" not in " ".join(raw.split())

    def test_what_is_wrong_stands_at_the_field(self, reivers, team, bram, as_user):
        address = reverse("teams:identity", args=[reivers.uuid])
        answer = as_user(bram).post(address, {**self.SENT, "name": team.name, "shirt": "royal"})
        assert answer.status_code == 422
        assert "Another team of the league has this name." in page(answer)
        answer = as_user(bram).post(
            address, {**self.SENT, "shirt": "beige", "story": "x" * 5000, "motto": "x" * 121}
        )
        assert answer.status_code == 422
        assert len(answer.context["form"].errors) == 3


def test_the_ledger_tells_what_the_commissioner_let_pass(hire, reivers, marta, as_user):
    sent = {"hire/blitzer": 1, "finish": 1, "reason": "The old rules", "override": "on"}
    as_user(marta).post(hire, fields(reivers, cover="on", **sent))
    shown = page(as_user(None).get(reverse("teams:ledger", args=[reivers.uuid])))
    assert "The old rules" in shown
    assert "Gold from the league" in shown
    assert "Set aside: 5 × Blitzer, and 4 at most may play." in shown
