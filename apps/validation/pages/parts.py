"""A long job and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.validation.models import Job, JobState
from apps.validation.words import LOOKS, value_words


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what it is about, and how it stands."""

    job: Job
    name: str
    look: str


@dataclass(frozen=True, slots=True)
class Parts:
    """All parts of a job in the order of its parameter."""

    parts: tuple[Part, ...]
    succeeded: int
    ended: int

    @property
    def total(self) -> int:
        """Return how many there are."""
        return len(self.parts)


def parts_of(job: Job) -> Parts | None:
    """Return the parts of a job that comes from `jobs_of`; None for a plain one."""
    children: list[Job] = job.parts_list  # type: ignore[attr-defined]
    if not children:
        return None
    return Parts(
        parts=tuple(_named(children)),
        succeeded=sum(child.state == JobState.SUCCEEDED for child in children),
        ended=sum(child.has_ended for child in children),
    )


def _named(children: Iterable[Job]) -> Iterable[Part]:
    for child in children:
        split_by = child.definition.split_by
        name = value_words(child.parameters.get(split_by, "")) if split_by else str(child)
        yield Part(child, name, LOOKS[child.state])
