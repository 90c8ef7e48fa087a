"""The commands that work on a scan document: map and plan; and the one that prices a scenario."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from migration_engine.cli.documents import report_in
from migration_engine.cli.options import DOCUMENT, FILE, OUTPUT
from migration_engine.cli.output import as_json, write
from migration_engine.coupling import build_map
from migration_engine.effort import estimate
from migration_engine.planning import waves
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.scenario_file import read_mapping


@click.command("map")
@DOCUMENT
@OUTPUT
def map_(document: Path, output: Path | None) -> None:
    """Draw the coupling map of a scan document as plain figures."""
    write(as_json(build_map(report_in(document)).to_dict()), output)


@click.command()
@DOCUMENT
@OUTPUT
def plan(document: Path, output: Path | None) -> None:
    """Estimate the effort of a scan document and suggest the waves."""
    report = report_in(document)
    effort = estimate(report)
    suggested = [asdict(wave) for wave in waves(report, effort)]
    write(as_json({"effort": asdict(effort), "waves": suggested}), output)


@click.command()
@click.argument("scenario", type=FILE)
@click.option("--format", "form", type=click.Choice(("json",)), default="json", show_default=True)
@OUTPUT
def tco(scenario: Path, form: str, output: Path | None) -> None:
    """Compare three years of staying on GPU with migrating, from a YAML or JSON SCENARIO."""
    write(as_json(evaluate(load_scenario(read_mapping(scenario))).to_dict()), output)
