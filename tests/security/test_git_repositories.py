"""What a hostile Git server serves is read or refused, and stops at the limits; nothing of it runs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, Limits, open_tree
from tests.engine.intake.git_server import git, served
from tests.security.git_objects import FILE, FOLDER, LINK, MODULE, Crafted

HERE = GitAccess(internal_hosts=["127.0.0.1"])
MEBIBYTE = 1024 * 1024


@pytest.fixture
def crafted(tmp_path: Path) -> Crafted:
    return Crafted(tmp_path / "a.git")


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where `a.git` is served."""
    monkeypatch.setenv("no_proxy", "*")
    with served(tmp_path) as (address, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        yield f"{address}/a.git"


def read(url: str, **limits: int) -> tuple[dict[str, int], dict[str, str]]:
    """Sizes of the files that were read, and the reasons of those that were not."""
    with open_tree(url, limits=Limits(**limits), access=HERE) as tree:
        held = {entry.path: len(tree.read(entry)) for entry in tree.entries}
        return held, {one.path: one.reason for one in tree.skipped}


@pytest.mark.parametrize(
    "name", [b"..", b".", b".git", b".GIT", b"a/b", b"../evil.py", b"/etc/evil.py", b".git\xe2\x80\x8c", b""]
)
def test_a_tree_with_a_name_that_no_git_writes_is_refused(crafted: Crafted, url: str, name: bytes) -> None:
    blob = crafted.blob(b"x = 1\n")
    crafted.commit(crafted.tree((FILE, name, blob)))

    with pytest.raises(IntakeRefused, match="git could not clone it"):
        read(url)


def test_a_name_with_a_backslash_is_refused_by_name(crafted: Crafted, url: str) -> None:
    crafted.commit(crafted.tree((FILE, b"..\\evil.py", crafted.blob(b"x = 1\n"))))

    with pytest.raises(IntakeRefused, match="backslash") as refused:
        read(url)

    assert refused.value.place == "..\\evil.py"


def test_odd_names_are_listed_with_the_reason(crafted: Crafted, url: str) -> None:
    blob = crafted.blob(b"x = 1\n")
    names = [b"a\nb.py", b"caf\xe9.py", b"fine.py", b"n" * 1100, "x\u202ey.py".encode()]
    crafted.commit(crafted.tree(*((FILE, name, blob) for name in names)))

    held, skipped = read(url)

    assert set(held) == {"fine.py"}
    assert len(skipped) == 4
    assert all(path.isprintable() for path in skipped)


def test_links_and_submodules_are_listed_and_never_followed(crafted: Crafted, url: str) -> None:
    target, blob = crafted.blob(b"/etc/passwd"), crafted.blob(b"x = 1\n")
    crafted.commit(
        crafted.tree((FILE, b"a.py", blob), (LINK, b"link", target), (MODULE, b"module", "1" * 40))
    )

    assert read(url) == ({"a.py": 6}, {"link": "symbolic link", "module": "submodule"})


def test_a_tree_that_names_itself_over_and_over_stops_at_the_limit_of_entries(
    crafted: Crafted, url: str
) -> None:
    """Ten levels of ten folders each: ten thousand million files out of eleven objects."""
    tree = crafted.tree((FILE, b"a.py", crafted.blob(b"x = 1\n")))
    for _ in range(10):
        tree = crafted.tree(*((FOLDER, b"d%d" % number, tree) for number in range(10)))
    crafted.commit(tree)
    started = time.monotonic()

    with pytest.raises(IntakeRefused, match="more than 1,000 entries"):
        read(url, entries=1000)

    assert time.monotonic() - started < 20


def test_a_tree_without_a_bottom_is_refused_or_listed(crafted: Crafted, url: str) -> None:
    tree = crafted.tree((FILE, b"a.py", crafted.blob(b"x = 1\n")))
    for _ in range(120):
        tree = crafted.tree((FOLDER, b"d", tree), (FILE, b"x.py", crafted.blob(b"x = 1\n")))
    crafted.commit(tree)

    held, skipped = read(url)

    assert len(held) + len(skipped) == 121
    assert len(held) == 64


def test_a_blob_of_zeros_is_listed_by_its_size_and_never_held(crafted: Crafted, url: str) -> None:
    zeros = crafted.blob(b"\0" * (64 * MEBIBYTE))
    crafted.commit(crafted.tree((FILE, b"a.py", crafted.blob(b"x = 1\n")), (FILE, b"zeros.bin", zeros)))

    held, skipped = read(url, expanded_bytes=MEBIBYTE)

    assert held == {"a.py": 6}
    assert skipped == {"zeros.bin": "too large to parse (67,108,864 bytes)"}


def test_a_clone_is_stopped_when_it_passes_the_limit_of_disk(crafted: Crafted, url: str) -> None:
    blobs = [(FILE, b"%d.bin" % number, crafted.blob(os.urandom(MEBIBYTE))) for number in range(4)]
    crafted.commit(crafted.tree(*blobs))

    with pytest.raises(IntakeRefused, match="the clone passed 2 MiB"):
        read(url, archive_bytes=2 * MEBIBYTE)


def test_many_small_blobs_stop_at_the_limit_of_expanded_bytes(crafted: Crafted, url: str) -> None:
    blob = crafted.blob(b"x = 1\n" * 1000)
    crafted.commit(crafted.tree(*((FILE, b"%03d.py" % number, blob) for number in range(100))))

    with pytest.raises(IntakeRefused, match="expands to more"):
        read(url, expanded_bytes=100_000)


@pytest.mark.parametrize("odd", [b"not a pack", b"\0" * 4096, b"0008NAK\nPACK\0\0\0\2\xff\xff\xff\xff"])
def test_a_server_that_answers_with_rubbish_is_refused(
    tmp_path: Path, url: str, odd: bytes, crafted: Crafted
) -> None:
    blob = crafted.blob(b"x = 1\n")
    crafted.commit(crafted.tree((FILE, b"a.py", blob)))
    loose = crafted.path / "objects" / blob[:2] / blob[2:]
    loose.chmod(0o644)
    loose.write_bytes(odd)

    with pytest.raises(IntakeRefused, match="git could not clone it"):
        read(url)


def test_an_empty_repository_is_refused_with_the_next_step(crafted: Crafted, url: str) -> None:
    with pytest.raises(IntakeRefused, match="no commit to read; push one"):
        read(url)


@pytest.fixture
def versions(tmp_path: Path) -> dict[str, str]:
    """`a.git` with a branch, a tag and an older commit, each with a file of its own name."""
    work = tmp_path / "work"
    work.mkdir()
    git("init", "-q", "-b", "main", ".", at=work)
    known = {}
    for name in ("old", "tagged", "branch", "main"):
        (work / "name.txt").write_text(name)
        git("add", "-A", at=work)
        git("commit", "-q", "-m", name, at=work)
        if name == "tagged":
            git("tag", "v1.0", at=work)
        if name == "branch":
            git("branch", "feature/npu", at=work)
    git("clone", "-q", "--bare", str(work), str(tmp_path / "a.git"), at=tmp_path)
    log = (tmp_path / "a.git" / "packed-refs").read_text()
    for row in log.splitlines()[1:]:
        known[row.split()[1]] = row.split()[0]
    return known


@pytest.mark.parametrize(("ref", "held"), [("", "main"), ("feature/npu", "branch"), ("v1.0", "tagged")])
def test_a_branch_or_tag_is_read_by_its_name(versions: dict[str, str], url: str, ref: str, held: str) -> None:
    with open_tree(url, access=GitAccess(ref=ref, internal_hosts=["127.0.0.1"])) as tree:
        assert tree.read(tree.entries[0]).decode() == held
        assert tree.source.branch == (ref or "main")


def test_a_commit_is_read_by_its_id(versions: dict[str, str], url: str) -> None:
    commit = versions["refs/tags/v1.0"]

    with open_tree(url, access=GitAccess(ref=commit, internal_hosts=["127.0.0.1"])) as tree:
        assert tree.read(tree.entries[0]) == b"tagged"
        assert (tree.source.revision, tree.source.branch) == (commit, "")


@pytest.mark.parametrize("ref", ["no-such-branch", "f" * 40])
def test_a_branch_or_commit_that_is_not_there_is_refused(
    versions: dict[str, str], url: str, ref: str
) -> None:
    refused = pytest.raises(IntakeRefused, match="check URL, branch and access")
    with refused, open_tree(url, access=GitAccess(ref=ref, internal_hosts=["127.0.0.1"])):
        pass
