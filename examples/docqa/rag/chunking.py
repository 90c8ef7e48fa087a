"""Cuts a text into overlapping pieces at sentence ends."""

import re

SENTENCE = re.compile(r"(?<=[.!?。！？])\s*")


def chunks(text: str, size: int = 800) -> list[str]:
    parts: list[str] = []
    current: list[str] = []
    for sentence in filter(None, SENTENCE.split(text)):
        if current and len(" ".join([*current, sentence])) > size:
            parts.append(" ".join(current))
            current = current[-1:]
        current.append(sentence[:size])
    return [*parts, " ".join(current)] if current else parts
