"""Secrets of the scanned code are nowhere afterwards: no row, no file, no page, no export, no log."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import TestCase

from apps.scans import selectors
from migration_engine.export.csv import to_csv
from migration_engine.export.sarif import to_sarif
from migration_engine.export.table import to_table
from migration_engine.scan.secrets.redact import redacted
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of
from tests.engine.scan.test_redaction import SECRETS
from tests.security import stored
from tests.security.canaries import CANARIES, Canary
from tests.security.routes import project_routes

KINDS = {**CANARIES, **{kind: Canary(text, (secret,)) for kind, (text, secret) in SECRETS.items()}}
BESIDE_A_HIT = "import torch\ndevices = torch.cuda.device_count()\n{}\nmemory = torch.cuda.mem_get_info()\n"


def hostile_tree() -> dict[str, str]:
    """Return files in which each kind of secret stands between two findings, once in each dress."""
    members: dict[str, str] = {}
    for number, canary in enumerate(KINDS.values()):
        comment = "\n".join(f"# {row}" for row in canary.text.split("\n"))
        members[f"app/comment{number}.py"] = BESIDE_A_HIT.format(comment)
        members[f"app/string{number}.py"] = BESIDE_A_HIT.format(f"'''\n{canary.text}\n'''")
        members[f"deploy/part{number}.sh"] = f"nvidia-smi\n{canary.text}\nnvidia-smi -L\n"
        members[f"deploy/part{number}.yaml"] = f"a: nvidia.com/gpu\n{canary.text}\nb: nvidia.com/gpu\n"
        members[f"docs/part{number}.md"] = (
            f"```python\nimport torch\n{canary.text}\ntorch.cuda.synchronize()\n```\n"
        )
        cell = {"cell_type": "code", "source": BESIDE_A_HIT.format(canary.text).splitlines(keepends=True)}
        members[f"notes/part{number}.ipynb"] = json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]})
    members[".env"] = "\n".join(["CUDA_VISIBLE_DEVICES=0", *(canary.text for canary in KINDS.values())])
    return members


def told_in(text: str) -> list[str]:
    """Return the kinds of which the text holds a secret."""
    return [kind for kind, canary in KINDS.items() if any(secret in text for secret in canary.secrets)]


def test_there_are_at_least_twenty_five_kinds() -> None:
    assert len(CANARIES) >= 25


@pytest.mark.parametrize("kind", CANARIES)
def test_it_blanks(kind: str) -> None:
    text = f"import torch\n{CANARIES[kind].text}\ntorch.cuda.synchronize()\n"

    blanked = redacted(text)

    assert told_in(blanked) == []
    assert blanked.count("\n") == text.count("\n")
    assert blanked.endswith("\ntorch.cuda.synchronize()\n")


@pytest.mark.parametrize(
    "text",
    [
        'tokenizer = "meta-llama/Llama-3"',
        "pad_token: '<pad>'",
        "max_tokens: 512000",
        'revision="3f9a1c7e5b2d804664f1a9c3e7b5d2083f9a1c7e"',
        "author: Ann Example",
        "Basic authentication is used here",
        "env:\n  - name: CUDA_VISIBLE_DEVICES\n    value: all-of-them",
        "auth:\n  enabled: always\n",
    ],
)
def test_it_leaves_what_only_sounds_secret(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.django_db
@pytest.mark.timeout(600)
def test_no_canary_survives_the_scan(cast: Cast, media: Path, caplog: pytest.LogCaptureFixture) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        scan = scanned(cast.project, zipped(hostile_tree()))
    assert scan.state == "succeeded"
    assert scan.counts["findings"] >= 6 * len(KINDS)

    assert not list(media.glob("uploads/*/*")), "the archive itself is gone after the scan"
    kept = {**stored.tables(), **{name: str(text) for name, text in stored.files(media).items()}}
    pages = {str(route): page_of(cast, route.address(slug=cast.project.slug, number=scan.number))
             for route in project_routes()}  # fmt: skip
    report = selectors.report_of(scan)
    exports = {"SARIF": json.dumps(to_sarif(report)), "CSV": to_csv(report), "table": to_table(report)}

    for where, text in {**kept, **pages, **exports, "log": caplog.text}.items():
        assert told_in(text) == [], where


def test_no_canary_survives_the_command_line(tmp_path: Path) -> None:
    for name, text in hostile_tree().items():
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text(text)
    command = [
        str(Path(sys.executable).with_name("npu-migrate")),
        "scan",
        str(tmp_path / "tree"),
        "--progress",
    ]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"rule"') >= 6 * len(KINDS)
    assert told_in(done.stdout + done.stderr) == []


def page_of(cast: Cast, address: str) -> str:
    """Return what the architect sees there."""
    return client_of(cast.alice).get(address).content.decode(errors="replace")
