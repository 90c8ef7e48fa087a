"""Shell: a branch that only other machines take is handled by the NPU branch of its chain."""

import pytest

from tests.engine.scan.reading import found, lines_of

IF = """\
    if command -v nvidia-smi; then
        nvidia-smi -L
    elif command -v npu-smi; then
        npu-smi info
    else
        export CUDA_VISIBLE_DEVICES=0
    fi
    nvidia-smi
    """
CASE = """\
    case "$DEVICE" in
        npu|ascend) npu-smi info ;;
        cuda)
            nvidia-smi -L
            ;;
        *) nvcc --version ;;
    esac
    nvidia-smi
    """
NESTED = """\
    if [ "$DEVICE" = npu ]; then
        if [ -n "$VERBOSE" ]; then
            npu-smi info
        fi
    else
        if [ -n "$VERBOSE" ]; then
            nvidia-smi
        else if true; then nvcc --version
        fi; fi
    fi
    """


@pytest.mark.parametrize(
    ("text", "handled", "by", "still_open"),
    [(IF, [1, 2, 6], 3, [8]), (CASE, [4, 6], 2, [8]), (NESTED, [7, 8], 1, [])],
    ids=["if", "case", "nested"],
)
def test_other_branches_are_handled_by_that_of_the_npu(text, handled, by, still_open):
    findings = found(text, "run.sh")

    assert set(lines_of(findings, "handled")) == set(handled)
    assert {one.handled_by for one in findings if one.status == "handled"} == {f"run.sh:{by}"}
    assert sorted(set(lines_of(findings))) == still_open


@pytest.mark.parametrize(
    "condition",
    [
        "! command -v npu-smi",
        '[ "$DEVICE" != "npu" ]',
        '[ -z "$NPU" ]',
        "[ ! -d /usr/local/Ascend ]",
    ],
)
def test_what_runs_where_there_is_no_npu_is_handled_by_its_condition(condition):
    findings = found(f"if {condition}; then\n  nvidia-smi\nelse\n  nvcc --version\nfi\n", "run.sh")

    assert (lines_of(findings, "handled"), lines_of(findings)) == ([2], [4])


@pytest.mark.parametrize(
    "text",
    [
        "if [ $D = cuda ]; then\n  nvidia-smi\nelse\n  echo ascending\nfi\n",
        "if [ $D = npu ] || [ $D = cuda ]; then\n  nvidia-smi\nfi\n",
        "if [ $D = npu ]; then\n  nvidia-smi\n",
        "case $D in\n  npu|cuda)\n    nvidia-smi ;;\nesac\n",
        "echo npu\nif true; then\n  nvidia-smi\nfi\n",
    ],
)
def test_no_other_branch_is_handled(text):
    findings = found(text, "run.sh")

    assert lines_of(findings) and not lines_of(findings, "handled")


def test_a_chain_in_a_container_file_counts_in_its_own_lines():
    text = "FROM a\nRUN <<EOF\nif [ $D = npu ]; then\n  npu-smi info\nelse\n  nvcc --version\nfi\nEOF\n"

    (handled,) = [one for one in found(text, "Dockerfile") if one.status == "handled"]
    assert (handled.span.line, handled.handled_by) == (6, "Dockerfile:3")
