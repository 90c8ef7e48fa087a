"""Turns passages into vectors with a small model in this process."""

from functools import cache

import numpy as np
from sentence_transformers import SentenceTransformer


@cache
def _model() -> SentenceTransformer:
    return SentenceTransformer("BAAI/bge-m3", device="cuda")


def embed(passages: list[str]) -> np.ndarray:
    vectors = _model().encode(passages, normalize_embeddings=True, batch_size=32)
    return np.asarray(vectors, dtype="float32")
