"""The Python environments that jobs bring in: where they are, and making one so that no half of it counts."""

from __future__ import annotations

import importlib.util
import platform
import secrets
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from migration_engine.text import Text
from migration_node.errors import NodeError
from migration_node.home import NodeHome
from migration_node.probe.packages import versions_in

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Environment:
    """What goes into an environment. `package` proves that it is there; sizes in MB, installed."""

    name: str
    package: str
    requirement: str
    installed_mb: int
    size: Text


TORCH = Environment(
    name="torch",
    package="torch",
    requirement="torch==2.13.0",
    installed_mb=800,
    size=Text(
        "200 MB to download and 800 MB on disk for a CPU build; 3 GB and 7 GB for one with CUDA libraries",
        "CPU 构建需下载约 200 MB、占用磁盘约 800 MB；带 CUDA 库的构建分别约为 3 GB 与 7 GB",
    ),
)
BENCH = Environment(
    name="bench",
    package="evalscope",
    requirement="evalscope[perf]==1.14.1",
    installed_mb=800,
    size=Text(
        "about 250 MB to download and 800 MB on disk, 118 packages, no torch",
        "需下载约 250 MB，占用磁盘约 800 MB，共 118 个软件包，不含 torch",
    ),
)
ENVIRONMENTS: Mapping[str, Environment] = {one.name: one for one in (TORCH, BENCH)}


def python_of(home: NodeHome, environment: Environment) -> Path | None:
    """The interpreter of a finished environment. The link is made last, so half of one is none."""
    python = home.environments / environment.name / "bin/python"
    return python if python.exists() else None


def torch_python(home: NodeHome) -> Path | None:
    """The interpreter that has torch. Looking never imports it: a broken torch_npu would take us down."""
    own = python_of(home, TORCH)
    return own or (Path(sys.executable) if importlib.util.find_spec("torch") else None)


def child_python(home: NodeHome) -> Path:
    """The interpreter for job processes: the one with torch where there is one."""
    return torch_python(home) or Path(sys.executable)


@dataclass(frozen=True, slots=True)
class Source:
    """Where packages come from: a folder of wheels, an index of one's own, or pip's usual one."""

    wheels: Path | None = None
    index: str = ""

    def options(self, cache: Path) -> list[str]:
        """What pip is told. What was downloaded before an interruption is taken from the cache."""
        if self.wheels:
            return ["--no-index", "--find-links", str(self.wheels), "--no-cache-dir"]
        return ["--cache-dir", str(cache), *(["--index-url", self.index] if self.index else [])]

    def wheels_mb(self) -> int:
        """How much the folder of wheels holds, in MB. Raises NodeError for one without any."""
        assert self.wheels
        found = sorted(self.wheels.glob("*.whl"))
        if not found:
            raise NodeError(_no_wheels(self.wheels))
        return sum(wheel.stat().st_size for wheel in found) // MB


@dataclass(frozen=True, slots=True)
class Installation:
    """One making of an environment; used once."""

    home: NodeHome
    environment: Environment
    source: Source
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        name = f"{self.environment.name}-{secrets.token_hex(4)}"
        object.__setattr__(self, "folder", self.home.environments / name)

    def run(self) -> None:
        """Make it beside the one in use, prove it, then switch over. On failure nothing has changed."""
        self._check_room()
        self._remove_leftovers(keep=self._in_use())
        try:
            self._fill()
            self._switch()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        shutil.rmtree(self.home.downloads, ignore_errors=True)

    def _check_room(self) -> None:
        free = shutil.disk_usage(self.home.make(self.home.environments)).free // MB
        if free < self.environment.installed_mb:
            raise NodeError(_no_room(self.home.environments, free, self.environment))

    def _in_use(self) -> Path | None:
        link = self.home.environments / self.environment.name
        return link.resolve() if link.is_symlink() else None

    def _remove_leftovers(self, keep: Path | None) -> None:
        """What an interrupted or replaced installation left behind."""
        for folder in self.home.environments.glob(f"{self.environment.name}-????????"):
            if folder.resolve() != keep:
                shutil.rmtree(folder, ignore_errors=True)

    def _fill(self) -> None:
        try:
            venv.EnvBuilder(with_pip=True).create(self.folder)
        except (subprocess.CalledProcessError, OSError) as error:
            raise NodeError(_no_environment(self.folder, error)) from error
        options = self.source.options(self.home.downloads)
        self._pip("install", "--disable-pip-version-check", *options, self.environment.requirement)
        found = versions_in(self.folder / "bin/python", self.environment.package)
        if self.environment.package not in found:
            raise NodeError(_not_in_it(self.environment.package))

    def _pip(self, *arguments: str) -> None:
        command: Sequence[str] = [str(self.folder / "bin/python"), "-m", "pip", *arguments]
        if subprocess.run(command, check=False).returncode != 0:
            raise NodeError(_pip_failed(self.environment.requirement, self.source))

    def _switch(self) -> None:
        """Point the name at the new folder in one step."""
        draft = self.home.environments / f".{self.folder.name}"
        draft.symlink_to(self.folder.name)
        draft.replace(self.home.environments / self.environment.name)


def _no_wheels(folder: Path) -> Text:
    return Text(
        f"{folder} holds no wheel (*.whl); fill it with `pip download` on a machine with network access",
        f"{folder} 中没有 wheel 文件（*.whl）；请在联网机器上用 `pip download` 下载后放入",
    )


def _no_room(folder: Path, free: int, environment: Environment) -> Text:
    wanted = environment.installed_mb
    return Text(
        f"{folder} has {free} MB free, {environment.name} needs {wanted} MB; "
        "free some, or give another folder by --home",
        f"{folder} 剩余 {free} MB，{environment.name} 需要 {wanted} MB；请清理磁盘，或用 --home 指定其他目录",
    )


def _no_environment(folder: Path, error: Exception) -> Text:
    return Text(
        f"no environment could be made in {folder} ({error}); install python3-venv",
        f"无法在 {folder} 中创建环境（{error}）；请安装 python3-venv",
    )


def _not_in_it(package: str) -> Text:
    return Text(
        f"{package} is not in the new environment; run this again",
        f"新环境中没有 {package}；请重新执行",
    )


def _pip_failed(requirement: str, source: Source) -> Text:
    if source.wheels is None:
        return Text(
            f"pip could not install {requirement}; see its message above, then run this again",
            f"pip 未能安装 {requirement}；请查看上方提示，然后重新执行",
        )
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return Text(
        f"pip could not install {requirement} from {source.wheels}; the message above names what is missing. "
        f"Fill the folder with `pip download` on a machine with {system}",
        f"pip 未能用 {source.wheels} 安装 {requirement}；上方提示指出了缺少的软件包。"
        f"请在 {system} 的机器上用 `pip download` 补齐该目录",
    )
