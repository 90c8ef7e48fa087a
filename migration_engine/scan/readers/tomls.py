"""Reads TOML: what a project requires in any of the usual tables, package indexes, and plain settings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping

from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.hcl import read_hcl
from migration_engine.scan.readers.requirements import see_requirement
from migration_engine.scan.readers.toml_places import TomlPlaces
from migration_engine.scan.sighting import Reading

_ENDLESS_KEY = expression(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){60}")
"""Costs the library its square in memory."""
# Lists of requirements, or tables from a name to what is wanted of it.
_REQUIRED = frozenset(
    {
        *("dependencies", "requires", "dev-dependencies", "extra-dependencies", "pypi-dependencies"),
        *("override-dependencies", "constraint-dependencies", "host-dependencies", "build-dependencies"),
        *("packages", "dev-packages"),
    }
)
# Tables from a group's name to such a list.
_GROUPS = frozenset({"optional-dependencies", "dependency-groups", "dev-dependencies"})
_INDEX_KEYS = frozenset({"index", "source", "sources", "extra-index-url", "find-links", "index-url", "url"})
_PINNED = expression(r"=?=?\d[\w.+]*")


def read_toml(text: str, reading: Reading) -> None:
    """A file that is no TOML still has its settings read, line by line."""
    read_hcl(text, reading)
    if _ENDLESS_KEY.search(text):
        raise RecursionError
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
        if isinstance(value, Mapping):
            yield from _of_table(key, value)
        elif key in _REQUIRED:
            yield from _texts(value)
        elif isinstance(value, list):
            for item in value:
                yield from _requirements(item) if isinstance(item, Mapping) else ()


def _of_table(key: str, table: Mapping[str, object]) -> Iterator[str]:
    if key in _GROUPS and any(isinstance(group, list) for group in table.values()):
        for group in table.values():
            yield from _texts(group)
    elif key in _REQUIRED:
        yield from _by_name(table)
    else:
        yield from _requirements(table)


def _texts(value: object) -> Iterator[str]:
    yield from (item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _by_name(table: Mapping[str, object]) -> Iterator[str]:
    """As Poetry, Pipenv and Pixi write them; the marker goes along, for it may rule the platform out."""
    for name, wanted in table.items():
        for one in wanted if isinstance(wanted, list) else (wanted,):
            yield _requirement(name, one if isinstance(one, Mapping) else {"version": one})


def _requirement(name: str, wanted: Mapping[str, object]) -> str:
    extras = ",".join(_texts(wanted.get("extras")))
    named = f"{name}[{extras}]" if extras else name
    address = next((wanted[key] for key in ("url", "git") if isinstance(wanted.get(key), str)), "")
    version = wanted.get("version")
    platform = f"sys_platform == '{wanted['platform']}'" if "platform" in wanted else ""
    marker = wanted.get("markers") or platform
    if address:
        named = f"{named} @ {address}"
    elif isinstance(version, str) and _PINNED.fullmatch(version):
        named = f"{named}=={version.lstrip('=')}"
    return f"{named} ; {marker}" if marker else named


def _addresses(value: object, key: str = "") -> Iterator[str]:
    """Package indexes by their key, or by what only an index's address has."""
    items: Iterable[tuple[str, object]] = ()
    if isinstance(value, Mapping):
        items = value.items()
    elif isinstance(value, list):
        items = ((key, item) for item in value)
    elif isinstance(value, str) and _is_index(key, value):
        yield value
    for inner, item in items:
        yield from _addresses(item, inner)


def _is_index(key: str, value: str) -> bool:
    named = key in _INDEX_KEYS and not value.endswith((".git", ".whl"))
    return value.startswith("https://") and ("/whl" in value or named)
