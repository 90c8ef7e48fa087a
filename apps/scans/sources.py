"""The source of files in which something was found: redacted, packed by scan, kept for some days."""

from __future__ import annotations

import zipfile
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from apps.scans.models import Scan, State
from apps.scans.packing import packed_name


def sources_path(scan_id: int) -> Path:
    """Return where the packed source of a scan lies."""
    return Path(settings.MEDIA_ROOT) / "sources" / f"{scan_id}.zip"


def source_of(scan: Scan, path: str) -> str | None:
    """Return the redacted text of a file, or None when it is not kept."""
    try:
        with zipfile.ZipFile(sources_path(scan.pk)) as archive:
            return archive.read(packed_name(path)).decode()
    except (FileNotFoundError, KeyError, zipfile.BadZipFile):
        return None


def forget_old_sources() -> int:
    """Remove what has been kept for SOURCE_DAYS; return of how many scans."""
    oldest = timezone.now() - timedelta(days=settings.SOURCE_DAYS)
    kept = {int(path.stem): path for path in sources_path(0).parent.glob("*.zip") if path.stem.isdecimal()}
    needed = Q(finished_at__gte=oldest) | Q(state__in=(State.QUEUED, State.RUNNING))
    old = kept.keys() - set(Scan.objects.filter(needed, pk__in=kept).values_list("pk", flat=True))
    for scan_id in old:
        kept[scan_id].unlink(missing_ok=True)
    return len(old)
