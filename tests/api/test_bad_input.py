"""What strangers send: the right status in the one shape, and nothing secret in a log."""

import io
import json
import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import ResolverMatch
from werkzeug.test import Client as WSGIClient

from accounts.models import ApiToken
from tests.api.conftest import reasons
from web.logs import configure
from web.uploads import takes_files

ME = "/api/v1/me/"
TOKENS = "/api/v1/me/tokens/"
PAGE = "/me/tokens/"
FORM = "application/x-www-form-urlencoded"
DEEP = 10_000


def send(client, body, content_type="application/json", method="PATCH", address=ME, **ask):
    return client.generic(method, address, body, content_type, **ask)


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        [
            "/api/v1/nothing/",
            "/api/v1/me",
            "/api/v1/me/tokens",
            "/api/v2/",
            "/api/v1/jobs/7/",
            "/api/v1/jobs/not-a-uuid/",
            "/api/x",
            "/api/v1/%00/",
            "/api/v1/%ff%fe/",
            "/api/v1/me/tokens/%0a/",
        ],
    )
    @pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
    def test_an_unknown_one_is_a_404(self, client, method, address):
        answer = client.generic(method, address)
        assert (answer.status_code, reasons(answer)) == (404, {"": "not_found"})

    @pytest.mark.parametrize(
        ("method", "address"),
        [
            ("PUT", ME),
            ("DELETE", ME),
            ("OPTIONS", ME),
            ("TRACE", ME),
            ("PURGE", ME),
            ("PATCH", TOKENS),
            ("GET", f"{TOKENS}7f3c1f0e-52a4-4b1e-9d53-0c8d2f6b8a11/"),
            ("POST", "/api/v1/"),
            ("POST", "/api/schema/"),
        ],
    )
    def test_a_wrong_method_is_a_405(self, api, method, address):
        answer = api.generic(method, address)
        assert (answer.status_code, reasons(answer)) == (405, {"": "method_not_allowed"})
        assert "Allow" in answer

    @pytest.mark.parametrize(("method", "status"), [("PUT", 401), ("POST", 401), ("GET", 401)])
    def test_nobody_is_asked_who_they_are_first(self, client, method, status):
        assert client.generic(method, ME).status_code == status

    @pytest.mark.parametrize("address", [ME, "/api/v1/", "/api/nothing/", "/api/docs/", "/"])
    @pytest.mark.parametrize("host", ["evil.example", "a b", "x" * 300])
    def test_an_unknown_host_is_a_400(self, client, address, host):
        answer = client.get(address, HTTP_HOST=host)
        assert answer.status_code == 400
        if address.startswith("/api/"):
            assert reasons(answer) == {"": "bad_request"}
        else:
            assert answer["Content-Type"].startswith("text/html")

    @pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*", "x"])
    def test_json_is_all_there_is(self, api, accept):
        answer = api.get(ME, HTTP_ACCEPT=accept)
        assert (answer.status_code, reasons(answer)) == (406, {"": "not_acceptable"})


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            "{",
            "{'name': 'x'}",
            '{"name": "x"',
            '{"name": "a\nb"}',
            '{"name": "\x00"}',
            "nul",
            "\x00",
            "NaN",
            '{"name": NaN}',
            '{"name": "Marta", "name": "Olaf"}',
            '{"a": [{"b": 1, "b": 1}]}',
            '{"name": -Infinity}',
            b"\xff\xfe\x00",
            b'{"name": "\xe4"}',
            "ä".encode("utf-16"),
            "[" * DEEP + "]" * DEEP,
            '{"a":' * DEEP + "1" + "}" * DEEP,
            "[" * DEEP,
            '{"name": "a\\u0000b"}',
            '{"a\\u0000b": 1}',
            '{"name": "a\\ud800b"}',
            '{"x": [{"y": "\\udfff"}]}',
            '{"name": 1e999}',
            '{"name": ' + "9" * 20 + "}",
            '{"name": ' + "9" * 5000 + "}",
            '{"name": -' + "9" * 100_000 + "}",
        ],
        ids=lambda body: f"{body[:20]!r}",
    )
    @pytest.mark.parametrize("key", [{}, {"HTTP_IDEMPOTENCY_KEY": "k1"}])
    def test_what_cannot_be_read_is_a_400(self, api, body, key):
        answer = send(api, body, **key)
        assert (answer.status_code, reasons(answer)) == (400, {"": "parse_error"})

    def test_a_session_hears_the_same(self, browser):
        for method, address in (("PATCH", ME), ("POST", TOKENS)):
            answer = send(
                browser, "{", method=method, address=address, HTTP_X_CSRFTOKEN=browser.csrf
            )
            assert (answer.status_code, reasons(answer)) == (400, {"": "parse_error"})

    @pytest.mark.parametrize("body", ["null", "[]", "7", '"x"', "true", "[{}]"])
    def test_a_body_is_an_object(self, api, body):
        answer = send(api, body)
        assert answer.status_code == 400
        assert set(reasons(answer)) == {""}

    @pytest.mark.parametrize(
        ("field", "code"),
        [
            ("null", "null"),
            ("true", "invalid"),
            ("[]", "invalid"),
            ('{"a": 1}', "invalid"),
            ('""', "blank"),
            (json.dumps("x" * 61), "max_length"),
        ],
    )
    def test_a_field_is_of_its_kind(self, api, field, code):
        answer = send(api, f'{{"name": {field}}}')
        assert (answer.status_code, reasons(answer)) == (400, {"name": code})

    def test_a_missing_field_is_named(self, browser):
        answer = send(browser, "{}", method="POST", address=TOKENS, HTTP_X_CSRFTOKEN=browser.csrf)
        assert (answer.status_code, reasons(answer)) == (400, {"name": "required"})

    @pytest.mark.parametrize("name", ["a\\nb", "a\\rb", "a\\u0085b", "a\\u2029b", "\\u001b[31m"])
    def test_a_name_is_one_line(self, api, name):
        answer = send(api, f'{{"name": "{name}"}}')
        assert (answer.status_code, reasons(answer)) == (422, {"name": "not_one_line"})

    def test_too_much_is_a_413(self, api, settings):
        answer = send(api, b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
        assert (answer.status_code, reasons(answer)) == (413, {"": "too_large"})

    @pytest.mark.parametrize("address", [ME, PAGE])
    def test_a_body_of_unknown_length_is_a_411(self, site, secret, address):
        headers = {
            "Authorization": f"Bearer {secret}",
            "Host": "testserver",
            "Transfer-Encoding": "chunked",
        }
        answer = WSGIClient(site).open(
            address, method="PATCH", headers=headers, input_stream=io.BytesIO(b'{"name": "Eve"}')
        )
        assert answer.status_code == 411
        if address == ME:
            assert answer.json["errors"][0]["code"] == "length_required"
        else:
            assert "Lost on the way" in answer.text

    def test_a_member_that_means_nothing_is_named(self, api, browser, marta):
        answer = send(api, '{"name": "Eve", "nmae": "Eve", "is_operator": true}')
        assert answer.status_code == 400
        assert reasons(answer) == {"nmae": "unknown", "is_operator": "unknown"}
        marta.refresh_from_db()
        assert marta.name == "Marta"
        answer = send(
            browser,
            '{"nmae": "Bot"}',
            method="POST",
            address=TOKENS,
            HTTP_X_CSRFTOKEN=browser.csrf,
        )
        assert reasons(answer) == {"name": "required", "nmae": "unknown"}

    @pytest.mark.parametrize("length", ["-1", "x", "1e3"])
    def test_a_length_is_a_number(self, api, length):
        answer = send(api, b"{}", CONTENT_LENGTH=length)
        assert (answer.status_code, reasons(answer)) == (400, {"": "bad_request"})

    @pytest.mark.parametrize(
        "content_type",
        ["text/plain", "application/xml", "application/x-www-form-urlencoded", "json", "", ";;="],
    )
    def test_only_json_is_read(self, api, content_type):
        answer = send(api, "name=Eve", content_type)
        assert (answer.status_code, reasons(answer)) == (415, {"": "unsupported_media_type"})


class TestUploads:
    """A body of parts, one of them a file, where no file belongs."""

    def body(self):
        file = SimpleUploadedFile("cat.png", b"\x89PNG", "image/png")
        return encode_multipart(BOUNDARY, {"name": "Bot", "file": file})

    @pytest.mark.parametrize("key", [{}, {"HTTP_IDEMPOTENCY_KEY": "k1"}])
    def test_the_api_takes_none(self, api, browser, key):
        answers = [
            send(api, self.body(), MULTIPART_CONTENT, **key),
            send(
                browser,
                self.body(),
                MULTIPART_CONTENT,
                method="POST",
                address=TOKENS,
                HTTP_X_CSRFTOKEN=browser.csrf,
                **key,
            ),
        ]
        for answer in answers:
            assert answer.status_code == 415
            assert reasons(answer) == {"": "unsupported_media_type"}

    def test_a_page_that_asks_for_none_takes_none(self, browser):
        answer = send(
            browser,
            self.body(),
            MULTIPART_CONTENT,
            method="POST",
            address=PAGE,
            HTTP_X_CSRFTOKEN=browser.csrf,
        )
        assert answer.status_code == 400
        assert answer["Content-Type"].startswith("text/html")
        assert not ApiToken.objects.exists()

    def test_a_form_of_parts_without_a_file_is_read(self, client, marta):
        client.force_login(marta)
        body = encode_multipart(BOUNDARY, {"name": "Bot"})
        assert send(client, body, MULTIPART_CONTENT, "POST", PAGE).status_code == 201

    def test_a_view_that_asks_for_one_gets_it(self, rf):
        @takes_files
        def hang_up_picture(request):
            return request.FILES["file"].read()

        request = rf.generic("POST", "/", self.body(), MULTIPART_CONTENT)
        request.resolver_match = ResolverMatch(hang_up_picture, (), {})
        assert hang_up_picture(request) == b"\x89PNG"

    @pytest.mark.parametrize(
        "body", [b"", b"--x", b"--BoUnDaRyStRiNg\r\n", b"\x00" * 100, b"--BoUnDaRyStRiNg--"]
    )
    @pytest.mark.parametrize("content_type", [MULTIPART_CONTENT, "multipart/form-data"])
    def test_broken_parts_break_nothing(self, client, marta, body, content_type):
        client.force_login(marta)
        answer = send(client, body, content_type, "POST", PAGE)
        assert answer.status_code in (400, 422)
        assert not ApiToken.objects.exists()


class TestPages:
    @pytest.mark.parametrize("text", ["%00", "a%00b", "a%0Ab", "%E2%80%AE", "x" * 5000])
    def test_a_field_that_no_line_can_hold_is_refused(self, client, marta, text):
        client.force_login(marta)
        assert send(client, f"name={text}", FORM, "POST", PAGE).status_code == 422
        assert not ApiToken.objects.exists()

    @pytest.mark.parametrize("text", ["%ED%A0%80", "%FF"])
    def test_half_a_character_becomes_the_sign_for_one(self, client, marta, text):
        client.force_login(marta)
        assert send(client, f"name={text}", FORM, "POST", PAGE).status_code == 201
        assert set(ApiToken.objects.get().name) == {"\N{REPLACEMENT CHARACTER}"}

    @pytest.mark.parametrize("query", ["next=%00", "page=%ED%A0%80", "%FF=%FF", "a=1&" * 3000])
    def test_a_query_breaks_nothing(self, client, marta, query):
        client.force_login(marta)
        assert client.get(f"{PAGE}?{query}").status_code in (200, 400)

    def test_more_fields_than_any_form_has_is_a_400(self, client, marta):
        client.force_login(marta)
        answer = send(client, "a=1&" * 3000, FORM, "POST", PAGE)
        assert answer.status_code == 400
        assert answer["Content-Type"].startswith("text/html")


class TestAlphabets:
    """Everything is UTF-8, whatever a request says that it is."""

    @pytest.fixture(params=["utf-16", "hex", "zlib", "idna", "undefined", "nothing", "\x01"])
    def charset(self, request):
        return request.param

    def test_the_api_reads_no_other(self, site, secret, charset):
        caller = WSGIClient(site)
        ask = {"headers": {"Authorization": f"Bearer {secret}", "Host": "testserver"}}
        json_type = f"application/json; charset={charset}"
        answer = caller.patch(ME, data='{"name": "Änna"}', content_type=json_type, **ask)
        assert (answer.status_code, answer.json["name"]) == (200, "Änna")
        asked = caller.get(f"{ME}acts/?name=ä", content_type=json_type, **ask)
        assert asked.status_code == 200

    def test_pages_read_no_other(self, site, charset):
        caller = WSGIClient(site)
        for media_type in (MULTIPART_CONTENT, "application/x-www-form-urlencoded", "text/plain"):
            content_type = f"{media_type}; charset={charset}"
            ask = {"content_type": content_type, "headers": {"Host": "testserver"}}
            assert caller.get("/?q=ä", **ask).status_code == 200
            body = encode_multipart(BOUNDARY, {"name": "ä"})
            assert caller.post("/?q=ä", data=body, **ask).status_code == 403


class TestLogs:
    """Whatever goes wrong, the log knows neither token nor password nor what was typed."""

    @pytest.fixture
    def lines(self, settings):
        """The log as it is written, with everything in it."""
        written = io.StringIO()
        settings.LOGGING = {"level": "DEBUG", "format": "json"}
        configure(settings.LOGGING)
        handler = logging.getLogger().handlers[0]
        handler.setStream(written)
        yield written
        configure({"level": "WARNING", "format": "json"})

    def test_a_call_leaves_its_person_and_no_secret(self, api, secret, marta, lines):
        send(api, '{"name": "hunter2')
        send(api, '{"name": "two\\nhunter2"}')
        send(api, '{"name": "hunter2"}', "text/plain; charset=hunter2")
        api.get(f"{ME}?secret={secret}")
        api.get(ME, HTTP_HOST="hunter2.example")
        api.get(ME)
        log = lines.getvalue()
        assert str(marta.uuid) in log
        assert secret not in log
        assert secret[3:] not in log
        assert '"name": "hunter2' not in log
        assert "two" not in log

    def test_a_token_that_opens_nothing_is_not_written_down(self, client, db, lines):
        wrong = "tb_" + "W" * 43
        client.get(ME, HTTP_AUTHORIZATION=f"Bearer {wrong}")
        client.get(ME, HTTP_AUTHORIZATION=f"Basic {wrong}")
        assert "401" in lines.getvalue()
        assert "WWWW" not in lines.getvalue()

    def test_a_failure_of_ours_is_written_down_without_them(self, api, secret, lines, monkeypatch):
        def broken(*args, **kwargs):
            raise RuntimeError("disk on fire")

        monkeypatch.setattr("accounts.api.change_profile", broken)
        api.raise_request_exception = False
        answer = api.patch(ME, {"name": "hunter2"}, HTTP_COOKIE="sessionid=hunter2")
        assert (answer.status_code, reasons(answer)) == (500, {"": "server_error"})
        log = lines.getvalue()
        assert "disk on fire" in log
        assert secret not in log
        assert "hunter2" not in log

    def test_a_made_token_is_not_written_down(self, browser, lines):
        answer = send(
            browser,
            '{"name": "Bot"}',
            method="POST",
            address=TOKENS,
            HTTP_X_CSRFTOKEN=browser.csrf,
            HTTP_IDEMPOTENCY_KEY="k1",
        )
        assert answer.json()["secret"] not in lines.getvalue()
        assert browser.cookies["sessionid"].value not in lines.getvalue()
        assert browser.csrf not in lines.getvalue()
