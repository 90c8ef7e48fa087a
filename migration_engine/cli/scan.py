"""The command that reads a source."""

from __future__ import annotations

import os
from pathlib import Path

import click

from migration_engine.cli.options import FOLDER, OUTPUT, RULES
from migration_engine.cli.output import as_json, write, write_pieces
from migration_engine.cli.progress import progress
from migration_engine.export.document_lines import document_lines
from migration_engine.intake import GitAccess, open_tree
from migration_engine.model import ScanReport
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue

_FORMATS = ("json", "sarif", "csv", "table")


@click.command()
@click.argument("source", metavar="PATH")
@OUTPUT
@click.option("--format", "form", type=click.Choice(_FORMATS), default="json", show_default=True)
@RULES
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read files."
)
@click.option(
    "--cache",
    type=FOLDER,
    help="Keep here what each file yielded, and read only changed files next time. Compiled rules are kept "
    "here too, else in ~/.cache/npu-migrate.",
)
@click.option("--progress/--no-progress", "shown", default=None, help="Default: when a person is watching.")
@click.option(
    "--snippets",
    type=click.Choice(("none", "line", "context")),
    default="context",
    show_default=True,
    help="How much code the document carries.",
)
@click.option("--ref", default="", help="Branch, tag or full commit id of a Git URL; default: its own.")
@click.option(
    "--internal-host",
    "internal_hosts",
    multiple=True,
    help="A Git host that may have an internal address; may be repeated.",
)
def scan(
    source: str,
    output: Path | None,
    form: str,
    folders: tuple[Path, ...],
    jobs: int,
    cache: Path | None,
    shown: bool | None,
    snippets: str,
    ref: str,
    internal_hosts: tuple[str, ...],
) -> None:
    """Scan PATH: a folder, an archive (.zip, .tar, .tar.gz) or an https Git URL. Nothing is executed.

    A private repository is read with the access token in NPU_MIGRATE_GIT_TOKEN.
    """
    access = GitAccess(ref, os.environ.get("NPU_MIGRATE_GIT_TOKEN", ""), internal_hosts)
    ruleset = load_catalogue(*folders, cache=cache)
    with open_tree(source, access=access, cache=cache) as tree, progress(shown) as tell:
        report = scan_report(
            tree, ruleset, jobs=jobs, progress=tell, snippets=snippets, cache=cache, kept=cache
        )
    if form == "json":
        write_pieces(document_lines(report), output)
    else:
        write(_formatted(report, form), output)


def _formatted(report: ScanReport, form: str) -> str:
    if form == "sarif":
        from migration_engine.export.sarif import to_sarif

        return as_json(to_sarif(report))
    if form == "csv":
        from migration_engine.export.csv import to_csv

        return to_csv(report)
    from migration_engine.export.table import to_table

    return to_table(report)
