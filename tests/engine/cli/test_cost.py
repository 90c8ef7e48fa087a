"""The command that prices a scenario writes JSON, the months, and a workbook."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from migration_engine.cli.cost import tco
from tests.engine.tco.samples import FOLDER

SCENARIO = str(FOLDER / "replacement_due.yaml")


@pytest.mark.parametrize(("language", "sheet"), [("en", "Summary"), ("zh", "摘要")])
def test_a_workbook_opens_and_begins_with_the_verdict(tmp_path: Path, language: str, sheet: str) -> None:
    target = tmp_path / "cost.xlsx"

    done = CliRunner().invoke(
        tco, [SCENARIO, "--format", "xlsx", "--language", language, "--output", str(target)]
    )

    assert done.exit_code == 0, done.output
    stored = openpyxl.load_workbook(target, data_only=True)
    assert stored.sheetnames[0] == sheet
    assert "669,920 CNY" in stored[sheet]["A2"].value


def test_a_workbook_needs_a_file() -> None:
    done = CliRunner().invoke(tco, [SCENARIO, "--format", "xlsx"])

    assert done.exit_code == 2
    assert "--output COST.xlsx" in done.output


def test_the_months_come_as_lines() -> None:
    done = CliRunner().invoke(tco, [SCENARIO, "--format", "csv"])

    assert done.output.startswith("month,stay_purchase,")
    assert len(done.output.splitlines()) == 38
