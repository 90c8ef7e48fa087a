"""Literals of several kinds, found in one search over the bytes of a file."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from migration_engine.scan.search.database import ONCE, Database, Expression
from migration_engine.scan.text import of_the_last

# A literal of each name as it is given a value: a row without any of them says nothing.
_STEMS = (
    *("dtype=", "dtype:", 'dtype"', "dtype ", "mixed_precision", "bf16", "fp16", "precision"),
    *("max_model_len", "max-model-len", "max_seq_len", "max-seq-len", "max_sequence_length"),
    *("max_position_embeddings", "n_ctx", "num_ctx", "ctx-size", "ctx_size", "context_length"),
    *("context-length", "model_max_length", "cutoff_len", "max_total_tokens", "max-total-tokens"),
    *("session_len", "session-len", "quantization", "quantize", "quant_method", "quant_policy"),
    *("quant_type", "kv_cache_dtype"),
    *("kv-cache-dtype", "load_in_", "load-in-", "attn_implementation", "attention_backend"),
    *("attention-backend", "ATTENTION_BACKEND", "attn_backend", "attn-backend", "flash_attn", "flash-attn"),
    *("use_flash_att", "parallel_size", "parallel-size", "expert_parallel", "expert-parallel"),
    *("tensor_parallel", "tp_size", "tp-size", "--tp ", "--tp=", "num_shard", "num-shard", "pp_size"),
    *("pp-size", "ep_size", "ep-size", "dynamic=", "dynamic_axes", "dynamic_shapes", "padding="),
    *("pad_to_multiple_of", "mark_dynamic", "served_model_name", "served-model-name"),
    *("model_name_or_path", "model_path", "model-path", "model_id", "model.half()", "model.bfloat16()"),
    *("set_default_dtype", "model.to(", "--model ", "--model=", "model=", "model:", 'model"'),
    *("from_pretrained(", " serve ", "autotp_size"),
)
_ADDRESSES = ("://", "port=", "port =", "--port", "--bind", "-b ", "EXPOSE", ".listen(")
SERVERS_STARTED = (
    *("uvicorn.run(", "run_app(", "run_simple(", "app.run(", "server.run(", "application.run(", "mcp.run("),
    *(".launch(", "make_server(", ".serve(", "start_http_server(", "HTTPServer(", ".listen("),
)
_OPERATORS = ("Module)", "Module,", "autograd", "torch.ops", "Function)")


class Hints(msgspec.Struct):
    """What a file may tell beside its couplings."""

    stems: list[int] = msgspec.field(default_factory=list)
    """Offsets behind the stems of names of model settings, in order."""
    addresses: bool = False
    """Whether it can hold an address or a port at all."""
    starts: bool = False
    """Whether it can hold code that starts a server."""
    operators: bool = False
    """Whether it can hold code of a model."""


@of_the_last
def hints_in(data: bytes) -> Hints:
    """Kept for the next who asks about the same file."""
    stems: list[int] = []
    seen: set[int] = set()
    first = len(_STEMS)
    second = first + len(_ADDRESSES)
    third = second + len(SERVERS_STARTED)

    def found(number: int, start: int, end: int, flags: int, context: object) -> None:
        if number < first:
            stems.append(end)
        else:
            seen.add(number)

    _database().scan(data, found)
    stems.sort()
    return Hints(
        stems,
        addresses=not seen.isdisjoint(range(first, second)),
        starts=not seen.isdisjoint(range(second, third)),
        operators=max(seen, default=0) >= third,
    )


@cache
def _database() -> Database:
    once = (Expression(re.escape(one), ONCE) for one in (*_ADDRESSES, *SERVERS_STARTED, *_OPERATORS))
    return Database([*(Expression(re.escape(stem)) for stem in _STEMS), *once])
