"""Whether the ends of ranges agree with each other: an analysis would otherwise try what cannot be."""

from __future__ import annotations

from migration_engine.tco.refusals import contradiction
from migration_engine.tco.scenario import Case, Scenario, Side
from migration_engine.text import Text

_NOISE = 1e-9


def check_ranges(scenario: Scenario) -> None:
    """Raises ScenarioInvalid with the place of the end that goes too far."""
    demand, horizon = scenario.demand, scenario.horizon_months
    if demand.mean_tokens_per_s.highest > demand.peak_tokens_per_s.lowest:
        raise contradiction(
            Text(
                "the high end is above the low end of the peak: narrow one of the two ranges",
                "高值超过峰值的低值：请缩小其中一个区间",
            ),
            "demand.mean_tokens_per_s.high",
            "demand.peak_tokens_per_s",
        )
    months = {"dual_run_months": scenario.dual_run_months}
    if scenario.case is Case.GPUS_OWNED:
        months["sides.gpu.resale_month"] = scenario.gpu.resale_month
    for path, figure in months.items():
        if figure.highest > horizon:
            raise contradiction(
                Text(
                    f"the high end lies after the horizon: enter at most {horizon}",
                    f"高值晚于测算期：请填写不超过 {horizon} 的数值",
                ),
                f"{path}.high",
                "horizon_months",
            )
    _check_hours(scenario.gpu, "sides.gpu")
    _check_hours(scenario.ascend, "sides.ascend")


def _check_hours(side: Side, path: str) -> None:
    if side.tariff_peak_share.highest + side.tariff_valley_share.highest > 1 + _NOISE:
        raise contradiction(
            Text(
                "the high ends of peak and valley hours are more than all: narrow one of the two ranges",
                "峰谷时段占比的高值之和超过 1：请缩小其中一个区间",
            ),
            f"{path}.tariff_valley_share.high",
            f"{path}.tariff_peak_share",
        )
