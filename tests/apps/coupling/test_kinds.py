"""Debt and information stand apart from coupling, and what an NPU runs already is said on top."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.coupling.findings.query import KINDS, FindingQuery
from apps.scans.models import Component, Finding, Scan
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.test_findings import places


def _open(scan: Scan, kind: str) -> int:
    rows = Finding.objects.filter(scan=scan, status="open")
    return (rows if kind == "all" else rows.filter(kind=kind)).count()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_lists_its_own_findings(visit: Visit, scan: Scan, kind: str) -> None:
    source = visit.text("findings", kind=kind)

    assert f"Open {_open(scan, kind)}" in source
    assert bool(places(source)) == bool(_open(scan, kind))


def test_the_kinds_add_up(visit: Visit, scan: Scan) -> None:
    counted = [visit.get("findings", kind=kind, status="all").context["page"].total for kind in KINDS]

    assert sum(counted[:-1]) == counted[-1] == scan.findings.count()


def test_who_asks_for_a_rule_sees_it_of_whatever_kind(visit: Visit, scan: Scan) -> None:
    rule = next(rule["id"] for rule in scan.rules if rule["kind"] == "debt")

    source = visit.text("findings", rule=rule)

    assert places(source)
    assert '<span class="chip">Debt</span>' in source


def test_the_list_is_narrowed_by_debt_and_not_by_its_default() -> None:
    assert FindingQuery(kind="debt").is_filtered
    assert not FindingQuery().is_filtered


@pytest.mark.parametrize("page", ["map", "findings"])
def test_npu_aware_places_are_said_on_top_with_a_way_to_them(visit: Visit, scan: Scan, page: str) -> None:
    aware, total = scan.counts["aware"], scan.counts["places"]
    source = visit.text(page)

    assert f"Already NPU-aware: <b>{aware}</b> of {total} places" in source
    assert f"?scan={scan.number}&amp;found=handled" in source
    assert f"已适配 NPU：{total} 处中的 <b>{aware}</b> 处" in visit.in_chinese().text(page)
    assert len(places(visit.text("findings", status="handled"))) == aware > 0


def test_npu_aware_places_are_those_of_the_components(scan: Scan, db: None) -> None:
    components = Component.objects.filter(scan=scan)

    assert scan.counts["aware"] == sum(one.handled for one in components)
    assert scan.counts["places"] == sum(one.handled + one.strong + one.weak for one in components)


def test_the_inspector_counts_debt_apart_and_says_why(visit: Visit, scan: Scan) -> None:
    one = Component.objects.filter(scan=scan, debt__gt=0).first()
    assert one is not None

    assert "counted apart" in visit.text("map", sel=one.key)
    role = visit.text("map", sel=one.key, tab="role")
    assert "In all:" in role
    assert any(words in role for words in ("strongly", "weakly", "Nothing that binds was found open"))


def test_the_overview_says_npu_aware_places_too(visit: Visit, scan: Scan) -> None:
    source = visit.client.get(reverse("overview:project", args=[visit.project.slug])).content.decode()

    assert f"<b>{scan.counts['aware']}</b> of {scan.counts['places']} places" in source
