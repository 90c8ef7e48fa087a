"""Job specs, job kinds, signatures and results: the words portal and node share."""

from migration_engine.protocol.canonical import Json, canonical_bytes, digest
from migration_engine.protocol.kinds import (
    CATALOGUE,
    JobKind,
    Parameter,
    complete_parameters,
    kind_of,
    parts_of,
)
from migration_engine.protocol.requires import Requires, requires_from
from migration_engine.protocol.result import (
    DeviceKind,
    MeasuredOn,
    NamedArtifact,
    Outcome,
    Verdict,
    check_result,
    result_document,
)
from migration_engine.protocol.signing import new_private_key, public_key_of, sign, verify
from migration_engine.protocol.spec import JobSpec, Limits, limits_for, spec_from

__all__ = [
    "CATALOGUE",
    "DeviceKind",
    "JobKind",
    "JobSpec",
    "Json",
    "Limits",
    "MeasuredOn",
    "NamedArtifact",
    "Outcome",
    "Parameter",
    "Requires",
    "Verdict",
    "canonical_bytes",
    "check_result",
    "complete_parameters",
    "digest",
    "kind_of",
    "limits_for",
    "new_private_key",
    "parts_of",
    "public_key_of",
    "requires_from",
    "result_document",
    "sign",
    "spec_from",
    "verify",
]
