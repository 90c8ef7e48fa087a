"""Registers the app with Django."""

from django.apps import AppConfig


class OverviewConfig(AppConfig):
    name = "apps.overview"
