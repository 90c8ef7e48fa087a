"""Finds constant calls to services of the same tree, and the ports on which its own servers listen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.model import EdgeKind
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Places

# Only a host without a domain can be a service of this tree; a port that is put together names none.
_CALL = re.compile(
    r"(?:[\"'=`]|:\s|-\s|^)(?:https?|grpc|ws)://"
    r"(?P<host>host\.docker\.internal|127\.0\.0\.1|0\.0\.0\.0|[a-z][a-z0-9_-]*(?:\.[a-z0-9-]+)*\.svc[\w.]*|"
    r"[a-z][a-z0-9_-]*)(?::(?P<port>\d{2,5}))?(?=[/\"'`\s?]|$)",
    re.MULTILINE,
)
_LOCAL = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "host.docker.internal"})  # noqa: S104 (as written)
_SERVER = re.compile(
    r"(?:\buvicorn\.run|\brun_app|\brun_simple|\b(?:app|server|application|mcp)\.run|\.launch|\bmake_server|"
    r"\.serve|\bstart_http_server|\bHTTPServer|\.listen)\s*\("
)
_GIVEN = re.compile(r"\b(?:server_)?port\s*=\s*(\d{2,5})\b|\.listen\s*\(\s*(\d{2,5})\b")
_DEFAULT = re.compile(r"[\"']--port[\"'][^\n]*?\bdefault\s*=\s*(\d{2,5})\b")
_OPTION = re.compile(
    r"(?:^|\s)(?:--port|--http-port|--server-port|--server\.port)[=\s]+[\"']?(\d{2,5})\b"
    r"|(?:^|\s)(?:--bind|-b)[=\s]+[\w.\[\]:]*:(\d{2,5})\b"
    r"|^EXPOSE\s+(\d{2,5})\b",
    re.MULTILINE,
)
_CLIENTS = re.compile(r"\b(?:curl|wget|psql|redis-cli|mysql|ssh|nc|http)\s")
_MARKS = (b"://", b"port=", b"port =", b"--port", b"--bind", b"-b ", b"EXPOSE", b".listen(")
_FAR = 400
_SERVERS = frozenset({"python", "javascript", "typescript", "notebook"})
_STARTERS = frozenset({"shell", "dockerfile"})
READ = _SERVERS | _STARTERS | {"dotenv", "yaml", "compose", "kubernetes", "toml", "json", "ini"}


def read_addresses(language: str, text: str, reading: Reading) -> None:
    """Links of kind http, and the ports that the file serves."""
    calls = [*_calls(text)] if "://" in text else []
    served = [*_served(language, text)]
    if not calls and not served:
        return
    places = Places(text)
    for target, at in calls:
        reading.link(EdgeKind.HTTP, target, places.of(at)[0] + 1)
    for port, at in served:
        reading.offer("port", port, "", places.of(at)[0] + 1)


def may_speak(data: bytes) -> bool:
    """Whether a file can hold an address or a port at all."""
    return any(mark in data for mark in _MARKS)


def _calls(text: str) -> Iterator[tuple[str, int]]:
    for found in _CALL.finditer(text):
        host, port = found.group("host"), found.group("port") or ""
        row = text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip()
        if row.startswith(("#", "//", "*", ">>>")):
            continue
        if host not in _LOCAL:
            yield host.partition(".")[0], found.start("host")
        elif port:
            yield f":{port}", found.start("host")


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
    server = None
    for server in _SERVER.finditer(text):
        if given := _GIVEN.search(text, server.start(), server.end() + _FAR):
            yield given.group(given.lastindex or 1), given.start()
    if server:
        for default in _DEFAULT.finditer(text):
            yield default.group(1), default.start()
