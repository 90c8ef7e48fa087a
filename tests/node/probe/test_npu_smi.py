"""The driver tool's table has four known layouts; each yields the same facts."""

from dataclasses import replace

import pytest

from migration_node.probe import npu_smi
from tests.node.probe.samples import (
    A_310P,
    B_910B,
    C_910C,
    D_ONE_MEMORY_COLUMN,
    TABLES,
    WITHOUT_POWER,
)


@pytest.mark.parametrize(
    ("table", "version", "chips"),
    [
        (A_310P, "22.0.4", [(1, 0, "310P3", 1102, 21534), (1, 1, "310P3", 988, 21534)]),
        (B_910B, "25.2.0", [(5, 0, "910B3", 40210, 65536)]),
        (C_910C, "24.1.rc3.7", [(2, 0, "Ascend910", 2900, 65536), (2, 1, "Ascend910", 2875, 65536)]),
        (D_ONE_MEMORY_COLUMN, "23.3.1", [(12, 0, "910B4", 5100, 32768)]),
    ],
    ids=["310P", "910B", "910C", "one-memory-column"],
)
def test_it_reads_every_known_layout(table, version, chips):
    assert npu_smi.driver_version(table) == version
    found = [(c.npu, c.chip, c.name, c.memory_used_mb, c.memory_total_mb) for c in npu_smi.chips(table)]
    assert found == chips


def test_a_dash_is_unknown_and_never_zero():
    second = npu_smi.chips(C_910C)[1]
    assert second.power_w is None
    assert second.temperature_c == 35


def test_health_is_kept_as_the_tool_says_it():
    assert npu_smi.chips(B_910B)[0].health == "Warning"


@pytest.mark.parametrize(
    "text", ["", "dcmi module initialize failed. ret is -8005", "bash: npu-smi: not found"]
)
def test_no_table_means_no_chips(text):
    assert npu_smi.chips(text) == ()
    assert npu_smi.driver_version(text) == ""


def test_what_is_not_applicable_is_unknown():
    (chip,) = npu_smi.chips(WITHOUT_POWER)
    assert (chip.npu, chip.power_w, chip.busy_percent, chip.memory_total_mb) == (32768, None, None, 21527)


def test_processes_are_counted_by_chip():
    assert [chip.processes for chip in npu_smi.chips(B_910B)] == [1]
    assert [chip.processes for chip in npu_smi.chips(C_910C)] == [0, 0]


def test_how_busy_a_chip_is_stands_before_its_memory():
    assert [chip.busy_percent for chip in npu_smi.chips(A_310P)] == [5, 0]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_colours_and_carriage_returns_change_nothing(table):
    assert npu_smi.chips(table.replace("\n", "\r\n")) == npu_smi.chips(table)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("cut", range(0, 900, 37))
def test_a_table_that_is_cut_off_gives_fewer_chips_and_no_wrong_one(table, cut):
    left, whole = (
        {replace(chip, processes=0) for chip in npu_smi.chips(text)} for text in (table[:cut], table)
    )
    assert left <= whole


@pytest.mark.parametrize(
    "hostile",
    [
        "| " + "9" * 5000 + " 910B3 | OK | 1 2 0 / 0 |\n| 0 | 0000:C1:00.0 | 0 1 / 2 |",
        "| 0 910B3 | <b>OK</b> | 1 2 0 / 0 |\n| 0 | 0000:C1:00.0 | 0 1 / 2 |",
        "| 0 910B3 | OK | 1 2 0 / 0 |\n| 0 | ../../etc | 0 1 / 2 |",
        "| 0 910B3 | OK | 1 2 0 / 0 |\n" * 3,
        "|" * 100_000,
        "| 0 " + "A" * 100_000 + " | OK | 1 |\n",
    ],
)
def test_what_only_looks_like_a_chip_is_passed_over(hostile):
    assert npu_smi.chips(hostile) == ()


def test_at_most_256_chips_are_taken():
    pair = "| 0 910B3 | OK | 1 2 0 / 0 |\n| 0 | 0000:C1:00.0 | 0 1 / 2 |\n"
    assert len(npu_smi.chips(pair * 1000)) == 256


def test_a_number_that_no_card_can_have_is_unknown():
    table = "| 0 910B3 | OK | 1e309 99999999999 0 / 0 |\n| 0 | 0000:C1:00.0 | 12345 1 / 2 |"
    (chip,) = npu_smi.chips(table)
    assert (chip.power_w, chip.temperature_c, chip.busy_percent) == (None, None, None)
