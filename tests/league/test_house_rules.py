"""House rules: shown beside the book, changed by form until the season begins."""

import pytest

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from league.commands.house_rules import change_house_rules
from league.commands.leagues import create_league
from league.house_form import HouseRules, field_of
from league.house_rules import chapters
from league.models import RulesPin, Season
from league.pins import book_of
from league.queries import current_season
from rules.editions import edition as edition_of
from rules.editions.bb2016.house import KNOBS
from rules.knobs import Choice, Flag, Several
from tests.conftest import NOW
from tests.league.conftest import codes

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

TURNED = {
    "draft.treasury": 1_100_000,
    "draft.races": ["human", "orc"],
    "plays": True,
    "mvp": "coach",
    "points.loss": -1,
    "tie-breakers": ["points", "head-to-head", "lots"],
    "words": "No dice on the floor.",
}


@pytest.fixture
def change(league, marta):
    def do(house, **told):
        told = {"actor": marta, "league": league, "now": NOW} | told
        return change_house_rules(house=house, **told)

    return do


@pytest.fixture
def page(league):
    return f"/leagues/{league.uuid}/rules/"


@pytest.fixture
def form_of(browser, marta, page):
    """What a browser would send back if nobody touched the form."""

    def filled(query=""):
        form = browser(marta).get(f"{page}edit/{query}").context["form"]
        sent = {"pin": str(form["pin"].value())}
        for key in KNOBS.keys() & form.fields.keys():
            value = form[key].value()
            match value:
                case dict():
                    sent |= {f"{key}.{option}": place for option, place in value.items()}
                case True:
                    sent[key] = "on"
                case False:
                    pass
                case _:
                    sent[key] = value
        return sent

    return filled


def another(knob):
    """A value that a knob may have and the book does not say."""
    match knob:
        case Flag():
            return not knob.default
        case Choice():
            return next(each for each in knob.options if each != knob.default)
        case Several():
            return [next(iter(knob.options or ["griff-oberwald"]))]
        case _:
            return knob.default + knob.step


