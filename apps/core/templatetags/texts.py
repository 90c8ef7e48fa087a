"""Shows an engine's Text in the language of the reader: `{{ rule.title|in_language }}`."""

from django import template
from django.utils.translation import get_language

from migration_engine.model import Text

register = template.Library()


@register.filter
def in_language(text: Text) -> str:
    """Return the Chinese sentence to readers of Chinese and the English one to everybody else."""
    return text.in_language(get_language() or "")
