"""A result says what it was measured on, and a rehearsal cannot pass for a measurement."""

from dataclasses import replace

import pytest

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import (
    DeviceKind,
    JobSpec,
    MeasuredOn,
    Outcome,
    Verdict,
    check_result,
    limits_for,
    result_document,
)
from migration_engine.text import Text

SPEC = JobSpec(
    job="5d6a6f4e-5a62-4f57-9d0e-0d6a3f3c8a11",
    kind="inventory",
    parameters={"expect": "any"},
    attempt=1,
    node="0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a2",
    limits=limits_for(60),
)
CPU = MeasuredOn(
    device_kind=DeviceKind.CPU, chip="cpu", driver="", cann="", torch="", torch_npu="", engine="0.1.0",
    python="3.11.7", host="bench",
)  # fmt: skip
ERRORED = Outcome(
    verdict=Verdict.ERRORED, summary=Text("Stopped.", "已停止。"), data={}, measured_on=CPU, error="over time"
)


def document(outcome: Outcome) -> dict:
    return result_document(SPEC, outcome, started_at="2026-11-30T10:00:00+00:00", duration_s=1.23456)


def test_a_result_from_a_cpu_is_a_rehearsal():
    assert document(ERRORED)["rehearsal"] is True


def test_a_result_from_an_npu_is_a_measurement():
    npu = replace(CPU, device_kind=DeviceKind.NPU, chip="910B3")
    assert document(replace(ERRORED, measured_on=npu))["rehearsal"] is False


def test_it_refuses_a_rehearsal_that_claims_to_be_a_measurement():
    with pytest.raises(SpecInvalid, match="rehearsal mark"):
        check_result(document(ERRORED) | {"rehearsal": False})


def test_it_refuses_a_success_without_the_data_of_its_kind():
    with pytest.raises(SpecInvalid, match="classification"):
        document(replace(ERRORED, verdict=Verdict.SUCCEEDED))


def test_it_refuses_a_result_that_does_not_say_where_it_was_measured():
    with pytest.raises(SpecInvalid) as refusal:
        check_result(document(ERRORED) | {"measured_on": {"device_kind": "npu"}})
    assert refusal.value.place == "/measured_on"


def test_it_refuses_a_verdict_of_its_own_invention():
    with pytest.raises(SpecInvalid, match="verdict|probably"):
        check_result(document(ERRORED) | {"verdict": "probably fine"})


@pytest.mark.parametrize("moment", ["zz", "yesterday", "2026-11-30", "2026-13-30T10:00:00Z", "10:00"])
def test_it_refuses_a_moment_that_is_none(moment: str):
    with pytest.raises(SpecInvalid) as refusal:
        check_result(document(ERRORED) | {"started_at": moment})
    assert refusal.value.place == "/started_at"
