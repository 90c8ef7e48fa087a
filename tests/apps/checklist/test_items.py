"""Every tick rests on hashed evidence of this project, and a rehearsal ticks nothing."""

import pytest

from apps.checklist.selectors import ItemRow, counts, items_for
from apps.projects.models import Project
from apps.validation.models import Evidence
from migration_engine.checks import State
from migration_engine.protocol import DeviceKind, Verdict
from tests.cast import Cast, gather
from tests.results import evidence

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """Return the people."""
    return gather()


def item(project: Project, item_id: str = "layers-align-16bit") -> ItemRow:
    return next(row for row in items_for(project) if row.item.id == item_id)


def test_without_evidence_nothing_is_proven(cast: Cast) -> None:
    assert {row.state for row in items_for(cast.project)} == {State.UNPROVEN}


def test_an_npu_measurement_proves_its_item_and_links_to_its_job(cast: Cast) -> None:
    stored = evidence(cast.project)

    row = item(cast.project)

    assert row.state is State.PROVEN
    assert [(one.evidence.sha256, one.job) for one in row.evidence] == [(stored.sha256, stored.job)]
    assert row.evidence[0].stack[0] == "910B3"


@pytest.mark.parametrize("device", [DeviceKind.CPU, DeviceKind.CUDA])
def test_a_rehearsal_turns_nothing_green(cast: Cast, device: DeviceKind) -> None:
    evidence(cast.project, "inventory", device=device)
    evidence(cast.project, "layer_alignment", device=device)

    rows = items_for(cast.project)

    assert counts(rows)[State.PROVEN] == 0
    assert counts(rows)[State.REHEARSED] > 0


def test_evidence_of_another_project_proves_nothing_here(cast: Cast) -> None:
    evidence(cast.charlies_project)

    assert item(cast.project).state is State.UNPROVEN
    assert item(cast.project).evidence == ()


def test_failed_and_errored_differ(cast: Cast) -> None:
    evidence(cast.project, verdict=Verdict.ERRORED, host="atlas-1")
    assert item(cast.project).state is State.UNPROVEN

    evidence(cast.project, verdict=Verdict.FAILED, host="atlas-2")
    assert item(cast.project).state is State.FAILED


def test_a_deleted_proof_leaves_the_item_unproven(cast: Cast) -> None:
    evidence(cast.project).delete()

    assert item(cast.project).state is State.UNPROVEN


@pytest.mark.parametrize("content", [b'{"verdict":"succeeded"}', b"not even JSON", b""])
def test_evidence_that_was_changed_is_ignored_and_said_so(cast: Cast, content: bytes) -> None:
    stored = evidence(cast.project)
    Evidence.objects.filter(pk=stored.pk).update(document=content)

    row = item(cast.project)

    assert row.state is State.UNPROVEN
    assert row.evidence[0].set_aside is not None
    assert stored.sha256[:12] in row.evidence[0].set_aside.en


def test_a_changed_column_does_not_outvote_the_hashed_document(cast: Cast) -> None:
    stored = evidence(cast.project, device=DeviceKind.CPU)
    Evidence.objects.filter(pk=stored.pk).update(
        rehearsal=False, measured_on={"device_kind": "npu", "host": "atlas-1"}
    )

    assert item(cast.project).state is State.REHEARSED


def test_an_input_that_was_left_out_is_not_covered(cast: Cast) -> None:
    evidence(cast.project)

    assert item(cast.project, "layers-align-inputs").state is State.UNPROVEN
    assert item(cast.project, "layers-align-inputs").evidence[0].set_aside is not None


def test_the_list_costs_one_query_however_much_evidence(
    cast: Cast, django_assert_num_queries: object
) -> None:
    for host in ("atlas-1", "atlas-2", "atlas-3"):
        evidence(cast.project, host=host)

    with django_assert_num_queries(1):  # type: ignore[operator]
        items_for(cast.project)
