"""A member keeps the filters of a list under a name; the address alone shows the same to others."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.coupling.models import SavedView
from tests import factory
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World
from tests.cast import client_of


def save(visit: Visit, name: str, where: str) -> str:
    address = reverse("coupling:view-save", args=[visit.project.slug])
    return visit.client.post(address, {"name": name, "where": where}, follow=True).content.decode()


def test_it_is_kept_without_its_scan_and_opened_by_name(visit: Visit, world: World) -> None:
    save(visit, "Strong runtime", "?scan=1&layer=L2&coupling=strong&page=3")

    view = SavedView.objects.get()
    assert (view.user, view.query) == (world.cast.vic, "?layer=L2&coupling=strong")
    assert "Strong runtime" in visit.text("findings")
    mona = Visit(client_of(world.cast.mona), visit.project)
    assert "Strong runtime" not in mona.text("findings")
    opened = mona.client.get(reverse("coupling:findings", args=[visit.project.slug]) + view.query)
    assert opened.context["query"].layer == ("L2",)


def test_the_same_name_replaces_what_it_meant(visit: Visit) -> None:
    save(visit, "mine", "?layer=L2")
    save(visit, "mine", "?layer=L3")

    assert [view.query for view in SavedView.objects.all()] == ["?layer=L3"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_name_that_is_none_is_refused(visit: Visit, name: str) -> None:
    assert "1 to 60 letters" in save(visit, name, "?layer=L2")
    assert not SavedView.objects.exists()


def test_it_is_dropped_by_its_owner_alone(visit: Visit, world: World) -> None:
    view = factory.saved_view(world.cast.project, world.cast.mona)
    address = reverse("coupling:view-drop", args=[visit.project.slug, view.pk])

    assert visit.client.post(address).status_code == 404
    assert client_of(world.cast.mona).post(address).status_code == 302
    assert not SavedView.objects.exists()
