"""What no single figure of a scenario can know: whether the figures agree with each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.draws import correlation_matrix
from migration_engine.tco.figure import Figure
from migration_engine.tco.range_limits import check_ranges
from migration_engine.tco.refusals import Refusal, contradiction, required
from migration_engine.tco.scenario import Case, Correlation, Demand, Scenario, Side
from migration_engine.text import Text

_NOISE = 1e-9


def check_together(scenario: Scenario) -> None:
    """Raises ScenarioInvalid with the place of the figure that contradicts the others."""
    _check_demand(scenario.demand)
    _check_months(scenario)
    check_ranges(scenario)
    _check_rent(scenario)
    days = scenario.migration.person_days
    if days.low.number > days.likely.number or days.likely.number > days.high.number:
        raise contradiction(
            Text("expected low <= likely <= high", "须满足 低 ≤ 可能 ≤ 高"),
            "migration.person_days",
            "migration.person_days.low",
            "migration.person_days.high",
        )
    _check_correlations(scenario)
    _check_rates(scenario)
    _check_quotes(scenario)
    for name, side in (("gpu", scenario.gpu), ("ascend", scenario.ascend)):
        _check_side(side, f"sides.{name}", scenario.demand)


def _check_quotes(scenario: Scenario) -> None:
    known = {"", scenario.currency, *(rate.name for rate in scenario.simulation.exchange_rates)}
    for path, figure in scenario.figures():
        if figure.currency not in known and figure.value is not None and figure.fx_rate is None:
            raise ScenarioInvalid(
                Text(
                    f"the source states {figure.currency}: say at which rate the value became "
                    f"{scenario.currency}",
                    f"来源以 {figure.currency} 报价：请填写折算为 {scenario.currency} 所用的汇率",
                ),
                place=f"{path}.fx_rate",
                fault=Refusal.REQUIRED,
                against=("currency",),
            )


def _check_demand(demand: Demand) -> None:
    if demand.mean_tokens_per_s.number > demand.peak_tokens_per_s.number:
        raise contradiction(
            Text("the mean is above the peak", "均值高于峰值"),
            "demand.mean_tokens_per_s",
            "demand.peak_tokens_per_s",
        )
    _both("demand", requests_per_day=demand.requests_per_day, peak_hour_share=demand.peak_hour_share)
    _both(
        "demand",
        input_tokens_per_request=demand.input_tokens_per_request,
        output_tokens_per_request=demand.output_tokens_per_request,
    )


def _check_months(scenario: Scenario) -> None:
    if scenario.dual_run_months.number > scenario.horizon_months:
        raise contradiction(
            Text("runs longer than the horizon", "双轨运行时间超过测算期"),
            "dual_run_months",
            "horizon_months",
        )
    if scenario.case is Case.GPUS_OWNED and scenario.gpu.resale_month.number > scenario.horizon_months:
        raise contradiction(
            Text("lies after the horizon", "晚于测算期"), "sides.gpu.resale_month", "horizon_months"
        )


def _check_rent(scenario: Scenario) -> None:
    for name, rent in (
        ("gpu", scenario.gpu.rent_per_device_hour),
        ("ascend", scenario.ascend.rent_per_device_hour),
    ):
        if rent.value == 0 and rent.highest > 0:
            raise contradiction(
                Text(
                    "0 means that this side buys, so it takes no range: enter a rent",
                    "0 表示本方案为购置，不接受区间：请填写租金",
                ),
                f"sides.{name}.rent_per_device_hour",
            )
    if scenario.case is Case.GPUS_OWNED and scenario.gpu.is_rented:
        raise contradiction(
            Text("the GPUs are owned: nobody rents what is paid for", "GPU 为自有：已购置的设备不存在租金"),
            "sides.gpu.rent_per_device_hour",
            "case",
        )


def _check_side(side: Side, path: str, demand: Demand) -> None:
    if side.tariff_peak_share.number + side.tariff_valley_share.number > 1 + _NOISE:
        raise contradiction(
            Text("peak and valley hours are more than all", "峰谷时段占比之和超过 1"),
            f"{path}.tariff_valley_share",
            f"{path}.tariff_peak_share",
        )
    idle, busy = side.it_power_kw_idle, side.it_power_kw_busy
    _both(path, it_power_kw_idle=idle, it_power_kw_busy=busy)
    if idle and busy and idle.number > busy.number:
        raise contradiction(
            Text("is above the power under load", "高于负载功率"),
            f"{path}.it_power_kw_idle",
            f"{path}.it_power_kw_busy",
        )
    _both(
        path,
        rack_units_per_server=side.rack_units_per_server,
        rack_usable_units=side.rack_usable_units,
        rack_kw=side.rack_kw,
    )
    _needed(side, path, demand)


def _needed(side: Side, path: str, demand: Demand) -> None:
    """Figures without which others that are set would be silently ignored."""
    wanted = {
        "tariff_peak_per_kwh": (f"{path}.tariff_peak_share", side.tariff_peak_share.value != 0),
        "tariff_valley_per_kwh": (f"{path}.tariff_valley_share", side.tariff_valley_share.value != 0),
        "rack_kw": (f"{path}.rack_per_rack_month", side.rack_per_rack_month.value != 0),
        "requests_per_s_per_instance": ("demand.requests_per_day", demand.requests_per_day is not None),
        "prefill_tokens_per_s_per_device": (
            "demand.prefill_peak_tokens_per_s",
            demand.prefill_peak_tokens_per_s.value != 0,
        ),
    }
    for key, (by, is_wanted) in wanted.items():
        if is_wanted and getattr(side, key) is None:
            raise required(f"{path}.{key}", by)


def _both(path: str, **together: Figure | None) -> None:
    """Keys that only make sense together."""
    absent = [key for key, figure in together.items() if figure is None]
    if absent and len(absent) < len(together):
        raise required(f"{path}.{absent[0]}", *(f"{path}.{key}" for key in together if key not in absent))


def _check_pairs(correlations: Sequence[Correlation]) -> None:
    seen: set[frozenset[str]] = set()
    for place, one in enumerate(correlations):
        pair = frozenset((one.first, one.second))
        if len(pair) == 1 or pair in seen:
            raise ScenarioInvalid(
                Text(
                    "names an input twice: keep one entry for two different ones",
                    "重复：两个不同的输入只保留一条",
                ),
                place=f"simulation.correlations.{place}",
                fault=Refusal.CONTRADICTS,
            )
        seen.add(pair)


def _check_rates(scenario: Scenario) -> None:
    used = {figure.currency for _, figure in scenario.figures()}
    for rate in scenario.simulation.exchange_rates:
        if rate.name not in used:
            raise ScenarioInvalid(
                Text(
                    f"no figure is in {rate.name}: say so with `currency` beside its value",
                    f"没有以 {rate.name} 计价的数值：请在数值旁以 currency 注明",
                ),
                place=rate.path,
                fault=Refusal.REQUIRED,
            )


def _check_correlations(scenario: Scenario) -> None:
    _check_pairs(scenario.simulation.correlations)
    paths, matrix = correlation_matrix(scenario.simulation.together)
    if np.linalg.eigvalsh(matrix).min(initial=1.0) < -_NOISE:
        raise contradiction(
            Text(
                "contradict each other: two inputs that both follow a third one also follow each other",
                "相互矛盾：同时跟随第三个输入的两项，彼此之间也须相关",
            ),
            "simulation.correlations",
            *paths,
        )
