"""The PostgreSQL and Valkey of one test run, in a folder of their own."""

import atexit
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from migration_portal.embedded.postgres import FAST_AND_FORGETFUL, PostgresServer
from migration_portal.embedded.sharing import attach, stop_unused
from migration_portal.embedded.valkey import ValkeyServer

RUNS = Path(__file__).resolve().parents[1] / "var" / "tests"


class RunServers:
    """Their addresses are known at once, the processes start with the first test that needs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = PostgresServer(folder / "postgres", FAST_AND_FORGETFUL)
        self.valkey = ValkeyServer(folder / "valkey")
        self.alive = (folder / "alive.lock").open("a")

    @classmethod
    def announce(cls) -> "RunServers":
        """Write the addresses to the environment, where settings and child processes read them."""
        RUNS.mkdir(parents=True, exist_ok=True)
        servers = cls(Path(tempfile.mkdtemp(dir=RUNS, prefix="run-")))
        fcntl.flock(servers.alive, fcntl.LOCK_SH)
        # Registered before attach() registers its own, so that it runs after the servers were let go.
        atexit.register(servers.remove, os.getpid())
        os.environ["VAR_DIR"] = str(servers.folder)
        os.environ.setdefault("DATABASE_URL", servers.postgres.url())
        os.environ.setdefault("BROKER_URL", servers.valkey.reserve())
        return servers

    def withdraw(self) -> None:
        """Take the addresses back: processes started from here announce servers of their own."""
        for name, address in (("DATABASE_URL", self.postgres.url()), ("BROKER_URL", self.valkey.url())):
            if os.environ[name] == address:
                del os.environ[name]

    def owns_valkey(self) -> bool:
        """Tell whether the broker of this run is its own, and not one that the environment named."""
        return os.environ["BROKER_URL"] == self.valkey.url()

    def owns_postgres(self) -> bool:
        """Tell whether the database of this run is its own."""
        return os.environ["DATABASE_URL"] == self.postgres.url()

    def start(self) -> None:
        """Start what the environment points at, unless it points elsewhere."""
        if self.owns_postgres():
            attach(self.postgres)
        if self.owns_valkey():
            attach(self.valkey)

    def remove(self, owner: int) -> None:
        """Stop what still runs and remove the folder; a forked child leaves that to its parent."""
        if os.getpid() == owner and all([stop_unused(self.postgres), stop_unused(self.valkey)]):
            shutil.rmtree(self.folder, ignore_errors=True)


def remove_leftovers() -> None:
    """Clean up after runs that were killed; one that lives holds its lock."""
    for folder in RUNS.glob("run-*/"):
        leftover = RunServers(folder)
        try:
            fcntl.flock(leftover.alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        leftover.remove(os.getpid())
