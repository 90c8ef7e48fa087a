"""By which names programs, command lines and configurations call the properties of a model."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.expression import expression
from migration_engine.model import FactKind

_NAMES: Mapping[FactKind, tuple[str, ...]] = {
    FactKind.DTYPE: (
        *("torch_dtype", "dtype", "compute_dtype", "model_dtype", "infer_dtype", "mixed_precision"),
        *("bf16", "fp16", "precision", "bnb_4bit_compute_dtype", "weight_dtype"),
    ),
    FactKind.CONTEXT: (
        *("max_model_len", "max_seq_len", "max_seq_length", "max_sequence_length", "max_position_embeddings"),
        *("n_ctx", "num_ctx", "ctx_size", "context_length", "model_max_length", "cutoff_len"),
        *("max_total_tokens", "max_context_length", "session_len"),
    ),
    FactKind.QUANTISATION: (
        *("quantization", "quant_method", "quantize", "load_in_4bit", "load_in_8bit", "kv_cache_dtype"),
        *("quantization_bit", "quant_policy", "quant_type"),
    ),
    FactKind.ATTENTION: (
        *("attn_implementation", "_attn_implementation", "attention_backend", "flash_attn", "use_flash_attn"),
        *("vllm_attention_backend", "attn_backend", "use_flash_attention", "use_flash_attention_2"),
    ),
    FactKind.TENSOR_PARALLEL: (
        *("tensor_parallel_size", "tp_size", "tensor_model_parallel_size", "tensor_parallel", "num_shard"),
        *("autotp_size", "tp"),
    ),
    FactKind.PIPELINE_PARALLEL: ("pipeline_parallel_size", "pp_size", "pipeline_model_parallel_size"),
    FactKind.EXPERT_PARALLEL: (
        *("expert_parallel_size", "ep_size", "enable_expert_parallel", "expert_model_parallel_size"),
        *("moe_expert_parallel_size",),
    ),
    FactKind.DYNAMIC_SHAPES: ("dynamic", "dynamic_axes", "dynamic_shapes", "padding", "pad_to_multiple_of"),
    FactKind.SERVED_MODEL: (
        *("served_model_name", "model_name_or_path", "model_path", "model_id", "model"),
        *("pretrained_model_name_or_path",),
    ),
}
BY_NAME = {name: kind for kind, names in _NAMES.items() for name in names}
# Words so common that only the text around them tells whether they speak of a model.
COMMON = frozenset({"dtype", "dynamic", "model", "padding", "tp", "precision", "model_path", "model_id"})
_DTYPES = {
    **dict.fromkeys(("bf16", "bfloat16"), "bfloat16"),
    **dict.fromkeys(("fp16", "float16", "half"), "float16"),
    **dict.fromkeys(("fp32", "float32", "float"), "float32"),
    **dict.fromkeys(("fp8", "float8", "fp8_e4m3", "float8_e4m3fn"), "float8"),
    "auto": "auto",
    "float64": "float64",
}
_NOTHING = frozenset({"none", "null", "false", "0", "no", "off", ""})
_NUMBER = expression(r"\d[\d_]*$")
_SERVED = expression(r"[\w.-]+(?:/[\w.-]+)*$")


def value_of(kind: FactKind, name: str, text: str) -> str:
    """The value as it is told everywhere; empty when the text is no constant of this kind."""
    plain = text.strip().strip("\"'").removeprefix("torch.").removeprefix("jnp.")
    lower = plain.lower()
    if kind is FactKind.DTYPE:
        if name in ("bf16", "fp16"):
            return _DTYPES[name] if lower in ("true", "1", "yes") else ""
        return _DTYPES.get(lower.removesuffix("-mixed").removesuffix("-true"), "")
    if kind in _COUNTED:
        return _number(name, lower)
    if kind is FactKind.SERVED_MODEL:
        return plain if _SERVED.match(plain) and not plain.isdigit() and lower not in _NO_MODEL else ""
    if kind is FactKind.DYNAMIC_SHAPES:
        return _shape(name, lower)
    if lower in _NOTHING:
        return ""
    return _told(kind, name, lower)


_COUNTED = frozenset(
    {FactKind.CONTEXT, FactKind.TENSOR_PARALLEL, FactKind.PIPELINE_PARALLEL, FactKind.EXPERT_PARALLEL}
)
_LEAST = {FactKind.CONTEXT: 128}
_NO_MODEL = _NOTHING | {"true", "str", "model", "self", "any", "object", "module"}


def _number(name: str, lower: str) -> str:
    if _NUMBER.match(lower):
        number = int(lower.replace("_", ""))
        return str(number) if number >= _LEAST.get(BY_NAME[name], 1) else ""
    return "on" if name == "enable_expert_parallel" and lower in ("true", "on") else ""


def _shape(name: str, lower: str) -> str:
    if name == "padding":
        return {"longest": "padding to the longest", "max_length": "padding to a fixed length"}.get(lower, "")
    if name == "pad_to_multiple_of":
        return f"padding to multiples of {lower}" if _NUMBER.match(lower) else ""
    if name == "dynamic":
        return {"true": "compiled for any shape", "false": "compiled for each shape"}.get(lower, "")
    return f"exported with {name}" if lower not in _NOTHING else ""


_WORD = expression(r"[a-z0-9][\w.-]{0,39}$")


def _told(kind: FactKind, name: str, lower: str) -> str:
    if lower in ("true", "1", "on", "yes"):
        return {
            "load_in_4bit": "bitsandbytes 4 bit",
            "load_in_8bit": "bitsandbytes 8 bit",
        }.get(name, "flash attention" if kind is FactKind.ATTENTION else "")
    if lower == "auto":
        return ""
    if name == "kv_cache_dtype":
        return f"kv cache {lower}"
    if name == "quantization_bit":
        return f"{lower} bit" if _NUMBER.match(lower) else ""
    return lower if _WORD.match(lower) and not _NUMBER.match(lower) else ""
