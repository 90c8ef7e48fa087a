"""Dockerfiles, compose, Kubernetes and Helm: what containers are made of, are given and run."""

import pytest

from tests.engine.scan.reading import read, scan, sighted


def test_here_documents_of_a_container_file_are_read_by_what_runs_them():
    text = """\
        # syntax=docker/dockerfile:1
        FROM nvidia/cuda:12.4.1-devel-ubuntu22.04
        RUN <<EOF
        export NCCL_VERSION=2.21
        nvidia-smi -L
        EOF
        RUN python3 - <<EOF
        import torch
        torch.cuda.synchronize()
        EOF
        RUN <<PY
        #!/usr/bin/env python3
        import pynvml
        PY
        COPY <<EOF /etc/motd
        nvcc --version
        EOF
        CMD ["python", "-m", "app", "--device", "cuda"]
        """
    seen = sighted("Dockerfile", text)

    assert {("env", "NCCL_VERSION", 4), ("program", "nvidia-smi", 5)} <= seen
    assert {("api", "torch.cuda.synchronize", 9), ("import", "pynvml", 13)} <= seen
    assert "nvcc" not in {symbol for _, symbol, _ in seen}
    assert ("argument", "--device=cuda", 18) in seen


def test_long_chains_keep_their_lines_and_columns():
    text = """\
        FROM ubuntu AS build
        RUN --mount=type=cache,target=/cache \\
            # the wheels for CUDA
            pip install --extra-index-url https://host/whl/cu124 \\
                "torch==2.4.0+cu124" \\

                flash-attn && \\
            nvcc --version
        COPY --from=build /x /x
        COPY --from=nvcr.io/nvidia/pytorch:24.05-py3 /opt /opt
        """
    reading, seen = read("Dockerfile", text), sighted("Dockerfile", text)

    assert {("index", "https://host/whl/cu124", 4), ("wheel", "torch==2.4.0+cu124", 5)} <= seen
    assert {("package", "flash-attn", 7), ("program", "nvcc", 8)} <= seen
    assert ("image", "nvcr.io/nvidia/pytorch:24.05-py3", 10) in seen
    (flash,) = [one for one in reading.sights if one.symbol == "flash-attn"]
    assert flash.span.column == 9


def test_arguments_and_both_forms_of_environment():
    text = """\
        ARG CUDA=12.4.1
        ARG FLAVOUR
        FROM --platform=linux/amd64 nvidia/cuda:${CUDA}-${FLAVOUR:-devel} as base
        ENV CUDA_HOME /usr/local/cuda
        ENV NVIDIA_VISIBLE_DEVICES=all NCCL_DEBUG="INFO"
        LABEL com.nvidia.volumes.needed="nvidia_driver"
        FROM base
        HEALTHCHECK --interval=5s CMD nvidia-smi
        ONBUILD RUN nvcc --version
        """
    seen = sighted("gpu.Dockerfile", text)

    assert ("image", "nvidia/cuda:12.4.1-devel", 3) in seen
    assert {("env", "CUDA_HOME", 4), ("env", "NVIDIA_VISIBLE_DEVICES", 5), ("env", "NCCL_DEBUG", 5)} <= seen
    assert ("key", "com.nvidia.volumes.needed", 6) in seen
    assert {("program", "nvidia-smi", 8), ("program", "nvcc", 9)} <= seen
    assert [symbol for kind, symbol, _ in seen if kind == "image"] == ["nvidia/cuda:12.4.1-devel"]


def test_compose_devices_anchors_and_commands_in_both_forms():
    text = """\
        x-gpu: &gpu
          deploy:
            resources:
              reservations:
                devices:
                  - {driver: nvidia, count: all, capabilities: [gpu]}
        x-env: &env
          NCCL_DEBUG: INFO
        services:
          llm:
            <<: *gpu
            image: vllm/vllm-openai:v0.6.1
            environment: *env
            command: ["--model", "m", "--tensor-parallel-size", "2"]
          worker:
            <<: *gpu
            command: python -m app.worker --device cuda
            entrypoint: ["/bin/sh", "-c", "nvidia-smi && exec worker"]
            devices:
              - /dev/nvidia0:/dev/nvidia0
        """
    seen = sighted("compose.yaml", text)

    assert {("setting", "driver=nvidia", 6), ("setting", "capabilities=gpu", 6)} <= seen
    assert ("env", "NCCL_DEBUG", 8) in seen
    assert {("argument", "--model=m", 14), ("argument", "--tensor-parallel-size=2", 14)} <= seen
    assert {("argument", "--device=cuda", 17), ("program", "nvidia-smi", 18)} <= seen
    assert ("setting", "devices=/dev/nvidia0:/dev/nvidia0", 20) in seen


