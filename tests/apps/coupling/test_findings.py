"""The list of findings: filter, sort, page and the drawer, all by address."""

from __future__ import annotations

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World

BUDGET = 15


def places(source: str) -> list[tuple[str, int]]:
    """Return file and line of each row, in order."""
    plain = source.replace("<wbr>", "")
    found = re.findall(r'<td class="path[^"]*">([^<]+):(\d+)</td>', plain)
    return [(path, int(line)) for path, line in found]


def test_it_lists_open_findings_the_tightest_first(visit: Visit, scan: Scan) -> None:
    source = visit.text("findings")

    rows = Finding.objects.filter(scan=scan, status="open", kind="coupling")
    strong = [(row.path, row.line) for row in rows.filter(coupling="strong").order_by("path", "line", "pk")]
    assert places(source) == strong[:50]
    assert f"Open {rows.count()}" in source


def test_the_last_page_holds_the_rest(visit: Visit, scan: Scan) -> None:
    rest = Finding.objects.filter(scan=scan, status="open", kind="coupling").count() - 100

    assert len(places(visit.text("findings", page=3))) == rest
    assert len(places(visit.text("findings", page=99))) == rest


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ({"layer": "L1"}, "layer", "L1"),
        ({"coupling": "weak"}, "coupling", "weak"),
        ({"rule": "attention-library"}, "rule", "attention-library"),
        ({"component": "docqa/kernels"}, "component__key", "docqa/kernels"),
        ({"path": "attention.PY"}, "path", "docqa/runtime/attention.py"),
        ({"status": "handled"}, "status", "handled"),
    ],
)
def test_each_filter_is_the_databases(
    visit: Visit, scan: Scan, query: dict[str, str], field: str, value: str
) -> None:
    found = places(visit.text("findings", kind="all", **query))

    rows = Finding.objects.filter(scan=scan, **{field: value, "status": query.get("status", "open")})
    assert found
    assert set(found) <= {(row.path, row.line) for row in rows}
    assert len(found) == min(50, rows.count())


@pytest.mark.parametrize("sort", ["path", "-path", "rule", "component", "-layer", "binds_layer", "status"])
def test_it_sorts_by_each_column(visit: Visit, sort: str) -> None:
    state = "descending" if sort.startswith("-") else "ascending"

    assert len(visit.read("findings", sort=sort).all("th", aria_sort=state)) == 1


def test_the_drawer_opens_by_address_with_code_and_remedy(visit: Visit, scan: Scan) -> None:
    row = Finding.objects.filter(scan=scan, rule="attention-library", status="open").first()
    assert row is not None

    source = visit.text("findings", finding=row.key)

    assert f"{row.path}:{row.line}" in source
    assert f'is-hit"><span class="code-number" aria-hidden="true">{row.line}<' in source
    assert "On Ascend:" in source
    assert row.fingerprint in source


def test_a_finding_of_another_project_opens_nothing(visit: Visit, world: World) -> None:
    foreign = Finding.objects.filter(scan=world.hostile).first()
    assert foreign is not None

    page = visit.read("findings", finding=foreign.key)

    assert "hidden" in page.all("aside", id="findings-aside")[0]
    assert not page.all("article")


def test_filters_go_along_to_the_map_which_leads_back_to_all_of_its_component(visit: Visit) -> None:
    filters = {"layer": "L2", "coupling": "strong", "q": "torch"}
    findings = visit.read("findings", **filters, component="docqa/runtime").all("a")
    to_map = next(a["href"] for a in findings if (a["href"] or "").startswith("/p/document-questions/map/?"))
    back = visit.read("map", **filters, sel="docqa/runtime").all("a", class_="button--primary")[0]["href"]

    assert to_map is not None and back is not None
    assert all(part in to_map for part in ("layer=L2", "coupling=strong", "q=torch", "sel=docqa%2Fruntime"))
    assert all(part in back for part in ("status=all", "component=docqa%2Fruntime"))


def test_nothing_matching_offers_a_way_back(visit: Visit) -> None:
    assert "No finding matches" in visit.text("findings", q="no such thing")


@pytest.mark.parametrize(
    "query",
    [
        {},
        {
            "layer": "L1,L2",
            "coupling": "strong",
            "q": "cuda",
            "path": "docqa",
            "sort": "-component",
        },
        {"component": "docqa/runtime", "status": "all", "finding": "first"},
    ],
)
def test_the_findings_take_few_queries(
    visit: Visit, scan: Scan, query: dict[str, str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    if "finding" in query:
        query = query | {"finding": Finding.objects.filter(scan=scan)[0].key}

    with django_assert_max_num_queries(BUDGET):
        visit.text("findings", **query)


@pytest.mark.parametrize("group", ["rule", "file", "component"])
def test_groups_hold_all_of_the_list_and_lead_into_it(visit: Visit, scan: Scan, group: str) -> None:
    page = visit.get("findings", kind="all", status="all", group=group).context["page"]

    assert sum(one.total for one in page.groups) == scan.findings.count() or page.page.has_next()
    first = next(one for one in page.groups if one.href)
    inside = visit.client.get(f"/p/{visit.project.slug}/findings/{first.href}").context["page"]
    assert inside.total == first.total
