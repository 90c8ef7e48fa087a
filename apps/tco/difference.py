"""What differs between two snapshots, and what each changed input does to the NPV difference."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.tco.models import Snapshot
from apps.tco.money import compact
from apps.tco.register_rows import shown, unit_of
from apps.tco.verdict import label_of
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import load_scenario
from migration_engine.tco.effects import Effect, effects


@dataclass(frozen=True, slots=True)
class ChangedInput:
    """One input that differs."""

    label: str
    unit: str
    before: str
    after: str
    alone: str
    helps: bool | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Two snapshots, the earlier first, and what lies between them."""

    before: Snapshot
    after: Snapshot
    changes: list[ChangedInput]
    together: str
    interplay: str
    is_other_engine: bool
    unlike: str = ""


def difference_of(project: Project, one: Snapshot, other: str) -> Difference | None:
    """Compare a snapshot with another of the project by its number; None where there is none."""
    if not other.isascii() or not other.isdigit() or len(other) > 9:
        return None
    found = Snapshot.objects.filter(project=project, number=int(other)).exclude(pk=one.pk).first()
    if found is None:
        return None
    before, after = sorted((one, found), key=lambda snapshot: snapshot.number)
    unlike = _unlike(before, after)
    if unlike:
        return Difference(before, after, [], "", "", before.engine_version != after.engine_version, unlike)
    between = effects(before.inputs, after.inputs)
    currency = str(after.result["currency"])
    return Difference(
        before,
        after,
        [_changed(effect, currency) for effect in between.changes],
        _money(between.together, currency),
        "" if between.interplay == 0 else _money(between.interplay, currency),
        before.engine_version != after.engine_version,
    )


def _unlike(before: Snapshot, after: Snapshot) -> str:
    """Say why the two can't be compared figure by figure; empty where they can."""
    money = [str(one.result["currency"]) for one in (before, after)]
    if money[0] != money[1]:
        words = _("They count in %(before)s and %(after)s: amounts of one are no change of the other.")
        return words % {"before": money[0], "after": money[1]}
    try:
        for one in (before, after):
            load_scenario(one.inputs)
    except ScenarioInvalid as error:
        words = _(
            "The present engine refuses a figure of snapshot %(number)s, so there are no effects: %(fault)s"
        )
        return words % {"number": one.number, "fault": in_language(error.told())}
    return ""


def _changed(effect: Effect, currency: str) -> ChangedInput:
    return ChangedInput(
        label_of(effect.path),
        unit_of(effect.path, currency),
        shown(effect.path, effect.before),
        shown(effect.path, effect.after),
        _money(effect.alone, currency),
        None if not effect.alone else effect.alone > 0,
    )


def _money(amount: float | None, currency: str) -> str:
    return _("not by itself") if amount is None else compact(amount, currency)
