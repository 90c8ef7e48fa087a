"""Addresses of the coupling map and the findings."""

from django.urls import path

from apps.coupling import views

app_name = "coupling"
urlpatterns = [
    path("p/<slug:slug>/map/", views.coupling_map, name="map"),
    path("p/<slug:slug>/findings/", views.findings, name="findings"),
    path("p/<slug:slug>/rules/<slug:identity>/", views.rule, name="rule"),
]
