"""A long file takes time in proportion: four times the text takes about four times as long."""

import gc
import time

import pytest

from migration_engine.scan import embedded, sighting
from migration_engine.scan.readers.python.reader import read_python
from migration_engine.scan.secrets.redact import redacted
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Places
from tests.engine.scan.reading import READERS, language_of, read

SMALL = 50_000
TIMES = 6
# What quadratic code makes of six times the text is 36-fold; the machine may be busy meanwhile.
MOST = 15
TRIES = 3
UNMEASURABLE = 0.05

SHAPES = {
    "one line of many strings": ("app.js", "f('cuda');"),
    "a bundle of many lines": ("app.js", "f('cuda');\n"),
    "quotes that never close": ("app.js", "`a "),
    "a chain of commands": ("run.sh", "python a.py --device cuda && "),
    "a command that goes on and on": ("run.sh", "python a.py --device cuda; \\\n"),
    "one command of many options": ("run.sh", "--device=cuda "),
    "one command of quoted words": ("run.sh", "a '--x\"y' "),
    "wrappers around wrappers": ("run.sh", "env A=1 "),
    "assignments in one line": ("run.sh", "A=1 "),
    "a run of blanks": ("run.sh", " "),
    "one long word": ("run.sh", "a"),
    "an image with many variables": ("Dockerfile", "A=1 \\\n"),
    "one long variable": ("Dockerfile", "A"),
    "a long number in YAML": ("a.yaml", "a1"),
    "blanks inside a template": ("a.tpl", " "),
    "quotes in HCL that never close": ("a.tf", '"\\'),
    "a lock in one row": ("package-lock.json", '"a": {'),
    "folders in a lock": ("package-lock.json", '"node_modules/a/'),
    "calls of CMake that never close": ("a.cmake", "project(a "),
    "brackets of CMake that never close": ("a.cmake", "[=["),
    "blanks inside a setting": (".env", " "),
    "escaped quotes in C": ("a.cpp", '\\"'),
    "raw strings in C that never end": ("b.cpp", 'R"a('),
    "raw strings in C with kernels": ("b.cpp", 'R"(__global__)" '),
    "conditions inside conditions": ("b.cpp", "#if NPU\n"),
    "comments in C": ("b.cpp", "/* * "),
    "patterns in a script": ("b.js", "=/["),
    "escaped quotes in JSON": ("b.json", '\\"'),
    "comments in JSON": ("b.json", "/* "),
    "one long name in protobuf text": ("config.pbtxt", "_"),
    "comments in Groovy": ("Jenkinsfile", "/* *"),
    "markers of a requirement": ("requirements.txt", "a;"),
    "quotes in TOML": ("b.toml", '"'),
    "fences in a document": ("b.md", "```\n"),
    "here-documents that nothing closes": ("b.sh", "cat <<A <<B\n"),
    "actions in a chart": ("values.yaml", "{{ x }} "),
    "a list of packages": ("package.json", '"a": "1",\n'),
}
FRAMES = {
    "Dockerfile": ("ENV ", ""),
    "a.tpl": ("a: x", "x {{ y }}"),
    ".env": ("A_B=x", "x"),
    "a.yaml": ("a: ", ""),
    "a.cpp": ('"', ""),
    "package.json": ('{"dependencies": {', '"z": "1"}}'),
}


@pytest.fixture(autouse=True)
def without_an_end(monkeypatch):
    """A file that is full is read no further; here it is to be read to its end."""
    for module in (sighting, embedded):
        monkeypatch.setattr(module, "MOST_SIGHTS", 10**9)


