"""The rulebook's pages: complete, harmless, and kept by browsers as long as nothing changes."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from rules.loading import editions, load
from rules.places import SHELVES
from rules.queries import pages_of
from rules.search import index_of
from rules.templatetags.rulebook import address

pytestmark = pytest.mark.pure  # no page of the rulebook asks the database

ADDRESSES = ["/rules/"]
for key in editions():
    ADDRESSES += [f"/rules/{key}/", f"/rules/{key}/search/?q=57"]
    ADDRESSES += [f"/rules/{key}/{page}/" for page in pages_of(load(key))]
    ADDRESSES += [f"/rules/{key}/races/human/", f"/rules/{key}/skills/block/"]


class Ids(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.ids = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]


@pytest.fixture
def reader(db):
    """Nobody in particular."""
    return Client()


def text_of(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


# --- every page
@pytest.mark.parametrize("path", ADDRESSES)
def test_page_asks_the_database_nothing_and_is_clean(reader, django_assert_num_queries, path):
    with django_assert_num_queries(0):
        answer = reader.get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert " style=" not in page
    assert "http" not in page.replace("http-equiv", "")
    ids = Ids(page).ids
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("edition", editions())
def test_every_shelf_has_a_page(edition):
    shown = {shelf for shelves in SHELVES.values() for shelf in shelves}
    assert set(load(edition).shelves) <= shown


@pytest.mark.parametrize("edition", editions())
def test_whatever_is_found_is_there(reader, edition):
    """Each address that a search gives is a page, and holds the anchor."""
    pages = {}
    for item in index_of(edition).items:
        path, _, anchor = address(edition, item.place).partition("#")
        if path not in pages:
            answer = reader.get(path)
            assert answer.status_code == 200
            pages[path] = set(Ids(answer.content.decode()).ids)
        assert not anchor or anchor in pages[path], item


@pytest.mark.parametrize(
    "path",
    [
        "/rules/nowhere/",
        "/rules/nowhere/races/",
        "/rules/bb2016/nowhere/",
        "/rules/bb2016/races/martians/",
        "/rules/bb2016/skills/juggling/",
        "/rules/bb2016/stars/?race=martians",
        "/rules/crp/referees/",
        "/rules/bb2016/races/%00/",
    ],
)
def test_what_is_not_in_the_book_is_not_found(reader, path):
    answer = reader.get(path)
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


def test_pages_are_only_read(reader):
    assert reader.post("/rules/bb2016/races/").status_code == 405
    assert reader.head("/rules/bb2016/races/").status_code == 200


# --- what they say
def test_race_says_everything_about_itself(reader):
    said = text_of(reader.get("/rules/bb2016/races/goblin/"))
    for words in ("60,000", "Fanatic", "Bribe for 50,000 instead of 100,000", "Morg", "Greenboyz"):
        assert words in said


def test_race_without_apothecary_is_told_of_what_it_gets_instead(reader):
    said = text_of(reader.get("/rules/bb2016/races/undead/"))
    assert "A necromancer comes with the team" in said
    assert "Igor" in said
    assert "Skeleton or Zombie" in said


def test_skill_says_who_has_it_and_who_may_learn_it(reader):
    said = text_of(reader.get("/rules/bb2016/skills/claws/"))
    assert "Khorne Bloodthirster" in said
    assert "Wilhelm Chaney" in said
    assert "Skaven" in said


def test_stars_are_filtered_by_race_and_pairs_stand_together(reader):
    everybody = text_of(reader.get("/rules/bb2016/stars/"))
    assert "73 stars" in everybody
    assert "Crumbleberry hired together with Grak" in everybody
    ogres = text_of(reader.get("/rules/bb2016/stars/?race=ogre"))
    assert "Grotty hired together with Brick Far&#x27;th" in ogres
    assert "Griff Oberwald" not in ogres


def test_filter_can_be_answered_in_part(reader):
    headers = {"HX-Request": "true", "HX-Target": "stars"}
    part = reader.get("/rules/bb2016/stars/?race=ogre", headers=headers).content.decode()
    assert part.strip().startswith("<section")
    assert "<html" not in part


def test_inducement_names_its_exceptions(reader):
    said = text_of(reader.get("/rules/bb2016/inducements/"))
    assert "Halfling : 100,000" in said
    assert "for teams that may not have an apothecary" in said


def test_table_reads_like_the_printed_one(reader):
    said = text_of(reader.get("/rules/bb2016/tables/"))
    assert "57 Broken Neck The player misses the next match and loses 1 AG for good." in said
    assert "61–68 Dead" in said
    assert "176+ Legend" in said
    assert "500,000 and more Catastrophe Catastrophe Catastrophe Major incident" in said


def test_edition_shows_its_own_names_and_leaves_out_what_it_does_not_have(reader):
    assert "Chaos Pact" in text_of(reader.get("/rules/crp/races/"))
    overview = text_of(reader.get("/rules/crp/"))
    assert "Referees" not in overview
    assert "Weather" in overview


# --- search
def test_search_groups_what_it_finds_and_shows_the_rest_on_request(reader):
    page = reader.get("/rules/bb2016/search/?q=block")
    assert "Show all" in text_of(page)
    only = reader.get("/rules/bb2016/search/?q=block&kind=stars").content.decode()
    assert "Griff Oberwald" in only
    assert "/skills/pass-block/" not in only


def test_search_can_be_answered_in_part(reader):
    headers = {"HX-Request": "true", "HX-Target": "found"}
    part = reader.get("/rules/bb2016/search/?q=57", headers=headers).content.decode()
    assert part.strip().startswith("<section")
    assert "Broken Neck" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    "wanted",
    [
        "x" * 10_000,
        "\0",
        "<script>alert(1)</script>",
        "%",
        "\ud800",
        "'\"--",
        "\N{RIGHT-TO-LEFT OVERRIDE}" * 50,
    ],
)
def test_absurd_search_is_harmless(reader, wanted):
    sent = wanted.encode("utf-8", "surrogatepass")
    answer = reader.get("/rules/bb2016/search/", {"q": sent, "kind": sent[:3]})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()


# --- kept by the browser
def test_unchanged_page_is_not_made_again(reader, django_assert_num_queries):
    path = reverse("rules:page", args=["bb2016", "tables"])
    # The first visit hands out the cookie that the forms in the frame need.
    reader.get(path)
    first = reader.get(path)
    assert "no-cache" in first["Cache-Control"]
    assert {"Cookie", "HX-Request", "HX-Target"} <= {
        name.strip() for name in first["Vary"].split(",")
    }
    with django_assert_num_queries(0):
        again = reader.get(path, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.templates == []


def test_another_light_is_another_page(reader):
    reader.get("/rules/bb2016/")
    first = reader.get("/rules/bb2016/")
    reader.cookies["theme"] = "floodlights"
    again = reader.get("/rules/bb2016/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert 'data-theme="floodlights"' in again.content.decode()


def test_part_and_page_are_never_taken_for_each_other(reader):
    path = "/rules/bb2016/search/?q=57"
    reader.get(path)
    page = reader.get(path)
    part = reader.get(path, headers={"HX-Request": "true", "HX-Target": "found"})
    assert page["ETag"] != part["ETag"]


def test_signed_in_reader_sees_his_name_and_no_kept_page(client, marta):
    client.force_login(marta)
    answer = client.get("/rules/bb2016/")
    assert "ETag" not in answer
    assert "Marta" in answer.content.decode()
    assert "private" in answer["Cache-Control"]
