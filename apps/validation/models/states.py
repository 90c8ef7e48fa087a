"""How far jobs, attempts and nodes are."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class JobState(models.TextChoices):
    """`failed`: the check said no. `errored`: we could not tell."""

    DRAFT = "draft", pgettext_lazy("job", "Draft")
    QUEUED = "queued", pgettext_lazy("job", "Queued")
    LEASED = "leased", pgettext_lazy("job", "Leased")
    RUNNING = "running", pgettext_lazy("job", "Running")
    SUCCEEDED = "succeeded", pgettext_lazy("job", "Succeeded")
    FAILED = "failed", pgettext_lazy("job", "Failed")
    ERRORED = "errored", pgettext_lazy("job", "Errored")
    CANCELED = "canceled", pgettext_lazy("job", "Canceled")


WITH_A_NODE = (JobState.LEASED, JobState.RUNNING)
ENDED = (JobState.SUCCEEDED, JobState.FAILED, JobState.ERRORED, JobState.CANCELED)


class AttemptState(models.TextChoices):
    """`expired`: its node fell silent. `released`: its node gave it back. `crashed`: its process died."""

    LEASED = "leased", pgettext_lazy("attempt", "Leased")
    RUNNING = "running", pgettext_lazy("attempt", "Running")
    SUCCEEDED = "succeeded", pgettext_lazy("attempt", "Succeeded")
    FAILED = "failed", pgettext_lazy("attempt", "Failed")
    ERRORED = "errored", pgettext_lazy("attempt", "Errored")
    CANCELED = "canceled", pgettext_lazy("attempt", "Canceled")
    EXPIRED = "expired", pgettext_lazy("attempt", "Expired")
    RELEASED = "released", pgettext_lazy("attempt", "Given back")
    CRASHED = "crashed", pgettext_lazy("attempt", "Crashed")


LIVE = (AttemptState.LEASED, AttemptState.RUNNING)


class NodeState(models.TextChoices):
    """A draining node finishes and gets nothing new; a retired one keeps its history and may do nothing."""

    ENROLLED = "enrolled", _("Enrolled")
    DRAINING = "draining", _("Draining")
    RETIRED = "retired", _("Retired")
