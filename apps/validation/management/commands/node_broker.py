"""Writes or applies the users that nodes have at their broker; each may hear its own doorbell and no more."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.validation.models import Node
from apps.validation.services.broker import OUR_USERS, grant
from apps.validation.services.broker_acl import rules_of, user_of


class Command(BaseCommand):
    help = "Print the nodes' users as lines of an aclfile; keep them in a file, or apply them to the broker."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", metavar="FILE", help="put them into this aclfile, other users stay")
        parser.add_argument("--apply", action="store_true", help="set them at NODE_BROKER_ADMIN_URL now")

    def handle(self, *, write: str | None, apply: bool, **_: object) -> None:
        nodes = list(Node.objects.known().select_related("project"))
        lines = [f"user {user_of(node)} {' '.join(rules_of(node))}" for node in nodes]
        if apply and not grant(nodes):
            raise CommandError("NODE_BROKER_ADMIN_URL did not take the users; see the line above.")
        if write:
            _replace(Path(write), lines)
        if write or apply:
            self.stdout.write(f"{len(lines)} nodes have their user.")
        else:
            self.stdout.write("\n".join(lines))


def _replace(file: Path, lines: list[str]) -> None:
    """Write the file anew beside the old one, readable by its owner alone, and then in its place."""
    old = file.read_text("utf-8").splitlines() if file.exists() else []
    others = [line for line in old if not line.startswith(f"user {OUR_USERS}")]
    new = file.with_name(f".{file.name}.new")
    new.touch(mode=0o600)
    new.write_text("\n".join([*others, *lines, ""]), encoding="utf-8")
    new.replace(file)
