"""Shows texts as readers need them: an engine's Text in their language, a path that may break."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from apps.core.layers import LAYER_NAMES
from apps.core.rendering import rendered_once
from migration_engine.text import Text

register = template.Library()


@register.filter
def in_language(text: Text) -> str:
    """Return the Chinese sentence to readers of Chinese and the English one to everybody else."""
    return text.in_language(get_language() or "")


@register.filter
def layer_name(layer: str) -> str:
    """Return the name of a layer, "L1" to "L5", in the reader's language."""
    return str(LAYER_NAMES.get(layer, _("Unknown layer")))


@register.filter
def breakable(path: str) -> SafeString:
    """Return a path that lines may break behind its slashes, instead of in the middle of a name."""
    return mark_safe(escape(path).replace("/", "/<wbr>"))  # noqa: S308 - escaped; no entity holds a slash


@register.simple_tag
def include_once(template: str, **values: str) -> SafeString:
    """Include a template that depends on these VALUES alone: in loops that costs next to nothing."""
    return rendered_once(template, **values)
