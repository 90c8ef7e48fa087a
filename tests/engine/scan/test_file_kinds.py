"""Every kind of file is read by its own grammar: what it binds is sighted, comments are not."""

from tests.engine.scan.reading import read, sighted


def test_shell_variables_programs_and_options():
    seen = sighted(
        "run.sh",
        """\
        #!/bin/sh
        # nvidia-smi
        export NCCL_DEBUG=INFO
        CUDA_VISIBLE_DEVICES=0,1 python -m app.serve --device cuda
        if true; then nvidia-smi -L | head; fi
        """,
    )

    assert ("env", "NCCL_DEBUG", 3) in seen
    assert ("env", "CUDA_VISIBLE_DEVICES", 4) in seen
    assert ("argument", "--device=cuda", 4) in seen
    assert {line for kind, symbol, line in seen if (kind, symbol) == ("program", "nvidia-smi")} == {5}


def test_a_shell_program_is_an_edge_to_what_it_runs():
    links = {
        (link.kind.value, link.target)
        for link in read("run.sh", "python -m app.serve\nbash lib/a.sh\n").links
    }

    assert links >= {("exec", "-m app.serve"), ("exec", "lib/a.sh")}


def test_a_continued_command_is_one_command():
    seen = sighted("run.sh", "docker run \\\n  --gpus all \\\n  app\n")

    assert ("command", "docker run --gpus all app", 1) in seen
    assert ("argument", "--gpus=all", 2) in seen


def test_a_text_between_markers_is_no_shell():
    seen = sighted("run.sh", "cat <<EOF\nnvidia-smi\nEOF\necho done\n")

    assert "nvidia-smi" not in {symbol for _, symbol, _ in seen}


def test_dockerfile_images_with_build_arguments_environment_and_commands():
    seen = sighted(
        "Dockerfile",
        """\
        ARG BASE=nvidia/cuda:12.4.1-devel-ubuntu22.04
        FROM ${BASE} AS build
        # RUN nvcc --version
        ENV NVIDIA_VISIBLE_DEVICES=all \\
            CUDA_HOME=/usr/local/cuda
        RUN pip install torch==2.4.0+cu121 && nvcc --version
        FROM build
        """,
    )

    assert ("image", "nvidia/cuda:12.4.1-devel-ubuntu22.04", 2) in seen
    assert "build" not in {symbol for kind, symbol, _ in seen if kind == "image"}
    assert {("env", "NVIDIA_VISIBLE_DEVICES", 4), ("env", "CUDA_HOME", 5)} <= seen
    assert ("program", "nvcc", 6) in seen
    assert ("wheel", "torch==2.4.0+cu121", 6) in seen


def test_compose_settings_in_both_forms_of_environment():
    seen = sighted(
        "docker-compose.yml",
        """\
        services:
          a:
            image: nvcr.io/nvidia/tritonserver:24.05-py3
            runtime: nvidia
            environment:
              - NCCL_DEBUG=INFO
          b:
            environment:
              CUDA_VISIBLE_DEVICES: "0"  # one
        """,
    )

    assert ("image", "nvcr.io/nvidia/tritonserver:24.05-py3", 3) in seen
    assert ("setting", "runtime=nvidia", 4) in seen
    assert ("env", "NCCL_DEBUG", 6) in seen
    assert ("env", "CUDA_VISIBLE_DEVICES", 9) in seen


def test_compose_build_arguments_are_variables():
    text = "services:\n  a:\n    build:\n      context: .\n      args:\n        TORCH_CUDA_ARCH_LIST: '8.0'\n"

    assert ("env", "TORCH_CUDA_ARCH_LIST", 6) in sighted("docker-compose.yml", text)


def test_kubernetes_resources_and_variables():
    seen = sighted(
        "k8s/app.yaml",
        """\
        apiVersion: v1
        kind: Pod
        spec:
          containers:
            - name: app
              env:
                - name: NCCL_DEBUG
                  value: INFO
              resources:
                limits:
                  nvidia.com/gpu: 1
        """,
    )

    assert ("key", "nvidia.com/gpu", 11) in seen
    assert ("env", "NCCL_DEBUG", 7) in seen


def test_a_template_that_is_no_yaml_is_still_read():
    reading = read(
        "chart/templates/app.yaml",
        "limits:\n  {{- if .Values.gpu }}\n  nvidia.com/gpu: {{ .Values.gpu }}\n  {{- end }}\n",
    )

    assert "nvidia.com/gpu" in {sight.symbol for sight in reading.sights}


