"""The cost comparison once more, as a spreadsheet would go through it: months in a loop, plain numbers.

Written from the formulas of `docs/tco.md` alone, to be compared with the engine.
"""

from __future__ import annotations

from math import ceil
from typing import Any

HOURS = 730


class Sheet:
    """One scenario mapping with plain numbers at every key."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.all = scenario
        self.months = range(scenario["horizon_months"] + 1)
        self.growth = 1 + scenario["demand"].get("growth_annual", 0)
        self.kept = scenario.get("gpu_kept_share", 0)

    def difference(self) -> float:
        """NPV of migrating minus NPV of staying."""
        return self.npv(self.migrate()) - self.npv(self.stay())

    def npv(self, flow: list[float]) -> float:
        earlier = {"end": 0.0, "mid": 0.5, "begin": 1.0}[self.all.get("discounting", "end")]
        rate = 1 + self.all["wacc_annual"]
        return sum(money / rate ** (max(month - earlier, 0) / 12) for month, money in enumerate(flow))

    def stay(self) -> list[float]:
        gpu = Side(self, "gpu", 1.0)
        running = [gpu.opex(month, self.tokens(month)) for month in self.months]
        return self.after_tax(gpu, [-cost for cost in running], self.opening())

    def migrate(self) -> list[float]:
        ascend, gpu = Side(self, "ascend", 1 - self.kept), Side(self, "gpu", 1.0)
        left = Side(self, "gpu", self.kept) if self.kept else None
        flow, months_both = [], self.all["dual_run_months"]
        for month in self.months:
            both = 1 <= month <= months_both
            moved = self.all.get("dual_run_shifted_share", 1.0) if both else 1.0
            money = -ascend.opex(month, self.tokens(month) * (1 - self.kept) * moved)
            if both:
                money -= gpu.opex(month, self.tokens(month) * self.left(month))
            elif left and month:
                money -= left.opex(month, self.tokens(month) * self.kept)
            if month == 0:
                money -= self.one_off()
            flow.append(money)
        flow[months_both] -= self.rollback(gpu)
        sold = [0.0 for _ in self.months]
        if self.all["case"] == "gpus_owned":
            spare = gpu.servers(0) - (left.servers(0) if left else 0)
            sold[max(gpu.key["resale_month"], months_both)] = (
                max(spare, 0) * gpu.key["server_price"] * gpu.key["resale_share"]
            )
        flow = self.after_tax(ascend, flow, opening=True, gain=sold)
        return self.after_tax(left, flow, self.opening(), tax_flow=False) if left else flow

    def opening(self) -> bool:
        return self.all["case"] == "replacement_due"

    def tokens(self, month: int) -> float:
        return float(self.all["demand"]["mean_tokens_per_s"] * self.growth ** (month / 12))

    def left(self, month: int) -> float:
        """The share of the traffic that is still on the GPUs: all that Ascend doesn't carry."""
        if "dual_run_shifted_share" not in self.all:
            return 1.0
        moved = self.all["dual_run_shifted_share"] if month <= self.all["dual_run_months"] else 1.0
        return float(1 - (1 - self.kept) * moved)

    def work(self) -> float:
        one = self.all["migration"]
        return float(one["person_days"]["likely"] * one["day_rate"] * (1 + one["contingency"]))

    def one_off(self) -> float:
        one = self.all["migration"]
        extra = ("training", "other_one_off", "external_support", "test_hardware", "contract_exit")
        data = one.get("data_gb", 0) * one.get("data_per_gb", 0)
        return self.work() + data + sum(float(one.get(key, 0)) for key in extra)

    def rollback(self, gpu: Side) -> float:
        lost = self.work() + self.all.get("rollback_extra_months", 0) * gpu.opex(
            1, self.tokens(1) * self.left(1)
        )
        return float(self.all.get("rollback_probability", 0) * lost)

    def after_tax(
        self,
        side: Side,
        flow: list[float],
        opening: bool,
        gain: list[float] | None = None,
        tax_flow: bool = True,
    ) -> list[float]:
        """Adds purchases, what is left at the end, and the tax on everything."""
        tax, gain = self.all.get("tax_rate", 0), gain or [0.0 for _ in flow]
        spent, written, left = side.capital(opening)
        book = sum(spent) - sum(written)
        done = []
        for month, money in enumerate(flow):
            last = month == self.months[-1]
            profit = (money if tax_flow else 0.0) - written[month] + gain[month]
            profit += left - book if last else 0.0
            done.append(money - spent[month] + gain[month] + (left if last else 0.0) - tax * profit)
        return done


