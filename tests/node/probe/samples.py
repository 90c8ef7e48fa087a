"""What the driver tools print, in every layout known; figures are our own."""

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
WITHOUT_POWER = (
    FRAME
    + """| npu-smi 23.0.6                       Version: 23.0.6                                       |
| NPU     Name      | Health          | Power(W)     Temp(C)           Hugepages-Usage(page) |
| Chip    Device    | Bus-Id          | AICore(%)    Memory-Usage(MB)                        |
| 32768   310P3     | Alarm           | NA           57                0     / 0             |
| 0       3         | 0000:81:00.0    | NA           1850 / 21527                            |
| No running processes found in NPU 32768 |
"""
)
TABLES = {
    "310P": A_310P,
    "910B": B_910B,
    "910C": C_910C,
    "one-memory-column": D_ONE_MEMORY_COLUMN,
    "no-power": WITHOUT_POWER,
}

MAPPING = """\tNPU ID          Chip ID         Chip Logic ID   Chip Name
\t2               0               4               Ascend 910
\t2               1               5               Ascend 910
\t2               2               -               Mcu
"""
BOARD = """\tNPU ID                         : 5
\tProduct Name                   :
\tChip Name                      : Ascend910B
\tSoftware Version               : 25.2.1
\tFirmware Version               : 7.7.0.1.231
\tNUMA Node                      : 1
"""
TOPOLOGY = """\t   NPU0       NPU1       CPU Affinity
NPU0       X          HCCS       144-167
NPU1       HCCS       X          0-23, 48-71

Legend:
  X    = Self
  HCCS = Connection through the high-speed cache-coherent links.
"""
