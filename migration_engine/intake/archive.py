"""Reads zip and tar archives member by member; nothing is ever extracted under a member's own name."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from migration_engine.errors import IntakeRefused
from migration_engine.intake import skips
from migration_engine.intake.limits import MEBIBYTE, Limits
from migration_engine.intake.metered import Metered
from migration_engine.intake.names import refuse_escape, shown
from migration_engine.intake.spool import Spool
from migration_engine.intake.tree import SourceTree, make_tree
from migration_engine.text import Text

_BLOCK = 256 * 1024
_BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile)
_NOT_AN_ARCHIVE = Text(
    "not an archive that can be read: give a .zip, .tar or .tar.gz (by content, whatever its name)",
    "不是可读取的压缩包：请提供 .zip、.tar 或 .tar.gz（按内容判断，与文件名无关）",
)


@contextmanager
def archive_tree(path: Path, limits: Limits) -> Iterator[SourceTree]:
    """The tree of an archive; its contents live as long as the context."""
    size = path.stat().st_size
    if size > limits.archive_bytes:
        raise IntakeRefused(
            Text(
                f"the archive has {size // MEBIBYTE:,} MiB, at most {limits.archive_bytes // MEBIBYTE:,} are "
                "accepted; leave out data and weights",
                f"压缩包为 {size // MEBIBYTE:,} MiB，上限为 {limits.archive_bytes // MEBIBYTE:,} MiB；"
                "请去掉数据与模型权重",
            ),
            place=path.name,
        )
    with Spool(limits, path.name, packed_bytes=size) as spool:
        _collect(path, spool)
        yield make_tree(archive_stem(path.name), "archive", spool.without_top_folder(), spool.skips(), spool)


def is_archive(path: Path) -> bool:
    """Whether its first bytes are those of an archive that can be read; nothing is unpacked."""
    with path.open("rb") as file:
        try:
            _sniff(file)
        except IntakeRefused:
            return False
    return True


def _collect(path: Path, spool: Spool) -> None:
    with path.open("rb") as file:
        kind = _sniff(file)
        try:
            if kind == "zip":
                _collect_zip(file, spool)
            else:
                _collect_tar(file, kind, spool)
        except IntakeRefused:
            raise
        except (*_BROKEN, NotImplementedError, RuntimeError) as error:
            raise IntakeRefused(
                Text(
                    f"the archive is broken or uses an unknown method ({error}); pack it again",
                    f"压缩包已损坏或使用了未知的压缩方式（{error}），请重新打包",
                ),
                place=path.name,
            ) from error


def _sniff(file: IO[bytes]) -> str:
    head = file.read(512)
    file.seek(0)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return "zip"
    for magic, kind in ((b"\x1f\x8b", "gz"), (b"BZh", "bz2"), (b"\xfd7zXZ\x00", "xz")):
        if head.startswith(magic):
            return kind
    if head[257:262] == b"ustar":
        return "tar"
    raise IntakeRefused(_NOT_AN_ARCHIVE, place=Path(str(file.name)).name)


def _collect_zip(file: IO[bytes], spool: Spool) -> None:
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            spool.count()
            refuse_escape(member.orig_filename)
            if reason := _zip_skip(member):
                spool.skip(member.orig_filename, reason)
            elif not member.is_dir():
                with archive.open(member) as stream:
                    spool.add(member.orig_filename, stream.read)


def _zip_skip(member: zipfile.ZipInfo) -> str:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if member.flag_bits & 0x1:
        raise IntakeRefused(
            Text("this member is encrypted; pack it without a password", "该成员已加密，请不带密码重新打包"),
            place=shown(member.filename),
        )
    if kind == stat.S_IFLNK:
        return skips.SYMBOLIC_LINK
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return skips.NO_REGULAR_FILE
    return ""


def _collect_tar(file: IO[bytes], kind: str, spool: Spool) -> None:
    plain = Metered(_decompressed(file, kind), spool.limits, _size_of(file), Path(str(file.name)).name)
    with tarfile.open(fileobj=cast("IO[bytes]", plain), mode="r|") as archive:
        met = False
        for member in archive:
            met = True
            spool.count()
            refuse_escape(member.name)
            _take_tar(archive, member, spool)
        if not met and kind != "tar" and not plain.looks_like_tar:
            raise IntakeRefused(_NOT_AN_ARCHIVE, place=Path(str(file.name)).name)
        _refuse_a_rest(cast("IO[bytes]", archive.fileobj), Path(str(file.name)).name)


def _refuse_a_rest(stream: IO[bytes], name: str) -> None:
    """A second archive behind the first one's end would be lost without a word."""
    while block := stream.read(_BLOCK):
        if block.strip(b"\0"):
            raise IntakeRefused(
                Text(
                    "something follows the end of the archive; pack it again as one archive",
                    "压缩包结尾之后还有内容；请重新打包为一个压缩包",
                ),
                place=name,
            )


def _take_tar(archive: tarfile.TarFile, member: tarfile.TarInfo, spool: Spool) -> None:
    if member.issym() or member.islnk():
        spool.skip(member.name, skips.SYMBOLIC_LINK if member.issym() else skips.HARD_LINK)
    elif member.isreg() and not member.issparse():
        stream = archive.extractfile(member)
        assert stream is not None
        spool.add(member.name, stream.read)
    elif not member.isdir():
        spool.skip(member.name, skips.NO_REGULAR_FILE)


def _decompressed(file: IO[bytes], kind: str) -> IO[bytes]:
    if kind == "gz":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    if kind == "bz2":
        return cast("IO[bytes]", bz2.BZ2File(file))
    if kind == "xz":
        return cast("IO[bytes]", lzma.LZMAFile(file))
    return file


def _size_of(file: IO[bytes]) -> int:
    return Path(str(file.name)).stat().st_size


def archive_stem(name: str) -> str:
    """An archive's name without its suffix: what its tree is called."""
    for suffix in (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".tar", ".zip"):
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name
