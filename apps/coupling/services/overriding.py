"""Saying and undoing overrides; the map is drawn anew by a task, never here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.coupling.models import EndedBy, MapComponent, Override, OverrideKind
from apps.coupling.overrides.standing import overdue
from apps.coupling.services.drawing import request_map
from apps.projects.models import Project
from apps.scans.models import Scan, SourceFile
from apps.scans.selectors import latest_scan

MOST_IN_FORCE = 500


@dataclass(frozen=True, slots=True)
class Said:
    """What an architect says; `components` begins with the one that stays. `expires_on` None means never."""

    kind: str
    components: Sequence[str]
    value: str
    reason: str
    paths: Sequence[str] = ()
    expires_on: date | None = None


@transaction.atomic
def override(*, actor: object, project: Project, scan_number: int, said: Said) -> Override:
    """Keep what an architect says and ask for the newest map.

    Raises ApplicationError when the scan is not the newest any more, or holds nothing that is spoken of.
    """
    Project.objects.select_for_update().get(pk=project.pk)
    scan = _newest(project, scan_number)
    _refuse_too_many(project)
    kept = Override(
        project=project,
        kind=said.kind,
        components=list(said.components),
        value=said.value,
        paths=list(said.paths),
        reason=said.reason,
        author=str(actor)[:150],
        expires_on=said.expires_on,
    )
    _refuse_lost(scan, kept)
    kept.save()
    told = {"kind": said.kind, "components": kept.components, "value": said.value, "reason": said.reason}
    audit.record(actor, "coupling.override", kept, project_slug=project.slug, **told)
    request_map(scan)
    return kept


@transaction.atomic
def undo(*, actor: object, override: Override) -> bool:
    """End an override and ask for the newest map; return False when it had ended already."""
    ended = _end(override, EndedBy.UNDONE, str(actor)[:150])
    if ended:
        slug = override.project.slug
        audit.record(actor, "coupling.undo-override", override, project_slug=slug, override=override.pk)
        request_map(latest_scan(override.project))
    return ended


@transaction.atomic
def end_overdue() -> int:
    """End the overrides whose day has passed and ask for the maps concerned; return how many."""
    ended = [one for one in overdue(timezone.localdate()) if _end(one, EndedBy.EXPIRED, "")]
    for project in {one.project for one in ended}:
        request_map(latest_scan(project))
    return len(ended)


def _end(override: Override, why: str, by: str) -> bool:
    still = Override.objects.in_force().filter(pk=override.pk)
    now = timezone.now()
    return still.update(ended=why, ended_at=now, ended_by=by, updated_at=now) == 1


def _newest(project: Project, scan_number: int) -> Scan:
    scan = latest_scan(project)
    if scan is None or scan.number != scan_number:
        raise ApplicationError(
            "not_the_newest_scan",
            _(
                "Overrides are made on the newest scan of the project’s branch; this page shows another."
                " Open the newest map."
            ),
            status=409,
        )
    return scan


def _refuse_too_many(project: Project) -> None:
    if Override.objects.of(project).in_force().count() >= MOST_IN_FORCE:
        raise ApplicationError(
            "too_many_overrides",
            _("%d overrides are in force already. Undo some before you add another.") % MOST_IN_FORCE,
        )


def _refuse_no_split(scan: Scan, component: MapComponent, kept: Override) -> None:
    taken = Q(path__in=kept.paths)
    for path in kept.paths:
        taken |= Q(path__startswith=f"{path.rstrip('/')}/")
    number = SourceFile.objects.filter(component.rows, scan=scan).filter(taken).count()
    if not 0 < number < component.files:
        raise ApplicationError(
            "nothing_to_split",
            _("Choose at least one file of the component, and leave at least one behind."),
        )
    if MapComponent.objects.filter(snapshot__scan=scan, key=f"{component.key}#{kept.value}").exists():
        raise ApplicationError("name_taken", _("There is a component of that name already; choose another."))


def _refuse_lost(scan: Scan, kept: Override) -> None:
    """What speaks of nothing now would be a typing error, not a word that outlived its component."""
    held = MapComponent.objects.filter(snapshot__scan=scan, key__in=kept.components)
    if held.count() != len(set(kept.components)):
        raise ApplicationError(
            "no_such_component",
            _("The newest map has no such component. Choose it on the map and try again."),
        )
    if kept.kind == OverrideKind.SPLIT:
        _refuse_no_split(scan, held[0], kept)
    if kept.kind == OverrideKind.MERGE:
        _refuse_no_join(kept, set(held.exclude(excluded="").values_list("key", flat=True)))


def _refuse_no_join(kept: Override, left_out: set[str]) -> None:
    first, *others = kept.components
    if not set(others) - {first}:
        raise ApplicationError("nothing_to_join", _("Choose at least one other component to join."))
    said = Override.objects.of(kept.project).filter(kind=OverrideKind.EXCLUDE)
    # The map may not show yet what was said, or undone, a moment ago.
    left_out = left_out - {one.components[0] for one in said if one.ended}
    left_out |= {one.components[0] for one in said if not one.ended}
    kept_in, aside = sorted(set(others) - left_out), sorted(set(others) & left_out)
    if first in left_out and kept_in:
        message = _(
            "%(first)s is left out of the migration, and what joins it would be left out too. Undo that"
            " override first, or leave out %(others)s as well, then join them."
        ) % {"first": first, "others": ", ".join(kept_in)}
        raise ApplicationError("joins_left_out", message)
    if first not in left_out and aside:
        message = _(
            "%(others)s: left out of the migration, and joined to %(first)s it would come back in. Undo that"
            " override first, or leave out %(first)s as well, then join them."
        ) % {"first": first, "others": ", ".join(aside)}
        raise ApplicationError("joins_left_out", message)
