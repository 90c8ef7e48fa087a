"""Code that documents show is documentation: found at its line, never work to do, never a dependency."""

import pytest

from tests.engine.scan.reading import found, read, scan, sighted

MARKDOWN = """\
# Use

Call `torch.cuda.synchronize()` on NVIDIA.

```python
import torch
torch.cuda.synchronize()
```

- In a list:

  ```{.bash}
  $ export CUDA_VISIBLE_DEVICES=0   # the first
  (venv) user@host:~$ nvidia-smi -L
  +-----+ nvcc
  ```

~~~yaml
resources:
  limits:
    nvidia.com/gpu: 1
~~~

```text
nvcc --version
```

```pycon
>>> import torch
>>> for i in range(2):
...     torch.cuda.empty_cache()
torch.cuda.reset_peak_memory_stats()
```
"""


def test_fences_are_read_by_their_language_at_their_lines():
    seen = sighted("README.md", MARKDOWN)

    assert {("api", "torch.cuda.synchronize", 7), ("env", "CUDA_VISIBLE_DEVICES", 13)} <= seen
    assert {("program", "nvidia-smi", 14), ("key", "nvidia.com/gpu", 21)} <= seen
    assert ("api", "torch.cuda.empty_cache", 31) in seen
    symbols = {symbol for _, symbol, _ in seen}
    assert not symbols & {"nvcc", "torch.cuda.reset_peak_memory_stats"}


def test_places_in_a_fence_are_columns_of_the_file():
    row = MARKDOWN.split("\n")[30]
    (one,) = [
        sight for sight in read("README.md", MARKDOWN).sights if sight.symbol == "torch.cuda.empty_cache"
    ]

    assert row[one.span.column - 1 : one.span.end_column - 1] == "torch.cuda.empty_cache"


def test_what_documents_show_asks_for_no_work():
    tree = scan({"README.md": MARKDOWN, "app.py": "x = 1\n", "guide.md": "```sh\npython app.py\n```\n"})

    assert {one.status.value for one in tree.findings} == {"doc"}
    assert tree.edges == ()


def test_a_switch_to_the_npu_that_a_document_shows_switches_nothing():
    code = "from torch_npu.contrib import transfer_to_npu\nimport torch\ntorch.cuda.synchronize()\n"

    assert read("README.md", f"```python\n{code}```\n").automatic_from == 0


def test_blocks_and_doctests_of_restructured_text():
    text = """\
        Use
        ===
        torch.cuda.synchronize() waits.

        .. code-block:: python
           :linenos:

           import torch

           torch.cuda.synchronize()

        Then::

            nvcc --version

        >>> import pynvml
        >>> pynvml.nvmlInit()
        torch.cuda.empty_cache()

        .. code:: console

            $ nvidia-smi
        """
    seen = sighted("docs/use.rst", text)

    assert {
        ("api", "torch.cuda.synchronize", 10),
        ("import", "pynvml", 16),
        ("program", "nvidia-smi", 22),
    } <= seen
    assert {line for kind, _, line in seen if kind == "api"} <= {10, 17}


def test_docstrings_stay_silent():
    assert found('"""Use.\n\n>>> torch.cuda.synchronize()\n"""\n') == ()


@pytest.mark.parametrize(
    "text", ["```python\nimport torch", "```", "~~~~\n~~~\n", ">>> ", ".. code-block:: python", "- " * 500]
)
def test_a_document_that_breaks_off_is_read(text):
    for path in ("a.md", "a.rst"):
        assert scan({path: text}).coverage.files_scanned == 1
