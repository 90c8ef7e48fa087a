"""Runs git as nobody: without the user's settings, hooks, helpers or prompts, over https alone.

The one module of the engine that may use the network.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from migration_engine.errors import IntakeRefused
from migration_engine.intake.access import GitAccess
from migration_engine.intake.address import Remote
from migration_engine.intake.limits import MEBIBYTE, Limits
from migration_engine.intake.names import shown
from migration_engine.text import Text

# What git may inherit: how to reach the network, and nothing about the user.
_KEPT = ("PATH", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "GIT_SSL_CAINFO")
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.bigFileThreshold": "16m",  # a blob of zeros is hashed as a stream, not held in memory
    "credential.helper": "",
    "protocol.allow": "never",
    "protocol.https.allow": "always",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": "30",
    "transfer.fsckObjects": "true",
    # Harmless mistakes that old tools wrote into the history of honest repositories.
    "fetch.fsck.zeroPaddedFilemode": "ignore",
    "fetch.fsck.badTimezone": "ignore",
    "fetch.fsck.missingSpaceBeforeDate": "ignore",
    "fetch.recurseSubmodules": "false",
    "gc.auto": "0",
}


def environment(home: Path, settings: Mapping[str, str] = _SETTINGS) -> dict[str, str]:
    """Settings travel here and not as arguments, which every user of the machine can read."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    numbered = {
        f"GIT_CONFIG_{part}_{number}": text
        for number, pair in enumerate(settings.items())
        for part, text in zip(("KEY", "VALUE"), pair, strict=True)
    }
    return kept | numbered | {
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_ALLOW_PROTOCOL": "https",
        "GIT_ASKPASS": "true",
        "GIT_CONFIG_COUNT": str(len(settings)),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }  # fmt: skip


def clone(remote: Remote, target: Path, limits: Limits, access: GitAccess) -> str:
    """Bring one commit into a bare repository, and say under which name it lies there."""
    settings = dict(_SETTINGS)
    if remote.pinned:
        settings["http.curloptResolve"] = remote.pinned
    if access.token:
        settings[f"http.https://{remote.host}:{remote.port}/.extraHeader"] = (
            f"Authorization: {access.credential}"
        )
    known = environment(target.parent, settings)
    for command in _commands(remote, target, access):
        _run_under(command, known, remote, target, limits, access)
    return "FETCH_HEAD" if access.is_commit else "HEAD"


def _commands(remote: Remote, target: Path, access: GitAccess) -> Sequence[Sequence[str]]:
    """A clone names branches and tags only; a commit is fetched into an empty repository."""
    if access.is_commit:
        fetch = ("fetch", "--quiet", "--depth=1", "--no-tags", "--", remote.url, access.ref)
        return (
            ("git", "init", "--quiet", "--bare", "--template=", "--", str(target)),
            ("git", f"--git-dir={target}", *fetch),
        )
    named = (f"--branch={access.ref}",) if access.ref else ()
    shallow = ("--quiet", "--bare", "--depth=1", "--single-branch", "--no-tags", "--template=")
    return (("git", "clone", *shallow, *named, "--", remote.url, str(target)),)


def _run_under(
    command: Sequence[str],
    known: Mapping[str, str],
    remote: Remote,
    target: Path,
    limits: Limits,
    access: GitAccess,
) -> None:
    process = subprocess.Popen(
        command,
        env=known,
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
        said = process.stderr.read(MEBIBYTE).decode("utf-8", "replace") if process.stderr else ""
    if process.returncode:
        raise IntakeRefused(_why(said, access), place=remote.url)


def _why(said: str, access: GitAccess) -> Text:
    if "Authentication failed" in said or "could not read Username" in said:
        return Text(
            "the server wants an access token that may read this repository; give one, or a new one",
            "服务器需要一个有权读取该仓库的访问令牌；请填写，或换一个新的令牌",
        )
    line = access.without_token(_telling_line(said))
    return Text(
        f"git could not clone it ({line}); check URL, branch and access",
        f"git 无法克隆该仓库（{line}），请检查地址、分支与访问权限",
    )


def _wait(process: subprocess.Popen[bytes], remote: Remote, target: Path, limits: Limits) -> None:
    """Until git ends, or has taken too much time or disk."""
    deadline = time.monotonic() + limits.git_seconds
    while process.poll() is None:
        if time.monotonic() > deadline:
            raise _passed(f"{limits.git_seconds:,} s", remote)
        _refuse_large(target, limits, remote)
        time.sleep(0.1)
    _refuse_large(target, limits, remote)


def _refuse_large(target: Path, limits: Limits, remote: Remote) -> None:
    if _size(target) > limits.archive_bytes:
        raise _passed(f"{limits.archive_bytes // MEBIBYTE:,} MiB", remote)


def _passed(bound: str, remote: Remote) -> IntakeRefused:
    return IntakeRefused(
        Text(
            f"the clone passed {bound}; give an archive of the sources",
            f"克隆超过 {bound} 的上限，请改为提供源码压缩包",
        ),
        place=remote.url,
    )


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


def _telling_line(text: str) -> str:
    """Git names the cause as an error first, and ends with a general complaint.

    What the server itself says (`remote: ...`) is left out: it may be anything.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("remote:")]
    causes = [line for line in lines if line.startswith("error:")] or lines[-1:]
    return shown(causes[0][:300]) if causes else "no reason given"
