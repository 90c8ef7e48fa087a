"""The node's home folder: its identity, readable by its owner only."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from migration_engine.aside import written_aside
from migration_engine.text import Text
from migration_node.errors import HomeInUse, NodeError, NotEnrolled


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
        """Write the identity, with mode 0600 before anything is in it. Raises NodeError."""
        try:
            with written_aside(self.identity_file) as file:
                file.write(json.dumps(asdict(identity), indent=2).encode())
        except OSError as error:
            raise NodeError(_not_written(self.identity_file, error)) from error

    def load(self) -> Identity:
        """The identity, or a message that says how to get one."""
        try:
            return Identity(**json.loads(self.identity_file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise NotEnrolled(_no_identity(self.path)) from None
        except (ValueError, TypeError) as error:
            raise NotEnrolled(_damaged(self.identity_file)) from error

    @contextmanager
    def only_agent(self) -> Iterator[None]:
        """Hold the home for one agent: two with one identity would take each other's attempts."""
        with self._lock_file() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise HomeInUse(_in_use(self.path)) from None
            yield

    def make(self, folder: Path) -> Path:
        """Make a folder at or below the home. Raises NodeError."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise NodeError(_not_ours(folder, error)) from error
        return folder

    def _lock_file(self) -> IO[str]:
        try:
            return (self.make(self.path) / "agent.lock").open("w")
        except OSError as error:
            raise NodeError(_not_ours(self.path, error)) from error


def _no_identity(path: Path) -> Text:
    return Text(
        f"{path} holds no identity; run `npu-migrate-node enroll URL CODE`",
        f"{path} 中没有节点身份；请执行 `npu-migrate-node enroll URL CODE`",
    )


def _damaged(file: Path) -> Text:
    return Text(f"{file} is damaged; remove it and enrol again", f"{file} 已损坏；请删除后重新注册")


def _in_use(path: Path) -> Text:
    return Text(
        f"another agent already runs on {path}; stop it first", f"{path} 已有一个代理进程在运行；请先停止它"
    )


def _not_written(file: Path, error: OSError) -> Text:
    return Text(
        f"{file} could not be written ({error.strerror}); make room or make it this user's, then enrol "
        "with a new code",
        f"无法写入 {file}（{error.strerror}）；请清理磁盘或为当前用户授予写权限，然后使用新的注册码注册",
    )


def _not_ours(path: Path, error: OSError) -> Text:
    return Text(
        f"{path} cannot be used ({error.strerror}); make it this user's, or give another by --home",
        f"无法使用 {path}（{error.strerror}）；请为当前用户授予写权限，或用 --home 指定其他目录",
    )
