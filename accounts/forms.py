"""What people type about themselves, parsed; the commands decide."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.time_zones import time_zone_choices, time_zones
from web.fields import AddressField, LineField
from web.forms import Form

NAME_LENGTH = 60
REACH_ME_LENGTH = 200
LONGEST_PASSWORD = 1000


def address_field(**options: Any) -> AddressField:
    return AddressField(
        label=options.pop("label", _("E-mail")),
        widget=forms.EmailInput(attrs={"autocomplete": options.pop("autocomplete", "email")}),
        **options,
    )


def name_field() -> LineField:
    return LineField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("As your league knows you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


def password_field(**options: Any) -> forms.CharField:
    return forms.CharField(
        label=options.pop("label", _("Password")),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(
            attrs={"autocomplete": options.pop("autocomplete", "current-password")}
        ),
        **options,
    )


def new_password_field() -> forms.CharField:
    return password_field(
        label=_("New password"),
        autocomplete="new-password",
        help_text=_("Eight characters or more; a short sentence is easiest to remember."),
    )


class TimeZoneSelect(forms.Select):
    """Django renders a template for each option; for hundreds of zones one for all is faster."""

    template_name = "accounts/time_zone_select.html"


def time_zone_field(**options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Time zone"), choices=time_zone_choices, widget=TimeZoneSelect, **options
    )


def guess_zone(form: forms.Form) -> None:
    """Let the page begin with the browser's zone; it needs `time-zone.js`."""
    form.fields["time_zone"].widget.attrs["data-guess-time-zone"] = True


class SignUp(Form):
    name = name_field()
    email = address_field()


class FinishSignUp(Form):
    name = name_field()
    new_password = new_password_field()
    time_zone = time_zone_field(initial="UTC")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:  # a zone that somebody has chosen is not guessed anew
            guess_zone(self)


class SignUpAtOnce(FinishSignUp):
    """The whole of signing up on one page, for somebody who was invited."""

    email = address_field(help_text=_("What you will sign in with."))
    field_order = ("name", "email", "new_password", "time_zone")


class SignIn(Form):
    email = address_field(autocomplete="username")
    password = password_field()


class Forgotten(Form):
    email = address_field(autocomplete="username")


class ResetPassword(Form):
    new_password = new_password_field()


class Profile(Form):
    name = name_field()
    time_zone = time_zone_field(help_text=_("Dates and deadlines are shown to you in this zone."))
    reach_me = LineField(
        label=_("How to reach me"),
        max_length=REACH_ME_LENGTH,
        required=False,
        help_text=_("A phone number, a handle. Only people in your leagues see it."),
    )

    @classmethod
    def of(cls, user: User, given: Any) -> "Profile":
        kept = {"name": user.name, "time_zone": user.time_zone, "reach_me": user.reach_me}
        form = cls(given, initial=kept)
        if user.time_zone not in time_zones():
            zone = cast("forms.ChoiceField", form.fields["time_zone"])
            zone.choices = [*time_zone_choices(), (_("Kept"), [(user.time_zone, user.time_zone)])]
        return form


class Proven(Form):
    """A form that asks for the password, unless the person has shown who they are already."""

    password = password_field(label=_("Your password"))
    field_order = ("email", "password", "new_password")

    def __init__(self, *args: Any, password_is_asked: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not password_is_asked:
            del self.fields["password"]


class NewEmail(Proven):
    email = address_field(label=_("New e-mail"))


class NewPassword(Proven):
    new_password = new_password_field()
    revoke_tokens = forms.BooleanField(
        label=_("Revoke my API tokens as well"),
        required=False,
        help_text=_("Otherwise programs that hold one go on working."),
    )


class DeleteAccount(Proven):
    """Where no password is asked, a tick shows that it is meant."""

    sure = forms.BooleanField(label=_("Yes, delete my account for good"))

    def __init__(self, *args: Any, password_is_asked: bool, **kwargs: Any) -> None:
        super().__init__(*args, password_is_asked=password_is_asked, **kwargs)
        if password_is_asked:
            del self.fields["sure"]


class NewToken(Form):
    name = LineField(
        label=_("What is it for?"),
        max_length=NAME_LENGTH,
        help_text=_("A name that will tell you later which program holds it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AddPerson(Form):
    name = LineField(label=_("Name"), max_length=NAME_LENGTH)
    email = address_field(
        autocomplete="off", help_text=_("What the person will sign in with. No mail is sent.")
    )


class SearchPeople(forms.Form):
    q = forms.CharField(label=_("Name or e-mail"), max_length=200, required=False)
