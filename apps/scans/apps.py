"""Registers the app with Django."""

from django.apps import AppConfig


class ScansConfig(AppConfig):
    name = "apps.scans"
