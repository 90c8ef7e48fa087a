"""Every hard case of the probe file is answered as a reader would answer it."""

from pathlib import Path

import pytest

from migration_engine.model import Coupling, FindingStatus
from tests.engine.scan.reading import scan

PROBE = Path(__file__).resolve().parents[2] / "fixtures" / "scan" / "hard_cases.py"


@pytest.fixture(scope="module")
def by_line():
    findings = scan({"probe.py": PROBE.read_text("utf-8")}).findings
    return {line: [one for one in findings if one.span.line == line] for line in range(1, 27)}


@pytest.mark.parametrize(
    ("line", "symbol"),
    [
        (6, "torch.cuda.memory_usage"),
        (7, "torch.cuda.synchronize"),
        (8, "torch.cuda.is_available"),
        (9, "cuda|cpu"),
        (11, "cuda:*"),
        (12, "cuda"),
        (13, "is_cuda"),
        (15, "CUDA_VISIBLE_DEVICES"),
        (16, "torch.backends.cudnn.benchmark"),
        (17, "flash_attn"),
        (24, "backend=nccl"),
        (25, "torch.nn.DataParallel"),
        (26, "torch.cuda.nvtx.range_push"),
    ],
)
def test_a_binding_is_found_once_under_its_full_name(by_line, line, symbol):
    binding = [one for one in by_line[line] if one.coupling is not Coupling.NONE]

    assert [one.symbol for one in binding] == [symbol]
    assert binding[0].status is FindingStatus.OPEN


def test_getattr_is_found_under_the_name_it_stands_for(by_line):
    assert {one.symbol.partition(".empty")[0] for one in by_line[14]} == {"torch.cuda"}


def test_a_comment_and_a_bare_string_never_count(by_line):
    assert by_line[18] == by_line[19] == []


def test_the_other_case_of_an_npu_branch_is_handled_by_its_line(by_line):
    (choice,) = by_line[23]

    assert (choice.status, choice.handled_by) == (FindingStatus.HANDLED, "probe.py:21")


def test_lines_without_a_binding_are_left_alone(by_line):
    for line in (1, 2, 5, 10, 20, 22):
        assert [one for one in by_line[line] if one.coupling is not Coupling.NONE] == [], line


def test_imports_of_the_runtime_are_findings_of_their_own(by_line):
    assert [one.symbol for one in by_line[3]] == ["torch.cuda"]
    assert [one.symbol for one in by_line[4]] == ["torch.cuda.is_available"]
