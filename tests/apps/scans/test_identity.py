"""Findings keep their identity from scan to scan, and each scan says what changed since the one before."""

from __future__ import annotations

import pytest

from apps.scans import services
from apps.scans.models import Finding, Scan
from tests.apps.scans.sources import received, zipped
from tests.cast import Cast

pytestmark = pytest.mark.django_db

CODE = """import torch


def forward(batch):
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    return batch.cuda()
"""
SAME = {"new": 0, "returned": 0, "changed": 0, "moved": 0, "same": 0, "fixed": 0, "not_checked": 0}


@pytest.fixture(autouse=True)
def media(settings, tmp_path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


def scanned(cast: Cast, **files: str) -> Scan:
    members = {f"app/{name}.py": text for name, text in files.items()}
    scan = received(cast.project, zipped(members))
    services.run_scan(scan_id=scan.pk)
    scan.refresh_from_db()
    assert scan.state == "succeeded", scan.error_message
    return scan


def identities(scan: Scan) -> set[str]:
    return set(Finding.objects.filter(scan=scan).values_list("identity", flat=True))


def test_the_first_scan_is_compared_with_nothing(cast: Cast) -> None:
    scan = scanned(cast, device=CODE)

    assert (scan.compared_with, scan.changes) == (None, {})
    assert set(Finding.objects.filter(scan=scan).values_list("change", flat=True)) == {""}


def test_the_same_tree_twice_changes_nothing(cast: Cast) -> None:
    first = scanned(cast, device=CODE)
    second = scanned(cast, device=CODE)

    assert second.compared_with == first
    assert second.changes == SAME | {"same": first.findings.count()}
    assert identities(second) == identities(first)


def test_lines_inserted_above_move_findings_and_no_more(cast: Cast) -> None:
    first = scanned(cast, device=CODE)
    second = scanned(cast, device="# words\n" * 50 + CODE)

    assert second.changes == SAME | {"moved": first.findings.count()}


def test_a_renamed_file_keeps_the_identities_and_a_new_one_in_its_place_gets_others(cast: Cast) -> None:
    first = scanned(cast, device=CODE)
    renamed = scanned(cast, accelerator=CODE)
    both = scanned(cast, accelerator=CODE, device=CODE)

    assert identities(renamed) == identities(first)
    assert both.changes["new"] == first.findings.count()
    assert identities(both) > identities(first)


def test_what_was_fixed_and_comes_back_has_returned_under_its_identity(cast: Cast) -> None:
    first = scanned(cast, device=CODE)
    fixed = scanned(cast, device="x = 1\n")
    back = scanned(cast, device=CODE)

    assert fixed.changes == SAME | {"fixed": first.findings.count()}
    assert back.changes == SAME | {"returned": first.findings.count()}
    assert identities(back) == identities(first)


def test_another_branch_begins_from_what_the_project_knows(cast: Cast) -> None:
    first = scanned(cast, device=CODE)
    Scan.objects.filter(pk=first.pk).update(branch="main")

    assert identities(scanned(cast, device=CODE)) == identities(first)
