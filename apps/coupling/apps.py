"""Registers the app with Django."""

from django.apps import AppConfig


class CouplingConfig(AppConfig):
    name = "apps.coupling"
