"""Files are taken only where a page asks for them."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler

View = TypeVar("View", bound=Callable[..., Any])


def takes_files(view: View) -> View:
    """Mark a view whose form has a field for a file."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


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
