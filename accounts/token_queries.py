"""Which tokens there are."""

from django.db.models import QuerySet

from accounts.models import ApiToken, User


def live_tokens(person: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=person, revoked_at=None).order_by("-id")


def token_by_digest(digest: str) -> ApiToken | None:
    """The live token of somebody who may still come in, with its person; one statement."""
    tokens = ApiToken.objects.select_related("user")
    return tokens.filter(digest=digest, revoked_at=None, user__is_active=True).first()
