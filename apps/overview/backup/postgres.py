"""The database as one file, by PostgreSQL's own programs; nothing of its password is on a command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection

from apps.overview.backup.manifest import BackupError

# libpq's variables for what Django's settings may hold.
VARIABLES = {
    "dbname": "PGDATABASE",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
# The schema itself, its owner and who may use it stay as they are.
EMPTY = b"""
BEGIN;
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE 'DROP TABLE ' || name || ' CASCADE';
    END LOOP;
END $$;
"""


def dump(file: Path) -> None:
    """Write the database, as it is at one moment, to FILE. Raises BackupError."""
    options = ("--format=custom", "--schema=public", "--no-owner", "--no-privileges", f"--file={file}")
    done = subprocess.run(
        [_program("pg_dump"), *options], env=_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"pg_dump could not save the database: {done.stderr.strip()}")


def load(file: Path) -> None:
    """Put what FILE holds in the place of all tables, in one transaction. Raises BackupError."""
    command = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(
            command, env=_environment(), stdin=subprocess.PIPE, stdout=said, stderr=said
        ) as taking:
            assert taking.stdin
            with suppress(BrokenPipeError):
                _send(file, taking.stdin)
        said.seek(0)
        if taking.returncode:
            told = said.read().decode(errors="replace").strip()
            raise BackupError(
                f"the database did not take the backup, nothing in it was changed: {told[-2000:]}"
            )


def _send(file: Path, into: IO[bytes]) -> None:
    """The statement that makes it count comes last, and only after all of the file."""
    into.write(EMPTY)
    command = [
        _program("pg_restore"),
        "--schema=public",
        "--no-owner",
        "--no-privileges",
        "--file=-",
        str(file),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as reading:
        assert reading.stdout
        shutil.copyfileobj(reading.stdout, into)
    into.write(
        b"\nCOMMIT;\nANALYZE;\n" if reading.returncode == 0 else b"\nSELECT 'pg_restore failed'::int;\n"
    )


def _program(name: str) -> str:
    found = shutil.which(name, path=settings.POSTGRES_PROGRAMS or None)
    if found is None:
        raise BackupError(
            f"{name} is not there: install PostgreSQL's client programs, of the server's version or newer, "
            "and set POSTGRES_PROGRAMS to their folder if it is not on the path"
        )
    return found


def _environment() -> dict[str, str]:
    given = connection.get_connection_params()
    told = {name: str(given[key]) for key, name in VARIABLES.items() if given.get(key)}
    return os.environ | told | {"PGCLIENTENCODING": "UTF8"}
