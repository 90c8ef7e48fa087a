"""Code that stands in a string is read by its own reader, and found at its line of the file."""

import pytest

from tests.engine.scan.reading import found

CODE = {
    "a text that is executed": ('exec("import torch\\ntorch.cuda.synchronize()")\n', {1}),
    "a text of several lines": (
        '''\
        exec("""
        import torch
        torch.cuda.synchronize()
        """)
        ''',
        {3},
    ),
    "a text whose first line is continued": (
        '''\
        SCRIPT = """\\
        import torch
        torch.cuda.synchronize()
        """
        ''',
        {3},
    ),
    "lines that are put together": (
        """\
        SCRIPT = (
            "import torch\\n"
            "torch.cuda.synchronize()\\n"
        )
        """,
        {3},
    ),
    "a command of another python": (
        """\
        import subprocess
        subprocess.run(["python", "-c", "import torch; torch.cuda.synchronize()"])
        """,
        {2},
    ),
    "a command in one text": (
        """\
        import os
        os.system("python -c 'import torch; torch.cuda.synchronize()'")
        os.system(f"CUDA_VISIBLE_DEVICES={number} python {script}")
        """,
        {2, 3},
    ),
    "a kernel": (
        '''\
        KERNEL = r"""
        extern "C" __global__
        void add(float* a) {
          __syncthreads();
        }
        """
        ''',
        {2, 4},
    ),
    "sources of an extension": (
        """\
        build("m", cuda_sources=["#include <cuda_runtime.h>\\nint f();"])
        """,
        {1},
    ),
}


@pytest.mark.parametrize("case", CODE)
def test_it_is_found_in(case):
    text, lines = CODE[case]

    assert {one.span.line for one in found(text) if one.coupling == "strong"} == lines


NONE = {
    "an example in a docstring": 'def f():\n    """\n    >>> torch.cuda.synchronize()\n    """\n',
    "an example that is kept as a text": 'X = """\n>>> import torch\n>>> torch.cuda.init()\n"""\n',
    "a text that only speaks of code": 'X = """Write\nimport torch and then\ntorch.cuda.init()"""\n',
    "a command that is only printed": 'print("run nvidia-smi\\nand wait")\n',
}


@pytest.mark.parametrize("case", NONE)
def test_nothing_is_found_in(case):
    assert not found(NONE[case])


def test_a_place_has_its_column_in_the_file():
    (one,) = found('    exec("import torch\\ntorch.cuda.synchronize()")\n'.lstrip())

    assert (one.span.column, one.span.end_column) == (21, 43)
