"""A source in a language without a reader is named, never counted as clean."""

from pathlib import Path

import pytest

from migration_engine.intake import skips
from tests.engine.scan.reading import READERS, scan


@pytest.mark.parametrize(
    "path",
    [
        "a.rs",
        "a.go",
        "A.java",
        "a.jl",
        "a.R",
        "a.lua",
        "a.hip",
        "a.f90",
        "run.ps1",
        "Vagrantfile",
    ],
)
def test_a_kind_that_no_reader_knows_is_listed(path):
    coverage = scan({path: "cuda\n", "b.py": "x = 1\n"}).coverage

    assert [(one.path, one.reason) for one in coverage.skipped] == [(path, skips.NO_READER)]
    assert (coverage.files_total, coverage.files_scanned) == (2, 1)


def test_a_program_of_another_interpreter_is_listed():
    assert scan({"bin/run": "#!/usr/bin/env ruby\n"}).coverage.skipped[0].reason == skips.NO_READER


@pytest.mark.parametrize("path", ["a.txt", "a.csv", "a.svg", "LICENSE", "a.html", "a.css"])
def test_what_is_no_code_is_not_listed(path):
    coverage = scan({path: "cuda\n"}).coverage

    assert (coverage.skipped, coverage.files_scanned) == ((), 0)


@pytest.mark.parametrize(
    "path",
    [
        "a.py",
        "a.sh",
        "a.cu",
        "a.ts",
        "Makefile",
        "Makefile-vllm",
        "a.yaml",
        "Jenkinsfile",
        "BUILD",
        "a.pyx",
        "README.md",
        "bin/run",
    ],
)
def test_what_a_reader_knows_is_not_listed(path):
    coverage = scan({path: "#!/bin/sh\n"}).coverage

    assert (coverage.skipped, coverage.files_scanned) == ((), 1)


def test_every_kind_that_is_read_stands_in_the_documentation():
    page = (Path(__file__).parents[3] / "docs/file-kinds.md").read_text("utf-8")

    assert [kind for kind in READERS if f"`{kind}`" not in page] == []