class TestChanging:
    def test_makes_a_new_pin_and_keeps_the_old_one(self, change, season):
        before = season.pin
        pin = change(TURNED)
        season.refresh_from_db()
        assert season.pin == pin
        assert pin.house == TURNED
        assert RulesPin.objects.get(pk=before.pk).house == {}
        act = Act.objects.get(name="league.change_house_rules")
        assert act.payload["changed"] == sorted(TURNED)
        assert act.payload["pin"] == str(pin.uuid)

    def test_keeps_only_what_differs(self, change):
        assert change({"points.win": 3, "plays": True}).house == {"plays": True}

    def test_replaces_all_of_them(self, change):
        change({"plays": True, "points.win": 2})
        assert change({"points.win": 4}).house == {"points.win": 4}
        act = Act.objects.filter(name="league.change_house_rules").last()
        assert act.payload["changed"] == ["plays", "points.win"]

    def test_knows_bonuses_as_they_were_pinned_before_each_had_its_own_points(
        self, change, season, browser, marta, page
    ):
        pinned = {"points.bonus": ["td-3", "lost-by-one"], "points.bonus-each": 2}
        RulesPin.objects.filter(pk=season.pin_id).update(house=pinned)
        season.refresh_from_db()
        assert book_of(season.pin).house["points.bonuses"] == {"td-3": 2, "lost-by-one": 2}
        assert "2 points for a loss by one touchdown" in browser(marta).get(page).content.decode()
        assert change(pinned) == season.pin  # nothing has changed
        form = browser(marta).get(f"{page}edit/").context["form"]
        assert form["points.bonuses"].value() == {"td-3": 2, "lost-by-one": 2}

    def test_gives_each_bonus_points_of_its_own(self, season, form_of, browser, marta, page):
        worths = {"td-3": 2, "cas-3": 1, "clean-sheet": 0}
        sent = form_of() | {f"points.bonuses.{key}": worth for key, worth in worths.items()}
        browser(marta).post(f"{page}edit/", sent)
        assert current_season(season.league).pin.house == {
            "points.bonuses": {"td-3": 2, "cas-3": 1}
        }
        sent = form_of() | {"points.bonuses.td-4": "many"}
        shown = browser(marta).post(f"{page}edit/", sent).content.decode()
        assert "A whole number is wanted here." in shown

    def test_does_nothing_where_nothing_changes(self, change, season):
        first = change({"plays": True})
        assert change({"plays": True, "points.win": 3}) == first
        assert Act.objects.filter(name="league.change_house_rules").count() == 1

    def test_is_refused_in_a_sentence_once_the_season_is_over(self, change, season):
        Season.objects.update(state=Season.State.OVER)
        with pytest.raises(Refused, match="This season is over") as failure:
            change({"plays": True})
        assert codes(failure) == {"": "season_over"}
        assert RulesPin.objects.count() == 1

    def test_says_everything_that_is_wrong(self, change):
        with pytest.raises(Refused) as failure:
            change(
                {
                    "draft.treasury": 1_000_000.0,
                    "points.win": 100,
                    "plays": "yes",
                    "mvp": "me",
                    "draft.races": ["elves of mars"],
                    "tie-breakers": ["points", "points"],
                    "shoe-size": 44,
                    "words": "x" * 20_001,
                }
            )
        assert "Named twice: points." in [str(each.message) for each in failure.value.reasons]
        assert codes(failure) == {
            "draft.treasury": "not-a-whole-number",
            "points.win": "out-of-range",
            "plays": "not-yes-or-no",
            "mvp": "not-an-option",
            "draft.races": "not-in-the-catalogue",
            "tie-breakers": "named-twice",
            "shoe-size": "no-such-rule",
            "words": "too-long",
        }

    @pytest.mark.parametrize(
        "key", [key for key, knob in KNOBS.items() if knob.rests_on or knob.needs]
    )
    def test_refuses_what_can_do_nothing_and_takes_it_with_what_it_rests_on(self, change, key):
        knob, turned = KNOBS[key], {key: another(KNOBS[key])}
        needs = {**knob.rests_on, **knob.needs}
        off = {
            other: value
            for other, on in needs.items()
            for value in (False, True, 0, "off", "instead")
            if value not in on and not KNOBS[other].faults(value)
        }
        with pytest.raises(Refused) as refused:
            change(off | turned)
        (reason,) = (each for each in refused.value.reasons if each.code == "does_nothing")
        assert reason.subject == key
        assert "something with “" in reason.message or "nothing with “" in reason.message
        on = {other: values[0] for other, values in needs.items()}
        change(on | turned | ({"resurrection": True} if key.startswith("resurrection") else {}))

    def test_refuses_each_option_that_can_do_nothing(self, change):
        keeps = {"re-draft.keeps": ["sponsors", "home", "star"]}
        with pytest.raises(Refused) as refused:
            change(keeps | {"stadiums": True})
        assert refused.value.sentences == [
            "“sponsors” only does something with “Sponsors”.",
            "“rostered star” only does something with “Rostered stars”.",
        ]
        change(keeps | {"stadiums": True, "sponsors": True, "stars.rostered": True})

    def test_what_rests_on_a_rule_that_rests_on_another_rests_on_both(self, marta):
        """Expenses are by the crp book, but not in resurrection play."""
        found = {"actor": marta, "edition_key": "crp", "now": NOW, "time_zone": "UTC"}
        house = {"resurrection": True, "expenses.breakpoint": 1_500_000}
        with pytest.raises(Refused) as refused:
            create_league(name="Brawl", house=house, **found)
        assert codes(refused) == {"expenses.breakpoint": "does_nothing"}

    def test_is_refused_where_another_hand_was_quicker(self, change, season):
        seen = season.pin.uuid
        change({"plays": True}, pin=seen)
        with pytest.raises(Conflict):
            change({"points.win": 2}, pin=seen)

    def test_is_for_whoever_runs_the_league(self, change, deputy, jonas, stranger):
        change({"plays": True}, actor=deputy)
        for person in (jonas, stranger):
            with pytest.raises(Forbidden):
                change({}, actor=person)


