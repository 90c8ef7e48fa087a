"""Everything that the portal keeps, as text, for tests that look for what must not be there."""

from __future__ import annotations

import gzip
from pathlib import Path

from django.apps import apps
from django.db import connection


def tables() -> dict[str, str]:
    """Return the rows of each table but the sessions, in a fixed order."""
    names = {model._meta.db_table for model in apps.get_models()} - {"django_session"}
    return {name: _rows(name) for name in sorted(names)}


def _rows(table: str) -> str:
    lines = f"SELECT t::text FROM {table} t ORDER BY 1"  # noqa: S608 - a table name of our own models
    with connection.cursor() as cursor:
        cursor.execute(lines)
        return "\n".join(row[0] for row in cursor.fetchall())


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of each file under the folder, unpacked where it is compressed."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): _content(path) for path in found}


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content
