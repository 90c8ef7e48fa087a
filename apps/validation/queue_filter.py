"""What part of the queue a reader wants, as the address says it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from apps.validation.models import ENDED, WITH_A_NODE, Job, JobState
from apps.validation.words import Words
from migration_engine.protocol import CATALOGUE

STAGES: dict[str, tuple[str, ...]] = {
    "waiting": (JobState.QUEUED,),
    "running": WITH_A_NODE,
    "ended": ENDED,
}
STAGE_WORDS: dict[str, Words] = {"waiting": _("Waiting"), "running": _("Running"), "ended": _("Ended")}


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """An empty text narrows nothing; what the address says wrongly is passed over."""

    mine: bool
    stage: str
    state: str
    kind: str
    node: UUID | None

    @classmethod
    def of(cls, query: QueryDict) -> QueueFilter:
        """Return the filter of an address."""
        return cls(
            mine=query.get("whose") == "mine",
            stage=_known(query.get("stage", ""), STAGES),
            state=_known(query.get("state", ""), ENDED),
            kind=_known(query.get("kind", ""), CATALOGUE),
            node=_uuid(query.get("node", "")),
        )

    @property
    def narrows(self) -> bool:
        """Tell whether it leaves any job out."""
        return self.mine or bool(self.stage or self.state or self.kind or self.node)

    def among(self, jobs: QuerySet[Job], user: AbstractBaseUser | AnonymousUser) -> QuerySet[Job]:
        """Return the jobs of one's own, kind and node, whatever their stage."""
        jobs = jobs.filter(requested_by=user.pk) if self.mine else jobs
        jobs = jobs.filter(kind=self.kind) if self.kind else jobs
        if self.node:
            jobs = jobs.filter(Q(node=self.node) | Q(attempts__node=self.node)).distinct()
        return jobs

    def in_stage(self, jobs: QuerySet[Job]) -> QuerySet[Job]:
        """Return those in the wanted stage and state; what waits in the order in which it is taken."""
        jobs = jobs.filter(state__in=STAGES[self.stage]) if self.stage else jobs
        jobs = jobs.filter(state=self.state) if self.state else jobs
        return jobs.order_by("-priority", "created_at") if self.stage == "waiting" else jobs


def _known(value: str, values: object) -> str:
    return value if value in values else ""  # type: ignore[operator]


def _uuid(value: str) -> UUID | None:
    try:
        return UUID(value)
    except ValueError:
        return None
