"""The example application still yields what a reader expects; `make bless` rewrites the golden files."""

import json
from collections import Counter

import pytest

from tests.engine.golden import COMPONENTS, EXAMPLES, FINDINGS, components_of, findings_of, scanned


@pytest.fixture(scope="module")
def scan():
    return scanned()


def test_the_findings_are_those_of_the_golden_file(scan):
    assert findings_of(scan) == json.loads(FINDINGS.read_text("utf-8"))


def test_the_components_are_those_of_the_golden_file(scan):
    assert components_of(scan) == json.loads(COMPONENTS.read_text("utf-8"))


def test_the_example_covers_every_layer_and_every_status(scan):
    assert {one["layer"] for one in components_of(scan)} == {"L1", "L2", "L3", "L4", "L5"}
    assert {one["status"] for one in findings_of(scan)} >= {"open", "handled", "doc", "test"}


def test_business_code_that_calls_the_gpu_is_news(scan):
    web = next(one for one in components_of(scan) if one["id"] == "docqa/web")

    assert (web["layer"], web["coupling"]) == ("L5", "strong")


def test_some_components_are_free_of_any_coupling(scan):
    tally = Counter(one["coupling"] for one in components_of(scan))

    assert tally["none"] >= 3


def test_no_secret_of_the_environment_file_leaves_the_scan(scan):
    kept = repr(scan)

    for line in (EXAMPLES / ".env").read_text("utf-8").splitlines():
        name, _, value = line.partition("=")
        if name in ("DOCQA_JWT_SECRET", "OPENAI_API_KEY", "DOCQA_DATABASE_URL"):
            assert value not in kept
    assert "Wint3r-Harvest" not in kept
