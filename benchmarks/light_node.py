"""A node without a machine: it asks, beats and answers over HTTP like a real one, and does no work at all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx

from migration_engine.protocol import CATALOGUE, DeviceKind, Outcome, Verdict, result_document, spec_from
from migration_engine.text import Text
from migration_node.probe.inventory import take_inventory
from migration_node.runners.base import describe_stack

Document = Mapping[str, Any]


@cache
def _inventory() -> dict[str, Any]:
    return take_inventory().to_dict()


class LightNode:
    """One node's connection; answers come back as they are, so that refusals can be counted."""

    def __init__(self, url: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=f"{url}/api/v1/node/", headers=headers, timeout=60)
        self.capabilities = {
            "kinds": sorted(CATALOGUE),
            "device_kind": "cpu",
            "chip": "cpu",
            "torch": True,
            "engine": "light",
        }

    def hello(self) -> httpx.Response:
        """Say what this node is."""
        return self.http.post("hello", json={"facts": {}, "capabilities": self.capabilities})

    def lease(self) -> Document | None:
        """Return the next job's lease, or None."""
        answer = self.http.post("lease", json={"capabilities": self.capabilities})
        answer.raise_for_status()
        return answer.json() if answer.status_code == 200 else None

    def post(self, lease: Document, verb: str, body: Document) -> httpx.Response:
        """Write something under a lease."""
        headers = {"X-Attempt-Token": lease["token"]}
        return self.http.post(f"attempts/{lease['attempt']}/{verb}", json=body, headers=headers)

    def beat(self, lease: Document, **progress: Any) -> httpx.Response:
        """Keep the lease."""
        return self.post(lease, "heartbeat", {"progress": progress})

    def result(self, lease: Document, document: Document | None = None) -> httpx.Response:
        """Hand in a result: what a run that lasted no time would have found."""
        return self.post(lease, "result", {"document": document or result_of(lease)})

    def work_once(self) -> bool:
        """Do one job as quickly as the portal lets us; return whether there was one."""
        lease = self.lease()
        if lease is None:
            return False
        self.beat(lease).raise_for_status()
        self.result(lease).raise_for_status()
        return True


def result_of(lease: Document, **data: Any) -> Document:
    """Return a valid result for the leased job."""
    spec = spec_from(lease["spec"])
    outcome = Outcome(
        verdict=Verdict.SUCCEEDED,
        summary=Text("Done.", "完成。"),
        data=data or (_inventory() if spec.kind == "inventory" else {"seconds": 0}),
        measured_on=describe_stack(DeviceKind.CPU, "cpu"),
    )
    return result_document(spec, outcome, started_at="2026-11-30T10:00:00+00:00", duration_s=0.0)
