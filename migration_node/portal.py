"""The node's side of the API: every call goes from the node to the portal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from migration_engine.protocol import Json
from migration_engine.text import Text
from migration_node.errors import PortalRefused
from migration_node.wire import Document, Wire


@dataclass(frozen=True, slots=True)
class Lease:
    """Permission to run one attempt until the lease runs out."""

    attempt: str
    token: str
    spec: Document
    signature: str


@dataclass(frozen=True, slots=True)
class Received:
    """How much of an announced file the portal has, in bytes."""

    artifact: str
    received: int
    complete: bool


class Portal:
    """One portal as this node sees it. Raises what Wire raises."""

    def __init__(self, url: str, token: str = "", language: str = "en") -> None:
        self.wire = Wire(url, token, language)

    def enrol(self, code: str, name: str, facts: Document, capabilities: Document) -> Document:
        """Trade a one-time code for an identity."""
        body: Document = {"code": code, "name": name, "facts": facts, "capabilities": capabilities}
        return self.wire.post("enrol", body)

    def hello(self, facts: Document, capabilities: Document) -> Document:
        """Say what this node is; learn where its doorbell hangs and whether its token changes."""
        self.wire.wants_hello = False
        return self.wire.post("hello", {"facts": facts, "capabilities": capabilities})

    def who_am_i(self) -> Document:
        """Ask what the portal knows of this node, without telling it anything."""
        return self.wire.get("hello")

    def lease(self, capabilities: Document) -> Lease | None:
        """Ask for work; None when there is none."""
        answer = self.wire.post("lease", {"capabilities": capabilities})
        return _lease(answer) if answer else None

    def heartbeat(self, lease: Lease, progress: Document) -> bool:
        """Keep the lease; return whether the portal wants the attempt stopped."""
        return bool(self._attempt(lease, "heartbeat", {"progress": progress}).get("cancel"))

    def log(self, lease: Lease, sequence: int, lines: list[str]) -> bool:
        """Add a numbered batch of lines; return whether there is room for more."""
        return not self._attempt(lease, "log", {"sequence": sequence, "lines": lines}).get("cut")

    def result(self, lease: Lease, document: Document) -> str:
        """Hand in the result; return the hash under which it became evidence."""
        return str(self._attempt(lease, "result", {"document": document}).get("sha256", ""))

    def release(
        self, lease: Lease, reason: str, detail: str = "", ended: Mapping[str, int] | None = None
    ) -> None:
        """Give the attempt back without a result; `ended` is the signal or the code of a dead child."""
        ending: Document = {"exit": dict(ended)} if ended else {}
        self._attempt(lease, "release", {"reason": reason, "detail": detail[:2000], **ending})

    def announce(self, lease: Lease, name: str, size: int, sha256: str, media_type: str) -> Received:
        """Say what file comes; the same file again gives the same answer."""
        body: Document = {"name": name, "size": size, "sha256": sha256, "media_type": media_type}
        return _received(self._attempt(lease, "artifacts", body))

    def send_chunk(self, lease: Lease, artifact: str, offset: int, chunk: bytes) -> Received:
        """Add bytes where those so far end."""
        path = f"attempts/{lease.attempt}/artifacts/{artifact}/content"
        return _received(self.wire.put(path, chunk, _proof(lease), offset=offset))

    def _attempt(self, lease: Lease, verb: str, body: Document) -> Document:
        return self.wire.post(f"attempts/{lease.attempt}/{verb}", body, _proof(lease))


def _proof(lease: Lease) -> dict[str, str]:
    return {"X-Attempt-Token": lease.token}


def _lease(answer: Mapping[str, Json]) -> Lease:
    try:
        return Lease(
            attempt=str(UUID(cast(str, answer["attempt"]))),
            token=cast(str, answer["token"]),
            spec=cast(Document, answer["spec"]),
            signature=cast(str, answer["signature"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise PortalRefused(
            Text(
                f"the portal gave a lease that cannot be read: {error!r}; update this node",
                f"门户给出的租约无法读取：{error!r}；请升级本节点",
            )
        ) from error


def _received(answer: Mapping[str, Json]) -> Received:
    try:
        return Received(str(answer["artifact"]), int(cast(int, answer["received"])), bool(answer["complete"]))
    except (KeyError, ValueError, TypeError) as error:
        raise PortalRefused(
            Text(
                f"the portal's word on a file cannot be read: {error!r}; update this node",
                f"门户关于文件的答复无法读取：{error!r}；请升级本节点",
            )
        ) from error
