"""A backup is brought back while a node works: what it lacks is done again, what it has is not doubled."""

from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Artifact, AttemptState, Evidence, Job, Node
from apps.validation.services.ending import RESTORED
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import Stage, until
from tests.faults.test_files import CONTENT, Sender

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def hand_in_a_file(stage: Stage, project: Project) -> Artifact:
    sender = Sender(stage, project)
    sender.put_rest()
    assert sender.result().status_code == 200
    return Artifact.objects.get(pk=sender.artifact)


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
    first, second = (stage.enrol(project, name) for name in ("first", "second"))
    stage.run_node(first)
    the_end = tmp_path / "the end"
    live = acts.request(project, waits_for=the_end)
    until(lambda: acts.is_under_way(live), "the first node is in mid-job")
    pinned = Node.objects.get(project=project, name="second")
    waiting = acts.request(project, waits_for=the_end, node=pinned)
    stage.manage("backup", tmp_path / "backup")
    kept = sum(file.is_file() for file in (tmp_path / "backup" / "files").rglob("*"))
    unknown = acts.request(project)
    stage.run_node(second)
    until(lambda: acts.is_under_way(waiting), "the second has begun what the backup does not know of")
    stage.shut()
    spoil(artifact)
    # The backup is brought back only when nobody else uses the database.
    connection.close()

    said = stage.manage("restore", tmp_path / "backup", "--replace")

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
    settle(stage, project, "R18 a backup is brought back", recoveries=[min(begun)], faults=1)
