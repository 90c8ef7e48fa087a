"""Conditions read a dotted path; what is not there is neither yes nor no."""

import pytest

from migration_engine.checks import Condition
from migration_engine.checks.condition import holds
from migration_engine.checks.item import Comparison
from migration_engine.protocol.canonical import Json

DATA: dict[str, Json] = {
    "worst": {"cosine": 0.9995, "relative_error": None},
    "inputs": [{"name": "short"}, {"name": "long"}],
    "driver": "",
    "state": "ready",
}


@pytest.mark.parametrize(
    ("path", "comparison", "wanted", "answer"),
    [
        ("state", Comparison.EQUALS, "ready", True),
        ("state", Comparison.ONE_OF, ["absent", "ready"], True),
        ("worst.cosine", Comparison.AT_LEAST, 0.999, True),
        ("worst.cosine", Comparison.AT_LEAST, 0.9999, False),
        ("worst.cosine", Comparison.AT_MOST, 0.999, False),
        ("worst.relative_error", Comparison.AT_MOST, 1, None),
        ("worst.nothing", Comparison.AT_MOST, 1, None),
        ("inputs.*.name", Comparison.INCLUDES, ["short", "long"], True),
        ("inputs.*.name", Comparison.INCLUDES, ["short", "mixed"], False),
        ("inputs.*.tokens", Comparison.AT_LEAST, 1, None),
        ("driver", Comparison.PRESENT, True, False),
        ("state", Comparison.AT_LEAST, 1, False),
    ],
)
def test_it_compares(path: str, comparison: Comparison, wanted: Json, answer: bool | None) -> None:
    assert holds(Condition(path, comparison, wanted), DATA) is answer
