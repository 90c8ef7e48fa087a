"""Addresses of the cost comparison."""

from django.urls import path

from apps.tco import variant_views, views, wizard_views

app_name = "tco"
urlpatterns = [
    path("p/<slug:slug>/tco/", views.scenario, name="scenario"),
    path("p/<slug:slug>/tco/live/", views.live, name="live"),
    path("p/<slug:slug>/tco/sensitivity/", views.sensitivity, name="sensitivity"),
    path("p/<slug:slug>/tco/keep/", views.keep, name="keep"),
    path("p/<slug:slug>/tco/questions/", wizard_views.questions, name="questions"),
    path("p/<slug:slug>/tco/scenarios/", variant_views.side_by_side, name="scenarios"),
    path("p/<slug:slug>/tco/scenarios/make/", variant_views.make, name="variant-make"),
    path("p/<slug:slug>/tco/scenarios/keep/", variant_views.keep, name="variant-keep"),
    path("p/<slug:slug>/tco/scenarios/<int:variant_id>/drop/", variant_views.drop, name="variant-drop"),
]
