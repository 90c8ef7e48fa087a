"""Registers the app with Django."""

from django.apps import AppConfig


class ValidationConfig(AppConfig):
    name = "apps.validation"
