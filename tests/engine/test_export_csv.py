"""CSV: one line a finding, and no cell that a spreadsheet would run."""

import csv
import io

import pytest

from migration_engine.export.csv import COLUMNS, safe_cell, to_csv
from tests.engine.coupling.scans import finding, report, scan, small_app


def lines(tree):
    return list(csv.DictReader(io.StringIO(to_csv(report(tree)))))


def test_it_has_a_header_and_one_line_a_finding():
    found = lines(small_app())

    assert tuple(found[0]) == COLUMNS
    assert [one["path"] for one in found] == ["agent/planner.py", "device/pick.py", "runtime/attention.py"]
    assert found[1]["component_layer"] == "L1"


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "＝1", "\r=1"])
def test_a_cell_that_looks_like_a_formula_is_made_text(start):
    assert safe_cell(start) == f"'{start}"


def test_ordinary_cells_stay_as_they_are():
    assert [safe_cell(value) for value in ("a=b", 7, "torch.cuda", "")] == ["a=b", 7, "torch.cuda", ""]


def test_a_hostile_file_name_comes_out_as_text():
    name = '=HYPERLINK("http://evil.example","x").py'

    (line,) = lines(scan([name], findings=[finding(name)]))

    assert line["path"] == f"'{name}"
