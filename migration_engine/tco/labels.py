"""What people call each input of a scenario, and its unit, in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.text import Text

PERCENT = "%"


@dataclass(frozen=True, slots=True)
class Label:
    """A name, and a unit in which `{currency}` stands for the scenario's; shares are shown in per cent."""

    name: Text
    unit: Text = Text("", "")

    @property
    def is_share(self) -> bool:
        """Whether people write the number in per cent."""
        return self.unit.en == PERCENT


SIDES = {
    "gpu": Text("Stay on GPU", "继续使用 GPU"),
    "ascend": Text("Migrate to Ascend", "迁移到昇腾"),
}

_UNITS = {
    "": Text("", ""),
    PERCENT: Text(PERCENT, PERCENT),
    "money": Text("{currency}", "{currency}"),
    "months": Text("months", "个月"),
    "month": Text("month", "月份"),
    "days": Text("person-days", "人天"),
    "tokens/s": Text("tokens/s", "词元/秒"),
    "tokens": Text("tokens", "词元"),
    "servers": Text("servers", "台"),
    "posts": Text("full-time posts", "全职岗位"),
    "kW": Text("kW", "kW"),
    "per kWh": Text("{currency}/kWh", "{currency}/kWh"),
    "per kW": Text("{currency} per kW and month", "{currency}/kW·月"),
    "per rack": Text("{currency} per rack and month", "{currency}/机柜·月"),
    "per month": Text("{currency} a month", "{currency}/月"),
    "per tonne": Text("{currency} per tonne", "{currency}/吨"),
    "kg/kWh": Text("kg CO₂/kWh", "kg CO₂/kWh"),
    "GB": Text("GB", "GB"),
    "U": Text("U", "U"),
    "per day": Text("requests a day", "次/天"),
    "per s": Text("requests/s", "次/秒"),
    "J": Text("J per token", "焦耳/词元"),
    "per hour": Text("{currency} an hour", "{currency}/小时"),
    "per GB": Text("{currency}/GB", "{currency}/GB"),
}

