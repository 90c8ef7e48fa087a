"""What the panel says of a component beyond its findings: files in place, past scans, notes."""

from __future__ import annotations

import re

from django.urls import reverse

from apps.coupling.models import ComponentNote
from apps.scans.models import Scan
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World
from tests.cast import client_of

RUNTIME = "docqa/runtime"


def places(source: str) -> dict[str, str]:
    """Return where each card stands."""
    cards = re.findall(r'transform="(translate\([^"]+\))" data-swap data-card="([^"]+)"', source)
    return {key: place for place, key in cards}


def test_a_component_opens_in_place_and_no_card_moves(visit: Visit) -> None:
    before, after = visit.text("map"), visit.text("map", expand=RUNTIME)

    assert places(after).items() >= places(before).items()
    assert 'data-file="docqa/runtime/attention.py"' in after
    assert re.search(r"\d of \d files", after)


def test_a_file_in_it_shows_its_own_findings_alone(visit: Visit) -> None:
    source = visit.text("map", sel=RUNTIME, file="docqa/runtime/attention.py")

    shown = set(re.findall(r'<p class="path muted">(docqa/[^<:]+):\d+</p>', source))
    assert shown == {"docqa/runtime/attention.py"}
    assert "Whole component" in source


def test_it_says_how_it_stood_in_earlier_scans(visit: Visit, scan: Scan) -> None:
    source = visit.text("map", sel=RUNTIME, tab="past")

    assert "Only one scan has this component so far" in source


def test_a_note_stays_with_the_component(world: World, visit: Visit, scan: Scan) -> None:
    alice = Visit(client_of(world.cast.alice), world.cast.project)
    address = reverse("coupling:note-add", args=[scan.project.slug])

    answer = alice.client.post(address, {"view": f"scan=1&sel={RUNTIME}", "text": "Ask Li <b>first</b>"})

    assert answer.status_code == 302
    assert "Ask Li &lt;b&gt;first&lt;/b&gt;" in visit.text("map", sel=RUNTIME, tab="past")
    alice.client.post(address, {"view": f"scan=1&sel={RUNTIME}", "text": "  "})
    assert ComponentNote.objects.count() == 1


def test_every_total_leads_to_its_list(visit: Visit) -> None:
    source = visit.text("map", sel=RUNTIME)

    for found in ("handled", "test", "doc", "vendored"):
        assert f"findings/?scan=1&amp;found={found}" in source
    assert "graph/?scan=1&amp;sel=docqa%2Fruntime&amp;mode=2" in source
