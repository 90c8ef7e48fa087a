"""The command that tells what a scan knows of the models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from migration_engine.cli.documents import report_in
from migration_engine.cli.options import DOCUMENT, OUTPUT
from migration_engine.cli.output import as_json, write
from migration_engine.export.table import aligned
from migration_engine.facts import PROPERTY_NAMES, ModelSummary, OperatorRow, Property, summary_of
from migration_engine.operators.table import State, Statement

_MANY_DTYPES = 6
_CONDITIONS = "conditions"


@click.command()
@DOCUMENT
@click.option("--torch-npu", "version", default="", help="The version to check against; default: the newest.")
@click.option("--format", "form", type=click.Choice(("table", "json")), default="table", show_default=True)
@OUTPUT
def facts(document: Path, version: str, form: str, output: Path | None) -> None:
    """Tell what a scan document knows of the models, and which of their operators torch_npu supports."""
    summary = summary_of(report_in(document).scan, version)
    write(as_json(_plain(summary)) if form == "json" else "\n".join(_table(summary)) + "\n", output)


def _plain(summary: ModelSummary) -> dict[str, object]:
    return {
        "torch_npu": summary.version,
        "properties": [_plain_property(one) for one in summary.properties],
        "operators": [_plain_operator(row) for row in summary.operators],
    }


def _plain_property(one: Property) -> dict[str, object]:
    values = [
        {"value": value.text, "places": [f"{place.path}:{place.line}" for place in value.places]}
        for value in one.values
    ]
    return {"kind": one.kind.value, "standing": one.standing.value, "values": values}


def _plain_operator(row: OperatorRow) -> dict[str, object]:
    support = row.support
    return {
        "name": support.name,
        "state": support.state.value,
        "disputed": support.disputed,
        "statements": [asdict(one) for one in support.statements],
        "count": row.count,
        "places": [f"{use.path}:{use.line}" for use in row.uses],
    }


def _table(summary: ModelSummary) -> Iterator[str]:
    header = ("property", "standing", "value", "places", "first place")
    yield from aligned(header, [line for one in summary.properties for line in _lines(one)])
    yield ""
    states = ", ".join(f"{count} {state.value}" for state, count in summary.states.items())
    yield f"Operators of model code against torch_npu {summary.version}: {states}"
    yield from _sources(summary)
    if summary.operators:
        rows = [_operator_line(row) for row in summary.operators]
        yield from aligned(("state", "operator", "uses", "first place", "what the sources say"), rows)


def _sources(summary: ModelSummary) -> Iterator[str]:
    """What `table` and `tool` stand for."""
    seen = {one.source for row in summary.operators for one in row.support.statements}
    yield from (f"source: {source}" for source in sorted(seen))


def _lines(one: Property) -> Iterator[tuple[str, ...]]:
    name = PROPERTY_NAMES[one.kind].en
    if not one.values:
        yield (name, one.standing.value, "", "", "")
    for value in one.values:
        first = value.places[0]
        place = f"{first.path}:{first.line}"
        yield (name, one.standing.value, value.text, str(len(value.places)), place)


def _operator_line(row: OperatorRow) -> tuple[str, ...]:
    use = row.uses[0]
    mark = f"{row.support.state.value}{' (disputed)' if row.support.disputed else ''}"
    said = "; ".join(map(_said, row.support.statements))
    return (mark, row.support.name, str(row.count), f"{use.path}:{use.line}", said)


def _said(one: Statement) -> str:
    """Without what every operator has: the state is told before, and most take the usual dtypes."""
    source = "table" if one.source.startswith("Ascend/pytorch") else "tool"
    narrow = one.dtypes if one.state is State.LIMITED and len(one.dtypes) < _MANY_DTYPES else ()
    parts = (one.state.value, " ".join(narrow), "+".join(one.chips), _CONDITIONS * one.conditions)
    return f"{source}: {', '.join(filter(None, parts))}"
