"""Registers the app with Django."""

from django.apps import AppConfig


class ChecklistConfig(AppConfig):
    name = "apps.checklist"
