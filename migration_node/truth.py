"""Whether a child's result is about the ordered job and the device that it was given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import DeviceKind, JobSpec, Json, check_result
from migration_node.devices import SEES_THE_MACHINE


def untruth_in(document: Mapping[str, Json], spec: JobSpec, device_kind: DeviceKind) -> str:
    """What is wrong with a result, or nothing. What ran on a processor is never passed off as an NPU's."""
    try:
        check_result(document)
    except SpecInvalid as error:
        return f"the job's result breaks the protocol: {error}"
    if (document["job"], document["attempt"], document["kind"]) != (spec.job, spec.attempt, spec.kind):
        return "the job's result is about another job"
    measured = cast(Mapping[str, str], document["measured_on"])["device_kind"]
    if spec.kind != SEES_THE_MACHINE and measured != device_kind:
        return (
            f"the job's result says that it ran on {measured!r}, but this node gave it {str(device_kind)!r}"
        )
    return ""
