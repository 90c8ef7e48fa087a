"""Where results go: to the terminal, or into a file that nobody meets half written."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec

from migration_engine.cache import written_aside


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_json_lines(document: Mapping[str, object]) -> str:
    """One JSON value with each item of its lists on one line: small, quick to write, and good to compare."""
    parts = (b' "%s": %s' % (key.encode(), _member(value)) for key, value in document.items())
    return (b"{\n" + b",\n".join(parts) + b"\n}\n").decode()


def _member(value: object) -> bytes:
    if not isinstance(value, list) or not value:
        return msgspec.json.encode(value)
    return b"[\n  " + b",\n  ".join(map(msgspec.json.encode, value)) + b"\n ]"


def write(text: str, output: Path | None) -> None:
    """To the terminal, or written aside and renamed, so that nobody meets half a file."""
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.flush()
        return
    write_bytes(text.encode("utf-8"), output)


def write_bytes(data: bytes, output: Path) -> None:
    """The same for what is no text."""
    try:
        if output.exists() and not output.is_file():  # /dev/null, a pipe: what is there must stay what it is
            output.write_bytes(data)
        else:
            with written_aside(output.resolve(), mode=0o666) as file:
                file.write(data)
    except OSError as error:  # which names the file aside, of which nobody has heard
        raise OSError(error.errno, error.strerror, str(output)) from error


def in_a_folder(output: Path | None) -> Path | None:
    """Looked at before the work, which may take minutes."""
    if output is not None and not output.parent.is_dir():
        raise click.BadParameter(f"{output}: the folder {output.parent} does not exist; create it first.")
    return output
