"""Clocks of nodes and of the portal's own machines are an hour wrong: only the database's counts."""

from datetime import datetime

import pytest

from apps.projects.models import Project
from apps.validation.models import AttemptState
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import LEASE_S, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

HOUR_S = 3600.0


def hours_wrong(log: str) -> float:
    """Return by how much the clock that stamped the first line of a log is wrong."""
    stamp = datetime.strptime(log[:19], "%Y-%m-%d %H:%M:%S").astimezone()
    return (stamp - datetime.now().astimezone()).total_seconds() / HOUR_S


@pytest.mark.parametrize("shift_s", [HOUR_S, -HOUR_S], ids=["ahead", "behind"])
def test_no_lease_ends_early_or_late_by_a_wrong_clock(stage: Stage, project: Project, shift_s: float) -> None:
    web = stage.run_web(f"web{shift_s:+.0f}", shift_s=shift_s)
    steady = stage.enrol(project, "steady", url=web)
    wrong = stage.enrol(project, "wrong")
    agents = [stage.run_node(steady), stage.run_node(wrong, shift_s=shift_s)]
    jobs = [acts.request(project, seconds=2 * LEASE_S) for _ in agents]
    until(lambda: all(acts.is_under_way(job) for job in jobs), "both nodes are in mid-job")
    assert abs(hours_wrong(stage.log_of(wrong.name)) * HOUR_S - shift_s) < HOUR_S / 10

    acts.all_end(project)

    assert [job.attempts.get().state for job in jobs] == [AttemptState.SUCCEEDED] * 2
    last = acts.request(project, seconds=1)
    until(lambda: acts.is_under_way(last), "one of them takes another")
    stage.kill(next(agent for agent in agents if acts.job_processes(agent)))
    acts.all_end(project)
    assert [state for _, state in acts.history(last)] == [AttemptState.EXPIRED, AttemptState.SUCCEEDED]
    settle(stage, project, "R12 clocks are an hour wrong", faults=2)
