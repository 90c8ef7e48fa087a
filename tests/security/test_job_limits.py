"""The published limits of jobs and what nodes send, at each and beyond it."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.validation.models import Attempt, AttemptState, Job, JobState
from apps.validation.parsers import CHUNK_MAX_BYTES
from apps.validation.services import append_log
from apps.validation.services.ending import MOST_ATTEMPTS, end_attempt
from migration_engine.protocol.spec import ARTIFACT_BYTES, ARTIFACTS, LOG_LINES
from tests.apps.validation.play import leased
from tests.apps.validation.test_artifacts import Sender
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def sender(cast: Cast, media: Path) -> Sender:
    """A node in the middle of an attempt."""
    return Sender(cast)


def log_of(sender: Sender, lines: int) -> Attempt:
    for sequence, first in enumerate(range(0, lines, 500)):
        append_log(fence=sender.fence, sequence=sequence, lines=["x"] * min(500, lines - first))
    return Attempt.objects.get()


def test_at_log_lines(sender: Sender) -> None:
    assert not log_of(sender, LOG_LINES).log_cut


def test_beyond_log_lines(sender: Sender) -> None:
    attempt = log_of(sender, LOG_LINES + 2)

    # One line more is the node's own word that it stopped.
    assert (attempt.log_lines, attempt.log_cut) == (LOG_LINES + 1, True)


def test_at_artifacts(sender: Sender) -> None:
    assert {sender.announce(name=str(number)).status_code for number in range(ARTIFACTS)} == {200}


def test_beyond_artifacts(sender: Sender) -> None:
    test_at_artifacts(sender)

    assert sender.announce(name="one more").status_code == 400


def test_at_artifact_bytes(sender: Sender) -> None:
    assert sender.announce(size=ARTIFACT_BYTES).status_code == 200


def test_beyond_artifact_bytes(sender: Sender) -> None:
    assert sender.announce(size=ARTIFACT_BYTES + 1).status_code == 413


def put(sender: Sender, size: int) -> int:
    content = b"x" * size
    status: int = sender.put(sender.announce(content).json()["artifact"], 0, content).status_code
    return status


def test_at_chunk_bytes(sender: Sender) -> None:
    assert put(sender, CHUNK_MAX_BYTES) == 200


def test_beyond_chunk_bytes(sender: Sender) -> None:
    assert put(sender, CHUNK_MAX_BYTES + 1) == 413


def after_expired(sender: Sender, attempts: int) -> str:
    """How the job stands when so many attempts at it came to nothing."""
    for number in range(1, attempts + 1):
        end_attempt(Attempt.objects.get(number=number), AttemptState.EXPIRED)
        if number < attempts:
            leased(sender.fence.node)
    return Job.objects.get().state


def test_at_attempts(sender: Sender) -> None:
    assert after_expired(sender, MOST_ATTEMPTS - 1) == JobState.QUEUED


def test_beyond_attempts(sender: Sender) -> None:
    assert after_expired(sender, MOST_ATTEMPTS) == JobState.ERRORED
