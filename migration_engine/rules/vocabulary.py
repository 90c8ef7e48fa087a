"""The words of the rule format: what a reader can sight in a file, and what fields may say."""

from __future__ import annotations

from enum import StrEnum


class Sighting(StrEnum):
    """Kinds of things that readers report; a rule's `match` names kinds and patterns of symbols."""

    API = "api"  # a dotted Python name, aliases resolved: torch.cuda.synchronize
    IMPORT = "import"  # a module that is imported: flash_attn, @langchain/openai
    METHOD = "method"  # a method called on an object of unknown type: cuda
    ATTRIBUTE = "attribute"  # an attribute of such an object: is_cuda
    ARGUMENT = "argument"  # a keyword argument with its constant: backend=nccl
    DEVICE = "device"  # a device named in a string: cuda, cuda:0, cuda:*
    COMPARE = "compare"  # a device string in a comparison
    SELECTION = "selection"  # an expression that picks a device: cuda|cpu
    MEMBER = "member"  # an enum member or constant named for a device: DistributedType.MULTI_GPU
    HELPER = "helper"  # a called function or decorator by its own name: require_cuda
    CONDITION = "condition"  # a name that a condition asks and that speaks of CUDA: use_cuda
    SKIP = "skip"  # a test that is skipped by an answer about CUDA: skip by torch.cuda.is_available
    DYNAMIC = "dynamic"  # a part of torch taken by a name that is not constant: getattr(torch, …)
    OPTION = "option"  # an option read from the settings: compile of cfg.compile
    NUMBER = "number"  # an argument or item that is given as a number: max_tokens
    SLICE = "slice"  # a list of which only the end is taken: history of history[-10:]
    TEXT = "text"  # a long text in the program, blanks made single: You are a helpful assistant ...
    STRING = "string"  # any other string constant of a program
    ENV = "env"  # an environment variable that is set or read
    SETTING = "setting"  # key=value of a configuration: runtime=nvidia
    KEY = "key"  # a key of a configuration: nvidia.com/gpu
    WORD = "word"  # a name inside a configuration value: DCGM_FI_DEV_GPU_UTIL
    PACKAGE = "package"  # a required package, normalised: flash-attn
    WHEEL = "wheel"  # a pinned build of a package: torch==2.4.0+cu121
    INDEX = "index"  # a package index: https://download.pytorch.org/whl/cu121
    IMAGE = "image"  # a container image: nvidia/cuda:12.4.1-devel-ubuntu22.04
    PROGRAM = "program"  # a program that is run: nvidia-smi
    COMMAND = "command"  # a whole command line: docker run --gpus all app
    INCLUDE = "include"  # a C header: cuda_runtime.h
    TOKEN = "token"  # noqa: S105 (a C identifier: cudaMalloc)
    URL = "url"  # an address in a string: http://llm:8000/v1/chat/completions
    FILE = "file"  # a file by its suffix: .cu


class ReplacementKind(StrEnum):
    """How the counterpart takes over."""

    AUTOMATIC = "automatic"  # torch_npu's transfer_to_npu does it at run time
    RENAME = "rename"
    DROP_IN = "drop-in"
    RE_POINT = "re-point"
    REWRITE = "rewrite"
    REMOVE = "remove"
    OPERATOR = "custom-operator"
    NONE = "none"


class Verified(StrEnum):
    """Who vouches for a counterpart."""

    SOURCE = "source"
    UNVERIFIED = "unverified"


FILES = "files"
"""In `match` and `not`: restricts a rule to languages, beside the kinds above."""
