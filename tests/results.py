"""Results as a node would post them, valid by the published schemas, for tests that need evidence."""

from __future__ import annotations

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Artifact, Evidence, Node
from migration_engine.protocol import (
    DeviceKind,
    Json,
    MeasuredOn,
    Outcome,
    Verdict,
    result_document,
    spec_from,
)
from migration_engine.text import Text

INVENTORY: dict[str, Json] = {
    "classification": "ready",
    "advice": {"en": "Ready.", "zh": "已就绪。"},
    "device_files": ["/dev/davinci0"],
    "chips": [],
    "driver": "25.2.0",
    "cann": {"version": "8.3.RC1", "file": "/usr/local/Ascend/version.cfg", "sourced": True},
    "packages": {"torch": "2.13.0", "torch-npu": "2.13.0"},
    "machine": {"cpus": 16},
}
ALIGNMENT: dict[str, Json] = {
    "model": {"blocks": 4},
    "reference": {"device": "cpu", "dtype": "float32"},
    "target": {"device": "npu", "dtype": "bfloat16"},
    "thresholds": {"cosine": 0.9995, "relative_error": 0.025, "max_abs_share": 0.05},
    "inputs": [{"name": "short", "tokens": 8, "first_divergent": None, "modules": []}],
    "first_divergent": None,
    "divergent_modules": 0,
    "worst": {"cosine": 0.9999, "relative_error": 0.006},
}
DATA = {"inventory": INVENTORY, "layer_alignment": ALIGNMENT}


def evidence(
    project: Project,
    kind: str = "layer_alignment",
    *,
    device: DeviceKind = DeviceKind.NPU,
    verdict: Verdict = Verdict.SUCCEEDED,
    host: str = "atlas-1",
) -> Evidence:
    """Return evidence that went the whole way: asked for, leased, posted under its fence, recorded."""
    node = node_of(project, host)
    actor = project.memberships.select_related("user").first().user
    services.request_job(actor=actor, project=project, kind=kind, parameters={}, node=node)
    lease = services.lease(node=node, capabilities={"kinds": list(DATA), "torch": True})
    assert lease is not None
    outcome = Outcome(verdict, Text("Done.", "完成。"), DATA[kind], measured_on(device, host))
    document = result_document(
        spec_from(lease.spec), outcome, started_at="2026-11-30T10:00:00+00:00", duration_s=1.5
    )
    fence = services.Fence(node, lease.attempt, lease.token)
    return services.record_attempt(fence=fence, document=document)


def artifact_of(evidence: Evidence) -> Artifact:
    """Return a row for a whole file of the attempt; its bytes lie nowhere."""
    return Artifact.objects.create(
        attempt=evidence.attempt, name="dump.bin", media_type="text/plain", size=1, received=1,
        sha256="0" * 64, complete_at=evidence.received_at,
    )  # fmt: skip


def node_of(project: Project, name: str) -> Node:
    """Return the project's node of this name, enrolled by a code if it is new."""
    known = Node.objects.of(project).filter(name=name).first()
    if known is not None:
        return known
    code = services.issue_enrolment_code(actor="test", project=project)
    node, _token = services.enrol(code=code, name=name, facts={}, capabilities={"kinds": list(DATA)})
    return node


def measured_on(device: DeviceKind, host: str) -> MeasuredOn:
    """Return the stack of a machine with this device."""
    is_npu = device is DeviceKind.NPU
    return MeasuredOn(
        device_kind=device,
        chip="910B3" if is_npu else "",
        driver="25.2.0" if is_npu else "",
        cann="8.3.RC1" if is_npu else "",
        torch="2.13.0",
        torch_npu="2.13.0" if is_npu else "",
        engine="0.1.0",
        python="3.11.7",
        host=host,
    )
