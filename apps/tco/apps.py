"""Registers the app with Django."""

from django.apps import AppConfig


class TcoConfig(AppConfig):
    name = "apps.tco"
