"""Files come in chunks, whole or not at all, and only those that a result names stay."""

from __future__ import annotations

import errno
import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import Artifact, Evidence, Job
from apps.validation.models.artifact import folder
from apps.validation.parsers import CHUNK_MAX_BYTES
from tests.apps.validation.play import attempt_of, leased, result_of
from tests.cast import Cast, client_of

CONTENT = b"\x00\x01layer" * 1000


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


class Sender:
    """A node in the middle of an attempt, over HTTP."""

    def __init__(self, cast: Cast) -> None:
        services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})
        code = services.issue_enrolment_code(actor="alice", project=cast.project)
        node, token = services.enrol(code=code, name="bench", facts={}, capabilities={})
        self.lease, self.fence = leased(node)
        self.headers = {"Authorization": f"Bearer {token}", "X-Attempt-Token": self.lease.token}
        self.http = Client()

    def announce(self, content: bytes = CONTENT, **changed: object) -> Any:
        body = {"name": "dump.bin", "size": len(content), "sha256": sha(content), "media_type": "text/plain"}
        return self._post("attempt-artifacts", body | changed)

    def put(self, artifact: str, offset: object, chunk: bytes) -> Any:
        address = reverse("attempt-artifact-content", args=[self.lease.attempt, artifact])
        return self.http.put(
            f"{address}?offset={offset}", chunk, "application/octet-stream", headers=self.headers
        )

    def result(self, **more: object) -> Any:
        return self._post("attempt-result", {"document": result_of(self.lease) | more})

    def _post(self, name: str, body: object) -> Any:
        address = reverse(name, args=[self.lease.attempt])
        return self.http.post(address, json.dumps(body), "application/json", headers=self.headers)


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def sender(cast: Cast) -> Sender:
    return Sender(cast)


@pytest.fixture
def artifact(sender: Sender) -> str:
    """Return the id of an announced file."""
    return str(sender.announce().json()["artifact"])


def named(content: bytes = CONTENT) -> list[dict[str, object]]:
    return [{"name": "dump.bin", "sha256": sha(content), "size": len(content)}]


def test_announcing_again_is_the_same_file(sender: Sender, artifact: str) -> None:
    assert sender.announce().json() == {"artifact": artifact, "received": 0, "complete": False}
    assert Artifact.objects.count() == 1


def test_a_file_comes_in_chunks_and_goes_on_where_it_was_cut(sender: Sender, artifact: str) -> None:
    assert sender.put(artifact, 0, CONTENT[:3000]).json()["received"] == 3000
    wrong = sender.put(artifact, 0, CONTENT[:3000])
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["received"]) == (409, "wrong_offset", 3000)
    assert sender.announce().json()["received"] == 3000
    done = sender.put(artifact, 3000, CONTENT[3000:])
    assert done.json() == {"artifact": artifact, "received": len(CONTENT), "complete": True}
    assert Artifact.objects.get().file.read_bytes() == CONTENT
    assert sender.put(artifact, 3000, CONTENT[3000:]).json()["complete"] is True


def test_bytes_of_a_chunk_that_was_cut_off_do_not_count(sender: Sender, artifact: str) -> None:
    """The process died after it wrote and before it committed."""
    sender.put(artifact, 0, CONTENT[:3000])
    with Artifact.objects.get().file.open("ab") as file:
        file.write(b"rest of a chunk that nobody heard of")
    assert sender.put(artifact, 3000, CONTENT[3000:]).json()["complete"] is True


def test_other_bytes_than_announced_are_dropped(sender: Sender, artifact: str) -> None:
    answer = sender.put(artifact, 0, b"x" * len(CONTENT))
    assert (answer.status_code, answer.json()["code"]) == (422, "hash_differs")
    assert not Artifact.objects.get().file.exists()
    assert sender.announce().json()["received"] == 0
    assert sender.put(artifact, 0, CONTENT).json()["complete"] is True


def test_a_full_disk_keeps_nothing_of_the_chunk(
    sender: Sender, artifact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender.put(artifact, 0, CONTENT[:3000])
    full = OSError(errno.ENOSPC, "No space left on device")

    def fail(*_: object, **__: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", fail)
        answer = sender.put(artifact, 3000, CONTENT[3000:])
    assert (answer.status_code, answer.json()["received"]) == (507, 3000)
    assert Artifact.objects.get().file.stat().st_size == 3000
    assert sender.put(artifact, 3000, CONTENT[3000:]).json()["complete"] is True


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"name": "../../etc/passwd"}, 400),
        ({"name": "a\\b"}, 400),
        ({"name": ".."}, 400),
        ({"name": "a\u202eb"}, 400),
        ({"name": ""}, 400),
        ({"sha256": "x"}, 400),
        ({"media_type": "text/html; charset=x"}, 400),
        ({"size": -1}, 400),
        ({"size": 100 * 2**20 + 1}, 413),
    ],
)
def test_what_is_no_plain_file_is_refused(sender: Sender, changed: dict[str, object], status: int) -> None:
    answer = sender.announce(**changed)
    assert answer.status_code == status
    assert answer.json().keys() >= {"code", "message"}
    assert not Artifact.objects.exists()


