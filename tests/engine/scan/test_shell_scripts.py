"""Shell: here-documents, inner programs, option lists, containers and batch queues, each at its line."""

import pytest

from tests.engine.scan.reading import read, sighted


def symbols(path, text, kind):
    return {(symbol, line) for one, symbol, line in sighted(path, text) if one == kind}


def test_a_program_in_a_here_document_is_read_in_its_language():
    text = """\
        python3 - "$@" <<'PY'
        import torch
        torch.cuda.synchronize()
        PY
        ssh node <<EOF
        nvidia-smi -L
        EOF
        cat <<END | bash
        nvcc --version
        END
        """
    seen = sighted("run.sh", text)

    assert ("api", "torch.cuda.synchronize", 3) in seen
    assert {("program", "nvidia-smi", 6), ("program", "nvcc", 9)} <= seen


@pytest.mark.parametrize("command", ["cat <<EOF > run_bash.sh", "cat > a.sh <<EOF", "tee file <<-EOF"])
def test_a_here_document_that_is_only_written_is_data(command):
    seen = sighted("run.sh", f"{command}\nnvidia-smi\n  EOF\nEOF\necho done\n")

    assert "nvidia-smi" not in {symbol for _, symbol, _ in seen}
    assert ("program", "echo") in {(kind, symbol) for kind, symbol, _ in seen}


@pytest.mark.parametrize("row", ['cat <<< "EOF"', "echo $((1 << COUNT))", "x=$((a<<b))", "echo '<<EOF'"])
def test_what_only_looks_like_a_here_document_swallows_nothing(row):
    assert ("program", "nvidia-smi", 2) in sighted("run.sh", f"{row}\nnvidia-smi\n")


def test_inner_programs_are_read_at_their_lines():
    text = """\
        python -c "
        import torch
        torch.cuda.empty_cache()
        "
        bash -lc 'nvidia-smi && nvcc --version'
        kubectl exec pod -- bash -c "export NCCL_DEBUG=INFO; nvidia-smi"
        """
    seen = sighted("run.sh", text)

    assert ("api", "torch.cuda.empty_cache", 3) in seen
    assert {("program", "nvidia-smi", 5), ("program", "nvcc", 5)} <= seen
    assert {("env", "NCCL_DEBUG", 6), ("program", "nvidia-smi", 6)} <= seen


def test_lists_and_texts_of_options_count_from_the_first():
    text = """\
        ARGS=(--device cuda
              --tensor-parallel-size 2)
        EXTRA="--attention-backend FLASHINFER --enforce-eager"
        vllm serve model "${ARGS[@]}" $EXTRA
        """
    seen = symbols("run.sh", text, "argument")

    assert {("--device=cuda", 1), ("--attention-backend=FLASHINFER", 3), ("--enforce-eager=", 3)} <= seen
    assert ("program", "vllm", 4) in sighted("run.sh", text)


def test_variables_are_seen_where_they_are_set_and_asked():
    text = """\
        export NCCL_DEBUG=INFO NCCL_IB_DISABLE=1
        CUDA_VISIBLE_DEVICES=$(nvidia-smi -L | wc -l) python a.py
        echo "${NVIDIA_VISIBLE_DEVICES:-all}" $CUDA_HOME/bin
        # export CUDA_PATH=/usr
        export CUDA_VISIBLE_DEVICES=""
        """
    seen = symbols("run.sh", text, "env")

    assert {("NCCL_DEBUG", 1), ("NCCL_IB_DISABLE", 1), ("CUDA_VISIBLE_DEVICES", 2)} <= seen
    assert {("NVIDIA_VISIBLE_DEVICES", 3), ("CUDA_HOME", 3)} <= seen
    assert {line for _, line in seen} == {1, 2, 3}
    assert ("program", "nvidia-smi", 2) in sighted("run.sh", text)


