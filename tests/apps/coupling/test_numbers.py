"""Every number about findings is the length of the list behind it, whatever architects and triage said."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.coupling.models import MapComponent
from apps.coupling.seen import Seen
from apps.coupling.services import Decision, Said, decide, override, store_map
from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Read, Visit
from tests.apps.coupling.world import World

SAID = (
    Said("exclude", ("docqa/kernels",), "vendored", "kept as it is"),
    Said("layer", ("docqa/web",), "L4", "it orchestrates"),
    Said("split", ("docqa/runtime",), "attention", "one kernel", ["docqa/runtime/attention.py"]),
    Said("coupling", ("docqa/serving",), "weak", "only re-pointed"),
)


@pytest.fixture
def overridden(world: World, scan: Scan, db: None) -> Scan:
    """Return the scan under one override of each kind, some of its findings decided about."""
    keys = set(scan.components.values_list("key", flat=True))
    others = sorted(keys - {key for said in SAID for key in said.components})
    for said in (*SAID, Said("merge", tuple(others[:2]), "", "one team")):
        assert set(said.components) <= keys, f"{said.components} of {sorted(keys)}"
        override(actor="alice", project=scan.project, scan_number=scan.number, said=said)
    store_map(scan_id=scan.pk)
    until = timezone.localdate() + timedelta(days=9)
    what = Decision(status="dismissed", reason="a test rig", until=until)
    rows = Finding.objects.filter(scan=scan, path__contains="r")
    decide(actor="alice", scan=scan, rows=rows, what=what, seen=Seen.now(scan))
    return scan


def follow(visit: Visit, page: Read) -> list[tuple[int, int]]:
    """Return each number of a page with the length of the list that it leads to."""
    links = {(str(one["href"]), int(str(one["data-count"]))) for one in page.all("a") if "data-count" in one}
    return [(told, visit.client.get(address).context["page"].total) for address, told in sorted(links)]


def test_every_number_of_the_map_is_the_length_of_its_list(visit: Visit, overridden: Scan) -> None:
    table = follow(visit, visit.read("map", view="table"))
    keys = MapComponent.objects.filter(snapshot__scan=overridden).values_list("key", flat=True)
    panels = [pair for key in keys for pair in follow(visit, visit.read("map", sel=key))]

    assert len(table) > 12 and len(panels) > len(keys)
    assert [pair for pair in table + panels if pair[0] != pair[1]] == []


def test_layer_and_component_of_a_list_are_those_of_the_map(visit: Visit, overridden: Scan) -> None:
    shown = MapComponent.objects.filter(snapshot__scan=overridden)

    for layer in ("L1", "L2", "L3", "L4", "L5"):
        page = visit.get("findings", layer=layer, found="open", status="all").context["page"]
        held = shown.filter(layer=layer)
        assert page.total == sum(one.strong + one.weak for one in held if not one.excluded)
        assert {item.placed.component.layer for item in page.rows} <= {layer}


def test_groups_are_those_of_the_map(visit: Visit, overridden: Scan) -> None:
    groups = visit.get("findings", group="component", found="open", status="all").context["page"].groups
    layers = visit.get("findings", group="layer", found="open", status="all").context["page"].groups

    shown = {one.key: one for one in MapComponent.objects.filter(snapshot__scan=overridden)}
    assert {one.key: (one.strong, one.weak) for one in groups} == {
        key: (one.strong, one.weak) for key, one in shown.items() if one.strong or one.weak
    }
    assert sum(one.total for one in layers) == sum(one.total for one in groups)


def test_what_was_left_out_is_counted_apart_and_never_open(visit: Visit, overridden: Scan) -> None:
    inside = {"component": "docqa/kernels", "kind": "all"}

    page = visit.get("findings", **inside, status="excluded").context["page"]

    assert page.total == page.statuses["excluded"] > 0
    assert page.statuses["open"] == page.statuses["dismissed"] == 0
    assert "Left out" in visit.text("findings", **inside, status="excluded")


def test_every_number_of_the_overview_is_reached_by_clicking_through_it(
    visit: Visit, overridden: Scan
) -> None:
    answer = visit.client.get(reverse("overview:project", args=[visit.project.slug]))
    source, overview = answer.content.decode(), answer.context["overview"]

    counted = follow(visit, Read(source))
    assert len(counted) >= 4 and [pair for pair in counted if pair[0] != pair[1]] == []
    components = re.findall(r'href="([^"]*/map/[^"]*)" data-components="(\d+)"', source)
    assert sum(int(told) for _address, told in components) == MapComponent.objects.count() - _hostile(
        overridden
    )
    for address, told in components:
        page = visit.client.get(address.replace("&amp;", "&")).context["page"]
        assert len(page.table) == len(page.found.shown) == int(told)
    plan = visit.client.get(reverse("plans:plan", args=[visit.project.slug])).context
    assert overview.effort.days.likely == pytest.approx(plan["board"].days.likely)
    items = visit.client.get(reverse("checklist:items", args=[visit.project.slug])).context
    assert overview.checklist == items["counts"]


def _hostile(scan: Scan) -> int:
    return MapComponent.objects.exclude(snapshot__scan=scan).count()


def test_pages_say_of_which_branch_their_scan_is(visit: Visit, scan: Scan) -> None:
    Scan.objects.filter(pk=scan.pk).update(branch="release/9")
    slug = scan.project.slug
    pages = {name: visit.text(name) for name in ("map", "graph", "findings")}
    for name in ("overview:project", "plans:plan", "scans:list"):
        pages[name] = visit.client.get(reverse(name, args=[slug])).content.decode()

    assert [name for name, text in pages.items() if "branch release/9" not in text] == []
    assert "whatever people decided" in pages["overview:project"]
    assert "does not change it" in pages["plans:plan"]
