"""The command that prices a scenario."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from migration_engine.cli.options import FILE, OUTPUT
from migration_engine.cli.output import as_json, write, write_bytes
from migration_engine.export.months import months_csv
from migration_engine.export.workbook import dossier_of, to_workbook
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.scenario_file import read_mapping


@click.command()
@click.argument("scenario", type=FILE)
@click.option(
    "--format", "form", type=click.Choice(("json", "csv", "xlsx")), default="json", show_default=True
)
@click.option(
    "--language", type=click.Choice(("en", "zh")), default="en", show_default=True, help="Of the workbook."
)
@OUTPUT
def tco(scenario: Path, form: str, language: str, output: Path | None) -> None:
    """Compare three years of staying on GPU with migrating, from a YAML or JSON SCENARIO.

    json holds every figure, csv the months, xlsx a workbook whose formulas stay alive.
    """
    if form == "xlsx" and output is None:
        raise click.UsageError("A workbook is no text: name a file with --output COST.xlsx.")
    loaded = load_scenario(read_mapping(scenario))
    if form == "xlsx" and output is not None:
        dossier = dossier_of(loaded, datetime.now(UTC).date())
        write_bytes(to_workbook(dossier, language), output)
        return
    result = evaluate(loaded)
    write(months_csv(result) if form == "csv" else as_json(result.to_dict()), output)