_SCENARIO = {
    "case": ("Starting point", "起点", ""),
    "currency": ("Currency of all amounts", "金额币种", ""),
    "horizon_months": ("Horizon", "测算期", "months"),
    "wacc_annual": ("Cost of capital a year", "年资金成本", PERCENT),
    "discounting": ("Money moves in a month's", "月内现金流时点", ""),
    "terminal_value": ("Value at the horizon is", "期末价值口径", ""),
    "dual_run_months": ("Months in which both environments run", "双环境并行月数", "months"),
    "headroom": ("Headroom kept free at the peak", "峰值时预留余量", PERCENT),
    "redundancy_servers": ("Spare servers", "冗余服务器", "servers"),
    "grid_factor_kg_per_kwh": ("Emission factor of the grid", "电网排放因子", "kg/kWh"),
    "grid_factor_market_kg_per_kwh": ("Emission factor, market-based", "市场法排放因子", "kg/kWh"),
    "sites": ("Sites", "站点数", ""),
    "gpu_kept_share": ("Share of the demand kept on GPUs", "保留在 GPU 上的需求占比", PERCENT),
    "gpu_kept_staff_uplift_share": (
        "More staff while one team runs both platforms", "同一团队运维两种平台的人力增幅", PERCENT,
    ),
    "tax_rate": ("Tax rate", "税率", PERCENT),
    "depreciation_months": ("Depreciation", "折旧期", "months"),
    "carbon_price_per_t": ("Carbon price", "碳价", "per tonne"),
    "dual_run_shifted_share": ("Traffic moved during the dual run", "并行期内已迁移流量占比", PERCENT),
    "rollback_probability": ("Probability of a rollback", "回退概率", PERCENT),
    "rollback_extra_months": ("Extra dual run after a rollback", "回退后追加的并行月数", "months"),
}  # fmt: skip
_DEMAND = {
    "peak_tokens_per_s": ("Peak demand", "峰值需求", "tokens/s"),
    "mean_tokens_per_s": ("Mean demand", "平均需求", "tokens/s"),
    "growth_annual": ("Growth of demand a year", "需求年增长率", PERCENT),
    "requests_per_day": ("Requests a day", "每日请求数", "per day"),
    "peak_hour_share": ("Share of the day in the peak hour", "高峰小时占全天比例", PERCENT),
    "prefill_peak_tokens_per_s": ("Peak demand of prefill", "预填充峰值需求", "tokens/s"),
    "input_tokens_per_request": ("Input tokens of a request", "每次请求输入词元", "tokens"),
    "output_tokens_per_request": ("Output tokens of a request", "每次请求输出词元", "tokens"),
    "output_token_weight": (
        "Cost of an output token against an input token",
        "输出词元相对输入词元的成本权重",
        "",
    ),
}
_MIGRATION = {
    "person_days.low": ("Work, low", "工作量（低）", "days"),
    "person_days.likely": ("Work, likely", "工作量（最可能）", "days"),
    "person_days.high": ("Work, high", "工作量（高）", "days"),
    "day_rate": ("Cost of a person-day", "人天单价", "money"),
    "training": ("Training", "培训", "money"),
    "other_one_off": ("Other one-off cost", "其他一次性成本", "money"),
    "contingency": ("Contingency on the work", "工作量风险预留", PERCENT),
    "external_support": ("External support", "外部支持", "money"),
    "test_hardware": ("Test hardware", "测试硬件", "money"),
    "data_gb": ("Data to copy", "需同步的数据量", "GB"),
    "data_per_gb": ("Cost of copying data", "数据同步单价", "per GB"),
    "contract_exit": ("Leaving contracts early", "提前解约费用", "money"),
}
_SIDE = {
    "tokens_per_s_per_device": (
        "Throughput of one device at the service level", "单卡吞吐（满足服务指标时）", "tokens/s",
    ),
    "devices_per_server": ("Devices in a server", "每台服务器的卡数", ""),
    "server_price": ("Price of a server", "服务器单价", "money"),
    "residual_share": ("Value left at the horizon, of the price", "期末残值（占价格）", PERCENT),
    "resale_share": ("Resale value of owned GPUs, of the price", "自有 GPU 转售价值（占价格）", PERCENT),
    "resale_month": ("Month of the resale, at the earliest", "最早转售月份", "month"),
    "it_power_kw_average": ("Average power of a server", "服务器平均功率", "kW"),
    "it_power_kw_nameplate": ("Nameplate power of a server", "服务器额定功率", "kW"),
    "pue": ("PUE of the data centre", "数据中心 PUE", ""),
    "tariff_per_kwh": ("Electricity tariff", "电价", "per kWh"),
    "rack_per_kw_month": ("Rack space", "机柜空间", "per kW"),
    "support_annual_share": ("Hardware support a year, of the list price", "硬件维保年费（占标价）", PERCENT),
    "licence_annual": ("Software licence, per unit and year", "软件许可年费（每单位）", "money"),
    "licence_unit": ("A licence is counted per", "许可计费单位", ""),
    "fte": ("Operations staff", "运维人力", "posts"),
    "fte_annual_cost": ("Cost of one post a year", "单个岗位年成本", "money"),
    "rack_includes_power": ("The rack rate includes power", "机柜费已含电费", ""),
    "rent_without_hosting": ("The rent leaves power and space to us", "租金不含电力与机房", ""),
    "headroom": ("Headroom of this side", "本方案预留余量", PERCENT),
    "redundancy_servers": ("Spare servers of this side", "本方案冗余服务器", "servers"),
    "devices_per_instance": ("Devices of a model instance", "每个模型实例的卡数", ""),
    "requests_per_s_per_instance": ("Requests of a model instance", "单实例请求吞吐", "per s"),
    "prefill_tokens_per_s_per_device": ("Prefill throughput of one device", "单卡预填充吞吐", "tokens/s"),
    "dies_per_device": ("Dies in a device", "每卡裸片数", ""),
    "price_decline_annual": ("Fall of the price a year", "价格年降幅", PERCENT),
    "price_escalation_share": ("Surcharge on later purchases", "后续采购加价", PERCENT),
    "lead_time_months": ("Months between order and use", "采购提前期", "months"),
    "it_power_kw_idle": ("Power of an idle server", "服务器空闲功率", "kW"),
    "it_power_kw_busy": ("Power of a busy server", "服务器满载功率", "kW"),
    "joules_per_token": ("Energy of a token", "每词元能耗", "J"),
    "tariff_peak_per_kwh": ("Tariff in peak hours", "尖峰电价", "per kWh"),
    "tariff_peak_share": ("Share of energy in peak hours", "尖峰电量占比", PERCENT),
    "tariff_valley_per_kwh": ("Tariff in valley hours", "低谷电价", "per kWh"),
    "tariff_valley_share": ("Share of energy in valley hours", "低谷电量占比", PERCENT),
    "tariff_subsidy_per_kwh": ("Subsidy on electricity", "电价补贴", "per kWh"),
    "tariff_subsidy_until_month": ("Last month of the subsidy", "补贴截止月份", "month"),
    "levy_per_kwh": ("Levies on electricity", "电价附加", "per kWh"),
    "demand_charge_per_kw_month": ("Demand charge", "需量电费", "per kW"),
    "contract_kw": ("Contracted demand", "合同需量", "kW"),
    "rack_per_rack_month": ("Rent of a rack", "机柜租金", "per rack"),
    "rack_units_per_server": ("Height of a server", "服务器高度", "U"),
    "rack_usable_units": ("Usable height of a rack", "机柜可用高度", "U"),
    "rack_kw": ("Power of a rack", "单机柜功率", "kW"),
    "rack_derate": ("Share of the nameplate that a rack must supply", "机柜按额定功率折算比例", PERCENT),
    "network_per_month": ("Network and interconnect", "网络与互联", "per month"),
    "warranty_months": ("Months under warranty", "质保月数", "months"),
    "failure_rate_annual": ("Devices that fail a year", "年故障率", PERCENT),
    "spares_uncovered_share": ("Spares not covered by support", "维保未覆盖的备件占比", PERCENT),
    "licence_bundled_months": ("Months of licence bundled at purchase", "随硬件附带的许可月数", "months"),
    "fte_floor": ("Least staff for the shifts", "排班最低人力", "posts"),
    "servers_per_fte": ("Servers that one post runs", "单个岗位可运维服务器数", "servers"),
    "staff_share": ("Share of the staff on this platform", "本平台人力占比", PERCENT),
    "staff_loading": ("Loading on salaries", "人力成本系数", ""),
    "staff_uplift_share": ("More staff at the beginning", "初期人力增幅", PERCENT),
    "staff_uplift_months": ("Months with more staff", "人力增幅持续月数", "months"),
    "rent_per_device_hour": ("Rent of a device", "单卡租金", "per hour"),
    "grid_factor_kg_per_kwh": ("Emission factor of this side's grid", "本方案电网排放因子", "kg/kWh"),
}  # fmt: skip


