"""What was measured replaces what was estimated, only where like stands beside like."""

from __future__ import annotations

from typing import Any

import pytest

from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.measured import Measurement, measurement_in, with_measurements
from tests.engine.tco.samples import golden

FAST = "Qwen3-32B bf16, 2048+512 tokens, TTFT 2 s, TPOT 50 ms"
SLOW = "Qwen3-32B bf16, 2048+512 tokens, TTFT 5 s, TPOT 100 ms"
KEY = "tokens_per_s_per_device"


def _measured(side: str, tokens: float, slo: str = FAST, date: str = "2026-11-20") -> Measurement:
    return Measurement(side, tokens, slo, f"run-{side}-{tokens:g}", date)


def _figure(tree: dict[str, Any], side: str) -> Any:
    return tree["sides"][side][KEY]


def test_a_pair_at_one_service_level_replaces_both_estimates_and_names_its_runs() -> None:
    tree, refused = with_measurements(golden(), [_measured("gpu", 1400), _measured("ascend", 1010)])

    assert refused == ()
    for side, tokens in (("gpu", 1400), ("ascend", 1010)):
        figure = _figure(tree, side)
        assert (figure["value"], figure["origin"], figure["slo"]) == (tokens, "measurement", FAST)
        assert figure["run"] == f"run-{side}-{tokens}"
    loaded = load_scenario(tree)
    assert loaded.ascend.tokens_per_s_per_device.run == "run-ascend-1010"
    assert evaluate(loaded).servers.ascend == 4


def test_the_first_measurement_replaces_an_estimate_that_names_no_level() -> None:
    tree, _ = with_measurements(golden(), [_measured("ascend", 1010)])

    assert _figure(tree, "ascend")["value"] == 1010
    assert _figure(tree, "gpu") == 1500


def test_levels_that_differ_are_not_set_beside_each_other() -> None:
    tree, refused = with_measurements(
        golden(sides__gpu__tokens_per_s_per_device={"value": 1500, "slo": SLOW}), [_measured("ascend", 1010)]
    )

    assert _figure(tree, "ascend") == 900
    assert [one.measurement.run for one in refused] == ["run-ascend-1010"]
    assert FAST in refused[0].reason.en and FAST in refused[0].reason.zh


def test_an_older_pair_at_one_level_beats_a_newer_single_run_at_another() -> None:
    runs = [
        _measured("gpu", 1400, FAST, "2026-11-01"),
        _measured("ascend", 1010, FAST, "2026-11-02"),
        _measured("ascend", 1200, SLOW, "2026-11-20"),
    ]

    tree, refused = with_measurements(golden(), runs)

    assert (_figure(tree, "gpu")["value"], _figure(tree, "ascend")["value"]) == (1400, 1010)
    assert [one.measurement.slo for one in refused] == [SLOW]


def test_the_newest_run_of_a_level_counts() -> None:
    runs = [_measured("ascend", 900, date="2026-11-01"), _measured("ascend", 1100, date="2026-11-09")]

    tree, _ = with_measurements(golden(), runs)

    assert _figure(tree, "ascend")["value"] == 1100


def test_a_newer_measurement_that_somebody_entered_stays() -> None:
    entered = {"value": 1234, "origin": "measurement", "date": "2026-11-30"}

    tree, _ = with_measurements(
        golden(sides__ascend__tokens_per_s_per_device=entered), [_measured("ascend", 1010)]
    )

    assert _figure(tree, "ascend") == entered


def test_without_measurements_nothing_changes() -> None:
    assert with_measurements(golden(), []) == (golden(), ())


def _document(device: str = "npu", verdict: str = "succeeded", **throughput: object) -> dict[str, Any]:
    data = {"throughput": {"tokens_per_s_per_device": 1010, "slo": FAST, **throughput}}
    measured_on = {"device_kind": device, "chip": "Ascend 910B4"}
    return {
        "verdict": verdict,
        "measured_on": measured_on,
        "started_at": "2026-11-20T08:00:00+00:00",
        "data": data,
    }


@pytest.mark.parametrize(("device", "side"), [("npu", "ascend"), ("cuda", "gpu")])
def test_a_result_document_says_what_was_measured_and_where(device: str, side: str) -> None:
    found = measurement_in(_document(device, low=950, high=1080), "job-7")

    assert found is not None
    assert (found.side, found.tokens_per_s_per_device, found.run) == (side, 1010, "job-7")
    assert (found.low, found.high, found.date, found.source) == (950, 1080, "2026-11-20", "Ascend 910B4")


def test_a_rehearsal_or_a_failed_run_measures_nothing() -> None:
    assert measurement_in(_document("cpu"), "job") is None
    assert measurement_in(_document(verdict="failed"), "job") is None
    assert measurement_in(_document() | {"data": {}}, "job") is None
