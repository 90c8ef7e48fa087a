"""Puts a backup in the place of database and files."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.overview.backup.manifest import BackupError
from apps.overview.backup.restoring import Restored, restore


class Command(BaseCommand):
    """Bring a backup back."""

    help = "Put a backup in the place of database and files. Stop web, worker, beat and reconciler first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, and the word that what is here may go."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--replace", action="store_true", help="although there are projects already")

    def handle(self, *, folder: Path, replace: bool, **_: object) -> None:
        """Say what came back and what to look at; evidence that is broken is an error."""
        try:
            restored = restore(folder.absolute(), replace=replace)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self._tell(restored)
        if restored.broken:
            raise CommandError(
                f"{restored.broken} results or files are not what was received; see the portal"
            )

    def _tell(self, restored: Restored) -> None:
        self.stdout.write(
            f"Restored what was saved at {restored.made_at}: {restored.jobs} jobs, {restored.results} "
            f"results, {restored.files} files. {restored.begun_anew} jobs that were under way begin anew."
        )
        self.stdout.write(
            "Whoever lost access since then has it again: look through members, access tokens, share links "
            "and nodes. Nodes that got a new token since then are to be enrolled again."
        )
        if not restored.same_key:
            self.stdout.write("JOB_SIGNING_SECRET is not the one of then: enrol all nodes again.")
