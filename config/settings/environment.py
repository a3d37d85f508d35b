"""The environment's variables; one that cannot be is refused in a sentence, without its value,
which may hold a password."""

import re
from typing import Any
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured


class Environment(environ.Env):  # type: ignore[misc]
    def get_value(self, var: str, cast: Any = None, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, cast, *args, **kwargs)
        except ValueError:
            raise unfit(var, "a whole number") from None

    def one_of(self, name: str, *choices: str) -> str:
        """The first is the default."""
        value = str(self(name, default=choices[0]))
        if value not in choices:
            raise unfit(name, f"one of {', '.join(choices)}")
        return value

    def zone(self, name: str, default: str) -> str:
        value = str(self(name, default=default))
        if value not in available_timezones():
            raise unfit(name, "the name of a time zone, like Europe/Vienna")
        return value

    def rate(self, name: str, default: str) -> str:
        value = str(self(name, default=default))
        if not re.fullmatch(r"[1-9]\d{0,8}/(s|sec|m|min|h|hour|d|day)", value):
            raise unfit(name, "a number of calls in a time, like 600/min")
        return value

    def redis(self, name: str) -> str:
        value = str(self(name, default=""))
        if value and not value.startswith(("redis://", "rediss://", "unix://")):
            raise unfit(name, "an address like redis://localhost:6379/0")
        return value

    def database(self, name: str, default: str) -> dict[str, Any]:
        wish = "an address like postgres://user:password@localhost/touchback"
        value = str(self(name, default="")) or default
        if not value.startswith(("postgres://", "postgresql://", "sqlite:///")):
            raise unfit(name, wish)
        try:
            return dict(self.db_url_config(value))
        except ValueError:
            raise unfit(name, wish) from None

    def mail(self, name: str, default: str) -> dict[str, Any]:
        try:
            return dict(self.email_url_config(str(self(name, default=default))))
        except (ValueError, ImproperlyConfigured):
            wish = "an address like smtp+tls://user:password@mail.example.org:587"
            raise unfit(name, wish) from None


def unfit(name: str, wish: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} has to be {wish}.")
