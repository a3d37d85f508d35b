from django.urls import path

from accounts.views import tokens

app_name = "accounts"
urlpatterns = [
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<uuid:uuid>/revoke/", tokens.revoke, name="revoke-token"),
]
