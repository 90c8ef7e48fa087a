"""What Celery must be told so that no message is lost, doubled or believed."""

from __future__ import annotations

import pytest

from apps.core.queue import _sender
from migration_portal.celery import app
from migration_portal.launch.programs import worker


def test_the_visibility_timeout_stands_in_all_three_places_with_its_restore_interval() -> None:
    assert app.conf.visibility_timeout == 120
    for options in (app.conf.broker_transport_options, app.conf.result_backend_transport_options):
        assert options["visibility_timeout"] == 120
        assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (10, 1)


def test_a_message_outlives_its_worker_and_carries_json_only() -> None:
    conf = app.conf
    assert conf.accept_content == ["json"] and conf.task_serializer == conf.result_serializer == "json"
    assert conf.task_acks_late and conf.task_reject_on_worker_lost and conf.task_ignore_result
    assert conf.worker_prefetch_multiplier == 1


def test_nobody_can_control_the_portals_workers_through_the_broker() -> None:
    assert not app.conf.worker_enable_remote_control
    assert not app.conf.worker_send_task_events
    assert {"--without-gossip", "--without-mingle"} < set(worker().command)


def test_the_portal_consumes_its_own_queue_alone() -> None:
    command = worker().command
    assert command[command.index("--queues") + 1] == "portal"
    assert app.conf.task_default_queue == "portal"


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1/0", "redis://127.0.0.1:2/3"])
def test_a_request_does_not_wait_for_a_broker_that_hangs(address: str) -> None:
    conf = _sender(address).conf
    assert conf.broker_url == address
    assert conf.broker_transport_options["socket_timeout"] <= 5
