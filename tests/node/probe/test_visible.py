"""The runtime's way of reading ASCEND_RT_VISIBLE_DEVICES is known before a job finds out."""

import pytest

from migration_node.probe.visible import NAME, visible_npus


@pytest.mark.parametrize(
    ("given", "devices", "advice"),
    [
        ("0", (0,), None),
        ("0,1,7", (0, 1, 7), None),
        ("1,0", (), "write 0,1"),
        ("3,3", (), "write 3"),
        ("", (), "hides every NPU"),
        ("all", (), "hides every NPU"),
        ("0, 1", (0,), "only up to 0"),
        ("0,1;2", (0, 1), "only up to 0,1"),
        ("9" * 5000, (999999,), "only up to"),
    ],
)
def test_it_reads_the_list_as_the_runtime_does(given, devices, advice):
    visible = visible_npus({NAME: given})
    assert visible.devices == devices
    assert (visible.problem is None) if advice is None else (advice in visible.problem.en)


def test_without_the_variable_all_are_visible():
    assert visible_npus({}).devices is None
