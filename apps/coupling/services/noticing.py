"""Telling people what a scan changed or what else they should know, and remembering what each has seen."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User

from apps.coupling.models import Notice, NoticeMark
from apps.projects.models import Project
from apps.scans.models import Scan
from migration_engine.text import Text

_TOLD = ("new", "returned", "fixed", "changed", "not_checked")


def note_changes(scan: Scan, changes: Mapping[str, int]) -> None:
    """Keep one notice of a scan that differs from the one before; doing it twice keeps one."""
    if any(changes.get(kind) for kind in _TOLD):
        Notice.objects.get_or_create(scan=scan, defaults={"project": scan.project})


def tell(project: Project, what: Text, address: str) -> None:
    """Ring the bell of a project with a sentence and the address of the page that shows more."""
    Notice.objects.create(project=project, told={"en": what.en, "zh": what.zh}, address=address)


def mark_seen(*, user: User, project: Project) -> None:
    """Take all notices of a project as seen by one member."""
    newest = Notice.objects.filter(project=project).first()
    if newest:
        NoticeMark.objects.update_or_create(project=project, user=user, defaults={"seen": newest.pk})
