"""Every input has a name and a unit in both languages."""

from __future__ import annotations

from migration_engine.tco import load_scenario
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import LABELS, label_of, side_of
from tests.engine.tco.samples import golden


def test_every_number_of_a_scenario_has_a_label() -> None:
    assert set(BY_PATH) <= set(LABELS)
    assert {path for path, _ in load_scenario(golden()).figures()} <= set(LABELS)


def test_a_label_is_said_in_both_languages() -> None:
    for label in LABELS.values():
        assert label.name.en
        assert label.name.zh != label.name.en
        assert bool(label.unit.en) == bool(label.unit.zh)


def test_both_sides_call_their_inputs_the_same() -> None:
    assert label_of("sides.gpu.pue") == label_of("sides.ascend.pue")
    assert side_of("sides.gpu.pue").zh == "继续使用 GPU"  # type: ignore[union-attr]
    assert side_of("headroom") is None
