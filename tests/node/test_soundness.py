"""A broken machine stops taking work before it has used up the attempts of every job."""

import time
from pathlib import Path

from migration_node import soundness
from migration_node.soundness import Soundness


def test_five_deaths_in_a_row_pause_the_node_and_one_good_end_forgives(tmp_path: Path, caplog):
    sound = Soundness(tmp_path)
    for _ in range(4):
        sound.note(came_to_an_end=False)
    assert sound.may_work()
    sound.note(came_to_an_end=False)
    assert not sound.may_work() and "5 jobs in a row died here" in caplog.text
    fresh = Soundness(tmp_path, crashes=4)
    fresh.note(came_to_an_end=True)
    fresh.note(came_to_an_end=False)
    assert fresh.may_work()


def test_pauses_grow_and_end(tmp_path: Path, monkeypatch):
    sound, now = Soundness(tmp_path, crashes=10), time.monotonic()
    sound.note(came_to_an_end=False)
    monkeypatch.setattr(time, "monotonic", lambda: now + soundness.LONGEST_PAUSE_S + 60)
    assert sound.may_work()


def test_a_full_disk_takes_no_work(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(soundness, "LEAST_FREE_MB", 10**12)
    assert not Soundness(tmp_path).may_work()
