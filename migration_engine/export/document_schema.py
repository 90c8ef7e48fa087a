"""Checks a scan document: first against its published schema, then that what it names is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

import jsonschema_rs

from migration_engine.errors import DocumentInvalid

Document = dict[str, Any]
"""JSON values under string keys: the shape is the schema's business, not the type checker's."""

SCHEMA_VERSION = "1"
SCHEMA_FILE = "scan.schema.json"
_NEXT = "scan again with `npu-migrate scan` and use what it writes unchanged"
_LONGEST_MESSAGE = 300
# Lists whose entries have an identity of their own.
_UNIQUE = (("rules", "id"), ("files", "path"), ("components", "id"), ("findings", "fingerprint"))
# (list, key, the list it points into, its key there)
_REFERENCES = (
    ("files", "component", "components", "id"),
    ("findings", "rule", "rules", "id"),
    ("findings", "path", "files", "path"),
    ("edges", "from", "files", "path"),
    ("edges", "to", "files", "path"),
)


@cache
def published_schema() -> Document:
    """The schema as it is published."""
    text = (files("migration_engine.export") / SCHEMA_FILE).read_text(encoding="utf-8")
    schema: Document = json.loads(text)
    return schema


@cache
def _validator() -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator(published_schema())


def validate(document: object) -> None:
    """Raise DocumentInvalid with a JSON pointer at the first thing that is wrong."""
    _refuse_other_versions(document)
    for problem in chain(_against_schema(document), _against_itself(document)):
        raise problem  # the first is enough, and only a document of the right shape is looked into


def _refuse_other_versions(document: object) -> None:
    """A document of another version breaks the schema in many places; its version is the one to name."""
    version = document.get("schema_version") if isinstance(document, dict) else None
    if isinstance(version, str) and version != SCHEMA_VERSION:
        raise DocumentInvalid(
            f"this is version {version[:20]!r} of the scan document and {SCHEMA_VERSION!r} is read here; "
            "scan again with the `npu-migrate` of this portal",
            place="/schema_version",
        )


def _against_schema(document: object) -> Iterator[DocumentInvalid]:
    try:
        error = next(_validator().iter_errors(document), None)
    except (ValueError, UnicodeError) as refused:  # not JSON at all: half a surrogate pair, NaN
        yield DocumentInvalid(f"no JSON value ({refused}); {_NEXT}", place="/")
        return
    if error is not None:
        yield DocumentInvalid(f"{_short(error.message)}; {_NEXT}", place=_pointer(error.instance_path))


def _short(message: str) -> str:
    """The validator quotes the whole value, which may be the whole document."""
    if len(message) <= _LONGEST_MESSAGE:
        return message
    half = _LONGEST_MESSAGE // 2
    return f"{message[:half]} … {message[-half:]}"


def _pointer(path: list[str | int]) -> str:
    return "/" + "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _against_itself(document: object) -> Iterator[DocumentInvalid]:
    assert isinstance(document, dict)
    for name, key in _UNIQUE:
        yield from _repeated(document, name, key)
    for name, key, target, target_key in _REFERENCES:
        yield from _dangling(document, name, key, {item[target_key] for item in document[target]})


def _repeated(document: Document, name: str, key: str) -> Iterator[DocumentInvalid]:
    seen: set[str] = set()
    for index, item in enumerate(document[name]):
        if item[key] in seen:
            yield DocumentInvalid(
                f"{item[key]!r} stands here a second time; {_NEXT}", place=f"/{name}/{index}/{key}"
            )
        seen.add(item[key])


def _dangling(document: Document, name: str, key: str, known: set[str]) -> Iterator[DocumentInvalid]:
    for index, item in enumerate(document[name]):
        if item[key] not in known:
            yield DocumentInvalid(
                f"{item[key]!r} is named here but described nowhere in the document; {_NEXT}",
                place=f"/{name}/{index}/{key}",
            )
