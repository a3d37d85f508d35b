"""The operator's page about jobs, and the page of one job."""

import uuid as uuids

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRefresh

from acts.sent_forms import once_per_form
from jobs import commands, queries
from jobs.permissions import operator_required


@require_safe
@operator_required
def operator_jobs(request: HttpRequest) -> HttpResponse:
    listed = queries.job_list(
        state=request.GET.get("state", ""), page=request.GET.get("page", ""), now=timezone.now()
    )
    return render(request, "jobs/operator_jobs.html", {"listed": listed})


@require_safe
@login_required
@never_cache
@vary_on_headers("HX-Request")
def job(request: HttpRequest, uuid: uuids.UUID) -> HttpResponse:
    """The page, or for a page that polls only the progress; when that ends the page loads anew."""
    seen = queries.job_seen_by(request.user, uuid)
    if not getattr(request, "htmx", False):
        return render(request, "jobs/job.html", {"job": seen})
    if seen.is_over:
        return HttpResponseClientRefresh()
    return render(request, "jobs/_progress.html", {"job": seen})


@require_POST
@operator_required
def drill(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    with once_per_form(request, now=now) as sent:
        if sent.is_new:
            sent.keep(job=str(commands.start_drill(actor=request.user, now=now).uuid))
    return redirect("jobs:job", uuid=sent.kept["job"])


@require_POST
@operator_required
def retry(request: HttpRequest, uuid: uuids.UUID) -> HttpResponse:
    asked = queries.job_seen_by(request.user, uuid)
    commands.retry_job(actor=request.user, job=asked, now=timezone.now())
    return redirect("jobs:job", uuid=uuid)


@require_POST
@operator_required
def discard(request: HttpRequest, uuid: uuids.UUID) -> HttpResponse:
    asked = queries.job_seen_by(request.user, uuid)
    commands.discard_job(actor=request.user, job=asked, now=timezone.now())
    messages.success(request, _("Discarded: %(job)s.") % {"job": asked.title})
    return redirect("jobs:operator-jobs")
