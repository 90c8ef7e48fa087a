"""How far a long scan is, on one line of the error stream."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from migration_engine.scan import Progress

_WIDTH = 24


@contextmanager
def progress(shown: bool | None) -> Iterator[Progress | None]:
    """One line on the error stream that is written over and wiped at the end."""
    if shown is False or (shown is None and not (sys.stderr and sys.stderr.isatty())):
        yield None
        return
    try:
        yield _tell
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _tell(step: str, done: int, total: int) -> None:
    filled = _WIDTH * done // max(total, 1)
    bar = "#" * filled + "." * (_WIDTH - filled)
    click.echo(f"\r\x1b[K[{bar}] {step} {done:,} of {total:,}", nl=False, err=True)
