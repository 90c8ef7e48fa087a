"""Reads lock files: each package once, with its build, as weak evidence of what is installed in the end."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.sighting import Reading, on_line

_TOML_NAME = expression(r"name\s*=\s*\"([^\"]+)\"")
_TOML_VERSION = expression(r"version\s*=\s*\"([^\"]+)\"")
_YAML_NAME = expression(r"\s*(?:- )?(?:name|conda|pypi):\s+['\"]?([\w./:@+=%-]+)")
_YAML_VERSION = expression(r"\s*version:\s+['\"]?([\w.+-]+)")
_JSON_NAME = expression(
    r"\s*\"((?:node_modules/(?:.*/node_modules/)?)?(?:@[\w.-]+/)?[A-Za-z][\w.-]*)\":\s*\{"
)
_JSON_VERSION = expression(r"\s*\"version\":\s*\"=*([\w.+-]+)\"")
_NODE_NAME = expression(r"\s{0,2}['\"/]*((?:@[\w.-]+/)?[A-Za-z][\w.-]*)[@/][\^~*<>=\w(].*:\s*$")
_NAMES = (_TOML_NAME, _YAML_NAME, _JSON_NAME, _NODE_NAME)
_VERSIONS = (_TOML_VERSION, _YAML_VERSION, _JSON_VERSION)
_OF_A_LOCK = frozenset(
    {"default", "develop", "packages", "dependencies", "_meta", "requires", "hash", "sources"}
)
_FILE = expression(r".*/")


def read_lock(text: str, reading: Reading) -> None:
    """Poetry, uv, PDM, Pipenv, conda-lock, npm, pnpm and Yarn: all name a package on a line of its own."""
    seen: set[str] = set()
    name, line, column = "", 0, 0
    for number, row in enumerate(text.split("\n"), start=1):
        if found := next(filter(None, (pattern.match(row) for pattern in _NAMES)), None):
            name, line, column = _name(found.group(1)), number, found.start(1)
            if name and name not in seen:
                seen.add(name)
                reading.see(Kind.PACKAGE, name, on_line(line, column, found.group(1)), Confidence.POSSIBLE)
        elif name and (version := next(filter(None, (one.match(row) for one in _VERSIONS)), None)):
            wheel = f"{name}=={version.group(1)}"
            if wheel not in seen:
                seen.add(wheel)
                reading.see(
                    Kind.WHEEL,
                    wheel,
                    on_line(number, version.start(1), version.group(1)),
                    Confidence.POSSIBLE,
                )
            name = ""


def _name(written: str) -> str:
    """Of an address or a folder the last part; the file of a conda build begins with its name."""
    if written in _OF_A_LOCK:
        return ""
    if "://" in written:
        return re.split(r"-\d", written.rpartition("/")[2], maxsplit=1)[0].lower()
    written = written.rpartition("node_modules/")[2]
    return written if written.startswith("@") else re.sub(r"[-_.]+", "-", written).lower()
