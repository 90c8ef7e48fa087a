"""What a cost workbook says, in both languages."""

from __future__ import annotations

from migration_engine.text import Text

SUMMARY = Text("Summary", "摘要")
INPUTS = Text("Inputs", "输入")
MONTHLY = {"gpu": Text("Monthly GPU", "GPU 逐月"), "ascend": Text("Monthly Ascend", "昇腾逐月")}
DELTA = Text("Delta", "差额")
SENSITIVITY = Text("Sensitivity", "敏感性")
REGISTER = Text("Register", "假设登记册")
CHECKS = Text("Checks", "校验")

HEADS = {
    "purchase": Text("Purchase", "采购"),
    "one_off": Text("Migration, once", "迁移一次性投入"),
    "electricity": Text("Electricity", "电费"),
    "demand_charge": Text("Demand charge", "需量电费"),
    "rack": Text("Rack space", "机柜空间"),
    "network": Text("Network", "网络"),
    "support": Text("Hardware support", "硬件维保"),
    "spares": Text("Spares", "备件"),
    "licence": Text("Software licences", "软件许可"),
    "staff": Text("Operations staff", "运维人力"),
    "rent": Text("Rent of devices", "云端租金"),
    "carbon": Text("Carbon", "碳成本"),
    "dual_run": Text("Dual run", "双环境并行"),
    "gpu_kept": Text("GPUs that stay", "保留的 GPU"),
    "rollback": Text("Rollback, expected", "回退（期望值）"),
    "resale": Text("Resale", "转售"),
    "residual": Text("Value left", "残值"),
    "tax": Text("Tax", "税"),
    "total": Text("Total", "合计"),
}

MONTH = Text("Month", "月份")
SERVERS = Text("Servers", "服务器台数")
SERVERS_AT_FIRST = Text("Servers in month 0", "第 0 个月的服务器台数")
SERVERS_AT_END = Text("Servers in the last month", "最后一个月的服务器台数")
SERVERS_KEPT = Text("GPU servers that stay", "保留的 GPU 服务器台数")
BOUGHT = Text("Servers bought", "采购台数")
CUMULATIVE = Text("Running sum", "累计")
FACTOR = Text("Discount factor", "折现系数")
PRESENT = Text("Present value", "现值")
STAY = Text("Stay on GPU", "继续使用 GPU")
MIGRATE = Text("Migrate to Ascend", "迁移到昇腾")
DIFFERENCE = Text("Difference, migrate minus stay", "差额（迁移减去不迁移）")
CUMULATIVE_STAY = Text("Running sum, stay", "累计（不迁移）")
CUMULATIVE_MIGRATE = Text("Running sum, migrate", "累计（迁移）")
CUMULATIVE_DIFFERENCE = Text("Running sum of the difference", "差额累计")
BEHIND = Text("Month after a negative sum", "累计为负的次月")
SIGN = Text("Sign", "符号")
CHANGE = Text("Change of sign", "变号")

COSTS_NEGATIVE = Text(
    "{currency}. Costs are negative. Month 0 is the day of purchase. Cells in italics are values of the "
    "engine, not formulas.",
    "{currency}。成本为负数。第 0 个月为采购日。斜体单元格为引擎计算的数值，不含公式。",
)
INPUTS_NOTE = Text(
    "Change the blue cells; every figure of Summary, Monthly and Delta follows. An empty cell or #N/A means "
    "unknown, never zero. The horizon is fixed in the workbook: export again to change it.",
    "修改蓝色单元格，摘要、逐月与差额各表随之更新。空单元格或 #N/A 表示未知，不按零处理。"
    "测算期在工作簿中固定，如需修改请重新导出。",
)
INPUTS_NOTE_FROZEN = Text(
    "This scenario uses options that the workbook has no formulas for: not every figure follows a changed "
    "blue cell, so Summary then withholds verdict and net present value. Change the scenario and export "
    "again. An empty cell or #N/A means unknown, never zero.",
    "该情景使用了工作簿没有公式的可选项：修改蓝色单元格后并非所有数值都会更新，摘要因此不再给出结论与净现值。"
    "请修改情景后重新导出。空单元格或 #N/A 表示未知，不按零处理。",
)
CHANGED_COUNT = Text("As exported; inputs changed since", "导出时的取值；此后修改的输入项数")
NOT_RECALCULATED = Text(
    "Not recalculated here: an input was changed. Change it in the scenario and export again.",
    "此处未重新计算：输入已修改。请在情景中修改后重新导出。",
)
NOT_HERE = Text("not recalculated here", "此处未重新计算")
YES = Text("yes", "是")
NEUTRAL_NOTE = Text(
    "Options that the scenario leaves at their neutral value are not listed.",
    "情景中保持中性取值的可选项未列出。",
)

