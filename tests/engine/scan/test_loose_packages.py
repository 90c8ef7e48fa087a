"""What is declared and what is imported, joined."""

from migration_engine.model import LooseEnd
from tests.engine.scan.reading import scan

REQUIREMENTS = "torch==2.4\nxformers\nflash-attn>=2\nfaiss-gpu\nnvidia-cudnn-cu12\n"


def loose(files):
    return {(one.name, one.end, one.path, one.line) for one in scan(files).packages}


def test_a_package_that_nobody_imports_is_cheap_to_drop():
    files = {"requirements.txt": REQUIREMENTS, "a.py": "import torch\nimport flash_attn\nimport faiss\n"}

    assert loose(files) == {("xformers", LooseEnd.DECLARED, "requirements.txt", 2)}


def test_a_package_that_nobody_declares_is_a_hidden_dependency():
    files = {"requirements.txt": "fastapi\n", "a.py": "import os\nfrom apex import amp\nimport apex\n"}

    assert loose(files) == {("apex", LooseEnd.IMPORTED, "a.py", 2)}


def test_names_that_differ_are_one_package():
    files = {
        "pyproject.toml": '[project]\ndependencies = ["nvidia-ml-py", "autoawq[kernels]", "cupy-cuda12x"]\n',
        "a.py": "import awq\nimport cupy\nimport pynvml\n",
    }

    assert loose(files) == set()


def test_a_test_uses_a_package_and_a_page_does_not_declare_one():
    files = {
        "requirements.txt": "torch\nxformers\n",
        "tests/test_a.py": "import torch\nimport xformers\nimport apex\n",
        "README.md": "```\npip install vllm\n```\n",
    }

    assert loose(files) == set()


def test_a_command_that_installs_declares_and_a_lock_does_not():
    files = {
        "requirements.txt": "fastapi\n",
        "Dockerfile": "FROM python\nRUN pip install deepspeed\n",
        "poetry.lock": '[[package]]\nname = "bitsandbytes"\nversion = "0.43"\n',
        "a.py": "import bitsandbytes\nimport deepspeed\n",
    }

    assert loose(files) == {("bitsandbytes", LooseEnd.IMPORTED, "a.py", 1)}


def test_a_tree_without_requirements_says_nothing():
    assert loose({"a.py": "import torch\nimport apex\n"}) == set()


def test_a_module_of_the_tree_itself_is_no_dependency():
    assert loose({"requirements.txt": "fastapi\n", "vllm/__init__.py": "", "a.py": "import vllm\n"}) == set()
