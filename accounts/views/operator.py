"""The operator's pages about people."""

import uuid
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import forms, queries
from accounts.commands import links, waiting
from accounts.commands import people as commands
from accounts.models import User
from accounts.permissions import may_see_contact
from accounts.sessions import SignedInRequest
from acts.sent_forms import Sent, once_per_form
from jobs.permissions import operator_required
from web.handing_over import handed_over
from web.mail import mail_reaches_people
from web.posting import answer_form, given

PEOPLE_A_PAGE = 50
WAITING_A_PAGE = 50


@operator_required
def people(request: SignedInRequest) -> HttpResponse:
    search = forms.SearchPeople(request.GET)
    wanted = search.cleaned_data["q"].strip() if search.is_valid() else ""
    paginator = Paginator(queries.people(matching=wanted), PEOPLE_A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    locked = queries.locked_out(list(page.object_list), now=timezone.now())
    reachable = {person.pk for person in page if may_see_contact(request.user, person)}
    waiting_pages = Paginator(queries.waiting(matching=wanted), WAITING_A_PAGE)
    waiting_page = waiting_pages.get_page(request.GET.get("waiting"))
    context = {
        "search": search,
        "wanted": wanted,
        "page": page,
        "locked": locked,
        "reachable": reachable,
        "waiting": queries.with_accounts(list(waiting_page.object_list)),
        "waiting_page": waiting_page,
        "sends_mail": mail_reaches_people(),
    }
    return render(request, "accounts/operator/people.html", context)


@operator_required
def add_person(request: SignedInRequest) -> HttpResponse:
    def carry_out(fields: dict[str, Any]) -> HttpResponse:
        now = timezone.now()
        with once_per_form(request, now=now) as sent:
            if sent.is_new:
                person = commands.add_person(actor=request.user, **fields, now=now)
                issue(sent, actor=request.user, user=person, now=now)
        return hand_over(request, links.issued_link(sent.secret))

    form = forms.AddPerson(given(request))
    return answer_form(request, "accounts/operator/add_person.html", form, carry_out)


@require_POST
@operator_required
def issue_link(request: SignedInRequest, person: uuid.UUID) -> HttpResponse:
    user = get_object_or_404(User, uuid=person)
    now = timezone.now()
    with once_per_form(request, now=now) as sent:
        if sent.is_new:
            issue(sent, actor=request.user, user=user, now=now)
    return hand_over(request, links.issued_link(sent.secret))


@require_POST
@operator_required
def let_in(request: SignedInRequest, person: uuid.UUID) -> HttpResponse:
    now = timezone.now()
    with once_per_form(request, now=now) as sent:
        if sent.is_new:
            waiting.let_in(actor=request.user, waiting=person, now=now, secret=sent.secret)
            sent.keep()
    return hand_over(request, links.issued_link(sent.secret))


@require_POST
@operator_required
def send_away(request: SignedInRequest, person: uuid.UUID) -> HttpResponse:
    waiting.send_away(actor=request.user, waiting=person, now=timezone.now())
    messages.success(request, _("They wait no more."))
    return redirect("accounts:people")


@require_POST
@operator_required
def lift_lock(request: SignedInRequest, person: uuid.UUID) -> HttpResponse:
    user = get_object_or_404(User, uuid=person)
    commands.lift_lock(actor=request.user, user=user, now=timezone.now())
    messages.success(request, _("The lock is lifted. They can sign in again."))
    return redirect("accounts:people")


def issue(sent: Sent, *, actor: User, user: User, now: datetime) -> None:
    links.issue_sign_in_link(actor=actor, user=user, now=now, secret=sent.secret)
    sent.keep()


def hand_over(request: SignedInRequest, issued: links.IssuedLink) -> HttpResponse:
    """Show the link this once, to be read out, copied or held up to a phone's camera."""
    context = {"issued": issued, "handed": handed_over(request, issued.path)}
    return render(request, "accounts/operator/hand_over.html", context)
