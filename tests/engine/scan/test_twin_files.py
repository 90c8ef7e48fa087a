"""A file for CUDA beside one for the NPU is handled by its twin; one that only looks so is not."""

import pytest

from tests.engine.scan.reading import scan

CODE = "import torch\ntorch.cuda.synchronize()\n"
IMAGE = "FROM nvidia/cuda:12.4.1-devel-ubuntu22.04\n"


@pytest.mark.parametrize(
    ("path", "twin", "text"),
    [
        ("docker/docker-cuda/Dockerfile", "docker/docker-npu/Dockerfile", IMAGE),
        ("docker/Dockerfile", "docker/Dockerfile.npu", IMAGE),
        ("docker/Dockerfile.gpu", "docker/Dockerfile.ascend", IMAGE),
        ("requirements/gpu.txt", "requirements/npu.txt", "flash-attn==2.6.3\n"),
        ("requirements.txt", "requirements-npu.txt", "flash-attn==2.6.3\n"),
        ("ops/foo_cuda.py", "ops/foo_npu.py", CODE),
        ("worker/gpu/runner.py", "worker/npu/runner.py", CODE),
        ("CudaWorker.py", "NpuWorker.py", CODE),
    ],
)
def test_it_is_handled_by_its_twin(path, twin, text):
    findings = [one for one in scan({path: text, twin: ""}).findings if one.coupling == "strong"]

    assert {(one.status.value, one.handled_by) for one in findings} == {("handled", f"{twin}:1")}


@pytest.mark.parametrize(
    ("path", "other", "text"),
    [
        ("ops/foo_cuda.py", "ops/bar_npu.py", CODE),
        ("ops/foo.py", "ops/foo_npu.py", CODE),
        ("docker/docker-cuda/Dockerfile", "docker/docker-rocm/Dockerfile", IMAGE),
        ("ops/cuda_and_npu.py", "ops/npu_and_npu.py", CODE),
        ("requirements.txt", "docs/npu.txt", "flash-attn==2.6.3\n"),
    ],
)
def test_it_stays_open_beside_another_file(path, other, text):
    findings = [one for one in scan({path: text, other: ""}).findings if one.coupling == "strong"]

    assert {one.status.value for one in findings} == {"open"}
