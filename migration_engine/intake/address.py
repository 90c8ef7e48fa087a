"""Which Git URLs may be contacted: https, public addresses, and the address pinned once it was checked."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from migration_engine.errors import IntakeRefused
from migration_engine.text import Text

_HOST = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$")
_NEXT = Text(
    "give a URL like https://host/owner/project.git", "请给出形如 https://host/owner/project.git 的地址"
)


@dataclass(frozen=True, slots=True)
class Remote:
    """A URL that passed, with the address to connect to (empty when a proxy resolves the name)."""

    url: str
    host: str
    port: int
    address: str


def checked_remote(url: str, *, allow_private_hosts: bool) -> Remote:
    """Raise unless the URL is plain https to an allowed address."""
    if not url.isascii() or not url.isprintable() or " " in url:
        raise _refusal(
            "the URL has characters that no Git URL needs", "地址含有 Git 地址不会用到的字符", repr(url)[:200]
        )
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError as error:
        raise _refusal(f"the URL cannot be read ({error})", f"无法解析该地址（{error}）", url) from error
    host = (parts.hostname or "").strip("[]")
    _refuse_shape(url, parts.scheme, parts.username, host)
    return Remote(url, host, port, _address(host, port, url, allow_private_hosts))


def _refuse_shape(url: str, scheme: str, user: str | None, host: str) -> None:
    if user is not None:
        raise _refusal(
            "the URL carries a user name or password", "地址中带有用户名或密码", scheme + "://…@" + host
        )
    if scheme != "https":
        raise _refusal("only https is contacted", "只访问 https 地址", url)
    if not (_HOST.match(host) or ":" in host):
        raise _refusal("the URL names no host", "地址中没有主机名", url)


def _refusal(en: str, zh: str, place: str) -> IntakeRefused:
    return IntakeRefused(Text(f"{en}; {_NEXT.en}", f"{zh}；{_NEXT.zh}"), place=place)


def _address(host: str, port: int, url: str, allow_private_hosts: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        if os.environ.get("https_proxy") or os.environ.get("HTTPS_PROXY"):
            return ""
        raise IntakeRefused(
            Text(
                f"the host cannot be found ({error}); check the name and the network",
                f"找不到该主机（{error}），请检查名称与网络",
            ),
            place=url,
        ) from error
    addresses = [str(item[4][0]) for item in found]
    inside = [one for one in addresses if not _is_public(one)]
    if inside and not allow_private_hosts:
        raise IntakeRefused(
            Text(
                f"the host is at the internal address {inside[0]}; "
                "scan a folder or an archive of the repository instead",
                f"该主机位于内网地址 {inside[0]}，请改为扫描该仓库的文件夹或压缩包",
            ),
            place=url,
        )
    return addresses[0]


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return bool(mapped.is_global and not mapped.is_multicast)
