"""The driver tool's table has four known layouts; each yields the same facts."""

import pytest

from migration_node.probe import npu_smi

FRAME = "+" + "-" * 90 + "+\n"

A_310P = (
    FRAME
    + """| npu-smi 22.0.4                       Version:22.0.4                                        |
| NPU     Name      | Health          | Power(W)     Temp(C)           Hugepages-Usage(page) |
| Chip    Device    | Bus-Id          | AICore(%)    Memory-Usage(MB)                        |
| 1       310P3     | OK              | 16.4         41                0    / 0              |
| 0       0         | 0000:86:00.0    | 5            1102 / 21534                            |
| 1       310P3     | OK              | 15.9         43                0    / 0              |
| 1       1         | 0000:87:00.0    | 0            988  / 21534                            |
"""
)
B_910B = (
    FRAME
    + """| npu-smi 25.2.0                   Version: 25.2.0                                               |
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
| 5     910B3               | Warning       | 93.0        39                0    / 0             |
| 0                         | 0000:42:00.0  | 9           0    / 0          40210/ 65536         |
| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |
| 5       0                 | 23456         | VLLM::Worker             | 39800                   |
"""
)
C_910C = (
    FRAME
    + """| npu-smi 24.1.rc3.7               Version: 24.1.rc3.7                                           |
| Chip  Phy-ID              | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
| 2     Ascend910           | OK            | 160.2       36                0    / 0             |
| 0     4                   | 0000:96:00.0  | 0           0    / 0          2900 / 65536         |
| 2     Ascend910           | OK            | -           35                0    / 0             |
| 1     5                   | 0000:98:00.0  | 0           0    / 0          2875 / 65536         |
| No running processes found in NPU 2 |
"""
)
D_ONE_MEMORY_COLUMN = (
    FRAME
    + """| npu-smi 23.3.1                   Version: 23.3.1                                               |
| Chip    Device             | Bus-Id       | AICore(%)    Memory-Usage(MB)                      |
| 12      910B4              | OK           | 65.0         40                0    / 0            |
| 0       NA                 | 0000:C2:00.0 | 50           5100  / 32768                         |
"""
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
