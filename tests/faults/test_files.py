"""Files that come half, or to a full disk: nothing half is ever evidence, and nothing useless stays."""

import hashlib
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Artifact
from benchmarks.light_node import LightNode, result_of
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

CONTENT = bytes(range(256)) * 3000
CHUNK = 2**18
DISK = 2**19
SMALL_DISK = 2**23


class Sender:
    """A light node in the middle of an attempt, with one file to hand in."""

    def __init__(self, stage: Stage, project: Project, url: str = "") -> None:
        self.node = LightNode(url or stage.url, stage.token_of(stage.enrol(project, "sender")))
        acts.request(project)
        self.lease: Any = self.node.lease()
        acts.let_last(self.lease["attempt"], 600)
        about = {"name": "dump.bin", "size": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest()}
        self.named = [about]
        announced = self.node.post(self.lease, "artifacts", {**about, "media_type": "text/plain"})
        self.artifact = announced.json()["artifact"]

    @property
    def address(self) -> str:
        return f"attempts/{self.lease['attempt']}/artifacts/{self.artifact}/content"

    @property
    def received(self) -> int:
        return Artifact.objects.get(pk=self.artifact).received

    def put(self, offset: int) -> Any:
        headers = {"X-Attempt-Token": self.lease["token"], "Content-Type": "application/octet-stream"}
        chunk = CONTENT[offset : offset + CHUNK]
        return self.node.http.put(self.address, params={"offset": offset}, content=chunk, headers=headers)

    def put_rest(self) -> None:
        while self.received < len(CONTENT):
            assert self.put(self.received).status_code == 200

    def put_half(self) -> None:
        """Announce a whole chunk, send half of it, and hang up."""
        place = urlsplit(str(self.node.http.base_url))
        head = (
            f"PUT {place.path}{self.address}?offset=0 HTTP/1.1\r\nHost: {place.netloc}\r\n"
            f"Authorization: {self.node.http.headers['Authorization']}\r\n"
            f"X-Attempt-Token: {self.lease['token']}\r\nContent-Type: application/octet-stream\r\n"
            f"Content-Length: {CHUNK}\r\n\r\n"
        )
        with socket.create_connection((place.hostname, place.port)) as line:
            line.sendall(head.encode() + CONTENT[: CHUNK // 2])

    def result(self) -> Any:
        return self.node.result(self.lease, {**result_of(self.lease), "artifacts": self.named})


def files() -> int:
    return sum(1 for path in (Path(settings.MEDIA_ROOT) / "artifacts").rglob("*") if path.is_file())


def test_a_file_that_was_cut_off_is_sent_on_and_never_counts_half(stage: Stage, project: Project) -> None:
    sender = Sender(stage, project)
    sender.put_half()
    assert sender.result().json()["code"] == "artifact_incomplete"

    sender.put_rest()

    assert sender.result().status_code == 200
    assert Artifact.objects.get(pk=sender.artifact).file.read_bytes() == CONTENT
    settle(stage, project, "R15 an upload is cut off", faults=1)


@contextmanager
def small_disk() -> Iterator[str]:
    """Leave DISK bytes for artifacts: on a disk of 8 MB where we may mount one, else by a limit on files.

    Yield what a web process must run first for it to hold.
    """
    artifacts = Path(settings.MEDIA_ROOT) / "artifacts"
    artifacts.mkdir(parents=True, exist_ok=True)
    mount = ("mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", artifacts)
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        yield f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({DISK}, {DISK}))\n"
        return
    try:
        (artifacts / "ballast").write_bytes(bytes(SMALL_DISK - DISK))
        yield ""
    finally:
        subprocess.run(("umount", "--lazy", artifacts), check=True)


def test_a_full_disk_is_told_and_half_a_file_goes_with_its_attempt(stage: Stage, project: Project) -> None:
    with small_disk() as first:
        orphans = fill_it_and_go_on(stage, project, stage.run_web("full-disk", first=first))
    disk = {} if first else {"disk_mb": SMALL_DISK // 2**20}
    settle(stage, project, "R15 the disk is full", faults=1, orphans=orphans, **disk)


def fill_it_and_go_on(stage: Stage, project: Project, web: str) -> int:
    """Return how many files are left over in the end."""
    before = files()
    sender = Sender(stage, project, url=web)
    answers = [sender.put(sender.received).status_code for _ in range(4)]
    assert answers == [200, 200, 507, 507]
    assert sender.received == DISK
    assert sender.result().json()["code"] == "artifact_incomplete"
    acts.let_last(sender.lease["attempt"], 0)
    until(lambda: not acts.is_live(sender.lease["attempt"]), "its lease runs out")

    other = LightNode(stage.url, stage.token_of(stage.enrol(project, "other")))
    assert other.work_once()
    services.reap_artifacts()

    assert not Artifact.objects.filter(pk=sender.artifact).exists()
    assert files() == before
    return files() - before
