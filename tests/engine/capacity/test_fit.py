"""Whether a model goes into a server, reckoned by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migration_engine.capacity import Load, Precision, Verdict, decode_of, devices, fit_of, models

GIB = 2**30
NPU = devices()["Ascend 910B4-64G"]
SMALL = devices()["Ascend 910B4-32G"]


def test_weights_and_context_are_counted_by_their_bytes() -> None:
    fit = fit_of(models()["Qwen3-32B"], NPU, 8, Load(context_tokens=8192, concurrency=16))

    assert fit.weight_bytes == pytest.approx(32.8e9 * 2)
    assert fit.cache_bytes == 2 * 64 * 8 * 128 * 2 * 8192 * 16
    assert fit.verdict is Verdict.FITS


def test_the_smallest_number_of_devices_that_deals_out_the_heads_is_told() -> None:
    load = Load(context_tokens=8192, concurrency=16)

    fit = fit_of(models()["Qwen3-32B"], NPU, 8, load)

    needed = 32.8e9 * 2 + 2 * 64 * 8 * 128 * 2 * 8192 * 16
    assert needed > 1 * 64 * GIB * 0.85
    assert needed < 2 * 64 * GIB * 0.85
    assert fit.devices == 2


@pytest.mark.parametrize(
    ("weights", "verdict"), [(Precision.BF16, Verdict.TOO_LARGE), (Precision.INT8, Verdict.FITS)]
)
def test_seventy_billion_go_into_four_small_devices_only_quantised(
    weights: Precision, verdict: Verdict
) -> None:
    fit = fit_of(models()["Llama-3.1-70B"], SMALL, 4, Load(4096, 4, weights=weights))

    assert fit.verdict is verdict
    assert ("fewer bits" in fit.reason.en) == (verdict is Verdict.TOO_LARGE)


def test_the_reason_counts_the_devices_that_the_heads_can_be_dealt_to() -> None:
    """Eight heads go to four of six devices; what the other two hold is of no use."""
    fit = fit_of(models()["Llama-3.1-70B"], NPU, 6, Load(8192, 40))

    assert fit.verdict is Verdict.TOO_LARGE
    assert "4 × Ascend 910B4-64G leave 218 GiB" in fit.reason.en


def test_a_model_beyond_one_server_is_not_estimated() -> None:
    huge = replace(models()["Llama-3.1-70B"], name="Huge", parameters=671e9)

    fit = fit_of(huge, NPU, 8, Load(4096, 1, weights=Precision.INT4))

    assert (fit.verdict, fit.devices) == (Verdict.NOT_ESTIMATED, None)
    assert "node" in fit.reason.en and "节点" in fit.reason.zh


@given(
    st.sampled_from(sorted(models())),
    st.sampled_from(sorted(devices())),
    st.sampled_from([1, 2, 4, 8]),
    st.integers(128, 131_072),
    st.integers(1, 256),
    st.sampled_from(list(Precision)),
)
def test_what_it_says_would_fit_does_and_one_more_does_not(
    model: str, device: str, per_server: int, context: int, concurrency: int, weights: Precision
) -> None:
    load = Load(context, concurrency, weights=weights)
    fit = fit_of(models()[model], devices()[device], per_server, load)

    assert fit.concurrency >= 0 and fit.context_tokens >= 0
    if fit.concurrency:
        best = replace(load, concurrency=fit.concurrency)
        assert fit_of(models()[model], devices()[device], per_server, best).verdict is Verdict.FITS
    if fit.verdict is Verdict.FITS:
        assert fit.devices is not None and fit.devices <= per_server
        assert fit.weight_bytes + fit.cache_bytes <= fit.available_bytes


def test_decode_is_bound_by_what_is_read_from_memory_in_a_step() -> None:
    load = Load(context_tokens=4096, concurrency=32)

    decode = decode_of(models()["Qwen3-8B"], NPU, 1, load, efficiency=1.0)

    read = 8.19e9 * 2 + 2 * 36 * 8 * 128 * 2 * 2048 * 32
    assert decode.ms_per_token == pytest.approx(read / 1.759e12 * 1000)
    assert decode.tokens_per_s_per_device == pytest.approx(32 / (read / 1.759e12))


def test_an_estimate_says_that_it_is_one_in_both_languages() -> None:
    decode = decode_of(models()["Qwen3-8B"], NPU, 1, Load(4096, 1))

    assert decode.is_estimate
    assert "not measured" in decode.says.en and "并非实测" in decode.says.zh


def test_a_mixture_reads_no_more_than_all_its_experts() -> None:
    model = models()["Qwen3-30B-A3B"]

    one, many = (decode_of(model, NPU, 1, Load(128, batch)) for batch in (1, 64))

    assert many.ms_per_token < one.ms_per_token * 30.5 / 3.3 * 1.1
    assert one.ms_per_token < many.ms_per_token


def test_more_bits_never_fit_better_and_never_answer_faster() -> None:
    model, wide, narrow = models()["Llama-3.1-70B"], Load(8192, 8), Load(8192, 8, weights=Precision.INT8)

    assert fit_of(model, NPU, 8, wide).concurrency <= fit_of(model, NPU, 8, narrow).concurrency
    fast, slow = (decode_of(model, NPU, 8, load).tokens_per_s_per_device for load in (narrow, wide))
    assert fast > slow


def test_every_device_names_its_source_and_grade() -> None:
    for device in devices().values():
        assert device.source and device.grade in {"A", "B", "C", "D", "E", "R"}
        assert device.memory_bytes > 0 and device.bandwidth_bytes_s > 0
