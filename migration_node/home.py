"""The node's home folder: its identity, readable by its owner only."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from migration_engine.aside import written_aside
from migration_node.errors import NodeError, NotEnrolled


@dataclass(frozen=True, slots=True)
class Identity:
    """Who this node is, to whom it belongs and whose signatures it trusts."""

    portal: str
    node: str
    name: str
    project: str
    token: str
    public_key: str


def default_home() -> Path:
    """NPU_MIGRATE_NODE_HOME, or a folder in the user's home."""
    return Path(os.environ.get("NPU_MIGRATE_NODE_HOME") or Path.home() / ".npu-migrate-node")


@dataclass(frozen=True, slots=True)
class NodeHome:
    """Paths below the home and the one file that is secret."""

    path: Path

    @property
    def identity_file(self) -> Path:
        """Holds the node token."""
        return self.path / "identity.json"

    @property
    def environments(self) -> Path:
        """The environments that `install` makes."""
        return self.path / "environments"

    @property
    def downloads(self) -> Path:
        """What an installation has downloaded so far."""
        return self.path / "downloads"

    @property
    def outbox(self) -> Path:
        """What attempts came to, until the portal has it."""
        return self.path / "outbox"

    @property
    def begun(self) -> Path:
        """The newest attempts that began here."""
        return self.path / "begun.json"

    @property
    def work(self) -> Path:
        """Scratch folders of running attempts."""
        return self.path / "work"

    def save(self, identity: Identity) -> None:
        """Write the identity, with mode 0600 before anything is in it."""
        with written_aside(self.identity_file) as file:
            file.write(json.dumps(asdict(identity), indent=2).encode())

    def load(self) -> Identity:
        """The identity, or a message that says how to get one."""
        try:
            return Identity(**json.loads(self.identity_file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            hint = "run `npu-migrate-node enroll URL CODE`"
            raise NotEnrolled(f"{self.path} holds no identity; {hint}") from None
        except (ValueError, TypeError) as error:
            raise NotEnrolled(f"{self.identity_file} is damaged; remove it and enrol again") from error

    @contextmanager
    def only_agent(self) -> Iterator[None]:
        """Hold the home for one agent: two with one identity would take each other's attempts."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.path / "agent.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise NodeError(f"another agent already runs on {self.path}; stop it first") from None
            yield
