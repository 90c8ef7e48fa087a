"""How several processes share one embedded server: a lock that each holds while it lives.

The kernel drops a lock when its process dies, however it dies, so nobody has to keep a list of pids.
"""

import atexit
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from migration_portal.embedded.errors import ServerFailed


class Server(Protocol):
    """What PostgreSQL and Valkey have in common."""

    folder: Path

    def is_running(self) -> bool:
        """Tell whether the server takes connections."""

    def start(self) -> None:
        """Start the server and return when it takes connections."""

    def stop(self) -> None:
        """Stop the server and return when it has ended."""

    def url(self) -> str:
        """Return the address of the running server."""


_attached: list[Server] = []


def attach(server: Server) -> str:
    """Make sure that SERVER runs and stays until this process ends; return its URL."""
    in_use = _open_lock(server, "in-use")
    fcntl.flock(in_use, fcntl.LOCK_SH)
    with _alone(server):
        if not server.is_running():
            server.start()
    atexit.register(_leave, server, in_use, os.getpid())
    _attached.append(server)
    return server.url()


def revive() -> list[str]:
    """Start again what this process uses and what has died meanwhile; return the names of the folders."""
    dead = [server for server in _attached if not server.is_running()]
    for server in dead:
        with _alone(server):
            if not server.is_running():
                server.start()
    return [server.folder.name for server in dead]


def stop_unused(server: Server) -> bool:
    """Stop SERVER unless a process still uses it; return whether nobody does."""
    with _open_lock(server, "in-use") as in_use:
        return _stop_if_last(server, in_use)


def _leave(server: Server, in_use: IO[str], owner: int) -> None:
    # A forked child inherits this handler but not the duty.
    if os.getpid() == owner:
        _stop_if_last(server, in_use)
        in_use.close()


def _stop_if_last(server: Server, in_use: IO[str]) -> bool:
    try:
        fcntl.flock(in_use, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    if server.is_running():
        server.stop()
    return True


@contextmanager
def _alone(server: Server) -> Iterator[None]:
    with _open_lock(server, "starting") as starting:
        fcntl.flock(starting, fcntl.LOCK_EX)
        yield


def _open_lock(server: Server, purpose: str) -> IO[str]:
    # Beside the server's folder, not in it: the folder may be removed while a lock is held.
    path = server.folder.with_name(f"{server.folder.name}.{purpose}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a")
    except OSError as error:
        raise ServerFailed(
            f"{path.parent} is not writable ({error.strerror}). "
            "Change its owner, or set VAR_DIR to a folder that you may write."
        ) from error
