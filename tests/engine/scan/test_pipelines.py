"""Pipelines of every kind: on what they run, in which image, with which variables, and what they run."""

from tests.engine.scan.reading import read, scan, sighted


def test_github_workflows():
    text = """\
        on: push
        env:
          NCCL_DEBUG: INFO
        jobs:
          gpu:
            runs-on: [self-hosted, gpu-a100]
            container:
              image: nvidia/cuda:12.4.1-devel-ubuntu22.04
              options: --gpus all
            steps:
              - uses: actions/checkout@v4
              - name: Check
                run: |
                  # nvcc
                  nvidia-smi -L
                  python - <<'PY'
                  import pynvml
                  PY
              - run: >
                  python -m app
                  --device cuda
              - run: "pip install flash-attn"
              - shell: python
                run: |
                  import torch
                  torch.cuda.synchronize()
          many:
            strategy:
              matrix:
                machine: [ubuntu-latest, gpu-t4]
                image: [nvcr.io/nvidia/pytorch:24.05-py3]
            runs-on: ${{ matrix.machine }}
            container: ${{ matrix.image }}
        """
    seen = sighted(".github/workflows/gpu.yml", text)

    assert {("env", "NCCL_DEBUG", 3), ("setting", "runs-on=gpu-a100", 6)} <= seen
    assert {
        ("image", "nvidia/cuda:12.4.1-devel-ubuntu22.04", 8),
        ("setting", "options=--gpus all", 9),
    } <= seen
    assert {("program", "nvidia-smi", 15), ("import", "pynvml", 17)} <= seen
    assert {("argument", "--device=cuda", 21), ("package", "flash-attn", 22)} <= seen
    assert ("api", "torch.cuda.synchronize", 26) in seen
    assert {("setting", "runs-on=gpu-t4", 30), ("image", "nvcr.io/nvidia/pytorch:24.05-py3", 31)} <= seen


def test_gitlab_pipelines():
    text = """\
        default:
          image: {name: "nvidia/cuda:12.4.1-base-ubuntu22.04", entrypoint: [""]}
        variables:
          CUDA_VISIBLE_DEVICES: "0"
        .gpu: &gpu
          tags: [gpu-runner]
          before_script:
            - nvidia-smi
        test:
          <<: *gpu
          script:
            - !reference [.gpu, before_script]
            - |
              export NCCL_DEBUG=INFO
              pytest tests
            - docker run --gpus all app
          services:
            - name: nvcr.io/nvidia/tritonserver:24.05-py3
        """
    seen = sighted(".gitlab-ci.yml", text)

    assert ("image", "nvidia/cuda:12.4.1-base-ubuntu22.04", 2) in seen
    assert {("env", "CUDA_VISIBLE_DEVICES", 4), ("setting", "tags=gpu-runner", 6)} <= seen
    assert {("program", "nvidia-smi", 8), ("env", "NCCL_DEBUG", 14), ("argument", "--gpus=all", 16)} <= seen
    assert ("image", "nvcr.io/nvidia/tritonserver:24.05-py3", 18) in seen


def test_jenkins_pipelines():
    text = '''\
        // sh 'nvcc'
        pipeline {
          agent { docker { image 'nvidia/cuda:12.4.1-base'; args '--gpus all'; label 'gpu && linux' } }
          environment { CUDA_VISIBLE_DEVICES = '0' }
          stages { stage('Test') { steps {
            sh 'nvidia-smi -L'
            sh """
              export NCCL_DEBUG=${LEVEL}
              python -m pytest tests
              nvcc --version
            """
            script { out = sh(script: "nvidia-smi topo", returnStdout: true) }
            withEnv(["CUDA_HOME=/usr/local/cuda"]) { echo "nvcc" }
          } } }
        }
        node('gpu-a100') { docker.image("nvcr.io/nvidia/pytorch:24.05-py3").inside('--gpus 1') { } }
        '''
    seen = sighted("Jenkinsfile", text)

    assert {("image", "nvidia/cuda:12.4.1-base", 3), ("argument", "--gpus=all", 3)} <= seen
    assert {("setting", "label=gpu && linux", 3), ("env", "CUDA_VISIBLE_DEVICES", 4)} <= seen
    assert {("program", "nvidia-smi", 6), ("env", "NCCL_DEBUG", 8), ("program", "nvcc", 10)} <= seen
    assert {("program", "nvidia-smi", 12), ("env", "CUDA_HOME", 13)} <= seen
    assert {("setting", "label=gpu-a100", 16), ("image", "nvcr.io/nvidia/pytorch:24.05-py3", 16)} <= seen
    assert ("argument", "--gpus=1", 16) in seen
    assert ("program", "nvcc", 1) not in seen


def test_azure_circleci_buildkite_and_travis():
    azure = "pool: {name: gpu-pool}\nsteps:\n- script: nvidia-smi\n- bash: |\n    nvcc --version\n"
    circle = "jobs:\n  a:\n    machine: {image: linux-cuda-12}\n    resource_class: gpu.nvidia.small\n" + (
        "    steps:\n    - run:\n        name: x\n        command: |\n          nvidia-smi\n"
    )
    buildkite = (
        "steps:\n- label: x\n  agents: {queue: gpu}\n"
        "  commands:\n  - VLLM_USE_V1=0 pytest a\n  - nvidia-smi\n"
    )
    travis = "env:\n  - NCCL_DEBUG=INFO\nscript: nvidia-smi\n"

    seen = sighted("azure-pipelines.yml", azure)
    assert {("setting", "name=gpu-pool", 1), ("program", "nvidia-smi", 3), ("program", "nvcc", 5)} <= seen
    seen = sighted(".circleci/config.yml", circle)
    assert {("image", "linux-cuda-12", 3), ("setting", "resource_class=gpu.nvidia.small", 4)} <= seen
    assert ("program", "nvidia-smi", 9) in seen
    reading = read(".buildkite/test.yaml", buildkite)
    assert [one.span.line for one in reading.sights if one.symbol == "VLLM_USE_V1"] == [5]
    assert ("program", "nvidia-smi", 6) in sighted(".buildkite/test.yaml", buildkite)
    assert {("env", "NCCL_DEBUG", 2), ("program", "nvidia-smi", 3)} <= sighted(".travis.yml", travis)


def test_workflows_of_a_cluster():
    text = """\
        apiVersion: argoproj.io/v1alpha1
        kind: Workflow
        spec:
          templates:
            - script:
                image: python:3.11
                command: [python]
                source: |
                  import torch
                  torch.cuda.synchronize()
            - script: |
                #!/usr/bin/env bash
                nvidia-smi
        """
    seen = sighted("flow.yaml", text)

    assert {("api", "torch.cuda.synchronize", 10), ("program", "nvidia-smi", 13)} <= seen


def test_a_pipeline_that_is_broken_is_read_by_the_line_and_told():
    tree = scan({".github/workflows/a.yml": "jobs:\n  a: [\n  env:\n    CUDA_VISIBLE_DEVICES: 0\n"})

    assert [one.symbol for one in tree.findings] == ["CUDA_VISIBLE_DEVICES"]
    assert "it is not valid YAML" in tree.coverage.truncated[0]


def test_a_pipeline_in_groovy_that_never_ends_is_read():
    assert ("program", "nvidia-smi", 1) in sighted("Jenkinsfile", "sh 'nvidia-smi'\nsh \"\"\"\n/* '''")
