"""The order in which components move."""

from __future__ import annotations

from migration_engine.effort import estimate
from migration_engine.model import Layer, ScanReport
from migration_engine.planning import Wave, WaveKind, waves
from tests.engine.effort.reports import finding, report

LAYERS = {
    "device": Layer.COMPUTE,
    "ops": Layer.COMPUTE,
    "runtime": Layer.RUNTIME,
    "cache": Layer.RUNTIME,
    "serving": Layer.SERVING,
    "agent": Layer.ORCHESTRATION,
    "pages": Layer.BUSINESS,
}
FINDINGS = [
    finding("call", "device/main.py"),
    finding("rename", "ops/main.py"),
    finding("kernel", "runtime/main.py"),
    finding("backend", "cache/main.py"),
    finding("call", "serving/main.py"),
    finding("client", "agent/main.py"),
]
EDGES = [
    ("pages", "agent"),
    ("agent", "serving"),
    ("serving", "runtime"),
    ("runtime", "cache"),
    ("cache", "runtime"),
    ("runtime", "device"),
]


def _waves(report_: ScanReport) -> tuple[Wave, ...]:
    return waves(report_, estimate(report_))


def _names(wave: Wave) -> list[str]:
    return [item.component for item in wave.items]


def _sample() -> tuple[Wave, ...]:
    return _waves(report(LAYERS, FINDINGS, EDGES))


def test_it_starts_with_a_small_pilot_that_nothing_waits_for() -> None:
    first = _sample()[0]

    assert (first.number, first.kind, _names(first)) == (1, WaveKind.PILOT, ["ops"])


def test_lower_layers_move_before_those_that_stand_on_them() -> None:
    moves = [_names(wave) for wave in _sample() if wave.kind is WaveKind.MOVE]

    assert moves == [["device"], ["cache", "runtime"], ["serving"]]


def test_a_circle_moves_together_and_says_so() -> None:
    wave = next(wave for wave in _sample() if "runtime" in _names(wave))

    assert len({item.together for item in wave.items} - {""}) == 1
    assert "cache, runtime depend on each other" in wave.items[0].reason.en


def test_a_low_component_waits_for_a_high_one_that_it_stands_on() -> None:
    layers = {"device": Layer.COMPUTE, "settings": Layer.BUSINESS}
    found = [finding("call", "device/main.py"), finding("call", "settings/main.py")]

    (wave,) = _waves(report(layers, found, [("device", "settings")]))

    assert _names(wave) == ["settings", "device"]
    assert wave.title.en == "Business interaction"


def test_weak_components_are_re_pointed_after_the_strong_and_the_rest_is_listed() -> None:
    last = _sample()[-2:]

    assert [(wave.kind, _names(wave)) for wave in last] == [
        (WaveKind.REPOINT, ["agent"]),
        (WaveKind.UNAFFECTED, ["pages"]),
    ]
    assert last[1].days.high == 0


def test_two_components_need_no_pilot() -> None:
    found = [finding("call", "device/main.py"), finding("call", "ops/main.py")]

    kinds = {wave.kind for wave in _waves(report(LAYERS, found))}

    assert WaveKind.PILOT not in kinds


def test_every_component_is_in_exactly_one_wave_and_efforts_add_up() -> None:
    sample = report(LAYERS, FINDINGS, EDGES)
    result = estimate(sample)
    found = waves(sample, result)

    assert sorted(name for wave in found for name in _names(wave)) == sorted(LAYERS)
    assert round(sum(wave.days.likely for wave in found), 2) == result.total.likely


def test_the_same_report_gives_the_same_waves_in_whatever_order_it_lists() -> None:
    turned = report(LAYERS, reversed(FINDINGS), reversed(EDGES))

    assert _waves(turned) == _sample()


def test_a_report_without_components_has_no_waves() -> None:
    assert _waves(report({})) == ()
