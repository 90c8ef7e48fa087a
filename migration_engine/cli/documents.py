"""Scan documents as commands take them."""

from __future__ import annotations

import json
from pathlib import Path

from migration_engine.errors import DocumentInvalid
from migration_engine.export.document import Document, from_document
from migration_engine.model import ScanReport
from migration_engine.text import Text


def report_in(path: Path) -> ScanReport:
    try:
        document: Document = json.loads(path.read_bytes())
    except OSError as error:
        raise DocumentInvalid(
            Text(
                f"cannot be read ({error.strerror}); check the path",
                f"无法读取（{error.strerror}），请检查路径",
            ),
            place=str(path),
        ) from error
    except (ValueError, RecursionError) as error:
        raise DocumentInvalid(
            Text(
                f"is not JSON ({error}); give what `npu-migrate scan --output` wrote",
                f"不是 JSON（{error}），请提供 `npu-migrate scan --output` 的输出",
            ),
            place=str(path),
        ) from error
    return from_document(document)