@pytest.fixture(autouse=True)
def without_collecting():
    """What earlier tests left in memory is walked by no collection in the middle of a measurement."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def seconds(work, *arguments):
    started = time.process_time()
    work(*arguments)
    return time.process_time() - started


def assert_in_proportion(work, text_of):
    """A neighbour on the machine disturbs one try; quadratic code fails all of them."""
    tries = []
    while len(tries) < TRIES and not (tries and tries[-1] < MOST):
        small, large = seconds(work, text_of(SMALL)), seconds(work, text_of(SMALL * TIMES))
        tries.append(large / max(small, UNMEASURABLE))
    assert min(tries) < MOST


@pytest.mark.parametrize("shape", SHAPES)
def test_a_reader_takes_time_in_proportion(shape):
    path, unit = SHAPES[shape]
    head, tail = FRAMES.get(path, ("", ""))
    reader = READERS[language_of(path, b"")]

    def text_of(size):
        return head + unit * (size // len(unit)) + tail

    assert_in_proportion(lambda text: reader(text, Reading()), text_of)


def test_a_python_file_of_one_line_that_is_no_ascii_too():
    assert_in_proportion(
        lambda text: read_python(text, Reading()), lambda size: "x = ['设备']; " * (size // 60)
    )


@pytest.mark.parametrize(
    "cell",
    [
        '{"cell_type": "code", "source": ["import torch\\n", "x = 1"]}',
        '{"cell_type": "code"}',
        '{"source": [["a"], "b"]}',
    ],
)
def test_a_notebook_of_many_cells_too(cell):
    reader = READERS["notebook"]

    def text_of(size):
        return '{"cells": [' + ", ".join([cell] * (size // len(cell))) + "]}"

    assert_in_proportion(lambda text: reader(text, Reading()), text_of)


def test_many_packages_of_a_project_too():
    reader = READERS["toml"]

    def text_of(size):
        names = "\n".join(f'"p{number}\\u0041",' for number in range(size // 14))
        return f"[project]\ndependencies = [\n{names}\n]\n"

    assert_in_proportion(lambda text: reader(text, Reading()), text_of)


@pytest.mark.parametrize("unit", ["a", "key", "a.", "'"])
def test_redaction_of_a_row_ends_soon(unit):
    rows = "\n".join([unit * (2000 // len(unit))] * 50)

    assert seconds(redacted, rows) < 2


def test_a_megabyte_of_javascript_in_one_line_is_read_within_seconds():
    assert seconds(lambda: read("app.js", "f('cuda');" * 200_000)) < 30


def test_places_are_those_of_counting():
    text = "a\n\nbc\n设备\n"

    for offset in range(len(text) + 1):
        counted = text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)
        assert Places(text).of(offset) == counted


def test_words_of_a_long_command_keep_their_places():
    sights = read("run.sh", "python a.py --device 'cuda' \\\n  --device=cuda && echo x\n").sights

    spans = [(one.symbol, one.span.line, one.span.column) for one in sights if one.kind == "argument"]
    assert spans == [("--device=cuda", 1, 13), ("--device=cuda", 2, 3)]


def test_packages_of_a_project_keep_their_places():
    text = '# torch==2.4\n[project]\ndependencies = ["numpy", "torch==2.4"]\n'

    spans = {one.symbol: (one.span.line, one.span.column) for one in read("pyproject.toml", text).sights}
    assert (spans["numpy"], spans["torch"]) == ((3, 18), (3, 27))


def test_arguments_of_an_image_that_double_do_not_fill_the_memory():
    doubling = "\n".join(f"ARG A{number + 1}=$A{number}$A{number}" for number in range(60))

    assert read("Dockerfile", f"ARG A0=xx\n{doubling}\nFROM $A60\n").sights


@pytest.mark.parametrize(
    ("path", "row"),
    [
        ("main.tf", f'note = "{"x" * 5000}", image = "nvidia/cuda:12.4"'),
        ("main.tf", f'"{"x" * 500}" = "nvidia/cuda:12.4"'),
        ("package-lock.json", f'{" " * 1500}"flash-attn": {{'),
    ],
)
def test_what_stands_far_out_in_a_row_is_seen(path, row):
    seen = {sight.symbol.rpartition("=")[2] for sight in read(path, row).sights}

    assert seen & {"nvidia/cuda:12.4", "flash-attn"}
