"""The portal with trapdoors: at an armed one, what it is doing ends at that moment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from apps.core import queue
from migration_portal.wsgi import application as portal

GONE = 9
_send = queue.send


def opens(trap: str) -> bool:
    """Tell whether this process is the one that an armed trapdoor takes; each opens once."""
    for armed in (Path(os.environ["STAGE_TRAPS"]) / trap).glob("*"):
        with suppress(FileNotFoundError):
            armed.unlink()
            return True
    return False


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer as the portal does, but for a lease that is committed and never answered."""
    answer = portal(environ, start_response)
    leased = environ["PATH_INFO"].endswith("/lease") and getattr(answer, "status_code", 0) == 200
    if leased and opens("assigned, dies"):
        os._exit(GONE)
    if leased and opens("assigned, fails"):
        raise ConnectionResetError("the answer is lost")
    return answer


def send(*args: Any, **options: Any) -> bool:
    """Ring as the portal does, but for a job that is committed and never rung for."""
    if opens("committed"):
        os._exit(GONE)
    return _send(*args, **options)


queue.send = send
