"""A project shows one branch: scans of others, and of other applications, are kept beside it and say so."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from apps.coupling.history.burndown import burn_down
from apps.coupling.services import store_map, store_point
from apps.plans.selectors import board_for
from apps.projects.access_tokens import make_token
from apps.scans import services
from apps.scans.models import Scan
from apps.scans.selectors import document_of, latest_scan
from tests.apps.coupling.pages import Visit
from tests.apps.scans.sources import zipped
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db

CODE = "import torch\n\n\ndef forward(batch):\n    torch.cuda.synchronize()\n"


def of_branch(cast: Cast, branch: str, *, package: str = "app", files: int = 1) -> Scan:
    """Return the finished scan of an archive of that branch, its map drawn and counted."""
    members = {f"src/{package}/{package}{one}.py": f"# {package} {one}\n{CODE}" for one in range(files)}
    made = services.receive_archive(
        actor="alice", project=cast.project, name="app.zip", chunks=[zipped(members)], branch=branch
    )
    services.run_scan(scan_id=made.pk)
    store_map(scan_id=made.pk)
    store_point(scan_id=made.pk)
    made.refresh_from_db()
    return made


def page_of(client: Client, scan: Scan) -> str:
    return client.get(f"/p/{scan.project.slug}/scans/{scan.number}/").content.decode()


def test_a_scan_of_another_branch_stands_beside_the_projects(cast: Cast) -> None:
    main, feature = of_branch(cast, "main"), of_branch(cast, "feature/x")
    visit = Visit(client_of(cast.alice), cast.project)

    drawn = burn_down(cast.project, None, "findings")
    board = board_for(cast.project)
    assert latest_scan(cast.project) == main
    assert drawn and [one.scan for one in drawn.columns] == [main]
    assert board and board.newest == main
    assert visit.get("map").context["scan"] == main
    assert "stands beside" not in page_of(visit.client, main)
    assert "stands beside the project’s branch" in page_of(visit.client, feature)
    assert (
        "branch feature/x" in visit.client.get(f"/p/{cast.project.slug}/scans/2/coverage/").content.decode()
    )
    assert (
        "beside the project’s branch" in visit.client.get(f"/p/{cast.project.slug}/scans/").content.decode()
    )
    assert visit.get("map", scan=feature.number).context["scan"] == feature
    other = burn_down(cast.project, "feature/x", "findings")
    assert other and [one.scan for one in other.columns] == [feature] and not other.is_own


def test_an_architect_chooses_the_branch_and_can_choose_back(cast: Cast) -> None:
    main, feature = of_branch(cast, "main"), of_branch(cast, "feature/x")
    client = client_of(cast.alice)
    for chosen in (feature, main):
        client.post(f"/p/{cast.project.slug}/scans/{chosen.number}/branch/")
        assert latest_scan(cast.project) == chosen
        assert "stands beside" not in page_of(client, chosen)


def test_another_branch_is_compared_with_the_projects_not_with_a_third(cast: Cast) -> None:
    main = of_branch(cast, "main")
    of_branch(cast, "pull/1")

    assert of_branch(cast, "pull/2").compared_with == main
    assert of_branch(cast, "main").compared_with == main


def test_a_pipeline_names_the_branch_that_it_scanned(cast: Cast) -> None:
    main = of_branch(cast, "main")
    token = make_token(actor=cast.alice, project=cast.project, name="ci", days=9)
    address = f"/api/v1/projects/{cast.project.slug}/scans/"
    headers = {"Authorization": f"Bearer {token}"}

    def sent(branch: str) -> tuple[int, dict[str, str]]:
        answer = Client().post(
            f"{address}?branch={branch}",
            document_of(main),
            content_type="application/json",
            headers=headers,
        )
        return answer.status_code, json.loads(answer.content)

    status, told = sent("pull/7")
    assert (status, told["branch"]) == (201, "pull/7")
    services.run_scan(scan_id=Scan.objects.get(number=2).pk)
    store_map(scan_id=Scan.objects.get(number=2).pk)
    assert latest_scan(cast.project) == main
    verdict = Client().get(f"{address}2/gate/", headers=headers).json()
    assert (verdict["branch"], verdict["project_branch"], verdict["compared_with"]) == ("pull/7", "main", 1)
    assert sent("a" * 201)[0] == 400 and Scan.objects.count() == 2


def test_a_document_given_by_hand_without_a_branch_is_of_the_projects(cast: Cast) -> None:
    main = of_branch(cast, "main")
    document = json.loads(document_of(main))
    document["source"]["branch"] = ""

    made = services.receive_document(
        actor="alice",
        project=cast.project,
        name="scan.json",
        content=json.dumps(document).encode(),
        otherwise="main",
    )

    assert made.branch == "main"


def test_another_application_is_asked_about(cast: Cast) -> None:
    of_branch(cast, "main", package="docqa", files=12)
    client = client_of(cast.alice)

    same = of_branch(cast, "main", package="docqa", files=14)
    assert "another application" not in page_of(client, same)
    other = of_branch(cast, "main", package="shop", files=12)
    assert "Of its 12 files, 0 are in scan #2 too" in page_of(client, other)
