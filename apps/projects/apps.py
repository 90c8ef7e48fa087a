"""Registers the app with Django."""

from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    name = "apps.projects"
