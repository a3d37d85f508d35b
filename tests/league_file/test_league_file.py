"""A league leaves with its data: one file, into an empty site, and nothing is lost."""

import json
import struct
import zipfile
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from threading import Barrier, Event, Thread
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.models import User
from acts.failures import Forbidden, Refused
from acts.models import Act
from competition.commands.divisions import divide
from competition.commands.fixtures import rounds_to_make
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture, Result, ResultSetAside, Standing
from jobs.models import Job
from jobs.runner import carry_out, claim
from league.commands.leagues import close_league, create_league
from league.commands.members import add_coach_by_name
from league.models import KeptCatalogue, League, Membership, Role
from league.pins import book_of, make_pin
from league.queries import current_season
from league_file.arrivals import KIND, MOST_A_DAY, send_in, sweep
from league_file.bringing import import_league
from league_file.contents import file_of, references, tables
from league_file.opening import LARGEST_CONTENT, LARGEST_FILE
from league_file.purging import purge_league
from league_file.rows import rows_of
from league_file.writing import export_league
from matches.commands.reporting import confirm_report, dispute_report, submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.dice.rolling import thrown_by
from matches.models import Match
from matches.pitch.reports import MatchEnding
from rules.loading import digest_of, load, raw_of
from rules.reading import BadRules
from simulator.demo import make_demo_league
from teams.commands.drafting import draft_team
from teams.commands.pictures import put_up_picture
from teams.models import Picture, Team, Words
from teams.pictures import path_of
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW, play_freely, world_of_many_tests
from tests.league_file.league_files import forged, members, rows, told, with_row, with_rows, zipped
from tests.matches.playing import begin_and_agree, play_on


