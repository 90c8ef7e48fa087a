"""Queues the scan of a folder, archive or https Git URL; the only way to name a path of this server."""

import os
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.scans import services
from apps.scans.models import Scan


class Command(BaseCommand):
    help = "Queue the scan of a folder or archive of this server, or of an https Git repository."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="PATH_OR_URL")
        parser.add_argument("--project", required=True, metavar="SLUG")

    def handle(self, *, source: str, project: str, **_: object) -> None:
        try:
            scan = _queue(_project(project), source)
        except ApplicationError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"scan {scan.number} of {project} is queued")


def _project(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project “{slug}”.")
    return project


def _queue(project: Project, source: str) -> Scan:
    actor = "command line"
    if source.startswith("https://"):
        token = os.environ.get("NPU_MIGRATE_GIT_TOKEN", "")
        return services.receive_git(actor=actor, project=project, url=source, token=token)
    path = Path(source).resolve()
    if not path.exists():
        raise CommandError(f"{path} does not exist; give a folder, an archive or an https URL.")
    return services.receive_folder(actor=actor, project=project, folder=str(path))
