#!/usr/bin/env bash
# Refuses to start on a machine that cannot serve.
set -euo pipefail

if command -v npu-smi >/dev/null; then
    npu-smi info
    exit 0
fi
if ! command -v nvidia-smi >/dev/null; then
    echo "no accelerator found" >&2
    exit 1
fi
free_mib=$(nvidia-smi --query-gpu=memory.free --format=csv,noheader,nounits | head -n 1)
if [ "$free_mib" -lt 20000 ]; then
    echo "only ${free_mib} MiB free, 20000 needed" >&2
    exit 1
fi
