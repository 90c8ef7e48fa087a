"""What a node answers: a verdict, the data behind it and what it was measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import cast

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import schema
from migration_engine.protocol.canonical import Json
from migration_engine.protocol.kinds import kind_of
from migration_engine.protocol.spec import JobSpec
from migration_engine.text import Text

VERSION = 1


class Verdict(StrEnum):
    """`failed`: the check said no. `errored`: we could not tell."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    ERRORED = "errored"


class DeviceKind(StrEnum):
    """Where the work ran; only an NPU result can satisfy an NPU criterion."""

    CPU = "cpu"
    CUDA = "cuda"
    NPU = "npu"


@dataclass(frozen=True, slots=True)
class MeasuredOn:
    """The stack behind a number; an empty text means that it is unknown or not installed."""

    device_kind: DeviceKind
    chip: str
    driver: str
    cann: str
    torch: str
    torch_npu: str
    engine: str
    python: str
    host: str


@dataclass(frozen=True, slots=True)
class NamedArtifact:
    """A file that belongs to a result; `size` in bytes. The portal must have all of it before the result."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a job kind concludes; the agent adds which attempt it belongs to."""

    verdict: Verdict
    summary: Text
    data: Mapping[str, Json]
    measured_on: MeasuredOn
    error: str = ""


def is_rehearsal(device_kind: str) -> bool:
    """Everything that was not measured on an NPU only rehearses the walk."""
    return device_kind != DeviceKind.NPU


def result_document(
    spec: JobSpec,
    outcome: Outcome,
    *,
    started_at: str,
    duration_s: float,
    artifacts: Sequence[NamedArtifact] = (),
) -> dict[str, Json]:
    """The document a node posts; its canonical bytes become evidence."""
    document: dict[str, Json] = {
        "version": VERSION,
        "job": spec.job,
        "attempt": spec.attempt,
        "kind": spec.kind,
        "parameters": dict(spec.parameters),
        "verdict": str(outcome.verdict),
        "rehearsal": is_rehearsal(outcome.measured_on.device_kind),
        "summary": asdict(outcome.summary),
        "error": outcome.error,
        "measured_on": asdict(outcome.measured_on),
        "started_at": started_at,
        "duration_s": round(duration_s, 3),
        "data": dict(outcome.data),
        "artifacts": [asdict(artifact) for artifact in artifacts],
    }
    check_result(document)
    return document


def check_result(document: Json) -> Mapping[str, Json]:
    """Refuse a result that breaks its schema or calls a rehearsal a measurement."""
    schema.check("result", document)
    fields = cast(Mapping[str, Json], document)
    kind = kind_of(cast(str, fields["kind"]))
    _check_rehearsal(fields)
    if fields["verdict"] != Verdict.ERRORED:
        schema.check(kind.name, fields["data"])
    return fields


def _check_rehearsal(fields: Mapping[str, Json]) -> None:
    device_kind = cast(Mapping[str, str], fields["measured_on"])["device_kind"]
    if fields["rehearsal"] != is_rehearsal(device_kind):
        raise SpecInvalid(
            Text(
                f"a result from {device_kind!r} has the wrong rehearsal mark",
                f"来自 {device_kind!r} 的结果，其演练标记有误",
            ),
            place="/rehearsal",
        )
