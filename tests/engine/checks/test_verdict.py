"""An item turns green by an NPU measurement and by nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migration_engine.checks import State, judge
from tests.engine.checks.samples import ITEM, evidence


def test_an_npu_measurement_within_the_limit_proves_the_item() -> None:
    judgement = judge(ITEM, [evidence()])

    assert judgement.state is State.PROVEN
    assert "910B3" in judgement.reason.en
    assert "910B3" in judgement.reason.zh


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_rehearsal_never_satisfies(device: str) -> None:
    assert judge(ITEM, [evidence(device=device)]).state is State.REHEARSED


def test_a_rehearsal_that_claims_an_npu_does_not_satisfy() -> None:
    assert judge(ITEM, [evidence(device="npu", rehearsal=True)]).state is State.REHEARSED


def test_a_result_without_the_rehearsal_mark_from_a_cpu_does_not_satisfy() -> None:
    assert judge(ITEM, [evidence(device="cpu", rehearsal=False)]).state is State.REHEARSED


def test_failed_evidence_beats_proof_from_another_machine() -> None:
    said_no = evidence(host="node-2", verdict="failed", error=0.05)

    assert judge(ITEM, [said_no, evidence()]).state is State.FAILED
    assert judge(ITEM, [evidence(), said_no]).state is State.FAILED


def test_a_newer_result_of_the_same_machine_replaces_the_failure() -> None:
    judgement = judge(ITEM, [evidence(verdict="failed"), evidence()])

    assert judgement.state is State.PROVEN
    assert [aside.evidence.verdict for aside in judgement.set_aside] == ["failed"]


def test_a_value_over_the_limit_fails_although_the_job_said_yes() -> None:
    assert judge(ITEM, [evidence(error=0.031)]).state is State.FAILED


def test_a_failed_rehearsal_fails_while_no_npu_was_measured() -> None:
    said_no = evidence(device="cpu", verdict="failed")

    assert judge(ITEM, [said_no]).state is State.FAILED
    assert judge(ITEM, [said_no, evidence()]).state is State.PROVEN


def test_the_limits_of_an_npu_do_not_fail_a_rehearsal() -> None:
    assert judge(ITEM, [evidence(device="cpu", error=0.05)]).state is State.REHEARSED
    assert judge(ITEM, [evidence(device="cpu", error=None)]).state is State.REHEARSED


def test_errored_is_not_failed() -> None:
    judgement = judge(ITEM, [evidence(verdict="errored")])

    assert judgement.state is State.UNPROVEN
    assert "neither yes nor no" in judgement.set_aside[0].reason.en


def test_an_error_does_not_withdraw_an_earlier_proof() -> None:
    assert judge(ITEM, [evidence(), evidence(verdict="errored")]).state is State.PROVEN


def test_evidence_that_was_changed_after_receipt_is_ignored_and_said_so() -> None:
    judgement = judge(ITEM, [evidence(intact=False)])

    assert judgement.state is State.UNPROVEN
    assert "a" * 12 in judgement.set_aside[0].reason.en


def test_a_result_about_another_type_says_nothing() -> None:
    assert judge(ITEM, [evidence(dtype="float32")]).state is State.UNPROVEN


def test_a_result_that_lacks_the_value_does_not_prove() -> None:
    judgement = judge(ITEM, [evidence(error=None)])

    assert judgement.state is State.UNPROVEN
    assert "worst.relative_error" in judgement.set_aside[0].reason.en


def test_results_of_other_job_kinds_are_not_looked_at() -> None:
    judgement = judge(ITEM, [replace(evidence(), kind="inventory")])

    assert judgement.state is State.UNPROVEN
    assert judgement.counted == judgement.set_aside == ()


def test_an_item_without_a_job_kind_is_unproven_whatever_there_is() -> None:
    assert judge(replace(ITEM, job_kind=""), [evidence()]).state is State.UNPROVEN


@given(
    st.lists(
        st.builds(
            evidence,
            device=st.sampled_from(["cpu", "cuda", "npu"]),
            host=st.sampled_from(["node-1", "node-2"]),
            verdict=st.sampled_from(["succeeded", "failed", "errored"]),
            error=st.sampled_from([0.01, 0.05, None]),
            dtype=st.sampled_from(["bfloat16", "float32"]),
            intact=st.booleans(),
            rehearsal=st.sampled_from([None, True, False]),
        )
    )
)
def test_proven_always_rests_on_an_intact_npu_measurement(found: list) -> None:
    judgement = judge(ITEM, found)

    if judgement.state is State.PROVEN:
        assert any(one.on_npu and one.found_sha256 == one.sha256 for one in judgement.counted)
    assert len(judgement.counted) + len(judgement.set_aside) == len(found)
