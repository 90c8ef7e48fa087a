"""Saves database and files in a new folder, while everything goes on."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.overview.backup.manifest import BackupError
from apps.overview.backup.saving import save


class Command(BaseCommand):
    """Make a backup."""

    help = (
        "Save database and files in a new folder. Secrets are not in it: keep those of the environment apart."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *, folder: Path, **_: object) -> None:
        """Say what was saved."""
        try:
            manifest = save(folder.absolute())
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Saved the database and {len(manifest.files) - 1} files in {folder}.")
