"""The page that says whether a model fits: an estimate that says so, from nothing but its address."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.tco.fit import FitForm, estimates_of, trial_of
from migration_engine.capacity import Load, decode_of, devices, models
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return gather()


def page(cast: Cast, language: str = "en", status: int = 200, **asked: str) -> str:
    address = reverse("tco:fit", args=[cast.project.slug])
    answer = client_of(cast.by_name("vic")).get(address, asked, headers={"accept-language": language})
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("Fits", "not measured")), ("zh-hans", ("放得下", "并非实测"))]
)
def test_it_opens_with_an_answer_that_says_it_is_an_estimate(
    cast: Cast, language: str, words: tuple[str, str]
) -> None:
    html = page(cast, language)

    assert all(word in html for word in words)


def test_what_does_not_fit_says_what_would_help(cast: Cast) -> None:
    html = page(cast, model="Llama-3.1-70B", ascend="Ascend 910B4-32G", per_server="4")

    assert "Does not fit" in html
    assert "fewer bits" in html


def test_another_model_is_described_by_its_shape(cast: Cast) -> None:
    shape = {"parameters_b": "671", "layers": "61", "kv_heads": "8", "head_dim": "128"}

    assert "Not estimated" in page(cast, model="other", **shape)


def test_what_is_missing_or_wrong_is_refused_at_its_field(cast: Cast) -> None:
    html = page(cast, status=400, model="other", context="many", weights="fp3")

    for field in ("parameters_b", "layers", "kv_heads", "head_dim", "context", "weights"):
        assert f'id="id_{field}_error"' in html


def test_its_rates_go_into_the_comparison_by_a_link() -> None:
    form = FitForm({})
    assert form.is_valid()

    trial = trial_of(estimates_of(form))

    load = Load(8192, 16)
    rate = decode_of(models()["Qwen3-32B"], devices()["H20"], 1, load).tokens_per_s_per_device
    assert f"sides.gpu.tokens_per_s_per_device={rate:.6g}" in trial
    assert "sides.ascend.tokens_per_s_per_device=" in trial


def test_without_a_fit_there_is_no_rate_to_try() -> None:
    form = FitForm({"model": "Llama-3.1-70B", "ascend": "Ascend 910B4-32G", "per_server": "2"})
    assert form.is_valid()

    assert trial_of(estimates_of(form)) == ""


def test_the_trial_is_understood_by_the_comparison(cast: Cast) -> None:
    form = FitForm({})
    assert form.is_valid()
    address = reverse("tco:scenario", args=[cast.project.slug])

    answer = client_of(cast.by_name("vic")).get(f"{address}?{trial_of(estimates_of(form))}")

    assert answer.status_code == 200
