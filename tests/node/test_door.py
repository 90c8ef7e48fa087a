"""The doorbell follows what the portal says, and its loss is only news."""

import os
import threading

import pytest
import redis
from celery import Celery

from migration_node.door import Door, place_in
from migration_node.doorbell import RING, doorbell_app
from tests.faults.stage import until

NODE = "0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a3"


@pytest.fixture
def door():
    door = Door(NODE, threading.Event())
    yield door
    door.follow(None)


def said(url: str, *queues: str, **transport: object) -> dict[str, object]:
    return {"url": url, "queues": list(queues), "transport": transport}


@pytest.mark.usefixtures("servers")
def test_it_moves_to_the_queues_that_the_portal_names_later(door):
    url = os.environ["BROKER_URL"]
    sender = Celery(broker=url, set_as_current=False, fixups=[])
    door.follow(said(url, f"node.{NODE}"))
    door.follow(said(url, f"node.{NODE}", f"cap.{NODE}"))
    sender.send_task(RING, args=["job"], queue=f"cap.{NODE}")
    assert door.bell.wait(120), "the new queue did not wake the agent"


@pytest.mark.usefixtures("servers")
def test_a_broker_that_turns_the_node_away_is_left_for_the_one_of_the_next_hello(door, caplog):
    good = os.environ["BROKER_URL"]
    bad = f"redis://nobody:wrong@{good.rpartition('@')[2].removeprefix('redis://')}"
    door.follow(said(bad, f"node.{NODE}"))
    until(lambda: "no doorbell" in caplog.text, "the refusal is logged", seconds=60)
    door.follow(said(good, f"node.{NODE}"))
    sender = Celery(broker=good, set_as_current=False, fixups=[])
    sender.send_task(RING, args=["job"], queue=f"node.{NODE}")
    assert door.bell.wait(120), "the new broker did not wake the agent"
    assert "Traceback" not in caplog.text


@pytest.mark.usefixtures("servers")
def test_a_broker_that_drops_its_connections_is_heard_again(door, caplog, monkeypatch):
    monkeypatch.setattr("migration_node.doorbell.RETRY_S", 0.2)
    caplog.set_level("INFO")
    url = os.environ["BROKER_URL"]
    door.follow(said(url, f"node.{NODE}"))
    until(lambda: "the doorbell hangs" in caplog.text, "it listens", seconds=30)
    broker = redis.Redis.from_url(url)
    until(lambda: broker.client_kill_filter(_type="normal", skipme=True), "a connection is cut", seconds=30)
    Celery(broker=url, set_as_current=False, fixups=[]).send_task(RING, args=["job"], queue=f"node.{NODE}")
    assert door.bell.wait(120), "the agent was not woken after the cut"


def test_without_a_broker_nothing_listens_and_nothing_fails(door):
    for nothing in (None, {}, {"url": ""}, {"url": None, "queues": []}, "redis://x"):
        door.follow(nothing)
    assert not door.listens


def test_the_portal_may_rename_keys_and_nothing_else():
    place = place_in(
        said("redis://127.0.0.1:1/0", "q", unacked_key="mine", priority_steps=[0], visibility_timeout=1)
    )
    assert place.transport == {"unacked_key": "mine", "priority_steps": [0]}
    options = doorbell_app(place.url, NODE, threading.Event(), place.transport).conf.broker_transport_options
    assert (options["unacked_key"], options["visibility_timeout"]) == ("mine", 120)
    assert options["unacked_index_key"] == f"node.{NODE}.unacked_index"
