"""Throughput that validation runs of a project measured."""

from __future__ import annotations

from apps.projects.models import Project
from apps.validation.selectors import evidence_for
from migration_engine.protocol import Verdict
from migration_engine.tco.measured import KIND, Measurement, measurement_in


def measurements_of(project: Project) -> list[Measurement]:
    """Return what the serving runs that succeeded say, oldest first, each with the job that measured it."""
    results = evidence_for(project).filter(job__kind=KIND, verdict=Verdict.SUCCEEDED, broken_at=None)
    found = (measurement_in(one.content, str(one.job_id)) for one in results)
    return [one for one in found if one is not None]
