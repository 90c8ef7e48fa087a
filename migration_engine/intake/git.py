"""Reads a remote Git repository: a bare clone of depth one whose blobs are read without a checkout.

The one module of the engine that may use the network.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from migration_engine.errors import IntakeRefused
from migration_engine.intake import skips
from migration_engine.intake.address import Remote, checked_remote
from migration_engine.intake.limits import MEBIBYTE, Limits
from migration_engine.intake.names import refuse_escape, shown
from migration_engine.intake.spool import Spool
from migration_engine.intake.tree import SourceTree, make_tree
from migration_engine.text import Text

# What git may inherit: how to reach the network, and nothing about the user.
_KEPT = ("PATH", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "GIT_SSL_CAINFO")
_OPTIONS = (
    "core.hooksPath=/dev/null",
    "credential.helper=",
    "protocol.allow=never",
    "protocol.https.allow=always",
    "http.followRedirects=false",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=30",
    "transfer.fsckObjects=true",
    # Harmless mistakes that old tools wrote into the history of honest repositories.
    "fetch.fsck.zeroPaddedFilemode=ignore",
    "fetch.fsck.badTimezone=ignore",
    "fetch.fsck.missingSpaceBeforeDate=ignore",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
)


@dataclass(frozen=True, slots=True)
class Member:
    """One row of `git ls-tree`."""

    mode: str
    blob: str
    name: str


@contextmanager
def git_tree(url: str, limits: Limits, *, allow_private_hosts: bool) -> Iterator[SourceTree]:
    """The tree of the default branch; the clone lives in a folder of its own that is removed at the end."""
    remote = checked_remote(url, allow_private_hosts=allow_private_hosts)
    with tempfile.TemporaryDirectory(prefix="npu-migrate-") as folder, Spool(limits) as spool:
        repository = Path(folder) / "repository.git"
        _clone(remote, repository, limits)
        _collect(repository, spool)
        yield make_tree(
            remote.url.rstrip("/").rpartition("/")[2].removesuffix(".git"),
            "git",
            spool.entries.values(),
            spool.skips(),
            spool,
            revision=_ask(repository, "rev-parse", "HEAD"),
            branch=_ask(repository, "symbolic-ref", "--short", "HEAD"),
        )


def _environment(home: Path) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_ALLOW_PROTOCOL": "https",
        "GIT_ASKPASS": "true",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def _clone(remote: Remote, target: Path, limits: Limits) -> None:
    options = [part for option in _OPTIONS for part in ("-c", option)]
    if remote.address:
        # Pinned, so that a second answer of the name server cannot lead elsewhere.
        options += ["-c", f"http.curloptResolve={remote.host}:{remote.port}:{remote.address}"]
    clone = ("clone", "--quiet", "--bare", "--depth", "1", "--single-branch", "--no-tags")
    process = subprocess.Popen(
        ["git", *options, *clone, "--", remote.url, str(target)],
        env=_environment(target.parent),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        try:
            _wait(process, remote, target, limits)
        finally:
            _end(process)
        said = process.stderr.read().decode("utf-8", "replace") if process.stderr else ""
    if process.returncode:
        raise IntakeRefused(
            Text(
                f"git could not clone it ({_telling_line(said)}); check URL and access",
                f"git 无法克隆该仓库（{_telling_line(said)}），请检查地址与访问权限",
            ),
            place=remote.url,
        )


def _wait(process: subprocess.Popen[bytes], remote: Remote, target: Path, limits: Limits) -> None:
    """Until the clone ends, or has taken too much time or disk."""
    deadline = time.monotonic() + limits.git_seconds
    while process.poll() is None:
        too_slow = time.monotonic() > deadline
        if too_slow or _size(target) > limits.archive_bytes:
            bound = f"{limits.git_seconds} s" if too_slow else f"{limits.archive_bytes // MEBIBYTE} MiB"
            raise IntakeRefused(
                Text(
                    f"the clone passed {bound}; give an archive of the sources",
                    f"克隆超过 {bound} 的上限，请改为提供源码压缩包",
                ),
                place=remote.url,
            )
        time.sleep(0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop git with the helpers that it started, also when our own waiting was interrupted."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def _size(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).lstat().st_size
            except FileNotFoundError:
                continue  # git renames its temporary packs while we look
    return total


def _collect(repository: Path, spool: Spool) -> None:
    members = tuple(_members(repository))
    with _git(repository, "cat-file", "--batch") as batch:
        assert batch.stdin and batch.stdout
        for member in members:
            spool.count()
            refuse_escape(member.name)
            if member.mode in ("100644", "100755"):
                _read_blob(batch.stdin, batch.stdout, member, spool)
            else:
                spool.skip(member.name, skips.SUBMODULE if member.mode == "160000" else skips.SYMBOLIC_LINK)
        batch.stdin.close()


def _members(repository: Path) -> Iterator[Member]:
    listing = _run(repository, "ls-tree", "-r", "-z", "--full-tree", "HEAD")
    for row in filter(None, listing.split(b"\0")):
        head, _, name = row.partition(b"\t")
        mode, _, blob = head.decode().split()
        yield Member(mode, blob, os.fsdecode(name))


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
        env=_environment(repository.parent),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _run(repository: Path, *arguments: str) -> bytes:
    with _git(repository, *arguments) as process:
        said, _ = process.communicate()
    if process.returncode:
        raise IntakeRefused(
            Text(
                "the repository has no commit to read; push one and scan again",
                "仓库中没有可读取的提交，请推送后重新扫描",
            ),
            place=repository.name,
        )
    return said


def _ask(repository: Path, *arguments: str) -> str:
    return _run(repository, *arguments).decode("utf-8", "replace").strip()


def _telling_line(text: str) -> str:
    """Git names the cause as an error first, and ends with a general complaint."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    causes = [line for line in lines if line.startswith("error:")] or lines[-1:]
    return shown(causes[0][:300]) if causes else "no reason given"
