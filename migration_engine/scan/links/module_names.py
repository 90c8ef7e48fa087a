"""By which module the code of a package is imported: its own name, but for some."""

from __future__ import annotations

import re

from migration_engine.expression import expression

_BUILD = expression(r"-(?:gpu|cu\d+x?|cuda\d*x?)$")
_OTHERS = {
    "pytorch": "torch",
    "flash-attn-3": "flash_attn_interface",
    "flashinfer-python": "flashinfer",
    "nvidia-ml-py": "pynvml",
    "nvidia-ml-py3": "pynvml",
    "gputil": "GPUtil",
    "nvidia-cutlass": "cutlass",
    "nvidia-cutlass-dsl": "cutlass",
    "nvidia-modelopt": "modelopt",
    "nvidia-pytriton": "pytriton",
    "autoawq": "awq",
    "nemo-toolkit": "nemo",
    "megatron-core": "megatron",
    "megatron-lm": "megatron",
    "llama-cpp-python": "llama_cpp",
    "mooncake-transfer-engine": "mooncake",
    "pynvvideocodec": "PyNvVideoCodec",
    "openai-whisper": "whisper",
    "flagembedding": "FlagEmbedding",
    "pytorch-triton": "triton",
    "flash-linear-attention": "fla",
    "paddlepaddle-gpu": "paddle",
    "mosaicml": "composer",
    "dspy-ai": "dspy",
    "haystack-ai": "haystack",
    "pyautogen": "autogen",
    "mem0ai": "mem0",
    "guardrails-ai": "guardrails",
    "fschat": "fastchat",
    "cuda-python": "cuda",
    "opensearch-py": "opensearchpy",
    "weaviate-client": "weaviate",
}
# Libraries that other packages load, and modules that several packages share.
_NO_MODULE = frozenset(
    {
        *("pytorch-cuda", "cudatoolkit", "cudatoolkit-dev", "cudnn", "nccl", "libcudnn"),
        *("google-generativeai", "google-genai", "node-llama-cpp", "llamaindex", "deep-ep"),
    }
)


def module_of(package: str) -> str:
    """The module of a package by its normal name; empty where no import would tell."""
    if package in _NO_MODULE or not re.fullmatch(r"[a-z0-9-]+", package) or package.startswith("nvidia-cu"):
        return ""
    return _OTHERS.get(package) or _BUILD.sub("", package).replace("-", "_")


def is_one_build(package: str) -> bool:
    """`faiss-gpu`: another package may bring the same module."""
    return bool(_BUILD.search(package))
