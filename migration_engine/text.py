"""The one form of everything people read: a sentence in both languages of the product."""

from __future__ import annotations

from migration_engine.value import Value


class Text(Value, frozen=True):
    """A sentence in English and Simplified Chinese."""

    en: str
    zh: str

    def in_language(self, language: str) -> str:
        """The Chinese sentence for a tag like `zh-hans`, the English one for any other."""
        return self.zh if language.startswith("zh") else self.en
