"""A person's own settings, and who may see how to reach them."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.permissions import may_see_contact
from accounts.time_zones import time_zones
from acts.models import Act

pytestmark = pytest.mark.django_db

WISH = {"name": "Marta Iron", "time_zone": "Europe/Vienna", "reach_me": "@marta"}


def test_name_zone_and_contact_are_kept(signed_in, marta):
    assert signed_in.post("/me/", WISH)["Location"] == "/me/"
    marta.refresh_from_db()
    assert {field: getattr(marta, field) for field in WISH} == WISH
    assert Act.objects.get().payload == {"changed": ["name", "time_zone", "reach_me"]}


def test_saving_what_is_there_already_leaves_no_act(signed_in):
    signed_in.post("/me/", WISH)
    signed_in.post("/me/", WISH)
    assert Act.objects.count() == 1


def test_every_error_stands_at_its_field(signed_in, marta):
    wrong = {"name": "", "time_zone": "Nowhere", "reach_me": "call\nme"}
    answer = signed_in.post("/me/", wrong)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(wrong)
    assert User.objects.get(pk=marta.pk).name == "Marta"


@pytest.mark.parametrize("zone", ["Etc/GMT+5", "US/Eastern", "Mordor/Gorgoroth"])
def test_the_zone_that_is_kept_is_a_choice(signed_in, marta, zone):
    User.objects.update(time_zone=zone)
    page = signed_in.get("/me/").content.decode()
    assert f'<option value="{zone}" selected>' in page
    assert signed_in.post("/me/", WISH | {"time_zone": zone}).status_code == 302
    marta.refresh_from_db()
    assert (marta.name, marta.time_zone) == ("Marta Iron", zone)


def test_pages_and_api_know_the_same_zones(signed_in):
    form = signed_in.get("/me/").context["form"]
    offered = {name for _area, places in form.fields["time_zone"].choices for name, _ in places}
    assert offered == time_zones()


def test_nobody_becomes_operator_by_posting_it(signed_in, marta):
    signed_in.post("/me/", WISH | {"is_operator": "on", "email": "x@y.org"})
    marta.refresh_from_db()
    assert (marta.is_operator, marta.email) == (False, "marta@example.org")


@pytest.mark.parametrize(
    "page", ["/me/", "/me/email/", "/me/password/", "/me/delete/", "/me/download/"]
)
def test_settings_are_for_the_signed_in(client, page):
    assert client.get(page)["Location"] == f"/sign-in/?next={page}"


def test_contact_is_for_oneself_and_the_operator(marta, operator, make_user):
    assert may_see_contact(marta, marta)
    assert may_see_contact(operator, marta)
    assert not may_see_contact(make_user("Bram"), marta)
    assert not may_see_contact(AnonymousUser(), marta)
