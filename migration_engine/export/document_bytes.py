"""The JSON of a scan document from its bytes."""

from __future__ import annotations

import json

import msgspec

from migration_engine.export.document_schema import Document


def document_in(content: bytes) -> Document:
    """The value, read by a fast parser; what that refuses, by the patient one, which knows more encodings.

    Raises ValueError or RecursionError for what is no JSON.
    """
    document: Document
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        document = json.loads(content)
    return document
