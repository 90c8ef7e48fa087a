"""Every address of a project against every role: who may not write gets 403 and changes nothing."""

from __future__ import annotations

import pytest

from apps.projects.access import ALLOWED, Action
from apps.projects.models import Membership
from tests.cast import Cast, client_of
from tests.security import stored
from tests.security.routes import Route, project_routes

pytestmark = pytest.mark.django_db

# What a POST to the address needs; every other address of a project only shows things.
WRITES = {
    "projects:members": Action.MANAGE,
    "scans:new": Action.SCAN,
    "scans:retry": Action.SCAN,
    "scans:choose-branch": Action.SCAN,
    "scans:rule-add": Action.SCAN,
    "scans:rule-switch": Action.SCAN,
    "scans:rule-remove": Action.SCAN,
    "api-scans": Action.SCAN,
    "scans:schedule-add": Action.SCAN,
    "scans:schedule-change": Action.SCAN,
    "projects:tokens": Action.SCAN,
    "coupling:notices-seen": Action.VIEW,
    "projects:token-revoke": Action.SCAN,
    "coupling:note-add": Action.PLAN,
    "coupling:override-add": Action.PLAN,
    "coupling:override-undo": Action.PLAN,
    "coupling:view-save": Action.VIEW,
    "coupling:view-drop": Action.VIEW,
    "coupling:findings": Action.TRIAGE,
    "coupling:finding-undo": Action.TRIAGE,
    "plans:adopt": Action.PLAN,
    "tco:scenario": Action.COST,
    "tco:together": Action.COST,
    "tco:variant-make": Action.COST,
    "tco:variant-keep": Action.COST,
    "tco:variant-drop": Action.COST,
    "tco:register": Action.COST,
    "tco:repair": Action.COST,
    "tco:plan-work": Action.COST,
    "tco:rate-set": Action.COST,
    "tco:convert": Action.COST,
    "tco:snapshot-take": Action.COST,
    "tco:snapshot-review": Action.COST,
    "tco:snapshot-approve": Action.APPROVE,
    "tco:snapshot-share": Action.COST,
    "tco:link-revoke": Action.COST,
    "validation:new": Action.VALIDATE,
    "validation:cancel": Action.VALIDATE,
    "validation:cancel-many": Action.VALIDATE,
    "validation:retry-many": Action.VALIDATE,
    "validation:enrol": Action.VALIDATE,
    "validation:await-node": Action.VALIDATE,
    "validation:code": Action.VALIDATE,
    "validation:retire": Action.VALIDATE,
    "validation:drain": Action.VALIDATE,
    "validation:resume": Action.VALIDATE,
    "validation:rotate": Action.VALIDATE,
    "validation:revoke": Action.VALIDATE,
    "validation:retry": Action.VALIDATE,
    "validation:move": Action.VALIDATE,
    "validation:step": Action.VALIDATE,
}
PEOPLE = ("alice", "mona", "bob", "vic")


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("route", [r for r in project_routes() if r.name in WRITES], ids=str)
def test_writing_is_refused_to_roles_without_the_right(cast: Cast, route: Route, name: str) -> None:
    person = cast.by_name(name)
    role = Membership.objects.get(project=cast.project, user=person).role
    client = client_of(person)
    before = stored.tables()

    status = client.post(route.address(slug=cast.project.slug)).status_code

    if WRITES[route.name] in ALLOWED[role]:
        assert status != 403
    else:
        assert status == 403
        assert stored.tables() == before


@pytest.mark.parametrize("route", [r for r in project_routes() if r.name not in WRITES], ids=str)
def test_the_other_addresses_change_nothing_whoever_writes_to_them(cast: Cast, route: Route) -> None:
    clients = [client_of(cast.alice), client_of(cast.vic)]
    before = stored.tables()

    for client in clients:
        for method in ("post", "put", "patch", "delete"):
            getattr(client, method)(route.address(slug=cast.project.slug))

    assert stored.tables() == before


@pytest.mark.parametrize("route", [r for r in project_routes() if r.name not in WRITES], ids=str)
def test_a_viewer_may_look_everywhere(cast: Cast, route: Route) -> None:
    status = client_of(cast.vic).get(route.address(slug=cast.project.slug)).status_code

    assert status in {200, 404, 405}


def test_every_write_of_the_table_exists() -> None:
    assert set(WRITES) <= {route.name for route in project_routes()}
