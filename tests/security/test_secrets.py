"""Secrets of the scanned code are nowhere afterwards: no row, no file, no page, no log."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import TestCase

from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of
from tests.engine.scan.test_redaction import SECRETS
from tests.security import stored
from tests.security.routes import project_routes

pytestmark = pytest.mark.django_db

BESIDE_A_HIT = (
    "import torch\ndevices = torch.cuda.device_count()\n{secret}\nmemory = torch.cuda.mem_get_info()\n"
)


def hostile_tree() -> bytes:
    """Return an archive in which every kind of secret stands between two findings, once in each dress."""
    members: dict[str, str] = {}
    for number, (line, _secret) in enumerate(SECRETS.values()):
        members[f"app/part{number}.py"] = BESIDE_A_HIT.format(secret=f"# {line}")
        members[f"deploy/part{number}.sh"] = f"nvidia-smi\n{line}\nnvidia-smi -L\n"
    members[".env"] = "\n".join(["CUDA_VISIBLE_DEVICES=0", *(line for line, _secret in SECRETS.values())])
    return zipped(members)


def test_no_canary_survives_the_scan(cast: Cast, media: Path, caplog: pytest.LogCaptureFixture) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        scan = scanned(cast.project, hostile_tree())
    assert scan.state == "succeeded"
    assert scan.counts["findings"] >= 2 * len(SECRETS)

    assert not list(media.glob("uploads/*/*")), "the archive itself is gone after the scan"
    kept = {**stored.tables(), **{name: str(text) for name, text in stored.files(media).items()}}
    pages = {str(route): page_of(cast, route.address(slug=cast.project.slug, number=scan.number))
             for route in project_routes()}  # fmt: skip

    for where, text in {**kept, **pages, "log": caplog.text}.items():
        assert not [kind for kind, (_line, secret) in SECRETS.items() if secret in text], where


def page_of(cast: Cast, address: str) -> str:
    """Return what the architect sees there."""
    return client_of(cast.alice).get(address).content.decode(errors="replace")
