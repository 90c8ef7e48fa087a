"""What the portal tells a node to do: a kind and parameters, never a command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from migration_engine.protocol import schema
from migration_engine.protocol.canonical import Json
from migration_engine.protocol.kinds import complete_parameters, kind_of

VERSION = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one attempt may take before the node ends it."""

    wall_seconds: int
    log_lines: int = 5000


@dataclass(frozen=True, slots=True)
class JobSpec:
    """One attempt at one job, addressed to one node."""

    job: str
    kind: str
    parameters: Mapping[str, Json]
    attempt: int
    node: str
    limits: Limits

    def to_dict(self) -> dict[str, Json]:
        """The document that is signed."""
        return {
            "version": VERSION,
            "job": self.job,
            "kind": self.kind,
            "parameters": dict(self.parameters),
            "attempt": self.attempt,
            "node": self.node,
            "limits": {"wall_seconds": self.limits.wall_seconds, "log_lines": self.limits.log_lines},
        }


def spec_from(document: Json) -> JobSpec:
    """Read a spec document; unknown kinds, parameters and versions are refused."""
    schema.check("spec", document)
    fields = cast(Mapping[str, Json], document)
    kind = kind_of(cast(str, fields["kind"]))
    limits = cast(Mapping[str, int], fields["limits"])
    return JobSpec(
        job=cast(str, fields["job"]),
        kind=kind.name,
        parameters=complete_parameters(kind, cast(Mapping[str, Json], fields["parameters"])),
        attempt=cast(int, fields["attempt"]),
        node=cast(str, fields["node"]),
        limits=Limits(wall_seconds=limits["wall_seconds"], log_lines=limits["log_lines"]),
    )
