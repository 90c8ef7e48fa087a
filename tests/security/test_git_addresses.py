"""Only plain https to public addresses is contacted; each other URL and odd name of a branch is refused."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, open_tree
from migration_engine.intake.access import refuse_access
from migration_engine.intake.address import checked_remote
from migration_engine.intake.networks import is_public
from tests.engine.intake.git_server import git, served

URLS = [
    # another transport, or a program
    "http://example.org/a.git",
    "git://example.org/a.git",
    "ssh://example.org/a.git",
    "ssh://git@example.org/a.git",
    "git+ssh://example.org/a.git",
    "git@example.org:owner/a.git",
    "ftp://example.org/a.git",
    "rsync://example.org/a.git",
    "file:///etc",
    "file://localhost/etc",
    "ext::sh -c touch% {marker}",
    "ext::sh%20-c%20touch%20{marker}",
    "fd::17/foo",
    "https::http://example.org/a.git",
    "remote-https::example.org",
    "testgit::/tmp",
    # an option
    "--upload-pack=touch {marker}",
    "-u touch {marker}",
    "--config=core.sshCommand=touch {marker}",
    "--template={marker}",
    "-cprotocol.ext.allow=always",
    "https://--upload-pack=touch/a.git",
    "https://-oProxyCommand=touch/a.git",
    "https://example.org/a.git\n--upload-pack=touch {marker}",
    "https://example.org/a.git --upload-pack=touch",
    # somebody's name
    "https://user@example.org/a.git",
    "https://user:s3cret@example.org/a.git",
    "https://:s3cret@example.org/a.git",
    "https://s3cret@@example.org/a.git",
    "https://example.org:s3cret@127.0.0.1/a.git",
    "https://example.org%40127.0.0.1/a.git",
    "https://u:s3cret@[/a.git",
    # letters that look like others, or like nothing
    "https://exаmple.org/a.git",
    "https://example。org/a.git",
    "https://ⓔxample.org/a.git",
    "https://example.org\u202e/a.git",
    "https://exam\u00adple.org/a.git",
    "https://example.org/a.git\r\nHost: inside",
    "https://example.org/\x00a.git",
    "https://example.org/a\\..\\b.git",
    "https://example.org\\@127.0.0.1/a.git",
    "https://exa mple.org/a.git",
    # no host, or an address in disguise
    "https:///a.git",
    "https://",
    "https://./a.git",
    "https://example..org/a.git",
    "https://2130706433/a.git",
    "https://0x7f000001/a.git",
    "https://0x7f.1/a.git",
    "https://0177.0.0.1/a.git",
    "https://127.1/a.git",
    "https://134744072/a.git",
    "https://8.8.8/a.git",
    "https://[::1/a.git",
    "https://[]/a.git",
    "https://[v1.a]/a.git",
    # ports and paths
    "https://example.org:99999/a.git",
    "https://example.org:-1/a.git",
    "https://example.org:0/a.git",
    "https://example.org:22/a.git",
    "https://example.org:25/a.git",
    "https://example.org/",
    "https://example.org",
    "https://example.org/../a.git",
    "https://example.org/%2e%2e/a.git",
    "https://example.org/a.git?private_token=s3cret",
    "https://example.org/a.git#s3cret",
    "https://example.org/" + "a" * 600,
]
INSIDE = [
    "127.0.0.1", "127.8.9.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "172.31.255.255", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1", "203.0.113.5", "224.0.0.1",
    "239.1.1.1", "240.0.0.1", "255.255.255.255", "0.1.2.3",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "64:ff9b::7f00:1",
    "64:ff9b::a00:1", "64:ff9b:1::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254",
    "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "100::1", "5f00::1",
]  # fmt: skip
OUTSIDE = ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"]
REFS = [
    "-x", "--upload-pack=touch {marker}", "-", "a b", "a\nb", "a\x00b", "a..b", "../a", "/a", "a/", "a//b",
    ".a", "a/.b", "a.lock", "a.lock/b", "a.", "a~1", "a^", "a:b", "a?", "a*", "a[b", "a\\b", "@", "a@{{1}}",
    "a\x7f", "a\u202eb", "a" * 201, ":refs/heads/x", "HEAD~1", "refs/heads/*:refs/heads/*",
]  # fmt: skip


@pytest.mark.parametrize("url", URLS, ids=ascii)
def test_a_url_that_is_not_plain_https_is_refused_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = answering(monkeypatch, ["8.8.8.8"])

    with pytest.raises(IntakeRefused) as refused, open_tree(url.format(marker=tmp_path / "marker")):
        pass

    assert "s3cret" not in str(refused.value)
    assert str(refused.value).isprintable()
    assert list(tmp_path.iterdir()) == []
    assert asked == []


def test_there_are_at_least_sixty_of_them() -> None:
    assert len(set(URLS)) >= 60


@pytest.mark.parametrize("ref", REFS, ids=ascii)
def test_a_name_that_no_branch_has_is_refused(tmp_path: Path, ref: str) -> None:
    with pytest.raises(IntakeRefused, match="no branch, tag or commit can be called this"):
        refuse_access(GitAccess(ref=ref.format(marker=tmp_path)))


@pytest.mark.parametrize("ref", ["main", "feature/npu-移植", "v1.0", "release-2.x", "a" * 40, "+main", "a@b"])
def test_a_plain_name_is_taken(ref: str) -> None:
    refuse_access(GitAccess(ref=ref))


@pytest.mark.parametrize("token", ["a b", "a\nX-Evil: 1", "geheim\u00e9", "a" * 1001, "\t"])
def test_a_token_that_could_add_a_header_is_refused_unsaid(token: str) -> None:
    with pytest.raises(IntakeRefused) as refused:
        refuse_access(GitAccess(token=token))

    assert token.strip() == "" or token not in str(refused.value)


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_is_not_the_public_internet_is_inside(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_public_internet_is_outside(address: str) -> None:
    assert is_public(address)


def answering(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let the name server give these answers in turn, the last for ever; return the names it was asked."""
    asked: list[str] = []

    def resolve(host: str, port: int, **_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        asked.append(host)
        answer = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answer]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_at_an_internal_address_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    answering(monkeypatch, [address])

    with pytest.raises(IntakeRefused, match="internal address"):
        checked_remote("https://git.example.org/a.git")


