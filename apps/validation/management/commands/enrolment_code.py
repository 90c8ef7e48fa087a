"""Prints a one-time code that enrols a node, for scripts and for machines without a browser."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.projects.models import Project
from apps.validation.services import issue_enrolment_code


class Command(BaseCommand):
    help = "Print a code that enrols one node of a project within an hour."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")

    def handle(self, *, project: str, **_: object) -> None:
        found = Project.objects.filter(slug=project).first()
        if found is None:
            raise CommandError(f"There is no project “{project}”.")
        self.stdout.write(issue_enrolment_code(actor="command line", project=found))
