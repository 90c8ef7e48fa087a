"""Reads a remote Git repository: a bare clone of depth one whose blobs are read without a checkout."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from migration_engine.errors import IntakeRefused
from migration_engine.intake import skips
from migration_engine.intake.access import GitAccess, refuse_access
from migration_engine.intake.address import checked_remote
from migration_engine.intake.git_client import clone, environment
from migration_engine.intake.limits import MEBIBYTE, Limits
from migration_engine.intake.names import refuse_escape
from migration_engine.intake.spool import Spool
from migration_engine.intake.tree import SourceTree, make_tree
from migration_engine.text import Text

_BLOCK = 64 * 1024
_FILES = ("100644", "100755", "100664")  # the last is how very old clients wrote an ordinary file


@dataclass(frozen=True, slots=True)
class Member:
    """One row of `git ls-tree -l`; what is no file has no size."""

    mode: str
    blob: str
    size: int
    name: str


@contextmanager
def git_tree(url: str, limits: Limits, access: GitAccess) -> Iterator[SourceTree]:
    """The tree of one commit; the clone lives in a folder of its own that is removed at the end."""
    refuse_access(access)
    remote = checked_remote(url, internal_hosts=access.internal_hosts)
    with tempfile.TemporaryDirectory(prefix="npu-migrate-") as folder, Spool(limits, remote.url) as spool:
        repository = Path(folder) / "repository.git"
        head = clone(remote, repository, limits, access)
        revision = _ask(repository, "rev-parse", f"{head}^{{commit}}")
        _collect(repository, revision, spool)
        yield make_tree(
            remote.url.rstrip("/").rpartition("/")[2].removesuffix(".git"),
            "git",
            spool.entries.values(),
            spool.skips(),
            spool,
            revision=revision,
            branch=_branch(repository, access),
        )


def _branch(repository: Path, access: GitAccess) -> str:
    if access.ref:
        return "" if access.is_commit else access.ref
    return _ask(repository, "symbolic-ref", "--short", "HEAD")


def _collect(repository: Path, revision: str, spool: Spool) -> None:
    with _git(repository, "cat-file", "--batch") as batch:
        assert batch.stdin and batch.stdout
        for member in _members(repository, revision):
            spool.count()
            refuse_escape(member.name)
            if member.mode not in _FILES:
                spool.skip(member.name, skips.SUBMODULE if member.mode == "160000" else skips.SYMBOLIC_LINK)
            elif member.size > spool.limits.file_bytes:
                spool.add_unread(member.name, member.size)
            else:
                _read_blob(batch.stdin, batch.stdout, member, spool)
        batch.stdin.close()


def _members(repository: Path, revision: str) -> Iterator[Member]:
    """As git lists them, never all at once: a tree that names itself a hundred times over has no end."""
    with _git(repository, "ls-tree", "-r", "-l", "-z", "--full-tree", revision) as listing:
        assert listing.stdout
        for row in _rows(listing.stdout):
            head, _, name = row.partition(b"\t")
            mode, _, blob, size = head.decode().split()
            yield Member(mode, blob, int(size) if size.isdigit() else 0, os.fsdecode(name))
    if listing.returncode:
        raise _unreadable(repository)


def _rows(stream: IO[bytes]) -> Iterator[bytes]:
    held = b""
    while block := stream.read(_BLOCK):
        *rows, held = (held + block).split(b"\0")
        yield from rows
        if len(held) > MEBIBYTE:
            raise IntakeRefused(
                Text(
                    "a path in it is longer than 1 MiB; give an archive of the sources",
                    "其中有超过 1 MiB 的路径；请改为提供源码压缩包",
                )
            )


def _read_blob(ask: IO[bytes], answer: IO[bytes], member: Member, spool: Spool) -> None:
    ask.write(member.blob.encode() + b"\n")
    ask.flush()
    head = answer.readline().split()
    if len(head) < 3:
        spool.skip(member.name, skips.MISSING)
        return
    left = int(head[2])

    def block(size: int) -> bytes:
        nonlocal left
        data = answer.read(min(size, left))
        left -= len(data)
        return data

    spool.add(member.name, block)
    while left and block(left):
        pass  # a name that was skipped leaves its bytes in the pipe
    answer.read(1)


def _git(repository: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["git", f"--git-dir={repository}", *arguments],
        env=environment(repository.parent),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _ask(repository: Path, *arguments: str) -> str:
    with _git(repository, *arguments) as process:
        said, _ = process.communicate()
    if process.returncode:
        raise _unreadable(repository)
    return said.decode("utf-8", "replace").strip()


def _unreadable(repository: Path) -> IntakeRefused:
    return IntakeRefused(
        Text(
            "the repository has no commit to read; push one and scan again",
            "仓库中没有可读取的提交，请推送后重新扫描",
        ),
        place=repository.name,
    )
