"""Logic ids, boards and the topology: what the driver tool lists besides its table."""

import pytest

from migration_node.probe import npu_lists, npu_smi
from tests.node.probe.samples import BOARD, C_910C, MAPPING, TOPOLOGY


def test_every_chip_gets_the_number_that_the_runtime_knows_it_by():
    chips = npu_lists.with_logic_ids(npu_smi.chips(C_910C), MAPPING)
    assert [(chip.npu, chip.chip, chip.logic_id) for chip in chips] == [(2, 0, 4), (2, 1, 5)]


def test_a_management_controller_is_no_chip():
    assert npu_lists.logic_ids(MAPPING) == {(2, 0): 4, (2, 1): 5}


def test_without_the_list_logic_ids_stay_unknown():
    assert [chip.logic_id for chip in npu_lists.with_logic_ids(npu_smi.chips(C_910C), "")] == [None, None]


def test_a_board_tells_driver_and_firmware():
    fields = npu_lists.board(BOARD)
    assert (fields["Software Version"], fields["Firmware Version"]) == ("25.2.1", "7.7.0.1.231")
    assert "Product Name" not in fields


@pytest.mark.parametrize("indent", ["", "\t   "])
def test_the_topology_is_a_square_with_the_processors_beside_it(indent):
    found = npu_lists.topology(TOPOLOGY.replace("\t   NPU0", f"{indent}NPU0"))
    assert found == npu_lists.Topology((0, 1), (("X", "HCCS"), ("HCCS", "X")), ("144-167", "0-23,48-71"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NPU0 X HCCS 0-23\n",
        "NPU0 X HCCS\nNPU1 X\n",
        "NPU0 X <script>\nNPU1 HCCS X\n",
        "NPU0 X HCCS X\nNPU1 X X X\n",
        "X " * 50_000,
    ],
)
def test_a_matrix_that_is_none_is_unknown(text):
    assert npu_lists.topology(text) is None
