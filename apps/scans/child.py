"""Reads one source in a process of its own: under limits, without the portal's database and secrets.

It is told what to read by one line of JSON on its input and tells steps, or why it stopped, by lines on its
output. When its input ends, so did whoever wanted the result, and it stops.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from apps.scans.packing import pack
from migration_engine.errors import EngineError
from migration_engine.export.document_lines import document_lines
from migration_engine.intake import GitAccess, Limits, open_tree
from migration_engine.model import ScanReport
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue
from migration_engine.scan.sources import redacted_sources

_GRACE_S = 20
# What a scan used up, told as the exit code.
OUT_OF_TIME, OUT_OF_MEMORY = 3, 4


def main() -> None:
    """Obey one order; the exit code is 0 also when the source was refused by name."""
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_stop_with_the_input, daemon=True).start()
    bound(order["bounds"])
    try:
        found = _report(order)
        with Path(order["output"]).open("wb") as file:
            file.writelines(document_lines(found))
    except EngineError as error:
        _tell(refused=[error.code, error.text.en, error.text.zh, error.place])
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def _report(order: dict[str, Any]) -> ScanReport:
    ruleset = load_catalogue(*order["rules"])
    _tell(step=["open", 0, 1])
    access = GitAccess(**order["access"])
    with open_tree(order["source"], limits=Limits(**order["limits"]), access=access) as tree:
        _tell(step=["open", 1, 1])
        found = scan_report(tree, ruleset, progress=lambda *step: _tell(step=step))
        if order["sources"]:
            hit = {finding.path for finding in found.scan.findings}
            pack(Path(order["sources"]), redacted_sources(tree, hit))
    source = replace(found.scan.source, name=order["name"])
    return replace(found, scan=replace(found.scan, source=source))


def _tell(**message: object) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201 - the one way to the process that started this one


def bound(bounds: dict[str, int]) -> None:
    """No more than this, whatever the source holds; git, which it starts, inherits all of them."""
    signal.signal(signal.SIGXCPU, _out_of_time)
    signal.signal(signal.SIGTERM, _stop)
    seconds, size = bounds["cpu_seconds"], bounds["file_bytes"]
    _limit(resource.RLIMIT_CPU, seconds, seconds + _GRACE_S)
    _limit(resource.RLIMIT_AS, bounds["memory_bytes"], bounds["memory_bytes"])
    _limit(resource.RLIMIT_FSIZE, size, size)
    _limit(resource.RLIMIT_CORE, 0, 0)


def _limit(which: int, soft: int, hard: int) -> None:
    """Never above what this process may have already."""
    ceiling = resource.getrlimit(which)[1]
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(which, (soft, hard))


def _out_of_time(number: int, frame: FrameType | None) -> None:
    sys.exit(OUT_OF_TIME)


def _stop(number: int, frame: FrameType | None) -> None:
    """As an exception, so that the clone and its folder are cleared away."""
    sys.exit(1)


def _stop_with_the_input() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
