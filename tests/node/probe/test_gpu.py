"""The NVIDIA side tells the same facts as the NPU side."""

from migration_node.probe.gpu import Gpu, gpus

TWO = """0, NVIDIA H100 80GB HBM3, 570.86.15, 00000000:1B:00.0, 1024, 81559, 71.53, 34
1, Tesla T4, 570.86.15, 00000000:1C:00.0, 3, 15360, [N/A], 41
"""


def test_every_gpu_comes_with_its_memory_power_and_temperature():
    first, second = gpus(TWO)
    assert first == Gpu(0, "NVIDIA H100 80GB HBM3", "570.86.15", "00000000:1B:00.0", 1024, 81559, 71.53, 34.0)
    assert second.power_w is None


def test_a_tool_without_a_driver_gives_no_gpu():
    assert gpus("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.") == ()
    assert gpus("No devices were found") == ()
    assert gpus("0, a, b\n" + "9" * 5000 + ",a,b,c,1,2,3,4") == ()
