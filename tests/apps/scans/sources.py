"""Small source trees as archives, and the scan that the ordinary services make of them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from apps.coupling.services import store_map
from apps.projects.models import Project
from apps.scans import services
from apps.scans.models import Scan

EXAMPLES = Path(__file__).parents[3] / "examples"


def zipped(members: dict[str, str]) -> bytes:
    """Return a zip of the named texts."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return packed.getvalue()


def examples_zip() -> bytes:
    """Return the example application as one archive."""
    files = (path for path in sorted(EXAMPLES.rglob("*")) if path.is_file())
    return zipped({str(path.relative_to(EXAMPLES)): path.read_text("utf-8") for path in files})


def received(project: Project, content: bytes, name: str = "app.zip") -> Scan:
    """Return the queued scan of an archive."""
    return services.receive_archive(actor="alice", project=project, name=name, chunks=[content])


def scanned(project: Project, content: bytes) -> Scan:
    """Return the finished scan of an archive, its map drawn."""
    scan = received(project, content)
    services.run_scan(scan_id=scan.pk)
    scan.refresh_from_db()
    if scan.state == "succeeded":
        store_map(scan_id=scan.pk)
    return scan


def write_more_than_a_second_of_work(folder: Path) -> None:
    """Fill a folder with files that take longer to read than a second of the processor."""
    for number in range(300):
        (folder / f"b{number}.py").write_text("import torch\ntorch.cuda.synchronize()\n" * 400)
