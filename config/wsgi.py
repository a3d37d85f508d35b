"""The WSGI application that gunicorn serves."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")


class Request(WSGIRequest):
    """A request in UTF-8, whatever it claims to be in.

    Django would believe any charset that Python has a codec for, and break over those that are no
    alphabet, hex say, before a middleware could do anything about it.
    """

    @property
    def encoding(self) -> None:
        return None

    @encoding.setter
    def encoding(self, claimed: str) -> None:
        pass


class Handler(WSGIHandler):
    request_class = Request


django.setup(set_prefix=False)
application = Handler()
