"""Architects against the scanner: what they say holds, outlives scans, expires, and is undone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from apps.core.errors import ApplicationError
from apps.core.models import AuditEntry
from apps.coupling.models import MapComponent, MapSnapshot, Override
from apps.coupling.services import Said, end_overdue, override, request_missing, store_map, undo
from apps.coupling.templatetags.shares import percent_free
from apps.plans.draft import draft_of
from apps.plans.services import adopt
from apps.scans.models import Finding, Scan
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World
from tests.apps.scans.sources import scanned, zipped
from tests.cast import client_of

RUNTIME = "docqa/runtime"


@pytest.fixture
def alice(world: World, db: None) -> Visit:
    """Return the architect's browser."""
    return Visit(client_of(world.cast.alice), world.cast.project)


def say(scan: Scan, kind: str, *components: str, value: str = "", **more: Any) -> Override:
    """Say it as Alice and draw the map, as the task would."""
    said = Said(kind, components or (RUNTIME,), value, "the team knows better", **more)
    kept = override(actor="alice", project=scan.project, scan_number=scan.number, said=said)
    store_map(scan_id=scan.pk)
    return kept


def shown(scan: Scan, key: str) -> MapComponent:
    return MapComponent.objects.get(snapshot__scan=scan, key=key)


def figures(visit: Visit) -> dict[str, int]:
    """Return the numbers of the head of the map."""
    return dict(visit.get("map").context["figures"])


def chips(visit: Visit) -> dict[str, int]:
    """Return how many components each filter by coupling promises."""
    return {chip.coupling: chip.count for chip in visit.get("map").context["page"].chips}


def table(visit: Visit, **query: str) -> list[str]:
    """Return the components that the map's table shows."""
    return [row.component.key for row in visit.get("map", view="table", **query).context["page"].table]


def test_it_is_asked_for_in_a_form_and_drawn_by_a_task(
    alice: Visit, scan: Scan, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as rung:
        answer = alice.client.post(
            reverse("coupling:override-add", args=[scan.project.slug]),
            {"view": f"scan=1&sel={RUNTIME}&change=layer", "value": "L3", "reason": "it serves"},
        )

    assert answer.status_code == 302
    assert [ring.args for ring in rung] == [("coupling.build_map", scan.pk)]
    assert shown(scan, RUNTIME).layer == "L2", "no request draws a map"
    assert "being redrawn" in alice.text("map")
    store_map(scan_id=scan.pk)
    assert shown(scan, RUNTIME).layer == "L3"
    source = alice.text("map", sel=RUNTIME, tab="override")
    assert "it serves" in source and "1 override<" in source and "being redrawn" not in source
    assert AuditEntry.objects.filter(verb="coupling.override").exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"value": "L3"}, "This field is required"),
        ({"value": "L9", "reason": "x"}, "Select a valid choice"),
        ({"value": "L3", "reason": "x", "expires_on": "2020-01-01"}, "This day is over"),
        ({"value": "L3", "reason": "x", "expires_on": "soon"}, "Enter a valid date"),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(
    alice: Visit, scan: Scan, sent: dict[str, str], told: str
) -> None:
    answer = alice.client.post(
        reverse("coupling:override-add", args=[scan.project.slug]),
        {"view": f"scan=1&sel={RUNTIME}&change=layer&tab=override", **sent},
    )

    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not Override.objects.exists()


def test_an_unknown_kind_is_refused_and_taken_for_no_other(alice: Visit, scan: Scan) -> None:
    answer = alice.client.post(
        reverse("coupling:override-add", args=[scan.project.slug]),
        {"view": f"scan=1&sel={RUNTIME}&change=zzz", "value": "L3", "reason": "it serves"},
    )

    assert answer.status_code == 400 and "change=zzz" in answer.content.decode()
    assert not Override.objects.exists()


def test_nothing_joins_what_is_left_out_unless_it_is_left_out_too(scan: Scan, db: None) -> None:
    other = MapComponent.objects.filter(snapshot__scan=scan).exclude(key=RUNTIME)[0].key
    joined = Said("merge", (RUNTIME, other), "", "x")
    said = Said("exclude", (RUNTIME,), "dead", "x")
    override(actor="alice", project=scan.project, scan_number=1, said=said)  # the map does not show it yet
    with pytest.raises(ApplicationError, match=f"leave out {other} as well"):
        override(actor="alice", project=scan.project, scan_number=1, said=joined)

    with pytest.raises(
        ApplicationError, match=f"{RUNTIME}: left out of the migration, and joined to {other}"
    ):
        override(
            actor="alice", project=scan.project, scan_number=1, said=Said("merge", (other, RUNTIME), "", "x")
        )

    say(scan, "exclude", other, value="dead")
    assert say(scan, "merge", RUNTIME, other).pk


@pytest.mark.parametrize("change", ["layer", "coupling", "merge", "split", "exclude"])
def test_each_kind_has_its_form(alice: Visit, visit: Visit, change: str) -> None:
    assert 'name="reason"' in alice.text("map", sel=RUNTIME, tab="override", change=change)
    assert 'name="reason"' not in visit.text("map", sel=RUNTIME, tab="override", change=change)


