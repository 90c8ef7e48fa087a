"""A stored scan that can no longer be read, and the way out of that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.scans.models import Scan
from migration_engine.errors import DocumentInvalid


class ScanUnreadable(ApplicationError):
    """The document of a finished scan is of an older version, or its file is gone."""

    def __init__(self, scan: Scan) -> None:
        message = _(
            "Scan #%d was stored by an older version of the portal, or its file is gone. "
            "Scan the source again."
        )
        super().__init__("scan_unreadable", message % scan.number, status=409)
        self.way = (reverse("scans:new", args=[scan.project.slug]), _("New scan"))


@contextmanager
def readable(scan: Scan) -> Iterator[None]:
    """Turn the two ways in which a kept document can be out of reach into ScanUnreadable."""
    try:
        yield
    except (DocumentInvalid, FileNotFoundError) as error:
        raise ScanUnreadable(scan) from error
