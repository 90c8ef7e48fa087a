"""Every published limit: its value on the page is that of the code, and it holds at it and beyond it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from apps.core.errors import ApplicationError
from apps.scans import services
from apps.scans.services import receive
from apps.scans.services.reading import Order, ReadingStopped, read_source
from apps.validation.parsers import CHUNK_MAX_BYTES
from apps.validation.services.ending import MOST_ATTEMPTS
from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, Limits, open_tree, refuse_access
from migration_engine.intake.access import LONGEST_REF, LONGEST_TOKEN
from migration_engine.intake.address import LONGEST_URL, refuse_url
from migration_engine.model import Span, TreeScan
from migration_engine.protocol.spec import ARTIFACT_BYTES, ARTIFACTS, LOG_LINES
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan import findings
from migration_engine.scan.budget import LONGEST_S, OutOfTime, computing_time
from migration_engine.scan.readers.yaml import file as yamls
from migration_engine.scan.sighting import LONGEST_SYMBOL, MOST_SIGHTS, Full, Reading
from migration_portal import settings as shipped
from tests.apps.scans.sources import write_more_than_a_second_of_work, zipped
from tests.cast import Cast
from tests.engine.intake.archives import contents, skipped, zip_of
from tests.engine.scan.reading import scan
from tests.security import test_job_limits

PAGE = Path(__file__).parents[2] / "docs" / "limits.md"
VALUES: dict[str, int] = {
    **{field.name: int(getattr(Limits(), field.name)) for field in fields(Limits)},
    "git_url": LONGEST_URL,
    "git_ref": LONGEST_REF,
    "git_token": LONGEST_TOKEN,
    "places": MOST_SIGHTS,
    "file_seconds": LONGEST_S,
    "yaml_characters": yamls._LARGEST,
    "value_characters": LONGEST_SYMBOL,
    "row_characters": findings.LONGEST_NAME,
    "UPLOAD_MAX_BYTES": shipped.UPLOAD_MAX_BYTES,
    "DOCUMENT_MAX_BYTES": receive.DOCUMENT_MAX_BYTES,
    "SCAN_CPU_SECONDS": shipped.SCAN_CPU_SECONDS,
    "SCAN_SECONDS": shipped.SCAN_SECONDS,
    "SCAN_MEMORY_BYTES": shipped.SCAN_MEMORY_BYTES,
    "log_lines": LOG_LINES,
    "artifacts": ARTIFACTS,
    "artifact_bytes": ARTIFACT_BYTES,
    "chunk_bytes": CHUNK_MAX_BYTES,
    "attempts": MOST_ATTEMPTS,
}


def published() -> dict[str, int]:
    """The limits of the page with their values."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+)( MiB)? \|", PAGE.read_text("utf-8"), re.MULTILINE)
    return {name: int(value.replace(",", "")) * (2**20 if unit else 1) for name, value, unit in rows}


def test_the_page_says_what_the_code_does() -> None:
    assert published() == VALUES


