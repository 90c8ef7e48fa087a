"""A Git URL is contacted only over https to a public address, and what it serves is never executed."""

import os
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, Limits, open_tree
from tests.engine.intake.git_server import git, served

HERE = GitAccess(internal_hosts={"127.0.0.1"})


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a.git",
        "git://example.org/a.git",
        "ssh://git@example.org/a.git",
        "git@example.org:owner/a.git",
        "file:///etc",
        "file://localhost/etc",
        "ext::sh -c touch% {marker}",
        "ext::sh%20-c%20touch%20{marker}",
        "https://user@example.org/a.git",
        "https://user:secret@example.org/a.git",
        "https://example.org/a b.git",
        "https://example.org/a.git\n--upload-pack=touch {marker}",
        "https://-oProxyCommand=touch/a.git",
        "https:///a.git",
        "https://example.org:99999/a.git",
        "https://exаmple.org/a.git",
        "--upload-pack=touch {marker}",
        "-u touch {marker}",
    ],
)
def test_a_url_that_is_not_plain_https_is_refused_and_runs_nothing(tmp_path, monkeypatch, url):
    monkeypatch.chdir(tmp_path)
    marker = tmp_path / "marker"

    with pytest.raises(IntakeRefused) as refused, open_tree(url.format(marker=marker)):
        pass

    assert "secret" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 (an address that is refused)
        "[::1]",
        "[fe80::1]",
        "[fd00::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f.1",
        "127.1",
    ],
)
def test_an_internal_address_is_not_contacted(host):
    refused = pytest.raises(IntakeRefused, match="internal address|cannot be found|names no host")
    with refused, open_tree(f"https://{host}/owner/a.git"):
        pass


@pytest.fixture
def repository(tmp_path):
    """A repository with everything that acts on checkout: a link, a submodule, a filter, a hook."""
    work = tmp_path / "work"
    work.mkdir()
    marker = tmp_path / "marker"
    git("init", "-q", "-b", "main", ".", at=work)
    (work / "app.py").write_text("import torch\ntorch.cuda.synchronize()\n")
    (work / ".gitattributes").write_text("*.py filter=evil\n")
    (work / ".gitmodules").write_text('[submodule "s"]\n\tpath = s\n\turl = https://example.org/s.git\n')
    (work / "link").symlink_to("/etc/passwd")
    git("add", "-A", at=work)
    head = subprocess.run(
        ["git", "hash-object", "-w", "app.py"], cwd=work, check=True, capture_output=True, text=True
    )
    git("update-index", "--add", "--cacheinfo", f"160000,{head.stdout.strip()},s", at=work)
    git("commit", "-q", "-m", "All of it", at=work)
    bare = tmp_path / "served" / "owner" / "a.git"
    bare.parent.mkdir(parents=True)
    git("clone", "-q", "--bare", str(work), str(bare), at=tmp_path)
    hook = bare / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
    hook.chmod(0o755)
    return tmp_path / "served", marker


@pytest.fixture
def address(repository, monkeypatch):
    root, _ = repository
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with served(root) as (url, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        yield url


def test_a_repository_is_read_without_a_checkout(address, repository):
    with open_tree(f"{address}/owner/a.git", access=HERE) as tree:
        held = {entry.path: tree.read(entry) for entry in tree.entries}
        skipped = {one.path: one.reason for one in tree.skipped}
        source = tree.source

    assert held["app.py"] == b"import torch\ntorch.cuda.synchronize()\n"
    assert skipped == {"link": "symbolic link", "s": "submodule"}
    assert (source.kind, source.name, source.branch, len(source.revision)) == ("git", "a", "main", 40)
    assert not repository[1].exists()


def test_a_redirect_is_not_followed(address):
    refused = pytest.raises(IntakeRefused, match="could not clone")
    with refused, open_tree(f"{address}/moved/owner/a.git", access=HERE):
        pass


def test_a_repository_that_is_not_there_is_refused_with_the_next_step(address):
    refused = pytest.raises(IntakeRefused, match="check URL, branch and access")
    with refused, open_tree(f"{address}/owner/none.git", access=HERE):
        pass


def test_a_server_with_an_unknown_certificate_is_not_trusted(address, monkeypatch):
    monkeypatch.delenv("GIT_SSL_CAINFO")

    refused = pytest.raises(IntakeRefused, match="could not clone")
    with refused, open_tree(f"{address}/owner/a.git", access=HERE):
        pass


def test_a_submodule_that_names_an_option_is_refused_with_the_cause(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    work = tmp_path / "work"
    work.mkdir()
    git("init", "-q", "-b", "main", ".", at=work)
    (work / ".gitmodules").write_text('[submodule "s"]\n\tpath = s\n\turl = --upload-pack=touch\n')
    git("add", "-A", at=work)
    git("commit", "-q", "-m", "Evil", at=work)
    git("clone", "-q", "--bare", str(work), str(tmp_path / "evil.git"), at=tmp_path)

    with served(tmp_path) as (url, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        refused = pytest.raises(IntakeRefused, match="submodule url")
        with refused, open_tree(f"{url}/evil.git", access=HERE):
            pass


@pytest.fixture
def slow_git(tmp_path, monkeypatch):
    """A git whose helper would outlive it; the file in which the helper's process id appears."""
    helper = tmp_path / "helper"
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > {helper}\nwait\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return helper


def ends(helper: Path) -> bool:
    """Whether it is gone soon; nobody may be there to collect it, so that a zombie stays."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if psutil.Process(int(helper.read_text())).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


def test_a_clone_that_takes_too_long_ends_with_its_helpers(slow_git):
    refused = pytest.raises(IntakeRefused, match="passed 1 s")
    with (
        refused,
        open_tree("https://127.0.0.1/a.git", limits=Limits(git_seconds=1), access=HERE),
    ):
        pass

    assert ends(slow_git)


def test_an_interrupted_clone_ends_too(slow_git, monkeypatch):
    def interrupted(seconds):
        if slow_git.exists() and slow_git.read_text():
            raise KeyboardInterrupt
        pause(seconds)

    pause = time.sleep
    monkeypatch.setattr(time, "sleep", interrupted)
    with pytest.raises(KeyboardInterrupt), open_tree("https://127.0.0.1/a.git", access=HERE):
        pass
    monkeypatch.undo()

    assert ends(slow_git)