def test_an_attempt_has_a_number_of_files(sender: Sender) -> None:
    answers = [sender.announce(name=f"{n}").status_code for n in range(21)]
    assert answers == [200] * 20 + [400]


@pytest.mark.parametrize("offset", ["", "-1", "x", "1e3"])
def test_an_offset_is_a_number(sender: Sender, artifact: str, offset: str) -> None:
    assert sender.put(artifact, offset, b"x").status_code == 400


def test_more_bytes_than_announced_or_than_a_chunk_holds_are_refused(sender: Sender, artifact: str) -> None:
    assert sender.put(artifact, 0, CONTENT + b"x").status_code == 413
    assert sender.put(artifact, 0, b"x" * (CHUNK_MAX_BYTES + 1)).status_code == 413
    assert Artifact.objects.get().received == 0


def test_a_file_with_two_sizes_and_a_chunk_of_nothing_are_refused(sender: Sender, artifact: str) -> None:
    other = sender.announce(size=len(CONTENT) + 1)
    assert (other.status_code, other.json()["code"]) == (409, "artifact_size")
    nothing = sender.put(artifact, 0, b"")
    assert (nothing.status_code, nothing.json()["code"]) == (400, "invalid_body")


def test_another_attempts_file_is_out_of_reach(cast: Cast, sender: Sender) -> None:
    assert sender.put(str(uuid4()), 0, b"x").status_code == 404
    sender.headers["X-Attempt-Token"] = "guess"
    assert sender.announce().json()["code"] == "attempt_over"


def test_a_result_rests_only_on_files_that_are_whole(sender: Sender, artifact: str) -> None:
    answer = sender.result(artifacts=named())
    assert (answer.status_code, answer.json()["code"]) == (409, "artifact_incomplete")
    assert not Evidence.objects.exists()
    sender.put(artifact, 0, CONTENT)
    assert sender.result(artifacts=named()).status_code == 200


def test_files_that_no_result_names_are_reaped(sender: Sender, artifact: str, media: Path) -> None:
    sender.put(artifact, 0, CONTENT)
    other = sender.announce(b"more", name="other").json()["artifact"]
    sender.put(other, 0, b"more")
    sender.announce(b"half", name="half")
    assert services.reap_artifacts() == 0, "the attempt still goes on"
    sender.result(artifacts=named())
    assert services.reap_artifacts() == 2
    assert [one.name for one in Artifact.objects.all()] == ["dump.bin"]
    assert AuditEntry.objects.filter(verb="removed an orphaned file").count() == 2


def test_a_member_downloads_a_file_and_nobody_else(cast: Cast, sender: Sender, artifact: str) -> None:
    sender.put(artifact, 0, CONTENT)
    sender.result(artifacts=named())
    job = Job.objects.get()
    address = reverse("validation:artifact", args=[cast.project.slug, job.pk, artifact])
    answer = client_of(cast.vic).get(address)
    assert b"".join(answer.streaming_content) == CONTENT
    assert answer["Content-Disposition"] == 'attachment; filename="dump.bin"'
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == (
        "application/octet-stream",
        "nosniff",
    )
    assert client_of(cast.charlie).get(address).status_code == 404


def page_of(cast: Cast, name: str, *more: object) -> str:
    return client_of(cast.vic).get(reverse(name, args=[cast.project.slug, *more])).content.decode()


def test_evidence_that_was_changed_is_found_in_the_next_look(
    cast: Cast, sender: Sender, artifact: str
) -> None:
    sender.put(artifact, 0, CONTENT)
    sender.result(artifacts=named())
    assert services.verify_evidence() == 0
    stored = Evidence.objects.get()
    changed = bytes(stored.document).replace(b"no_device", b"ready    ")
    Evidence.objects.update(document=changed)
    Artifact.objects.get().file.write_bytes(b"other")

    assert [services.verify_evidence() for _ in range(2)] == [2, 2]

    assert Evidence.objects.get().broken_at is not None
    assert AuditEntry.objects.filter(verb="evidence is broken").count() == 2
    assert "is not what was received" in page_of(cast, "coupling:notices")
    assert "result damaged" in page_of(cast, "validation:job", Job.objects.get().pk)
    Evidence.objects.update(document=stored.document)
    assert services.verify_evidence() == 1
    assert Evidence.objects.get().broken_at is None
    assert folder().exists() and attempt_of(sender.lease).artifacts.get().broken_at is not None
