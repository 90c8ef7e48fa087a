"""Addresses of projects and their members."""

from django.urls import path

from apps.projects import views

app_name = "projects"
urlpatterns = [
    path("", views.home, name="home"),
    path("projects/new/", views.new, name="new"),
    path("p/<slug:slug>/members/", views.members, name="members"),
]
