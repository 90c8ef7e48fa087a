"""Reads what a project requires: requirements files, pyproject, and pip on a command line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping

from migration_engine.intake import skips
from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.toml_places import TomlPlaces

_NAME = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?\s*(.*)$")
_INDEX = re.compile(r"(?:--(?:extra-)?index-url|--find-links|-i|-f)[=\s]+(\S+)")
_OTHER = re.compile(r"^\s*(?:-r|-c|--requirement|--constraint)[=\s]\s*(\S+)")
_CONDA_PIN = re.compile(r"(?<![=<>~!])=(?!=)|(?<=[\w.])[ \t]+(?=\d)")
_PIN = re.compile(r"^[=~]=+\s*([^\s,;]+)")
_ELSEWHERE = re.compile(
    r";.*(?:platform_system|sys_platform)\s*==\s*[\"'](?:Windows|Darwin|win32|darwin)[\"'](?!.*\bor\b)"
)


def read_requirements(text: str, reading: Reading) -> None:
    """A requirements or constraints file."""
    for number, row in enumerate(text.split("\n"), start=1):
        code = re.split(r"(?:^|\s)#", row, maxsplit=1)[0]
        if found := _INDEX.search(code):
            reading.see(Kind.INDEX, found.group(1), on_line(number, found.start(1), found.group(1)))
        elif other := _OTHER.match(code):
            reading.link(EdgeKind.CONFIG, other.group(1), number)
        elif code.strip() and not code.strip().startswith("-"):
            see_requirement(
                code.strip(), on_line(number, len(code) - len(code.lstrip()), code.strip()), reading
            )


def see_requirement(text: str, span: Span, reading: Reading) -> None:
    """One PEP 508 requirement, or a plain address of a wheel; not one for Windows or macOS alone."""
    if _ELSEWHERE.search(text):
        return
    found = _NAME.match(text)
    if "://" in text and (not found or found.group(3).startswith(":")):
        reading.see(Kind.WHEEL, text, span)
        return
    if not found:
        return
    name = re.sub(r"[-_.]+", "-", found.group(1)).lower()
    rest = found.group(3).strip()
    reading.see(Kind.PACKAGE, name, span)
    for extra in (found.group(2) or "").split(","):
        if extra.strip():
            reading.see(Kind.PACKAGE, f"{name}[{extra.strip().lower()}]", span)
    if pinned := _PIN.match(rest):
        reading.see(Kind.WHEEL, f"{name}=={pinned.group(1)}", span)
    elif rest.startswith("@"):
        reading.see(Kind.WHEEL, f"{name} {rest}", span)


def see_conda(text: str, span: Span, reading: Reading) -> None:
    """One package as conda writes it: `pytorch=2.4=py3.11_cuda12.1`, also `nvidia::cuda-toolkit`."""
    channel, _, spec = text.rpartition("::")
    if channel:
        reading.see(Kind.SETTING, f"channels={channel}", span)
    see_requirement(_CONDA_PIN.sub("==", spec.strip(), count=1), span, reading)


def read_pyproject(text: str, reading: Reading) -> None:
    """Dependencies of any of the usual tables, and index addresses."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reading.note = skips.NO_TOML.format(error)
        return
    places = TomlPlaces(text)
    for requirement in _requirements(document):
        see_requirement(requirement, places.of(requirement), reading)
    for address in _addresses(document):
        reading.see(Kind.INDEX, address, places.of(address))


def _requirements(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, list) and _holds_requirements(key, value):
            yield from (item for item in value if isinstance(item, str))
        elif isinstance(value, Mapping):
            if key in ("optional-dependencies", "dependency-groups"):
                for group in value.values():
                    yield from (
                        (item for item in group if isinstance(item, str)) if isinstance(group, list) else ()
                    )
            elif key in ("dependencies", "dev-dependencies"):
                yield from _poetry(value)
            else:
                yield from _requirements(value)


def _holds_requirements(key: str, value: list[object]) -> bool:
    return key in ("dependencies", "requires", "dev-dependencies") and bool(value)


def _poetry(table: Mapping[str, object]) -> Iterator[str]:
    for name, wanted in table.items():
        version = wanted.get("version", "") if isinstance(wanted, Mapping) else wanted
        pinned = isinstance(version, str) and re.match(r"^=?=?\d[\w.+]*$", version)
        yield f"{name}=={str(version).lstrip('=')}" if pinned else name


def _addresses(value: object) -> Iterator[str]:
    items: Iterable[object] = ()
    if isinstance(value, Mapping):
        items = value.values()
    elif isinstance(value, list):
        items = value
    elif isinstance(value, str) and value.startswith("https://") and "/whl" in value:
        yield value
    for item in items:
        yield from _addresses(item)
