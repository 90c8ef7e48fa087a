"""How much a program may send at once, and folders whose names are in no encoding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse

from apps.scans.models import Scan
from apps.scans.services import receive, receive_folder, run_scan
from migration_engine.export.document import to_document
from tests.apps.plans.scans import sample
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
API = "/api/v1/projects/document-questions/scans/"


def sent(cast: Cast, content: bytes) -> HttpResponse:
    """Return the answer to a body that a program sends."""
    return client_of(cast.alice).post(API, content, content_type="application/json")


def document() -> bytes:
    """Return a scan document."""
    return json.dumps(to_document(sample())).encode()


def test_a_document_of_three_megabytes_is_taken(cast: Cast) -> None:
    answer = sent(cast, document() + b" " * 3_000_000)

    assert answer.status_code == 201


def test_a_longer_one_than_allowed_is_refused_in_json(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receive, "DOCUMENT_MAX_BYTES", 1024 * 1024)

    answer = sent(cast, b" " * (1024 * 1024 + 1))

    assert answer.status_code == 413
    assert answer.json() == {
        "code": "document_too_large",
        "message": "The scan document is larger than 1 MB.",
    }


def test_a_folder_with_names_and_text_in_no_encoding_is_scanned(cast: Cast, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "b\udcfe.py").write_bytes(b"import torch\ntorch.cuda.synchronize()\n")
    (folder / "nul.py").write_bytes(b'import torch\ntorch.cuda.synchronize("a\0b")\n# \xff\xfe\n')

    scan = receive_folder(actor="alice", project=cast.project, folder=str(folder))
    run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert scan.state == "succeeded", scan.error_message


def test_a_folder_that_cannot_be_written_down_is_refused(cast: Cast, tmp_path: Path) -> None:
    (tmp_path / "odd\udcff").mkdir()

    with pytest.raises(CommandError, match="odd.*Rename it"):
        call_command("scan_folder", str(tmp_path / "odd\udcff"), project=cast.project.slug)

    assert not Scan.objects.exists()
