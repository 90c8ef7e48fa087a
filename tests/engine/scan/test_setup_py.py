"""What setup.py requires, and paths that a program gives to variables: each place once."""

import pytest

from migration_engine.model import Sample
from migration_engine.rules import load_catalogue
from migration_engine.scan.one_file import FileScanner
from migration_engine.scan.samples import open_rules

SCANNER = FileScanner(load_catalogue(), snippets="none")


def _rules(text, file="setup.py"):
    return list(open_rules(Sample(file, text), SCANNER))


@pytest.mark.parametrize(
    "given",
    [
        'install_requires=["flash-attn"]',
        'install_requires=BASE + ["flash-attn"]',
        'extras_require={"fast": ["flash-attn", "numpy"]}',
        'setup_requires=("flash_attn",)',
    ],
)
def test_a_requirement_without_a_version_counts_where_requirements_are_given(given):
    assert _rules(f"from setuptools import setup\nsetup({given})\n") == ["attention-library"]


def test_the_name_of_an_extra_is_no_requirement():
    assert _rules('from setuptools import setup\nsetup(extras_require={"flash-attn": ["numpy"]})\n') == []


def test_the_same_word_elsewhere_is_only_a_word():
    assert _rules('names = ["flash-attn"]\n') == []


def test_a_path_given_to_a_variable_is_one_finding():
    code = 'import os\nos.environ["LD_LIBRARY_PATH"] = "/usr/local/cuda/lib64"\n'

    assert _rules(code, "run.py") == ["stale-runtime-path"]


def test_a_device_given_to_a_variable_is_still_a_device():
    assert _rules('import os\nos.environ["SERVE_DEVICE"] = "cuda:0"\n', "run.py") == ["device-literal"]
