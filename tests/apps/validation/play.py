"""A node as the services see it: enrols, leases, and writes results."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Attempt, Node
from migration_engine.protocol import DeviceKind, MeasuredOn, Outcome, Verdict, result_document, spec_from
from migration_engine.protocol.spec import JobSpec
from migration_engine.text import Text

CAN_TORCH = {
    "kinds": ["inventory", "layer_alignment"],
    "device_kind": "cpu",
    "chip": "cpu",
    "torch": True,
    "engine": "0.1.0",
}
CAN_NO_TORCH = CAN_TORCH | {"torch": False}
FACTS = {
    "classification": "no_device",
    "advice": {"en": "Rehearse.", "zh": "演练。"},
    "device_files": [],
    "chips": [],
    "driver": "",
    "cann": {"version": "", "file": "", "sourced": False},
    "packages": {"torch": "2.13.0"},
    "machine": {"python": "3.11.7", "system": "Linux", "cpus": 2},
}


def enrolled(project: Project, name: str = "bench", can: dict[str, Any] = CAN_TORCH) -> Node:
    """Return a node that was enrolled and spoke just now."""
    code = services.issue_enrolment_code(actor="alice", project=project)
    node, _token = services.enrol(code=code, name=name, facts=FACTS, capabilities=can)
    node.refresh_from_db()
    return node


def leased(node: Node, can: dict[str, Any] = CAN_TORCH) -> tuple[services.Lease, services.Fence]:
    """Return the node's next lease, which must exist, and the fence that goes with it."""
    lease = services.lease(node=node, capabilities=can)
    assert lease is not None
    return lease, services.Fence(node, UUID(lease.attempt), lease.token)


def result_of(
    lease: services.Lease, verdict: Verdict = Verdict.SUCCEEDED, host: str = "bench"
) -> dict[str, Any]:
    """Return a valid inventory result for the lease, measured on a processor."""
    return _document(spec_from(lease.spec), verdict, host, FACTS if verdict != Verdict.ERRORED else {})


def _document(spec: JobSpec, verdict: Verdict, host: str, data: dict[str, Any]) -> dict[str, Any]:
    measured_on = MeasuredOn(
        device_kind=DeviceKind.CPU, chip="cpu", driver="", cann="", torch="2.13.0", torch_npu="",
        engine="0.1.0", python="3.11.7", host=host,
    )  # fmt: skip
    outcome = Outcome(verdict, Text("Done.", "完成。"), data, measured_on, error="")
    return dict(result_document(spec, outcome, started_at="2026-11-30T10:00:00+00:00", duration_s=1.0))


def attempt_of(lease: services.Lease) -> Attempt:
    """Return the stored attempt."""
    return Attempt.objects.get(pk=lease.attempt)
