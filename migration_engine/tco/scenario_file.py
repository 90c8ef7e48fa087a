"""Reads the mapping that a scenario file holds, YAML or JSON."""

from __future__ import annotations

from pathlib import Path

import yaml

from migration_engine.errors import ScenarioInvalid
from migration_engine.text import Text

# A scenario is a page of text; a larger file is something else.
_MOST_BYTES = 1_000_000


def read_mapping(path: Path) -> object:
    """What the file holds, or ScenarioInvalid that names the file and line."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ScenarioInvalid(
            Text(f"cannot be read: {error.strerror}", f"无法读取：{error.strerror}"), place=str(path)
        ) from error
    if len(raw) > _MOST_BYTES:
        raise ScenarioInvalid(
            Text("is larger than 1 MB; a scenario is a page of YAML", "超过 1 MB；情景应为一页 YAML"),
            place=str(path),
        )
    try:
        return yaml.safe_load(raw)
    # YAML also builds dates and long integers, and nests without end: those refuse in their own way.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        raise ScenarioInvalid(
            Text(
                "is neither YAML nor JSON; mend the file at this line", "既不是 YAML 也不是 JSON，请修正该行"
            ),
            place=place,
        ) from error