def test_joined_components_are_one_card_with_all_their_findings(alice: Visit, scan: Scan) -> None:
    before = Finding.objects.filter(scan=scan, component__key__in=(RUNTIME, "docqa/kernels"), status="open")

    say(scan, "merge", RUNTIME, "docqa/kernels")

    joined = shown(scan, RUNTIME)
    held = Finding.objects.filter(joined.rows, scan=scan, status="open")
    assert set(held) == set(before)
    assert not MapComponent.objects.filter(snapshot__scan=scan, key="docqa/kernels").exists()
    assert "docqa/kernels/" in alice.text("map", sel=RUNTIME)


def test_split_files_have_a_card_of_their_own(alice: Visit, scan: Scan) -> None:
    say(scan, "split", value="attention", paths=["docqa/runtime/attention.py"])

    new, rest = shown(scan, f"{RUNTIME}#attention"), shown(scan, RUNTIME)
    paths = set(Finding.objects.filter(new.rows, scan=scan).values_list("path", flat=True))
    assert paths == {"docqa/runtime/attention.py"}
    assert not Finding.objects.filter(rest.rows, scan=scan, path__in=paths).exists()
    assert f'data-card="{RUNTIME}#attention"' in alice.text("map", q="attention.py")
    found = [
        one for one in alice.read("map", q="attention.py").all("a", class_="node") if "is-out" not in str(one)
    ]
    assert f"{RUNTIME}#attention" in {one["data-card"] for one in found}
    assert RUNTIME not in {one["data-card"] for one in found}


def test_a_part_that_the_adopted_plan_does_not_know_is_no_fault(alice: Visit, scan: Scan) -> None:
    adopt(actor="alice", project=scan.project, scan_number=scan.number)
    say(scan, "split", value="attention", paths=["docqa/runtime/attention.py"])

    part = f"{RUNTIME}#attention"
    wave = next(one for one in alice.read("map", sel=part).all("span") if "data-wave" in one)

    assert alice.client.get(str(wave["hx-get"])).status_code == 200


def test_what_is_left_out_is_said_and_needs_no_effort(alice: Visit, scan: Scan) -> None:
    before = draft_of(scan).estimate.total.likely

    say(scan, "exclude", value="vendored")

    assert shown(scan, RUNTIME).excluded == "vendored"
    source = alice.text("map", sel=RUNTIME)
    assert "left out by overrides: 6 files" in source and "nothing in it counts" in source
    assert draft_of(scan).estimate.total.likely < before


def test_leaving_a_strong_component_out_does_not_make_the_rest_look_better(
    alice: Visit, visit: Visit, scan: Scan
) -> None:
    """Its files are in no numerator and no denominator, and not among what has no coupling."""
    before, chips_before = figures(alice), chips(alice)
    gone = shown(scan, RUNTIME)

    say(scan, "exclude", value="dead")

    after = figures(alice)
    assert after["files_left_out"] == gone.files and after["files_none"] <= before["files_none"]
    assert (
        sum(after[f"files_{one}"] for one in ("strong", "weak", "none", "left_out")) == scan.counts["files"]
    )
    assert percent_free(after) == 100 * (after["files_weak"] + after["files_none"]) // (
        scan.counts["files"] - gone.files
    )
    assert chips(alice) == chips_before | {"strong": chips_before["strong"] - 1, "excluded": 1}
    assert RUNTIME not in table(alice, coupling="none") and table(alice, coupling="excluded") == [RUNTIME]
    card = next(one for one in alice.read("map").all("a", class_="node") if one["data-card"] == RUNTIME)
    assert "node--excluded" in str(card["class"]) and "left out, 6 files" in str(card["aria-label"])
    assert "node--none" not in str(card["class"])
    overview = visit.client.get(reverse("overview:project", args=[scan.project.slug])).context["overview"]
    assert sum(row.none for row in overview.layers) == chips_before["none"] and overview.left_out == 1


def test_a_reach_is_one_number_wherever_it_is_said(alice: Visit, scan: Scan) -> None:
    """Files outside that ship and are not left out: in strip, inspector, table and graph."""
    say(scan, "exclude", "docqa/serving", value="vendored")

    reach = alice.get("map", sel="docqa/device").context["page"].inspector.exposure
    numbers = alice.get("graph", sel="docqa/device").context["page"].selected.numbers
    assert (reach.direct, reach.within_two) == (len(numbers.direct), len(numbers.within_two))
    assert (reach.reach, reach.of_files) == (numbers.reach, numbers.of_files)
    assert shown(scan, "docqa/device").reach == reach.reach
    told = f"{reach.reach} of {reach.of_files}"
    assert f"{told} at any distance" in alice.text("map", sel="docqa/device")
    assert f"{told} files" in alice.text("map", sel="docqa/device")
    assert f"{told} at any distance" in alice.text("graph", sel="docqa/device")


