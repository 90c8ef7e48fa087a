"""What a module tells about NPUs elsewhere serves its CUDA places too, each by the line that tells it."""

import pytest

from tests.engine.scan.reading import found, lines_of

SERVED = {
    "the body of a test for no NPU": (
        """\
        import torch
        if not is_npu_available():
            torch.cuda.synchronize()
        """,
        3,
        2,
    ),
    "what is done where torch_npu is missing": (
        """\
        import torch
        try:
            import torch_npu
        except ImportError:
            torch.cuda.synchronize()
        """,
        5,
        3,
    ),
    "a name that was bound when torch_npu was found": (
        """\
        import torch
        try:
            import torch_npu
            FOUND = True
        except ImportError:
            FOUND = False
        def clear():
            if FOUND:
                return
            torch.cuda.empty_cache()
        """,
        10,
        3,
    ),
    "a name that asks for torch_npu": (
        """\
        import torch
        ON_CHIP = find_spec("torch_npu") is not None
        if ON_CHIP:
            wait()
        else:
            torch.cuda.synchronize()
        """,
        6,
        2,
    ),
    "a function that answers for the NPU alone": (
        """\
        import torch
        def on_chip():
            return hasattr(torch, "npu")
        def clear():
            if on_chip():
                return
            torch.cuda.empty_cache()
        """,
        7,
        3,
    ),
    "the answer of a function that knows the NPU": (
        """\
        import torch
        def kind():
            return "npu" if torch.npu.is_available() else "cuda"
        def clear():
            if kind() == "cuda":
                torch.cuda.empty_cache()
        """,
        6,
        3,
    ),
    "a loop over devices": (
        """\
        import torch
        KINDS = ("npu", "cuda")
        for kind in KINDS:
            if kind == "cuda" and torch.cuda.is_available():
                use(kind)
        """,
        4,
        2,
    ),
    "a function with a sibling for the NPU": (
        """\
        import torch
        def clear_cuda():
            torch.cuda.empty_cache()
        def clear_npu():
            torch.npu.empty_cache()
        """,
        3,
        4,
    ),
    "a constant beside that of the NPU": (
        """\
        class Kind:
            CUDA = "cuda"
            NPU = "npu"
        """,
        2,
        3,
    ),
    "a branch beside the same one for the NPU": (
        """\
        import torch
        def events():
            if is_cuda_available():
                return torch.cuda.Event
            if is_npu_available():
                return torch.npu.Event
        """,
        4,
        5,
    ),
    "a helper beside the same one for the NPU": (
        """\
        def require_cuda():
            pass
        def require_npu():
            pass
        """,
        1,
        3,
    ),
    "a name for which something of the NPU is imported": (
        """\
        if is_npu():
            from pyhccl import PyHccl as PyNccl
        else:
            from pynccl import PyNccl
        group = PyNccl()
        """,
        5,
        2,
    ),
    "a function that a table offers beside one for the NPU": (
        """\
        import torch
        def first():
            torch.cuda.empty_cache()
        CLEARERS = {"cuda": first, "npu": second}
        """,
        3,
        4,
    ),
}


@pytest.mark.parametrize("case", SERVED)
def test_it_is_served_by(case):
    text, line, by = SERVED[case]

    findings = [one for one in found(text) if one.span.line == line]

    assert {(one.status, one.handled_by) for one in findings} == {("handled", f"app.py:{by}")}


OPEN = {
    "a name that merely holds a device": (
        """\
        import torch
        device = "npu"
        if device == "cuda":
            torch.cuda.synchronize()
        """,
        4,
    ),
    "a function that knows the NPU but is asked about something else": (
        """\
        import torch
        def fits():
            return "npu" in NAMES or "cuda" in NAMES
        def clear():
            if fits():
                torch.cuda.empty_cache()
        """,
        6,
    ),
    "a function for the NPU of another purpose": (
        """\
        import torch
        def clear_cuda():
            torch.cuda.empty_cache()
        def wait_npu():
            torch.npu.synchronize()
        """,
        3,
    ),
    "a question whose collectives are Habana's": (
        """\
        import torch
        def on_gaudi(hccl=False):
            if hccl:
                import habana.hccl
            return hasattr(torch, "hpu")
        if on_gaudi():
            pass
        else:
            torch.cuda.synchronize()
        """,
        9,
    ),
    "an attempt at something else": (
        """\
        import torch
        npu = 1
        try:
            import fast
        except ImportError:
            torch.cuda.synchronize()
        """,
        6,
    ),
}


@pytest.mark.parametrize("case", OPEN)
def test_it_stays_open_for(case):
    text, line = OPEN[case]

    assert line in lines_of(found(text))