class TestTheFormPage:
    def test_sent_back_untouched_changes_nothing(self, browser, marta, change, form_of, page):
        pin = change(TURNED)
        answer = browser(marta).post(f"{page}edit/", form_of())
        assert answer["Location"] == page
        assert current_season(pin.seasons.get().league).pin == pin

    def test_greys_what_can_do_nothing_with_why(self, browser, marta, league, change, page):
        greyed = set()

        def idle():
            chapters = browser(marta).get(f"{page}edit/").context["form"].chapters()
            told = browser().get(f"/api/v1/leagues/{league.uuid}/rules/").json()["idle"]
            shown = {k.knob.key for each in chapters for k in each["fields"] if k.is_idle}
            assert shown == {each["key"] for each in told if not each["option"]}
            greyed.update((each["key"], each["option"]) for each in told if each["option"])
            assert all(each["message"] for each in told)
            return shown

        by_the_book = idle()
        assert {"plays.variant", "resurrection.skills"} <= by_the_book
        assert "mvp" not in by_the_book
        change({"stadiums": True})
        assert "re-draft.keeps" not in idle()
        assert greyed == {("re-draft.keeps", "sponsors"), ("re-draft.keeps", "star")}
        change({"resurrection": True, "plays": True})
        assert {"mvp", "forfeit.fine", "resurrection.skills-per-player"} <= idle()
        assert not {"plays.variant", "resurrection.skills"} & idle()
        shown = browser(marta).get(f"{page}edit/").content.decode()
        assert "Does nothing with “Resurrection”." in shown
        assert "home stadium, with “Stadiums”" in shown

    def test_turns_every_kind_of_knob(self, browser, marta, league, form_of, page):
        sent = form_of() | {
            "draft.treasury": "1,100,000",
            "draft.races": ["orc", "human"],
            "plays": "on",
            "mvp": "coach",
            "points.loss": "-1",
            "words": "No dice on the floor.\r\n",
        }
        sent = {key: value for key, value in sent.items() if not key.startswith("tie-breakers.")}
        sent |= {
            "tie-breakers.lots": "9",
            "tie-breakers.head-to-head": "2",
            "tie-breakers.points": "1",
        }
        assert browser(marta).post(f"{page}edit/", sent).status_code == 302
        house = current_season(league).pin.house
        assert {**house, "draft.races": sorted(house["draft.races"])} == TURNED

    def test_shows_each_fault_at_its_field_and_keeps_what_was_typed(
        self, browser, marta, form_of, page
    ):
        sent = form_of() | {
            "draft.treasury": "1.5 million",
            "points.win": "999",
            "draft.players-at-least": "",
            "mvp": "<b>me</b>",
        }
        faulty = {"draft.treasury", "points.win", "draft.players-at-least", "mvp"}
        answer = browser(marta).post(f"{page}edit/", sent)
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == faulty
        # What cannot even be read does not hide the rest.
        for place in ("first", "-1", "1.5"):
            answer = browser(marta).post(f"{page}edit/", sent | {"tie-breakers.points": place})
            assert set(answer.context["form"].errors) == faulty | {"tie-breakers"}
        shown = answer.content.decode()
        assert "1.5 million" in shown
        assert "From 0 to 99." in shown
        assert "<b>me</b>" not in shown

    @pytest.mark.parametrize(
        ("typed", "order"),
        [
            # Up before whoever stands there, down after, in from outside before.
            ({"lots": "1"}, ["lots", "points", "td-difference", "cas-difference", "head-to-head"]),
            (
                {"points": "2"},
                ["td-difference", "points", "cas-difference", "head-to-head", "lots"],
            ),
            (
                {"wins": "2", "lots": ""},
                ["points", "wins", "td-difference", "cas-difference", "head-to-head"],
            ),
            (
                {"points": "99"},
                ["td-difference", "cas-difference", "head-to-head", "lots", "points"],
            ),
        ],
    )
    def test_moves_a_tie_breaker_by_one_number(
        self, *, browser, marta, league, form_of, page, typed, order
    ):
        sent = form_of() | {f"tie-breakers.{key}": place for key, place in typed.items()}
        assert browser(marta).post(f"{page}edit/", sent).status_code == 302
        assert current_season(league).pin.house["tie-breakers"] == order

    def test_says_where_two_are_to_stand_at_one_place(self, browser, marta, form_of, page):
        sent = form_of() | {"tie-breakers.wins": "1", "tie-breakers.win-rate": "1"}
        answer = browser(marta).post(f"{page}edit/", sent)
        assert answer.context["form"].errors["tie-breakers"] == ["Two of them have the same place."]

    def test_fills_in_a_preset_without_saving_it(
        self, *, browser, marta, league, change, form_of, page
    ):
        change({"plays": True, "points.win": 2})
        sent = form_of("?preset=everything")
        assert current_season(league).pin.house == {"plays": True, "points.win": 2}
        browser(marta).post(f"{page}edit/", sent)
        assert current_season(league).pin.house == KNOBS.presets["everything"].turned | {
            "points.win": 2
        }
        browser(marta).post(f"{page}edit/", form_of("?preset=core"))
        assert current_season(league).pin.house == {"points.win": 2}

    def test_says_why_not_once_the_season_is_over(self, browser, marta, page, form_of):
        sent = form_of() | {"plays": "on"}
        Season.objects.update(state=Season.State.OVER)
        shown = browser(marta).get(f"{page}edit/").content.decode()
        assert "This season is over" in shown
        assert "Save the house rules" not in shown
        assert browser(marta).post(f"{page}edit/", sent).status_code == 422
        assert RulesPin.objects.count() == 1

    def test_is_for_whoever_runs_the_league(self, browser, page, deputy, jonas, stranger):
        for person, status in {None: 302, deputy: 200, jonas: 403, stranger: 403}.items():
            assert browser(person).get(f"{page}edit/").status_code == status

    @pytest.mark.parametrize("edition", ["bb2016", "crp"])
    def test_has_a_field_for_every_knob_of_the_edition(self, marta, edition):
        league = create_league(actor=marta, name="L", edition_key=edition, now=NOW)
        book = book_of(current_season(league).pin)
        form = HouseRules(None, book=book, chosen={}, pin=None)
        assert set(form.fields) - {"pin"} == {*edition_of(edition).knobs}
        for knob in edition_of(edition).knobs.values():
            field = field_of(knob, book)
            assert str(field.help_text).startswith(knob.sentence)
            assert field.label == knob.label