@pytest.mark.parametrize("name", VALUES)
def test_no_limit_is_without_a_test_at_it_and_beyond_it(name: str) -> None:
    tests = globals() | vars(test_job_limits)
    assert f"test_at_{name.lower()}" in tests
    assert f"test_beyond_{name.lower()}" in tests


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Two files of a thousand letters, in a folder each."""
    return zip_of(tmp_path / "a.zip", {"x/a.py": "a" * 1000, "y/bb.py": "b" * 1000})


def refused(archive: Path, match: str, **limits: int) -> None:
    with pytest.raises(IntakeRefused, match=match):
        contents(archive, **limits)


def test_at_archive_bytes(archive: Path) -> None:
    assert len(contents(archive, archive_bytes=archive.stat().st_size)) == 2


def test_beyond_archive_bytes(archive: Path) -> None:
    refused(archive, "leave out data", archive_bytes=archive.stat().st_size - 1)


def test_at_expanded_bytes(archive: Path) -> None:
    assert len(contents(archive, expanded_bytes=2000)) == 2


def test_beyond_expanded_bytes(archive: Path) -> None:
    refused(archive, "expands to more", expanded_bytes=1999)


def test_at_entries(archive: Path) -> None:
    assert len(contents(archive, entries=2)) == 2


def test_beyond_entries(archive: Path) -> None:
    refused(archive, "more than 1 entries", entries=1)


def test_at_file_bytes(archive: Path) -> None:
    assert len(contents(archive, file_bytes=1000)) == 2


def test_beyond_file_bytes(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", {"a.py": "a" * 1000, "b.py": "b" * 1001})

    assert set(contents(archive, file_bytes=1000)) == {"a.py"}
    assert skipped(archive, file_bytes=1000) == {"b.py": "too large to parse (1,001 bytes)"}


def test_at_path_bytes(archive: Path) -> None:
    assert set(contents(archive, path_bytes=len("y/bb.py"))) == {"x/a.py", "y/bb.py"}


def test_beyond_path_bytes(archive: Path) -> None:
    assert set(skipped(archive, path_bytes=len("x/a.py"))) == {"y/bb.py"}


def test_at_depth(tmp_path: Path) -> None:
    assert set(contents(zip_of(tmp_path / "a.zip", {"a.py": "", "b/c/d.py": ""}), depth=3)) == {
        "a.py",
        "b/c/d.py",
    }


def test_beyond_depth(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", {"a.py": "", "b/c/d/e.py": ""})

    assert skipped(archive, depth=3) == {"b/c/d/e.py": "path is deeper than 3 folders"}


def test_at_ratio(archive: Path) -> None:
    enough = -(-2000 // archive.stat().st_size)

    assert len(contents(archive, ratio=enough, ratio_free_bytes=1)) == 2


def test_beyond_ratio(archive: Path) -> None:
    refused(archive, "decompression bomb", ratio=2000 // archive.stat().st_size - 1, ratio_free_bytes=1)


def test_at_ratio_free_bytes(archive: Path) -> None:
    assert len(contents(archive, ratio=1, ratio_free_bytes=2000)) == 2


def test_beyond_ratio_free_bytes(archive: Path) -> None:
    refused(archive, "decompression bomb", ratio=1, ratio_free_bytes=1999)


@pytest.fixture
def git_that_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Puts a git into the path that waits and then fails."""

    def prepare(seconds: float) -> None:
        program = tmp_path / "bin" / "git"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\nexec 2>&-\nsleep {seconds}\nexit 1\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")

    return prepare


def test_at_git_seconds(git_that_takes: Callable[[float], None]) -> None:
    git_that_takes(0.2)
    access = GitAccess(internal_hosts=["127.0.0.1"])
    with pytest.raises(IntakeRefused, match="git could not clone it"):
        open_tree("https://127.0.0.1/a.git", limits=Limits(git_seconds=20), access=access).__enter__()


def test_beyond_git_seconds(git_that_takes: Callable[[float], None]) -> None:
    git_that_takes(20)
    access = GitAccess(internal_hosts=["127.0.0.1"])
    with pytest.raises(IntakeRefused, match="the clone passed 1 s"):
        open_tree("https://127.0.0.1/a.git", limits=Limits(git_seconds=1), access=access).__enter__()


def url_of(length: int) -> str:
    return "https://example.org/".ljust(length, "a")


def test_at_git_url() -> None:
    assert refuse_url(url_of(LONGEST_URL)) == ("example.org", 443)


def test_beyond_git_url() -> None:
    with pytest.raises(IntakeRefused, match="longer than 500"):
        refuse_url(url_of(LONGEST_URL + 1))


def test_at_git_ref() -> None:
    refuse_access(GitAccess(ref="a" * LONGEST_REF))


def test_beyond_git_ref() -> None:
    with pytest.raises(IntakeRefused, match="no branch, tag or commit"):
        refuse_access(GitAccess(ref="a" * (LONGEST_REF + 1)))


def test_at_git_token() -> None:
    refuse_access(GitAccess(token="a" * LONGEST_TOKEN))


def test_beyond_git_token() -> None:
    with pytest.raises(IntakeRefused, match="access token"):
        refuse_access(GitAccess(token="a" * (LONGEST_TOKEN + 1)))


def reading_of(places: int) -> Reading:
    reading = Reading()
    for line in range(1, places + 1):
        reading.see(Kind.PACKAGE, "torch.cuda", Span(line, line, 1, 2))
    return reading


def test_at_places() -> None:
    assert len(reading_of(MOST_SIGHTS).sights) == MOST_SIGHTS


def test_beyond_places() -> None:
    with pytest.raises(Full):
        reading_of(MOST_SIGHTS + 1)


def test_at_file_seconds() -> None:
    with computing_time(LONGEST_S):
        pass


def test_beyond_file_seconds() -> None:
    with pytest.raises(OutOfTime), computing_time(0.01):
        while True:
            pass


def yaml_of(length: int) -> Reading:
    reading = Reading()
    yamls.read_yaml("a: 1\n".ljust(length, "#"), reading)
    return reading


