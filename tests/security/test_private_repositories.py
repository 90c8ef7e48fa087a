"""A private repository is read with a token that is nowhere in clear: not stored, logged or shown."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import TestCase
from pytest_django.fixtures import Settings

from apps.core.errors import ApplicationError
from apps.scans import services
from apps.scans.models import GitToken, Scan
from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, open_tree
from tests.cast import Cast, client_of
from tests.engine.intake.git_server import git, served
from tests.security import stored
from tests.security.routes import project_routes

TOKEN = "glpat-Qm7dRz2KxW9aLb4TnYc1"
CREDENTIAL = f"oauth2:{TOKEN}"
HERE = ["127.0.0.1"]


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where a repository is served to those who know the token."""
    work = tmp_path / "git" / "work"
    work.mkdir(parents=True)
    git("init", "-q", "-b", "main", ".", at=work)
    (work / "app.py").write_text("import torch\ntorch.cuda.synchronize()\n")
    git("add", "-A", at=work)
    git("commit", "-q", "-m", "One file", at=work)
    git("branch", "npu", at=work)
    git("clone", "-q", "--bare", str(work), str(work.parent / "a.git"), at=work)
    monkeypatch.setenv("no_proxy", "*")
    with served(work.parent, credential=CREDENTIAL) as (address, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        yield f"{address}/a.git"


@pytest.mark.parametrize("token", [TOKEN, CREDENTIAL])
def test_the_token_opens_the_repository(url: str, token: str) -> None:
    with open_tree(url, access=GitAccess(token=token, internal_hosts=HERE)) as tree:
        assert [entry.path for entry in tree.entries] == ["app.py"]


def test_without_a_token_the_refusal_asks_for_one(url: str) -> None:
    refused = pytest.raises(IntakeRefused, match="wants an access token")
    with refused, open_tree(url, access=GitAccess(internal_hosts=HERE)):
        pass


@pytest.mark.parametrize("token", ["wrong-" + TOKEN, "user:" + "wrong-" + TOKEN])
def test_a_server_that_repeats_a_wrong_token_is_not_quoted(url: str, token: str) -> None:
    access = GitAccess(token=token, internal_hosts=HERE)
    with pytest.raises(IntakeRefused) as refused, open_tree(url, access=access):
        pass

    said = repr(refused.value) + str(refused.value) + repr(access)
    assert TOKEN not in said
    assert access.credential.removeprefix("Basic ") not in said


def test_no_command_line_ever_holds_the_token(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A git that writes down how it was called stands before the real one."""
    log, program = tmp_path / "called", tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {log}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    with open_tree(url, access=GitAccess(token=TOKEN, internal_hosts=HERE)):
        pass

    called = log.read_text()
    assert "clone" in called
    assert f"-- {url}" in called
    assert TOKEN not in called
    assert GitAccess(token=TOKEN).credential.removeprefix("Basic ") not in called


def test_the_command_line_takes_the_token_from_its_environment(url: str) -> None:
    command = [str(Path(sys.executable).with_name("npu-migrate")), "scan", url, "--ref", "npu"]
    known = {**os.environ, "NPU_MIGRATE_GIT_TOKEN": TOKEN}

    done = subprocess.run(
        [*command, "--internal-host", *HERE], env=known, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["source"]["branch"] == "npu"
    assert "torch.cuda.synchronize" in done.stdout
    assert TOKEN not in done.stdout + done.stderr


def requested(cast: Cast, url: str, **fields: str) -> Scan:
    """Return the scan that the form of the portal makes."""
    form = {"kind": "git", "git_url": url, **fields}
    answer = client_of(cast.alice).post(f"/p/{cast.project.slug}/scans/new/", form)
    assert answer.status_code == 302, answer.content.decode()
    return Scan.objects.latest("pk")


def everything(cast: Cast, media: Path, number: int) -> dict[str, str]:
    """Return all that is stored and all that a member sees."""
    pages = {str(route): client_of(cast.alice).get(route.address(slug=cast.project.slug, number=number))
             for route in project_routes()}  # fmt: skip
    files = {name: text.decode("utf-8", "replace") for name, text in stored.files(media).items()}
    return (
        stored.tables()
        | files
        | {name: page.content.decode("utf-8", "replace") for name, page in pages.items()}
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("token", "state"), [(TOKEN, "succeeded"), ("wrong-" + TOKEN, "failed")])
def test_a_private_scan_leaves_no_trace_of_its_token(
    cast: Cast,
    media: Path,
    settings: Settings,
    url: str,
    token: str,
    state: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.MEDIA_ROOT, settings.GIT_INTERNAL_HOSTS = media / "media", HERE
    scan = requested(cast, url, git_ref="npu", git_token=token)
    before = everything(cast, media / "media", scan.number)
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.run_scan(scan_id=scan.pk)
    scan.refresh_from_db()

    assert scan.state == state, scan.error_message
    assert not GitToken.objects.exists()
    after = everything(cast, media / "media", scan.number)
    for where, text in [*before.items(), *after.items(), ("log", caplog.text)]:
        assert TOKEN not in text, where
        assert GitAccess(token=token).credential.removeprefix("Basic ") not in text, where


@pytest.mark.django_db
def test_the_branch_is_read_and_shown(cast: Cast, media: Path, settings: Settings, url: str) -> None:
    settings.GIT_INTERNAL_HOSTS = HERE
    scan = requested(cast, url, git_ref="npu", git_token=TOKEN)
    services.run_scan(scan_id=scan.pk)
    scan.refresh_from_db()

    assert (scan.state, scan.branch) == ("succeeded", "npu")
    assert len(scan.revision) == 40


@pytest.mark.django_db
def test_a_failed_private_scan_asks_for_the_token_again(cast: Cast, media: Path) -> None:
    scan = requested(cast, "https://127.0.0.1:1999/a/b.git", git_ref="npu", git_token=TOKEN)
    services.run_scan(scan_id=scan.pk)
    scan.refresh_from_db()
    assert "internal address 127.0.0.1" in scan.error_message

    with pytest.raises(ApplicationError, match="Request a new scan"):
        services.retry_scan(actor="alice", scan=scan)
    page = client_of(cast.alice).get(f"/p/{cast.project.slug}/scans/{scan.number}/").content.decode()
    assert "kind=git&amp;git_url=https%3A%2F%2F127.0.0.1%3A1999%2Fa%2Fb.git&amp;git_ref=npu" in page


@pytest.mark.django_db
def test_the_form_never_shows_a_token_again(cast: Cast) -> None:
    form = {"kind": "git", "git_url": "http://example.org/a.git", "git_token": TOKEN, "git_ref": "npu"}

    answer = client_of(cast.alice).post(f"/p/{cast.project.slug}/scans/new/", form)

    assert answer.status_code == 400
    assert "only https is contacted" in answer.content.decode()
    assert TOKEN not in answer.content.decode()


@pytest.mark.django_db
def test_a_token_that_was_sealed_with_another_secret_is_asked_for_again(
    cast: Cast, media: Path, settings: Settings
) -> None:
    scan = requested(cast, "https://127.0.0.1:1999/a/b.git", git_token=TOKEN)
    settings.SECRET_KEY = "another secret"

    services.run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert scan.state == "failed"
    assert "request a new scan" in scan.error_message
    assert "重新发起扫描" in scan.error_message_zh
