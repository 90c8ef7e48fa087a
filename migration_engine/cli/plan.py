"""The commands that work on a scan document: map and plan."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from migration_engine.cli.documents import report_in
from migration_engine.cli.options import DOCUMENT, OUTPUT
from migration_engine.cli.output import as_json, write
from migration_engine.coupling import build_map
from migration_engine.effort import estimate, spread_of
from migration_engine.planning import waves


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
    spread = spread_of(one.days for one in effort.components)
    write(as_json({"effort": asdict(effort), "waves": suggested, "spread": asdict(spread)}), output)
