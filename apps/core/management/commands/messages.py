"""Keep the Chinese catalogues complete: extract words from sources, check them, compile them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.core import catalogues


class Command(BaseCommand):
    """messages [extract|compile] [app ...] [--check] [--prune]"""

    help = "Extract words into each app's django.po, check them (--check), or compile .mo files."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the action and, if wanted, the apps."""
        parser.add_argument("action", nargs="?", choices=("extract", "compile"), default="extract")
        parser.add_argument("apps", nargs="*", help="only these apps")
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 for any gap")
        parser.add_argument("--prune", action="store_true", help="drop translations that nothing asks for")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the one thing that was asked for."""
        apps = options["apps"] or catalogues.apps_with_words()
        if options["check"]:
            self.check_words(apps)
        elif options["action"] == "compile":
            done = [app for app in apps if catalogues.compile_words(app)]
            self.stdout.write(f"Compiled the words of {len(done)} apps.")
        else:
            self.extract(apps, prune=options["prune"])

    def extract(self, apps: tuple[str, ...], *, prune: bool) -> None:
        """Update each catalogue and say how many words still wait for a translation."""
        for app in apps:
            words = catalogues.extract_words(app, prune=prune)
            waiting = sum(1 for message in words if message.id and not catalogues.is_translated(message))
            self.stdout.write(f"{app}: {len(words)} words, {waiting} untranslated")

    def check_words(self, apps: tuple[str, ...]) -> None:
        """Name every gap; raise CommandError when there is one."""
        found = [problem for app in apps for problem in catalogues.problems(app)]
        for problem in found:
            self.stdout.write(f"{problem.app}: {problem.kind}: {problem.text}")
        if found:
            raise CommandError(
                f"{len(found)} words need work: run `manage.py messages`, then edit those django.po."
            )
        self.stdout.write("All catalogues are complete.")