def test_an_address_of_a_joined_component_leads_to_the_one_that_took_it_in(alice: Visit, scan: Scan) -> None:
    say(scan, "merge", RUNTIME, "docqa/kernels")
    say(scan, "merge", "docqa/device", RUNTIME)
    gone = {"sel": "docqa/kernels", "expand": RUNTIME}

    on_map, on_graph = alice.get("map", **gone), alice.get("graph", **gone)
    listed = alice.get("findings", component="docqa/kernels", status="all")

    for answer in (on_map, on_graph):
        query = answer.context["page"].query
        assert (query.sel, query.expand) == ("docqa/device", ("docqa/device",))
        assert "“docqa/kernels” is no component of its own any more" in answer.content.decode()
    whole = alice.get("findings", component="docqa/device", status="all").context["page"]
    assert listed.context["page"].total == whole.total > 0
    assert "all findings of “docqa/device” are listed" in listed.content.decode()
    assert "This scan has no such component" in alice.text("map", sel="docqa/nowhere")


def test_an_address_of_a_part_that_was_joined_or_put_back_leads_to_its_files(
    alice: Visit, scan: Scan
) -> None:
    part = f"{RUNTIME}#attention"
    split = say(scan, "split", value="attention", paths=["docqa/runtime/attention.py"])
    say(scan, "merge", "docqa/device", part)
    assert alice.get("graph", sel=part).context["page"].query.sel == "docqa/device"

    undo(actor="alice", override=split)
    store_map(scan_id=scan.pk)

    assert alice.get("map", sel=part).context["page"].query.sel == RUNTIME


def test_it_outlives_a_rescan_and_says_when_it_matches_nothing(alice: Visit, scan: Scan) -> None:
    say(scan, "layer", "docqa/web", value="L4")
    say(scan, "layer", value="L3")
    project = scan.project

    second = scanned(
        project, zipped({"docqa/web/pages.py": "import streamlit\n" * 80, "setup.py": "x = 1\n"})
    )

    assert shown(second, "docqa/web").layer == "L4"
    assert "2 overrides" in alice.text("map") and "1 no longer matches" in alice.text("map")
    assert "matches nothing any more" in alice.text("overrides")


def test_undoing_brings_the_scanners_word_back(
    alice: Visit, scan: Scan, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    kept = say(scan, "layer", value="L3")

    with django_capture_on_commit_callbacks() as rung:
        address = reverse("coupling:override-undo", args=[scan.project.slug, kept.pk])
        assert alice.client.post(address).status_code == 302

    assert [ring.args for ring in rung] == [("coupling.build_map", scan.pk)]
    store_map(scan_id=scan.pk)
    assert shown(scan, RUNTIME).layer == "L2"
    assert "undone" in alice.text("overrides")
    assert not undo(actor="alice", override=kept), "it ends once"


def test_it_ends_on_its_day(
    scan: Scan, db: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    today = timezone.localdate()
    say(scan, "layer", value="L3", expires_on=today)
    assert end_overdue() == 0, "its last day is not over"
    Override.objects.update(expires_on=today - timedelta(days=1))

    with django_capture_on_commit_callbacks() as rung:
        assert end_overdue() == 1

    assert [ring.args for ring in rung] == [("coupling.build_map", scan.pk)]
    assert Override.objects.get().ended == "expired"


def test_a_lost_ring_is_made_up_for(scan: Scan, db: None) -> None:
    say(scan, "layer", value="L3")
    long_ago = "2020-01-01T00:00Z"
    Scan.objects.filter(pk=scan.pk).update(finished_at=long_ago, updated_at=long_ago)
    assert request_missing() == 0

    MapSnapshot.objects.update(updated_at="2019-01-01T00:00Z")
    Override.objects.update(updated_at=long_ago)

    assert request_missing() == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (Said("layer", ("gone",), "L3", "x"), "no_such_component"),
        (Said("merge", (RUNTIME,), "", "x"), "nothing_to_join"),
        (Said("split", (RUNTIME,), "all", "x", ["docqa/runtime/"]), "nothing_to_split"),
        (Said("split", (RUNTIME,), "none", "x", ["elsewhere.py"]), "nothing_to_split"),
    ],
)
def test_what_speaks_of_nothing_is_refused(scan: Scan, db: None, said: Said, code: str) -> None:
    with pytest.raises(ApplicationError) as refused:
        override(actor="alice", project=scan.project, scan_number=scan.number, said=said)

    assert refused.value.code == code
    assert not Override.objects.exists()


def test_an_older_scan_takes_none(scan: Scan, db: None) -> None:
    with pytest.raises(ApplicationError, match="shows another"):
        override(
            actor="alice", project=scan.project, scan_number=7, said=Said("layer", (RUNTIME,), "L3", "x")
        )


def test_another_projects_override_cannot_be_undone(world: World, scan: Scan, db: None) -> None:
    kept = say(scan, "layer", value="L3", expires_on=date(2999, 1, 1))
    charlie = client_of(world.cast.charlie)

    address = reverse("coupling:override-undo", args=[world.cast.charlies_project.slug, kept.pk])

    assert charlie.post(address).status_code == 404
    assert Override.objects.in_force().count() == 1
