"""A serving run takes the place of an estimate on the cost page, and is one click away."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from apps.tco.selectors import comparison_for
from apps.validation.models import Attempt, AttemptState, Evidence, Job, JobState
from tests.apps.plans.scans import recorded
from tests.cast import Cast, client_of, gather
from tests.results import node_of

pytestmark = pytest.mark.django_db

FAST = "Qwen3-32B bf16, TTFT 2 s, TPOT 50 ms"
KEY = "tokens_per_s_per_device"


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    recorded(cast.project)
    return cast


def _ran(cast: Cast, device: str, tokens: float, slo: str = FAST, day: str = "2026-11-20") -> Job:
    """A serving run as its node would have left it."""
    node = node_of(cast.project, "atlas-1")
    job = Job.objects.create(project=cast.project, kind="serving", state=JobState.SUCCEEDED)
    attempt = Attempt.objects.create(
        job=job,
        node=node,
        number=1,
        state=AttemptState.SUCCEEDED,
        token_hash=uuid4().hex,
        lease_expires_at="2026-11-20T09:00:00Z",
        deadline_at="2026-11-20T09:00:00Z",
    )
    document = {
        "verdict": "succeeded",
        "started_at": f"{day}T08:00:00+00:00",
        "measured_on": {"device_kind": device, "chip": "a chip"},
        "data": {"throughput": {KEY: tokens, "slo": slo}},
    }
    Evidence.objects.create(
        job=job,
        attempt=attempt,
        sha256="0" * 64,
        verdict="succeeded",
        rehearsal=device != "npu",
        measured_on=document["measured_on"],
        document=json.dumps(document).encode(),
    )
    return job


def test_a_pair_of_runs_replaces_both_estimates_and_links_to_the_runs(cast: Cast) -> None:
    runs = {"gpu": _ran(cast, "cuda", 1400), "ascend": _ran(cast, "npu", 1010)}

    inputs = comparison_for(cast.project).inputs

    for side, tokens in (("gpu", 1400), ("ascend", 1010)):
        figure = inputs["sides"][side][KEY]
        assert (figure["value"], figure["run"]) == (tokens, str(runs[side].pk))
    page = client_of(cast.by_name("vic")).get(reverse("tco:scenario", args=[cast.project.slug]))
    for job in runs.values():
        assert reverse("validation:job", args=[cast.project.slug, job.pk]) in page.content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "not taken over"), ("zh-hans", "未采用")])
def test_a_run_at_another_service_level_is_told_and_not_taken(cast: Cast, language: str, words: str) -> None:
    _ran(cast, "cuda", 1400)
    _ran(cast, "npu", 1010)
    _ran(cast, "npu", 1300, slo="TTFT 9 s", day="2026-11-25")

    found = comparison_for(cast.project)

    assert found.inputs["sides"]["ascend"][KEY]["value"] == 1010
    assert [one.measurement.slo for one in found.refused] == ["TTFT 9 s"]
    page = client_of(cast.by_name("vic")).get(
        reverse("tco:scenario", args=[cast.project.slug]), headers={"accept-language": language}
    )
    assert words in page.content.decode()


def test_a_rehearsal_on_a_processor_measures_nothing(cast: Cast) -> None:
    _ran(cast, "cpu", 5)

    assert comparison_for(cast.project).inputs["sides"]["ascend"][KEY]["origin"] == "default"
