"""Real PostgreSQL and Valkey from wheels, for a machine where nobody has named other servers.

The first process that asks starts a server under var/, the next ones attach, the last one out stops it.
"""

import os
from functools import cache
from pathlib import Path

from migration_portal.embedded.errors import ServerFailed
from migration_portal.embedded.postgres import PostgresServer, programs
from migration_portal.embedded.sharing import attach
from migration_portal.embedded.valkey import ValkeyServer


def var_dir() -> Path:
    """Return the folder that holds everything the portal writes."""
    return Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parents[2] / "var").absolute()


@cache
def database_url() -> str:
    """Return the URL of the embedded PostgreSQL, which runs from now until this process has ended."""
    return attach(PostgresServer(var_dir() / "postgres"))


@cache
def broker_url() -> str:
    """Return the URL of the embedded Valkey, which runs from now until this process has ended."""
    return attach(ValkeyServer(var_dir() / "valkey"))


def programs_folder() -> str:
    """Return the folder of PostgreSQL's programs from the wheel, or an empty text where there is none."""
    try:
        return str(programs())
    except ServerFailed:
        return ""
