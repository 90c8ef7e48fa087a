"""Checks of the node's identity, of its way to the portal and of its agent."""

from __future__ import annotations

import stat
from collections.abc import Iterator

from migration_engine.text import Text
from migration_node.doctor.check import Check, State
from migration_node.doctor.connection import connection_checks
from migration_node.errors import HomeInUse, NodeError, NotEnrolled
from migration_node.home import Identity, NodeHome

IDENTITY, AGENT = Text("identity", "身份"), Text("agent", "代理进程")


def membership_checks(home: NodeHome) -> Iterator[Check]:
    """Without an identity there is no portal to ask: everything else still tells something."""
    if not home.identity_file.exists():
        advice = Text(
            "Make a code on the portal's nodes page, then run `npu-migrate-node enroll URL CODE`.",
            "请在门户的节点页面生成注册码，然后执行 `npu-migrate-node enroll URL CODE`。",
        )
        yield Check("identity", IDENTITY, State.WARNING, Text("not enrolled", "尚未注册"), advice)
        return
    try:
        identity = home.load()
    except NotEnrolled as error:
        advice = Text("Enrol again with a new code.", "请使用新的注册码重新注册。")
        yield Check("identity", IDENTITY, State.PROBLEM, error.text, advice)
        return
    yield _identity(home, identity)
    yield from connection_checks(identity)
    yield _agent(home)


def _identity(home: NodeHome, identity: Identity) -> Check:
    file = home.identity_file
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        found = Text(f"others can read {file}", f"其他用户可以读取 {file}")
        advice = Text(
            f"Run `chmod 600 {file}` and have the token rotated on the portal's nodes page.",
            f"请执行 `chmod 600 {file}`，并在门户的节点页面更换令牌。",
        )
        return Check("identity", IDENTITY, State.PROBLEM, found, advice)
    found = Text(f"{identity.name}, project {identity.project}", f"{identity.name}，项目 {identity.project}")
    return Check("identity", IDENTITY, State.OK, found)


def _agent(home: NodeHome) -> Check:
    try:
        with home.only_agent():
            advice = Text("Start it: `npu-migrate-node run`.", "请启动：`npu-migrate-node run`。")
            return Check("agent", AGENT, State.WARNING, Text("not running", "未运行"), advice)
    except HomeInUse:
        return Check("agent", AGENT, State.OK, Text("running", "运行中"))
    except NodeError as error:
        return Check("agent", AGENT, State.PROBLEM, error.text)
