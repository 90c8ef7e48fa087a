"""A layer that is wrong is found by name, also when cosine cannot see it."""

import pytest
import torch

from migration_engine.protocol import DeviceKind, Verdict, complete_parameters, kind_of, schema
from migration_node.alignment.align import Plan, align
from migration_node.alignment.compare import THRESHOLDS, distance
from migration_node.alignment.inputs import LONGEST, VOCABULARY, token_ids
from migration_node.alignment.model import Shape, build
from migration_node.kinds.context import Context
from migration_node.kinds.layer_alignment import run_layer_alignment
from migration_node.runners.choose import open_runner

INPUTS = ("short", "long", "special", "mixed", "multi_turn")


def context(**parameters) -> Context:
    complete = complete_parameters(kind_of("layer_alignment"), parameters)
    return Context(complete, DeviceKind.CPU, lambda *_: None, lambda _: None)


def scaled(name: str, factor: float):
    """A drill: one module of the target puts out FACTOR times what it should."""
    return lambda model: model.get_submodule(name).register_forward_hook(lambda _m, _i, out: out * factor)


def test_bfloat16_against_float32_is_within_its_thresholds():
    outcome = run_layer_alignment(context())
    assert outcome.verdict is Verdict.SUCCEEDED
    assert outcome.data["first_divergent"] is None
    assert outcome.measured_on.device_kind is DeviceKind.CPU
    schema.check("layer_alignment", outcome.data)


@pytest.mark.parametrize("name", ["blocks.2.mlp.activation", "blocks.1.norm_mlp", "blocks.0.attention.value"])
def test_a_scale_error_of_5_percent_is_found_by_name(name):
    outcome = run_layer_alignment(context(), fault=scaled(name, 1.05))
    assert outcome.verdict is Verdict.FAILED
    assert outcome.data["first_divergent"] == {"input": "short", "module": name}
    assert {one["first_divergent"] for one in outcome.data["inputs"]} == {name}
    assert name in outcome.summary.en and name in outcome.summary.zh


def test_cosine_alone_would_have_passed_the_scale_error():
    plan = Plan(Shape(blocks=4, width=64, seed=7), "bfloat16", ("long",))
    fault = scaled("blocks.2.mlp.activation", 1.05)
    (compared,) = align(plan, open_runner(DeviceKind.CPU), lambda *_: None, fault=fault)
    (broken,) = [module for module in compared.modules if module.name == "blocks.2.mlp.activation"]
    assert broken.cosine >= THRESHOLDS["bfloat16"].cosine
    assert broken.relative_error == pytest.approx(0.05, abs=0.01)
    assert not broken.passes


def test_an_output_that_is_not_finite_never_passes():
    bad = distance("head", torch.ones(3), torch.tensor([1.0, float("nan"), 1.0]), THRESHOLDS["float32"])
    assert (bad.passes, bad.cosine) == (False, None)


def test_the_same_seed_gives_the_same_weights_and_another_seed_does_not():
    one, same, other = (build(Shape(2, 32, seed)).head.weight for seed in (5, 5, 6))
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_building_leaves_the_callers_random_state_alone():
    before = torch.get_rng_state()
    build(Shape(1, 32, 1))
    assert torch.equal(before, torch.get_rng_state())


def test_every_input_fits_the_model():
    for name in INPUTS:
        ids = token_ids(name)
        assert 0 < len(ids) <= LONGEST
        assert max(ids) < VOCABULARY


def test_progress_counts_inputs_times_repetitions():
    seen = []
    plan = Plan(Shape(1, 32, 1), "bfloat16", ("short", "mixed"), repetitions=3)
    align(plan, open_runner(DeviceKind.CPU), lambda *step: seen.append(step))
    assert seen[0] == ("short", 1, 6)
    assert seen[-1] == ("mixed", 6, 6)
