"""The node's connection to its portal: addresses, tokens, and what an answer means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from migration_engine.protocol import Json
from migration_engine.text import Text
from migration_node.errors import Fenced, NodeError, NoPortal, NotKnown, PortalRefused, PortalUnreachable

Document = Mapping[str, Json]
SECONDS = 20.0
# Languages of ours as HTTP names them.
TAGS = {"en": "en", "zh": "zh-hans"}
WANTS = "X-Portal-Wants"
HELLO = "hello"
ATTEMPT_OVER = "attempt_over"
TOO_LARGE = 413


def checked_url(url: str) -> str:
    """Tokens travel encrypted, or do not leave this machine."""
    if _is_usable(url):
        return url.rstrip("/")
    raise NodeError(
        Text(
            f"{url!r} is not usable: give an https:// address (http:// only on this machine itself)",
            f"{url!r} 不可用：请给出 https:// 地址（仅访问本机时可用 http://）",
        )
    )


def _is_usable(url: str) -> bool:
    try:
        parts, _ = urlsplit(url), httpx.URL(url)
        host, _ = parts.hostname or "", parts.port
    except (ValueError, httpx.InvalidURL):
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host)))


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Wire:
    """Sends requests. Raises PortalUnreachable, PortalRefused (NotKnown) or Fenced, nothing else."""

    def __init__(self, url: str, token: str = "", language: str = "en") -> None:
        self._url = checked_url(url)
        self._http = httpx.Client(
            base_url=f"{self._url}/api/v1/node/",
            headers={"Accept-Language": TAGS[language]},
            timeout=SECONDS,
            follow_redirects=False,
        )
        self.use(token)
        self.wants_hello = False
        self.portal_time: datetime | None = None

    def use(self, token: str) -> None:
        """Carry this token from now on."""
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def get(self, path: str) -> Document:
        """Ask without telling anything."""
        return self._send("GET", path)

    def post(self, path: str, body: Document, headers: Mapping[str, str] | None = None) -> Document:
        """Send JSON; an answer without a body is an empty document."""
        # All of it as ASCII: half a letter in a job's output is for the portal to refuse, and no end of ours.
        named = {**(headers or {}), "Content-Type": "application/json"}
        return self._send("POST", path, headers=named, content=json.dumps(body).encode())

    def put(self, path: str, content: bytes, headers: Mapping[str, str], **query: int) -> Document:
        """Send bytes."""
        kind = {"Content-Type": "application/octet-stream"}
        return self._send("PUT", path, headers={**headers, **kind}, content=content, params=query)

    def _send(self, method: str, path: str, **options: Any) -> Document:
        try:
            response = self._http.request(method, path, **options)
        except httpx.HTTPError as error:
            raise PortalUnreachable(_unreachable(self._url, str(error) or type(error).__name__)) from error
        self.wants_hello = self.wants_hello or response.headers.get(WANTS) == HELLO
        self.portal_time = _time_of(response)
        return _answer(response)


def _time_of(response: httpx.Response) -> datetime | None:
    """When the portal says that it answered."""
    try:
        return parsedate_to_datetime(response.headers["Date"])
    except (KeyError, ValueError):
        return None


def _answer(response: httpx.Response) -> Document:
    if response.is_server_error or response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise PortalUnreachable(_answered(response))
    if response.is_redirect:
        there = response.headers.get("Location", "")[:200]
        raise NoPortal(
            Text(
                f"the portal sends us on to {there}; give the address that it really has",
                f"门户重定向到 {there}；请直接给出它的实际地址",
            )
        )
    if response.is_success:
        return _document(response) if response.content else {}
    raise _refusal(response)


def _refusal(response: httpx.Response) -> NodeError:
    # A proxy that knows no such page must not cost a job its lease; what it finds too large stays so.
    if not isinstance(_parsed(response), dict) and response.status_code != TOO_LARGE:
        return NoPortal(no_portal(str(response.url)))
    details = _details(response)
    code = str(details.get("code", ""))
    if code == ATTEMPT_OVER:
        return Fenced(_message(response))
    answered = _answered(response)
    if response.status_code == httpx.codes.UNAUTHORIZED:
        return NotKnown(_enrol_again(answered), code, details)
    return PortalRefused(answered, code, details)


def no_portal(address: str) -> Text:
    """What to say of an address behind which something else answers."""
    return Text(
        f"{address} did not answer as a migration portal does; check the address",
        f"{address} 的应答不像迁移门户；请检查地址",
    )


def _unreachable(url: str, error: str) -> Text:
    advice = _advice(error)
    return Text(f"{url}: {error}; {advice.en}", f"{url}：{error}；{advice.zh}")


def _advice(error: str) -> Text:
    """The next step after a connection that failed."""
    if "not yet valid" in error or "has expired" in error:
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        return Text(
            f"this machine's clock says {now}: set it if that is wrong, else renew the certificate",
            f"本机时钟为 {now}：若不准确请校时，否则门户需要更换证书",
        )
    if "CERTIFICATE_VERIFY_FAILED" in error:
        return Text(
            "give the authority that signed the portal's certificate: SSL_CERT_FILE=/path/to/ca.pem",
            "请指定签发门户证书的 CA：SSL_CERT_FILE=/path/to/ca.pem",
        )
    return Text("check address, proxy, firewall and certificate", "请检查地址、代理、防火墙与证书")


def _answered(response: httpx.Response) -> Text:
    told, status = _message(response), response.status_code
    return Text(f"the portal answered {status}: {told.en}", f"门户返回 {status}：{told.zh}")


def _enrol_again(answered: Text) -> Text:
    return Text(
        f"{answered.en} Make a code on the nodes page and enrol again.",
        f"{answered.zh} 请在节点页面生成注册码并重新注册。",
    )


def _document(response: httpx.Response) -> Document:
    document = _parsed(response)
    if not isinstance(document, dict):
        raise NoPortal(no_portal(str(response.url)))
    return cast(Document, document)


def _details(response: httpx.Response) -> Mapping[str, Any]:
    document = _parsed(response)
    return document if isinstance(document, dict) else {}


def _parsed(response: httpx.Response) -> object:
    try:
        return response.json()
    except ValueError:
        return None


def _message(response: httpx.Response) -> Text:
    """What the portal says, in the language that it was asked in."""
    body = _parsed(response)
    if isinstance(body, dict):
        body = body.get("message") or body.get("detail") or body
    if body is None:
        return no_portal(str(response.url))
    told = str(body)[:500]
    return Text(told, told)
