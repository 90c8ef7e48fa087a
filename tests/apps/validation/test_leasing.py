"""A job goes to one node at a time, and only to one that can do it."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from apps.core.errors import ApplicationError
from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import LIVE, Attempt, AttemptState, Job, JobState, Node
from migration_engine.protocol import spec_from, verify
from tests.apps.validation.play import CAN_NO_TORCH, CAN_TORCH, attempt_of, enrolled, leased
from tests.cast import Cast, gather


def request(cast: Cast, kind: str = "inventory", **more) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind=kind, parameters={}, **more)


def test_a_requested_job_is_queued_with_complete_parameters(cast: Cast) -> None:
    job = request(cast, "layer_alignment")
    assert job.state == JobState.QUEUED
    assert job.parameters["target_dtype"] == "bfloat16"
    assert AuditEntry.objects.filter(verb="requested job", target=str(job.pk)).exists()


@pytest.mark.parametrize("parameters", [{"command": "id"}, {"expect": "everything"}])
def test_parameters_outside_the_catalogue_leave_nothing_stored(cast: Cast, parameters: dict) -> None:
    with pytest.raises(ApplicationError):
        services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters=parameters)
    assert not Job.objects.exists()


def test_a_lease_names_attempt_and_node_and_is_signed(cast: Cast) -> None:
    job, node = request(cast), enrolled(cast.project)
    lease, _fence = leased(node)
    verify(lease.spec, lease.signature, services.public_key())
    spec = spec_from(lease.spec)
    assert (spec.job, spec.attempt, spec.node) == (str(job.pk), 1, str(node.pk))
    job.refresh_from_db()
    assert job.state == JobState.LEASED


def test_the_attempts_token_is_stored_as_a_hash_only(cast: Cast) -> None:
    request(cast)
    lease, _fence = leased(enrolled(cast.project))
    assert lease.token not in str(Attempt.objects.values())


def test_a_leased_job_is_not_given_to_a_second_node(cast: Cast) -> None:
    request(cast)
    leased(enrolled(cast.project, "one"))
    assert services.lease(node=enrolled(cast.project, "two"), capabilities=CAN_TORCH) is None


def test_a_node_without_torch_is_not_given_a_job_that_needs_it(cast: Cast) -> None:
    request(cast, "layer_alignment")
    node = enrolled(cast.project, can=CAN_NO_TORCH)
    assert services.lease(node=node, capabilities=CAN_NO_TORCH) is None
    assert services.lease(node=node, capabilities=CAN_TORCH) is not None


def test_a_job_meant_for_one_node_waits_for_it(cast: Cast) -> None:
    wanted, other = enrolled(cast.project, "wanted"), enrolled(cast.project, "other")
    request(cast, node=wanted)
    assert services.lease(node=other, capabilities=CAN_TORCH) is None
    leased(wanted)


def test_a_node_never_sees_another_projects_jobs(cast: Cast) -> None:
    request(cast)
    stranger = enrolled(cast.charlies_project)
    assert services.lease(node=stranger, capabilities=CAN_TORCH) is None


def test_a_job_cannot_be_pinned_to_another_projects_node(cast: Cast) -> None:
    with pytest.raises(ApplicationError, match="not, or no longer"):
        request(cast, node=enrolled(cast.charlies_project))


def test_higher_priority_goes_first_and_then_the_older_one(cast: Cast) -> None:
    first, _second, urgent = request(cast), request(cast), request(cast, priority=9)
    order = [leased(enrolled(cast.project, f"n{n}"))[0].spec["job"] for n in range(2)]
    assert order == [str(urgent.pk), str(first.pk)]


def test_the_database_allows_one_live_attempt_a_job_and_a_node(cast: Cast) -> None:
    job, node = request(cast), enrolled(cast.project)
    lease, _fence = leased(node)
    held = attempt_of(lease)
    other = enrolled(cast.project, "other")
    for twin in (
        Attempt(job=job, node=other, number=2, lease_expires_at=held.lease_expires_at),
        Attempt(job=request(cast), node=node, number=1, lease_expires_at=held.lease_expires_at),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save()


def test_a_node_that_asks_again_has_forgotten_what_it_held(cast: Cast) -> None:
    """Its agent was killed, or the answer to its lease was lost: the job need not wait for the lease."""
    job, node = request(cast), enrolled(cast.project)
    first, _fence = leased(node)
    second, _fence = leased(node)
    assert attempt_of(first).state == AttemptState.EXPIRED
    assert second.spec["job"] == str(job.pk)
    assert second.spec["attempt"] == 2


@pytest.mark.django_db(transaction=True)
def test_many_nodes_that_ask_at_once_never_share_a_job() -> None:
    cast = gather()
    jobs = {str(request(cast).pk) for _ in range(5)}
    nodes = [enrolled(cast.project, f"n{number}") for number in range(8)]
    given: list[str] = []

    def ask(node: Node) -> None:
        lease = services.lease(node=node, capabilities=CAN_TORCH)
        if lease:
            given.append(str(lease.spec["job"]))
        connection.close()

    threads = [threading.Thread(target=ask, args=(node,)) for node in nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == sorted(jobs)


@pytest.mark.django_db(transaction=True)
def test_a_node_whose_questions_cross_holds_one_job() -> None:
    cast = gather()
    for _ in range(4):
        request(cast)
    node = enrolled(cast.project)
    answers: list[services.Lease | None] = []

    def ask() -> None:
        answers.append(services.lease(node=node, capabilities=CAN_TORCH))
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert node.attempts.filter(state__in=LIVE).count() == 1
