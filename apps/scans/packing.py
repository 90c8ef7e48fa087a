"""Packs source texts; the process that reads strangers' files does it, so Django is not known here."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable
from pathlib import Path

MOST = 256 * 1024 * 1024
"""Characters of source that are kept of one scan; files after that are not."""


def pack(target: Path, texts: Iterable[tuple[str, str]]) -> None:
    """Write the texts, each under the hash of its path: no name from outside is ever part of one of ours."""
    held = 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path, text in texts:
            held += len(text)
            if held > MOST:
                return
            archive.writestr(packed_name(path), text.encode("utf-8", "replace"))


def packed_name(path: str) -> str:
    """Return the name under which the text of a path lies."""
    return hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
