"""Checking a document against one of the schema files beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import jsonschema_rs

from migration_engine.errors import SpecInvalid
from migration_engine.protocol.canonical import Json
from migration_engine.text import Text


@cache
def published(name: str) -> jsonschema_rs.Validator:
    """The compiled validator of `schemas/<name>.json`."""
    text = (files("migration_engine.protocol") / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    # Without validate_formats a "format" is a remark that nobody heeds.
    return jsonschema_rs.validator_for(json.loads(text), validate_formats=True)


def check(name: str, document: Json) -> None:
    """Raise SpecInvalid with a JSON pointer when the document breaks the published schema."""
    check_with(published(name), document, Text(f"{name} document", f"{name} 文档"))


def check_with(validator: jsonschema_rs.Validator, document: Json, what: Text) -> None:
    """Report the first violation: its place, then what is wrong there."""
    for error in validator.iter_errors(document):
        pointer = "/" + "/".join(str(step) for step in error.instance_path)
        raise SpecInvalid(
            Text(f"{what.en}: {error.message}", f"{what.zh}不符合规定的格式（{error.message}）"),
            place=pointer,
        )


def validator(schema: Mapping[str, Json]) -> jsonschema_rs.Validator:
    """Compile a schema that is built in code."""
    return jsonschema_rs.validator_for(dict(schema), validate_formats=True)
