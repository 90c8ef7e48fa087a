"""A scan document whose text no database can hold is refused before anything is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings

from apps.scans.models import Scan
from migration_engine.export.document import to_document
from tests.apps.plans.scans import sample
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
API = "/api/v1/projects/document-questions/scans/"


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "\udc80.zip"])
def test_a_name_that_no_database_can_hold_is_refused(cast: Cast, name: str) -> None:
    found = to_document(sample())
    body = json.dumps({**found, "source": {**found["source"], "name": name}})

    answer = client_of(cast.alice).post(API, body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["code"] == "document_invalid"
    assert not Scan.objects.exists()
    assert not [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
