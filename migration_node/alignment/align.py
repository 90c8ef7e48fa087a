"""The comparison itself: reference on the processor, target on the runner's device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from migration_node.alignment.capture import Hook, capture
from migration_node.alignment.compare import THRESHOLDS, Distance, distance, worse
from migration_node.alignment.inputs import token_ids
from migration_node.alignment.model import Shape, Transformer, build
from migration_node.runners.base import Runner

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared, and how often."""

    shape: Shape
    target_dtype: str
    inputs: Sequence[str]
    repetitions: int = 1


@dataclass(frozen=True, slots=True)
class InputComparison:
    """All modules of one input in call order."""

    name: str
    tokens: int
    modules: tuple[Distance, ...]

    @property
    def first_divergent(self) -> str | None:
        """Inner modules finish before the outer ones, so the first is the narrowest place."""
        return next((module.name for module in self.modules if not module.passes), None)


def align(
    plan: Plan, runner: Runner, progress: Progress, *, fault: Hook | None = None
) -> list[InputComparison]:
    """Compare every input. `fault` is for drills: it may spoil the target and is no job parameter."""
    reference = build(plan.shape)
    target = build(plan.shape).to(runner.device(), getattr(torch, plan.target_dtype))
    if fault is not None:
        fault(target)
    total = len(plan.inputs) * plan.repetitions
    compared = []
    for number, name in enumerate(plan.inputs):
        beat = _Beat(progress, name, number * plan.repetitions, total)
        compared.append(_compare_input(name, reference, target, runner, plan, beat))
    return compared


@dataclass(frozen=True, slots=True)
class _Beat:
    progress: Progress
    name: str
    before: int
    total: int

    def __call__(self, done: int) -> None:
        self.progress(self.name, self.before + done, self.total)


def _compare_input(
    name: str, reference: Transformer, target: Transformer, runner: Runner, plan: Plan, beat: _Beat
) -> InputComparison:
    ids = torch.tensor([token_ids(name)])
    limits = THRESHOLDS[plan.target_dtype]
    expected = capture(reference, ids)
    worst: dict[str, Distance] = {}
    for repetition in range(plan.repetitions):
        actual = capture(target, ids.to(runner.device()))
        runner.synchronize()
        for module in expected:
            found = distance(module, expected[module], actual[module], limits)
            worst[module] = worse(worst[module], found) if module in worst else found
        beat(repetition + 1)
    return InputComparison(name, int(ids.numel()), tuple(worst.values()))
