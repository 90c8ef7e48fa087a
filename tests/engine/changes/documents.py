"""Scan documents on disk, made of findings by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from migration_engine.export.document import to_document
from migration_engine.model import Finding, RuleKind, RuleSet
from tests.engine.coupling.scans import report, scan, small_rule


def stored(folder: Path, name: str, *findings: Finding) -> Path:
    """The path of a document whose only file is a.py."""
    rules = RuleSet((small_rule("torch-cuda-call", RuleKind.COUPLING),), "1")
    tree = scan(["a.py"], findings=findings, ruleset=rules)
    tree = replace(tree, source=replace(tree.source, root_hash="0" * 64))
    path = folder / f"{name}.json"
    path.write_text(json.dumps(to_document(report(tree))), "utf-8")
    return path
