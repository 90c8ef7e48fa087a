"""Parts of formulas: how one side is sized, what it draws, what a kilowatt-hour costs."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.tco.listed import options_in_use
from migration_engine.tco.scenario import Scenario


def up(number: str) -> str:
    """The next whole number; a hair below, so that 12.000000000000002 devices are 12, as in the engine."""
    return f"ROUNDUP(({number})*(1-1E-12),0)"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one side; options that a scenario leaves alone do not show in them."""

    scenario: Scenario
    side: str
    used: frozenset[str]

    @classmethod
    def of(cls, scenario: Scenario, side: str) -> Terms:
        """The terms of a side, `gpu` or `ascend`."""
        return cls(scenario, side, options_in_use(scenario))

    def has(self, key: str) -> bool:
        """Whether the side uses an option."""
        return f"sides.{self.side}.{key}" in self.used

    def term(self, key: str, form: str) -> str:
        """The text with the option's name in it where the side uses the option, else nothing."""
        return form.replace("?", f"{self.side}_{key}") if self.has(key) else ""

    def own(self, key: str) -> str:
        """The side's own value of what both have."""
        return f"{self.side}_{key}" if self.has(key) else key

    def owned(self, formula: str, rented: str = "0") -> str:
        """What only owners pay; with a rent, even one that nobody knows yet, `rented` holds instead."""
        rent = f"{self.side}_rent_per_device_hour"
        return f"IF(IFERROR({rent},1)=0,{formula},{rented})" if self.has("rent_per_device_hour") else formula

    def hosted(self, formula: str) -> str:
        """What a rent covers unless it leaves power and space to us."""
        side = self.scenario.gpu if self.side == "gpu" else self.scenario.ascend
        return formula if side.rent_without_hosting else self.owned(formula)

    @property
    def share(self) -> str:
        """Which part of the demand the side carries, as a factor; empty where it is all."""
        return "*(1-gpu_kept_share)" if self.side == "ascend" and "gpu_kept_share" in self.used else ""

    @property
    def growth(self) -> str:
        """How the demand has grown, as a factor; empty where it does not."""
        return "*(1+demand_growth_annual)^({month}/12)" if "demand.growth_annual" in self.used else ""

    @property
    def grows(self) -> bool:
        """Whether the number of servers may change from month to month."""
        return bool(self.growth)

    def devices(self) -> str:
        """Devices that the peak asks for under headroom; instances come whole."""
        usable = f"(1-{self.own('headroom')})"
        rate = f"{self.side}_tokens_per_s_per_device{self.term('devices_per_instance', '*?')}"
        peak = "demand_peak_tokens_per_s"
        if "demand.requests_per_day" in self.used:
            peak, rate = (
                "demand_requests_per_day*demand_peak_hour_share/3600",
                (f"{self.side}_requests_per_s_per_instance"),
            )
        instances = up(f"{peak}{self.share}{self.growth}/({rate}*{usable})")
        if self.has("prefill_tokens_per_s_per_device") and "demand.prefill_peak_tokens_per_s" in self.used:
            reading = f"{self.side}_prefill_tokens_per_s_per_device{self.term('devices_per_instance', '*?')}"
            load = f"demand_prefill_peak_tokens_per_s{self.share}{self.growth}"
            instances = f"({instances}+{up(f'{load}/({reading}*{usable})')})"
        return f"{instances}{self.term('devices_per_instance', '*?')}"

    def servers(self) -> str:
        """Whole servers for the devices, and the spare ones of every site."""
        spare = self.own("redundancy_servers") + ("*sites" if "sites" in self.used else "")
        return f"{up(f'{{devices}}/{self.side}_devices_per_server')}+{spare}"

    def kwh(self) -> str:
        """Energy at the meter a month: by token, by load from idle to busy, or by average draw."""
        side, hours = self.side, f"{self.side}_pue*hours_per_month"
        if self.has("joules_per_token"):
            standing = self.term("it_power_kw_idle", f"+{{servers}}*?*{hours}")
            return f"({self.tokens()}*3600*{side}_joules_per_token/3600000*{hours}{standing})"
        if self.has("it_power_kw_idle") and self.has("it_power_kw_busy"):
            drawn = (
                f"({side}_it_power_kw_idle+({side}_it_power_kw_busy-{side}_it_power_kw_idle)*{self.load()})"
            )
            return f"{{servers}}*{drawn}*{hours}"
        return f"{{servers}}*{side}_it_power_kw_average*{hours}"

    def tokens(self) -> str:
        """Mean tokens a second on this side."""
        moved = ""
        if self.side == "ascend" and "dual_run_shifted_share" in self.used:
            moved = "*IF({month}<=dual_run_months,dual_run_shifted_share,1)"
        return f"demand_mean_tokens_per_s{self.growth}{self.share}{moved}"

    def load(self) -> str:
        """Mean traffic by what the devices could do, at most 1."""
        able = f"({{servers}}*{self.side}_devices_per_server*{self.side}_tokens_per_s_per_device)"
        return f"IF({able}=0,0,MIN({self.tokens()}/{able},1))"

    def tariff(self) -> str:
        """Money for a kilowatt-hour: hours weighted, less the subsidy while it lasts, with levies."""
        side, rest, dear = self.side, "1", ""
        for hours in ("peak", "valley"):
            rest += self.term(f"tariff_{hours}_share", "-?")
            if self.has(f"tariff_{hours}_share") and self.has(f"tariff_{hours}_per_kwh"):
                dear += f"+{side}_tariff_{hours}_share*{side}_tariff_{hours}_per_kwh"
        until = self.term("tariff_subsidy_until_month", "({month}<=?)*")
        subsidy = self.term("tariff_subsidy_per_kwh", f"-{until}?")
        base = f"{side}_tariff_per_kwh" + (f"*({rest})" if rest != "1" else "")
        return f"({base}{dear}{subsidy}{self.term('levy_per_kwh', '+?')})"

    def racks(self) -> str:
        """Racks that height or power fills first; empty where they are not described."""
        side = self.side
        if not all(map(self.has, ("rack_units_per_server", "rack_usable_units", "rack_kw"))):
            return ""
        high = up(f"{{servers}}*{side}_rack_units_per_server/{side}_rack_usable_units")
        drawn = f"{{servers}}*{side}_it_power_kw_nameplate{self.term('rack_derate', '*?')}/{side}_rack_kw"
        return f"MAX({high},{up(drawn)})"

    def since(self, key: str) -> str:
        """Servers that stood so many months ago, for what begins late; all of them where it does not."""
        ago = f"{self.side}_{key}"
        early = f"INDEX({{all_servers}},MAX({{month}}-{ago},0)+1)"
        return f"IF({{month}}-{ago}>=1,{early},0)" if self.has(key) else "{servers}"
