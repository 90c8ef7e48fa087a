"""Addresses of projects and their members."""

from django.urls import path

from apps.projects import token_views, views

app_name = "projects"
urlpatterns = [
    path("", views.home, name="home"),
    path("projects/new/", views.new, name="new"),
    path("p/<slug:slug>/members/", views.members, name="members"),
    path("p/<slug:slug>/tokens/", token_views.tokens, name="tokens"),
    path("p/<slug:slug>/tokens/<int:token_id>/revoke/", token_views.revoke, name="token-revoke"),
]
