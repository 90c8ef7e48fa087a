"""The facts benchmark reads tables, writes samples that hold a fact, and tells matched from listed."""

import csv

import pytest

from benchmarks.fact_samples import samples_of
from benchmarks.facts import UNSAMPLED, Fact, Judge, facts_of, table, unsampled
from migration_engine.rules import load_catalogue

LISTED = """
# What is set aside

## Packages (`pip_package`)

| package | reason |
|---|---|
| `flask`, `a\\|b` | a library of the web |

## Options (`cli_flag`)

| option | reason |
|---|---|
| `vllm --seed` | the same everywhere; see `--seed` |
"""


@pytest.fixture(scope="module")
def judge():
    return Judge(load_catalogue(), unsampled(LISTED))


def test_the_first_column_names_what_is_set_aside():
    assert unsampled(LISTED) == {
        ("pip_package", "flask"),
        ("pip_package", "a|b"),
        ("cli_flag", "vllm --seed"),
    }


@pytest.mark.parametrize(
    ("kind", "match", "name"),
    [
        ("pip_package", "flash-attn", "requirements.txt"),
        ("docker_image", "nvidia/cuda:.*", "Dockerfile"),
        ("env_var", "CUDA_VISIBLE_DEVICES", "run.sh"),
        ("metric_name", "DCGM_FI_DEV_GPU_UTIL", "alerts.yml"),
        ("k8s_resource", "nvidia.com/gpu", "deploy.yaml"),
        ("python_api", "torch.cuda.is_available", "sample.py"),
        ("cpp_api", "cudaMalloc", "sample.cpp"),
    ],
)
def test_a_fact_is_matched_in_its_own_kind_of_file(judge, kind, match, name):
    assert [sample.file for sample in samples_of(kind, match)] == [name]
    assert judge.answer(Fact("F1", kind, match, "strong")).matched


def test_a_fact_written_in_two_ways_needs_both(judge):
    assert len(samples_of("cli_flag", "vllm --quantization awq_marlin|gptq_marlin|marlin")) == 3
    assert not judge.answer(Fact("F1", "pip_package", "flash-attn|flask", "strong")).matched


def test_the_server_that_takes_an_option_is_not_the_option(judge):
    assert not judge.answer(Fact("F1", "cli_flag", "vllm --seed", "none")).matched


def test_listed_is_told_from_forgotten(judge):
    listed, forgotten = (judge.answer(Fact("F", "pip_package", name, "none")) for name in ("flask", "django"))

    assert (listed.listed, forgotten.listed) == (True, False)
    assert table([listed, forgotten])[-1].split() == ["all", "2", "0", "0", "0", "1", "1"]


def test_a_table_is_read_by_its_column_names(tmp_path):
    path = tmp_path / "facts.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(
            [["coupling", "id", "match", "kind"], ["weak", "A1", "torch", "pip_package"]]
        )

    assert list(facts_of(path)) == [Fact("A1", "pip_package", "torch", "weak")]


def test_what_the_documentation_sets_aside_gives_no_finding(judge):
    aside = unsampled(UNSAMPLED.read_text("utf-8"))
    found = [
        (kind, match) for kind, match in sorted(aside) if judge.answer(Fact("", kind, match, "none")).matched
    ]

    assert len(aside) > 100
    assert found == []
