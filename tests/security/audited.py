"""Runs the command line while the interpreter itself reports what it starts, contacts and imports."""

from __future__ import annotations

import os
import sys
from pathlib import Path

WATCHED = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork", "os.forkpty", "pty.spawn")
CONTACTS = ("socket.connect", "socket.sendto", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname")


def main() -> None:
    log, tree = Path(sys.argv[1]), sys.argv[2]
    sys.argv = ["npu-migrate", *sys.argv[3:]]
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def report(event: str, arguments: tuple[object, ...]) -> None:
        if event in WATCHED or event in CONTACTS:
            os.write(handle, f"{event} {arguments[:2]}\n".encode())
        elif event == "import" and str(arguments[1]).startswith(tree):
            os.write(handle, f"import {arguments[1]}\n".encode())
        elif event == "exec" and str(getattr(arguments[0], "co_filename", "")).startswith(tree):
            os.write(handle, f"exec {arguments[0]}\n".encode())

    sys.addaudithook(report)
    from migration_engine.cli import main as run

    run()


if __name__ == "__main__":
    main()
