"""Reads JavaScript and TypeScript by a light tokeniser: modules, strings, environment, commands."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.python.strings import ENV_NAME, URL
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

# A slash begins a regular expression where no value can end.
_TOKEN = expression(
    r"(?P<dead>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
    r"|(?<=[=(,:;!&|?{}\[\n])[ \t]*/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}+\]){1,500}+/)"
    r"|\"(?P<double>(?:[^\"\\\n]|\\.)*+)\"|'(?P<single>(?:[^'\\\n]|\\.)*+)'"
    r"|`(?P<template>(?:[^`\\]|\\.){0,20000}+)`|\\.",
    re.DOTALL,
)
_ENV = expression(
    r"\b(?:process\.env|import\.meta\.env|Bun\.env)(?:\?\.|\.)([A-Z][A-Z0-9_]+)"
    r"|\{([^{}]{0,400})\}\s*=\s*(?:process|import\.meta)\.env\b"
)
_MODULE = expression(r"(?:\bfrom|\bimport\s*\(?|\brequire(?:\.resolve)?\s*\()\s*(?:/\*[^*]*\*/\s*)?$")
_ENV_KEY = expression(r"\benv\s*(?:\?\.)?(?:\[|\.get\s*\()\s*$")
_PROVIDER = expression(r"executionProviders\b[^;\n]{0,80}\[[^\]]*$|executionProviders\s*[:=]\s*\[[^\]]*$")
_RUNS = expression(r"\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|execa|execaCommand)\s*\(\s*$")
_IMPORTERS = ("from", "import", "require", "require.resolve", "*/")
_RUNNERS = ("exec", "Sync", "File", "spawn", "execa", "Command")
_KEY = expression(r"([A-Za-z_]\w*)[\"']?\s*[:=]\s*$")
_CUDA = expression(r"cuda|tensorrt|nccl")
_BEFORE = 160


def read_javascript(text: str, reading: Reading) -> None:
    """Everything sighted in one module."""
    places = Places(text)
    code = _TOKEN.sub(_blank, text) if ".env" in text else ""
    for found in _TOKEN.finditer(text):
        if found.lastgroup and found.lastgroup != "dead":
            _string(found, found.lastgroup, places, reading)
    for found in _ENV.finditer(code):
        for name in re.finditer(r"[A-Z][A-Z0-9_]+", found.group(1) or found.group(2) or ""):
            begin = found.start(1 if found.group(1) else 2) + name.start()
            row, column = places.of(begin)
            reading.see(Kind.ENV, name.group(), on_line(row + 1, column, name.group()))


def _blank(found: re.Match[str]) -> str:
    """What is no code; a template stays, for it may hold some."""
    return found.group() if found.lastgroup == "template" else re.sub(r"[^\n]", " ", found.group())


def _string(found: re.Match[str], group: str, places: Places, reading: Reading) -> None:
    value, start = found.group(group), found.start()
    row, column = places.of(start)
    span = on_line(row + 1, column, found.group().partition("\n")[0])
    before = found.string[max(0, start - _BEFORE) : start].rstrip()
    last = before[-1:]
    head = before[:-1].rstrip() if last == "(" else before
    if head.endswith(_IMPORTERS) and _MODULE.search(before):
        reading.see(Kind.IMPORT, value, span)
        reading.link(EdgeKind.IMPORT, value, row + 1)
    elif last == "(" and head.endswith(_RUNNERS) and _RUNS.search(before):
        read_inside("shell", _rows(value, row + 1, column + 1), reading)
    elif last in "[(" and ENV_NAME.match(value) and _ENV_KEY.search(before):
        reading.see(Kind.ENV, value, span)
    else:
        _plain(value, before, span, reading)


def _plain(value: str, before: str, span: Span, reading: Reading) -> None:
    if URL.match(value) or "/v1/" in value:
        reading.see(Kind.URL, value, span)
    elif "executionProviders" in before and _PROVIDER.search(before):
        reading.see(Kind.ARGUMENT, f"executionProviders={value}", span)
    else:
        reading.see(Kind.STRING, value, span)
        if before[-1:] in ":=" and _CUDA.match(value) and (key := _KEY.search(before[-60:])):
            reading.see(Kind.ARGUMENT, f"{key.group(1)}={value}", span)


def _rows(value: str, line: int, column: int) -> list[Row]:
    return [Row(text, line + at, 0 if at else column) for at, text in enumerate(value.split("\n"))]
