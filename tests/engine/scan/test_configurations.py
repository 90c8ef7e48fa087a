"""Configurations of models, servers, monitoring and machines: settings, variables, metrics, commands."""

import pytest

from tests.engine.scan.reading import found, scan, sighted


def test_configurations_of_models_and_trainers():
    model = '{\n "torch_dtype": "float16",\n "quantization_config": {"quant_method": "gptq", "bits": 4}\n}\n'
    deepspeed = '{\n "fp16": {"enabled": true},\n "communication_backend_name": "nccl",\n "bucket": 5e8\n}\n'

    assert ("setting", "quant_method=gptq", 3) in sighted("config.json", model)
    assert ("setting", "torch_dtype=float16", 2) in sighted("config.json", model)
    seen = sighted("ds_config.json", deepspeed)
    assert {("setting", "communication_backend_name=nccl", 3), ("setting", "enabled=true", 2)} <= seen


def test_lists_commands_and_variables_of_editors_and_dev_containers():
    text = """\
        {
          // nvidia-smi
          "image": "nvidia/cuda:12.4.1-devel-ubuntu22.04",
          "runArgs": ["--gpus", "all", "--device=/dev/nvidia0"],
          "containerEnv": {"CUDA_VISIBLE_DEVICES": "0"},
          "postCreateCommand": "pip install flash-attn && nvidia-smi",
          "providers": ["CUDAExecutionProvider", "CPUExecutionProvider"],
          "configurations": [{"args": ["-m", "app", "--device", "cuda"]}],
        }
        """
    seen = sighted(".devcontainer/devcontainer.json", text)

    assert {("argument", "--gpus=all", 4), ("argument", "--device=/dev/nvidia0", 4)} <= seen
    assert {
        ("env", "CUDA_VISIBLE_DEVICES", 5),
        ("package", "flash-attn", 6),
        ("program", "nvidia-smi", 6),
    } <= seen
    assert {("setting", "providers=CUDAExecutionProvider", 7), ("argument", "--device=cuda", 8)} <= seen
    assert {line for kind, symbol, line in seen if symbol == "nvidia-smi"} == {6}


def test_a_file_of_one_long_line_is_read_to_its_end():
    panels = ",".join(f'{{"expr":"up{{job=\\"{n}\\"}}"}}' for n in range(3000))
    text = f'{{"panels":[{panels},{{"expr":"avg(DCGM_FI_DEV_GPU_UTIL{{gpu=\\"0\\"}}) by (pod)"}}]}}'

    assert ("word", "DCGM_FI_DEV_GPU_UTIL", 1) in sighted("dashboard.json", text)


def test_alerts_and_scrapes():
    rules = """\
        groups:
          - name: gpu
            rules:
              - alert: Hot
                expr: |
                  max(DCGM_FI_DEV_GPU_TEMP) > 85
                    and on (pod) vllm:num_requests_running > 0
        """
    scrapes = (
        "scrape_configs:\n  - job_name: dcgm\n    static_configs:\n      - targets: ['dcgm-exporter:9400']\n"
    )

    assert {("word", "DCGM_FI_DEV_GPU_TEMP", 6), ("word", "vllm:num_requests_running", 7)} <= sighted(
        "rules.yml", rules
    )
    seen = sighted("prometheus.yml", scrapes)
    assert {("setting", "job_name=dcgm", 2), ("setting", "targets=dcgm-exporter:9400", 4)} <= seen


def test_models_of_an_inference_server():
    text = """\
        name: "llm"  # platform: "onnxruntime_onnx"
        platform: "tensorrt_plan"
        instance_group [ { count: 1 kind: KIND_GPU gpus: [ 0 ] } ]
        optimization { execution_accelerators {
          gpu_execution_accelerator : [ { name : "tensorrt" } ]
        } }
        parameters { key: "gpt_model_type" value: { string_value: "inflight_fused_batching" } }
        """
    seen = sighted("models/llm/config.pbtxt", text)

    assert {("setting", "platform=tensorrt_plan", 2), ("setting", "kind=KIND_GPU", 3)} <= seen
    assert {("key", "gpu_execution_accelerator", 5), ("setting", "name=tensorrt", 5)} <= seen
    assert ("setting", "gpt_model_type=inflight_fused_batching", 7) in seen
    assert "platform=onnxruntime_onnx" not in {symbol for _, symbol, _ in seen}


def test_machines_of_a_cloud_and_bake_files():
    text = """\
        # machine_type = "a2-highgpu-8g"
        resource "google_container_node_pool" "gpu" {
          machine_type = "a2-highgpu-1g"
          guest_accelerator { type = "nvidia-tesla-a100" }
          args = { CUDA_VERSION = "12.4", TORCH_CUDA_ARCH_LIST = "9.0" }
          tags = [
            "nvcr.io/nvidia/pytorch:24.05-py3",
          ]
        }
        """
    seen = sighted("infra/gpu.tf", text)

    assert ("setting", "machine_type=a2-highgpu-1g", 3) in seen
    assert ("setting", "tags=nvcr.io/nvidia/pytorch:24.05-py3", 7) in seen
    assert "machine_type=a2-highgpu-8g" not in {symbol for _, symbol, _ in seen}


def test_settings_by_the_line_and_addresses_of_a_proxy():
    seen = sighted(
        "nginx.conf", "# proxy_pass http://old:1/v1;\nlocation / { proxy_pass http://llm:8000/v1; }\n"
    )

    assert {symbol for kind, symbol, _ in seen if kind == "url"} == {"http://llm:8000/v1"}


def test_templates_of_configurations_are_read_as_what_they_become():
    seen = sighted(
        "conf/serve.env.j2", "CUDA_VISIBLE_DEVICES={{ devices }}\n{% if x %}\nNCCL_DEBUG=INFO\n{% endif %}\n"
    )

    assert {("env", "CUDA_VISIBLE_DEVICES", 1), ("env", "NCCL_DEBUG", 3)} <= seen
    values = sighted("conf/a.yaml.j2", "a:\n{% if gpu %}\n  runtime: nvidia\n{% endif %}\n  n: {{ count }}\n")
    assert ("setting", "runtime=nvidia", 3) in values


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{"CUDA_VISIBLE_DEVICES": "0", ['),
        ("package.json", '{"name": 1, "scripts": {"a": "NCCL_DEBUG=1 x"'),
        ("config.pbtxt", 'kind: KIND_GPU } ] "'),
        ("a.tf", '"cuda" = {{{ "'),
        ("a.ini", "[\nCUDA_HOME=/usr\n=\n"),
    ],
)
def test_what_breaks_off_is_read_or_told(path, text):
    assert scan({path: text}).coverage.files_scanned == 1


def test_a_variable_of_a_broken_file_is_found():
    assert [one.symbol for one in found('{"CUDA_VISIBLE_DEVICES": "0", [', "a.json")] == [
        "CUDA_VISIBLE_DEVICES"
    ]
