"""Which Git URLs may be contacted: https at public addresses, which are pinned once they were checked."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from migration_engine.errors import IntakeRefused
from migration_engine.expression import expression
from migration_engine.intake.networks import is_public
from migration_engine.text import Text

LONGEST_URL = 500
_HOST = expression(r"^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$")
_NUMBER = expression(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$")
_USER = expression(r"(?<=//)[^/]*@")
_NEXT = Text(
    "give a URL like https://host/owner/project.git", "请给出形如 https://host/owner/project.git 的地址"
)


@dataclass(frozen=True, slots=True)
class Remote:
    """A URL that passed, with the addresses to connect to (none when a proxy resolves the name)."""

    url: str
    host: str
    port: int
    addresses: tuple[str, ...]

    @property
    def pinned(self) -> str:
        """`host:port:address,address`: what curl is told, so that no second answer can lead elsewhere."""
        return f"{self.host}:{self.port}:{','.join(self.addresses)}" if self.addresses else ""


def refuse_url(url: str) -> tuple[str, int]:
    """Raise unless the URL is plain https to a host; answer with host and port. Nothing is looked up."""
    parts, port = _parts(url)
    host = parts.hostname or ""
    _refuse_shape(url, parts, host)
    _refuse_port(url, port)
    return host, port


def checked_remote(url: str, *, internal_hosts: Collection[str] = ()) -> Remote:
    """Raise unless the URL is plain https to an allowed address."""
    host, port = refuse_url(url)
    allowed = bool({host, f"{host}:{port}"} & set(internal_hosts))
    return Remote(url, host, port, _addresses(host, port, url, allowed))


def _parts(url: str) -> tuple[SplitResult, int]:
    if not url.isascii() or not url.isprintable() or set(url) & set(' \\"<>^`{|}'):
        raise _refusal("the URL has characters that no Git URL needs", "地址含有 Git 地址不会用到的字符", url)
    if len(url) > LONGEST_URL:
        raise _refusal(
            f"the URL is longer than {LONGEST_URL} characters", f"地址超过 {LONGEST_URL} 个字符", url
        )
    try:
        parts = urlsplit(url)
        return parts, 443 if parts.port is None else parts.port
    except ValueError as error:
        raise _refusal("the URL cannot be read", "无法解析该地址", url) from error


def _refuse_shape(url: str, parts: SplitResult, host: str) -> None:
    if "@" in parts.netloc:
        raise _refusal("the URL carries a user name or password", "地址中带有用户名或密码", url)
    if parts.scheme != "https":
        raise _refusal("only https is contacted", "只访问 https 地址", url)
    if not _is_host(host) or ("[" in parts.netloc) != (":" in host):
        raise _refusal("the URL names no host", "地址中没有主机名", url)
    if parts.query or parts.fragment or "?" in url or "#" in url:
        plain = re.split("[?#]", url)[0]
        raise _refusal("the URL has a part behind ? or #", "地址带有 ? 或 # 之后的部分", plain)
    if set(parts.path.lower().replace("%2e", ".").split("/")) & {".", ".."} or not parts.path.strip("/"):
        raise _refusal("the URL names no repository", "地址没有指明仓库", url)


def _is_host(host: str) -> bool:
    """A name, or an address in its one plain form: 0x7f.1 and 2130706433 are other ways to say 127.0.0.1."""
    if ":" in host or _NUMBER.search(host):
        try:
            return str(ipaddress.ip_address(host)) == host or ":" in host
        except ValueError:
            return False
    return bool(_HOST.match(host)) and ".." not in host


def _refuse_port(url: str, port: int) -> None:
    if port != 443 and port < 1024:
        raise _refusal(
            f"port {port} is none that Git is served on; 443 or one from 1024 up is",
            f"端口 {port} 不是提供 Git 服务的端口；可用 443 或 1024 以上的端口",
            url,
        )


def _refusal(en: str, zh: str, url: str) -> IntakeRefused:
    shown = _USER.sub("…@", url)[:200]
    return IntakeRefused(
        Text(f"{en}; {_NEXT.en}", f"{zh}；{_NEXT.zh}"),
        place=shown if shown.isascii() and shown.isprintable() else ascii(shown),
    )


def _addresses(host: str, port: int, url: str, allowed: bool) -> tuple[str, ...]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        if os.environ.get("https_proxy") or os.environ.get("HTTPS_PROXY"):
            return ()
        raise IntakeRefused(
            Text(
                f"the host cannot be found ({error}); check the name and the network",
                f"找不到该主机（{error}），请检查名称与网络",
            ),
            place=url,
        ) from error
    addresses = tuple(dict.fromkeys(str(item[4][0]) for item in found))
    inside = [one for one in addresses if not is_public(one)]
    if inside and not allowed:
        raise IntakeRefused(
            Text(
                f"the host is at the internal address {inside[0]}; have the administrator allow this host, "
                "or scan a folder or an archive of the repository",
                f"该主机位于内网地址 {inside[0]}；请让管理员放行该主机，或改为扫描该仓库的文件夹或压缩包",
            ),
            place=url,
        )
    return addresses