class Side:
    """One fleet: a side of the scenario that carries a share of the demand."""

    def __init__(self, sheet: Sheet, name: str, share: float) -> None:
        self.sheet, self.key, self.share = sheet, sheet.all["sides"][name], share

    def own(self, key: str) -> float:
        return float(self.key.get(key, self.sheet.all[key]))

    def servers(self, month: int) -> int:
        return max(self._needed(one) for one in range(month + 1))

    def _needed(self, month: int) -> int:
        demand, growing = self.sheet.all["demand"], self.share * self.sheet.growth ** (month / 12)
        per_instance, usable = self.key.get("devices_per_instance", 1), 1 - self.own("headroom")
        rate = self.key["tokens_per_s_per_device"] * per_instance * usable
        instances = ceil(growing * demand["peak_tokens_per_s"] / rate * (1 - 1e-12))
        if "prefill_tokens_per_s_per_device" in self.key:
            rate = self.key["prefill_tokens_per_s_per_device"] * per_instance * usable
            load = growing * demand.get("prefill_peak_tokens_per_s", 0)
            instances += ceil(load / rate * (1 - 1e-12))
        devices = instances * per_instance
        spare = self.own("redundancy_servers") * self.sheet.all.get("sites", 1)
        return ceil(devices / self.key["devices_per_server"] * (1 - 1e-12)) + int(spare)

    def opex(self, month: int, tokens: float) -> float:
        """Everything that this fleet costs in a month."""
        if month == 0:
            return 0.0
        key, servers, rent = self.key, self.servers(month), self.key.get("rent_per_device_hour", 0)
        hosted = rent and not key.get("rent_without_hosting")
        kwh = self._kwh(servers, tokens)
        energy = kwh * self._tariff(month) + self._contract(servers)
        factor = key.get("grid_factor_kg_per_kwh", self.sheet.all.get("grid_factor_kg_per_kwh", 0))
        return float(
            (0.0 if key.get("rack_includes_power") or hosted else energy)
            + (0.0 if hosted else servers * key["it_power_kw_nameplate"] * key["rack_per_kw_month"])
            + key.get("network_per_month", 0)
            + (0.0 if rent else self._support(month) + self._spares(servers))
            + key["licence_annual"] * self._licences(month) / 12
            + self._staff(month, servers)
            + rent * servers * key["devices_per_server"] * HOURS
            + kwh * factor / 1000 * self.sheet.all.get("carbon_price_per_t", 0)
        )

    def _kwh(self, servers: int, tokens: float) -> float:
        key = self.key
        if "joules_per_token" in key:
            idle = servers * key.get("it_power_kw_idle", 0) * HOURS
            return float((tokens * 3600 * HOURS * key["joules_per_token"] / 3.6e6 + idle) * key["pue"])
        draw = key["it_power_kw_average"]
        if "it_power_kw_idle" in key:
            able = servers * key["devices_per_server"] * key["tokens_per_s_per_device"]
            used = min(tokens / able, 1) if able else 0
            draw = key["it_power_kw_idle"] + (key["it_power_kw_busy"] - key["it_power_kw_idle"]) * used
        return float(servers * draw * key["pue"] * HOURS)

    def _tariff(self, month: int) -> float:
        key = self.key
        on_peak, in_valley = key.get("tariff_peak_share", 0), key.get("tariff_valley_share", 0)
        price = (1 - on_peak - in_valley) * key["tariff_per_kwh"] + key.get("levy_per_kwh", 0)
        price += on_peak * key.get("tariff_peak_per_kwh", 0) + in_valley * key.get("tariff_valley_per_kwh", 0)
        if month <= key.get("tariff_subsidy_until_month", 120):
            price -= key.get("tariff_subsidy_per_kwh", 0)
        return float(price)

    def _contract(self, servers: int) -> float:
        drawn = servers * self.key["it_power_kw_nameplate"] * self.key["pue"]
        charged = max(drawn, self.key.get("contract_kw", 0))
        return float(self.key.get("demand_charge_per_kw_month", 0) * charged)

    def _aged(self, month: int, key: str) -> int:
        """Servers that have stood longer than so many months."""
        months = self.key.get(key, 0)
        return self.servers(month - months) if month - months >= 1 else 0

    def _support(self, month: int) -> float:
        a_year = self.key["support_annual_share"] * self.key["server_price"]
        return float(a_year * self._aged(month, "warranty_months") / 12)

    def _spares(self, servers: int) -> float:
        failing = self.key.get("failure_rate_annual", 0) * self.key.get("spares_uncovered_share", 1)
        return float(failing * servers * self.key["server_price"] / 12)

    def _licences(self, month: int) -> int:
        paying = self._aged(month, "licence_bundled_months")
        unit = self.key["licence_unit"]
        if unit == "site":
            return min(paying, 1)
        each = {"server": 1, "device": self.key["devices_per_server"]}
        each["die"] = each["device"] * self.key.get("dies_per_device", 1)
        return int(paying * each[unit])

    def _staff(self, month: int, servers: int) -> float:
        key = self.key
        posts = servers / key["servers_per_fte"] if "servers_per_fte" in key else key["fte"] * self.share
        posts = max(posts, key.get("fte_floor", 0) * self.share) * key.get("staff_share", 1)
        if month <= key.get("staff_uplift_months", 0):
            posts *= 1 + key.get("staff_uplift_share", 0)
        both = self.sheet.all.get("gpu_kept_staff_uplift_share", 0) if self.share < 1 else 0
        posts *= 1 + both
        return float(posts * key["fte_annual_cost"] * key.get("staff_loading", 1) / 12)

    def capital(self, opening: bool) -> tuple[list[float], list[float], float]:
        """Money spent and written down by month, and what is left at the end."""
        months, key, lead = self.sheet.months, self.key, self.key.get("lead_time_months", 0)
        last, kind = months[-1], self.sheet.all.get("terminal_value", "resale")
        share = 0.0 if kind == "zero" else key["residual_share"]
        life = self.sheet.all.get("depreciation_months", last)
        ordered = [self.servers(min(month + lead, last)) for month in months]
        spent, written, left = [0.0 for _ in months], [0.0 for _ in months], 0.0
        for month in months:
            bought = ordered[month] - (ordered[month - 1] if month else 0)
            price = key["server_price"]
            if month:
                price *= (1 - key.get("price_decline_annual", 0)) ** (month / 12)
                price *= 1 + key.get("price_escalation_share", 0)
            if month == 0 and not opening:
                bought -= self.servers(0)
            if key.get("rent_per_device_hour"):
                bought = 0
            spent[month] = bought * price
            kept = share if month == 0 or kind != "resale" else 0.0
            for later in range(month + 1, min(month + life, last) + 1):
                written[later] += spent[month] * (1 - kept) / life
            left += spent[month] * kept
        return spent, written, sum(spent) - sum(written) if kind == "book" else left
