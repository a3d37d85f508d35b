"""What an installation on the open internet has to be told before it starts."""

from collections.abc import Iterator, Mapping

from django.core.exceptions import ImproperlyConfigured

SHORTEST_KEY = 50


def demand_everything(environment: Mapping[str, str]) -> None:
    """Refuse to start, naming all that is missing at once."""
    if missing := list(missing_from(environment)):
        raise ImproperlyConfigured(
            "Touchback's production settings come from the environment, and something is missing:\n"
            + "\n".join(f"  {name:<14}{what}" for name, what in missing)
        )


def missing_from(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    key = environment.get("SECRET_KEY", "")
    if len(key) < SHORTEST_KEY or len(set(key)) < 5 or key.startswith("django-insecure-"):
        yield "SECRET_KEY", f"a random text of at least {SHORTEST_KEY} characters"
    hosts = [host.strip() for host in environment.get("ALLOWED_HOSTS", "").split(",")]
    if not any(hosts) or "*" in hosts:
        yield "ALLOWED_HOSTS", "the names this site is reached under, with commas between; not *"
    if not environment.get("DATABASE_URL"):
        yield "DATABASE_URL", "for example postgres://touchback:password@localhost/touchback"
