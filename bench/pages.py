"""What a page costs, as a multiple of a bare answer through the same middleware."""

from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.measuring import ratios, record


def run() -> None:
    someone = User.objects.create(name="Marta", email="marta@example.org", joined_at=timezone.now())
    anonymous, signed_in = Client(), Client()
    signed_in.force_login(someone)
    record(
        "Pages, multiples of /robots.txt",
        ratios(
            {
                "/robots.txt": lambda: anonymous.get("/robots.txt"),
                "home, anonymous": lambda: anonymous.get("/"),
                "home, signed in": lambda: signed_in.get("/"),
                "settings": lambda: signed_in.get("/me/"),
                "API, oneself": lambda: signed_in.get("/api/v1/me/"),
                "styleguide": lambda: anonymous.get("/styleguide/"),
            },
            base="/robots.txt",
        ),
    )
