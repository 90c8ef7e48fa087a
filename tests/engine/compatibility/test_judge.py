"""Versions are judged by what their makers wrote; what nobody wrote is said to be in no table."""

import pytest

from migration_engine.compatibility import Fit, judge, versions_in

SERVING = {
    "driver": "25.5.2",
    "cann": "8.5.1",
    "torch": "2.9.0+cpu",
    "torch_npu": "2.9.0.post1+git4c901a4",
    "vllm": "0.18.0",
    "vllm_ascend": "v0.18.0",
    "python": "3.11.7",
}


def fit_of(first: str, second: str, **versions: str) -> Fit:
    (pair,) = [pair for pair in judge(versions).pairs if (pair.first, pair.second) == (first, second)]
    return pair.fit


def test_a_release_that_its_maker_lists_whole_is_supported_but_for_what_is_in_no_table():
    judged = judge(SERVING)
    assert [(pair.first, pair.second) for pair in judged.of(Fit.NOT_IN_TABLE)] == [("cann", "driver")]
    assert judged.of(Fit.KNOWN_BAD) == ()
    assert judged.worst is Fit.NOT_IN_TABLE


def test_every_verdict_has_a_reason_in_both_languages_and_a_source_unless_nobody_says_anything():
    for pair in judge(SERVING | {"cann": "9.1.0", "driver": "25.0.RC1", "torch": "2.8.0"}).pairs:
        assert pair.reason.en and pair.reason.zh and pair.reason.en != pair.reason.zh
        assert bool(pair.source) is ("No table says" not in pair.reason.en)


@pytest.mark.parametrize("driver", ["25.0.RC1", "25.0.rc1.1"])
def test_a_driver_that_the_maker_excludes_is_known_bad(driver):
    assert fit_of("cann", "driver", cann="9.1.0", driver=driver) is Fit.KNOWN_BAD


@pytest.mark.parametrize(
    ("cann", "driver", "fit"),
    [
        ("9.1.1", "25.5.2", Fit.SUPPORTED),
        ("8.5.0", "25.0.RC1", Fit.SUPPORTED),
        ("8.2.RC1", "24.1.rc3.7", Fit.SUPPORTED),
        ("8.5.0.alpha001", "25.5.0", Fit.NOT_IN_TABLE),
        ("8.5.0", "23.0.3", Fit.NOT_IN_TABLE),
    ],
)
def test_patches_count_as_their_release_and_an_alpha_does_not(cann, driver, fit):
    assert fit_of("cann", "driver", cann=cann, driver=driver) is fit


def test_torch_npu_wants_the_torch_of_its_own_release():
    assert fit_of("torch_npu", "torch", torch_npu="2.9.0.post2", torch="2.9.0") is Fit.SUPPORTED
    assert fit_of("torch_npu", "torch", torch_npu="2.9.0.post2", torch="2.9.1") is Fit.KNOWN_BAD
    assert fit_of("torch_npu", "torch", torch_npu="2.9.0", torch="2.9.0+cu128") is Fit.KNOWN_BAD


def test_a_post_release_of_torch_npu_is_not_taken_for_the_release():
    assert fit_of("torch_npu", "cann", torch_npu="2.9.0.post6", cann="9.1.0") is Fit.SUPPORTED
    assert fit_of("torch_npu", "cann", torch_npu="2.9.0", cann="9.1.0") is Fit.NOT_IN_TABLE


def test_the_reason_names_what_would_go_together():
    (pair,) = judge({"torch_npu": "2.9.0.post2", "cann": "8.5.1"}).pairs
    assert "9.0.0" in pair.reason.en and "not with 8.5.1" in pair.reason.en


def test_a_plugin_for_another_vllm_or_python_is_known_bad():
    assert fit_of("vllm_ascend", "vllm", vllm_ascend="0.18.0", vllm="0.17.0") is Fit.KNOWN_BAD
    assert fit_of("vllm_ascend", "python", vllm_ascend="0.18.0", python="3.13.1") is Fit.KNOWN_BAD
    assert fit_of("vllm_ascend", "python", vllm_ascend="0.23.0", python="3.12.4") is Fit.SUPPORTED


def test_the_drivers_own_record_decides_about_firmware():
    accepted = {"driver": "24.1.rc3", "firmware_range": "[7.0.0,7.7.99]"}
    assert fit_of("driver", "firmware", firmware="7.7.0.1.231", **accepted) is Fit.SUPPORTED
    assert fit_of("driver", "firmware", firmware="7.8.0.1.10", **accepted) is Fit.KNOWN_BAD
    assert fit_of("driver", "firmware", firmware="7.7.0", driver="24.1.rc3") is Fit.NOT_IN_TABLE


@pytest.mark.parametrize("garbage", ["", "?", "9.9.9", "latest", "[,]", "1" * 500, "8.5.0\n"])
def test_a_version_that_nobody_can_read_is_in_no_table_and_breaks_nothing(garbage):
    judged = judge({**dict.fromkeys(SERVING, garbage), "firmware": garbage, "firmware_range": garbage})
    assert judged.worst in (None, Fit.NOT_IN_TABLE, Fit.SUPPORTED)
    assert all(pair.fit is not Fit.KNOWN_BAD for pair in judged.pairs)


def test_a_machine_without_npu_parts_is_not_judged():
    assert judge({"torch": "2.13.0", "python": "3.11.7"}).pairs == ()
    assert judge({}).worst is None


def test_versions_are_read_from_the_facts_of_an_inventory():
    facts = {
        "driver": "25.5.0",
        "cann": {"version": "8.5.0", "file": "", "sourced": True},
        "packages": {"torch": "2.9.0", "torch-npu": "2.9.0", "python": "3.11.7"},
    }
    assert versions_in(facts) == {
        "driver": "25.5.0",
        "cann": "8.5.0",
        "torch": "2.9.0",
        "torch_npu": "2.9.0",
        "python": "3.11.7",
    }