def test_one_internal_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, ["8.8.8.8", "10.0.0.1"])

    with pytest.raises(IntakeRefused, match=r"internal address 10\.0\.0\.1"):
        checked_remote("https://git.example.org/a.git")


@pytest.mark.parametrize("listed", ["git.example.org", "git.example.org:8443"])
def test_an_internal_host_is_contacted_when_the_administrator_listed_it(
    monkeypatch: pytest.MonkeyPatch, listed: str
) -> None:
    answering(monkeypatch, ["10.0.0.1"])

    remote = checked_remote("https://git.example.org:8443/a.git", internal_hosts=[listed])

    assert remote.pinned == "git.example.org:8443:10.0.0.1"
    for other in ("https://git.example.org.evil.org:8443/a.git", "https://xgit.example.org:8443/a.git"):
        with pytest.raises(IntakeRefused, match="internal address"):
            checked_remote(other, internal_hosts=[listed])


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The folder to serve, which holds `a.git` with one file."""
    work = tmp_path / "work"
    work.mkdir()
    git("init", "-q", "-b", "main", ".", at=work)
    (work / "app.py").write_text("import torch\n")
    git("add", "-A", at=work)
    git("commit", "-q", "-m", "One file", at=work)
    git("clone", "-q", "--bare", str(work), str(tmp_path / "a.git"), at=tmp_path)
    return tmp_path


def test_a_second_answer_of_the_name_server_leads_nowhere(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`localhost` is 127.0.0.1 to git itself; the address that was checked is 127.0.0.2, and that is used."""
    monkeypatch.setenv("no_proxy", "*")
    with served(repository, host="127.0.0.2") as (url, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        port = url.rpartition(":")[2]
        with socket.create_server(("127.0.0.1", int(port))) as private:
            private.settimeout(0.2)
            asked = answering(monkeypatch, ["127.0.0.2"], ["127.0.0.1"])
            access = GitAccess(internal_hosts=["localhost"])
            with open_tree(f"https://localhost:{port}/a.git", access=access) as tree:
                held = [entry.path for entry in tree.entries]
            with pytest.raises(TimeoutError):
                private.accept()

    assert held == ["app.py"]
    assert asked == ["localhost"]


def test_a_name_that_only_our_check_knows_is_reached_at_the_checked_address(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with served(repository) as (url, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        answering(monkeypatch, ["127.0.0.1"])
        port = url.rpartition(":")[2]
        with open_tree(
            f"https://git.test:{port}/a.git", access=GitAccess(internal_hosts=["git.test"])
        ) as tree:
            assert [entry.path for entry in tree.entries] == ["app.py"]
