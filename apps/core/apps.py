"""Registers the app with Django."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "apps.core"
