"""Addresses of the scans API."""

from django.urls import path

from apps.scans import api

urlpatterns = [
    path("projects/<slug:slug>/scans/", api.Scans.as_view(), name="api-scans"),
    path("projects/<slug:slug>/scans/<int:number>/", api.OneScan.as_view(), name="api-scan"),
]