class TestThePublicPage:
    def test_shows_what_differs_beside_the_book(self, browser, change, page):
        change(TURNED)
        answer = browser().get(page)
        shown = answer.content.decode()
        found = {
            choice.key: (choice.said, choice.book_said)
            for chapter in answer.context["differing"]
            for choice in chapter.differences
        }
        assert found["draft.treasury"] == ("1,100,000", "1,000,000")
        assert found["draft.races"] == ("Human, Orc", "none chosen")
        assert found["plays"] == ("yes", "no")
        assert found["mvp"] == ("the coach chooses", "the coach names three, a D3 decides")
        assert found["points.loss"] == ("−1", "0")
        assert found["tie-breakers"][0] == (
            "points, a table of the matches among all who are level, drawing lots, recorded"
        )
        assert set(found) == set(TURNED) - {"words"}
        assert "No dice on the floor." in shown
        assert 'href="/rules/bb2016/"' in shown
        assert "Change the house rules" not in shown

    def test_says_so_where_a_league_plays_by_the_book(self, browser, page, league):
        assert "By the book" in browser().get(page).content.decode()

    def test_shows_words_harmlessly(self, browser, change, page):
        change({"words": "<script>alert(1)</script>\n\nمرحبا"})
        shown = browser().get(page).content.decode()
        assert "<script>alert" not in shown
        assert "مرحبا" in shown

    @pytest.mark.parametrize("edition", ["bb2016", "crp"])
    def test_has_words_for_every_choice(self, marta, edition):
        house = edition_of(edition).knobs.presets["everything"].turned
        league = create_league(actor=marta, name="L", edition_key=edition, house=house, now=NOW)
        listed = chapters(book_of(current_season(league).pin))
        choices = [choice for chapter in listed for choice in chapter.choices]
        assert {choice.key for choice in choices} == {*edition_of(edition).knobs} - {"words"}
        assert all(choice.said and choice.book_said for choice in choices)
        assert {c.key: c.value for c in choices if c.differs} == current_season(league).pin.house

    def test_asks_a_fixed_number_of_times(
        self, browser, change, page, django_assert_num_queries, jonas
    ):
        client = browser(jonas)
        for house in ({}, TURNED):
            change(house)
            client.get(page)
            with django_assert_num_queries(6):
                client.get(page)


def test_a_team_that_is_drafted_already_stays_as_it_is(team, change):
    change({"draft.treasury": 500_000}, from_round=1, reason="Voted on.")
    team.refresh_from_db()
    assert (team.treasury, team.value) == (50_000, 950_000)
    assert team.events.get().pin.house == {}
