"""A pipeline hands a scan over with a token and is told whether it passes."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from apps.coupling.seen import Seen
from apps.coupling.services import Decision, decide, store_map
from apps.projects.access_tokens import make_token
from apps.projects.models import AccessToken, Membership
from apps.scans.models import Finding, Scan
from apps.scans.services import run_scan
from migration_engine.cli.program import cli
from migration_engine.intake import memory_tree
from migration_engine.report import build
from migration_engine.rules import load_catalogue
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, gather

pytestmark = pytest.mark.django_db

CODE = "import torch\n\n\ndef forward(batch):\n    torch.cuda.synchronize()\n"
MORE = CODE + "    torch.cuda.empty_cache()\n"


@pytest.fixture
def cast(db: None, settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


@pytest.fixture
def token(cast: Cast) -> str:
    return make_token(actor=cast.alice, project=cast.project, name="ci", days=9)


def scan(cast: Cast, text: str) -> Scan:
    return scanned(cast.project, zipped({"app/device.py": text}))


def gate(cast: Cast, token: str, made: Scan, query: str = "") -> Any:
    address = f"/api/v1/projects/{cast.project.slug}/scans/{made.number}/gate/{query}"
    return Client().get(address, headers={"Authorization": f"Bearer {token}"})


def test_a_new_strong_finding_does_not_pass(cast: Cast, token: str) -> None:
    first = scan(cast, CODE)
    second = scan(cast, MORE)

    assert gate(cast, token, first).json()["passed"] is True
    told = gate(cast, token, second).json()
    assert (told["passed"], told["compared_with"]) == (False, 1)
    assert [one["symbol"] for one in told["limits"][0]["found"]] == ["torch.cuda.empty_cache"]
    assert gate(cast, token, second, "?new_strong=1&strong=2").json()["passed"] is True


def test_what_people_dismissed_does_not_count(
    cast: Cast, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(cast, CODE)
    second = scan(cast, MORE)
    rows = Finding.objects.filter(scan=second, symbol="torch.cuda.empty_cache")
    until = timezone.localdate() + timedelta(days=9)
    what = Decision(status="dismissed", reason="a test rig", until=until)
    decide(actor=cast.alice, scan=second, rows=rows, what=what, seen=Seen.now(second))

    assert gate(cast, token, second).json()["passed"] is True
    monkeypatch.setattr(timezone, "localdate", lambda: until + timedelta(days=1))
    assert gate(cast, token, second).json()["passed"] is False


def _run(scan_id: int) -> None:
    run_scan(scan_id=scan_id)
    store_map(scan_id=scan_id)


def test_an_unknown_limit_is_refused_by_name(cast: Cast, token: str) -> None:
    answer = gate(cast, token, scan(cast, CODE), "?new_strog=0")

    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_limit")


def test_a_token_opens_its_own_project_only_and_no_longer_than_it_may(cast: Cast, token: str) -> None:
    made = scan(cast, CODE)
    foreign = f"/api/v1/projects/{cast.charlies_project.slug}/scans/"

    def status(address: str = "") -> int:
        if address:
            return Client().get(address, headers={"Authorization": f"Bearer {token}"}).status_code
        return int(gate(cast, token, made).status_code)

    assert (status(), status(foreign)) == (200, 404)
    Membership.objects.filter(user=cast.alice).delete()
    assert status() == 404
    AccessToken.objects.update(expires_at=timezone.now())
    assert status() == 401


def test_the_token_itself_is_kept_nowhere(cast: Cast, token: str) -> None:
    assert token not in json.dumps(list(AccessToken.objects.values()), default=str)


@pytest.mark.django_db(transaction=True)
def test_upload_tells_by_its_exit_code(
    cast: Cast, token: str, live_server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.scans.services.receive.send_on_commit", lambda _name, pk: _run(pk))
    monkeypatch.setenv("NPU_MIGRATE_TOKEN", token)

    def upload(text: str) -> Any:
        path = tmp_path / "scan.json"
        path.write_text(
            json.dumps(build(memory_tree({"device.py": text.encode()}), load_catalogue())), "utf-8"
        )
        given = ["upload", str(path), "--to", live_server.url, "--project", cast.project.slug]
        return CliRunner().invoke(cli, given)

    assert upload(CODE).exit_code == 0
    failed = upload(MORE)
    assert failed.exit_code == 1
    assert "FAIL  new_strong: 1 found, 0 allowed" in failed.output
    monkeypatch.setenv("NPU_MIGRATE_TOKEN", "npm_wrong")
    assert upload(CODE).exit_code == 2
