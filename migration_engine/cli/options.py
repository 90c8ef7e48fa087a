"""Arguments and options that several commands share, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import click

from migration_engine.cli.output import in_a_folder

GATE_FAILED = 1
BAD_INPUT = 2

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
OUTPUT = click.option(
    "--output",
    type=FILE,
    callback=lambda context, option, path: in_a_folder(path),
    help="Write here instead of to the terminal.",
)
DOCUMENT = click.argument("document", metavar="SCAN.json", type=FILE)
RULES = click.option(
    "--rules", "folders", type=FOLDER, multiple=True, help="A folder of your own rules; may be repeated."
)
