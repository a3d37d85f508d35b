"""Pages that hang on a wall: they look for news by themselves and are answered cheaply."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from competition.models import Stage


def version_of(stage: Stage) -> str:
    """The name of a page as it stands; whatever changes it raises the stage's version."""
    return f'"{stage.pk}.{stage.version}.{get_language()}"'


def unchanged(request: HttpRequest, stage: Stage) -> HttpResponse | None:
    """The answer 304 for a page that has this version already."""
    if "If-None-Match" not in request.headers:
        return None
    answer = get_conditional_response(request, etag=version_of(stage))
    return answer if answer is not None and answer.status_code == 304 else None


def is_projected(request: HttpRequest) -> bool:
    return request.GET.get("show") == "projector"
