"""Addresses of scans."""

from django.urls import path

from apps.scans import views

app_name = "scans"
urlpatterns = [
    path("p/<slug:slug>/scans/", views.scan_list, name="list"),
    path("p/<slug:slug>/scans/new/", views.new, name="new"),
    path("p/<slug:slug>/scans/badge/", views.badge, name="badge"),
    path("p/<slug:slug>/scans/<int:number>/", views.detail, name="detail"),
    path("p/<slug:slug>/scans/<int:number>/retry/", views.retry, name="retry"),
    path("p/<slug:slug>/scans/<int:number>/document/", views.document, name="document"),
]
