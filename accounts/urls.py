from django.urls import path

from accounts.views import me, operator, passwords, sign_in, sign_up, tokens

app_name = "accounts"
urlpatterns = [
    path("sign-up/", sign_up.ask, name="sign-up"),
    path("sign-up/finish/<str:token>/", sign_up.finish, name="finish-sign-up"),
    path("sign-in/", sign_in.by_password, name="sign-in"),
    path("sign-in/link/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("forgotten/", passwords.forgotten, name="forgotten"),
    path("forgotten/<uuid:uid>/<str:token>/", passwords.reset, name="reset-password"),
    path("me/", me.profile, name="me"),
    path("me/email/", me.email, name="email"),
    path("me/email/<str:token>/", me.confirm_email, name="confirm-email"),
    path("me/password/", passwords.change, name="password"),
    path("operator/people/", operator.people, name="people"),
    path("operator/people/add/", operator.add_person, name="add-person"),
    path("operator/people/<uuid:person>/link/", operator.issue_link, name="issue-link"),
    path("operator/people/waiting/<uuid:person>/let-in/", operator.let_in, name="let-in"),
    path("operator/people/waiting/<uuid:person>/send-away/", operator.send_away, name="send-away"),
    path("operator/people/<uuid:person>/lift-lock/", operator.lift_lock, name="lift-lock"),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<uuid:uuid>/revoke/", tokens.revoke, name="revoke-token"),
]
