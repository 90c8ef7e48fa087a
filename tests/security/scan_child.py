"""Scans a folder under limits and writes down how long each of its files took."""

from __future__ import annotations

import json
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

from migration_engine import report
from migration_engine.intake import Entry, open_tree
from migration_engine.intake.tree import Contents
from migration_engine.rules import load_catalogue
from tests.security.intake_child import peak_memory

MOST_MEMORY = 3 * 1024**3


class Timed:
    """Notes the moment at which each file is asked for; the next one is asked for when it is done."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self.moments: list[tuple[str, float]] = []

    def read(self, entry: Entry) -> bytes:
        self.moments.append((entry.path, time.process_time()))
        return self._contents.read(entry)

    def seconds(self) -> dict[str, float]:
        ends = [moment for _, moment in self.moments[1:]] + [time.process_time()]
        return {path: end - start for (path, start), end in zip(self.moments, ends, strict=True)}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    ruleset = load_catalogue()
    with open_tree(sys.argv[1]) as tree:
        timed = Timed(tree.contents)
        document = report.build(replace(tree, contents=timed), ruleset)
    said = {"seconds": timed.seconds(), "memory": peak_memory(), "document": document}
    Path(sys.argv[2]).write_text(json.dumps(said))


if __name__ == "__main__":
    main()
