"""Archives as only an enemy packs them, each made here in code: name, how it is made, what must happen."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.engine.intake.archives import member, raw_zip, symlink_mode, tar_of, zip_of

ONE_GIGABYTE = {"expanded_bytes": 1024 * 1024 * 1024}
FINE = b"import torch\n"
MEBIBYTE = 1024 * 1024
Maker = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class Hostile:
    """One archive. `refused` is a part of the refusal; else `skipped` maps shown names to parts of reasons.

    `entries` is how many members it holds that are no folders.
    """

    name: str
    make: Maker
    refused: str = ""
    place: str | None = None
    skipped: dict[str, str] = field(default_factory=dict)
    taken: int = 0
    entries: int = 0
    limits: dict[str, int] = field(default_factory=dict)


def _zip_named(name: bytes, mode: int = 0) -> Maker:
    return lambda path: raw_zip(path, name, FINE, mode=mode)


def _tar_named(name: str) -> Maker:
    return lambda path: tar_of(path, [member("fine.py"), member(name)])


def _tar_with(kind: bytes, link: str = "") -> Maker:
    return lambda path: tar_of(path, [member("fine.py"), member("odd", kind=kind, link=link)])


def _escapes() -> list[Hostile]:
    names = {
        "slip": ("../evil.py", "leaves the tree"),
        "slip inside": ("a/../../evil.py", "leaves the tree"),
        "absolute": ("/etc/evil.py", "absolute path"),
        "doubled slash": ("//host/evil.py", "absolute path"),
        "drive": ("C:/evil.py", "names a drive"),
        "drive without slash": ("c:evil.py", "names a drive"),
        "backslashes": ("a\\..\\..\\evil.py", "backslash"),
        "UNC": ("\\\\host\\share\\evil.py", "backslash"),
        "device path": ("\\\\.\\PhysicalDrive0", "backslash"),
    }
    made = []
    for kind, (name, why) in names.items():
        made.append(Hostile(f"zip, {kind}", _zip_named(name.encode()), why, name))
        made.append(Hostile(f"tar, {kind}", _tar_named(name), why, name))
    return made


def _pax_path(path: Path) -> None:
    """The plain header says `fine.py`; the extended one, which counts, leaves the tree."""
    info = tarfile.TarInfo("fine.py")
    info.size, info.pax_headers = len(FINE), {"path": "../evil.py"}
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(info, io.BytesIO(FINE))


def _pax_global(path: Path) -> None:
    """A global header gives one path to all members that follow."""
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT, pax_headers={"path": "/etc/evil.py"}) as archive:
        info = tarfile.TarInfo("fine.py")
        info.size = len(FINE)
        archive.addfile(info, io.BytesIO(FINE))


def _pax_size(path: Path) -> None:
    """The extended header claims another size than the plain one: the rest would be read as a header."""
    info = tarfile.TarInfo("fine.py")
    info.size = len(FINE)
    head = info.create_pax_header({**info.get_info(), "size": 10_000_000_000}, "utf-8")
    path.write_bytes(head + FINE + b"\0" * 2048)


def _sparse(path: Path) -> None:
    """An old GNU sparse member of one terabyte that has no data."""
    info = tarfile.TarInfo("odd")
    info.type, info.size = tarfile.GNUTYPE_SPARSE, 0
    block = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    block[483:495] = b"%011o " % (2**33 - 1)
    block[148:156] = b"        "
    block[148:156] = b"%06o\0 " % sum(block)
    fine = tarfile.TarInfo("fine.py")
    fine.size = len(FINE)
    path.write_bytes(
        bytes(fine.tobuf(tarfile.GNU_FORMAT)) + FINE.ljust(512, b"\0") + bytes(block) + b"\0" * 1024
    )


def _links_out(path: Path) -> None:
    """A link to a folder outside, and a file that would be written through it."""
    tar_of(path, [member("d", kind=tarfile.SYMTYPE, link="/tmp"), member("fine.py"), member("d2/fine.py")])


def _setuid(path: Path) -> None:
    info, content = member("fine.py")
    info.mode, info.uid = 0o6777, 0
    tar_of(path, [(info, content)])


def _ratio(path: Path) -> None:
    zip_of(path, {"zeros.txt": b"\0" * (40 * MEBIBYTE)})


def _overlap(path: Path) -> None:
    """Two hundred members that all end in the same packed zeros: each quotes the header of the next one."""
    kernel = b"\0" * MEBIBYTE
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed, content, rows = deflate.compress(kernel) + deflate.flush(), kernel, []
    quoted = body = b""
    for number in range(200):
        if quoted:
            packed = struct.pack("<BHH", 0, len(quoted), len(quoted) ^ 0xFFFF) + quoted + packed
            content = quoted + content
        name = b"%03d.txt" % number
        fields = (20, 0, 8, 0, 33, zlib.crc32(content), len(packed), len(content), len(name), 0)
        quoted = struct.pack("<IHHHHHIIIHH", 0x04034B50, *fields) + name
        body = quoted + packed
        rows.append((struct.pack("<IHHHHHHIIIHHHHHI", 0x02014B50, 20, *fields, 0, 0, 0, 0), len(body), name))
    directory = b"".join(head + (len(body) - size).to_bytes(4, "little") + name for head, size, name in rows)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(rows), len(rows), len(directory), len(body), 0)
    path.write_bytes(body + directory + end)


def _same_row(path: Path) -> None:
    """The directory names one member two hundred times: it would be unpacked as often."""
    zip_of(path, {"a.txt": b"\0" * (4 * MEBIBYTE)})
    data = path.read_bytes()
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    row = data[start:end]
    rest = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 200, 200, len(row) * 200, start, 0)
    path.write_bytes(data[:start] + row * 200 + rest)


def _nested(path: Path) -> None:
    content = b"\0" * MEBIBYTE
    for level in range(6):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(8):
                archive.writestr(f"{level}-{number}.zip", content)
        content = packed.getvalue()
    path.write_bytes(content)


def _noise(path: Path) -> None:
    """Nothing hostile, only large: what of it does not stay in memory goes to disk once."""
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(80):
            archive.writestr(f"{number}.bin", os.urandom(MEBIBYTE))


def _many(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(30_000):
            archive.writestr(f"{number}.py", "")


def _million(path: Path) -> None:
    """A million empty members, of which each takes 512 bytes that pack to almost nothing."""
    block = bytes(tarfile.TarInfo("a.py").tobuf())
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(1000):
            file.write(block * 1000)


def _lying_zip(path: Path) -> None:
    zip_of(path, {"big.py": b"a" * (2 * MEBIBYTE)})
    claimed = (2 * MEBIBYTE).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(claimed, (10).to_bytes(4, "little")))


def _ten_gigabytes_gz(path: Path) -> None:
    """A stream of ten gigabytes indeed, of which one part is packed and then repeated."""
    info = tarfile.TarInfo("zeros.bin")
    info.size = 10 * 1024 * MEBIBYTE
    part = gzip.compress(b"\0" * (64 * MEBIBYTE), 1)
    with path.open("wb") as file:
        file.write(gzip.compress(bytes(info.tobuf(tarfile.GNU_FORMAT))))
        for _ in range(160):
            file.write(part)


def _ten_gigabytes_bz2(path: Path) -> None:
    info = tarfile.TarInfo("zeros.bin")
    info.size = 10 * 1024 * MEBIBYTE
    part = bz2.compress(b"\0" * (16 * MEBIBYTE))
    with path.open("wb") as file:
        file.write(bz2.compress(bytes(info.tobuf(tarfile.GNU_FORMAT))))
        for _ in range(640):
            file.write(part)


def _two_members_gz(path: Path) -> None:
    """Two tar files, each packed by itself, one behind the other: readers stop at the end of the first."""
    for name in ("one.py", "two.py"):
        with tarfile.open(path.with_suffix(".part"), "w:gz") as archive:
            info = tarfile.TarInfo(name)
            info.size = len(FINE)
            archive.addfile(info, io.BytesIO(FINE))
        with path.open("ab") as file:
            file.write(path.with_suffix(".part").read_bytes())
    path.with_suffix(".part").unlink()


def _zip64(path: Path, field: int) -> None:
    """One field of the directory's row moves into its long form, which says 2**62."""
    zip_of(path, {"a.py": FINE})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + field : at + field + 4] = b"\xff\xff\xff\xff"
    data[at + 30 : at + 32] = struct.pack("<H", 12)
    behind = at + 46 + len("a.py")
    data[behind:behind] = struct.pack("<HHQ", 1, 8, 2**62)
    end = data.index(b"PK\x05\x06")
    data[end + 12 : end + 16] = struct.pack("<I", end - at)
    path.write_bytes(bytes(data))


