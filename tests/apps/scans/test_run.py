"""From a received source to stored rows, exactly once."""

from __future__ import annotations

import json

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from apps.scans import services, storage
from apps.scans.models import Finding, Scan, SourceFile
from apps.scans.services.ending import fail_scan
from migration_engine.text import Text
from tests.apps.scans.sources import examples_zip, received, scanned, zipped
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_it_stores_what_the_document_says(cast: Cast) -> None:
    scan = scanned(cast.project, examples_zip())

    document = json.loads(storage.read_document(scan.document_hash))
    assert scan.state == "succeeded"
    assert scan.source_name == document["source"]["name"] == "app"
    assert Finding.objects.filter(scan=scan).count() == len(document["findings"]) > 50
    assert SourceFile.objects.filter(scan=scan).count() == len(document["files"])
    assert scan.components.count() == len(document["components"])
    assert all(step["done"] == step["total"] for step in scan.steps)


def test_tabs_backslashes_and_other_letters_are_stored_as_they_stand(cast: Cast) -> None:
    code = "import torch\nif True:\n\ttorch.cuda.synchronize()  # C:\\new\\table, \\N, 同步\n"
    scan = scanned(cast.project, zipped({"a.py": code}))

    told = json.loads(storage.read_document(scan.document_hash))["findings"]
    stored = set(Finding.objects.filter(scan=scan).values_list("path", "snippet"))
    assert stored == {(one["path"], one["snippet"]) for one in told}
    assert any("\t" in snippet and "\\N, 同步" in snippet for _path, snippet in stored)


def test_a_second_delivery_of_the_message_changes_nothing(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"a.py": "import torch\ntorch.cuda.synchronize()\n"}))
    before = list(Finding.objects.values_list("pk", flat=True))

    services.run_scan(scan_id=scan.pk)

    assert list(Finding.objects.values_list("pk", flat=True)) == before
    assert Scan.objects.get().attempts == 1


def test_the_archive_is_gone_after_its_scan(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        scan = scanned(cast.project, zipped({"a.py": "x = 1\n"}))

    assert scan.upload is not None
    assert not storage.upload_path(scan.upload.sha256).exists()


def test_a_repository_without_findings_is_a_result(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"readme.md": "hello\n"}))

    assert scan.state == "succeeded"
    assert Finding.objects.count() == 0


def test_a_member_that_leaves_the_tree_fails_by_name_and_stores_no_rows(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"ok.py": "x = 1\n", "../evil.py": "x = 2\n"}))

    assert scan.state == "failed"
    assert "../evil.py" in scan.error_message
    assert not SourceFile.objects.exists()
    assert scan.document_hash == ""


def test_a_broken_zip_fails_with_the_next_step(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"a.py": "x = 1\n" * 500})[:-60])

    assert scan.state == "failed"
    assert "app.zip" in scan.error_message
    assert "pack it again" in scan.error_message.lower()


def test_an_unreachable_address_fails_with_its_name(cast: Cast) -> None:
    scan = services.receive_git(actor="alice", project=cast.project, url="https://127.0.0.1:1999/a/b.git")

    services.run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert scan.state == "failed"
    assert "127.0.0.1" in scan.error_message


def test_a_failed_scan_can_be_tried_again(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"a.py": "x = 1\n" * 500})[:-60])

    services.retry_scan(actor="alice", scan=scan)

    scan.refresh_from_db()
    assert (scan.state, scan.error_message) == ("queued", "")


def test_secrets_of_the_source_are_stored_nowhere(cast: Cast) -> None:
    secret = "sk-live-51Hx0aQ9vT2mR8bN4c"
    env = f"OPENAI_BASE_URL=http://vllm:8000/v1\nOPENAI_API_KEY={secret}\nCUDA_VISIBLE_DEVICES=0\n"
    code = f"import torch\nKEY = '{secret}'\ntorch.cuda.empty_cache()\n"

    scan = scanned(cast.project, zipped({".env": env, "a.py": code}))

    assert Finding.objects.filter(scan=scan).count() >= 2
    assert not Finding.objects.filter(snippet__contains=secret).exists()
    assert secret not in storage.read_document(scan.document_hash).decode()


def test_stale_scans_are_queued_again_and_given_up_after_three(cast: Cast) -> None:
    scan = received(cast.project, zipped({"a.py": "x = 1\n"}))
    stale = {"state": "running", "run_token": "t", "heartbeat_at": "2020-01-01T00:00Z"}

    Scan.objects.filter(pk=scan.pk).update(attempts=1, **stale)
    assert services.requeue_stale() == 1
    assert Scan.objects.get().state == "queued"

    Scan.objects.filter(pk=scan.pk).update(attempts=3, **stale)
    services.requeue_stale()
    assert Scan.objects.get().state == "failed"


def test_a_crash_fails_the_scan_and_says_that_the_fault_is_ours(cast: Cast) -> None:
    content = storage.read_document(scanned(cast.project, zipped({"a.py": "x = 1\n"})).document_hash)
    scan = services.receive_document(actor="alice", project=cast.project, name="scan.json", content=content)
    storage.document_path(scan.document_hash).unlink()

    with pytest.raises(FileNotFoundError):
        services.run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert (scan.state, scan.error_code) == ("failed", "crashed")
    assert "fault of ours" in scan.error_message


def test_a_run_that_lost_its_scan_cannot_fail_it(cast: Cast) -> None:
    scan = received(cast.project, zipped({"a.py": "x = 1\n"}))
    Scan.objects.filter(pk=scan.pk).update(state="running", run_token="the other run's")

    message = Text("Crashed.", "已崩溃。")
    assert not fail_scan(scan_id=scan.pk, code="crashed", message=message, run_token="mine")

    scan.refresh_from_db()
    assert (scan.state, scan.error_code) == ("running", "")


def test_an_archive_over_the_limit_of_the_settings_is_refused_by_its_scan(
    cast: Cast, settings: Settings
) -> None:
    scan = received(cast.project, zipped({"a.py": "x = 1\n"}))
    settings.UPLOAD_MAX_BYTES = 10

    services.run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert (scan.state, scan.error_code) == ("failed", "intake_refused")