def test_a_pod_is_read_with_what_it_asks_tolerates_and_runs():
    text = """\
        apiVersion: apps/v1
        kind: Deployment
        spec:
          template:
            spec:
              runtimeClassName: nvidia
              nodeSelector:
                nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB
              tolerations:
                - {key: nvidia.com/gpu, operator: Exists}
              containers:
                - image: nvcr.io/nvidia/tritonserver:24.05-py3
                  command: ["/bin/bash", "-c"]
                  args:
                    - |
                      export NCCL_DEBUG=INFO
                      nvidia-smi
                - command: [vllm, serve]
                  args:
                    - --gpu-memory-utilization=0.9
                    - --quantization
                    - awq
                  env:
                    - name: CUDA_VISIBLE_DEVICES
                      value: "0"
                    - {name: NCCL_IB_HCA, valueFrom: {fieldRef: {fieldPath: x}}}
                  resources: {limits: {nvidia.com/gpu: 2}}
        ---
        apiVersion: v1
        kind: ConfigMap
        data:
          NCCL_SOCKET_IFNAME: eth0
        """
    seen = sighted("deploy/llm.yaml", text)

    assert {("setting", "runtimeClassName=nvidia", 6), ("key", "nvidia.com/gpu.product", 8)} <= seen
    assert {("setting", "key=nvidia.com/gpu", 10), ("key", "nvidia.com/gpu", 27)} <= seen
    assert {("env", "NCCL_DEBUG", 16), ("program", "nvidia-smi", 17)} <= seen
    assert {("program", "vllm", 18), ("argument", "--gpu-memory-utilization=0.9", 20)} <= seen
    assert ("argument", "--quantization=awq", 21) in seen
    assert {("env", "CUDA_VISIBLE_DEVICES", 24), ("env", "NCCL_IB_HCA", 26)} <= seen
    assert ("env", "NCCL_SOCKET_IFNAME", 32) in seen


def test_a_list_of_arguments_that_starts_with_an_option_keeps_it():
    seen = sighted("pod.yaml", 'apiVersion: v1\nkind: Pod\nargs: ["--device=cuda", "--x 1"]\n')

    assert {("argument", "--device=cuda", 3), ("argument", "--x=1", 3)} <= seen


CHART = """\
{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "app.name" . }}
  labels: {{- include "app.labels" . | nindent 4 }}
spec:
  {{- with .Values.runtimeClass }}
  runtimeClassName: nvidia
  {{- end }}
  containers:
    - image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
      args: ["--tensor-parallel-size", "{{ .Values.gpus }}", "--device", "cuda"]
      env:
        - name: NCCL_DEBUG
          value: {{ .Values.debug | quote }}
      resources:
        limits:
          {{ .Values.resource | default "nvidia.com/gpu" }}: {{ .Values.gpus }}
{{- end }}
"""


def test_a_chart_is_read_by_its_structure_and_is_only_likely():
    reading = read("chart/templates/app.yaml", CHART)
    seen = {(sight.kind.value, sight.symbol, sight.span.line) for sight in reading.sights}

    assert {("setting", "runtimeClassName=nvidia", 9), ("argument", "--device=cuda", 13)} <= seen
    assert {("env", "NCCL_DEBUG", 15), ("key", "nvidia.com/gpu", 19)} <= seen
    assert {sight.confidence.value for sight in reading.sights} == {"likely"}
    assert reading.note == ""


def test_a_chart_whose_actions_leave_no_yaml_is_read_by_the_line():
    broken = f"{CHART}\n  {{{{- range . }}}}\n : [\n  nvidia.com/mig-1g.5gb: 1\n{{{{ end }}}}\n"

    assert ("key", "nvidia.com/mig-1g.5gb") in {
        (kind, symbol) for kind, symbol, _ in sighted("chart/templates/app.yaml", broken)
    }


def test_values_of_a_chart_name_their_image_in_parts():
    image = "image:\n  registry: nvcr.io\n  repository: nvidia/tritonserver\n  tag: 24.05-py3\n"
    text = f"{image}env:\n  NCCL_DEBUG: INFO\n"
    seen = sighted("chart/values.yaml", text)

    assert {("image", "nvcr.io/nvidia/tritonserver:24.05-py3", 3), ("env", "NCCL_DEBUG", 6)} <= seen


def test_yaml_that_is_broken_is_read_by_the_line_and_told():
    tree = scan({"a.yaml": "a: [1\nruntime: nvidia\nresources:\n  nvidia.com/gpu: 1\n"})

    assert [one.symbol for one in tree.findings] == ["nvidia.com/gpu"]
    assert tree.coverage.truncated[0].startswith("a.yaml: read line by line, it is not valid YAML")


def test_aliases_that_multiply_are_read_once():
    rows = ["a0: &a0 [--gpus, all]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    text = "\n".join([*rows, *(f"command: *a{n}" for n in range(60))])

    assert len(read("docker-compose.yml", f"services:\n{text}\n").sights) < 500


@pytest.mark.parametrize(
    "text", ["", "---\n", "a: *nowhere\n", "- &a [*a]\n", "? [x]\n: y\n", "!!python/object:a.b {}\n"]
)
def test_odd_yaml_is_read_or_told(text):
    assert scan({"a.yaml": f"{text}# NCCL_DEBUG\n"}).coverage.files_scanned == 1
