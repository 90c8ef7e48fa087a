"""An artefact that only other systems or chips use leaves nothing to do for an NPU."""

import pytest

from migration_engine.scan.handled.other_platforms import is_for_another_platform
from tests.engine.scan.reading import scan


@pytest.mark.parametrize(
    "path",
    [
        "start_macos.sh",
        "docker/cpu/Dockerfile",
        "docker/intel/Dockerfile",
        "Dockerfile.rocm",
        "requirements_cpu_only.txt",
        "setup/requirements-xpu.txt",
        "scripts/run_windows.bat",
        "requirements/xpu.txt",
        "requirements/intel/base.in",
        "docker-compose.amd.yml",
        "Dockerfile.neuron",
        "backends/gaudi/server/layers/fp8.py",
        "layers/attention/rocm.py",
        "csrc/rocm/attention.cu",
    ],
)
def test_it_is_for_another_platform(path):
    assert is_for_another_platform(path)


@pytest.mark.parametrize(
    "path",
    [
        "start_linux.sh",
        "docker/nvidia/Dockerfile",
        "docker/cuda-windows/Dockerfile",
        "docker/cpu-gpu/Dockerfile",
        "cpu/models/train.sh",
        "src/cpu/worker.py",
        "platforms/xpu.py",
        "requirements/cuda.txt",
        "requirements/xpu/notes.md",
        "layers/rocm_or_cuda.py",
        "rocm/cuda/kernel.cu",
        "src/neuron/cell.py",
        "machine.sh",
    ],
)
def test_it_is_not(path):
    assert not is_for_another_platform(path)


def test_what_binds_there_is_handled_by_the_file_itself():
    (one,) = scan({"start_macos.sh": "export CUDA_HOME=/opt/cuda\n"}).findings

    assert (one.status, one.handled_by) == ("handled", "start_macos.sh:1")
