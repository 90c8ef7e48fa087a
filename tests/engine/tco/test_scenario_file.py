"""The command line evaluates a scenario file and refuses a wrong one by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from migration_engine.cli import cli
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.scenario_file import read_mapping
from tests.engine.tco.samples import FOLDER, golden


def test_it_prints_what_the_engine_answers() -> None:
    ran = CliRunner().invoke(cli, ["tco", str(FOLDER / "replacement_due.yaml"), "--format", "json"])

    assert ran.exit_code == 0
    assert json.loads(ran.output) == evaluate(load_scenario(golden())).to_dict()


def test_the_sample_of_the_documentation_is_the_golden_scenario() -> None:
    sample = Path(__file__).parents[3] / "docs" / "scenario.yaml"

    ran = CliRunner().invoke(cli, ["tco", str(sample), "--format", "json"])

    assert read_mapping(sample) == golden()
    assert json.loads(ran.output) == evaluate(load_scenario(golden())).to_dict()


def test_it_reads_json_as_well(tmp_path: Path) -> None:
    (tmp_path / "scenario.json").write_text(json.dumps(golden()))

    assert read_mapping(tmp_path / "scenario.json") == golden()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"a: [1\nb: 2", "s.yaml:2"),
        (b"\xff\xfe\xff", "s.yaml"),
        (b"x" * 1_000_001, "s.yaml"),
        (b"[" * 50_000, "s.yaml"),
        (b"a: 2026-13-45", "s.yaml"),
    ],
)
def test_it_names_the_file_that_it_cannot_read(tmp_path: Path, content: bytes, place: str) -> None:
    (tmp_path / "s.yaml").write_bytes(content)

    with pytest.raises(ScenarioInvalid) as refused:
        read_mapping(tmp_path / "s.yaml")

    assert refused.value.place == str(tmp_path / place)


def test_it_names_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioInvalid, match="cannot be read"):
        read_mapping(tmp_path / "none.yaml")
