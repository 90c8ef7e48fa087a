"""Checks of the way to the portal: does it know this node, is a clock wrong, is the doorbell heard."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from redis import Redis
from redis.exceptions import RedisError

from migration_engine.protocol import Json
from migration_engine.text import Text
from migration_node.doctor.check import Check, State, plain
from migration_node.door import place_in
from migration_node.errors import NodeError, NoPortal, NotKnown, PortalUnreachable
from migration_node.home import Identity
from migration_node.portal import Portal

PORTAL, CLOCK, DOORBELL = Text("portal", "门户"), Text("clock", "时钟"), Text("doorbell", "门铃")
WRONG_S = 60
SECONDS = 5.0
DRAINS = "draining"


def connection_checks(identity: Identity) -> Iterator[Check]:
    """What does not depend on an answer is not asked without one."""
    portal = Portal(identity.portal, identity.token)
    try:
        said = portal.who_am_i()
    except NodeError as error:
        yield _no_answer(identity, error)
        return
    finally:
        portal.wire.close()
    yield _portal(identity, str(said.get("state", "")))
    if portal.wire.portal_time:
        yield _clock((datetime.now(UTC) - portal.wire.portal_time).total_seconds())
    yield _doorbell(said.get("doorbell"))


def _no_answer(identity: Identity, error: NodeError) -> Check:
    if isinstance(error, NotKnown):
        found = Text(
            f"{identity.portal} does not know this node, or no more",
            f"{identity.portal} 不认识（或不再认识）本节点",
        )
        advice = Text(
            "Make a code on the portal's nodes page, then run `npu-migrate-node enroll URL CODE`.",
            "请在门户的节点页面生成注册码，然后执行 `npu-migrate-node enroll URL CODE`。",
        )
        return Check("portal", PORTAL, State.PROBLEM, found, advice)
    if isinstance(error, PortalUnreachable) and not isinstance(error, NoPortal):
        advice = Text(
            f"This machine must reach {identity.portal}; jobs wait until it does.",
            f"本机需要能访问 {identity.portal}；在此之前作业会一直等待。",
        )
        return Check("portal", PORTAL, State.PROBLEM, error.text, advice)
    advice = Text(
        "Enrol again with the portal's address and a new code.", "请使用门户的正确地址和新的注册码重新注册。"
    )
    return Check("portal", PORTAL, State.PROBLEM, error.text, advice)


def _portal(identity: Identity, state: str) -> Check:
    if state == DRAINS:
        found = Text(f"{identity.portal}: this node drains", f"{identity.portal}：本节点正在排空")
        advice = Text(
            "It gets no jobs until somebody presses Resume on its page.",
            "在其节点页面点击“恢复”之前，不会分配作业。",
        )
        return Check("portal", PORTAL, State.WARNING, found, advice)
    return Check("portal", PORTAL, State.OK, plain(identity.portal))


def _clock(off_s: float) -> Check:
    if abs(off_s) < WRONG_S:
        return Check("clock", CLOCK, State.OK, Text("as the portal's", "与门户一致"))
    ahead, seconds = off_s > 0, f"{abs(off_s):.0f}"
    found = Text(
        f"{seconds} s {'ahead of' if ahead else 'behind'} the portal's",
        f"比门户{'快' if ahead else '慢'} {seconds} 秒",
    )
    advice = Text(
        "Let NTP set it: jobs run all the same, but certificates may be refused and log times are wrong.",
        "请用 NTP 校时：作业不受影响，但证书可能被拒绝，日志时间也不准确。",
    )
    return Check("clock", CLOCK, State.WARNING, found, advice)


def _doorbell(said: Json) -> Check:
    place = place_in(said)
    if place is None:
        none = Text("none, the node asks every now and then", "无，节点会定期询问")
        return Check("doorbell", DOORBELL, State.OK, none)
    parts = urlsplit(place.url)
    where = f"{parts.hostname}:{parts.port or 6379}"
    try:
        with Redis.from_url(place.url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS) as broker:
            broker.ping()
    except (RedisError, OSError) as error:
        advice = Text(
            f"Open outbound TCP to {where}; until then the node asks every 30 s and loses nothing.",
            f"请放行到 {where} 的出站 TCP；在此之前节点每 30 秒询问一次，不会丢失作业。",
        )
        return Check("doorbell", DOORBELL, State.WARNING, plain(f"{where}: {error}"), advice)
    return Check("doorbell", DOORBELL, State.OK, plain(where))
