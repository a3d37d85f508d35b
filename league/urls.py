"""The addresses of leagues; a league's home belongs to the press."""

from django.urls import path

from league.views import house_rules, invitations, leagues, members, registration, requests

app_name = "league"

urlpatterns = [
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/<uuid:uuid>/settings/", leagues.settings, name="settings"),
    path("leagues/<uuid:uuid>/close/", leagues.close, name="close"),
    path("leagues/<uuid:uuid>/reopen/", leagues.reopen, name="reopen"),
    path("leagues/<uuid:uuid>/rules/", house_rules.rules, name="rules"),
    path("leagues/<uuid:uuid>/rules/edit/", house_rules.edit, name="edit-rules"),
    path("leagues/<uuid:uuid>/registration/", registration.registration, name="registration"),
    path("leagues/<uuid:uuid>/ask/", requests.ask, name="ask"),
    path("leagues/<uuid:uuid>/requests/<uuid:request_id>/", requests.answer, name="answer-request"),
    path("leagues/<uuid:uuid>/members/", members.members, name="members"),
    path("leagues/<uuid:uuid>/members/add/", members.add_coach, name="add-coach"),
    path("leagues/<uuid:uuid>/members/invite/", invitations.invite, name="invite"),
    path("leagues/<uuid:uuid>/members/leave/", members.leave, name="leave"),
    path("leagues/<uuid:uuid>/members/<uuid:member>/", members.member, name="member"),
    path("leagues/<uuid:uuid>/members/<uuid:member>/remove/", members.remove, name="remove"),
    path(
        "leagues/<uuid:uuid>/members/<uuid:member>/hand-over/",
        members.hand_over,
        name="hand-over",
    ),
    path(
        "leagues/<uuid:uuid>/members/<uuid:member>/invite/",
        invitations.invite_to_place,
        name="invite-to-place",
    ),
    path(
        "leagues/<uuid:uuid>/invitations/<uuid:invitation>/revoke/",
        invitations.revoke,
        name="revoke",
    ),
    path("join/<str:secret>/", invitations.join, name="join"),
    path("join/<str:secret>/sign-up/", invitations.sign_up, name="join-sign-up"),
]
