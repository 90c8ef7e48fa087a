"""Reads an uploaded document and adds its passages to the index."""

import io
import json

import faiss
from pypdf import PdfReader

from docqa.rag.chunking import chunks
from docqa.rag.embedder import embed
from docqa.rag.retriever import INDEX, TEXTS


def index_document(name: str, content: bytes, *, owner: str) -> int:
    passages = [f"{name}: {part}" for part in chunks(_text(name, content))]
    vectors = embed(passages)
    index = faiss.read_index(str(INDEX)) if INDEX.exists() else faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    faiss.write_index(index, str(INDEX))
    known = json.loads(TEXTS.read_text()) if TEXTS.exists() else []
    TEXTS.write_text(json.dumps(known + passages))
    return len(passages)


def _text(name: str, content: bytes) -> str:
    if name.lower().endswith(".pdf"):
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return content.decode("utf-8", errors="replace")
