"""The part of SARIF 2.1.0 that is written here, as a closed JSON Schema: any other property is a mistake."""

from __future__ import annotations

from typing import Any


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
        _object(("kind",), kind={"enum": ["inSource", "external"]}, justification=TEXT), uniqueItems=True
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
