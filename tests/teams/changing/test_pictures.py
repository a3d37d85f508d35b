"""Pictures: read with suspicion, made anew, kept by what they hold, and gone when taken down."""

import hashlib
import os
import resource
import struct
import subprocess
import sys
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import encode_multipart
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from acts.failures import Conflict, Forbidden, Refused
from teams import pictures
from teams.commands.pictures import put_up_picture, take_down_picture
from teams.models import Picture
from tests.teams.changing.conftest import codes
from web.trouble import trouble_in

pytestmark = pytest.mark.pure


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


def drawn(kind="PNG", size=(200, 100), mode="RGB", colour="red", **options):
    out = BytesIO()
    Image.new(mode, size, colour).save(out, kind, **options)
    return out.getvalue()


# Prints how many megabytes making a picture anew took at its worst.
HELD = """
import re, sys
import django
django.setup()
from PIL import Image
from acts.failures import Refused
from teams import pictures
Image.init()


def most_held():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])


before = most_held()
with open(sys.argv[1], "rb") as file:
    try:
        pictures.remade(file, size=1)
    except Refused:
        pass
print((most_held() - before) // 1024)
"""


def moving(kind):
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("red", "blue", "green")]
    out = BytesIO()
    frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


def claiming(width, height):
    """A PNG of a few bytes that says it is enormous."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def remade(data):
    return pictures.remade(BytesIO(data), size=len(data))


class TestMakingAnew:
    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
    def test_every_kind_becomes_the_same_kind(self, kind):
        made = remade(drawn(kind))
        with Image.open(BytesIO(made.data)) as image:
            assert (image.format, image.size) == ("WEBP", (200, 100))

    def test_a_large_one_becomes_smaller(self):
        made = remade(drawn("JPEG", (4000, 3000)))
        assert (made.width, made.height) == (1024, 768)

    @pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16")])
    def test_odd_ways_to_hold_pixels_are_read(self, kind, mode):
        made = remade(drawn(kind, mode=mode, colour=0))
        assert (made.width, made.height) == (200, 100)

    @pytest.mark.parametrize(
        ("kind", "mode", "size"),
        [
            ("PNG", "RGBA", (5000, 5000)),
            ("PNG", "RGBA", (3200, 2500)),
            ("PNG", "P", (3200, 2500)),
            ("WEBP", "RGBA", (3200, 2500)),
            ("JPEG", "RGB", (5000, 5000)),
        ],
    )
    def test_a_small_file_does_not_fill_the_memory(self, tmp_path, kind, mode, size):
        """In a process of its own, which remembers the most that it ever held."""
        (tmp_path / "picture").write_bytes(drawn(kind, size, mode, 0))
        done = subprocess.run(
            [sys.executable, "-c", HELD, tmp_path / "picture"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"},
        )
        assert int(done.stdout) < 150

    def test_what_can_be_seen_through_stays_so(self):
        made = remade(drawn(mode="RGBA", colour=(255, 0, 0, 0)))
        with Image.open(BytesIO(made.data)) as image:
            assert image.mode == "RGBA"
            assert image.getpixel((5, 5))[3] == 0

    def test_a_photograph_stands_upright_and_says_nothing_of_its_camera(self):
        exif = Image.Exif()
        exif[0x0112] = 6  # lies on its side
        exif[0x010F] = "A camera with a number 12345"
        profile = b"a colour profile"
        data = drawn("JPEG", (300, 100), exif=exif.tobytes(), icc_profile=profile)
        assert b"12345" in data
        made = remade(data)
        assert (made.width, made.height) == (100, 300)
        assert b"12345" not in made.data
        assert profile not in made.data
        with Image.open(BytesIO(made.data)) as image:
            assert not image.getexif()
            assert "icc_profile" not in image.info

    def test_what_stands_behind_the_picture_is_dropped(self):
        made = remade(drawn("PNG") + b"<script>alert(1)</script>")
        assert b"script" not in made.data


class TestRefusing:
    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"", "not_a_picture"),
            (b"GIF89a", "not_a_picture"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_a_picture"),
            (b"<html><script>alert(1)</script>", "not_a_picture"),
            (b"%PDF-1.4", "not_a_picture"),
            (drawn("PNG")[:60], "not_a_picture"),
            (drawn("BMP"), "not_a_picture"),
            (drawn("TIFF"), "not_a_picture"),
            (drawn("PNG", (10, 400)), "picture_too_small"),
            (moving("GIF"), "picture_moves"),
            (moving("WEBP"), "picture_moves"),
            (moving("PNG"), "picture_moves"),
            (claiming(6000, 6000), "picture_too_large"),
            (claiming(12_000, 12_000), "picture_too_large"),
            (claiming(60_000, 60_000), "picture_too_large"),
            (claiming(300, 300), "not_a_picture"),
        ],
    )
    def test_in_a_sentence(self, data, code):
        with pytest.raises(Refused) as refused:
            remade(data)
        assert codes(refused) == [code]
        (reason,) = refused.value.reasons
        assert (reason.subject, str(reason.message)[-1]) == ("picture", ".")

    def test_a_file_that_is_too_large_is_not_even_opened(self):
        with pytest.raises(Refused) as refused:
            pictures.remade(None, size=pictures.LARGEST_FILE + 1)
        assert codes(refused) == ["picture_too_large"]


def put_up(team, actor, data):
    return put_up_picture(
        actor=actor, team=team, upload=BytesIO(data), size=len(data), now=timezone.now()
    )


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


class TestHanging:
    def test_it_is_kept_under_the_hash_of_what_it_holds(self, reivers, bram, media):
        picture = put_up(reivers, bram, drawn())
        file, small = sorted(media.rglob("*.webp"), key=lambda file: len(file.stem))
        assert small.stem == f"{picture.digest}-small"
        assert hashlib.sha256(file.read_bytes()).hexdigest() == picture.digest == file.stem
        assert (picture.width, picture.height) == (200, 100)
        assert picture.size == file.stat().st_size

    def test_another_takes_its_place(self, reivers, bram, media, commits):
        with commits():
            put_up(reivers, bram, drawn())
        with commits():
            second = put_up(reivers, bram, drawn(colour="blue"))
        names = {file.stem for file in media.rglob("*.webp")}
        assert names == {second.digest, f"{second.digest}-small"}
        assert Picture.objects.count() == 1

    def test_the_same_again_stays(self, reivers, bram, media, commits):
        for _again in range(2):
            with commits():
                put_up(reivers, bram, drawn())
        assert len([*media.rglob("*.webp")]) == 2

    def test_two_teams_may_have_the_same(self, reivers, team, marta, media, commits):
        with commits():
            put_up(reivers, marta, drawn())
            put_up(team, marta, drawn())
        with commits():
            take_down_picture(actor=marta, team=reivers, now=timezone.now())
        assert Picture.objects.get().team == team
        assert len([*media.rglob("*.webp")]) == 2

    def test_it_is_taken_down_for_good(self, reivers, bram, media, commits):
        with commits():
            put_up(reivers, bram, drawn())
        with commits():
            take_down_picture(actor=bram, team=reivers, now=timezone.now())
        assert [*media.rglob("*.webp")] == []
        with pytest.raises(Conflict):
            take_down_picture(actor=bram, team=reivers, now=timezone.now())

    def test_others_may_not(self, reivers, stranger):
        with pytest.raises(Forbidden):
            put_up(reivers, stranger, drawn())
        with pytest.raises(Forbidden):
            take_down_picture(actor=stranger, team=reivers, now=timezone.now())


class TestThePage:
    def upload(self, client, team, data, name="team.png"):
        sent = SimpleUploadedFile(name, data, content_type="image/png")
        return client.post(f"/teams/{team.uuid}/identity/picture/", {"picture": sent})

    def test_a_coach_puts_one_up_and_everybody_sees_it(self, reivers, bram, as_user):
        answer = self.upload(as_user(bram), reivers, drawn())
        assert answer.status_code == 302
        page = as_user(bram).get(f"/teams/{reivers.uuid}/identity/").content.decode()
        address = f"/teams/{reivers.uuid}/pictures/{Picture.objects.get().digest}.webp"
        assert address in page
        shown = as_user(None).get(address)
        assert (shown.status_code, shown["Content-Type"]) == (200, "image/webp")
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert shown["Cache-Control"].startswith("public")
        assert b"".join(shown.streaming_content)[:4] == b"RIFF"

    def test_a_private_league_shows_it_to_its_own(self, reivers, league, bram, stranger, as_user):
        self.upload(as_user(bram), reivers, drawn())
        league.is_public = False
        league.save()
        address = f"/teams/{reivers.uuid}/pictures/{Picture.objects.get().digest}.webp"
        assert as_user(None).get(address).status_code == 404
        assert as_user(stranger).get(address).status_code == 404
        shown = as_user(bram).get(address)
        assert (shown.status_code, shown["Cache-Control"][:7]) == (200, "private")
        shown.close()

    def test_nothing_else_of_the_folder_is_shown(self, reivers, as_user, media):
        media.joinpath("teams", str(reivers.uuid)).mkdir(parents=True)
        media.joinpath("teams", str(reivers.uuid), "secret.webp").write_bytes(b"secret")
        for name in ("secret", "x" * 64, "..%2F..%2Fsecret"):
            answer = as_user(None).get(f"/teams/{reivers.uuid}/pictures/{name}.webp")
            assert answer.status_code == 404

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"<svg/>", "This is no picture that can be read."),
            (b"", "This is no picture that can be read."),
            (moving("GIF"), "It moves."),
            (claiming(60_000, 60_000), "It has too many pixels"),
        ],
    )
    def test_what_is_none_is_refused_at_the_field(self, reivers, bram, as_user, data, sentence):
        answer = self.upload(as_user(bram), reivers, data)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert not Picture.objects.exists()

    def test_a_photograph_of_megabytes_passes(self, reivers, bram, as_user):
        noise = Image.effect_noise((1200, 1200), 90).convert("RGB")
        out = BytesIO()
        noise.save(out, "PNG")
        assert 2_600_000 < len(out.getvalue()) < pictures.LARGEST_FILE
        assert self.upload(as_user(bram), reivers, out.getvalue()).status_code == 302

    def test_more_than_it_takes_is_not_read(self, reivers, bram, as_user):
        answer = self.upload(as_user(bram), reivers, b"x" * (pictures.LARGEST_FILE + 100_000))
        assert answer.status_code == 413
        assert "10 megabytes at most" in answer.text

    def test_other_pages_take_no_more_than_before(self, reivers, bram, as_user):
        answer = as_user(bram).post(
            f"/teams/{reivers.uuid}/identity/", {"story": "x" * 2_000_000}, format="multipart"
        )
        assert answer.status_code == 413

    def test_strangers_are_kept_out(self, reivers, stranger, as_user):
        assert self.upload(as_user(stranger), reivers, drawn()).status_code == 403
        assert self.upload(as_user(None), reivers, drawn()).status_code == 302
        assert not Picture.objects.exists()

    def test_it_is_taken_down(self, reivers, bram, as_user, commits):
        self.upload(as_user(bram), reivers, drawn())
        with commits():
            as_user(bram).post(f"/teams/{reivers.uuid}/identity/picture/down/")
        assert not Picture.objects.exists()


class TestTheApi:
    def test_a_program_puts_one_up_and_takes_it_down(self, reivers, bram, program_of):
        address = f"/api/v1/teams/{reivers.uuid}/picture/"
        program = program_of(bram)
        sent = SimpleUploadedFile("team.png", drawn(), content_type="image/png")
        answer = program.put(address, {"picture": sent}, format="multipart")
        assert answer.status_code == 200, answer.json()
        assert answer.json()["url"].startswith(f"/teams/{reivers.uuid}/pictures/")
        shown = program.get(f"/api/v1/teams/{reivers.uuid}/identity/").json()
        assert shown["picture"] == answer.json()
        assert program.delete(address).status_code == 204
        assert program.delete(address).status_code == 409

    def test_a_repeat_under_one_key_is_answered_once(self, reivers, bram, program_of):
        noise = Image.effect_noise((1100, 1100), 90).convert("RGB")
        out = BytesIO()
        noise.save(out, "PNG")
        body = (
            b"--a-line-between\r\n"
            b'Content-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
            + out.getvalue()
            + b"\r\n--a-line-between--\r\n"
        )
        assert len(body) > 1024 * 1024
        program = program_of(bram)
        answers = [
            program.generic(
                "PUT",
                f"/api/v1/teams/{reivers.uuid}/picture/",
                body,
                "multipart/form-data; boundary=a-line-between",
                HTTP_IDEMPOTENCY_KEY="once",
            )
            for _again in range(2)
        ]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].json()
        assert answers[1]["Idempotency-Replayed"] == "true"

    def test_a_repeat_is_one_whatever_marks_stand_between_its_parts(
        self, reivers, bram, program_of
    ):
        """A program that sends the same picture again draws another boundary."""

        def put(boundary, data):
            sent = SimpleUploadedFile("us.png", data, "image/png")
            return program_of(bram).generic(
                "PUT",
                f"/api/v1/teams/{reivers.uuid}/picture/",
                encode_multipart(boundary, {"picture": sent}),
                content_type=f"multipart/form-data; boundary={boundary}",
                headers={"Idempotency-Key": "one"},
            )

        answers = [put("one", drawn()), put("another", drawn()), put("one", drawn(colour="blue"))]
        assert [answer.status_code for answer in answers] == [200, 200, 409]
        assert answers[0].json() == answers[1].json()
        assert answers[1]["Idempotency-Replayed"] == "true"

    def test_refusals_have_the_one_shape(self, reivers, bram, program_of):
        sent = SimpleUploadedFile("team.svg", b"<svg/>", content_type="image/svg+xml")
        answer = program_of(bram).put(
            f"/api/v1/teams/{reivers.uuid}/picture/", {"picture": sent}, format="multipart"
        )
        assert answer.status_code == 422
        assert [error["code"] for error in answer.json()["errors"]] == ["not_a_picture"]
        as_json = program_of(bram).put(f"/api/v1/teams/{reivers.uuid}/picture/", {})
        assert as_json.status_code == 415


class TestInTheCrestsPlace:
    def small(self, team):
        team.refresh_from_db()
        return reverse("teams:picture", args=[team.uuid, pictures.small(team.picture_digest)])

    def test_it_hangs_wherever_the_team_is_named(self, reivers, league, bram, marta, as_user):
        put_up(reivers, bram, drawn(size=(900, 600)))
        address = self.small(reivers)
        for page, of in (
            ("press:league", league),
            ("teams:windows", league),
            ("teams:roster", reivers),
            ("teams:ledger", reivers),
        ):
            shown = as_user(marta).get(reverse(page, args=[of.uuid])).content.decode()
            assert f'src="{address}"' in shown, page
        answer = as_user(None).get(address)
        with Image.open(BytesIO(b"".join(answer.streaming_content))) as image:
            assert image.size == (256, 171)

    def test_the_crest_is_back_when_it_is_taken_down(self, reivers, league, bram, as_user, media):
        put_up(reivers, bram, drawn())
        address = self.small(reivers)
        take_down_picture(actor=bram, team=reivers, now=timezone.now())
        shown = as_user(None).get(reverse("press:league", args=[league.uuid])).content.decode()
        assert address not in shown
        assert '<svg class="crest"' in shown
        assert as_user(None).get(address).status_code == 404

    def test_it_costs_no_statement(
        self, *, reivers, draft_team, league, bram, marta, as_user, django_assert_num_queries
    ):
        put_up(reivers, bram, drawn())
        put_up(draft_team("Rovers"), marta, drawn(colour="blue"))
        with django_assert_num_queries(8):
            as_user(None).get(reverse("press:league", args=[league.uuid]))


def test_on_a_full_disk_nothing_is_half_kept(team, media):
    """A real limit on what a file may hold; no row is written meanwhile."""
    picture = remade(drawn())
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        with pytest.raises(OSError, match="File too large") as full:
            pictures.keep(team, picture)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    assert trouble_in(full.value).reasons[0].code == "disk_full"
    assert [path for path in media.rglob("*") if path.is_file()] == []
