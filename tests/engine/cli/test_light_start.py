"""A scan loads what the files at hand need, and reads its rules as the last scan left them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RUN = """
import json, sys
from migration_engine.cli import main
sys.argv = ["npu-migrate", *sys.argv[1:]]
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
# What only others need: first runs, archives and Git, several processes, documents that are read, the portal.
OTHERS = {
    *(
        "yaml",
        "migration_engine.located",
        "migration_engine.rules.rule_files",
        "migration_engine.rules.parse",
    ),
    *("tarfile", "zipfile", "subprocess", "migration_engine.intake.archive", "migration_engine.intake.git"),
    *("multiprocessing", "concurrent.futures", "migration_engine.scan.pool", "migration_engine.scan.kept"),
    *("jsonschema_rs", "networkx", "httpx", "cryptography", "importlib.metadata", "importlib.resources"),
    *("migration_engine.protocol", "migration_engine.operators.table", "migration_engine.facts"),
    *(
        "migration_engine.coupling.map",
        "migration_engine.coupling.graph",
        "migration_engine.coupling.overrides",
    ),
    *("migration_engine.export.sarif", "migration_engine.export.table", "migration_engine.export.csv"),
    *("migration_engine.effort", "migration_engine.planning", "migration_engine.tco", "numpy"),
}
READERS = "migration_engine.scan.readers."
ELSEWHERE = {
    f"{READERS}{name}"
    for name in ("c_family", "cmake", "documents", "hcl", "javascript", "jenkins", "jsons", "locks", "tomls")
} | {f"{READERS}{name}" for name in ("yaml.file", "shell.dockerfile", "shell.script")}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The modules and the findings of a first and of a second scan of a tree of Python alone."""
    folder = tmp_path_factory.mktemp("light")
    (folder / "tree").mkdir()
    (folder / "tree" / "train.py").write_text("import torch\n\nmodel.cuda()\n")
    return [_run(folder) for _ in range(2)]


def _run(folder):
    done = subprocess.run(
        [sys.executable, "-c", RUN, "scan", folder / "tree"],
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stderr.splitlines()[-1])), json.loads(done.stdout)["findings"]


def test_both_scans_find_the_same(runs):
    (_, first), (_, second) = runs

    assert [finding["symbol"] for finding in first] == ["cuda"]
    assert first == second


def test_the_first_scan_reads_the_rule_files_and_the_second_what_was_kept(runs):
    (first, _), (second, _) = runs

    assert "migration_engine.rules.rule_files" in first
    assert "migration_engine.rules.rule_files" not in second


def test_a_scan_of_python_loads_no_more_than_it_needs(runs):
    loaded = runs[1][0]

    assert sorted(loaded & OTHERS) == []
    assert sorted(loaded & ELSEWHERE) == []
    assert f"{READERS}python.reader" in loaded
