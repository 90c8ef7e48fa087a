"""What the portal tells a node to do: a kind and parameters, never a command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import cast

from migration_engine.protocol import schema
from migration_engine.protocol.canonical import Json
from migration_engine.protocol.kinds import complete_parameters, kind_of

VERSION = 2
LOG_LINES = 5000
ARTIFACTS = 20
ARTIFACT_BYTES = 100 * 2**20
# Between asking a job to end and killing it, and between that and the end of the attempt's token.
SOFT_SHARE = 0.95
LEEWAY_S = 300


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one attempt may take: soft < wall < lease.

    After `soft_seconds` the node asks the job to end, after `wall_seconds` it kills the job's process group,
    after `lease_seconds` the portal takes nothing more under the attempt's token.
    """

    wall_seconds: int
    soft_seconds: int
    lease_seconds: int
    log_lines: int = LOG_LINES
    artifacts: int = ARTIFACTS
    artifact_bytes: int = ARTIFACT_BYTES


def limits_for(wall_seconds: int, leeway_s: int = LEEWAY_S) -> Limits:
    """The three limits around a kind's own."""
    soft = max(1, int(wall_seconds * SOFT_SHARE))
    return Limits(wall_seconds=wall_seconds, soft_seconds=soft, lease_seconds=wall_seconds + leeway_s)


@dataclass(frozen=True, slots=True)
class JobSpec:
    """One attempt at one job, addressed to one node. `devices` is how many it may see, 0 all of them."""

    job: str
    kind: str
    parameters: Mapping[str, Json]
    attempt: int
    node: str
    limits: Limits
    devices: int = 0

    def to_dict(self) -> dict[str, Json]:
        """The document that is signed."""
        return {
            "version": VERSION,
            "job": self.job,
            "kind": self.kind,
            "parameters": dict(self.parameters),
            "attempt": self.attempt,
            "node": self.node,
            "devices": self.devices,
            "limits": asdict(self.limits),
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
        limits=Limits(**limits),
        devices=cast(int, fields["devices"]),
    )
