"""Addresses of the gate."""

from django.urls import path

from apps.coupling import api

urlpatterns = [
    path("projects/<slug:slug>/scans/<int:number>/gate/", api.Gate.as_view(), name="api-gate"),
]
