"""What validation refuses, as nodes and people are told."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.core.hidden import spelled_out
from apps.validation.models import Job, JobState


class Fenced(ApplicationError):
    """A node wrote under an attempt that is not, or no longer, its own."""

    def __init__(self) -> None:
        super().__init__(
            "attempt_over", "This attempt is over or is not yours. Stop and discard.", status=409
        )


class NotAsShown(ApplicationError):
    """A job has gone on since the page was made on which somebody decided about it."""

    def __init__(self, code: str, job: Job, message: str) -> None:
        state = Job.objects.values_list("state", flat=True).get(pk=job.pk)
        now = _("The job has gone on since your page was made; it is now: %s.") % JobState(state).label
        super().__init__(code, f"{now} {message}", status=409)
        self.way = way_to(job, _("See how it stands"))


def way_to(job: Job, words: str) -> tuple[str, str]:
    """Return the way to the page of a job."""
    return reverse("validation:job", args=[job.project.slug, job.pk]), words


class WrongOffset(ApplicationError):
    """A chunk does not begin where the bytes that have come end."""

    def __init__(self, received: int) -> None:
        super().__init__("wrong_offset", f"{received} bytes have come; go on from there.", status=409)
        self.details = {"received": received}


class NoSpace(ApplicationError):
    """The disk is full; nothing of the chunk was kept."""

    def __init__(self, received: int) -> None:
        super().__init__("no_space", "The portal's disk is full; its operator has to free some.", status=507)
        self.details = {"received": received}


class HashDiffers(ApplicationError):
    """The bytes of a file are not those that were announced."""

    def __init__(self) -> None:
        super().__init__(
            "hash_differs", "The bytes that came have another hash; send the file anew.", status=422
        )
        self.details = {"received": 0}


class BadBody(ApplicationError):
    """A node sent a body that is no JSON, cannot be stored or breaks the rules of a field."""

    def __init__(self, detail: object) -> None:
        # The names of fields are the sender's: half a surrogate pair in one could not be sent back.
        super().__init__("invalid_body", spelled_out(" ".join(_told(detail)))[:1000])


def _told(detail: object, place: str = "") -> Iterator[str]:
    """Yield a sentence for each refusal in a nested detail, after the field that it is about."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _told(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _told(inner, place)
    else:
        yield f"{place}: {detail}" if place else str(detail)