INPUT_COLUMNS: tuple[Text, ...] = (
    Text("Input", "输入项"),
    Text("Unit", "单位"),
    Text("Value", "取值"),
    Text("Used in formulas", "公式取值"),
    Text("Low", "低"),
    Text("High", "高"),
    Text("Origin", "来源类型"),
    Text("Source", "来源"),
    Text("Name in formulas", "公式名称"),
)
GROUPS = {
    "": Text("Comparison", "对比口径"),
    "demand": Text("Demand", "需求"),
    "migration": Text("Migration, once", "迁移一次性投入"),
    "sides.gpu": Text("Stay on GPU", "继续使用 GPU"),
    "sides.ascend": Text("Migrate to Ascend", "迁移到昇腾"),
}

TO_WRITE_DOWN = Text("To write down, running sum", "应折旧额（累计）")
WRITTEN_DOWN = Text("Write-down of the month", "当月折旧")
TITLE = Text(
    "Cost over {months} months: stay on GPU or migrate to Ascend",
    "{months} 个月成本：继续使用 GPU 或迁移到昇腾",
)
VERDICT = Text("Verdict", "结论")
FIGURE = Text("Figure", "指标")
GPU = Text("GPU", "GPU")
ASCEND = Text("Ascend", "昇腾")
NPV_STAY = Text("Net present value, stay", "净现值（不迁移）")
NPV_MIGRATE = Text("Net present value, migrate", "净现值（迁移）")
NPV_DIFFERENCE = Text("Net present value, migrate minus stay", "净现值（迁移减去不迁移）")
UNDISCOUNTED = Text("Difference, not discounted", "差额（未折现）")
FROZEN = Text(
    "This scenario uses options that the workbook has no formulas for: the columns in italics are values of "
    "the engine. A changed input does not change them, so the verdict holds only as exported.",
    "该情景使用了工作簿没有公式的可选项：斜体列为引擎计算的数值，修改输入不会使其变化，因此结论仅在导出时成立。",
)
FROZEN_UNKNOWN = Text(
    "This scenario uses options that the workbook has no formulas for, and a figure is missing: enter it "
    "in the scenario and export again. Typed in here it gives no verdict.",
    "该情景使用了工作簿没有公式的可选项，且缺少数值：请在情景中填写后重新导出。在此处填写不会得出结论。",
)
PAYBACK = Text("Payback, month, not discounted", "回收期（月，未折现）")
DISCOUNTED_PAYBACK = Text("Payback, month, discounted", "回收期（月，折现）")
CUMULATIVE_PRESENT = Text("Running sum, discounted", "累计（折现）")
BEHIND_PRESENT = Text("Month after a negative discounted sum", "折现累计为负的次月")
IRR = Text("Internal rate of return a year", "内部收益率（年）")
NONE = Text("none", "无")
NOT_DEFINED = Text("not defined", "无定义")
FLEET = Text("Fleet", "设备规模")
DEVICES = Text("Devices", "卡数")
RUNNING = Text("Running cost, mean month", "月均运行成本")
OTHER = Text("Other answers, as the engine gave them", "其他结果（引擎计算值）")
UNIT_COST = Text("Cost of a million tokens", "每百万词元成本")
BREAK_EVEN = Text("Break-even throughput ratio, Ascend to GPU", "盈亏平衡吞吐比（昇腾/GPU）")
BREAK_EVEN_WHOLE = Text(
    "The same in whole servers, and how many they are", "按整台服务器的盈亏平衡吞吐比及台数"
)
NO_RATIO = Text("none: it never pays", "无：始终不划算")
ANY_RATIO = Text("any: it always pays", "任意：始终划算")
CO2 = Text("Tonnes of CO₂ a year", "年二氧化碳排放（吨）")
CO2_DUAL_RUN = Text(
    "Tonnes of CO₂ of the GPUs in the dual run, once", "双环境并行期间 GPU 的二氧化碳排放（吨，一次性）"
)
MADE_BY = Text(
    "Engine version {version}. Amounts in {currency}.", "引擎版本 {version}。金额单位 {currency}。"
)

