"""Throughput that a validation run measured takes the place of what somebody estimated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from migration_engine.protocol.result import DeviceKind, Verdict
from migration_engine.tco.placeholders import put
from migration_engine.text import Text

_KEY = "tokens_per_s_per_device"
_MEASURED = "measurement"
_SIDES = {DeviceKind.CUDA: "gpu", DeviceKind.NPU: "ascend"}
KIND = "serving"
"""The job kind that measures throughput."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Tokens a second of one device at a service level, with the run that measured it.

    `side` is gpu or ascend. `slo` names model, precision, lengths and latency in one fixed wording: two
    measurements are comparable when their `slo` is the same text.
    """

    side: str
    tokens_per_s_per_device: float
    slo: str
    run: str
    date: str
    source: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A measurement that was not taken over, and why."""

    measurement: Measurement
    reason: Text


def measurement_in(document: Mapping[str, Any], run: str) -> Measurement | None:
    """What the result document of a serving run says for the comparison; None where it says nothing.

    Its data holds `throughput: {tokens_per_s_per_device, slo}`, with `low` and `high` where it was repeated.
    Only a run that succeeded on a GPU or an NPU counts: a rehearsal on a processor measures neither.
    """
    side = _SIDES.get(document["measured_on"]["device_kind"])
    found = document["data"].get("throughput")
    if side is None or document["verdict"] != Verdict.SUCCEEDED or not isinstance(found, Mapping):
        return None
    chip = document["measured_on"]["chip"]
    return Measurement(
        side=side,
        tokens_per_s_per_device=float(found["tokens_per_s_per_device"]),
        slo=str(found["slo"]),
        run=run,
        date=str(document["started_at"])[:10],
        source=chip,
        low=found.get("low"),
        high=found.get("high"),
    )


def with_measurements(
    inputs: Mapping[str, Any], measurements: Iterable[Measurement]
) -> tuple[dict[str, Any], tuple[Refused, ...]]:
    """The inputs of a scenario with the newest measured throughput that may stand beside the other side's.

    Where both sides were measured, the newest pair at one service level is taken. Where only one was, it is
    taken unless the other side's figure holds at another level. A measurement that somebody entered stays as
    long as it is newer.
    """
    tree, found = deepcopy(dict(inputs)), sorted(measurements, key=lambda one: one.date, reverse=True)
    chosen = _pair(found) or _single(tree, found)
    for one in chosen:
        if not _is_newer(_figure_of(tree, one.side), one):
            put(tree, f"sides.{one.side}.{_KEY}", _figure(one))
    levels = {one.slo for one in chosen}
    refused = [Refused(one, _reason(one)) for one in _newest_by_side(found) if one.slo not in levels]
    return tree, tuple(refused)


def _pair(found: list[Measurement]) -> list[Measurement]:
    """The newest measurement of each side at the level that was measured last on both."""
    for level in dict.fromkeys(one.slo for one in found):
        newest = _newest_by_side([one for one in found if one.slo == level])
        if len(newest) == 2:
            return newest
    return []


def _single(tree: Mapping[str, Any], found: list[Measurement]) -> list[Measurement]:
    for one in _newest_by_side(found):
        other = _figure_of(tree, "ascend" if one.side == "gpu" else "gpu")
        if other.get("slo", "") in ("", one.slo):
            return [one]
    return []


def _newest_by_side(found: list[Measurement]) -> list[Measurement]:
    newest: dict[str, Measurement] = {}
    for one in found:
        newest.setdefault(one.side, one)
    return list(newest.values())


def _figure_of(tree: Mapping[str, Any], side: str) -> Mapping[str, Any]:
    figure = tree["sides"][side].get(_KEY)
    return figure if isinstance(figure, Mapping) else {}


def _is_newer(figure: Mapping[str, Any], one: Measurement) -> bool:
    return figure.get("origin") == _MEASURED and figure.get("date", "") > one.date


def _figure(one: Measurement) -> dict[str, Any]:
    figure = {
        "value": one.tokens_per_s_per_device,
        "low": one.low,
        "high": one.high,
        "origin": _MEASURED,
        "source": one.source,
        "date": one.date,
        "run": one.run,
        "slo": one.slo,
    }
    return {key: value for key, value in figure.items() if value not in (None, "")}


def _reason(one: Measurement) -> Text:
    return Text(
        f"measured at another service level ({one.slo}); measure both sides at the same one",
        f"在不同的服务水平下测得（{one.slo}）；请在相同服务水平下测量双方",
    )
