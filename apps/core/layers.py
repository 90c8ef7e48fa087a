"""The names of the five layers in the reader's language."""

from django.utils.translation import gettext_lazy as _

LAYER_NAMES = {
    "L5": _("Business interaction"),
    "L4": _("Application orchestration"),
    "L3": _("Model serving"),
    "L2": _("Inference runtime"),
    "L1": _("Compute & driver"),
}
