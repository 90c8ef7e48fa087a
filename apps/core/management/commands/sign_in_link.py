"""Prints a link that signs a user in once: the way back in when the first one is used up."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from apps.core import audit
from apps.core.models import SignInLink


class Command(BaseCommand):
    """sign_in_link [user] [--url http://127.0.0.1:8000]"""

    help = "Print a link that signs a user in once, within twelve hours."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the user and where the portal answers."""
        parser.add_argument("user", nargs="?", default="demo", help="user name, demo unless given")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="address of the portal")

    @transaction.atomic
    def handle(self, *, user: str, url: str, **_: object) -> None:
        """Print the link alone, so that scripts can use it too."""
        found = User.objects.filter(username=user, is_active=True).first()
        if found is None:
            raise CommandError(f"There is no active user “{user}”; `manage.py createsuperuser` makes one.")
        path = reverse("core:sign-in-link", args=[SignInLink.issue(found.pk)])
        audit.record("command line", "issued a sign-in link", user)
        self.stdout.write(url.rstrip("/") + path)
