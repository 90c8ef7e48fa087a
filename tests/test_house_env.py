"""Secrets that the portal makes for itself when nobody gives it any."""

from __future__ import annotations

import fcntl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from migration_portal import env


def test_a_secret_stays_the_same_and_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret"
    secret = env.kept_secret(path)
    assert len(secret) > 60
    assert env.kept_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_secret_that_was_cut_off_in_the_making_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "secret").touch(mode=0o600)
    secret = env.kept_secret(tmp_path / "secret")
    assert secret
    assert env.kept_secret(tmp_path / "secret") == secret


def test_of_two_that_start_at_once_the_second_waits_for_the_first(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    with ThreadPoolExecutor(1) as pool:
        with path.open("w") as first:
            fcntl.flock(first, fcntl.LOCK_EX)
            second = pool.submit(env.kept_secret, path)
            first.write("made by the first")
        assert second.result(timeout=60) == "made by the first"
