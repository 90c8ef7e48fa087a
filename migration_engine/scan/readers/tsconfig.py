"""Reads what a TypeScript project calls its own folders: tsconfig.json and jsconfig.json."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.scan.readers.jsons import read_json
from migration_engine.scan.sighting import Reading

# Such a file may hold comments and commas before a closing bracket; strings stay as they are.
_MORE_THAN_JSON = expression(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[\]}])', re.DOTALL)


def read_tsconfig(text: str, reading: Reading) -> None:
    """Settings like any JSON, and the aliases under which modules are imported."""
    read_json(text, reading)
    try:
        settings = json.loads(_MORE_THAN_JSON.sub(lambda one: one.group(1) or "", text))
    except (ValueError, RecursionError) as error:
        reading.note = skips.NO_JSON.format(error)
        return
    options = settings.get("compilerOptions") if isinstance(settings, dict) else None
    if isinstance(options, dict):
        _see_aliases(options, reading)


def _see_aliases(options: Mapping[str, object], reading: Reading) -> None:
    base = options.get("baseUrl")
    if isinstance(base, str):
        reading.offer("package", "*", f"{base}/*", 1)
    paths = options.get("paths")
    for pattern, targets in paths.items() if isinstance(paths, dict) else ():
        for target in targets if isinstance(targets, list) else ():
            if isinstance(target, str):
                folder = f"{base}/" if isinstance(base, str) else ""
                reading.offer("package", pattern, f"{folder}{target}", 1)
