"""Pages about everything at once."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from accounts.sessions import SignedInRequest
from press.account_export import account_export


@never_cache
@login_required
def download_my_data(request: SignedInRequest) -> HttpResponse:
    return JsonResponse(
        account_export(request.user),
        headers={"Content-Disposition": 'attachment; filename="touchback-account.json"'},
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )
