"""What a job may ask of a node, and which node is good enough."""

import pytest

from migration_engine.protocol import Requires, requires_from
from migration_engine.protocol.requires import version_of

HAS = {"device_kind": "npu", "chip": "ascend910b3", "cann": "8.5.1", "devices": 4}


@pytest.mark.parametrize(
    ("asked", "unmet"),
    [
        ({}, ()),
        ({"runtime": "npu", "chip": "910B", "min_cann": "8.5", "devices": 4}, ()),
        ({"chip": "Ascend 910B3"}, ()),
        ({"runtime": "cuda"}, ("runtime",)),
        ({"chip": "310P"}, ("chip",)),
        ({"min_cann": "8.5.2"}, ("min_cann",)),
        ({"devices": 8}, ("devices",)),
    ],
)
def test_a_node_is_good_enough_or_lacks_something_by_name(asked, unmet):
    assert requires_from(asked).unmet_by(HAS) == unmet


def test_what_a_node_does_not_say_it_does_not_have():
    asked = Requires(runtime="npu", chip="910b", min_cann="8.0", devices=1)
    assert asked.unmet_by({}) == ("runtime", "chip", "min_cann", "devices")
    assert asked.unmet_by({"devices": "many", "cann": ""}) == ("runtime", "chip", "min_cann", "devices")


def test_versions_compare_as_their_makers_number_them():
    ordered = ["", "8.3.RC1", "8.3.RC2", "8.3", "8.5.0", "8.5.1", "9.0.0"]
    keys = [version_of(version) for version in ordered]
    assert keys == sorted(set(keys))
    assert version_of("8.5") == version_of("8.5.0")


@pytest.mark.parametrize(
    ("asked", "en", "zh"),
    [
        (Requires(chip="910b", min_cann="8.5"), "910B with CANN ≥ 8.5", "910B，CANN ≥ 8.5"),
        (Requires(runtime="npu", devices=8), "an NPU with 8 devices", "NPU 设备，8 个设备"),
        (Requires(min_cann="8.5", devices=2), "CANN ≥ 8.5 and 2 devices", "CANN ≥ 8.5、2 个设备"),
    ],
)
def test_requirements_read_as_words(asked, en, zh):
    assert (asked.words().en, asked.words().zh) == (en, zh)


def test_a_document_comes_back_as_it_went():
    asked = {"runtime": "npu", "min_cann": "8.3.RC1"}
    assert requires_from(asked).to_dict() == asked
