"""Makes the demo project through the services that the pages use; `make run` calls this at every start."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from apps.core.models import SignInLink
from apps.overview.demo_costs import add_costs
from apps.projects.models import Project
from apps.projects.services import create_project
from apps.validation.services import issue_enrolment_code

USERNAME = "demo"


class Command(BaseCommand):
    """Migrate, make the demo user and project, scan the example the first time."""

    help = "Prepare the demo and print, as JSON, a one-time sign-in token and a code for the node."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one more source to scan, and the node that this machine has already."""
        parser.add_argument("--repo", default="", help="a folder, archive or https Git URL to scan too")
        parser.add_argument("--node", default="", help="id of the node that needs no code any more")

    def handle(self, *, repo: str, node: str, **_: object) -> None:
        """Print the answer as the last line."""
        call_command("migrate", interactive=False, verbosity=0)
        user, _made = User.objects.get_or_create(username=USERNAME)
        example = _project(user, "DocQA")
        if not example.scans.exists():
            call_command("scan_folder", str(settings.BASE_DIR / "examples"), project=example.slug)
            add_costs(user, example)
        if repo:
            call_command("scan_folder", repo, project=_project(user, _name_of(repo)).slug)
        known = node and example.nodes.enrolled().filter(pk=node).exists()
        code = "" if known else issue_enrolment_code(actor=user, project=example)
        self.stdout.write(json.dumps({"token": SignInLink.issue(user.pk), "enrolment_code": code}))


def _name_of(repo: str) -> str:
    path = Path(urlsplit(repo).path if "://" in repo else repo).resolve()
    return path.name.removesuffix(".git") or "repository"


def _project(user: User, name: str) -> Project:
    mine = Project.objects.for_user(user).filter(name=name).first()
    return mine or create_project(user=user, name=name)