@pytest.fixture(autouse=True)
def uploads(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.INCOMING_ROOT = tmp_path / "incoming"
    return settings.MEDIA_ROOT


@pytest.fixture
def full(marta):
    """Six teams that have played two rounds of a season."""
    return make_demo_league(founder=marta, now=NOW)


def exported(league, marta):
    file = BytesIO()
    export_league(actor=marta, league=league, into=file, now=NOW)
    file.seek(0)
    return file


def put_up(team, marta):
    picture = BytesIO()
    Image.new("RGB", (64, 64), "darkred").save(picture, "PNG")
    picture.seek(0)
    return put_up_picture(actor=marta, team=team, upload=picture, size=500, now=NOW)


def matches_in_progress(league, draft_team, make_user):
    people = [make_user(name) for name in ("Ines", "Olaf")]
    for person in people:
        Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    found = []
    for number in (1, 2):
        home, away = (draft_team(f"{p.name} {number}", actor=p) for p in people)
        day = {"league": league, "played_on": NOW.date(), "now": NOW}
        play_freely(league)
        match = begin_and_agree(actor=people[0], home=home, away=away, **day)
        while match.state == Match.State.PRE_MATCH:
            match = play_on(play_on(match, people[0]), people[1])
        found.append(match)
    scored, note = NewTap(uuid4(), "touchdown", "home"), NewTap(uuid4(), "note", note="Rain.")
    taken_back = NewTap(uuid4(), "void", data={"of": str(scored.uuid)})
    enter_taps(actor=people[0], match=found[0], taps=[scored, taken_back, note], now=NOW)
    submit_report(actor=people[0], match=found[1], ending=MatchEnding(), now=NOW)
    dispute_report(actor=people[1], match=found[1], reason="It was 2-2.", now=NOW)
    return found


def table_of(league):
    standings = Standing.objects.filter(stage__season__league=league).order_by("position")
    return list(standings.values_list("entry__uuid", "rank", "points", "score_for", "fate", "why"))


def drawn(season, marta):
    """Its entries; the first Swiss round by name, and who is in which division by the same lots."""
    stage = season.stages.select_related("season").get()
    entries = {entry.pk: entry.name for entry in season.entries.all()}
    (pairs,) = rounds_to_make(stage, list(stage.places.select_related("entry"))).values()
    with thrown_by(Random(7)):
        made = divide(actor=marta, season=season, names=["North", "South"], now=NOW)
    return (
        list(season.entries.all()),
        [(entries.get(home), entries.get(away)) for home, away, *_slots in pairs],
        [sorted(entry.name for entry in division.entries.all()) for division in made],
    )


class TestRoundTrip:
    def test_nothing_is_lost_and_everybody_is_there_by_name(self, full, marta, make_user):
        file, table = exported(full, marta), table_of(full)
        coaches = {str(place) for place in full.memberships.exclude(user=marta)}
        purge_league(league=full, now=NOW)
        Act.objects.all().delete()
        User.objects.exclude(pk=marta.pk).delete()
        bringer = make_user("Bringer")
        league = import_league(actor=bringer, file=file, now=NOW)
        assert told(exported(league, bringer)) == told(file)
        assert table_of(league) == table != []
        assert all(not list(differences(team)) for team in league.teams.all())
        lead = league.memberships.get(role="commissioner")
        assert lead.user == bringer
        others = Membership.objects.filter(league=league).exclude(pk=lead.pk)
        assert {place.name for place in others} == coaches
        assert not others.filter(user__isnull=False).exists()

    def test_a_match_is_taken_up_where_it_was_left(self, league, marta, make_user, *, draft_team):
        """On the pitch, with a tap that was taken back and a note; and one that is disputed."""
        on_the_pitch, disputed = matches_in_progress(league, draft_team, make_user)
        file = exported(league, marta)
        purge_league(league=league, now=NOW)
        league = import_league(actor=marta, file=file, now=NOW)
        assert told(exported(league, marta)) == told(file)
        taps = Match.objects.get(uuid=on_the_pitch.uuid).taps
        assert [tap.kind for tap in taps.all()] == ["touchdown", "void", "note"]
        assert taps.get(kind="void").voids == taps.get(kind="touchdown")
        assert taps.get(kind="note").words.text == "Rain."
        match = Match.objects.get(uuid=disputed.uuid)
        assert (match.state, match.disputes.get().words.text) == ("disputed", "It was 2-2.")
        match = confirm_report(actor=marta, match=match, now=NOW)
        assert play_on(match, marta).state == Match.State.OVER
        purge_league(league=league, now=NOW)
        assert not Words.objects.exists()

    def test_a_result_that_was_set_aside_brings_the_rules_of_its_time(self, full, marta):
        pin = make_pin(edition_key="bb2016", house={"points.win": 5}, now=NOW)
        told = Result.objects.filter(fixture__stage__season__league=full).first()
        ResultSetAside.objects.create(
            fixture=Fixture.objects.filter(stage=told.fixture.stage, state="open").first(),
            score_home=2,
            score_away=0,
            entered_at=NOW,
            act=told.act,
            pin=pin,
        )
        file = exported(full, marta)
        purge_league(league=full, now=NOW)
        league = import_league(actor=marta, file=file, now=NOW)
        aside = ResultSetAside.objects.get(fixture__stage__season__league=league)
        assert book_of(aside.pin).house["points.win"] == 5

    def test_a_seed_draws_the_same_wherever_the_league_lives(self, season, marta):
        """Pairs of a Swiss and divisions, as they came out before the league moved."""
        Entry.objects.bulk_create(
            Entry(season=season, name=name, race="human", state="accepted", registered_at=NOW)
            for name in "ABCDEFGHI"
        )
        swiss = plan_stage(actor=marta, season=season, name="Swiss", format="swiss", now=NOW)
        start_stage(actor=marta, stage=swiss, now=NOW)
        file, before = exported(season.league, marta), drawn(season, marta)
        purge_league(league=season.league, now=NOW)
        league = import_league(actor=marta, file=file, now=NOW)
        moved = current_season(league)
        assert moved.entries.filter(pk__in=[entry.pk for entry in before[0]]).count() == 0
        assert drawn(moved, marta)[1:] == before[1:]

    def test_it_says_no_address_and_points_at_nothing_outside(self, full, marta):
        file = exported(full, marta)
        assert b"@" not in b"".join(members(file).values())
        found, numbers = rows(file), {}
        for model in tables():
            lines = found[model._meta.label_lower]
            numbers[model] = {row.get("id") or row["digest"] for row in lines}
        numbers[User] = {each["id"] for each in json.loads(members(file)["people.json"])}
        for model in tables():
            for column, target in references(model).items():
                named = {row[column] for row in found[model._meta.label_lower]} - {None}
                assert named <= numbers[target], f"{model._meta.label}.{column}"

    def test_a_closed_league_comes_with_its_pictures(self, league, team, marta):
        put_up(team, marta)
        close_league(actor=marta, league=league, now=NOW)
        file = exported(league, marta)
        purge_league(league=league, now=NOW)
        here = import_league(actor=marta, file=file, now=NOW).teams.get()
        picture = Picture.objects.get(team=here)
        assert here.picture_digest == picture.digest
        assert path_of(here, picture.digest).exists()

    def test_rule_data_that_are_here_are_not_kept_twice(self, league, team, marta):
        file = exported(league, marta)
        purge_league(league=league, now=NOW)
        before = KeptCatalogue.objects.count()
        import_league(actor=marta, file=file, now=NOW)
        assert KeptCatalogue.objects.count() == before

    def test_a_file_from_before_teams_had_marks_is_read(self, league, team, marta):
        def without_marks(found):
            return [{name: said for name, said in row.items() if name != "marks"} for row in found]

        older = with_rows(exported(league, marta), "teams.team", without_marks)
        purge_league(league=league, now=NOW)
        assert import_league(actor=marta, file=older, now=NOW).teams.get().marks == {}


def test_no_table_of_a_league_is_forgotten():
    """Whoever adds one says in league_file/rows.py which of its rows are a league's."""
    rooms = {"league", "teams", "matches", "competition"}
    ours = {model for model in apps.get_models() if model._meta.app_label in rooms}
    assert ours == {found.model for found in rows_of(League(pk=0))} | {KeptCatalogue}


def test_every_file_in_it_is_documented():
    page = Path(settings.BASE_DIR, "docs/league-file.md").read_text()
    for model in tables():
        assert f"`{file_of(model)}`" in page


def no_zip(_file):
    return BytesIO(b"a letter")


def a_letter_inside(file):
    return zipped({**members(file), "league.json": b'"Dear Marta"'})


def half(file):
    return BytesIO(file.getvalue()[: len(file.getvalue()) // 2])


def bomb(file):
    """More than a league can be, in a file that is small."""
    contents, out = members(file), BytesIO()
    manifest = json.loads(contents.pop("league.json"))
    huge = "pictures/7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11.webp"
    manifest["members"][huge] = "0" * 64
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**contents, "league.json": json.dumps(manifest)}.items():
            archive.writestr(name, content)
        with archive.open(huge, "w") as member:
            for _piece in range(LARGEST_CONTENT // 2**23 + 1):
                member.write(bytes(2**23))
    out.seek(0)
    return out


def bomb_that_says_it_is_small(file):
    """The directory says ten bytes, and behind them are ten million."""
    name = b"rows/teams.words.jsonl"
    data = bytearray(forged(file, {name.decode(): bytes(10_000_000)}).getvalue())
    for mark, size_at, name_at in ((b"PK\x03\x04", 22, 30), (b"PK\x01\x02", 24, 46)):
        at = data.find(name)
        while not data.startswith(mark, at - name_at):
            at = data.find(name, at + 1)
        struct.pack_into("<I", data, at - name_at + size_at, 10)
    return BytesIO(bytes(data))


def twice(file):
    out = BytesIO(file.getvalue())
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(out, "a") as archive:
        archive.writestr("people.json", "[]")
    out.seek(0)
    return out


def nested(file):
    return forged(file, {"rows/teams.words.jsonl": b"[" * 100_000})


def two_leagues(found):
    return [*found, found[0] | {"id": 77, "uuid": "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"}]


def two_commissioners(found):
    return [row | {"role": "commissioner", "user_id": found[0]["user_id"]} for row in found]


def without_a_column(found):
    return [{key: value for key, value in row.items() if key != "motto"} for row in found]


def strange_effect(found):
    return [row | {"effects": [{"kind": "blessed"}]} for row in found]


def picture_that_is_none(file):
    team = rows(file)["teams.team"][0]["uuid"]
    return forged(file, {f"pictures/{team}.webp": b"GIF89a, not"})


LONG = "x" * 10_000
SPOILT = {
    "no zip": (no_zip, "no league"),
    "half a zip": (half, "no league"),
    "a letter inside": (a_letter_inside, "no league"),
    "another product": (lambda f: forged(f, {}, product="touchback"), "no league"),
    "a newer format": (lambda f: forged(f, {}, format=2), "version"),
    "a bomb": (bomb, "too large"),
    "a bomb in disguise": (bomb_that_says_it_is_small, "no league"),
    "a list of contents without end": (lambda f: forged(f, {}, x=" " * 5_000_000), "too large"),
    "a way out": (lambda f: forged(f, {"../../etc/passwd": b"x"}), "../../etc/passwd"),
    "a way out of pictures": (lambda f: forged(f, {"pictures/../x.webp": b"x"}), "pictures/../x"),
    "an unknown table": (lambda f: forged(f, {"rows/accounts.user.jsonl": b""}), "accounts.user"),
    "a missing table": (lambda f: forged(f, {"rows/teams.team.jsonl": None}), "does not hold"),
    "a member twice": (twice, "does not hold"),
    "another digest": (lambda f: forged(f, {"people.json": b"[]"}, vouch=False), "damaged"),
    "no public name": (lambda f: forged(f, {}, league="the league"), "damaged"),
    "another league's name": (
        lambda f: forged(f, {}, league="7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11"),
        "more than one league",
    ),
    "rows that are none": (lambda f: forged(f, {"rows/teams.words.jsonl": b"[]\n"}), "damaged"),
    "rows without end": (nested, "damaged"),
    "people that are none": (lambda f: forged(f, {"people.json": b'{"a": 1}'}), "damaged"),
    "nobody": (lambda f: forged(f, {"people.json": b"[]"}), "commissioner"),
    "two commissioners": (
        lambda f: with_rows(f, "league.membership", two_commissioners),
        "commissioner",
    ),
    "two leagues": (lambda f: with_rows(f, "league.league", two_leagues), "more than one"),
    "no season": (lambda f: with_rows(f, "league.season", lambda _found: []), "damaged"),
    "a missing column": (lambda f: with_rows(f, "teams.team", without_a_column), "damaged"),
    "a column more": (lambda f: with_row(f, "teams.team", is_operator=True), "damaged"),
    "a team twice": (lambda f: with_rows(f, "teams.team", lambda found: found * 2), "damaged"),
    "a long name": (lambda f: with_row(f, "teams.team", name=LONG), "damaged"),
    "a name of two lines": (lambda f: with_row(f, "league.league", name="a\nb"), "damaged"),
    "no name": (lambda f: with_row(f, "league.league", name=""), "damaged"),
    "a strange colour": (lambda f: with_row(f, "teams.team", shirt="octarine"), "damaged"),
    "a strange race": (lambda f: with_row(f, "teams.team", race="hobbit"), "hobbit"),
    "a value that becomes another here": (
        lambda f: with_row(f, "acts.act", uuid={"a": {"b": ["c", None]}}),
        "acts.act.jsonl, line 1, uuid",
    ),
    "a time of nowhere": (
        lambda f: with_row(f, "league.league", created_at="2026-01-01T00:00:00"),
        "damaged",
    ),
    "a time without end": (
        lambda f: with_row(f, "league.league", created_at="9999-12-31T23:00:00+00:00"),
        "created_at",
    ),
    "a number without end": (lambda f: with_row(f, "teams.team", treasury=float("inf")), "damaged"),
    "a number too large": (lambda f: with_row(f, "teams.team", treasury=10**30), "damaged"),
    "gold from nowhere": (lambda f: with_row(f, "teams.team", treasury=1_000_000), "add up"),
    "an effect that nobody knows": (
        lambda f: with_rows(f, "teams.teamevent", strange_effect),
        "teams.teamevent.jsonl, line 1, effects.0",
    ),
    "an event of nobody": (lambda f: with_row(f, "teams.teamevent", team_id=77_777), "damaged"),
    "a catalogue that is another": (
        lambda f: with_row(f, "league.keptcatalogue", digest="0" * 64),
        "damaged",
    ),
    "house rules that are none": (
        lambda f: with_row(f, "league.rulespin", house={"free_beer": True}),
        "house rules",
    ),
    "a picture that is none": (picture_that_is_none, "no picture"),
}


@pytest.fixture(scope="module")
def good_file(django_db_setup, django_db_blocker):
    """Of a league that is nowhere any more."""
    with world_of_many_tests(django_db_blocker):
        marta = User.objects.create(name="Marta", email="marta@example.org", joined_at=NOW)
        league = create_league(actor=marta, name="Old Bridge", edition_key="bb2016", now=NOW)
        season = current_season(league)
        draft_team(actor=marta, season=season, race="human", name="Reivers", wish=A_TEAM, now=NOW)
        add_coach_by_name(actor=marta, league=league, name="Old Tom", now=NOW)
        return exported(league, marta).getvalue()


class TestRefusals:
    @pytest.fixture
    def file(self, good_file):
        return BytesIO(good_file)

    def refuse(self, bringer, file):
        with pytest.raises(Refused) as refused:
            import_league(actor=bringer, file=file, now=NOW)
        return str(refused.value.reasons[0].message)

    @pytest.mark.parametrize("how", SPOILT)
    def test_what_is_wrong_is_a_sentence_and_nothing_is_written(self, file, marta, uploads, how):
        spoil, sentence = SPOILT[how]
        assert sentence in self.refuse(marta, spoil(file))
        assert not League.objects.exists()
        assert not Team.objects.exists()
        assert list(User.objects.all()) == [marta]
        assert not list(uploads.rglob("*.webp"))

    def test_somebody_with_an_endless_name_stays_out(self, file, marta):
        people = json.loads(members(file)["people.json"])
        people.append({"id": 77, "name": LONG})
        spoilt = forged(file, {"people.json": json.dumps(people).encode()})
        spoilt = with_row(spoilt, "acts.act", actor_id=77)
        assert "a name" in self.refuse(marta, spoilt)

    def test_a_league_comes_in_once(self, file, marta):
        import_league(actor=marta, file=file, now=NOW)
        assert "already" in self.refuse(marta, file)

    def test_a_file_that_is_too_large_is_for_the_console(self, marta):
        assert "20 megabytes" in self.refuse(marta, BytesIO(bytes(LARGEST_FILE + 1)))

    def test_only_the_commissioner_takes_it_along(self, league, make_user):
        with pytest.raises(Forbidden):
            exported(league, make_user("Otto"))


class TestCatalogues:
    """Rule data are shared by everybody on a site; a file brings them only for its own league."""

    def forged(self, file, **row):
        data = json.loads(rows(file)["league.keptcatalogue"][0]["data"])
        KeptCatalogue.objects.all().delete()
        raw = row.pop("raw", data)
        digest = digest_of(raw)
        spoilt = with_row(file, "league.keptcatalogue", **row, data=json.dumps(raw), digest=digest)
        pins = [pin | {"catalogue_id": digest} for pin in rows(file)["league.rulespin"]]
        return with_rows(spoilt, "league.rulespin", lambda _found: pins)

    def test_one_under_another_edition_s_name_poisons_nobody(self, good_file, marta):
        spoilt = self.forged(BytesIO(good_file), edition="bb2016", raw=raw_of("crp"))
        with pytest.raises(Refused):
            import_league(actor=marta, file=spoilt, now=NOW)
        league = create_league(actor=marta, name="Old Book", edition_key="crp", now=NOW)
        assert current_season(league).pin.catalogue.edition == "crp"

    def test_what_is_installed_is_kept_as_it_is_installed(self, good_file, marta):
        import_league(actor=marta, file=self.forged(BytesIO(good_file)), now=NOW)
        assert KeptCatalogue.objects.get().data == json.dumps(raw_of("bb2016"))

    def test_another_order_is_another_name(self):
        raw = raw_of("bb2016")
        turned = raw | {"categories": dict(reversed(raw["categories"].items()))}
        assert digest_of(turned) != digest_of(raw)

    def test_a_pin_refuses_what_it_did_not_ask_for(self, marta):
        KeptCatalogue.objects.create(
            digest=load("crp").digest, edition="bb2016", data=json.dumps(raw_of("crp"))
        )
        with pytest.raises(BadRules):
            create_league(actor=marta, name="Old Book", edition_key="crp", now=NOW)

    def test_kept_data_that_are_others_are_not_played_by(self, league):
        pin = current_season(league).pin
        other = KeptCatalogue.objects.create(
            digest="0" * 64, edition="bb2016", data=json.dumps(raw_of("crp"))
        )
        pin.catalogue = other
        with pytest.raises(BadRules):
            book_of(pin)


class TestPages:
    def test_taken_along_and_brought_in_again(self, client, league, team, marta, run_jobs):
        client.force_login(marta)
        address = reverse("league_file:take-along", args=[league.uuid])
        assert address in client.get(reverse("league:settings", args=[league.uuid])).text
        answer = client.post(address)
        assert answer.headers["Content-Type"] == "application/zip"
        assert 'filename="the-old-bridge-league-20' in answer.headers["Content-Disposition"]
        file = BytesIO(answer.getvalue())
        purge_league(league=league, now=NOW)
        file.name = "league.zip"
        page = client.post(reverse("league_file:bring-league"), {"file": file}, follow=True)
        ((arrival, _status),) = page.redirect_chain
        assert "Look again" in page.text
        run_jobs()
        page = client.get(arrival)
        assert reverse("press:league", args=[league.uuid]) in page.text
        assert reverse("league:members", args=[league.uuid]) in page.text
        assert "claim" in page.text
        assert not list(settings.INCOMING_ROOT.iterdir())

    def test_what_is_wrong_inside_stands_on_the_page_of_the_file(
        self, client, good_file, marta, make_user, run_jobs
    ):
        client.force_login(marta)
        spoilt = with_row(BytesIO(good_file), "teams.team", staff=["a"])
        arrival = client.post(reverse("league_file:bring-league"), {"file": spoilt}).url
        run_jobs()
        page = client.get(arrival)
        assert "rows/teams.team.jsonl, line 1, staff" in page.text
        assert reverse("league_file:bring-league") in page.text
        assert not list(settings.INCOMING_ROOT.iterdir())
        client.force_login(make_user("Otto"))
        assert client.get(arrival).status_code == 404

    def test_opens_without_a_complaint(self, client, marta):
        client.force_login(marta)
        answer = client.get(reverse("league_file:bring-league"))
        assert answer.status_code == 200
        assert not answer.context["form"].errors

    def test_what_is_wrong_stands_at_the_file(self, client, marta):
        client.force_login(marta)
        address = reverse("league_file:bring-league")
        assert address in client.get(reverse("competition:new-league")).text
        for sent in ({}, {"file": BytesIO(b"")}, {"file": BytesIO(b"a letter")}):
            answer = client.post(address, sent)
            assert answer.status_code == 422
            assert answer.context["form"].errors["file"]
        answer = client.post(address, {"file": BytesIO(bytes(LARGEST_FILE + 100))})
        assert "20 megabytes" in answer.text

    def test_is_for_the_commissioner_alone(self, client, league, make_user):
        address = reverse("league_file:take-along", args=[league.uuid])
        assert client.post(address).status_code == 302
        client.force_login(make_user("Otto"))
        assert client.post(address).status_code == 403
        League.objects.update(is_public=False)
        assert client.post(address).status_code == 404
        assert client.get(address).status_code == 405


class TestApi:
    def test_taken_along_and_brought_in_again(self, client, league, team, marta, run_jobs):
        client.force_login(marta)
        answer = client.post(
            f"/api/v1/leagues/{league.uuid}/export/", headers={"Accept": "application/zip"}
        )
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
        content = answer.getvalue()
        purge_league(league=league, now=NOW)
        first, again = (
            client.post(
                "/api/v1/leagues/import/",
                {"file": SimpleUploadedFile("league.zip", content)},
                headers={"Idempotency-Key": "once"},
            )
            for _attempt in range(2)
        )
        assert first.status_code == again.status_code == 202
        assert again.headers["Idempotency-Replayed"] == "true"
        assert first.json() == again.json()
        assert first.json()["state"] == "queued"
        run_jobs()
        job = client.get(first.headers["Location"]).json()
        assert (job["state"], job["percent"]) == ("done", 100)
        assert job["result"] == {"league": str(league.uuid), "errors": []}
        assert client.get(f"/api/v1/leagues/{league.uuid}/").json()["my_role"] == "commissioner"

    def test_what_is_wrong_inside_is_the_job_s_result(self, client, good_file, marta, run_jobs):
        client.force_login(marta)
        spoilt = with_row(BytesIO(good_file), "teams.team", treasury=1)
        answer = client.post("/api/v1/leagues/import/", {"file": spoilt})
        run_jobs()
        result = client.get(answer.headers["Location"]).json()["result"]
        assert result["league"] is None
        assert result["errors"][0]["code"] == "no_league_file"
        assert "add up" in result["errors"][0]["message"]

    def test_one_file_of_a_person_at_a_time_and_so_many_a_day(
        self, client, good_file, marta, run_jobs
    ):
        def send(file):
            return client.post("/api/v1/leagues/import/", {"file": file})

        client.force_login(marta)
        spoilt = with_row(BytesIO(good_file), "teams.team", treasury=1).getvalue()
        assert send(BytesIO(spoilt)).status_code == 202
        answer = send(BytesIO(spoilt))
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "import_under_way")
        Job.objects.filter(kind=KIND).update(state="done", finished_at=NOW)
        (template,) = Job.objects.filter(kind=KIND)
        Job.objects.bulk_create(
            Job(kind=KIND, owner=marta, state="done", due_at=NOW, created_at=template.created_at)
            for _number in range(MOST_A_DAY - 1)
        )
        answer = send(BytesIO(spoilt))
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (429, "too_many_imports")
        assert int(answer.headers["Retry-After"]) > 0

    def test_says_no_in_json(self, client, league, make_user):
        client.force_login(make_user("Otto"))
        answer = client.post(f"/api/v1/leagues/{league.uuid}/export/")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (403, "not_commissioner")
        answer = client.post("/api/v1/leagues/import/", {"file": BytesIO(b"a letter")})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["subject"] == "file"


class TestArrivals:
    """The job: one at a time, a second attempt after a death, and nothing left lying about."""

    def sent(self, good_file, marta):
        return send_in(actor=marta, file=BytesIO(good_file), now=NOW)

    def test_a_process_that_died_leaves_nothing_and_the_next_begins_anew(
        self, good_file, marta, monkeypatch, run_jobs
    ):
        job = self.sent(good_file, marta)

        def dies(*_arguments, **_named):
            raise OperationalError("the power failed")

        with monkeypatch.context() as patch:
            patch.setattr("league_file.writing_in.record_act", dies)
            run_jobs()
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("queued", 1)
        assert not League.objects.exists()
        Job.objects.filter(pk=job.pk).update(due_at=NOW)
        run_jobs()
        assert League.objects.get().memberships.get(role="commissioner").user == marta

    def test_a_file_that_got_lost_is_asked_for_again(self, good_file, marta, run_jobs):
        job = self.sent(good_file, marta)
        for path in settings.INCOMING_ROOT.iterdir():
            path.unlink()
        run_jobs()
        job.refresh_from_db()
        assert job.state == "done"
        assert "once more" in job.result["errors"][0]["message"]

    def test_what_nobody_waits_for_is_swept_out(self, good_file, marta):
        self.sent(good_file, marta)
        assert sweep(now=timezone.now()) == 0
        assert sweep(now=timezone.now() + timedelta(days=3)) == 1
        assert not list(settings.INCOMING_ROOT.iterdir())


@pytest.mark.django_db(transaction=True)
class TestArrivalsAtOnce:
    """Looking a file through takes memory: never two, whoever was sent in first."""

    @pytest.fixture
    def people(self, marta, make_user):
        return marta, make_user("Otto")

    def test_an_older_one_that_is_tried_again_waits_for_a_younger(self, good_file, people):
        older, younger = [send_in(actor=each, file=BytesIO(good_file), now=NOW) for each in people]
        begun, may_go_on = Event(), Event()

        def look_up() -> bool:
            begun.set()
            return not may_go_on.wait(60)

        now = timezone.now()
        at_it = claim(now=now, only=younger.pk)
        other = Thread(target=in_a_thread(lambda: carry_out(at_it, now=now, stopping=look_up)))
        other.start()
        assert begun.wait(60)
        carry_out(claim(now=now, only=older.pk), now=now)
        older.refresh_from_db()
        may_go_on.set()
        other.join()
        assert (older.state, older.attempts) == ("queued", 0)
        assert older.due_at > now
        younger.refresh_from_db()
        assert (younger.state, League.objects.count()) == ("done", 1)

    def test_of_many_that_begin_together_one_is_looked_through(self, good_file, make_user):
        jobs = [
            send_in(actor=make_user(f"P {n}"), file=BytesIO(good_file), now=NOW) for n in range(8)
        ]
        now, start = timezone.now(), Barrier(len(jobs))
        claimed = [claim(now=now, only=job.pk) for job in jobs]
        at_it, most = set(), []

        def carried_out(job):
            def look_up() -> bool:
                at_it.add(job.pk)
                most.append(len(at_it))
                return False

            start.wait()
            carry_out(job, now=now, stopping=look_up)
            at_it.discard(job.pk)

        threads = [Thread(target=in_a_thread(lambda j=job: carried_out(j))) for job in claimed]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert max(most) == 1
        # Who comes once it is over may still be looked through: then it is here already.
        assert {"queued", "done"} >= set(Job.objects.values_list("state", flat=True)) >= {"done"}
        assert League.objects.count() == 1


def in_a_thread(call):
    def run():
        try:
            call()
        finally:
            connection.close()

    return run


class TestConsole:
    def test_taken_along_and_brought_in_again(self, league, team, marta, tmp_path):
        file = tmp_path / "league.zip"
        call_command("export_league", str(league.uuid), str(file), stdout=StringIO())
        assert file.stat().st_mode & 0o777 == 0o600
        with pytest.raises(CommandError, match="already"):
            call_command("export_league", str(league.uuid), str(file))
        purge_league(league=league, now=NOW)
        with pytest.raises(CommandError, match="Nobody"):
            call_command("import_league", str(file), commissioner="otto@example.org")
        said = StringIO()
        call_command("import_league", str(file), commissioner="Marta@example.org", stdout=said)
        assert "Marta" in said.getvalue()
        assert League.objects.get().memberships.get(role="commissioner").user == marta

    def test_says_what_is_wrong(self, marta, tmp_path):
        letter = tmp_path / "letter.zip"
        with pytest.raises(CommandError, match="could not be read"):
            call_command("import_league", str(letter), commissioner="marta@example.org")
        letter.write_text("Dear Marta")
        with pytest.raises(CommandError, match="no league"):
            call_command("import_league", str(letter), commissioner="marta@example.org")
        with pytest.raises(CommandError, match="no such league"):
            call_command("export_league", "7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11", str(letter))


@pytest.mark.django_db(transaction=True)
def test_an_export_keeps_nobody_from_writing(league, team, marta, monkeypatch):
    """On SQLite somebody else writes while the file is being written; on PostgreSQL anybody may."""
    written = []

    def write_meanwhile(*_arguments, **_named):
        def rename():
            League.objects.filter(pk=league.pk).update(about="meanwhile")
            written.append(True)
            connection.close()

        other = Thread(target=rename)
        other.start()
        other.join()
        return []

    monkeypatch.setattr("league_file.writing._pictures", write_meanwhile)
    file = exported(league, marta)
    assert written
    assert rows(file)["league.league"][0]["about"] == ""
    assert Act.objects.filter(name="league_file.export_league").exists()
