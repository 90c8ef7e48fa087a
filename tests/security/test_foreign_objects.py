"""No address shows anything to those who may not see it: swept over every URL pattern there is."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.projects.models import Membership, Role
from apps.tco.models import Variant
from apps.validation.models import EnrolmentCode
from tests import factory
from tests.cast import Cast, client_of
from tests.results import artifact_of, evidence
from tests.security.routes import Route, all_routes, project_routes

pytestmark = pytest.mark.django_db

# What strangers may reach, and why.
OPEN = {
    "core:sign-in": "signing in begins here",
    "core:sign-in-link": "shows a button and nothing else; the token is checked when it is pressed",
    "core:set-theme": "the reader's own cookie",
    "core:set-language": "the reader's own cookie",
    "set_language": "the reader's own cookie",
    "tco:shared": "shows one snapshot; the token is the credential",
    "node-enrol": "trades a one-time code for an identity; the code is the credential",
}
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.mark.parametrize("route", [r for r in all_routes() if r.name not in OPEN], ids=str)
def test_who_is_not_signed_in_gets_no_page(cast: Cast, route: Route) -> None:
    address = route.address(slug=cast.project.slug)

    for method in METHODS:
        answer = getattr(Client(), method)(address)
        assert answer.status_code in {302, 401, 403, 404, 405}, f"{method} {address}"
        if answer.status_code == 302:
            assert answer["Location"].startswith("/sign-in/")


def test_a_guessed_code_enrols_nothing() -> None:
    body = {"code": "guess", "name": "x", "facts": {}, "capabilities": {}}

    answer = Client().post("/api/v1/node/enrol", body, content_type="application/json")

    assert answer.status_code == 403


@pytest.mark.parametrize("route", project_routes(), ids=str)
def test_charlie_cannot_tell_the_project_from_one_that_is_not_there(cast: Cast, route: Route) -> None:
    client = client_of(cast.charlie)

    for method in METHODS:
        foreign = getattr(client, method)(route.address(slug=cast.project.slug))
        missing = getattr(client, method)(route.address(slug="no-such-project"))
        assert foreign.status_code == missing.status_code
        assert foreign.status_code in {404, 405}
        assert cast.project.name not in foreign.content.decode()


# Looked up by a name that code gave, inside the reader's own project: another project's is not to be found.
BY_NAME = {"plans:component-wave", "coupling:rule", "coupling:graph-export", "coupling:finding-export"}


# Nobody else gets as far as looking for the row.
FOR_MANAGERS = {"tco:snapshot-approve"}


@pytest.mark.parametrize(
    "route", [r for r in project_routes() if len(r.parameters) > 1 and r.name not in BY_NAME], ids=str
)
def test_ids_of_another_project_are_not_found_in_ones_own(cast: Cast, route: Route) -> None:
    stored = evidence(cast.project)
    factory.scan(cast.project, number=7)
    rule_file = factory.rule_file(cast.project)
    variant = Variant.objects.create(project=cast.project, name="Theirs", changes={}, made_by="alice")
    foreign = {
        "rule_file_id": rule_file.pk,
        "job_id": stored.job_id,
        "artifact_id": artifact_of(stored).pk,
        "node_id": stored.attempt.node_id,
        "attempt": stored.attempt.number,
        "code_id": EnrolmentCode.objects.filter(project=cast.project).latest("pk").pk,
        "override_id": factory.override(cast.project).pk,
        "number": 7,
        "schedule_id": factory.schedule(cast.project).pk,
        "token_id": factory.access_token(cast.project, cast.alice).pk,
        "variant_id": variant.pk,
        "view_id": factory.saved_view(cast.project, cast.alice).pk,
        "change_id": factory.triage_change(cast.project).pk,
        "link_id": factory.share_link(cast.project, number=7).pk,
    }
    assert set(route.parameters) <= {"slug", *foreign}, "name here how to fill this parameter"
    client = client_of(cast.charlie)
    if route.name in FOR_MANAGERS:
        Membership.objects.filter(user=cast.charlie).update(role=Role.MANAGER)

    for method in ("get", "post"):
        status = getattr(client, method)(
            route.address(slug=cast.charlies_project.slug, **foreign)
        ).status_code
        assert status in {404, 405}, f"{method} {route}"
