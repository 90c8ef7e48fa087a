"""Addresses of the cost comparison."""

from django.urls import path

from apps.tco import views

app_name = "tco"
urlpatterns = [
    path("p/<slug:slug>/tco/", views.scenario, name="scenario"),
    path("p/<slug:slug>/tco/live/", views.live, name="live"),
    path("p/<slug:slug>/tco/keep/", views.keep, name="keep"),
]
