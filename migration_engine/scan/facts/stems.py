"""Finds, at memory speed, the rows that give a value to a property of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from migration_engine.scan.search.database import Database, Expression

# A literal of each name as it is given a value: a row without any of them says nothing.
_STEMS = (
    *("dtype=", "dtype:", 'dtype"', "dtype ", "mixed_precision", "bf16", "fp16", "precision"),
    *("max_model_len", "max-model-len", "max_seq_len", "max-seq-len", "max_sequence_length"),
    *("max_position_embeddings", "n_ctx", "num_ctx", "ctx-size", "ctx_size", "context_length"),
    *("context-length", "model_max_length", "cutoff_len", "max_total_tokens", "max-total-tokens"),
    *("session_len", "session-len", "quantization", "quantize", "quant_", "kv_cache_dtype"),
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
_LONGEST_ROW = 20_000


def rows_with_a_stem(data: bytes) -> Iterator[tuple[int, str]]:
    """Number and text of each row that holds one, in order; a row of a bundle is cut."""
    ends: list[int] = []
    _database().scan(data, lambda number, begin, end, flags, context: ends.append(end))
    line, start, stop = 1, 0, -1
    for end in sorted(ends):
        if end <= stop:
            continue
        begin = data.rfind(b"\n", 0, end) + 1
        line += data.count(b"\n", start, begin)
        start, stop = begin, data.find(b"\n", end)
        stop = len(data) if stop < 0 else stop
        yield line, data[begin : min(stop, begin + _LONGEST_ROW)].decode("utf-8", "replace")


@cache
def _database() -> Database:
    return Database([Expression(re.escape(stem)) for stem in _STEMS])
