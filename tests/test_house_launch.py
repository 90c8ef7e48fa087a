"""Setup and launcher: each does only what is needed, says what went wrong, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from migration_portal.causes import known_cause, last_line
from migration_portal.launch import preflight, programs, setup
from migration_portal.launch.console import Failed, run_logged
from migration_portal.launch.prepare import check_source
from migration_portal.launch.programs import Program
from migration_portal.launch.supervisor import Supervisor

SLEEPER = "import time; time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('on', flush=True); {SLEEPER}"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SLEEPER!r}])"


def _python(name: str, code: str) -> Program:
    return Program(name, (sys.executable, "-c", code))


def _group_is_gone(process: subprocess.Popen[bytes]) -> bool:
    # Ended members that nobody has waited for yet still count as a group for the kernel.
    for other in psutil.process_iter(["status"]):
        with suppress(ProcessLookupError):
            if os.getpgid(other.pid) == process.pid and other.info["status"] != psutil.STATUS_ZOMBIE:
                return False
    return True


@pytest.fixture
def kept_signals() -> Iterator[None]:
    """The supervisor ignores these while it stops; the test run must not."""
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for name, handler in before.items():
        signal.signal(name, handler)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout for setup steps."""
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "STAMPS", tmp_path / "stamps")
    return tmp_path


def test_a_port_in_use_names_the_port_and_another_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Failed, match=f"Port {port} is in use.*PORT={port + 1}"):
            preflight.check_port(port)


def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    with pytest.raises(Failed, match="is not writable"):
        preflight.check_folder(tmp_path / "var")


def test_a_full_disk_is_told_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "NEEDED_MB", 10**9)
    with pytest.raises(Failed, match="MB are free"):
        preflight.check_space(tmp_path)


def test_a_second_run_from_one_folder_is_told_where_the_first_is(tmp_path: Path) -> None:
    first = preflight.only_one(tmp_path, "http://127.0.0.1:8000")
    with pytest.raises(Failed, match="http://127.0.0.1:8000"):
        preflight.only_one(tmp_path, "http://127.0.0.1:8001")
    first.close()
    preflight.only_one(tmp_path, "http://127.0.0.1:8001").close()


@pytest.mark.parametrize(
    "repo", ["no/such/folder", "http://example.org/a.git", "file:///etc", "ssh://host/a"]
)
def test_a_source_that_cannot_be_scanned_is_refused_at_once(repo: str) -> None:
    with pytest.raises(Failed, match="neither a folder or archive here nor an https"):
        check_source(repo)


def test_a_known_cause_is_told_in_words() -> None:
    assert "disk is full" in (known_cause("OSError: [Errno 28] No space left on device") or "")
    assert "no wheel for this platform" in (known_cause("ERROR: No matching distribution found for x") or "")
    assert known_cause("all is well") is None


def test_an_error_line_says_more_than_the_last_line() -> None:
    assert last_line("ERROR: it broke\nhint: see above\n") == "ERROR: it broke"
    assert last_line("one\ntwo\n\n") == "two"


def test_a_failed_command_names_its_cause_and_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(Failed, match=r"the disk is full.*log"):
        run_logged([sys.executable, "-c", "exit('No space left on device')"], log)
    assert "No space left" in log.read_text()


def test_a_step_runs_again_only_when_its_inputs_change(checkout: Path) -> None:
    lock = checkout / "lock.txt"
    lock.write_text("one")
    done: list[str] = []
    step = setup.Step(
        "packages", "Packages", setup.tree("lock.txt"), (), lambda: done.append(lock.read_text())
    )
    assert [step.run(), step.run()] == [True, False]
    lock.write_text("two")
    assert [step.run(), step.run()] == [True, False]
    assert done == ["one", "two"]


def test_a_step_runs_again_when_its_output_is_gone(checkout: Path) -> None:
    output = checkout / "built"
    step = setup.Step("frontend", "Front end", setup.tree(), (output,), output.touch)
    assert [step.run(), step.run()] == [True, False]
    output.unlink()
    assert step.run()


def test_a_step_that_failed_is_not_remembered_as_done(checkout: Path) -> None:
    def fail() -> None:
        raise Failed("no network")

    with pytest.raises(Failed):
        setup.Step("packages", "Packages", setup.tree(), (), fail).run()
    assert setup.Step("packages", "Packages", setup.tree(), (), lambda: None).run()


def test_leaving_the_supervisor_stops_grandchildren_too(tmp_path: Path, kept_signals: None) -> None:
    with Supervisor(tmp_path) as supervisor:
        supervisor.start(_python("parent", PARENT))
        (process,) = supervisor.running.values()
        time.sleep(0.5)
        assert process.poll() is None
    assert _group_is_gone(process)


def test_a_program_that_ignores_the_request_is_ended(tmp_path: Path) -> None:
    program = _python("stubborn", STUBBORN)
    process = programs.start(program, tmp_path)
    while "on" not in programs.log_of(program, tmp_path).read_text():
        time.sleep(0.05)
    programs.stop(process, grace_s=0.2)
    assert _group_is_gone(process)


def test_a_program_that_ends_early_is_told_with_its_last_words(tmp_path: Path, kept_signals: None) -> None:
    with Supervisor(tmp_path) as supervisor:
        supervisor.start(_python("web", "exit('SomeError: the setting is wrong')"))
        with pytest.raises(Failed, match="web ended with code 1: SomeError: the setting is wrong"):
            supervisor.await_web("http://127.0.0.1:1")


def test_a_program_that_keeps_ending_stops_the_portal(
    tmp_path: Path, kept_signals: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("migration_portal.launch.supervisor.RESTARTS", 1)
    with Supervisor(tmp_path) as supervisor:
        supervisor.start(_python("node", "exit('again')"))
        with pytest.raises(Failed, match="It ended 2 times; giving up"):
            supervisor.watch()


def test_the_node_is_started_without_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    show = "import os; print(os.environ.get('DATABASE_URL', 'unset'))"
    program = Program("node", (sys.executable, "-c", show), without=programs.node(tmp_path).without)
    programs.start(program, tmp_path).wait()
    assert programs.log_of(program, tmp_path).read_text() == "unset\n"
