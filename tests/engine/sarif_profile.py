"""The part of SARIF 2.1.0 that is written here, as a closed JSON Schema: any other property is a mistake.

No well-kept package carries the published schema, so this is ours; SARIF_SCHEMA may name a copy of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema_rs


def _object(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


def _list(items: Any, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string"}
BAG = {"type": "object"}
FROM_ONE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = _object(("text",), text=TEXT, markdown=TEXT)
ARTIFACT = _object(uri={"type": "string", "format": "uri-reference"}, uriBaseId=TEXT, description=MESSAGE)
REGION = _object(startLine=FROM_ONE, startColumn=FROM_ONE, endLine=FROM_ONE, endColumn=FROM_ONE)
LOCATION = _object(physicalLocation=_object(artifactLocation=ARTIFACT, region=REGION))
RULE = _object(
    ("id",),
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=_object(level=LEVEL),
    properties=BAG,
)
RESULT = _object(
    ("message",),
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    suppressions=_list(
        _object(
            ("kind",),
            kind={"enum": ["inSource", "external"]},
            status={"enum": ["accepted", "underReview", "rejected"]},
            justification=TEXT,
        ),
        uniqueItems=True,
    ),
    baselineState={"enum": ["new", "unchanged", "updated", "absent"]},
    properties=BAG,
)
INVOCATION = _object(
    ("executionSuccessful",),
    executionSuccessful={"type": "boolean"},
    startTimeUtc={"type": "string", "format": "date-time"},
    toolExecutionNotifications=_list(
        _object(("message",), level=LEVEL, message=MESSAGE, locations=_list(LOCATION))
    ),
)
RUN = _object(
    ("tool",),
    tool=_object(
        ("driver",),
        driver=_object(
            ("name",), name=TEXT, version=TEXT, properties=BAG, rules=_list(RULE, uniqueItems=True)
        ),
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": ARTIFACT},
    invocations=_list(INVOCATION),
    results=_list(RESULT),
    properties=BAG,
)
LOG = _object(
    ("version", "runs"),
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=_list(RUN),
)


def mistakes(log: Mapping[str, Any]) -> list[str]:
    """Return what breaks the standard in a log: its schema, and the references that no schema can check."""
    broken = [
        f"{'/'.join(map(str, one.instance_path))}: {one.message}"
        for schema in _schemas()
        for one in jsonschema_rs.validator_for(schema, validate_formats=True).iter_errors(log)
    ]
    return broken or [text for run in log["runs"] for text in _loose_ends(run)]


def _schemas() -> Iterator[dict[str, Any]]:
    yield LOG
    if path := os.environ.get("SARIF_SCHEMA"):
        yield json.loads(Path(path).read_bytes())


def _loose_ends(run: Mapping[str, Any]) -> Iterator[str]:
    """An index of another rule, a base that is not defined, a region that ends before it begins."""
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    prints = [one["partialFingerprints"]["migrationFinding/v1"] for one in run["results"]]
    if len(set(rules)) < len(rules) or len(set(prints)) < len(prints):
        yield "a rule or a fingerprint is there twice"
    for result in run["results"]:
        index = result.get("ruleIndex", -1)
        if index >= len(rules) or (index >= 0 and rules[index] != result["ruleId"]):
            yield f"rule {index} is not {result['ruleId']}"
        for place in (one["physicalLocation"] for one in result["locations"]):
            if place["artifactLocation"]["uriBaseId"] not in run["originalUriBaseIds"]:
                yield f"no base of {place['artifactLocation']['uri']}"
            region = place["region"]
            if (region["startLine"], region["startColumn"]) > (region["endLine"], region["endColumn"]):
                yield f"a region of {place['artifactLocation']['uri']} ends before it begins"
