#!/usr/bin/env bash
# Starts the OpenAI-compatible server on the first device.
set -euo pipefail

export CUDA_VISIBLE_DEVICES="${CUDA_VISIBLE_DEVICES:-0}"
export NCCL_SOCKET_IFNAME=eth0

./scripts/check_device.sh
exec vllm serve "${DOCQA_MODEL:-Qwen/Qwen2.5-7B-Instruct}" \
    --host 0.0.0.0 --port 8000 \
    --dtype bfloat16 \
    --quantization awq_marlin \
    --gpu-memory-utilization 0.90 \
    --max-model-len 16384
