"""Refuses a source without a single file that can be read: its empty result would look clean."""

from __future__ import annotations

from collections.abc import Sequence

from migration_engine.errors import IntakeRefused
from migration_engine.intake.skips import skip_text
from migration_engine.model import Skipped
from migration_engine.text import Text


def refuse_nothing(files: int, skipped: Sequence[Skipped], place: str) -> None:
    """Raise unless there is at least one file; documents and data are files, too."""
    if files:
        return
    if not skipped:
        raise IntakeRefused(
            Text(
                "holds no file at all; give the folder or archive that holds the sources",
                "其中没有任何文件，请提供存放源码的文件夹或压缩包",
            ),
            place=place,
        )
    first = skipped[0]
    why = skip_text(first.reason)
    raise IntakeRefused(
        Text(
            f"none of its {len(skipped):,} entries can be read (first {first.path}: {why.en}); "
            "check permissions, or give the folder or archive that holds the sources",
            f"其中 {len(skipped):,} 个条目均无法读取（首个为 {first.path}：{why.zh}）；"
            "请检查权限，或提供存放源码的文件夹或压缩包",
        ),
        place=place,
    )
