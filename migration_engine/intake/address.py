"""Which Git URLs may be contacted: https, public addresses, and the address pinned once it was checked."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from migration_engine.errors import IntakeRefused

_HOST = re.compile(r"^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$")
_NEXT = "give a URL like https://host/owner/project.git"


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
        raise IntakeRefused(f"the URL has characters that no Git URL needs; {_NEXT}", place=repr(url)[:200])
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError as error:
        raise IntakeRefused(f"the URL cannot be read ({error}); {_NEXT}", place=url) from error
    host = (parts.hostname or "").strip("[]")
    _refuse_shape(url, parts.scheme, parts.username, host)
    return Remote(url, host, port, _address(host, port, url, allow_private_hosts))


def _refuse_shape(url: str, scheme: str, user: str | None, host: str) -> None:
    if user is not None:
        raise IntakeRefused(
            f"the URL carries a user name or password; {_NEXT}", place=scheme + "://…@" + host
        )
    if scheme != "https":
        raise IntakeRefused(f"only https is contacted; {_NEXT}", place=url)
    if not (_HOST.match(host) or ":" in host):
        raise IntakeRefused(f"the URL names no host; {_NEXT}", place=url)


def _address(host: str, port: int, url: str, allow_private_hosts: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        if os.environ.get("https_proxy") or os.environ.get("HTTPS_PROXY"):
            return ""
        raise IntakeRefused(
            f"the host cannot be found ({error}); check the name and the network", place=url
        ) from error
    addresses = [str(item[4][0]) for item in found]
    inside = [one for one in addresses if not _is_public(one)]
    if inside and not allow_private_hosts:
        raise IntakeRefused(
            f"the host is at the internal address {inside[0]}; "
            "scan a folder or an archive of the repository instead",
            place=url,
        )
    return addresses[0]


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return bool(mapped.is_global and not mapped.is_multicast)
