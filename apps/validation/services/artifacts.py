"""Taking in files in chunks: announced with size and hash, written where we choose, whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.core.files import sha256_of
from apps.core.hidden import one_line
from apps.validation.errors import HashDiffers, NoSpace, WrongOffset
from apps.validation.models import Artifact
from apps.validation.services.fence import Fence
from migration_engine.protocol.spec import ARTIFACT_BYTES, ARTIFACTS

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@transaction.atomic
def announce_artifact(*, fence: Fence, name: str, size: int, sha256: str, media_type: str) -> Artifact:
    """Return the attempt's artifact of this name and hash, made when it is new. Raises Fenced.

    Raises ApplicationError for one too large (413), one too many, or a name that is no plain name.
    """
    attempt = fence.locked()
    known = Artifact.objects.filter(attempt=attempt, name=name, sha256=sha256).first()
    if known is not None:
        return _same(known, size)
    _check(name, size)
    if attempt.artifacts.aggregate(n=Count("pk"))["n"] >= ARTIFACTS:
        raise ApplicationError("too_many_artifacts", _("An attempt may hand in %d files.") % ARTIFACTS)
    artifact = Artifact.objects.create(
        attempt=attempt, name=name, size=size, sha256=sha256, media_type=media_type
    )
    return _completed(artifact) if size == 0 else artifact


def receive_chunk(*, fence: Fence, artifact: UUID, offset: int, chunk: bytes) -> Artifact:
    """Add a chunk at the end of what has come so far; the last one completes the artifact.

    Raises Fenced, WrongOffset with what has come, NoSpace when the disk is full, HashDiffers when the whole
    is not what was announced: then nothing of it is kept and the sender begins anew.
    """
    try:
        return _received(fence, artifact, offset, chunk)
    except HashDiffers:
        # Outside the transaction that the refusal rolled back.
        Artifact.objects.filter(pk=artifact, complete_at=None).update(received=0)
        raise


@transaction.atomic
def _received(fence: Fence, artifact_id: UUID, offset: int, chunk: bytes) -> Artifact:
    attempt = fence.locked()
    artifact = Artifact.objects.select_for_update().filter(pk=artifact_id, attempt=attempt).first()
    if artifact is None:
        raise ApplicationError("artifact_unknown", _("Announce the file first."), status=404)
    if artifact.complete_at is not None:
        return artifact
    if offset != artifact.received:
        raise WrongOffset(artifact.received)
    if offset + len(chunk) > artifact.size:
        raise ApplicationError("too_long", _("More bytes than were announced."), status=413)
    _write(artifact, chunk)
    artifact.received += len(chunk)
    artifact.save(update_fields=["received"])
    return _completed(artifact) if artifact.received == artifact.size else artifact


def _same(known: Artifact, size: int) -> Artifact:
    if known.size != size:
        said = _("This file was announced before with %d bytes.") % known.size
        raise ApplicationError("artifact_size", said, status=409)
    return known


def _check(name: str, size: int) -> None:
    if size > ARTIFACT_BYTES:
        limit = ARTIFACT_BYTES // 2**20
        raise ApplicationError(
            "artifact_too_large", _("A file may have %d MB; split or shorten it.") % limit, status=413
        )
    if name != one_line(name) or "/" in name or "\\" in name or name in {"", ".", ".."}:
        raise ApplicationError("artifact_name", _("Give a plain file name, without a path."))


def _write(artifact: Artifact, chunk: bytes) -> None:
    """Write at the end of what counts: bytes of a chunk that was cut off are overwritten."""
    file = artifact.file
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("r+b" if file.exists() else "w+b") as opened:
            opened.truncate(artifact.received)
            opened.seek(artifact.received)
            opened.write(chunk)
    except OSError as error:
        if error.errno not in FULL:
            raise
        _cut_back(file, artifact.received)
        raise NoSpace(artifact.received) from error


def _cut_back(file: Path, size: int) -> None:
    if file.exists():
        with file.open("r+b") as opened:
            opened.truncate(size)


def _completed(artifact: Artifact) -> Artifact:
    if artifact.size == 0:
        _write(artifact, b"")
    if sha256_of(artifact.file) != artifact.sha256:
        artifact.file.unlink()
        raise HashDiffers
    Artifact.objects.filter(pk=artifact.pk).update(complete_at=Now(), received=artifact.size)
    artifact.refresh_from_db()
    return artifact
