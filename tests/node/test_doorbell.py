"""Ringing wakes the agent; the broker carries nothing else."""

import os
import threading

import pytest
from celery import Celery

from migration_node.doorbell import RING, Doorbell, doorbell_app

NODE = "0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a2"


@pytest.mark.usefixtures("servers")
def test_a_ring_on_the_nodes_queue_wakes_it():
    bell = threading.Event()
    doorbell = Doorbell(os.environ["BROKER_URL"], [f"node.{NODE}", "cap.demo.cpu"], NODE, bell)
    doorbell.hang()
    portal = Celery(broker=os.environ["BROKER_URL"], set_as_current=False, fixups=[])
    for queue in (f"node.{NODE}", "cap.demo.cpu"):
        portal.send_task(RING, args=["5d6a6f4e"], queue=queue)
        assert bell.wait(120), f"{queue} did not wake the agent"
        bell.clear()
    doorbell.take_down()


def test_the_visibility_timeout_is_set_in_all_three_places_with_its_restore_interval():
    conf = doorbell_app("redis://127.0.0.1:1/0", NODE, threading.Event()).conf
    assert conf.visibility_timeout == 120
    for options in (conf.broker_transport_options, conf.result_backend_transport_options):
        assert options["visibility_timeout"] == 120
        assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (10, 1)


def test_each_node_keeps_its_unacknowledged_messages_apart():
    conf = doorbell_app("redis://127.0.0.1:1/0", NODE, threading.Event()).conf
    keys = {name: key for name, key in conf.broker_transport_options.items() if name.endswith("_key")}
    assert set(keys) == {"unacked_key", "unacked_index_key", "unacked_mutex_key"}
    assert all(NODE in key for key in keys.values())


def test_nobody_can_control_the_node_through_the_broker():
    conf = doorbell_app("redis://127.0.0.1:1/0", NODE, threading.Event()).conf
    assert conf.accept_content == ["json"]
    assert not conf.worker_enable_remote_control
    assert not conf.worker_send_task_events
