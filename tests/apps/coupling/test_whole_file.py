"""A file of a scan with all that was found in it, and the way to its line at the code host."""

from __future__ import annotations

from typing import Any

import pytest

from apps.scans.hosts import line_address
from apps.scans.models import Finding, Scan
from apps.scans.sources import forget_old_sources, source_of, sources_path
from tests.apps.coupling.pages import Visit

COMMIT = "a" * 40
PATH = "docqa/runtime/attention.py"


def page(visit: Visit, path: str = PATH) -> Any:
    return visit.client.get(f"/p/{visit.project.slug}/scans/1/file/", {"path": path})


def test_it_shows_the_whole_file_with_every_finding(visit: Visit, scan: Scan) -> None:
    text = page(visit).content.decode()

    lines = (source_of(scan, PATH) or "").count("\n")
    assert f'id="L{lines}"' in text
    found = Finding.objects.filter(scan=scan, path=PATH)
    assert text.count('class="file-hit"') == found.count() > 3


def test_without_the_source_it_says_so_and_shows_the_snippets(
    visit: Visit, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    text = page(visit).content.decode()

    assert "The source is not kept" in text
    assert "flash_attn" in text


def test_a_file_that_the_scan_did_not_read_is_not_there(visit: Visit) -> None:
    assert page(visit, "../../etc/passwd").status_code == 404


def test_secrets_are_blanked_before_source_is_kept(scan: Scan) -> None:
    kept = {row.path: source_of(scan, row.path) for row in scan.files.all()}

    assert any(kept.values())
    assert not any("sk-" in (text or "") and "‹redacted›" not in (text or "") for text in kept.values())


def test_source_is_forgotten_after_its_days(world: Any, scan: Scan, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    sources_path(scan.pk).parent.mkdir()
    for scan_id in (scan.pk, 424242):
        sources_path(scan_id).write_bytes(b"")

    assert forget_old_sources() == 1
    assert sources_path(scan.pk).exists()
    settings.SOURCE_DAYS = 0
    assert forget_old_sources() == 1


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://github.com/o/r.git", f"https://github.com/o/r/blob/{COMMIT}/a%20b.py#L3-L5"),
        (
            "https://gitlab.example.org/g/s/r",
            f"https://gitlab.example.org/g/s/r/-/blob/{COMMIT}/a%20b.py#L3-5",
        ),
        ("https://gitee.com/o/r", f"https://gitee.com/o/r/blob/{COMMIT}/a%20b.py#L3-L5"),
        ("https://code.example.org/o/r", ""),
        ("", ""),
    ],
)
def test_a_line_is_linked_at_the_scanned_commit(url: str, address: str) -> None:
    assert line_address(Scan(git_url=url, revision=COMMIT), "a b.py", 3, 5) == address


def test_without_a_commit_nothing_is_linked() -> None:
    assert line_address(Scan(git_url="https://github.com/o/r", revision=""), "a.py", 3) == ""
