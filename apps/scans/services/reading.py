"""Lets a process of its own read a source: whatever that does to it, the worker lives."""

from __future__ import annotations

import json
import logging
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from django.conf import settings

from apps.scans.child import OUT_OF_MEMORY, OUT_OF_TIME
from apps.scans.services.apart import environment
from apps.scans.services.made_rules import lend_made_rules
from apps.scans.services.receive import DOCUMENT_MAX_BYTES
from migration_engine.errors import EngineError
from migration_engine.intake import GitAccess, Limits
from migration_engine.scan.secrets.redact import redacted
from migration_engine.text import Text

log = logging.getLogger(__name__)

# How git reaches the network from this machine.
_NETWORK = (
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"),
    *("https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"),
)
_PATIENCE_S = 5
_SAID = 4000
_TOO_LONG = Text(
    "Reading the source took longer than a scan may take. Scan a smaller part of it.",
    "读取源码的时间超过单次扫描的上限。请只扫描其中一部分。",
)
_TOO_LARGE = Text(
    "Reading the source took more memory than a scan may use. Scan a smaller part of it.",
    "读取源码所需内存超过单次扫描的上限。请只扫描其中一部分。",
)


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be read: `name` is what people call it; `access` is how, when it is a Git URL."""

    source: str
    name: str
    limits: Limits
    access: GitAccess
    rules: tuple[str, ...] = ()


class ReadingStopped(EngineError):
    """The source was refused, or reading it took more than a scan may."""

    def __init__(self, code: str, text: Text, place: str = "") -> None:
        super().__init__(text, place=place)
        self.code = code


class ReadingCrashed(RuntimeError):
    """The child ended without a result and without a reason: a fault of ours."""


def read_source(order: Order, progress: Callable[[str, int, int], None], keep: Path | None = None) -> bytes:
    """Return the scan document's bytes; KEEP is where the redacted source is packed, if anywhere.

    Raises ReadingStopped when the source was refused or took too much, ReadingCrashed when the child died.
    """
    with tempfile.TemporaryDirectory(prefix="npu-migrate-scan-") as folder:
        lend_made_rules(Path(folder))
        output, said = Path(folder) / "scan.json", Path(folder) / "stderr"
        sources = Path(folder) / "sources.zip" if keep else None
        late = threading.Event()
        with said.open("wb") as stderr, _child(folder, stderr, late) as process:
            _start(process, order, output, sources)
            _follow(process, progress)
        if late.is_set():
            raise ReadingStopped("scan_too_long", _TOO_LONG)
        if process.returncode or not output.exists():
            raise _death(process.returncode, said.read_bytes()[-_SAID:])
        content = _of_bearable_size(output)
        if keep and sources and sources.exists():
            keep.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(sources, keep)
        return content


@contextmanager
def _child(folder: str, stderr: IO[bytes], late: threading.Event) -> Iterator[subprocess.Popen[str]]:
    """The process, which has ended when this does; it is killed when it outlives its time."""
    process = subprocess.Popen(
        [sys.executable, "-m", "apps.scans.child"],
        cwd=settings.BASE_DIR,
        env=environment(folder, _NETWORK),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        start_new_session=True,
    )
    alarm = threading.Timer(settings.SCAN_SECONDS, _stop_late, (process, late))
    alarm.start()
    with process:
        try:
            yield process
        finally:
            _end(process)
            alarm.cancel()


def _start(process: subprocess.Popen[str], order: Order, output: Path, sources: Path | None) -> None:
    """The order goes through a pipe: arguments and environments can be read by others."""
    assert process.stdin
    bounds = {
        "cpu_seconds": settings.SCAN_CPU_SECONDS,
        "memory_bytes": settings.SCAN_MEMORY_BYTES,
        "file_bytes": order.limits.expanded_bytes,
    }
    places = {"output": str(output), "sources": str(sources or "")}
    line = json.dumps(asdict(order) | places | {"bounds": bounds}, default=list)
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _follow(process: subprocess.Popen[str], progress: Callable[[str, int, int], None]) -> None:
    assert process.stdout
    for line in process.stdout:
        message = json.loads(line)
        if "refused" in message:
            code, en, zh, place = message["refused"]
            raise ReadingStopped(code, Text(en, zh), place)
        progress(*message["step"])
    process.wait()


def _end(process: subprocess.Popen[str]) -> None:
    """First ask, so that it ends its own git and clears its folder; then insist."""
    try:
        process.terminate()
        process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _stop_late(process: subprocess.Popen[str], late: threading.Event) -> None:
    late.set()
    _end(process)


def _death(code: int, said: bytes) -> Exception:
    """Why a child without a word died, as far as its end tells."""
    if code in (OUT_OF_TIME, -signal.SIGXCPU):
        return ReadingStopped("scan_too_long", _TOO_LONG)
    if code in (OUT_OF_MEMORY, -signal.SIGKILL) or b"bad_alloc" in said:
        return ReadingStopped("scan_too_large", _TOO_LARGE)
    log.error("the scanning process ended with %s: %s", code, redacted(said.decode("utf-8", "replace")))
    return ReadingCrashed(f"the scanning process ended with {code}")


def _of_bearable_size(output: Path) -> bytes:
    if output.stat().st_size > DOCUMENT_MAX_BYTES:
        limit = DOCUMENT_MAX_BYTES // 2**20
        raise ReadingStopped(
            "document_too_large",
            Text(
                f"The result has more than {limit} MB. Scan a smaller part of the source.",
                f"扫描结果超过 {limit} MB。请只扫描其中一部分源码。",
            ),
        )
    return output.read_bytes()
