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


@pytest.mark.parametrize(
    "path",
    ["cmd_macos.sh", "docker/cpu/Dockerfile", "docker/Dockerfile.rocm", "requirements_amd.txt", "intel/.env"],
)
def test_what_only_other_chips_or_systems_use_is_told_and_asks_for_no_work(path):
    text = "ENV CUDA_HOME=/x\n" if "Dockerfile" in path else "CUDA_HOME=/x\n"
    tree = scan({path: "cupy-cuda12x\n" if path.endswith(".txt") else text})

    assert tree.findings == ()
    assert tree.coverage.truncated == (f"{path}: {skips.FOR_OTHERS}",)


@pytest.mark.parametrize("path", ["docker/cpu/Dockerfile.cuda", "cpu/app/run.sh", "docker/Dockerfile"])
def test_a_name_that_only_holds_such_a_word_is_like_any_other(path):
    text = "ENV CUDA_HOME=/x\n" if "Dockerfile" in path else "export CUDA_HOME=/x\n"

    assert len(scan({path: text}).findings) == 1


def test_every_kind_that_is_read_stands_in_the_documentation():
    page = (Path(__file__).parents[3] / "docs/file-kinds.md").read_text("utf-8")

    assert [kind for kind in READERS if f"`{kind}`" not in page] == []
