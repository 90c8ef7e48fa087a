"""Addresses of signing in and of the reader's own settings."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from apps.core import views

app_name = "core"
urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", views.sign_in_link, name="sign-in-link"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("theme/", views.set_theme, name="set-theme"),
]