def test_requirements_are_normalised_and_comments_left_out():
    seen = sighted(
        "requirements.txt",
        """\
        # xformers
        --extra-index-url https://download.pytorch.org/whl/cu121
        Flash_Attn>=2.5 ; sys_platform == "linux"  # nvcc
        torch==2.4.0+cu121
        uvicorn[standard]
        """,
    )

    assert ("package", "flash-attn", 3) in seen
    assert "xformers" not in {symbol for _, symbol, _ in seen}
    assert ("index", "https://download.pytorch.org/whl/cu121", 2) in seen
    assert "torch==2.4.0+cu121" in {symbol for kind, symbol, _ in seen if kind == "wheel"}
    assert ("package", "uvicorn", 5) in seen


def test_pyproject_dependencies_of_every_table():
    seen = sighted(
        "pyproject.toml",
        """\
        [project]
        dependencies = ["torch>=2.1", "flash_attn"]
        [project.optional-dependencies]
        gpu = ["xformers"]
        """,
    )

    assert {symbol for kind, symbol, _ in seen if kind == "package"} >= {"torch", "flash-attn", "xformers"}


def test_an_environment_file_gives_names_values_and_addresses():
    seen = sighted(".env", "# CUDA_HOME=/x\nCUDA_VISIBLE_DEVICES=0,1\nLLM_URL=http://llm:8000/v1\n")

    assert ("env", "CUDA_VISIBLE_DEVICES", 2) in seen
    assert ("url", "http://llm:8000/v1", 3) in seen
    assert "CUDA_HOME" not in {symbol for _, symbol, _ in seen}


def test_c_and_cuda_without_comments_and_strings():
    seen = sighted(
        "op.cu",
        """\
        #include <cuda_runtime.h>
        // cudaMalloc(&p, 4);
        /* cudaFree(p); */
        const char* s = "cudaMemcpy";
        __global__ void k(float* p) {}
        void run() { k<<<1, 32>>>(p); cudaDeviceSynchronize(); }
        """,
    )

    assert ("include", "cuda_runtime.h", 1) in seen
    assert ("token", "<<<", 6) in seen
    assert ("token", "cudaDeviceSynchronize", 6) in seen
    assert not {"cudaMalloc", "cudaFree", "cudaMemcpy"} & {symbol for _, symbol, _ in seen}


def test_cmake_and_make():
    cmake = sighted("CMakeLists.txt", "# find_package(CUDA)\nfind_package(CUDAToolkit REQUIRED)\n")
    make = sighted("Makefile-kernels", "NVCC = nvcc\nall:\n\t@nvcc -o a a.cu\n")

    assert {(symbol, line) for kind, symbol, line in cmake if kind == "command"} == {
        ("find_package CUDAToolkit REQUIRED", 2)
    }
    assert ("program", "nvcc", 3) in make


def test_a_cmake_call_over_several_rows_is_one_command():
    text = """\
        project(kernels  # the CUDA part
          VERSION 1.0
          LANGUAGES CXX CUDA
        )
        """
    commands = [one for one in read("CMakeLists.txt", text).sights if one.kind == "command"]

    assert [one.symbol for one in commands] == ["project kernels VERSION 1.0 LANGUAGES CXX CUDA"]
    assert (commands[0].span.line, commands[0].span.end_line, commands[0].span.end_column) == (1, 3, 21)


def test_cmake_comments_in_brackets_are_not_read_and_arguments_in_brackets_are():
    text = """\
        #[==[ find_package(CUDA)
        enable_language(CUDA) ]] ]==] find_package(CUDAToolkit)
        set(code [[#include <cuda_fp16.h> (]])
        message("# (" cublas)
        """
    seen = sighted("CMakeLists.txt", text)

    assert {(symbol, line) for kind, symbol, line in seen if kind == "command"} == {
        ("find_package CUDAToolkit", 2)
    }
    assert ("word", "cuda_fp16", 3) in seen
    assert ("word", "cublas", 4) in seen
    assert not [one for one in seen if one[1] == "enable_language"]


def test_javascript_imports_and_addresses():
    reading = read(
        "src/chat.ts", 'import OpenAI from "openai";\n// import x from "langchain";\nfetch("/api/chat");\n'
    )

    assert {link.target for link in reading.links} == {"openai"}


def test_a_model_configuration_gives_its_settings():
    seen = sighted("config.json", '{\n "quantization_config": {\n  "quant_method": "awq"\n }\n}\n')

    assert ("setting", "quant_method=awq", 3) in seen
