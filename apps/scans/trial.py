"""Tries a folder of rules in a process of its own: reads them, runs their samples, says what is wrong.

It is told the folder and its bounds by one line of JSON on its input, and answers by one on its output.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from apps.scans.child import bound
from migration_engine.errors import RuleInvalid
from migration_engine.rules import load_folder
from migration_engine.scan.samples import failing_samples


def main() -> None:
    """Obey one order."""
    order = json.loads(sys.stdin.readline())
    bound(order["bounds"])
    sys.stdout.write(json.dumps(_tried(order["folder"])) + "\n")


def _tried(folder: str) -> dict[str, Any]:
    try:
        rules = load_folder(folder)
    except RuleInvalid as error:
        return {"refused": [error.text.en, error.text.zh, error.place]}
    failures = [
        [failure.rule, failure.wanted, failure.number, failure.sample.file]
        for failure in failing_samples(rules)
    ]
    samples = sum(len(rule.hit_samples) + len(rule.miss_samples) for rule in rules.rules)
    return {"rules": [rule.id for rule in rules.rules], "samples": samples, "failures": failures}


if __name__ == "__main__":
    main()
