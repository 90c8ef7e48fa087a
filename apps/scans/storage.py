"""Files kept by their hash under MEDIA_ROOT; no name that came from outside is ever part of a path."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that now lies under its hash; `is_new` is False when it lay there before."""

    sha256: str
    size: int
    is_new: bool


def upload_path(sha256: str) -> Path:
    """Return where the uploaded file with this hash lies."""
    return Path(settings.MEDIA_ROOT) / "uploads" / sha256[:2] / sha256


def document_path(sha256: str) -> Path:
    """Return where the scan document with this hash lies, compressed."""
    return Path(settings.MEDIA_ROOT) / "scans" / sha256[:2] / f"{sha256}.json.gz"


@contextmanager
def kept_upload(chunks: Iterable[bytes], *, limit: int) -> Iterator[Kept]:
    """Keep the stream for as long as the block succeeds; a block that raises leaves no file behind."""
    kept = _keep(chunks, limit)
    with _gone_on_error(upload_path(kept.sha256), kept):
        yield kept


@contextmanager
def kept_document(content: bytes) -> Iterator[Kept]:
    """Keep the bytes of a scan document, compressed, for as long as the block succeeds."""
    sha256 = hashlib.sha256(content).hexdigest()
    target = document_path(sha256)
    kept = Kept(sha256, len(content), is_new=not target.exists())
    if kept.is_new:
        with _beside(target) as file:
            file.write(gzip.compress(content, compresslevel=1, mtime=0))
    with _gone_on_error(target, kept):
        yield kept


@contextmanager
def _gone_on_error(path: Path, kept: Kept) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if kept.is_new:
            path.unlink(missing_ok=True)
        raise


def read_document(sha256: str) -> bytes:
    """Return the bytes of a kept scan document."""
    return gzip.decompress(document_path(sha256).read_bytes())


def _keep(chunks: Iterable[bytes], limit: int) -> Kept:
    digest, size = hashlib.sha256(), 0
    folder = Path(settings.MEDIA_ROOT) / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        try:
            for chunk in chunks:
                size += len(chunk)
                _refuse_over(size, limit)
                digest.update(chunk)
                file.write(chunk)
            file.flush()
            return _settle(Path(file.name), digest.hexdigest(), size)
        finally:
            Path(file.name).unlink(missing_ok=True)


def _refuse_over(size: int, limit: int) -> None:
    if size > limit:
        raise ApplicationError(
            "upload_too_large",
            _("The file is larger than %(limit)d MB. Scan it by command line and upload the document.")
            % {"limit": limit // (1024 * 1024)},
            status=413,
        )


def _settle(arrived: Path, sha256: str, size: int) -> Kept:
    target = upload_path(sha256)
    target.parent.mkdir(parents=True, exist_ok=True)
    is_new = not target.exists()
    if is_new:
        arrived.replace(target)
    return Kept(sha256, size, is_new)


@contextmanager
def _beside(target: Path) -> Iterator[tempfile._TemporaryFileWrapper[bytes]]:
    """Write next to TARGET and move into place at the end, so that no reader sees half a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        try:
            yield file
            file.flush()
            Path(file.name).replace(target)
        finally:
            Path(file.name).unlink(missing_ok=True)