def _zip64_size(path: Path) -> None:
    """What counts is what is there."""
    _zip64(path, 24)


def _zip64_place(path: Path) -> None:
    _zip64(path, 42)


def _encrypted(path: Path) -> None:
    raw_zip(path, b"app.py", FINE, flags=0x1)


def _truncated(pack: Maker) -> Maker:
    def make(path: Path) -> None:
        pack(path)
        path.write_bytes(path.read_bytes()[:-700])

    return make


def _noise_zip(path: Path) -> None:
    zip_of(path, {"a.py": os.urandom(3000)})


def _noise_tar(path: Path) -> None:
    tar_of(path, [member("a.py", os.urandom(3000))])


def _tar_called_zip(path: Path) -> None:
    tar_of(path, [member("fine.py")])


def _unknown_method(path: Path) -> None:
    zip_of(path, {"a.py": FINE})
    data = path.read_bytes()
    for magic, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.index(magic) + offset
        data = data[:at] + b"\x63\x00" + data[at + 2 :]
    path.write_bytes(data)


def _bad_checksum(path: Path) -> None:
    zip_of(path, {"a.py": FINE})
    crc = struct.pack("<I", zlib.crc32(FINE))
    path.write_bytes(path.read_bytes().replace(crc, b"\1\2\3\4"))


