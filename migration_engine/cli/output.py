"""Where results go: to the terminal, or into a file that nobody meets half written."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from migration_engine.aside import written_aside


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write(text: str, output: Path | None) -> None:
    """To the terminal, or written aside and renamed, so that nobody meets half a file."""
    write_pieces((text.encode("utf-8"),), output)


def write_bytes(data: bytes, output: Path) -> None:
    """The same for what is no text."""
    write_pieces((data,), output)


def write_pieces(pieces: Iterable[bytes], output: Path | None) -> None:
    """The same for what is made while it is written."""
    if output is None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
        return
    try:
        if output.exists() and not output.is_file():  # /dev/null, a pipe: what is there must stay what it is
            with output.open("wb") as there:
                there.writelines(pieces)
        else:
            with written_aside(output.resolve(), mode=0o666) as file:
                file.writelines(pieces)
    except OSError as error:  # which names the file aside, of which nobody has heard
        raise OSError(error.errno, error.strerror, str(output)) from error


def in_a_folder(output: Path | None) -> Path | None:
    """Looked at before the work, which may take minutes."""
    if output is not None and not output.parent.is_dir():
        raise click.BadParameter(f"{output}: the folder {output.parent} does not exist; create it first.")
    return output
