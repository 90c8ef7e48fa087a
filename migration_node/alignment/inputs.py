"""The five inputs of a layer alignment, as token ids of a byte vocabulary."""

from __future__ import annotations

from collections.abc import Callable

BEGIN, END, USER, ASSISTANT = 256, 257, 258, 259
VOCABULARY = 260
LONGEST = 256

PARAGRAPH = (
    "The service moves one layer at a time: first the driver and the runtime, then the server that batches "
    "requests, and only then the prompts. Every step is measured before the next begins. "
)
SPECIAL = "tab\tnul\x00 newline\n quotes \"'` <tag> {{braces}} ½ \u200b \U0001f600 \u202e"
MIXED = "先对齐精度 first precision，再优化性能 then speed；KV cache 与 batch size 一起看。"
TURNS = (
    (USER, "Which layer diverges?"),
    (ASSISTANT, "先看第一层偏离的模块。"),
    (USER, "And after that?"),
)


def token_ids(name: str) -> list[int]:
    """The ids of one named input, at most LONGEST of them."""
    return _INPUTS[name]()[:LONGEST]


def _plain(text: str) -> list[int]:
    return [BEGIN, *text.encode("utf-8"), END]


def _turns() -> list[int]:
    ids = [BEGIN]
    for speaker, text in TURNS:
        ids += [speaker, *text.encode("utf-8"), END]
    return [*ids, ASSISTANT]


_INPUTS: dict[str, Callable[[], list[int]]] = {
    "short": lambda: _plain("hi"),
    "long": lambda: _plain(PARAGRAPH * 3),
    "special": lambda: _plain(SPECIAL),
    "mixed": lambda: _plain(MIXED),
    "multi_turn": _turns,
}
