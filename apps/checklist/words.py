"""The words of groups, stages and states as readers see them."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from migration_engine.checks import Group, Stage, State

GROUPS: dict[Group, Promise | str] = {
    Group.BASIC: _("Basics"),
    Group.PRECISION: _("Precision"),
    Group.BOUNDARY: _("Boundary inputs"),
    Group.CONCURRENCY: _("Concurrency"),
    Group.FAULTS: _("Faults and the way back"),
    Group.PERFORMANCE: _("Performance"),
    Group.OPERATIONS: _("Operations"),
}

STAGES: dict[Stage, Promise | str] = {
    Stage.CORRECTNESS: _("Correctness"),
    Stage.STABILITY: _("Stability"),
    Stage.THROUGHPUT: _("Throughput"),
    Stage.LATENCY: _("Latency"),
}

STATES: dict[State, Promise | str] = {
    State.PROVEN: pgettext_lazy("checklist", "Proven"),
    State.FAILED: pgettext_lazy("checklist", "Failed"),
    State.REHEARSED: pgettext_lazy("checklist", "Rehearsed"),
    State.UNPROVEN: pgettext_lazy("checklist", "Unproven"),
}
