"""What the nearest node lacks of what a job requires, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.validation.models import Node
from apps.validation.words import DEVICES
from migration_engine.protocol import Requires


def shortfall(needs: Requires, nodes: Sequence[Node]) -> str:
    """Return what the node that lacks least has instead: “bench has chip cpu, CANN unknown”."""
    nearest = min(nodes, key=lambda node: (len(needs.unmet_by(node.capabilities)), not _is_npu(node)))
    has = _(", ").join(_had(name, nearest) for name in needs.unmet_by(nearest.capabilities))
    return _("%(node)s has %(what)s") % {"node": nearest.name, "what": has}


def _is_npu(node: Node) -> bool:
    """Of nodes that lack as much, whoever asks for a chip thinks of those with some."""
    return bool(node.capabilities.get("device_kind") == "npu")


def _had(name: str, node: Node) -> str:
    said = node.capabilities
    if name == "runtime":
        return str(DEVICES.get(str(said.get("device_kind", "")), _("an unknown device")))
    if name == "devices":
        devices = int(said.get("devices", 0))
        return ngettext("%d device", "%d devices", devices) % devices
    label, value = (_("chip %s"), said.get("chip")) if name == "chip" else ("CANN %s", said.get("cann"))
    return label % (value or _("unknown"))
