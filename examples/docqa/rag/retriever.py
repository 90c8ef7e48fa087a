"""Finds the passages that are nearest to a query."""

import json
from pathlib import Path

import faiss

from docqa.rag.embedder import embed

INDEX, TEXTS = Path("index.faiss"), Path("passages.json")


def search(query: str, *, limit: int) -> list[str]:
    index = _on_device(faiss.read_index(str(INDEX)))
    passages = json.loads(TEXTS.read_text())
    _, nearest = index.search(embed([query]), limit)
    return [passages[number] for number in nearest[0] if number >= 0]


def _on_device(index):
    if faiss.get_num_gpus() == 0:
        return index
    return faiss.index_cpu_to_gpu(faiss.StandardGpuResources(), 0, index)
