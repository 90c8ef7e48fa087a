"""Opens one source in a process of its own and says what came of it, with the memory and disk it took."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path

from migration_engine.errors import IntakeRefused
from migration_engine.intake import Limits, open_tree


class Disk:
    """Watches how much this process holds in files, also in those without a name."""

    def __init__(self) -> None:
        self.peak = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            self.peak = max(self.peak, self.now())

    def now(self) -> int:
        total = 0
        for held in Path("/proc/self/fd").iterdir():
            try:
                place, seen = str(held.readlink()), held.stat()
            except OSError:
                continue
            total += seen.st_blocks * 512 if place.startswith(os.environ["TMPDIR"]) else 0
        return total


def peak_memory() -> int:
    """Bytes of this program alone: `ru_maxrss` would begin with those of the process that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def main() -> None:
    source, limits = sys.argv[1], json.loads(sys.argv[2])
    disk, started = Disk(), time.monotonic()
    base = peak_memory()
    said: dict[str, object] = {"refused": "", "place": "", "held": [], "skipped": {}}
    try:
        with open_tree(source, limits=Limits(**limits)) as tree:
            said["held"] = sorted(entry.path for entry in tree.entries if tree.read(entry) is not None)
            said["skipped"] = {one.path: one.reason for one in tree.skipped}
            said["skips"] = len(tree.skipped)
            disk.peak = max(disk.peak, disk.now())
    except IntakeRefused as error:
        said |= {"refused": error.message, "place": error.place}
    said["seconds"] = time.monotonic() - started
    said["disk"] = disk.peak
    said["memory"] = peak_memory() - base
    Path(sys.argv[3]).write_text(json.dumps(said))


if __name__ == "__main__":
    main()
