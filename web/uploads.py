"""Files are taken only where a page asks for them, and only as large as it says."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., Any])

# What the other fields and the marks between them may add to a file.
BESIDES = 64 * 1024


def takes_files(view: View) -> View:
    """Mark a view whose form has a field for a file, small enough for an ordinary request."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def takes_large_files(at_most: int) -> Callable[[View], View]:
    """Mark a view whose form has a field for a file of at most so many bytes."""

    def mark(view: View) -> View:
        view.largest_file = at_most  # type: ignore[attr-defined]
        return takes_files(view)

    return mark


def largest_file(request: HttpRequest) -> int:
    """How large a file the page takes that a request is sent to; 0 where it says nothing."""
    if request.content_type != "multipart/form-data":
        return 0
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return 0
    return getattr(view, "largest_file", 0)


def largest_body(request: HttpRequest) -> int:
    """How much a request may bring: more where its page takes files."""
    ordinary: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    largest = largest_file(request)
    return max(ordinary, largest + BESIDES) if largest else ordinary


def whole_body(request: HttpRequest) -> bytes:
    """The body, read once and there for the parsers still, also where it brings a file.

    Django's own limit for a body in memory is smaller than a picture; BodyLimit has let this in.
    """
    if not hasattr(request, "_body") and not request._read_started:  # type: ignore[attr-defined]
        request._body = request.read()
        request._stream = BytesIO(request._body)
    return request.body


class OnlyWhereAsked(FileUploadHandler):
    """First in FILE_UPLOAD_HANDLERS: refuses a file before a byte of it is kept."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        match = self.request.resolver_match if self.request else None
        if not getattr(match and match.func, "takes_files", False):
            raise BadRequest("a file where none belongs")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
