"""The commands that compare scans: what changed, and whether a pipeline may go on."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from migration_engine.changes import ChangeKind, Limits, Verdict, compare, judge
from migration_engine.cli.documents import report_in
from migration_engine.cli.options import DOCUMENT, FILE, GATE_FAILED, OUTPUT
from migration_engine.cli.output import as_json, write
from migration_engine.export.changes import (
    changes_document,
    changes_table,
    verdict_document,
    verdict_junit,
    verdict_table,
)
from migration_engine.export.sarif import to_sarif
from migration_engine.model import ScanReport

_ANY = click.IntRange(0)
_LIMITS = ("new-strong", "new-weak", "new-debt", "strong", "weak", "debt", "skipped")


@click.command()
@click.argument("old", metavar="OLD.json", type=FILE)
@click.argument("new", metavar="NEW.json", type=FILE)
@click.option("--format", "form", type=click.Choice(("table", "json")), default="table", show_default=True)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when anything differs.")
@OUTPUT
def diff(old: Path, new: Path, form: str, exit_code: bool, output: Path | None) -> None:
    """Tell which findings are new, gone, moved, changed, or were not checked again in NEW."""
    changes = compare(report_in(old), report_in(new))
    write(as_json(changes_document(changes)) if form == "json" else changes_table(changes), output)
    if exit_code and len(changes.changes) > changes.counts[ChangeKind.SAME]:
        sys.exit(GATE_FAILED)


def _limit_options(command: click.decorators.FC) -> click.decorators.FC:
    for name in reversed(_LIMITS):
        what = "paths that were not read" if name == "skipped" else f"open {name.replace('-', ' ')} findings"
        command = click.option(f"--max-{name}", type=_ANY, help=f"How many {what} are allowed.")(command)
    return command


@click.command()
@DOCUMENT
@click.option("--baseline", type=FILE, help="The scan to compare with; limits on what is new need it.")
@_limit_options
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json", "junit", "sarif")),
    default="table",
    show_default=True,
)
@OUTPUT
def gate(document: Path, baseline: Path | None, form: str, output: Path | None, **asked: int | None) -> None:
    """Exit with 1 when SCAN.json breaks a limit, and list the findings that break it.

    Without any limit: no new strong finding with --baseline, no strong finding without.
    """
    limits = _limits(asked, baseline)
    new = report_in(document)
    verdict = judge(new, limits, report_in(baseline) if baseline else None)
    write(_formatted(verdict, new, form), output)
    if not verdict.passed:
        sys.exit(GATE_FAILED)


def _limits(asked: dict[str, int | None], baseline: Path | None) -> Limits:
    given = {name.removeprefix("max_"): count for name, count in asked.items() if count is not None}
    if baseline is None and any(name.startswith("new_") for name in given):
        raise click.UsageError("Limits on what is new need --baseline OLD.json.")
    return Limits(**(given or ({"new_strong": 0} if baseline else {"strong": 0})))


def _formatted(verdict: Verdict, new: ScanReport, form: str) -> str:
    if form == "json":
        return as_json(verdict_document(verdict))
    if form == "junit":
        return verdict_junit(verdict)
    if form == "sarif":
        return as_json(to_sarif(new, verdict.changes))
    return verdict_table(verdict)
