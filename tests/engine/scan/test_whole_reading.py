"""Reading only what clues point at gives the same findings as parsing and walking everything."""

from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from migration_engine.scan.one_file import FileScanner
from tests.engine.scan.reading import catalogue

ROOT = Path(__file__).parents[3]
CORPUS = ("examples", "tests/fixtures", "migration_engine", "migration_node")

ALIASED = {
    "a module under another name": "import torch as t\n\ndef f():\n    t.cuda.synchronize()\n",
    "a module given on": "import torch\ncu = torch.cuda\n\ndef f():\n    cu.synchronize()\n",
    "a name given on twice": "import torch\nt = torch\ncu = t.cuda\n\ndef f():\n    return cu.Stream()\n",
    "a function under another name": "from torch.cuda import synchronize as wait\n\ndef f():\n    wait()\n",
    "a module by getattr": 'import torch\ncu = getattr(torch, "cuda")\n\ndef f():\n    cu.synchronize()\n',
    "a star": "from torch.cuda import *\n\ndef f():\n    synchronize()\n",
    "an import inside a function": "def f():\n    from torch import cuda\n\n    return cuda.Stream()\n",
    "a runner under another name": 'import subprocess as sp\n\ndef f():\n    sp.run(["nvidia-smi", "-L"])\n',
    "a module by its name": 'import importlib as i\nc = i.import_module("torch.cuda")\nc.synchronize()\n',
    "an import in a text": 'exec("import flash_attn")\n',
    "imports over several lines": "from torch import (\n nn,  # (\n cuda as c,\n)\n\ndef f(): c.Stream()\n",
    "a name over two lines": "import torch\n\ndef f():\n    return (torch\n  .cuda\n  .Stream())\n",
}
LAID_OUT = {
    "code in a docstring": '''
        import torch

        def f():
            """
            torch.cuda.synchronize()
            """
            return torch.cuda.Stream()
    ''',
    "quotes in a comment": '''
        import torch
        # it's """ not a string
        def f():
            x = 1
            torch.cuda.synchronize()
    ''',
    "brackets closed at the margin": """
        import torch
        x = foo(
        1,
        torch.cuda.Stream(),
        )
        def f(
            device="cuda",
        ):
            return [
            torch.device(device)
            ]
    """,
    "branches": """
        import torch
        def f(x):
            try:
                a = 1
            except ValueError:
                torch.cuda.synchronize()
            else:
                b = 2
            if x:
                pass
            elif torch.cuda.is_available():
                device = "cuda"
            else:
                device = "cpu"
            return device
    """,
    "an NPU branch elsewhere": """
        import torch
        def is_chip():
            return hasattr(torch, "npu")
        def f(x):
            if is_chip():
                return None
            torch.cuda.synchronize()
    """,
    "decorators": """
        import torch
        @cached
        @pytest.mark.parametrize(
            "a", [1, 2]
        )
        def f(a):
            return torch.cuda.Stream()
        @torch.compile
        def g(a):
            return a
    """,
    "decorators alike": """
        requires_multi_gpu = object()
        @requires_multi_gpu
        @cached
        def f():
            pass
        @requires_multi_gpu
        def g():
            pass
    """,
    "a test that is skipped": """
        import pytest
        @pytest.mark.skipif(
            count() < 2
            or no_gpu(),
            reason="a) needs two",
        )
        def test_f():
            pass
    """,
    "names for devices": """
        from enum import Enum
        class Kind(Enum):
            CPU = 1
            GPU = 2
        def f(x, a_use_gpu):
            if x in CUDA_KINDS or x == Kind.GPU:
                return "a"
            return "b" if a_use_gpu else "c"
    """,
    "functions of which only the text speaks": '''
        import torch
        class A:
            """torch.cuda.synchronize() is not called."""
            def f(self):
                """1) torch.cuda.Stream"""
                from torch import nn
                return nn
            def g(self):
                torch.cuda.synchronize()
        def h():
            """torch.cuda"""
    ''',
    "a continued line": """
        import torch
        def f(a):
            b = a + \\
            torch.cuda.device_count()
            return b
    """,
}


@cache
def scanners():
    return tuple(FileScanner(catalogue(), snippets="none", whole=whole) for whole in (False, True))


def both_ways(path: str, data: bytes):
    return [getattr(scanner.scan(path, data, ""), "findings", ()) for scanner in scanners()]


@pytest.mark.parametrize("name", ALIASED)
def test_an_alias_hides_nothing(name):
    quick, whole = both_ways("app.py", ALIASED[name].encode())

    assert whole
    assert quick == whole


@pytest.mark.parametrize("name", LAID_OUT)
def test_the_layout_hides_nothing(name):
    quick, whole = both_ways("app.py", dedent(LAID_OUT[name]).encode())

    assert whole
    assert quick == whole


@pytest.mark.parametrize("folder", CORPUS)
def test_code_of_a_repository_is_judged_alike(folder):
    for path in sorted((ROOT / folder).rglob("*.py")):
        quick, whole = both_ways(str(path.relative_to(ROOT)), path.read_bytes())

        assert quick == whole, path


def test_samples_of_all_rules_are_judged_alike():
    for rule in catalogue().rules:
        for sample in (*rule.hit_samples, *rule.miss_samples):
            quick, whole = both_ways(sample.file, sample.text.encode())

            assert quick == whole, (rule.id, sample.text)


JSON = {
    "a key and its value": '{"device": "cuda:0", "other": "text"}',
    "a key rows before its value": '{"device":\n\n"cuda:0"}',
    "values of a list": '{"runs-on": [\n"linux",\n"gpu-large"\n]}',
    "a list that goes on behind an object": '{"runs-on": [\n{"a": 1},\n"gpu-large"\n]}',
    "a command in a list": '{"args": [\n"python",\n"train.py",\n"--device",\n"cuda"\n]}',
    "options in a list": '{"more": [\n"--device",\n"cuda"\n]}',
    "options written as escapes": '{"more": [\n"\\u002d-device",\n"cuda"\n]}',
    "scripts": '{"scripts": {\n"start": "python train.py --device cuda"\n}}',
    "an escaped letter": '{"device": "c\\u0075da:0"}',
    "an escaped slash": '{"server": "http:\\/\\/localhost:8000\\/v1"}',
    "a comment of several rows": '{\n/* "device": "cuda:0",\n"device": "cuda:1",\n*/\n"device": "cuda:2"}',
    "what looks like a comment": '{\n"code": "a /* b",\n"device": "cuda:2"}',
    "a long value": '{\n"text": "' + 5000 * "x" + '"\n}',
    "Chinese before the value": '{"文本": "你好", "device": "cuda:0"}',
    "a variable": '{"env": {"CUDA_VISIBLE_DEVICES": "0,1"}}',
    "the switch of a program": '{"env": {"TORCH_TRANSFER_TO_NPU": "1"}}',
}


@pytest.mark.parametrize("name", JSON)
def test_data_are_passed_over_only_where_no_rule_has_a_word(name):
    quick, whole = (scanner.scan("conf/app.json", JSON[name].encode(), "") for scanner in scanners())

    assert quick == whole


@pytest.mark.parametrize("folder", ("examples", "tests/fixtures", "docs"))
def test_files_of_every_language_are_judged_alike(folder):
    for path in sorted(one for one in (ROOT / folder).rglob("*") if one.is_file()):
        quick, whole = both_ways(str(path.relative_to(ROOT)), path.read_bytes())

        assert quick == whole, path
