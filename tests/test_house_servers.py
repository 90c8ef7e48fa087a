"""The embedded servers: shared while used, gone afterwards, and nothing widened on the way."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis
from django.db import connection

from migration_portal.embedded import postgres
from migration_portal.embedded.errors import ServerFailed
from migration_portal.embedded.postgres import PostgresServer
from migration_portal.embedded.sharing import attach
from migration_portal.embedded.valkey import ValkeyServer
from tests.servers import RunServers

_USER_OF_BOTH = """
import sys, psycopg, redis
from migration_portal import embedded
psycopg.connect(embedded.database_url()).close()
redis.Redis.from_url(embedded.broker_url()).ping()
print("ready", flush=True)
sys.stdin.readline()
"""


def _start_user(var: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "VAR_DIR": str(var)}
    command = [sys.executable, "-c", _USER_OF_BOTH]
    user = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert user.stdout is not None
    assert user.stdout.readline() == "ready\n"
    return user


def _running(var: Path) -> tuple[bool, bool]:
    return PostgresServer(var / "postgres").is_running(), ValkeyServer(var / "valkey").is_running()


def test_the_last_process_that_leaves_stops_the_servers(tmp_path: Path) -> None:
    first, second = _start_user(tmp_path), _start_user(tmp_path)
    first.communicate("\n")
    assert _running(tmp_path) == (True, True)
    second.communicate("\n")
    assert _running(tmp_path) == (False, False)


def test_a_killed_process_leaves_servers_that_the_next_one_takes_over(tmp_path: Path) -> None:
    killed = _start_user(tmp_path)
    killed.kill()
    killed.communicate()
    assert _running(tmp_path) == (True, True)
    _start_user(tmp_path).communicate("\n")
    assert _running(tmp_path) == (False, False)


def test_no_parent_folder_is_opened_for_the_database(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    before = {parent: stat.S_IMODE(parent.stat().st_mode) for parent in (closed, *closed.parents)}
    _start_user(closed / "var").communicate("\n")
    assert before == {parent: stat.S_IMODE(parent.stat().st_mode) for parent in before}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another account")
def test_the_programs_may_lie_in_a_closed_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    package = postgres.programs().parents[1]
    install = shutil.copytree(postgres.programs().parent, closed / package.name / "install", symlinks=True)
    # The wheel keeps the libraries of its programs beside its package.
    libraries = package.with_name(f"{package.name}.libs")
    (closed / libraries.name).symlink_to(libraries)
    monkeypatch.setattr(postgres, "programs", lambda: install / "bin")
    server = PostgresServer(closed / "postgres")
    server.start()
    server.stop()
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


def test_a_long_path_moves_the_socket_but_not_the_data(tmp_path: Path) -> None:
    long = tmp_path / ("very-long-folder-name-" * 6)
    server = PostgresServer(long / "postgres")
    assert str(long) not in server.url()
    _start_user(long).communicate("\n")
    assert (long / "postgres" / "data" / "PG_VERSION").exists()


def test_queued_messages_survive_a_restart(tmp_path: Path) -> None:
    server = ValkeyServer(tmp_path / "valkey")
    server.start()
    address = server.url()
    redis.Redis.from_url(address).rpush("portal", "a message")
    server.stop()
    server.start()
    try:
        assert server.url() == address
        assert redis.Redis.from_url(address).lrange("portal", 0, -1) == [b"a message"]
    finally:
        server.stop()


def test_the_broker_wants_its_password(servers: RunServers) -> None:
    port = os.environ["BROKER_URL"].rsplit(":", 1)[1]
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(f"redis://127.0.0.1:{port}").ping()


def test_a_folder_that_cannot_be_written_gets_a_clear_message(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    with pytest.raises(ServerFailed, match="VAR_DIR"):
        attach(PostgresServer(in_the_way / "postgres"))


def test_a_cluster_cut_off_in_the_making_is_made_again(tmp_path: Path) -> None:
    server = PostgresServer(tmp_path / "postgres")
    (tmp_path / "postgres" / "data.unfinished" / "base").mkdir(parents=True)
    server.start()
    try:
        with psycopg.connect(server.url()) as session:
            assert session.execute("SELECT 1").fetchone() == (1,)
    finally:
        server.stop()


@pytest.mark.django_db
def test_django_talks_to_the_database_of_this_run() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), current_setting('fsync')")
        name, fsync = cursor.fetchone()
    assert name.startswith("test_")
    assert fsync == "off" or not os.environ["DATABASE_URL"].startswith("postgresql://postgres@/")
