"""Whether this machine is fit to take work: a broken one must not use up the attempts of every job."""

from __future__ import annotations

import logging
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

log = logging.getLogger(__name__)
LEAST_FREE_MB = 100
CRASHES_IN_A_ROW = 5
FIRST_PAUSE_S = 60.0
LONGEST_PAUSE_S = 900.0


@dataclass(slots=True)
class Soundness:
    """Counts jobs that died one after the other, and looks at the disk; knows the steady clock only."""

    folder: Path
    crashes: int = 0
    _paused_until: float = 0.0

    def note(self, *, came_to_an_end: bool) -> None:
        """Take in how an attempt went. After five deaths in a row pauses begin, each twice as long."""
        self.crashes = 0 if came_to_an_end else self.crashes + 1
        if self.crashes >= CRASHES_IN_A_ROW:
            pause = min(FIRST_PAUSE_S * 2 ** (self.crashes - CRASHES_IN_A_ROW), LONGEST_PAUSE_S)
            self._paused_until = time.monotonic() + pause
            log.error(
                "%s jobs in a row died here; no work for %s s. Run npu-migrate-node doctor",
                self.crashes,
                pause,
            )

    def may_work(self) -> bool:
        """Whether to ask for work now."""
        free = shutil.disk_usage(self.folder).free // 2**20
        if free < LEAST_FREE_MB:
            log.error("%s MB free at %s: no work until there are %s", free, self.folder, LEAST_FREE_MB)
            return False
        return time.monotonic() >= self._paused_until
