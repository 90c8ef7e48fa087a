"""Loads the catalogue that ships with the engine, and folders of a user's own rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from migration_engine.cache import remembered
from migration_engine.errors import RuleInvalid
from migration_engine.model import RuleSet
from migration_engine.text import Text

CATALOGUE = Path(__file__).parent / "catalogue"


def load_catalogue(*extra_folders: str | Path, cache: Path | None = None) -> RuleSet:
    """All rules of the catalogue and of the given folders, in order of their ids.

    What was read once is kept in the folder `cache`, else for the user, until a file changes.
    """
    own = [file for folder in extra_folders for file in _files_in(Path(folder))]

    def read() -> RuleSet:
        from migration_engine.rules.rule_files import rule_set  # most runs do without all that reads YAML

        return rule_set([*_files_in(CATALOGUE), *own])

    return remembered("rules", msgspec.msgpack.encode(own), RuleSet, read, cache)


def load_folder(folder: str | Path) -> RuleSet:
    """Only the rules of one folder."""
    from migration_engine.rules.rule_files import rule_set

    return rule_set(list(_files_in(Path(folder))))


def _files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Each file by its place below the folder, with its content."""
    if not folder.is_dir():
        raise RuleInvalid(
            Text("no such folder of rules; check the path", "没有这个规则文件夹，请检查路径"),
            place=str(folder),
        )
    paths = sorted(path for path in folder.rglob("*.y*ml") if path.suffix in (".yaml", ".yml"))
    if not paths:
        raise RuleInvalid(
            Text(
                "no rule file (.yaml or .yml) in this folder; check the path",
                "该文件夹中没有规则文件（.yaml 或 .yml），请检查路径",
            ),
            place=str(folder),
        )
    for path in paths:
        place = str(path.relative_to(folder))
        yield place, _content(path, place)


def _content(path: Path, place: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RuleInvalid(
            Text(f"the rule file cannot be read ({error})", f"无法读取规则文件（{error}）"), place=place
        ) from error