def test_at_yaml_characters() -> None:
    assert yaml_of(yamls._LARGEST).note == ""


def test_beyond_yaml_characters() -> None:
    assert "read line by line" in yaml_of(yamls._LARGEST + 1).note


def command_of(characters: int) -> TreeScan:
    """A script with one command of that length, whose last word is the one that binds."""
    head, tail = "podman run ", " nvidia.com/gpu=all"
    return scan({"run.sh": f"{head}{'x' * (characters - len(head) - len(tail))}{tail}\n"})


def test_at_value_characters() -> None:
    tree = command_of(LONGEST_SYMBOL)

    assert [one.span.line for one in tree.findings] == [1]
    assert not tree.coverage.truncated


def test_beyond_value_characters() -> None:
    (note,) = command_of(LONGEST_SYMBOL + 1).coverage.truncated

    assert "run.sh: a command or value of more than 4,000 characters" in note


def shown(characters: int) -> str:
    row = "import torch_npu, torch; torch.cuda.synchronize()  # "
    (one,) = scan({"a.py": row + "x" * (characters - len(row))}).findings[:1]
    return one.snippet


def test_at_row_characters() -> None:
    assert len(shown(findings.LONGEST_NAME)) == findings.LONGEST_NAME
    assert "…" not in shown(findings.LONGEST_NAME)


def test_beyond_row_characters() -> None:
    assert len(shown(findings.LONGEST_NAME + 1)) == findings.LONGEST_NAME + 1
    assert shown(findings.LONGEST_NAME + 1).endswith("x…")


def hand_over(cast: Cast, settings: Settings, spare: int) -> None:
    content = zipped({"a.py": "x = 1\n"})
    settings.UPLOAD_MAX_BYTES = len(content) + spare
    services.receive_archive(actor="alice", project=cast.project, name="a.zip", chunks=[content])


@pytest.mark.django_db
def test_at_upload_max_bytes(cast: Cast, media: Path, settings: Settings) -> None:
    hand_over(cast, settings, 0)


@pytest.mark.django_db
def test_beyond_upload_max_bytes(cast: Cast, media: Path, settings: Settings) -> None:
    with pytest.raises(ApplicationError, match="larger than"):
        hand_over(cast, settings, -1)
    assert not list(media.rglob("*/*/*"))


def document(cast: Cast, monkeypatch: pytest.MonkeyPatch, spare: int) -> None:
    monkeypatch.setattr(receive, "DOCUMENT_MAX_BYTES", 100)
    content = b"x" * (100 + spare)
    services.receive_document(actor="alice", project=cast.project, name="a.json", content=content)


@pytest.mark.django_db
def test_at_document_max_bytes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ApplicationError, match="not JSON"):
        document(cast, monkeypatch, 0)


@pytest.mark.django_db
def test_beyond_document_max_bytes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ApplicationError, match="larger than"):
        document(cast, monkeypatch, 1)


@pytest.fixture
def order(tmp_path: Path) -> Order:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.py").write_text("x = 1\n")
    return Order(str(tmp_path / "tree"), "a", Limits(), GitAccess())


def scan_under(order: Order, settings: Settings, **bounds: float) -> bytes:
    for name, value in bounds.items():
        setattr(settings, name, value)
    return read_source(order, lambda *step: None)


def test_at_scan_cpu_seconds(order: Order, settings: Settings) -> None:
    assert scan_under(order, settings, SCAN_CPU_SECONDS=shipped.SCAN_CPU_SECONDS)


def test_beyond_scan_cpu_seconds(order: Order, settings: Settings) -> None:
    write_more_than_a_second_of_work(Path(order.source))
    with pytest.raises(ReadingStopped, match="took longer"):
        scan_under(order, settings, SCAN_CPU_SECONDS=1)


def test_at_scan_seconds(order: Order, settings: Settings) -> None:
    assert scan_under(order, settings, SCAN_SECONDS=shipped.SCAN_SECONDS)


def test_beyond_scan_seconds(order: Order, settings: Settings) -> None:
    with pytest.raises(ReadingStopped, match="took longer"):
        scan_under(order, settings, SCAN_SECONDS=0.1)


def test_at_scan_memory_bytes(order: Order, settings: Settings) -> None:
    assert scan_under(order, settings, SCAN_MEMORY_BYTES=shipped.SCAN_MEMORY_BYTES)


def test_beyond_scan_memory_bytes(order: Order, settings: Settings) -> None:
    with pytest.raises(ReadingStopped, match="more memory"):
        scan_under(order, settings, SCAN_MEMORY_BYTES=60 * 2**20)
