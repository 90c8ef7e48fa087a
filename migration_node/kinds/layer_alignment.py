"""The layer alignment job: the first module whose output leaves the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from migration_engine.protocol import Json, Outcome, Verdict
from migration_engine.text import Text
from migration_node.alignment.align import InputComparison, Plan, align
from migration_node.alignment.capture import Hook
from migration_node.alignment.compare import THRESHOLDS
from migration_node.alignment.model import Shape
from migration_node.kinds.context import Context
from migration_node.runners.base import Runner
from migration_node.runners.choose import open_runner


def run_layer_alignment(context: Context, fault: Hook | None = None) -> Outcome:
    """Succeeds when every module of every input stays within the thresholds of the target type."""
    plan = _plan(context)
    runner = open_runner(context.device_kind)
    context.log(f"reference float32 on cpu, target {plan.target_dtype} on {runner.device()}")
    compared = align(plan, runner, context.progress, fault=fault)
    for one in compared:
        place = one.first_divergent or "none"
        context.log(f"{one.name}: {one.tokens} tokens, {len(one.modules)} modules, first divergent: {place}")
    context.attach("modules.csv", "text/csv", _table(compared))
    return Outcome(
        verdict=Verdict.FAILED if _first(compared) else Verdict.SUCCEEDED,
        summary=_summary(compared, plan),
        data=_data(compared, plan, runner),
        measured_on=runner.measured_on(),
    )


def _table(compared: list[InputComparison]) -> str:
    """Every module of every input, in call order, for a spreadsheet."""
    rows = ["input,module,cosine,relative_error,max_abs,passes"]
    for one in compared:
        for module in one.modules:
            figures = (module.cosine, module.relative_error, module.max_abs)
            shown = ",".join("" if figure is None else repr(figure) for figure in figures)
            rows.append(f"{one.name},{module.name},{shown},{str(module.passes).lower()}")
    return "\n".join(rows) + "\n"


def _plan(context: Context) -> Plan:
    values = cast(dict[str, int], context.parameters)
    return Plan(
        shape=Shape(blocks=values["blocks"], width=values["width"], seed=values["seed"]),
        target_dtype=cast(str, context.parameters["target_dtype"]),
        inputs=cast(Sequence[str], context.parameters["inputs"]),
        repetitions=values["repetitions"],
    )


def _first(compared: list[InputComparison]) -> tuple[str, str] | None:
    return next(((one.name, one.first_divergent) for one in compared if one.first_divergent), None)


def _summary(compared: list[InputComparison], plan: Plan) -> Text:
    first = _first(compared)
    if first is None:
        count = len(compared[0].modules)
        return Text(
            f"All {count} modules stay within the {plan.target_dtype} thresholds on {len(compared)} inputs.",
            f"{len(compared)} 组输入下，{count} 个模块均在 {plan.target_dtype} 阈值之内。",
        )
    return Text(
        f"First divergent module: {first[1]} (input “{first[0]}”). Look there before anything after it.",
        f"首个偏离的模块：{first[1]}（输入“{first[0]}”）。请先检查该模块，再看其后的模块。",
    )


def _data(compared: list[InputComparison], plan: Plan, runner: Runner) -> dict[str, Json]:
    first = _first(compared)
    return {
        "model": {"blocks": plan.shape.blocks, "width": plan.shape.width, "seed": plan.shape.seed},
        "reference": {"device": "cpu", "dtype": "float32"},
        "target": {"device": runner.device(), "dtype": plan.target_dtype},
        "thresholds": asdict(THRESHOLDS[plan.target_dtype]),
        "first_divergent": {"input": first[0], "module": first[1]} if first else None,
        "divergent_modules": sum(not module.passes for one in compared for module in one.modules),
        "worst": _worst(compared),
        "inputs": [_input(one) for one in compared],
    }


def _input(one: InputComparison) -> dict[str, Json]:
    return {
        "name": one.name,
        "tokens": one.tokens,
        "first_divergent": one.first_divergent,
        "modules": [asdict(module) for module in one.modules],
    }


def _worst(compared: list[InputComparison]) -> dict[str, Json]:
    modules = [module for one in compared for module in one.modules]
    cosines = [module.cosine for module in modules if module.cosine is not None]
    errors = [module.relative_error for module in modules if module.relative_error is not None]
    return {"cosine": min(cosines, default=None), "relative_error": max(errors, default=None)}
