"""The findings of a list in groups: by rule, by file or by component."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Min, Q, QuerySet

from apps.coupling.findings.query import FindingQuery
from apps.scans.models import Finding
from apps.scans.wording import RuleWords

PAGE_SIZE = 50
_BY = {"rule": "rule", "file": "path", "component": "component__key"}
_NAMED = {"rule": Min("rule"), "file": Min("path"), "component": Min("component__name")}


@dataclass(frozen=True, slots=True)
class Group:
    """All findings of a list that share a rule, a file or a component, and the address that lists them."""

    name: str
    key: str
    strong: int
    weak: int
    total: int
    files: int
    href: str


def groups_of(rows: QuerySet[Finding], query: FindingQuery, words: Mapping[str, RuleWords]) -> Page[Any]:
    """Return one page of groups, those with most strong findings first."""
    by = _BY[query.group]
    counted = (
        rows.values(held=F(by))
        .annotate(
            name=_NAMED[query.group],
            total=Count("pk"),
            strong=Count("pk", filter=Q(coupling="strong")),
            weak=Count("pk", filter=Q(coupling="weak")),
            width=Count("path", distinct=True) if query.group != "file" else Count("rule", distinct=True),
        )
        .order_by("-strong", "-total", "held")
    )
    page: Page[Any] = Paginator(counted, PAGE_SIZE).get_page(query.page)
    page.object_list = [_group(one, query, words) for one in page.object_list]
    return page


def _group(one: Mapping[str, object], query: FindingQuery, words: Mapping[str, RuleWords]) -> Group:
    key, name = str(one["held"] or ""), str(one["name"] or "")
    rule = words.get(key) if query.group == "rule" else None
    return Group(
        name=rule.title if rule else name,
        key=key,
        strong=int(str(one["strong"])),
        weak=int(str(one["weak"])),
        total=int(str(one["total"])),
        files=int(str(one["width"])),
        href=query.link(**{query.group: key, "group": "", "page": 1, "finding": ""}) if key else "",
    )