def _labels(prefix: str, rows: dict[str, tuple[str, str, str]]) -> dict[str, Label]:
    return {prefix + key: Label(Text(en, zh), _UNITS[unit]) for key, (en, zh, unit) in rows.items()}


LABELS = {
    **_labels("", _SCENARIO),
    **_labels("demand.", _DEMAND),
    **_labels("migration.", _MIGRATION),
    **_labels("sides.gpu.", _SIDE),
    **_labels("sides.ascend.", _SIDE),
}
"""The label of every key of a scenario by its path."""


def label_of(path: str) -> Label:
    """The label of the key at the path; a key nobody has named is called by its path."""
    return LABELS.get(path) or Label(Text(path, path))


def is_money(path: str) -> bool:
    """Whether the input at a key path is an amount, or an amount per something."""
    return "{currency}" in label_of(path).unit.en


def side_of(path: str) -> Text | None:
    """Which side the key belongs to, if any."""
    top, _, rest = path.partition(".")
    return SIDES.get(rest.partition(".")[0]) if top == "sides" else None


def input_at(place: str) -> str:
    """The key path of the input that a refusal's place belongs to; empty where it belongs to none.

    `dual_run_months.high` is `dual_run_months`; the order of the work's three points is the likely one's.
    """
    if place == "migration.person_days":
        return f"{place}.likely"
    path = place
    while path and path not in LABELS:
        path = path.rpartition(".")[0]
    return path