def test_quotes_keep_what_they_hold_together():
    seen = sighted(
        "run.sh", "echo 'a; nvidia-smi' \"b && nvcc\"\nwatch -n 1 nvidia-smi\ntimeout 60 nvcc a.cu\n"
    )

    assert {(symbol, line) for kind, symbol, line in seen if kind == "program"} >= {
        ("nvidia-smi", 2),
        ("nvcc", 3),
    }
    assert not {line for kind, symbol, line in seen if symbol in ("nvidia-smi", "nvcc")} & {1}


def test_containers_name_their_image_their_options_and_what_they_run():
    text = """\
        docker run --rm --gpus all -v data:/data -e NVIDIA_VISIBLE_DEVICES=0 \\
          --name llm nvcr.io/nvidia/tritonserver:24.05-py3 tritonserver --model-repository=/m
        docker build -f docker/Dockerfile.cuda --build-arg TORCH_CUDA_ARCH_LIST=9.0 .
        singularity exec --nv docker://pytorch/pytorch:2.4.0-cuda12.4 python a.py
        """
    reading, seen = read("run.sh", text), sighted("run.sh", text)

    assert {("argument", "--gpus=all", 1), ("env", "NVIDIA_VISIBLE_DEVICES", 1)} <= seen
    assert ("image", "nvcr.io/nvidia/tritonserver:24.05-py3", 2) in seen
    assert {("env", "TORCH_CUDA_ARCH_LIST", 3), ("image", "pytorch/pytorch:2.4.0-cuda12.4", 4)} <= seen
    assert ("image", "docker/Dockerfile.cuda") in {(link.kind.value, link.target) for link in reading.links}


def test_batch_queues_and_launchers():
    text = """\
        #!/bin/bash
        #SBATCH --gres=gpu:4
        #SBATCH --partition=a100  # two nodes
        # --gres=gpu:8
        srun --ntasks 4 --gpus-per-node=4 python -m app.train
        """
    seen = sighted("train.slurm", text)

    assert {("argument", "--gres=gpu:4", 2), ("argument", "--partition=a100", 3)} <= seen
    assert ("argument", "--gpus-per-node=4", 5) in seen
    assert not {line for kind, symbol, line in seen if "gpu:8" in symbol}
    assert ("exec", "-m app.train", 5) in {
        (link.kind.value, link.target, link.line) for link in read("train.slurm", text).links
    }


def test_services_of_the_system():
    text = """\
        [Service]
        Environment="CUDA_VISIBLE_DEVICES=0" NCCL_DEBUG=INFO
        ExecStartPre=-/usr/bin/nvidia-smi -pm 1
        ExecStart=/opt/venv/bin/python -m vllm.entrypoints.openai.api_server \\
            --tensor-parallel-size 2
        """
    seen = sighted("llm.service", text)

    assert {
        ("env", "CUDA_VISIBLE_DEVICES", 2),
        ("env", "NCCL_DEBUG", 2),
        ("program", "nvidia-smi", 3),
    } <= seen
    assert ("argument", "--tensor-parallel-size=2", 5) in seen


def test_make_recipes_variables_and_questions_to_the_shell():
    text = """\
        export CUDA_HOME ?= /usr/local/cuda
        COUNT := $(shell nvidia-smi -L | wc -l)
        all:
        \t@$(NVCC) -o a a.cu
        \t-nvprof ./a
        """
    seen = sighted("Makefile", text)

    assert {("env", "CUDA_HOME", 1), ("program", "nvidia-smi", 2), ("program", "nvprof", 5)} <= seen


@pytest.mark.parametrize(
    "text", ["cat <<EOF\n", "echo 'a", "$(", "python -c", "docker run", "a \\", "#SBATCH", "`"]
)
def test_a_script_that_breaks_off_is_read_to_the_end(text):
    assert ("env", "NCCL_DEBUG", 1) in sighted("run.sh", f"export NCCL_DEBUG=1\n{text}")
