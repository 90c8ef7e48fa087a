"""Who may call what: each node call with each wrong proof, and each page with a node's token."""

from __future__ import annotations

import uuid
from typing import Any

import httpx
import pytest

from apps.core.models import AuditEntry
from apps.projects import access_tokens
from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Attempt, Evidence, Node
from benchmarks.light_node import LightNode, result_of
from tests import factory
from tests.cast import client_of
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import Stage
from tests.security.routes import all_routes
from tests.security.test_foreign_objects import OPEN

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

FORGED = 10
# What a node may call without being in the middle of an attempt.
OWN = {"hello", "who am i", "lease"}


@pytest.fixture(scope="module")
def patient(portal: Stage) -> str:
    """Return the address of a portal whose leases outlast the attack."""
    return portal.run_web("patient", JOB_LEASE_S="600")


class Attacked:
    """A node in the middle of an attempt, and all calls that it alone may make."""

    def __init__(self, stage: Stage, url: str, project: Project) -> None:
        self.node = LightNode(url, stage.token_of(stage.enrol(project, "attacked")))
        acts.request(project)
        self.lease: Any = self.node.lease()
        sha256 = "0" * 64
        announced = {"name": "a", "size": 1, "sha256": sha256, "media_type": "text/plain"}
        artifact = self.node.post(self.lease, "artifacts", announced).json()["artifact"]
        self.calls: dict[str, tuple[str, str, dict[str, Any]]] = {
            "hello": ("POST", "hello", {"json": {"facts": {}, "capabilities": self.node.capabilities}}),
            "who am i": ("GET", "hello", {}),
            "lease": ("POST", "lease", {"json": {"capabilities": self.node.capabilities}}),
            "heartbeat": self._under("heartbeat", {"progress": {}}),
            "log": self._under("log", {"sequence": 1, "lines": ["forged"]}),
            "artifacts": self._under("artifacts", {**announced, "name": "b"}),
            "content": self._content(artifact),
            "result": self._under("result", {"document": result_of(self.lease)}),
            "release": self._under("release", {"reason": "stopped"}),
        }

    def _under(self, verb: str, body: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
        return "POST", f"attempts/{self.lease['attempt']}/{verb}", {"json": body}

    def _content(self, artifact: str) -> tuple[str, str, dict[str, Any]]:
        place = f"attempts/{self.lease['attempt']}/artifacts/{artifact}/content?offset=0"
        return "PUT", place, {"content": b"x", "headers": {"Content-Type": "application/octet-stream"}}

    def call(self, name: str, url: str, bearer: str, attempt_token: str, **cookies: str) -> int:
        """Make a call with the given proofs; return the status of the answer."""
        method, path, how = self.calls[name]
        headers = {"X-Attempt-Token": attempt_token, **how.get("headers", {})}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        with httpx.Client(base_url=f"{url}/api/v1/node/", cookies=cookies, timeout=60) as client:
            return client.request(method, path, **{**how, "headers": headers}).status_code


def proofs(stage: Stage, project: Project, attacked: Attacked) -> dict[str, tuple[str, str, bool]]:
    """Return node token, attempt token and whether it is a node's own, for each kind of attacker."""
    right = attacked.lease["token"]
    own = attacked.node.http.headers["Authorization"].removeprefix("Bearer ")
    stranger = factory.project("Elsewhere", architect=factory.user(f"stranger-{project.pk}"))
    actor = project.memberships.get().user
    retired = stage.token_of(stage.enrol(project, "retired"))
    services.retire(actor=actor, node=Node.objects.get(project=project, name="retired"))
    access = access_tokens.make_token(actor=actor, project=project, name="ci", days=9)
    return {
        "nobody": ("", right, False),
        "a guessed token": (uuid.uuid4().hex, right, False),
        "a person's access token": (access, right, False),
        "a retired node": (retired, right, False),
        "a node of another project": (stage.token_of(stage.enrol(stranger, "elsewhere")), right, True),
        "another node of the project": (stage.token_of(stage.enrol(project, "beside")), right, True),
        "itself without the attempt's token": (own, "", True),
        "itself with a guessed attempt's token": (own, uuid.uuid4().hex, True),
    }


def test_only_the_listed_proofs_open_a_call(stage: Stage, patient: str, project: Project) -> None:
    attacked = Attacked(stage, patient, project)
    session = client_of(project.memberships.get().user).cookies["sessionid"].value
    denied, wrong = 0, []
    cells = [
        (who, call, proof)
        for who, proof in proofs(stage, project, attacked).items()
        for call in attacked.calls
        # Asking for work with one's own token ends one's own attempt: that is no attack.
        if not (call == "lease" and who.startswith("itself"))
    ]
    for who, call, (bearer, token, is_node) in cells:
        status = attacked.call(call, patient, bearer, token)
        allowed = is_node and call in OWN
        denied += status in {401, 403, 404, 409}
        if (status in {200, 204}) is not allowed or status >= 500:
            wrong.append((who, call, status))
    by_session = [attacked.call(call, patient, "", "", sessionid=session) for call in attacked.calls]
    assert wrong == []
    assert set(by_session) == {401}
    tried = len(cells) - sum(call in OWN and proof[2] for _, call, proof in cells)
    assert denied == tried

    assert attacked.node.result(attacked.lease).status_code == 200
    finish_others(project)
    tried, denied = tried + len(by_session), denied + len(by_session)
    settle(stage, project, "S16 wrong tokens", faults=tried, denied=denied, tried=tried)


def finish_others(project: Project) -> None:
    """Nobody else got anything: there was only one job."""
    assert Attempt.objects.filter(job__project=project).count() == 1
    assert Evidence.objects.filter(job__project=project).count() == 1


def test_a_node_token_opens_no_page_and_no_api_of_people(stage: Stage, project: Project) -> None:
    token = stage.token_of(stage.enrol(project, "curious"))
    headers = {"Authorization": f"Bearer {token}"}
    routes = [r for r in all_routes() if r.name not in OPEN and not r.pattern.startswith("api/v1/node/")]
    with httpx.Client(base_url=stage.url, headers=headers, timeout=60) as client:
        answers = {route.name: client.get(route.address(slug=project.slug)).status_code for route in routes}
    assert {name: status for name, status in answers.items() if status not in {302, 401, 403, 404, 405}} == {}
    n = len(answers)
    settle(stage, project, "S16 a node's token on people's pages", faults=n, denied=n, tried=n)


def test_results_for_the_attempts_of_others_are_never_evidence(
    stage: Stage, patient: str, project: Project
) -> None:
    forger = LightNode(patient, stage.token_of(stage.enrol(project, "forger")))
    honest = [LightNode(patient, stage.token_of(stage.enrol(project, f"honest-{n}"))) for n in range(FORGED)]
    for _ in honest:
        acts.request(project)
    leases = [node.lease() for node in honest]

    answers = [
        forger.result({**lease, "token": token}, result_of(lease)).json()["code"]
        for lease in leases
        if lease
        for token in (lease["token"], "guessed")
    ]

    assert answers == ["attempt_over"] * (2 * FORGED)
    assert not Evidence.objects.filter(job__project=project).exists()
    for node, lease in zip(honest, leases, strict=True):
        assert lease and node.result(lease).status_code == 200
        again = node.result(lease, {**result_of(lease), "duration_s": 9.0})
        assert again.json()["code"] == "attempt_over"
    assert AuditEntry.objects.filter(project_slug=project.slug, verb="job succeeded").count() == FORGED
    n = 2 * FORGED
    settle(stage, project, "S17 results under foreign attempts", faults=n, denied=n, tried=n)
