"""Attempts that this node has begun: a spec is good for one of them, once."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path

from migration_engine.aside import written_aside
from migration_engine.errors import SpecInvalid
from migration_engine.protocol import JobSpec
from migration_engine.text import Text

log = logging.getLogger(__name__)
MOST = 2000


@dataclass(frozen=True, slots=True)
class Begun:
    """A file with the newest attempts, each by its job and its signed number."""

    file: Path

    def note(self, spec: JobSpec) -> None:
        """Remember the attempt. Raises SpecInvalid for one that began before: its spec was replayed."""
        known = self._known()
        this = f"{spec.job}/{spec.attempt}"
        if this in known:
            raise SpecInvalid(
                Text("this attempt has begun here before", "该次尝试此前已在本节点开始过"), place="/attempt"
            )
        try:
            with written_aside(self.file) as file:
                file.write(json.dumps([*known, this][-MOST:]).encode())
        except OSError as error:
            log.warning("this attempt could not be noted: %s", error)

    def _known(self) -> list[str]:
        try:
            return list(map(str, json.loads(self.file.read_text(encoding="utf-8"))))
        except (OSError, ValueError, TypeError):
            return []
