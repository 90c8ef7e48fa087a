"""Finds constant calls to services of the same tree, and the ports on which its own servers listen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.model import EdgeKind
from migration_engine.scan.search.hints import SERVERS_STARTED
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Places

# Only a host without a domain can be a service of this tree; a port that is put together names none.
_SCHEME = expression(r"(?:^|[\"'=`\n]|[:-]\s)(?:https?|grpc|ws)\Z")
_HOST = expression(
    r"(host\.docker\.internal|127\.0\.0\.1|0\.0\.0\.0|[a-z][a-z0-9_-]*(?:\.[a-z0-9-]+)*\.svc[\w.]*|"
    r"[a-z][a-z0-9_-]*)(?::(\d{2,5}))?(?=[/\"'`\s?]|\Z)"
)
_LOCAL = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "host.docker.internal"})  # noqa: S104 (as written)
_GIVEN = expression(r"\b(?:server_)?port\s*=\s*(\d{2,5})\b|\.listen\s*\(\s*(\d{2,5})\b")
_DEFAULT = expression(r"[\"']--port[\"'][^\n]*?\bdefault\s*=\s*(\d{2,5})\b")
_OPTION = expression(
    r"(?:^|\s)(?:--port|--http-port|--server-port|--server\.port)[=\s]+[\"']?(\d{2,5})\b"
    r"|(?:^|\s)(?:--bind|-b)[=\s]+[\w.\[\]:]*:(\d{2,5})\b"
    r"|^EXPOSE\s+(\d{2,5})\b",
    re.MULTILINE,
)
_CLIENTS = expression(r"\b(?:curl|wget|psql|redis-cli|mysql|ssh|nc|http)\s")
_FAR = 400
_SERVERS = frozenset({"python", "javascript", "typescript", "notebook"})
_STARTERS = frozenset({"shell", "dockerfile"})
READ = _SERVERS | _STARTERS | {"dotenv", "yaml", "compose", "kubernetes", "toml", "json", "ini"}


def read_addresses(language: str, text: str, reading: Reading, *, starts: bool = True) -> None:
    """Links of kind http, and the ports that the file serves; `starts` says whether it may start a server."""
    calls = [*_calls(text)] if "://" in text else []
    served = [*_served(language, text)] if starts or language in _STARTERS else []
    if not calls and not served:
        return
    places = Places(text)
    for target, at in calls:
        reading.link(EdgeKind.HTTP, target, places.of(at)[0] + 1)
    for port, at in served:
        reading.offer("port", port, "", places.of(at)[0] + 1)


def _calls(text: str) -> Iterator[tuple[str, int]]:
    for at in _all(text, "://"):
        found = _HOST.match(text, at + 3)
        if not found or not _SCHEME.search(text[max(0, at - 7) : at]):
            continue
        row = text[text.rfind("\n", 0, at) + 1 : at].lstrip()
        if row.startswith(("#", "//", "*", ">>>")):
            continue
        host, port = found.groups()
        if host not in _LOCAL:
            yield host.partition(".")[0], at
        elif port:
            yield f":{port}", at


def _all(text: str, mark: str) -> Iterator[int]:
    at = text.find(mark)
    while at >= 0:
        yield at
        at = text.find(mark, at + 1)


def _served(language: str, text: str) -> Iterator[tuple[str, int]]:
    if language in _SERVERS:
        yield from _served_by_code(text)
    elif language in _STARTERS:
        for found in _OPTION.finditer(text):
            begin = text.rfind("\n", 0, found.end()) + 1
            if not _CLIENTS.search(text, begin, found.start() + 1):
                yield found.group(found.lastindex or 1), found.start()


def _served_by_code(text: str) -> Iterator[tuple[str, int]]:
    """The constant port of a call that starts a server, and the default of the option for it."""
    started = [at for mark in SERVERS_STARTED for at in _all(text, mark)]
    for at in sorted(started):
        if given := _GIVEN.search(text, at, at + _FAR):
            yield given.group(given.lastindex or 1), given.start()
    if started:
        for default in _DEFAULT.finditer(text):
            yield default.group(1), default.start()
