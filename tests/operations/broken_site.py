"""A site with a view that breaks, asked by `python -m tests.operations.broken_site`."""

import django
from django.http import JsonResponse
from django.test import Client, override_settings
from django.urls import path

SECRET = "hush-hush-hush-hush-hush"
ANSWERED = "answered-1"


def fine(request, token):
    return JsonResponse({"name": request.user.name if request.user.is_authenticated else ""})


def broken(request, token):
    raise LookupError("the pitch is flooded")


urlpatterns = [path("api/fine/<str:token>/", fine), path("api/broken/<str:token>/", broken)]
handler404 = "web.errors.not_found"
handler500 = "web.errors.server_error"


def ask():
    """Requests that carry secrets wherever one can: path, query, body, header, cookie."""
    from accounts.models import User  # noqa: PLC0415

    browser = Client(raise_request_exception=False)
    browser.cookies["theme"] = SECRET
    headers = {"Authorization": f"Bearer {SECRET}", "X-Request-ID": ANSWERED}
    secure = {"secure": True, "headers": headers}
    browser.get(f"/api/fine/{SECRET}/?token={SECRET}", **secure)
    browser.post(f"/api/broken/{SECRET}/", {"password": SECRET, "email": "x@y.z"}, **secure)
    browser.get(f"/api/nowhere/{SECRET}/", **secure)
    browser.get(f"/api/fine/{SECRET}/", headers={"Host": f"{SECRET}.example.org"})
    browser.get("/api/line%0abreak/", **secure)
    user = User.objects.filter(is_active=True).first()
    if user:
        browser.force_login(user)
        browser.get(f"/api/fine/{SECRET}/", **secure)
    answer = browser.post(f"/api/broken/{SECRET}/", secure=True)
    print(answer.status_code, answer.headers["X-Request-ID"], answer.content.decode())
    if user:
        print(user.uuid)


if __name__ == "__main__":
    django.setup()
    with override_settings(ROOT_URLCONF="tests.operations.broken_site"):
        ask()
