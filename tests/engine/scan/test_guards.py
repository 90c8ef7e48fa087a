"""A place that an NPU branch serves is handled, with the line that serves it; all others stay open."""

import pytest

from tests.engine.scan.reading import found, lines_of, scan

HANDLED = {
    "the branch before it returns for NPU": (
        """\
        import torch
        def pick():
            if torch.npu.is_available():
                return "npu"
            return "cuda"
        """,
        5,
    ),
    "a chain with an npu branch": (
        """\
        import torch
        def clear(device):
            if device == "cuda":
                torch.cuda.empty_cache()
            elif device == "npu":
                torch.npu.empty_cache()
        """,
        4,
    ),
    "the else of an npu branch": (
        """\
        import torch
        if is_npu_available():
            torch.npu.synchronize()
        else:
            torch.cuda.synchronize()
        """,
        5,
    ),
    "a sibling that asks the same about the npu": (
        """\
        import torch
        def clear(self):
            if self.device == "cuda":
                torch.cuda.synchronize()
            if self.device == "npu":
                torch.npu.reset()
        """,
        4,
    ),
    "the same call for the npu right below": (
        """\
        import torch
        def clear(device):
            torch.cuda.empty_cache()
            if device == "npu":
                torch.npu.empty_cache()
        """,
        3,
    ),
    "a table with a key for each": (
        """\
        import torch
        counts = {
            "npu": lambda: 1,
            "gpu": torch.cuda.device_count,
        }
        """,
        4,
    ),
    "a match with a case for each": (
        """\
        import torch
        def clear(kind):
            match kind:
                case "cuda":
                    torch.cuda.empty_cache()
                case "npu":
                    torch.npu.empty_cache()
        """,
        5,
    ),
    "a case for both": (
        """\
        def clear(kind):
            match kind:
                case "cuda" | "npu":
                    return 1
        """,
        3,
    ),
    "a list of choices that names both": (
        """\
        CHOICES = ["cpu", "cuda", "npu"]
        """,
        1,
    ),
    "a branch for another chip": (
        """\
        import torch
        def home():
            if torch.version.hip is not None:
                return torch.cuda.get_device_name(0)
            return None
        """,
        4,
    ),
    "a branch for another system": (
        """\
        import os, sys
        if sys.platform == "win32" and not quiet:
            os.environ["CUDA_HOME"] = "C:/cuda"
        """,
        3,
    ),
    "a feature that leaves itself out and says so": (
        """\
        def fits(device):
            if device != "cuda":
                warnings.warn("only with CUDA; going on without")
                return False
            return True
        """,
        2,
    ),
    "a comparison with both": (
        """\
        def fits(kind):
            return kind in ("cuda", "npu")
        """,
        2,
    ),
}


@pytest.mark.parametrize("case", HANDLED)
def test_it_is_handled_by(case):
    text, line = HANDLED[case]

    findings = [one for one in found(text) if one.span.line == line]

    assert {one.status for one in findings} == {"handled"}
    assert all(one.handled_by.startswith("app.py:") for one in findings)


OPEN = {
    "a case for cuda without one for the npu": (
        """\
        def clear(device):
            match device.type:
                case "cuda":
                    return 1
                case "cpu":
                    return 2
        """,
        3,
    ),
    "a branch about something else before the npu branch": (
        """\
        import torch
        if uses_deepspeed:
            torch.cuda.set_device(0)
        elif is_npu_available():
            torch.npu.set_device(0)
        """,
        3,
    ),
    "a question beside one that lists the npu": (
        """\
        import torch
        def place(kind):
            if kind in ("gpu", "npu"):
                wait()
            if kind in ("fast",):
                torch.cuda.set_device(0)
        """,
        6,
    ),
    "the npu branch of another function": (
        """\
        import torch
        def npu():
            if torch.npu.is_available():
                return "npu"
        def clear():
            torch.cuda.empty_cache()
        """,
        6,
    ),
    "a branch that is not for another chip": (
        """\
        import torch
        if not is_rocm():
            torch.cuda.synchronize()
        """,
        3,
    ),
    "a branch for another chip and for CUDA": (
        """\
        import torch
        if is_rocm() or fast:
            torch.cuda.synchronize()
        """,
        3,
    ),
    "a refusal to run without CUDA": (
        """\
        def fits(device):
            if device != "cuda":
                raise ValueError(device)
        """,
        2,
    ),
    "npu inside another word": (
        """\
        import torch
        def clear(inputs):
            if inputs.is_npuzzle or inputs.outnpu:
                return
            torch.cuda.empty_cache()
        """,
        5,
    ),
    "a branch for other chips only": (
        """\
        import torch
        def clear(device):
            if device == "cuda":
                torch.cuda.empty_cache()
            elif device == "mps":
                torch.mps.empty_cache()
        """,
        4,
    ),
    "a sibling that asks about something else": (
        """\
        import torch
        def clear(a, b):
            if a == "cuda":
                torch.cuda.empty_cache()
            if b == "npu":
                print(b)
        """,
        4,
    ),
    "an npu branch that goes on": (
        """\
        import torch
        def clear(device):
            if device == "npu":
                print("npu")
            torch.cuda.empty_cache()
        """,
        5,
    ),
    "a class inside an npu branch's else": (
        """\
        import torch
        if is_npu():
            pass
        else:
            class Engine:
                def clear(self):
                    torch.cuda.empty_cache()
        """,
        7,
    ),
}


@pytest.mark.parametrize("case", OPEN)
def test_it_stays_open_for(case):
    text, line = OPEN[case]

    assert line in lines_of(found(text))


def test_a_program_that_switches_all_to_npu_handles_what_it_imports():
    tree = scan(
        {
            "run.py": "import torch\nfrom torch_npu.contrib import transfer_to_npu\nimport engine\n",
            "engine.py": "import torch\ntorch.cuda.synchronize()\n",
            "other.py": "import torch\ntorch.cuda.synchronize()\n",
        }
    )
    status = {
        one.path: (one.status.value, one.handled_by) for one in tree.findings if "synchronize" in one.symbol
    }

    assert status == {"engine.py": ("handled", "run.py:2"), "other.py": ("open", "")}


def test_a_branch_that_picks_a_device_is_one_finding_and_a_use_inside_it_another():
    picks = found("import torch\nif torch.cuda.is_available():\n    d = 'cuda'\nelse:\n    d = 'cpu'\n")
    uses = found("import torch\nif torch.cuda.is_available():\n    m = m.to('cuda:0')\n")

    assert [(one.symbol, one.span.line) for one in picks] == [("cuda|cpu", 2)]
    assert [(one.symbol, one.span.line) for one in uses] == [("torch.cuda.is_available", 2), ("cuda:0", 3)]
