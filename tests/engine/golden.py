"""What the example application should yield, as kept in tests/fixtures/golden."""

from __future__ import annotations

import json
from pathlib import Path

from migration_engine.coupling import group
from migration_engine.intake import open_tree
from migration_engine.model import Component, Finding, TreeScan
from migration_engine.rules import load_catalogue
from migration_engine.scan import scan_tree

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
FOLDER = ROOT / "tests" / "fixtures" / "golden"
FINDINGS = FOLDER / "examples.findings.json"
COMPONENTS = FOLDER / "examples.components.json"


def scanned() -> TreeScan:
    with open_tree(str(EXAMPLES)) as tree:
        return scan_tree(tree, load_catalogue())


def findings_of(scan: TreeScan) -> list[dict[str, object]]:
    return sorted((_finding(one) for one in scan.findings), key=_place)


def components_of(scan: TreeScan) -> list[dict[str, object]]:
    return [_component(one) for one in group(scan).components]


def as_text(entries: list[dict[str, object]]) -> str:
    """One entry a line, so that a change reads well in a diff."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f"[\n{lines}\n]\n"


def _finding(found: Finding) -> dict[str, object]:
    return {
        "path": found.path,
        "line": found.span.line,
        "rule": found.rule,
        "symbol": found.symbol,
        "status": found.status.value,
        "coupling": found.coupling.value,
    }


def _component(one: Component) -> dict[str, object]:
    return {
        "id": one.id,
        "name": one.name,
        "layer": one.layer.value,
        "coupling": one.coupling.value,
        "files": one.files,
    }


def _place(entry: dict[str, object]) -> tuple[str, int, str, str]:
    line = entry["line"]
    assert isinstance(line, int)
    return str(entry["path"]), line, str(entry["rule"]), str(entry["symbol"])
