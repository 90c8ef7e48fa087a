"""What would go wrong later, said now: a port in use, a full disk, an unwritable folder, a second run."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import tempfile
from contextlib import closing
from pathlib import Path
from typing import IO

from migration_portal.launch.console import Failed

NEEDED_MB = 500


def check(var: Path, port: int) -> None:
    """Raise Failed with the next step when the portal could not run here."""
    check_folder(var)
    check_space(var)
    check_port(port)


def check_folder(var: Path) -> None:
    """Make sure that we can write below VAR."""
    try:
        var.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=var):
            pass
    except OSError as error:
        raise Failed(
            f"{var} is not writable ({error.strerror}). Change its owner, or set VAR_DIR to another folder."
        ) from error


def check_space(var: Path) -> None:
    """Leave the databases some room: one that fills the disk stops in the middle of a scan."""
    free = shutil.disk_usage(var).free // 2**20
    if free < NEEDED_MB:
        raise Failed(
            f"Only {free} MB are free on the disk of {var}, {NEEDED_MB} are needed. Free some space, "
            "or set VAR_DIR to a folder on another disk."
        )


def check_port(port: int) -> None:
    """Make sure that nobody else listens where the portal will."""
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError as error:
            raise Failed(f"Port {port} is reserved for root. Run: make run PORT=8000") from error
        except OSError as error:
            raise Failed(
                f"Port {port} is in use. Stop what listens there, or run: make run PORT={port + 1}"
            ) from error


def only_one(var: Path, url: str) -> IO[str]:
    """Return a lock to hold while running; a second run from this folder is told where the first one is."""
    lock = (var / "run.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        running = lock.read().strip()
        lock.close()
        raise Failed(
            f"The portal already runs from this folder: {running}. Stop it first with Ctrl-C."
        ) from None
    lock.truncate(0)
    lock.write(f"{url} (process {os.getpid()})")
    lock.flush()
    return lock
