"""Code cells of a notebook are read at the line of the file where the code stands; outputs never."""

import json

import pytest

from migration_engine.intake import skips
from tests.engine.scan.reading import read, scan, sighted


def cell(source, kind="code", outputs=()):
    return {"cell_type": kind, "metadata": {}, "outputs": list(outputs), "source": source}


def notebook(*cells, indent=1, **metadata):
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4}, indent=indent)


def found(text):
    return [(one.rule, one.symbol, one.span.line) for one in scan({"a.ipynb": text}).findings]


def line_of(text, part):
    return next(number for number, row in enumerate(text.split("\n"), start=1) if part in row)


CODE = ["import torch\n", "x = 1\n", "torch.cuda.synchronize()"]


def test_a_finding_stands_at_its_line_of_the_file():
    text = notebook(cell(["# torch.cuda.synchronize()"], "markdown"), cell(CODE))

    (one,) = scan({"a.ipynb": text}).findings

    row = text.split("\n")[one.span.line - 1]
    assert row[one.span.column - 1 : one.span.end_column - 1] == one.symbol == "torch.cuda.synchronize"
    assert "torch.cuda.synchronize" in one.snippet


def test_outputs_and_prose_are_not_read():
    output = {"output_type": "stream", "text": ["torch.cuda.synchronize()\n"], "data": {"source": CODE}}
    prose = cell(CODE, "markdown")

    assert found(notebook(prose, cell(["import torch\n"], outputs=[output]))) == []


def test_names_reach_from_cell_to_cell():
    text = notebook(cell(["import torch as t"]), cell(["t.cuda.synchronize()"]))

    assert [(symbol, line) for _, symbol, line in found(text)] == [
        ("torch.cuda.synchronize", line_of(text, "t.cuda"))
    ]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_source_of_one_string_and_a_file_of_one_line_keep_findings_apart(indent):
    text = notebook(cell("import torch\ntorch.cuda.synchronize()\ntorch.cuda.synchronize()"), indent=indent)

    findings = scan({"a.ipynb": text}).findings

    assert len({one.span for one in findings}) == len({one.fingerprint for one in findings}) == 2
    row = text.split("\n")[findings[1].span.line - 1]
    assert row[findings[1].span.column - 1 :].startswith('torch.cuda.synchronize()"')


def test_commands_are_read_as_shell_and_magics_are_passed_over():
    text = notebook(
        cell(["%matplotlib inline\n", "if x:\n", "    !nvidia-smi \\\n", "      -L\n", "torch?\n"]),
        cell(["%pip install flash-attn\n", "%env CUDA_VISIBLE_DEVICES=0\n", "files = !ls\n"]),
        cell(["%%bash\n", "nvidia-smi topo\n"]),
        cell(["%%time\n", "import pynvml\n"]),
        cell(["%%html\n", "<b>import cupy</b>\n"]),
    )
    reading = read("a.ipynb", text)
    seen = {(kind, symbol) for kind, symbol, _ in sighted("a.ipynb", text)}

    assert reading.note == ""
    assert {("command", "nvidia-smi -L"), ("package", "flash-attn"), ("command", "nvidia-smi topo")} <= seen
    assert {("env", "CUDA_VISIBLE_DEVICES"), ("import", "pynvml")} <= seen
    assert not any("cupy" in symbol for _, symbol in seen)


def test_cells_in_other_languages_are_read_by_theirs():
    text = notebook(
        cell(["%%writefile serve.py\n", "import torch\n", "torch.cuda.empty_cache()\n"]),
        cell(["%%writefile Dockerfile\n", "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"]),
        cell(["%%script bash\n", "export NCCL_DEBUG=INFO\n", "python - <<EOF\n", "import cupy\n", "EOF\n"]),
        cell(["%%cu\n", "void f() { cudaDeviceSynchronize(); }\n"]),
        cell(["%%capture out\n", "!pip install flash-attn\n", "%env NCCL_IB_DISABLE=1\n"]),
    )
    seen = sighted("a.ipynb", text)

    for kind, symbol, part in (
        ("api", "torch.cuda.empty_cache", "empty_cache"),
        ("image", "nvidia/cuda:12.4.1-base-ubuntu22.04", "FROM"),
        ("env", "NCCL_DEBUG", "NCCL_DEBUG"),
        ("import", "cupy", "cupy"),
        ("token", "cudaDeviceSynchronize", "cudaDeviceSynchronize"),
        ("package", "flash-attn", "flash-attn"),
        ("env", "NCCL_IB_DISABLE", "NCCL_IB"),
    ):
        assert (kind, symbol, line_of(text, part)) in seen


def test_returns_inside_lines_shift_nothing():
    text = notebook(cell(["import torch\r\n", "x = 'a\rb'\r\n", "torch.cuda.synchronize()\r\n"]))

    assert [line for _, _, line in found(text)] == [line_of(text, "synchronize")]


def test_its_imports_are_edges():
    text = notebook(cell(["from app import web"]))

    edges = scan({"a.ipynb": text, "app/web.py": "x = 1\n", "app/__init__.py": ""}).edges

    assert ("a.ipynb", "app/web.py", line_of(text, "from app")) in {
        (one.source, one.target, one.line) for one in edges
    }


def test_a_notebook_of_the_third_format_is_read():
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": CODE, "outputs": []}]}], "nbformat": 3}

    assert len(found(json.dumps(old, indent=1))) == 1


@pytest.mark.parametrize("text", ["{", "[]", "[" * 100_000, '{"cells": 1}', '{"cells": [{"source": 1}, 2]}'])
def test_what_is_no_notebook_is_told_or_empty(text):
    coverage = scan({"a.ipynb": f"{text} "}).coverage

    assert coverage.files_total == 1


def test_a_notebook_that_is_no_json_is_told():
    assert scan({"a.ipynb": "{ torch.cuda"}).coverage.truncated[0].startswith("a.ipynb: not valid JSON")


def test_a_kernel_of_another_language_is_told():
    text = notebook(cell(["library(torch)"]), language_info={"name": "R"})

    assert scan({"a.ipynb": text}).coverage.truncated == (f"a.ipynb: {skips.NO_READER}",)


def test_a_cell_that_is_no_python_is_read_line_by_line():
    tree = scan({"a.ipynb": notebook(cell([*CODE, "\n", "print 1\n"]))})

    assert [one.symbol for one in tree.findings] == ["torch.cuda.synchronize"]
    assert "line by line" in tree.coverage.truncated[0]
