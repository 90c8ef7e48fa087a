"""Makes archives as nobody should: every trick a hostile packer has."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from migration_engine.intake import Limits, open_tree


def zip_of(path: Path, members: Mapping[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def raw_zip(path: Path, name: bytes, content: bytes = b"x = 1\n", *, mode: int = 0, flags: int = 0) -> Path:
    """One member whose name the library would have tidied; the placeholder is replaced in both headers."""
    placeholder = "P" * len(name)
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo(placeholder)
        info.external_attr = mode << 16
        archive.writestr(info, content)
    data = path.read_bytes().replace(placeholder.encode(), name)
    if flags:
        data = _flagged(data, flags)
    path.write_bytes(data)
    return path


def _flagged(data: bytes, flags: int) -> bytes:
    """Set general purpose bits in the local and the central header."""
    changed = bytearray(data)
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(magic) + offset
        changed[at : at + 2] = flags.to_bytes(2, "little")
    return bytes(changed)


def symlink_mode() -> int:
    return stat.S_IFLNK | 0o777


def tar_of(path: Path, members: list[tuple[tarfile.TarInfo, bytes]], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:
        for info, content in members:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def member(
    name: str, content: bytes = b"x = 1\n", kind: bytes = tarfile.REGTYPE, link: str = ""
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info, content if kind == tarfile.REGTYPE else b""


def contents(source: Path, **limits: int) -> dict[str, bytes]:
    """Path -> content of everything that intake lets in."""
    with open_tree(str(source), limits=Limits(**limits)) as tree:
        return {entry.path: tree.read(entry) for entry in tree.entries}


def skipped(source: Path, **limits: int) -> dict[str, str]:
    with open_tree(str(source), limits=Limits(**limits)) as tree:
        return {one.path: one.reason for one in tree.skipped}
