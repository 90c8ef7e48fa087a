"""The engine's suggestion as rows that are not stored yet: a page shows them, adopting stores them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache

from apps.coupling.overrides.overridden import overridden, overrides_key
from apps.plans.models import Wave, WorkItem
from apps.scans.models import Scan
from migration_engine import planning
from migration_engine.effort import ComponentEffort, Estimate, Reason, estimate


@dataclass(frozen=True, slots=True)
class Draft:
    """What the engine suggests for one scan."""

    estimate: Estimate
    waves: tuple[planning.Wave, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One wave with its work items, stored or not."""

    wave: Wave
    items: list[WorkItem]


def draft_of(scan: Scan) -> Draft:
    """Return the suggestion for a scan that succeeded, under the overrides in force.

    A document never changes, and neither does an override.
    """
    return _computed(scan.document_hash, scan.pk, overrides_key(scan))


def columns_of(draft: Draft) -> list[Column]:
    """Return the suggestion as new rows without a plan."""
    efforts = {one.component: one for one in draft.estimate.components}
    return [Column(_wave(wave), _items(wave, efforts)) for wave in draft.waves]


@lru_cache(maxsize=4)
def _computed(document_hash: str, scan_id: int, overrides: str) -> Draft:
    done = overridden(Scan.objects.select_related("project").get(pk=scan_id)).done
    found = estimate(done.report)
    return Draft(found, planning.waves(done.report, found, done.excluded))


def _wave(wave: planning.Wave) -> Wave:
    return Wave(
        number=wave.number,
        kind=wave.kind.value,
        title=asdict(wave.title),
        reason=asdict(wave.reason),
        **asdict(wave.days),
    )


def _items(wave: planning.Wave, efforts: dict[str, ComponentEffort]) -> list[WorkItem]:
    return [
        _item(position, item, efforts[item.component]) for position, item in enumerate(wave.items, start=1)
    ]


def _item(position: int, item: planning.WaveItem, effort: ComponentEffort) -> WorkItem:
    return WorkItem(
        position=position,
        component=item.component,
        name=item.name,
        layer=item.layer.value,
        coupling=item.coupling.value,
        together=item.together,
        reason=asdict(item.reason),
        reasons=[_line(reason) for reason in effort.reasons],
        **asdict(item.days),
    )


def _line(reason: Reason) -> dict[str, object]:
    days = reason.days
    return asdict(reason.text) | {"rule": reason.rule, "days": [days.low, days.likely, days.high]}
