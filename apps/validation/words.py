"""The words and looks of states, reasons and parameter values as readers see them."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.validation.models import AttemptState, JobState
from apps.validation.services.ending import ATTEMPTS_USED_UP, REFUSED, RESTORED, TIMED_OUT, TOKEN_EXPIRED
from apps.validation.services.following import DEPENDENCY

Words = str | Promise

LOOKS: dict[str, str] = {
    JobState.DRAFT: "waiting",
    JobState.QUEUED: "waiting",
    JobState.LEASED: "running",
    JobState.RUNNING: "running",
    JobState.SUCCEEDED: "good",
    JobState.FAILED: "bad",
    JobState.ERRORED: "warn",
    JobState.CANCELED: "waiting",
    AttemptState.EXPIRED: "warn",
    AttemptState.RELEASED: "warn",
    AttemptState.CRASHED: "warn",
}

# Why an attempt ended without a result.
ENDS: dict[str, Words] = {
    AttemptState.EXPIRED: _("The node fell silent and the lease ran out."),
    AttemptState.RELEASED: _("The node gave the job back."),
    AttemptState.CANCELED: _("The node stopped it because it was canceled."),
    AttemptState.CRASHED: _("The process of the job died without a result."),
}

REASONS: dict[str, Words] = {
    REFUSED: _("The node refused the job: its signature or parameters were not right. See the node's log."),
    ATTEMPTS_USED_UP: _("Three attempts ended without a result. See the logs of attempts and nodes."),
    TIMED_OUT: _("It took longer than its kind may. Ask for less at once, or split it."),
    TOKEN_EXPIRED: _("Its node went on beyond the time limit and its attempt's token ran out."),
    RESTORED: _("A backup of the portal was brought back while it was under way."),
    DEPENDENCY: _("A job that had to succeed first did not. Retry that one, and this one goes with it."),
}

PRIORITIES: tuple[Words, ...] = (
    *[_("When nothing else waits")] * 2,
    *[_("Low")] * 3,
    _("Normal"),
    *[_("High")] * 2,
    *[_("Urgent")] * 2,
)

# The priorities that people choose from: one of each word.
STEPS_OF_PRIORITY = (9, 7, 5, 3, 0)
NORMAL = 5

READINESS: dict[str, Words] = {
    "no_device": _("No NPU device"),
    "driver_tool_missing": _("Driver tool missing"),
    "cann_not_sourced": _("CANN not loaded"),
    "ready": _("NPU ready"),
}

VALUES: dict[str, Words] = {
    "any": _("Nothing in particular"),
    "npu": _("A ready NPU stack"),
    "short": _("Short text"),
    "long": _("Long text"),
    "special": _("Special characters"),
    "mixed": _("Chinese and English mixed"),
    "multi_turn": _("Several turns"),
}

STEPS: dict[str, Words] = {"probe": _("Probe the machine"), **{k: VALUES[k] for k in list(VALUES)[2:]}}

DEVICES: dict[str, Words] = {"cpu": _("Processor (CPU)"), "cuda": _("NVIDIA GPU"), "npu": _("Ascend NPU")}

STACK: dict[str, Words] = {
    "device_kind": _("Device"),
    "chip": _("Chip"),
    "driver": _("Driver"),
    "cann": "CANN",
    "torch": "torch",
    "torch_npu": "torch_npu",
    "engine": _("Engine"),
    "python": "Python",
    "host": _("Host"),
}


def value_words(value: object) -> str:
    """Return a parameter's value in words, or as it is where it has none."""
    if isinstance(value, list):
        return str(_(", ")).join(value_words(one) for one in value)
    return str(VALUES.get(str(value), value))


def priority_words(priority: int) -> Words:
    """Return what a priority from 0 to 9 means."""
    return PRIORITIES[priority]


def stepped(priority: int, *, up: bool) -> int:
    """Return the next step of priority above or below; the last one stays."""
    steps = [step for step in STEPS_OF_PRIORITY if (step > priority if up else step < priority)]
    return (min(steps) if up else max(steps)) if steps else priority
