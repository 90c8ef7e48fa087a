"""What the command line says, in the language of its terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping

from migration_engine.text import Text

LANGUAGES = ("en", "zh")
GO_ON = Text("Go on?", "继续吗？")
ONE_SOURCE = Text(
    "--wheels is for machines without a network, --index for those with one: give only one of them",
    "--wheels 用于离线机器，--index 用于联网机器：请只指定其中一个",
)


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of messages by the usual variables: zh or en."""
    wanted = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    return "zh" if wanted.startswith("zh") else "en"


def enrolled(name: str, project: str) -> Text:
    """After a node was enrolled."""
    return Text(
        f"Enrolled as “{name}” in project {project}. Next: npu-migrate-node run",
        f"已注册为“{name}”，所属项目 {project}。下一步：npu-migrate-node run",
    )


def size_of_wheels(mb: int, folder: str, installed_mb: int) -> Text:
    """How large an installation from local wheels is."""
    return Text(
        f"{mb} MB of wheels in {folder}, about {installed_mb} MB on disk",
        f"{folder} 中的 wheel 共 {mb} MB，安装后约占磁盘 {installed_mb} MB",
    )


def goes_into(requirement: str, folder: str, size: Text) -> Text:
    """Before an installation."""
    return Text(
        f"{requirement} goes into {folder}: {size.en}.", f"{requirement} 将安装到 {folder}：{size.zh}。"
    )


def installed(what: str) -> Text:
    """After an installation."""
    return Text(
        f"{what} is installed; a running agent notices it within ten minutes, or at once when restarted.",
        f"{what} 已安装；运行中的代理会在十分钟内发现它，重启代理则立即生效。",
    )
