"""Told once, a node finishes; told twice or for too long, it hands back."""

import time

from migration_node.stopping import Stop


def test_once_is_asked_and_twice_is_insisted():
    stop = Stop()
    assert not stop.asked
    stop.ask()
    assert stop.asked and not stop.insisted
    stop.ask()
    assert stop.insisted


def test_draining_has_an_end_by_the_steady_clock(monkeypatch):
    stop = Stop(drain_s=0.05)
    stop.ask()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    time.sleep(0.1)
    assert stop.insisted
