"""A basket on its page: kept at each tap, finished once, with everything that stands against it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh

from accounts.sessions import SignedInRequest
from acts.failures import Conflict, Failure, Refused
from acts.sent_forms import once_per_form
from teams.figures import figures_now
from teams.forms.purchases import PurchaseForm
from teams.models import Team
from teams.permissions import TeamAccess
from web.parts import render_part


@dataclass(frozen=True, kw_only=True)
class BasketPage:
    """Somebody at a team's basket: where it is read from, and the commands that keep and finish it.

    What is only tried has no `finish`.
    """

    request: SignedInRequest
    access: TeamAccess
    template: str
    read: Callable[[], Any]
    change: Callable[..., object]
    finish: Callable[..., object] | None
    # What is said when it is done.
    done: str
    # What the page shows besides.
    about: Callable[[Any], Mapping[str, Any]] = lambda _buying: {}

    @property
    def is_finish(self) -> bool:
        return self.finish is not None and "finish" in self.request.POST

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._page(self._form(None))
        try:
            return self._finish() if self.is_finish else self._keep()
        except (Refused, Conflict) as failure:
            if self.request.htmx:  # type: ignore[attr-defined]
                # The page around the part that a tap mends is behind: it is loaded anew.
                messages.warning(self.request, " ".join(failure.sentences))
                return HttpResponseClientRefresh()
            return self._page(self._form(None), refused=failure)

    def _form(self, sent: Any) -> PurchaseForm:
        has_word = self.access.runs_league and self.finish is not None
        return PurchaseForm(sent, self.read(), has_word=has_word)

    def _keep(self, *, refused: Refused | None = None) -> HttpResponse:
        """Note what is wanted, and show what it comes to."""
        form = self._form(self.request.POST)
        if not form.is_valid():
            return self._page(form, status=422)
        self.change(actor=self.request.user, now=timezone.now(), **form.wanted)
        saved = self._form(None)
        saved.keep_word(form)
        return self._page(saved, refused=refused)

    def _finish(self) -> HttpResponse:
        """Have it come true, once; what is refused is kept."""
        now = timezone.now()
        form = self._form(self.request.POST)
        is_fit = form.is_valid()
        try:
            with once_per_form(self.request, now=now) as sent:
                if sent.is_new and is_fit and self.finish:
                    self.finish(actor=self.request.user, now=now, **form.wanted, word=form.word)
                    sent.keep()
        except Refused as refused:
            return self._keep(refused=refused)
        if sent.is_new:
            return self._page(form, status=422)
        team = Team.objects.get(pk=form.buying.team.pk)
        left = (each for each in figures_now(form.buying.book, team) if each.unit == "gold")
        said = (f"{figure.label}: {figure.said}." for figure in left)
        messages.success(self.request, " ".join([self.done, *said]))
        return redirect(self.request.path)

    def _page(
        self, form: PurchaseForm, *, status: int = 200, refused: Failure | None = None
    ) -> HttpResponse:
        page = {
            "team": form.buying.team,
            "catalogue": form.buying.book.catalogue,
            "access": self.access,
            "form": form,
            "buying": form.buying,
            "is_finish": self.is_finish,
            "may_finish": self.finish is not None,
            "refused": refused.sentences if refused else [],
            **self.about(form.buying),
        }
        return render_part(
            self.request,
            self.template,
            page,
            *("outcome", "purse"),
            within="teams/basket.html",
            status=refused.status if refused else status,
        )
