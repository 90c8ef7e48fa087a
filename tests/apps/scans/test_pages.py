"""The scan pages and the API: what they take, what they refuse, what they show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.scans import storage
from apps.scans.models import Scan, Upload
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
NEW = "/p/document-questions/scans/new/"


def kept_files() -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def test_an_upload_leads_to_the_progress_of_its_scan(cast: Cast) -> None:
    file = SimpleUploadedFile("app.zip", zipped({"a.py": "x = 1\n"}))

    answer = client_of(cast.alice).post(NEW, {"kind": "archive", "archive": file})

    assert answer.status_code == 302
    assert answer.url == "/p/document-questions/scans/1/"
    assert "Open the source" in client_of(cast.alice).get(answer.url).content.decode()


@pytest.mark.parametrize("content", [b"", b"hello, I am no archive", b"%PDF-1.7 nothing"])
def test_what_is_no_archive_is_refused_and_nothing_stays(cast: Cast, content: bytes) -> None:
    file = SimpleUploadedFile("notes.txt", content)

    answer = client_of(cast.alice).post(NEW, {"kind": "archive", "archive": file})

    assert answer.status_code == 400
    assert "notes.txt" in answer.content.decode()
    assert not Scan.objects.exists() and not Upload.objects.exists() and kept_files() == []


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"{", "not JSON"), (b'{"schema_version": "9"}', "schema"), (b"[" * 100_000, "JSON")],
)
def test_an_invalid_scan_document_is_refused_and_nothing_stays(cast: Cast, content: bytes, told: str) -> None:
    file = SimpleUploadedFile("scan.json", content)

    answer = client_of(cast.alice).post(NEW, {"kind": "document", "document": file})

    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not Scan.objects.exists() and kept_files() == []


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc", "http://host/a.git", "ssh://host/a", "-u", "https://me:pw@host/a.git"),
        *("https://[", "https://[x]/a.git", "https://host:port/a.git", "https://host:99999/a.git"),
    ],
)
def test_an_address_that_is_not_plain_https_is_refused(cast: Cast, url: str) -> None:
    answer = client_of(cast.alice).post(NEW, {"kind": "git", "git_url": url})

    assert answer.status_code == 400
    assert not Scan.objects.exists()


def test_the_document_of_one_scan_can_be_handed_over_for_another(cast: Cast) -> None:
    first = scanned(cast.project, zipped({"a.py": "import torch\ntorch.cuda.synchronize()\n"}))
    document = client_of(cast.alice).get("/p/document-questions/scans/1/document/").content

    answer = client_of(cast.alice).post(
        "/api/v1/projects/document-questions/scans/", document, content_type="application/json"
    )

    assert answer.status_code == 201
    assert answer.json()["number"] == 2
    assert json.loads(storage.read_document(first.document_hash)) == json.loads(document)


def test_a_viewer_may_look_but_not_scan(cast: Cast) -> None:
    scanned(cast.project, zipped({"a.py": "x = 1\n"}))

    assert client_of(cast.vic).get("/p/document-questions/scans/1/").status_code == 200
    assert client_of(cast.vic).get(NEW).status_code == 403


def test_the_progress_is_told_in_chinese(cast: Cast) -> None:
    scanned(cast.project, zipped({"a.py": "x = 1\n"}))

    page = client_of(cast.alice).get("/p/document-questions/scans/1/", headers={"Accept-Language": "zh-hans"})

    assert "Open the source" not in page.content.decode()


def chinese_client(person: User) -> Client:
    """Return the person's browser with Chinese chosen."""
    client = client_of(person)
    client.cookies["django_language"] = "zh-hans"
    return client


def test_each_reader_learns_in_their_language_why_a_scan_failed(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"a.py": "x = 1\n" * 500})[:-60])
    address = f"/p/document-questions/scans/{scan.number}/"

    english = client_of(cast.vic).get(address).content.decode()
    chinese = chinese_client(cast.vic).get(address).content.decode()

    assert "pack it again" in english and "请重新打包" not in english
    assert "app.zip：" in chinese and "请重新打包" in chinese and "pack it again" not in chinese


def test_a_refused_document_is_refused_in_chinese_too(cast: Cast) -> None:
    file = SimpleUploadedFile("scan.json", b'{"schema_version": "9"}')

    answer = chinese_client(cast.alice).post(NEW, {"kind": "document", "document": file})

    assert answer.status_code == 400
    assert "重新扫描" in answer.content.decode()


def test_what_was_skipped_is_said_in_the_readers_language(cast: Cast) -> None:
    files = {"a.py": "x = 1\n", "model.bin": "\0" * 2000, "package.json": '{"dependencies": {"openai": "4"'}
    scanned(cast.project, zipped(files))
    address = "/p/document-questions/scans/1/"

    assert "<strong>binary</strong>" in client_of(cast.vic).get(address).content.decode()
    chinese = chinese_client(cast.vic).get(address).content.decode()
    assert "<strong>二进制文件</strong>" in chinese
    assert "package.json: 不是有效的 JSON" in chinese
