"""The node's side of the API: every call goes from the node to the portal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit

import httpx

from migration_engine.protocol import Json
from migration_node.errors import Fenced, NodeError, PortalRefused, PortalUnreachable

Document = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Lease:
    """Permission to run one attempt until the lease runs out."""

    attempt: str
    token: str
    spec: Document
    signature: str


def checked_url(url: str) -> str:
    """Tokens travel encrypted, or do not leave this machine."""
    parts = urlsplit(url)
    if parts.scheme == "https" and parts.hostname:
        return url.rstrip("/")
    if parts.scheme == "http" and _is_loopback(parts.hostname or ""):
        return url.rstrip("/")
    raise NodeError(f"{url!r} is not usable: give an https:// address (http:// only on this machine itself)")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Portal:
    """A connection to one portal. Raises PortalUnreachable, PortalRefused or Fenced, nothing else."""

    def __init__(self, url: str, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=f"{checked_url(url)}/api/v1/node/", headers=headers, timeout=20.0, follow_redirects=False
        )

    def enrol(self, code: str, name: str, facts: Document, capabilities: Document) -> Document:
        """Trade a one-time code for an identity."""
        body: Document = {"code": code, "name": name, "facts": facts, "capabilities": capabilities}
        return self._post("enrol", body)

    def hello(self, facts: Document, capabilities: Document) -> Document:
        """Say what this node is; learn where its doorbell hangs."""
        return self._post("hello", {"facts": facts, "capabilities": capabilities})

    def lease(self, capabilities: Document) -> Lease | None:
        """Ask for work; None when there is none."""
        answer = self._post("lease", {"capabilities": capabilities})
        if not answer:
            return None
        return Lease(
            attempt=cast(str, answer["attempt"]),
            token=cast(str, answer["token"]),
            spec=cast(Document, answer["spec"]),
            signature=cast(str, answer["signature"]),
        )

    def heartbeat(self, lease: Lease, progress: Document) -> bool:
        """Keep the lease; return whether the portal wants the attempt stopped."""
        return bool(self._attempt(lease, "heartbeat", {"progress": progress}).get("cancel"))

    def log(self, lease: Lease, sequence: int, lines: list[str]) -> None:
        """Add a numbered batch of lines; sending the same batch twice stores it once."""
        self._attempt(lease, "log", {"sequence": sequence, "lines": lines})

    def result(self, lease: Lease, document: Document) -> str:
        """Hand in the result; return the hash under which it became evidence."""
        return str(self._attempt(lease, "result", {"document": document}).get("sha256", ""))

    def release(self, lease: Lease, reason: str) -> None:
        """Give the attempt back: `canceled` as asked, or `stopped` because the node goes away."""
        self._attempt(lease, "release", {"reason": reason})

    def _attempt(self, lease: Lease, verb: str, body: Document) -> Document:
        return self._post(f"attempts/{lease.attempt}/{verb}", body, {"X-Attempt-Token": lease.token})

    def _post(self, path: str, body: Document, headers: Mapping[str, str] | None = None) -> Document:
        try:
            response = self._http.post(path, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise PortalUnreachable(f"{self._http.base_url}: {error or type(error).__name__}") from error
        return _answer(response)


def _answer(response: httpx.Response) -> Document:
    if response.status_code == httpx.codes.CONFLICT:
        raise Fenced(_message(response))
    if response.is_server_error or response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise PortalUnreachable(f"the portal answered {response.status_code}")
    if not response.is_success:
        raise PortalRefused(f"the portal answered {response.status_code}: {_message(response)}")
    return _document(response) if response.content else {}


def _document(response: httpx.Response) -> Document:
    try:
        document = response.json()
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise PortalRefused(f"{response.url} did not answer as a migration portal does; check the address")
    return document


def _message(response: httpx.Response) -> str:
    try:
        body = response.json()
    except ValueError:
        return response.text[:200]
    if isinstance(body, dict):
        body = body.get("message") or body.get("detail") or body
    return str(body)[:500]
