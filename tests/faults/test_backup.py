"""A backup is brought back while a node works: what it lacks is done again, what it has is not doubled."""

import hashlib
import os
import shutil
import time
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.db.models.functions import Now

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Artifact, AttemptState, Evidence, Job, Node
from apps.validation.services.ending import RESTORED
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Stage, until
from tests.faults.test_files import CONTENT, Sender

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


# A gigabyte for the scoreboard: what a portal holds is mostly files.
FILES_MB = size(full=900, short=4)
ROWS_MB = size(full=100, short=1)
ONE_FILE_MB = size(full=50, short=1)
# A hundred hashes of 32 letters, with what JSON and a row add to them.
ROW_BYTES = 3700
LOG_LINES = """
INSERT INTO validation_joblog (attempt_id, sequence, first_line, lines, at)
SELECT %(attempt)s, n, 100 * n, (SELECT jsonb_agg(md5(n || '.' || i)) FROM generate_series(1, 100) i), now()
FROM generate_series(1, %(rows)s) AS n
"""


def hand_in_a_file(stage: Stage, project: Project) -> Artifact:
    sender = Sender(stage, project)
    sender.put_rest()
    assert sender.result().status_code == 200
    return Artifact.objects.get(pk=sender.artifact)


def keep_much_more(artifact: Artifact) -> None:
    """Let the attempt have so many files and log lines as if the portal had been used for long."""
    for number in range(FILES_MB // ONE_FILE_MB):
        content = os.urandom(ONE_FILE_MB * 2**20)
        file = Artifact.objects.create(
            attempt=artifact.attempt, name=f"{number}.bin", media_type="text/plain", size=len(content),
            received=len(content), sha256=hashlib.sha256(content).hexdigest(), is_named=True,
            complete_at=Now(),
        ).file  # fmt: skip
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    with connection.cursor() as cursor:
        rows = ROWS_MB * 2**20 // ROW_BYTES
        cursor.execute(LOG_LINES, {"attempt": artifact.attempt_id, "rows": rows})


def timed(stage: Stage, *command: object) -> tuple[str, int]:
    """Run a command of the portal; return what it said and how many seconds it took."""
    began = time.monotonic()
    said = stage.manage(*command)
    return said, round(time.monotonic() - began)


def spoil(artifact: Artifact) -> None:
    artifact.file.unlink()
    Evidence.objects.filter(attempt=artifact.attempt).update(document=b"{}")
    assert services.verify_evidence() == 2


def was_refused(log: str) -> bool:
    return "no longer ours" in log or "not taken" in log


def numbers(job: Job) -> list[tuple[int, str, str]]:
    return list(job.attempts.order_by("number").values_list("number", "state", "reason"))


def test_a_node_that_worked_on_is_fenced_off_and_every_job_ends_once(
    stage: Stage, project: Project, tmp_path: Path
) -> None:
    artifact = hand_in_a_file(stage, project)
    keep_much_more(artifact)
    first, second = (stage.enrol(project, name) for name in ("first", "second"))
    stage.run_node(first)
    the_end = tmp_path / "the end"
    live = acts.request(project, waits_for=the_end)
    until(lambda: acts.is_under_way(live), "the first node is in mid-job")
    pinned = Node.objects.get(project=project, name="second")
    waiting = acts.request(project, waits_for=the_end, node=pinned)
    _, save_s = timed(stage, "backup", tmp_path / "backup")
    kept = sum(file.is_file() for file in (tmp_path / "backup" / "files").rglob("*"))
    unknown = acts.request(project)
    stage.run_node(second)
    until(lambda: acts.is_under_way(waiting), "the second has begun what the backup does not know of")
    stage.shut()
    spoil(artifact)
    # The backup is brought back only when nobody else uses the database.
    connection.close()

    said, restore_s = timed(stage, "restore", tmp_path / "backup", "--replace")

    back_at = datetime.now().astimezone()
    stage.open()
    the_end.touch()
    assert f"3 jobs, 1 results, {kept} files. 1 jobs that were under way begin anew." in said
    assert artifact.file.read_bytes() == CONTENT
    acts.all_end(project)
    for node in (first, second):
        until(lambda node=node: was_refused(stage.log_of(node.name)), "the old attempt is refused")
    assert not Job.objects.filter(pk=unknown.pk).exists()
    assert numbers(live) == [
        (1, AttemptState.RELEASED, RESTORED),
        (1001, AttemptState.SUCCEEDED, ""),
    ]
    assert numbers(waiting) == [(1001, AttemptState.SUCCEEDED, "")]
    assert services.verify_evidence() == 0
    begun = [(job.attempts.get(number=1001).leased_at - back_at).total_seconds() for job in (live, waiting)]
    cost = {"mb": FILES_MB + ROWS_MB, "save_s": save_s, "restore_s": restore_s}
    settle(stage, project, "R18 a backup is brought back", recoveries=[min(begun)], faults=1, **cost)
    for folder in (tmp_path / "backup", stage.var / "media"):
        shutil.rmtree(folder)
