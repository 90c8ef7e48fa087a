"""Which numbers make sense for each key of a scenario, and how to say so when one does not."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Bounds:
    """The closed interval a value must lie in; `below` is an open upper end."""

    least: float = 0.0
    most: float = inf
    below: float = inf
    whole: bool = False
    positive: bool = False

    def objection(self, value: float) -> str:
        """Why the value is refused, or an empty string."""
        if self.whole and value != int(value):
            return f"{value:g} is not a whole number"
        if self.positive and value <= 0:
            return f"{value:g} must be greater than 0"
        if value < self.least:
            return f"{value:g} is below {self.least:g}"
        if value > self.most or value >= self.below:
            return self._too_much(value)
        return ""

    def _too_much(self, value: float) -> str:
        if min(self.most, self.below) == 1:
            return f"{value:g} would mean {value * 100:g} %: write a share such as 0.1 for 10 %"
        return f"{value:g} is above {min(self.most, self.below):g}"


# The longest horizon and the largest amounts keep every power and sum far from overflow.
AMOUNT = Bounds(most=1e15)
RATE = Bounds(positive=True, most=1e12)
SHARE = Bounds(most=1)
COUNT = Bounds(whole=True, most=10_000)

HORIZON = Bounds(least=1, most=120, whole=True)
DUAL_RUN = Bounds(most=120, whole=True)

SCENARIO = {
    "wacc_annual": SHARE,
    "headroom": Bounds(below=1),
    "redundancy_servers": COUNT,
    "grid_factor_kg_per_kwh": Bounds(most=10),
}
DEMAND = {
    "peak_tokens_per_s": Bounds(most=1e12),
    "mean_tokens_per_s": Bounds(most=1e12),
    "growth_annual": Bounds(most=0),
}
PERSON_DAYS = {"low": AMOUNT, "likely": AMOUNT, "high": AMOUNT}
MIGRATION = {
    "day_rate": AMOUNT,
    "training": AMOUNT,
    "other_one_off": AMOUNT,
    "contingency": Bounds(most=5),
}
SIDE = {
    "tokens_per_s_per_device": RATE,
    "devices_per_server": Bounds(least=1, most=10_000, whole=True),
    "server_price": AMOUNT,
    "residual_share": SHARE,
    "resale_share": SHARE,
    "resale_month": Bounds(most=120, whole=True),
    "it_power_kw_average": Bounds(most=10_000),
    "it_power_kw_nameplate": Bounds(most=10_000),
    "pue": Bounds(least=1, most=10),
    "tariff_per_kwh": AMOUNT,
    "rack_per_kw_month": AMOUNT,
    "support_annual_share": SHARE,
    "licence_annual": AMOUNT,
    "fte": Bounds(most=10_000),
    "fte_annual_cost": AMOUNT,
}
