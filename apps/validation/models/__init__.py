"""The rows of validation: nodes, jobs, attempts, logs and evidence."""

from apps.validation.models.artifact import Artifact
from apps.validation.models.evidence import Evidence, LateResult
from apps.validation.models.job import Attempt, Job, JobLog
from apps.validation.models.node import EnrolmentCode, Node, NodeQuerySet
from apps.validation.models.presence import NodeDay
from apps.validation.models.states import ENDED, LIVE, WITH_A_NODE, AttemptState, JobState, NodeState

__all__ = [
    "ENDED",
    "LIVE",
    "WITH_A_NODE",
    "Artifact",
    "Attempt",
    "AttemptState",
    "EnrolmentCode",
    "Evidence",
    "Job",
    "JobLog",
    "JobState",
    "LateResult",
    "Node",
    "NodeDay",
    "NodeQuerySet",
    "NodeState",
]