SAVES = Text("Migrating saves ", "迁移可节省 ")
COSTS = Text("Migrating costs an extra ", "迁移要多花 ")
SAME = Text("Migrating costs as much as staying", "迁移与不迁移的成本相当")
OVER = Text(" over {months} months, at ", "（{months} 个月，资金成本 ")
RATE = Text(" cost of capital.", "）。")
NO_VERDICT = Text("No verdict yet: a figure is missing.", "尚无结论：缺少数值。")

ALWAYS = Text("Holds whatever you enter", "无论如何输入都成立")
EXPORTED = Text("As exported: differs once you change an input", "与导出时一致：修改输入后会出现差异")
CHECK_COLUMNS: tuple[Text, ...] = (
    Text("Check", "校验项"),
    Text("In this workbook", "工作簿"),
    Text("Expected", "应为"),
    Text("Difference", "差异"),
    Text("Result", "结果"),
)
AGREES = Text("agrees", "一致")
DIFFERS = Text("differs", "不一致")
UNKNOWN = Text("unknown", "未知")
HEADS_ADD_UP = Text("Heads of all months add up to the totals: {world}", "各月成本项之和等于合计：{world}")
DELTA_ADDS_UP = Text("Difference is migrate minus stay", "差额等于迁移减去不迁移")
NPV_AGREES = Text("Net present values differ by that of the difference", "净现值之差等于差额的净现值")
ENGINE = Text("Engine: {figure}", "引擎：{figure}")

NPV_AT_LOW = Text("NPV difference at low", "取低值时的净现值差额")
NPV_AT_HIGH = Text("NPV difference at high", "取高值时的净现值差额")
SWING = Text("Range", "变动幅度")
SWITCHING = Text("Verdict flips at", "结论反转点")
TORNADO = Text("One input at a time, widest first", "逐项敏感性（由大到小）")
CERTAIN = Text(
    "Taken as certain: no low and high was given. A tenth less and more, widest first",
    "视为确定：未给出低值与高值。按减少与增加一成列示（由大到小）",
)
LESS = Text("10 % less", "减少 10%")
MORE = Text("10 % more", "增加 10%")
NUDGED = Text("10 % of it would change the NPV by", "变动 10% 可改变净现值")
TORNADO_NOTE = Text(
    "Values of the engine, as exported. One input moves at a time, so this hides what inputs do together.",
    "引擎计算值，与导出时一致。每次只变动一项输入，因此看不出多项输入的共同作用。",
)
NO_SENSITIVITY = Text(
    "Without a verdict there is no sensitivity: fill in what is missing first.",
    "尚无结论，因此没有敏感性分析：请先补全缺失的数值。",
)
NO_RANGES = Text("No input has both a low and a high.", "没有任何输入同时给出低值和高值。")
SIMULATION = Text("Simulation", "蒙特卡洛模拟")
DRAWS = Text("Draws", "抽样次数")
SEED = Text("Seed", "随机种子")
DISTRIBUTION = Text("Distribution", "分布")
PROBABILITY = Text("Probability that migrating saves", "迁移可节省的概率")
SHORTFALL = Text("Mean loss where it loses", "亏损情形下的平均亏损")
ERROR = Text("Sampling error", "抽样误差")
VALUE = Text("Value", "取值")
STAIRCASE = Text("Break-even by whole servers", "按整台服务器的盈亏平衡")
GRID = Text("Two inputs at a time: NPV difference", "双因素：净现值差额")
RATIO_BY_PRICE = Text("Ratio down, price of an Ascend server across", "纵向为吞吐比，横向为昇腾服务器单价")
RATIO_FROM = Text("Ratio from", "吞吐比下限")
HISTOGRAM = Text("Histogram of the NPV difference", "净现值差额直方图")
FROM = Text("From", "起")
TO = Text("To", "止")

REGISTER_COLUMNS: tuple[Text, ...] = (
    Text("Input", "输入项"),
    Text("Side", "方案"),
    Text("Value", "取值"),
    Text("Low", "低"),
    Text("High", "高"),
    Text("Unit", "单位"),
    Text("Could change the NPV by", "可能改变净现值"),
    NUDGED,
    Text("Origin", "来源类型"),
    Text("Source", "来源"),
    Text("Evidence", "依据"),
    Text("Owner", "负责人"),
    Text("Valid until", "有效期至"),
    Text("Currency of the source", "来源币种"),
    Text("Exchange rate", "汇率"),
    Text("Rate of", "汇率日期"),
    Text("To do", "待办"),
)
OVERDUE = Text("Overdue: ask for a new one", "已过期：请重新获取")