def _bad_deflate(path: Path) -> None:
    zip_of(path, {"a.py": FINE * 100})
    data = bytearray(path.read_bytes())
    data[40:60] = b"\xff" * 20
    path.write_bytes(bytes(data))


def _long_name(path: Path) -> None:
    name = tarfile.TarInfo("././@LongLink")
    name.type, name.size = tarfile.GNUTYPE_LONGNAME, 60 * MEBIBYTE
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        archive.addfile(name, io.BytesIO(b"a" * name.size))
        archive.addfile(tarfile.TarInfo("a.py"))


def _prefixed(path: Path) -> None:
    """A program with a zip behind it, as installers that unpack themselves are."""
    _noise_zip(path)
    path.write_bytes(b"#!/bin/sh\nexit 1\n" + path.read_bytes())


def _two_names(first: str, second: str) -> Maker:
    return lambda path: tar_of(path, [member(first), member(second)])


def _skips(name: str, make: Maker, path: str, reason: str) -> Hostile:
    """Two members, of which the one at the path is skipped and the other is read."""
    return Hostile(name, make, skipped={path: reason}, taken=1, entries=2)


SPECIAL = [
    _skips("tar, symbolic link", _tar_with(tarfile.SYMTYPE, "/etc/passwd"), "odd", "symbolic link"),
    _skips("tar, hard link", _tar_with(tarfile.LNKTYPE, "/etc/passwd"), "odd", "hard link"),
    _skips("tar, FIFO", _tar_with(tarfile.FIFOTYPE), "odd", "not a regular"),
    _skips("tar, character device", _tar_with(tarfile.CHRTYPE), "odd", "not a regular"),
    _skips("tar, block device", _tar_with(tarfile.BLKTYPE), "odd", "not a regular"),
    _skips("tar, unknown type", _tar_with(b"Z"), "odd", "not a regular"),
    _skips("tar, sparse", _sparse, "odd", "not a regular"),
    Hostile("tar, through a link", _links_out, skipped={"d": "symbolic link"}, taken=2, entries=3),
    Hostile("tar, setuid root", _setuid, taken=1, entries=1),
    Hostile("zip, symbolic link", _zip_named(b"odd", symlink_mode()), "first odd: symbolic link"),
    Hostile("zip, device", _zip_named(b"odd", 0o020666), "first odd: not a regular file"),
    Hostile("zip, FIFO", _zip_named(b"odd", 0o010666), "first odd: not a regular file"),
]
BOMBS = [
    Hostile("zip bomb, ratio", _ratio, "decompression bomb", "zeros.txt"),
    Hostile("zip bomb, overlap", _overlap, "decompression bomb"),
    Hostile("zip bomb, one row often", _same_row, skipped={"a.txt": "same name"}, taken=1, entries=200),
    Hostile("zip, 80 MiB of noise", _noise, taken=80, entries=80),
    Hostile("zip bomb, nested", _nested, taken=8, entries=8),
    Hostile("zip bomb, many entries", _many, "more than 20,000 entries", limits={"entries": 20_000}),
    Hostile("tar bomb, a million entries", _million, "more than 50,000 entries", limits={"entries": 50_000}),
    Hostile("zip bomb, lying size", _lying_zip, "broken"),
    Hostile("tar.gz bomb, 10 GB of zeros", _ten_gigabytes_gz, "expands to more", limits=ONE_GIGABYTE),
    Hostile("tar.bz2 bomb, 10 GB of zeros", _ten_gigabytes_bz2, "decompression bomb"),
    Hostile("tar bomb, a name of 60 MB", _long_name, "decompression bomb"),
]
NAMES = [
    Hostile("NFC and NFD", _two_names("caf\u00e9.py", "cafe\u0301.py"), taken=2, entries=2),
    Hostile("upper and lower case", _two_names("A.py", "a.py"), taken=2, entries=2),
    _skips("newline", _two_names("fine.py", "a\nb.py"), "a\\u000ab.py", "control"),
    _skips("right to left", _two_names("fine.py", "a\u202eyp.b"), "a\\u202eyp.b", "control"),
    _skips("escape sequence", _two_names("fine.py", "a\x1b[2Jb.py"), "a\\u001b[2Jb.py", "control"),
    Hostile("NUL in a zip name", _zip_named(b"a.py\x00.txt"), "control characters"),
    _skips("no UTF-8", _two_names("fine.py", "caf\udce9.py"), "caf\\xe9.py", "UTF-8"),
    _skips("500 deep", _two_names("fine.py", "d/" * 500 + "a.py"), "d/" * 500 + "a.py", "deeper"),
    _skips("4,096 long", _two_names("fine.py", "n" * 4096), "n" * 4096, "longer"),
    _skips("a name twice", _two_names("a.py", "./a.py"), "a.py", "same name"),
    _skips("a file and a folder of one name", _two_names("a.py", "a.py/b.py"), "a.py/b.py", "below"),
]
BROKEN = [
    Hostile("truncated zip", _truncated(_noise_zip), "broken|not an archive"),
    Hostile("truncated tar.gz", _truncated(_noise_tar), "broken"),
    Hostile("encrypted zip", _encrypted, "without a password", "app.py"),
    Hostile("tar called .zip", _tar_called_zip, taken=1, entries=1),
    Hostile("zip64, lying size", _zip64_size, taken=1, entries=1),
    Hostile("zip64, lying place", _zip64_place, "broken"),
    Hostile("unknown method", _unknown_method, "unknown method"),
    Hostile("wrong checksum", _bad_checksum, "broken"),
    Hostile("broken stream", _bad_deflate, "broken"),
    Hostile("program in front", _prefixed, "not an archive"),
    Hostile("pax path", _pax_path, "leaves the tree", "../evil.py"),
    Hostile("pax global path", _pax_global, "absolute path"),
    Hostile("pax size", _pax_size, "broken"),
    Hostile("gz of two members", _two_members_gz, "something follows the end"),
]
CORPUS = [*_escapes(), *SPECIAL, *BOMBS, *NAMES, *BROKEN]
